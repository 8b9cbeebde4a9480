// SPDX-License-Identifier: MIT
#include "escapement/siman/set.h"

#include <gtest/gtest.h>

#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Three machines in a set, and jobs of 10 that seize one and note which.
struct Pool : Shop {
  explicit Pool(SelectionRule rule, ExpressionText member = {}, std::vector<double> capacities = {1, 1, 1}) {
    add<Attribute>("which");
    add<Resource>("A", capacities[0]);
    add<Resource>("B", capacities[1]);
    add<Resource>("C", capacities[2]);
    add<Set>("Machines", Set::Options{"Resource", {"A", "B", "C"}});
    units.resource = "Machines";
    units.selection = {rule, std::move(member)};
    units.save = "which";
  }
  std::vector<double> seized_by(double jobs, ExpressionText gap, ExpressionText duration) {
    auto& station = this->jobs("J", 0, std::move(gap), jobs, {units}, std::move(duration));
    station.begin.logged_attributes = 1;
    run();
    times = station.begin.times;
    return station.begin.attributes;
  }
  ResourceUnits units;
  std::vector<double> times;
};

TEST(Set, PreferredOrderTakesTheFirstThatIsFree) {
  Pool pool(SelectionRule::kPreferredOrder);
  // At 0, 4, 8, 12: C is free when the third comes; A is free at 10, before the fourth.
  EXPECT_THAT(pool.seized_by(4, 4.0, 10.0), ElementsAre(1, 2, 3, 1));
}

TEST(Set, CyclicalGoesOnFromTheLast) {
  Pool pool(SelectionRule::kCyclical);
  EXPECT_THAT(pool.seized_by(5, 4.0, 3.0), ElementsAre(1, 2, 3, 1, 2));
}

TEST(Set, LargestRemainingCapacityAndSmallestNumberBusy) {
  Pool most(SelectionRule::kLargestRemaining, {}, {1, 3, 2});
  // Free 1 3 2, 1 2 2, 1 1 2, 1 1 1, then A.
  EXPECT_THAT(most.seized_by(5, 1.0, 50.0), ElementsAre(2, 2, 3, 1, 2));
  Pool least(SelectionRule::kSmallestNumber, {}, {1, 3, 2});
  EXPECT_THAT(least.seized_by(5, 1.0, 50.0), ElementsAre(1, 2, 3, 2, 3));
}

TEST(Set, SpecificMemberWaitsForThatOneOnlyAndOthersPassIt) {
  Pool pool(SelectionRule::kSpecificMember, "IDENT - 2 * (IDENT == 3)");
  // Jobs 1, 2, 3 at 0, 1, 2 want A, B, A.
  EXPECT_THAT(pool.seized_by(3, 1.0, 10.0), ElementsAre(1, 2, 1));
  EXPECT_THAT(pool.times, ElementsAre(0, 1, 10));
}

TEST(Set, SpecificMemberBehindOneThatWaits) {
  // Jobs 1 to 4 want A, A, A, B: the fourth passes those that wait for A, in the same line.
  Pool pool(SelectionRule::kSpecificMember, "1 + (IDENT == 4)");
  pool.seized_by(4, 1.0, 10.0);
  EXPECT_THAT(pool.times, ElementsAre(0, 3, 10, 20));
}

TEST(Set, RandomTakesEachFreeMemberAsOften) {
  Pool pool(SelectionRule::kRandom);
  const std::vector<double> which = pool.seized_by(3000, 1.0, 0.5);
  int counts[3] = {};
  for (const double w : which) ++counts[static_cast<int>(w) - 1];
  // Binomial with n = 3000, p = 1/3: standard deviation 25.8; the stream is fixed, 4 of them are allowed.
  for (const int count : counts) EXPECT_NEAR(count, 1000, 103);
}

TEST(Set, WaitsForWhicheverComesFree) {
  Pool pool(SelectionRule::kPreferredOrder);
  pool.seized_by(5, 1.0, "10 - 4 * (IDENT == 2)");  // B is free at 7, A at 10
  EXPECT_THAT(pool.times, ElementsAre(0, 1, 2, 7, 10));
  for (const char* name : {"A", "B", "C"})
    EXPECT_EQ(pool.persistent(std::string(name) + ".NumberBusy").value(), 0);
}

TEST(Set, ReleasesByRule) {
  for (const ReleaseRule rule :
       {ReleaseRule::kLastMemberSeized, ReleaseRule::kFirstMemberSeized, ReleaseRule::kSpecificMember}) {
    Pool pool(SelectionRule::kPreferredOrder);
    auto& create = pool.arrivals("Arrives", 0.0, {}, 1);
    Block* last = &create;
    PortBase* from = &create.out;
    for (const char* name : {"First", "Second", "Third"}) {  // one entity seizes A, B, C in turn
      auto& queue = pool.top.add<Queue>(std::string(name) + "Queue", Queue::Options{"Line"});
      auto& seize = pool.top.add<Seize>(std::string(name) + "Seize", Seize::Options{{pool.units}});
      pool.link(*from, queue.in);
      pool.link(queue.out, seize.in);
      from = &seize.out;
      last = &seize;
    }
    EXPECT_NE(last, nullptr);
    ResourceUnits units{"Machines"};
    units.release_rule = rule;
    units.selection.member = 2.0;
    auto& release = pool.add<Release>("Free", std::vector<ResourceUnits>{units});
    auto& stay = pool.add<Delay>("Stay", Delay::Options{1.0});
    auto& log = pool.add<Log>("Log");
    pool.link(*from, release.in);
    pool.link(release.out, stay.in);
    pool.link(stay.out, log.in);
    pool.run();
    const char* freed = rule == ReleaseRule::kLastMemberSeized    ? "C.NumberBusy"
                        : rule == ReleaseRule::kFirstMemberSeized ? "A.NumberBusy"
                                                                  : "B.NumberBusy";
    for (const char* name : {"A.NumberBusy", "B.NumberBusy", "C.NumberBusy"})
      EXPECT_EQ(pool.persistent(name).value(), std::string(name) == freed ? 0 : 1);
  }
}

TEST(Set, IsReadInExpressions) {
  Shop shop;
  shop.add<Resource>("A", 1.0);
  shop.add<Resource>("B", 1.0);
  shop.add<Resource>("C", 1.0);
  shop.add<Set>("Some", Set::Options{"", {"C", "A"}});
  shop.add<Variable>("v", 3.0);
  const std::pair<const char*, double> expected[] = {
      {"NUMMEM(Some)", 2},    {"MEMBER(Some, 1)", 3}, {"MEMBER(Some, 1 + 1)", 1}, {"MEMIDX(Some, A)", 2},
      {"MEMIDX(Some, B)", 0}, {"MEMIDX(Some, v)", 1}, {"MEMIDX(Some, 1 + 2)", 1}};
  int i = 0;
  for (const auto& [text, value] : expected) shop.top.add<DStat>("D" + std::to_string(++i), text);
  shop.build();
  shop.run(1);
  i = 0;
  for (const auto& [text, value] : expected)
    EXPECT_EQ(shop.persistent("D" + std::to_string(++i)).value(), value) << text;
}

TEST(Set, FaultsOfBuilding) {
  Shop shop;
  shop.add<Resource>("A", 1.0);
  shop.add<Resource>("B", 1.0);
  shop.add<Variable>("v", 3.0);
  shop.add<Set>("Empty", Set::Options{"", {}});
  shop.add<Set>("Mixed", Set::Options{"", {"A", "Line"}});
  shop.add<Set>("Wrong", Set::Options{"", {"v"}});
  shop.add<Set>("Lines", Set::Options{"", {"Line", "Other"}});
  shop.add<Set>("Both", Set::Options{"", {"A", "B"}});
  shop.job("J", 0, {{"Lines"}}, 1);
  shop.job("K", 0, {{"Both"}, {"A"}}, 1);
  shop.job("L", 0, {{"Both", 2.0}}, 1);
  const std::string faults = shop.faults();
  EXPECT_THAT(faults, HasSubstr("set 'Empty' has no members"));
  EXPECT_THAT(faults, HasSubstr("set 'Mixed' is of type Resource, but 'Line' is of type Queue"));
  EXPECT_THAT(faults, HasSubstr("'v' cannot be a member of a set | sets hold elements of type"));
  EXPECT_THAT(faults, HasSubstr("'JSeize' needs a set of type Resource; 'Lines' holds 'Line'"));
  EXPECT_THAT(faults, HasSubstr("'KSeize' names resource 'A' twice"));
  EXPECT_THAT(faults, HasSubstr("'LSeize' asks for 2 units of resource 'Both', which has 1"));
}

TEST(Set, FaultsOfTheRun) {
  Pool pool(SelectionRule::kSpecificMember, "NR(A) + 4");
  pool.jobs("J", 0, {}, 1, {pool.units}, 1.0);
  const auto failure = pool.failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->message(),
              HasSubstr("the member 'NR(A) + 4' is 4; it must be a whole number from 1 to 3"));

  Pool none(SelectionRule::kPreferredOrder);
  auto& create = none.arrivals("Arrives", 0.0, {}, 1);
  auto& release = none.add<Release>("Free", std::vector<ResourceUnits>{{"Machines"}});
  auto& log = none.add<Log>("Log");
  none.link(create.out, release.in);
  none.link(release.out, log.in);
  const auto second = none.failure();
  ASSERT_TRUE(second);
  EXPECT_THAT(second->message(), HasSubstr("releases a member of the set of 'A' but holds none"));

  Shop shop;
  shop.add<Resource>("A", 1.0);
  shop.add<Set>("Some", Set::Options{"", {"A"}});
  shop.add<Variable>("v", 2.0);
  shop.add<DStat>("D", "MEMBER(Some, v)");
  const auto third = shop.failure(1);
  ASSERT_TRUE(third);
  EXPECT_THAT(third->message(), HasSubstr("the index of MEMBER is 2; it must be a whole number from 1 to 1"));
}

// Machine 1 (A) and 2 (B) by an attribute, with a worker for both: job 1 takes A and the worker to 10; job 2
// wants B and waits for the worker; job 3 wants A again.
TEST(Set, AResourceByItsNumberTogetherWithAnother) {
  Shop shop;
  shop.add<Attribute>("machine");
  shop.add<Resource>("A", 1.0);
  shop.add<Resource>("B", 1.0);
  shop.add<Resource>("Worker", 1.0);
  ResourceUnits by_number;
  by_number.by_number("1 + (IDENT == 2)");
  auto& jobs = shop.jobs("J", 0, 1.0, 3, {by_number, {"Worker"}}, 10.0);
  shop.run();
  EXPECT_THAT(jobs.begin.times, ElementsAre(0, 10, 20));
  EXPECT_EQ(shop.count("A.TotalNumberSeized"), 2);
  EXPECT_EQ(shop.count("B.TotalNumberSeized"), 1);
  EXPECT_EQ(shop.count("Worker.TotalNumberSeized"), 3);
  EXPECT_DOUBLE_EQ(shop.average("A.NumberBusy"), 20.0 / 30);
}

TEST(Set, ByNumberOthersPassOneThatWaits) {
  Shop shop;
  shop.add<Resource>("A", 1.0);
  shop.add<Resource>("B", 1.0);
  ResourceUnits by_number;
  by_number.by_number("1 + (IDENT == 3)");
  auto& jobs = shop.jobs("J", 0, 1.0, 3, {by_number}, 10.0);
  shop.run();
  EXPECT_THAT(jobs.begin.records, ElementsAre(1, 3, 2));
  EXPECT_THAT(jobs.begin.times, ElementsAre(0, 2, 10));
}

TEST(Set, FaultsOfNumbers) {
  Shop twice;
  twice.add<Resource>("A", 5.0);
  ResourceUnits by_number;
  by_number.by_number("1");
  twice.job("J", 0, {by_number, {"A"}}, 1);
  EXPECT_THAT(twice.failure().value().what(), HasSubstr("asks twice for resource 'A', once by its number"));
  Shop beyond;
  beyond.add<Resource>("A", 5.0);
  ResourceUnits second;
  second.by_number("2");
  beyond.job("J", 0, {second}, 1);
  EXPECT_THAT(beyond.failure().value().what(),
              HasSubstr("the member '2' is 2; it must be a whole number from 1 to 1"));
  Shop none;
  none.job("J", 0, {second}, 1);
  EXPECT_THAT(none.faults(),
              HasSubstr("'JSeize' asks for a resource by its number | there are none; declare one"));
}

}  // namespace
}  // namespace escapement::siman
