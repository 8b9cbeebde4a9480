// SPDX-License-Identifier: MIT
#include "escapement/siman/adjust.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One entity at 10 adjusts v from 2.
struct Ramp : Model {
  explicit Ramp(Adjust::Options options) {
    add<EntityType>("Part");
    add<Variable>("v", Variable::Options{1, 1, {2}, true});
    add<Variable>("list", Variable::Options{3, 1, {1, 2, 3}, false});
    auto& create = arrivals("Arrivals", 10.0, {}, 1);
    auto& adjust = add<Adjust>("Adjust", std::move(options));
    log = &add<Log>("Log");
    link(create.out, adjust.in);
    link(adjust.out, log->in);
    link(log->out, add<Dispose>("Done").in);
  }
  Log* log;
};

Adjust::Options to(const char* value, const char* rate, const char* interval) {
  Adjust::Options o;
  o.variable = "v";
  o.to = value;
  o.rate = rate;
  o.interval = interval;
  return o;
}

// From 2 to 9 at 2 a time unit in steps of 1: 4, 6, 8 at 11, 12, 13, and 9 at 13.5.
TEST(Adjust, MovesInStepsAndArrivesOnTime) {
  Ramp ramp(to("9", "2", "1"));
  ramp.run();
  EXPECT_THAT(ramp.log->times, ElementsAre(13.5));
  EXPECT_EQ(ramp.persistent("v").changes(), 4u);
  EXPECT_DOUBLE_EQ(ramp.average("v") * 13.5, 2 * 11 + 4 + 6 + 8 * 0.5);
  EXPECT_EQ(ramp.persistent("v").value(), 9);
  EXPECT_DOUBLE_EQ(ramp.tally("Part.OtherTime"), 3.5);
}

TEST(Adjust, DownwardsTheSignOfTheRateDoesNotMatter) {
  Ramp ramp(to("0 - 3", "-2.5", "0.5"));
  ramp.run();
  EXPECT_THAT(ramp.log->times, ElementsAre(12));
  EXPECT_EQ(ramp.persistent("v").value(), -3);
  EXPECT_EQ(ramp.persistent("v").changes(), 4u);  // 0.75, -0.5, -1.75, -3
}

TEST(Adjust, NothingToDo) {
  Ramp ramp(to("2", "1", "1"));
  ramp.run();
  EXPECT_THAT(ramp.log->times, ElementsAre(10));
}

TEST(Adjust, AnElementOfAnArray) {
  Adjust::Options o = to("8", "3", "1");
  o.variable = "list";
  o.row = 2.0;
  Ramp ramp(o);
  ramp.add<DStat>("Second", "list(2)");
  ramp.run();
  EXPECT_THAT(ramp.log->times, ElementsAre(12));
  EXPECT_EQ(ramp.persistent("Second").value(), 8);
}

TEST(Adjust, Faults) {
  EXPECT_THAT(Ramp(to("9", "0", "1")).failure()->what(),
              HasSubstr("the rate '0' is 0; it must be finite and above 0"));
  EXPECT_THAT(Ramp(to("9", "1", "v - 2")).failure()->what(), HasSubstr("the interval 'v - 2' is 0"));
  EXPECT_THAT(Ramp(to("9", "1", "1e-300")).failure()->what(),
              HasSubstr("so short that the clock does not move"));
  EXPECT_THAT(Ramp(to("1 / (v - 2)", "1", "1")).failure()->what(),
              HasSubstr("the variable is to go to inf ('1 / (v - 2)'), which it would never reach"));
  EXPECT_THAT(Ramp(to("", "1", "1")).faults(), HasSubstr("'Adjust' lacks the expression 'to'"));
  Adjust::Options o = to("9", "1", "1");
  o.row = 1.0;
  EXPECT_THAT(Ramp(o).faults(), HasSubstr("variable 'v' takes 0 subscripts, got 1"));
}

}  // namespace
}  // namespace escapement::siman
