// SPDX-License-Identifier: MIT
// Create, Decide, Assign, Record and Dispose.
#include <gtest/gtest.h>

#include "escapement/arena/assign.h"
#include "escapement/arena/create.h"
#include "escapement/arena/decide.h"
#include "escapement/arena/dispose.h"
#include "escapement/arena/record.h"
#include "siman/support.h"

namespace escapement::arena {
namespace {

using namespace siman::testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// `count` parts at 0, 1, 2 ... with attribute a = 0, 1, 2 ...
struct Source : Model {
  explicit Source(double count) {
    add<siman::EntityType>("Part");
    add<siman::Attribute>("a");
    siman::Create::Options c;
    c.interarrival = 1.0;
    c.max_batches = count;
    auto& create = add<Create>("Arrivals", c);
    auto& assign = add<Assign>("Mark", siman::Assign::Options{{siman::Assignment::parse({"a = TNOW"})}});
    link(create.out(), assign.in());
    last = &assign.out();
  }
  Log& end(PortBase& from, const std::string& name) {
    auto& log = top.add<Log>(name);
    auto& done = top.add<Dispose>(name + "Done");
    link(from, log.in);
    link(log.out, done.in());
    return log;
  }
  PortBase* last;
};

TEST(Decide, TwoWaysByCondition) {
  Source s(4);
  auto& decide = s.add<Decide>("Sort", Decide::Options{false, true, {"a >= 2"}});
  s.link(*s.last, decide.in());
  Log& yes = s.end(decide.out("true"), "Yes");
  Log& no = s.end(decide.out("false"), "No");
  s.run();
  EXPECT_THAT(yes.times, ElementsAre(2, 3));
  EXPECT_THAT(no.times, ElementsAre(0, 1));
  EXPECT_EQ(s.count("Sort.NumberOut"), 4);
}

TEST(Decide, ManyWaysByConditionTestedInOrder) {
  Source s(5);
  auto& decide = s.add<Decide>("Sort", Decide::Options{false, false, {"a > 3", "a > 1", "a > 1"}});
  s.link(*s.last, decide.in());
  Log& one = s.end(decide.out("out1"), "One");
  Log& two = s.end(decide.out("out2"), "Two");
  Log& three = s.end(decide.out("out3"), "Three");
  Log& other = s.end(decide.out("else"), "Other");
  s.run();
  EXPECT_THAT(one.times, ElementsAre(4));
  EXPECT_THAT(two.times, ElementsAre(2, 3));
  EXPECT_TRUE(three.times.empty());
  EXPECT_THAT(other.times, ElementsAre(0, 1));
}

// The published numbers of stream 1: 0.127, 0.319, 0.309, 0.826, 0.222, 0.533, 0.481, 0.356, 0.136, 0.756.
TEST(Decide, TwoWaysByChance) {
  Source s(10);
  auto& decide = s.add<Decide>("Toss", Decide::Options{true, true, {0.34}, 1});
  s.link(*s.last, decide.in());
  Log& yes = s.end(decide.out("true"), "Yes");
  s.end(decide.out("false"), "No");
  s.run();
  EXPECT_THAT(yes.records, ElementsAre(1, 2, 3, 5, 9));
}

TEST(Decide, ManyWaysByChanceWithOneNumber) {
  Source s(10);
  auto& decide = s.add<Decide>("Toss", Decide::Options{true, false, {0.2, 0.3}, 1});
  s.link(*s.last, decide.in());
  Log& one = s.end(decide.out("out1"), "One");
  Log& two = s.end(decide.out("out2"), "Two");
  Log& other = s.end(decide.out("else"), "Other");
  s.run();
  EXPECT_THAT(one.records, ElementsAre(1, 9));
  EXPECT_THAT(two.records, ElementsAre(2, 3, 5, 7, 8));
  EXPECT_THAT(other.records, ElementsAre(4, 6, 10));
}

TEST(Decide, NumberOfTestsMustFit) {
  for (auto tests : {std::vector<siman::ExpressionText>{}, std::vector<siman::ExpressionText>{0.1, 0.2}}) {
    try {
      Decide("D", Decide::Options{true, true, tests});
      FAIL();
    } catch (const BuildError& e) {
      EXPECT_THAT(e.what(), HasSubstr("'D' has " + std::to_string(tests.size()) +
                                      " tests; a two-way Decide takes one"));
    }
  }
}

TEST(Decide, ChancesOverOneAreAFault) {
  Source s(1);
  auto& decide = s.add<Decide>("Toss", Decide::Options{true, false, {0.7, 0.4}});
  s.link(*s.last, decide.in());
  for (const char* port : {"out1", "out2", "else"}) s.end(decide.out(port), port);
  EXPECT_THAT(s.faults(), HasSubstr("the probabilities of 'Toss' add up to 1.1"));
}

TEST(Record, Counts) {
  Source s(4);
  auto& plain = s.add<Record>("Made", siman::Count::Options{});
  auto& sum = s.add<Record>("Sum", siman::Count::Options{"Total", "a"});
  s.link(*s.last, plain.in());
  s.link(plain.out(), sum.in());
  s.end(sum.out(), "End");
  s.run();
  EXPECT_EQ(s.count("Made"), 4);  // under the module's name
  EXPECT_EQ(s.count("Total"), 0 + 1 + 2 + 3);
}

TEST(Record, Tallies) {
  using What = siman::Tally::What;
  Source s(4);
  auto& wait = s.add<siman::Delay>("Wait", siman::Delay::Options{"a * a"});
  auto& interval = s.add<Record>("Interval", siman::Tally::Options{What::kInterval, "a"});
  auto& between = s.add<Record>("Between", siman::Tally::Options{What::kBetween});
  auto& value = s.add<Record>("Value", siman::Tally::Options{What::kExpression, "10 * a", "Tens"});
  auto& entity = s.add<Record>("Entity", siman::Tally::Options{What::kEntity});
  s.link(*s.last, wait.in);
  s.link(wait.out, interval.in());
  s.link(interval.out(), between.in());
  s.link(between.out(), value.in());
  s.link(value.out(), entity.in());
  s.end(entity.out(), "End");  // at 0, 2, 6, 12
  s.run();
  EXPECT_DOUBLE_EQ(s.tally("Interval"), (0 + 1 + 4 + 9) / 4.0);
  EXPECT_DOUBLE_EQ(s.tally("Between"), (2 + 4 + 6) / 3.0);
  EXPECT_DOUBLE_EQ(s.tally("Tens"), 15);
  EXPECT_EQ(s.observations("Part.TotalTime"), 8u);
}

TEST(Record, CannotTakeTheNameOfAModulesStatistic) {
  Source s(1);
  auto& record = s.add<Record>("Note", siman::Count::Options{"EndDone.NumberIn"});
  s.link(*s.last, record.in());
  s.end(record.out(), "End");
  EXPECT_THAT(s.faults(), HasSubstr("the statistic 'EndDone.NumberIn' of "));
  EXPECT_THAT(s.faults(), HasSubstr(" is already one of "));
}

TEST(Dispose, CountsAndTallies) {
  for (const bool record : {true, false}) {
    Source s(3);
    auto& done = s.add<Dispose>("Done", record);
    s.link(*s.last, done.in());
    s.run();
    EXPECT_EQ(s.count("Done.NumberIn"), 3);
    EXPECT_EQ(s.count("Arrivals.NumberOut"), 3);
    EXPECT_EQ(s.observations("Part.TotalTime"), record ? 3u : 0u);
  }
}

}  // namespace
}  // namespace escapement::arena
