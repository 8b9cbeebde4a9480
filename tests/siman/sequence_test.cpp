// SPDX-License-Identifier: MIT
#include "escapement/siman/sequence.h"

#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// Parts go through A, B and C in the order of a sequence; each station sends them on, or ends them after the
// last step.
struct Tour : Yard {
  explicit Tour(std::vector<Sequence::Step> steps) {
    add<Attribute>("work");
    add<Sequence>("Plan", std::move(steps));
  }
  void assemble(ExpressionText sequence = "Plan", bool stops = true) {
    auto& create = arrivals("Come", 0.0, 1, 1);
    auto& set = assign("Set", {"Entity.Sequence = " + sequence.text});
    auto& start = add<RouteBlock>("Start", RouteBlock::Options{{{}, {}, true}, "1 + work"});
    chain(create, set, start);
    for (const char* station : {"A", "B", "C"}) {
      Log& log = at(station);
      log.together = &order;
      log.logged_attributes = 1;
      logs.push_back(&log);
      Branch::Options options;
      options.rules = {{Branch::Rule::kIf, stops ? "Entity.PlannedStation == 0" : "0"},
                       {Branch::Rule::kElse}};
      options.max_branches = 1;
      auto& branch = top.add<Branch>(std::string("More") + station, options);
      auto& next =
          top.add<RouteBlock>(std::string("From") + station, RouteBlock::Options{{{}, {}, true}, "1 + work"});
      auto& done = top.add<Dispose>(std::string("Done") + station);
      link(log.out, branch.in);
      link(branch.exit(0), done.in);
      link(branch.exit(1), next.in);
    }
  }
  std::vector<std::string> order;
  std::vector<Log*> logs;
};

Sequence::Step step(const char* station, const char* name = "", const char* next = "",
                    std::vector<Assignment> assignments = {}) {
  return {station, name, next, std::move(assignments)};
}

TEST(Sequence, LeadsThroughItsSteps) {
  // Assignments of a step are made before the transfer to its station: to A takes 1, to C 1 + 4, to B 1 + 2.
  Tour tour({step("A"), step("C", "", "", {Assignment::parse("work = 4")}),
             step("B", "", "", {Assignment::parse("work = work / 2")})});
  tour.assemble();
  tour.run();
  EXPECT_THAT(tour.order, ElementsAre("ComeA1", "ComeC1", "ComeB1"));
  EXPECT_THAT(tour.logs[0]->times, ElementsAre(1));
  EXPECT_THAT(tour.logs[2]->times, ElementsAre(6));
  EXPECT_THAT(tour.logs[1]->times, ElementsAre(9));
  EXPECT_THAT(tour.logs[1]->attributes, ElementsAre(2));
}

TEST(Sequence, StepsMayGoOnOutOfOrder) {
  // A, then the step "end" at C; the step at B is passed over.
  Tour tour({step("A", "", "end"), step("B"), step("C", "end")});
  tour.assemble();
  tour.run();
  EXPECT_THAT(tour.order, ElementsAre("ComeA1", "ComeC1"));
}

TEST(Sequence, AssigningASequenceStartsItAnew) {
  Yard yard;
  yard.add<Sequence>("Plan", std::vector{step("B"), step("C")});
  for (const char* name : {"before", "step", "planned"}) yard.add<Attribute>(name);
  auto& create = yard.arrivals("Come", 0.0, 1, 1);
  auto& set =
      yard.assign("Set", {"NS = Plan", "IS = 1", "before = Entity.PlannedStation", "Entity.Sequence = 1",
                          "step = Entity.Jobstep", "planned = Entity.PlannedStation"});
  auto& log = yard.add<Log>("Log");
  log.logged_attributes = 3;
  yard.chain(create, set, log);
  yard.run();
  // After step 1 comes C (3); from the start B (2). Slots are in the order of names: before, planned, step.
  EXPECT_THAT(log.attributes, ElementsAre(3, 2, 0));
}

TEST(Sequence, FaultsAreTold) {
  {
    Tour tour({step("A", "x", "y"), step("B", "x"), step("D")});
    tour.assemble();
    const std::string faults = tour.faults();
    EXPECT_THAT(faults,
                HasSubstr("step 1 of sequence 'Plan' goes on at 'y', but no step has that name | known: "
                          "'x'"));
    EXPECT_THAT(faults, HasSubstr("sequence 'Plan' has two steps 'x' | name each step once"));
    EXPECT_THAT(faults, HasSubstr("unknown station 'D'"));
  }
  {
    Tour tour({});
    tour.assemble();
    EXPECT_THAT(tour.faults(), HasSubstr("sequence 'Plan' has no steps | add one"));
  }
  {
    Tour tour({step("A")});
    tour.assemble("2");
    EXPECT_THAT(tour.failure()->what(), HasSubstr("Entity.Sequence is 2 and there are 1 sequences"));
  }
  {
    Tour tour({step("A")});
    tour.assemble("0");
    EXPECT_THAT(tour.failure()->what(), HasSubstr("is to go by its sequence, but has none; assign"));
  }
  {
    Tour tour({step("A")});
    tour.assemble("0.5");
    EXPECT_THAT(tour.failure()->what(),
                HasSubstr("the number of a station, sequence or step is 0.5; it must"));
  }
  {
    Tour tour({step("A")});
    tour.assemble("Plan", false);
    EXPECT_THAT(tour.failure()->what(),
                HasSubstr("is at step 1 of sequence 'Plan', which has 1; let it leave after its last step"));
  }
  Yard yard;
  auto& create = yard.arrivals("Come", 0.0, 1, 1);
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, {}, true}, 1});
  yard.link(create.out, route.in);
  EXPECT_THAT(yard.faults(),
              HasSubstr("'Go' transfers by sequence, but the model has no sequences | add \"sequences\""));
}

}  // namespace
}  // namespace escapement::siman
