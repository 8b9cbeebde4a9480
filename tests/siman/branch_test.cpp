// SPDX-License-Identifier: MIT
#include "escapement/siman/branch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Rule = Branch::Rule;

// `arrivals` entities, one a minute from 0, through a branch to logs A, B, C ... in the order of the rules.
struct Junction : Model {
  explicit Junction(Branch::Options options, double arrivals_made = 1, std::uint64_t replication = 0)
      : Model(replication) {
    add<EntityType>("Job");
    add<Attribute>("a", 4.0);
    auto& create = arrivals("Arrivals", 0.0, 1.0, arrivals_made);
    const std::size_t exits = options.rules.size();
    branch = &add<Branch>("Branch", std::move(options));
    link(create.out, branch->in);
    for (std::size_t i = 0; i < exits; ++i) {
      logs.push_back(&top.add<Log>(std::string(1, static_cast<char>('A' + i))));
      logs.back()->together = &order;
      link(branch->exit(i), logs.back()->in);
    }
  }
  Branch* branch;
  std::vector<Log*> logs;
  std::vector<std::string> order;
};

TEST(Branch, TheEntityTakesTheFirstBranchTakenAndCopiesFollow) {  // B3
  Junction j({{{Rule::kIf, "a > 5"}, {Rule::kIf, "a > 3"}, {Rule::kAlways}, {Rule::kIf, "a == 4"}}});
  j.run();
  EXPECT_THAT(j.order, ElementsAre("B1", "C2", "D3"));  // 1 is the entity itself
  EXPECT_THAT(j.logs[3]->entities, ElementsAre(1));     // a copy shares the serial number
  EXPECT_EQ(j.count("Job.NumberIn"), 3);
  EXPECT_EQ(j.count("Job.NumberOut"), 3);
  EXPECT_EQ(j.count("System.NumberOut"), 3);
}

TEST(Branch, AtMostSoManyBranchesAreTaken) {  // B2
  Junction j({{{Rule::kIf, "1"}, {Rule::kIf, "a > 3"}, {Rule::kIf, "1"}}, 2});
  j.run();
  EXPECT_THAT(j.order, ElementsAre("A1", "B2"));
}

TEST(Branch, TestsOfOneThingAgainstManyGoWhereEachWould) {
  // a is 4. Equal left sides are evaluated once, and only those: texts may be equal up to the last == and
  // mean other sides.
  const auto way = [](std::vector<const char*> conditions, bool last_is_else = true) {
    Branch::Options options;
    for (const char* condition : conditions) options.rules.push_back({Rule::kIf, condition});
    if (last_is_else) options.rules.push_back({Rule::kElse});
    options.max_branches = 1;
    Junction j(std::move(options));
    j.run();
    return j.order.empty() ? std::string("gone") : j.order.front();
  };
  EXPECT_EQ(way({"a == 3", "a == 4", "a == 4"}), "B1");
  EXPECT_EQ(way({"a == 3", "a == 5", "a == 6"}), "D1");
  EXPECT_EQ(way({"a == 3", "a == 5"}, false), "gone");
  EXPECT_EQ(way({"a == 3", "a + 1 == 4", "a + 1 == 5"}), "C1");
  EXPECT_EQ(way({"a == 3", "a > 5", "a == 4"}), "C1");
  EXPECT_EQ(way({"(a == 5) .EQ. 1", "(a == 4) .EQ. 1"}), "B1");
  EXPECT_EQ(way({"(a == 5) == 1", "(a == 4) == 1"}), "B1");
  EXPECT_EQ(way({"a == Job", "a == Job + 3"}), "B1");  // Job stands for its number, 1
  // Whole numbers close to each other are looked up; others are compared.
  EXPECT_EQ(way({"-a == 7", "-a == 0", "-a == 1"}), "D1");  // below the least
  EXPECT_EQ(way({"a == 2", "a == 0", "a == 3"}), "D1");     // above the greatest
  EXPECT_EQ(way({"a == 2", "a == 0", "a == 3"}, false), "gone");
  EXPECT_EQ(way({"a == 3", "a == 6"}, false), "gone");  // between them
  EXPECT_EQ(way({"a / 3 == 1", "a / 3 == 2"}), "C1");   // no whole number
  EXPECT_EQ(way({"a == 2000000", "a == 4"}), "B1");
  EXPECT_EQ(way({"SQRT(-a) == 1", "SQRT(-a) == 2"}), "C1");  // no number equals what is none
}

TEST(Branch, ElseIsTakenBelowTheGreatestNumberOnly) {  // B1
  Junction full({{{Rule::kIf, "a > 3"}, {Rule::kElse}}, 1});
  full.run();
  EXPECT_THAT(full.order, ElementsAre("A1"));
  Junction none({{{Rule::kIf, "a > 5"}, {Rule::kElse}}, 1});
  none.run();
  EXPECT_THAT(none.order, ElementsAre("B1"));
  Junction room({{{Rule::kIf, "a > 3"}, {Rule::kElse}}, 2});
  room.run();
  EXPECT_THAT(room.order, ElementsAre("A1", "B2"));
}

TEST(Branch, WithNoBranchTakenTheEntityEnds) {  // B4
  Junction j({{{Rule::kIf, "a > 5"}, {Rule::kIf, "a < 4"}}});
  j.run();
  EXPECT_TRUE(j.order.empty());
  EXPECT_EQ(j.count("System.NumberOut"), 1);
  EXPECT_EQ(j.persistent("Job.WIP").value(), 0);
}

TEST(Branch, AlwaysBeyondTheGreatestNumberStopsTheRun) {  // B2
  Junction j({{{Rule::kIf, "a > 3"}, {Rule::kAlways}}, 1});
  const auto failure = j.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Branch");
  EXPECT_THAT(failure->message(),
              HasSubstr("the rule 'always' for exit 'out2' comes after 1 branches were taken"));
}

// All `with` rules share one number: exactly one of the complementary branches is taken, and which one
// follows the published numbers of stream 1: 0.127, 0.319, 0.309, 0.826, 0.222, 0.533, 0.481, 0.356, 0.136,
// 0.756.
TEST(Branch, ChancesShareOneRandomNumber) {
  Junction j({{{Rule::kWith, 0.2}, {Rule::kWith, 0.3}, {Rule::kWith, 0.5}}, kForever, 1}, 10);
  j.run();
  EXPECT_THAT(j.logs[0]->records, ElementsAre(1, 9));
  EXPECT_THAT(j.logs[1]->records, ElementsAre(2, 3, 5, 7, 8));
  EXPECT_THAT(j.logs[2]->records, ElementsAre(4, 6, 10));
}

TEST(Branch, ChancesHoldInTheLongRun) {
  Junction j({{{Rule::kWith, 0.2}, {Rule::kElse}}, 1}, 100000);
  j.run();
  // 4.4 standard deviations of the binomial distribution: one run in 100 000 would fail, this one is fixed.
  EXPECT_NEAR(static_cast<double>(j.logs[0]->records.size()), 20000, 4.4 * std::sqrt(1e5 * 0.2 * 0.8));
}

TEST(Branch, ConditionsMayDraw) {
  Junction j({{{Rule::kIf, "UNIF(0, 1, 1) < 0.32"}, {Rule::kElse}}, 1}, 4);
  j.run();
  EXPECT_THAT(j.logs[0]->records, ElementsAre(1, 2, 3));
}

TEST(Branch, FaultsOfBuilding) {
  Junction j(
      {{{Rule::kWith, 0.7}, {Rule::kWith, 0.5}, {Rule::kIf, {}}, {Rule::kWith, {}}, {Rule::kWith, 1.5}}});
  const std::string faults = j.faults();
  EXPECT_THAT(faults,
              HasSubstr("the probabilities of 'Branch' add up to 1.2 | they may add up to 1 at the most"));
  EXPECT_THAT(faults, HasSubstr("'Branch' lacks the expression 'if'"));
  EXPECT_THAT(faults, HasSubstr("'Branch' has a branch without a probability"));
  EXPECT_THAT(faults, HasSubstr("probability of 'Branch' is 1.5 | it must be from 0 to 1"));
}

TEST(Branch, ALoopOfCopiesIsFound) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 2.0, {}, 1);
  auto& branch = model.add<Branch>("Split", Branch::Options{{{Rule::kAlways}, {Rule::kAlways}}});
  auto& back = model.add<Log>("Back");
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, branch.in);
  model.link(branch.exit(0), done.in);  // the entity itself ends, its copy goes round
  model.link(branch.exit(1), back.in);
  model.link(back.out, branch.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->clock(), 2);
  EXPECT_THAT(failure->message(), HasSubstr("zero-time loop"));
}

}  // namespace
}  // namespace escapement::siman
