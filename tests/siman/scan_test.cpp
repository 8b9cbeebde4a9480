// SPDX-License-Identifier: MIT
#include "escapement/siman/scan.h"

#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Parts at 0, 1, 2 wait for the condition; at 5 and at 9 a setter does "gate = ...".
struct Gate : Model {
  Gate(ExpressionText condition, const char* at_five, const char* at_nine,
       const char* passing = "gate = gate") {
    add<EntityType>("Part");
    add<EntityType>("Setter");
    add<Attribute>("a");
    add<Variable>("gate", 0.0);
    add<QueueElement>("Line");
    Create::Options c;
    c.entity = "Part";
    c.interarrival = 1.0;
    c.max_batches = 3;
    auto& create = add<Create>("Arrivals", c);
    auto& mark = add<Assign>("Mark", Assign::Options{{Assignment::parse({"a = TNOW"})}});
    auto& queue = add<Queue>("Enter", Queue::Options{"Line"});
    scan = &add<Scan>("Scan", Scan::Options{std::move(condition)});
    auto& pass = add<Assign>("Pass", Assign::Options{{Assignment::parse({passing})}});
    log = &add<Log>("Log");
    link(create.out, mark.in);
    link(mark.out, queue.in);
    link(queue.out, scan->in);
    link(scan->out, pass.in);
    link(pass.out, log->in);
    setter("Five", 5.0, at_five);
    setter("Nine", 9.0, at_nine);
  }
  void setter(const std::string& name, double at, const char* text) {
    Create::Options c;
    c.entity = "Setter";
    c.first = at;
    auto& create = top.add<Create>(name, c);
    auto& assign = top.add<Assign>(name + "Set", Assign::Options{{Assignment::parse({text})}});
    auto& done = top.add<Dispose>(name + "Done");
    link(create.out, assign.in);
    link(assign.out, done.in);
  }
  Scan* scan;
  Log* log;
};

TEST(Scan, LetsAllGoWhileTheConditionHolds) {
  Gate model("gate == 1", "gate = 1", "gate = 2");
  model.run();
  EXPECT_THAT(model.log->times, ElementsAre(5, 5, 5));
  EXPECT_DOUBLE_EQ(model.tally("Line.WaitingTime"), 4);
}

TEST(Scan, EachSeesWhatThoseBeforeItHaveChanged) {  // a turnstile: who passes shuts it
  Gate model("gate == 1", "gate = 1", "gate = 1", "gate = 0");
  model.run();
  EXPECT_THAT(model.log->times, ElementsAre(5, 9));
}

TEST(Scan, PassesAtOnceWhenNobodyWaits) {
  Gate model("gate == 0", "gate = 1", "gate = 1");
  model.run();
  EXPECT_THAT(model.log->times, ElementsAre(0, 1, 2));
  EXPECT_EQ(model.observations("Line.WaitingTime"), 3u);
}

TEST(Scan, AttributesAreThoseOfTheFirstInLine) {
  Gate model("gate > a", "gate = 1", "gate = 2");  // a = 0 passes at 5, a = 1 at 9, a = 2 never
  model.run();
  EXPECT_THAT(model.log->times, ElementsAre(5, 9));
}

// Three arrivals: the first evaluates once on coming and once after its event, the others once after their
// events, since they may be in front of the line. 5 and 9 change the gate: one evaluation each.
TEST(Scan, EventsThatChangeNothingItReadsCostNothing) {
  Gate model("gate == 3", "gate = 1", "gate = 2");
  Create::Options c;
  c.entity = "Setter";
  c.interarrival = 0.001;
  c.max_batches = 20000;
  auto& create = model.add<Create>("Ticks", c);
  auto& done = model.add<Dispose>("TicksDone");
  model.link(create.out, done.in);
  model.run();
  EXPECT_EQ(model.scan->evaluations(), 1u + 3u + 2u);
}

// A condition that reads a thousand queues: the part looks on coming and after its event, then once each time
// somebody joins one of the queues, whatever else happens. The third who joins, at 30, lets it go.
TEST(Scan, AThousandQueuesCostNothingWhileTheyStayAsTheyAre) {
  constexpr int kQueues = 1000;
  Model model;
  model.add<EntityType>("Part");
  std::string sum;
  for (int i = 0; i < kQueues; ++i) {
    const std::string name = "Q" + std::to_string(i);
    model.top.add<QueueElement>(name);
    sum += (i == 0 ? "NQ(" : " + NQ(") + name + ")";
  }
  model.add<QueueElement>("Line");
  auto& part = model.arrivals("Part1", 0.0, {}, 1);
  auto& enter = model.add<Queue>("Enter", Queue::Options{"Line"});
  auto& scan = model.top.add<Scan>("Scan", Scan::Options{(sum + " >= 3").c_str()});
  auto& log = model.add<Log>("Log");
  model.link(part.out, enter.in);
  model.link(enter.out, scan.in);
  model.link(scan.out, log.in);
  for (const int i : {17, 500, 999}) {
    const std::string n = std::to_string(i);
    Create::Options at;
    at.first = i == 17 ? 10.0 : i == 500 ? 20.0 : 30.0;
    auto& join = model.top.add<Create>("Join" + n, at);
    auto& wait = model.top.add<Queue>("Wait" + n, Queue::Options{("Q" + n).c_str()});
    model.link(join.out, wait.in);
    model.link(wait.out, model.top.add<Detach>("Stay" + n).in);
  }
  auto& ticks = model.arrivals("Ticks", 0.0, 0.01, 5000);
  model.link(ticks.out, model.add<Dispose>("TicksDone").in);
  model.run();
  EXPECT_THAT(log.times, ElementsAre(30));
  EXPECT_EQ(scan.evaluations(), 2u + 3u);
}

TEST(Scan, AConditionOfTheClockIsLookedAtAfterEachEvent) {
  Gate model("TNOW >= 4 && gate == 0", "gate = 0", "gate = 0");
  model.run();
  EXPECT_THAT(model.log->times, ElementsAre(5, 5, 5));  // the first event after 4 is that of 5
}

TEST(Scan, ReadsQueuesAndResources) {
  Gate model("NQ(Line) >= 3 || NR(Machine) > 0", "gate = 0", "gate = 0");
  model.add<Resource>("Machine", 1.0);
  model.run();
  // The third arrival makes it three; then two are left, and no machine is busy.
  EXPECT_THAT(model.log->times, ElementsAre(2));
}

TEST(Scan, WithHostsApart) {
  Gate model("gate == 1", "gate = 1", "gate = 2");
  model.run(kForever, HostingMode::kSeparate);
  EXPECT_THAT(model.log->times, ElementsAre(5, 5, 5));
}

TEST(Scan, LacksACondition) {
  Gate model({}, "gate = 1", "gate = 2");
  EXPECT_THAT(model.faults(), HasSubstr("'Scan' lacks the expression 'condition'"));
}

}  // namespace
}  // namespace escapement::siman
