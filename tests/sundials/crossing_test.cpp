// SPDX-License-Identifier: MIT
#include "crossing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "escapement/core/error.h"
#include "zeno.h"

namespace escapement::sundials::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Values : ConditionValues {
  std::vector<std::function<double(double)>> g;
  int calls = 0;
  void at(double t, double* values) override {
    ++calls;
    for (std::size_t i = 0; i < g.size(); ++i) values[i] = g[i](t);
  }
};

TEST(Crossings, FindsTheFirstInstantAtWhichTheConditionIsTrue) {
  // sin t = 0.5 first at pi/6; the answer is within two ulps and on the side where sin t >= 0.5.
  Values values;
  values.g = {[](double t) { return std::sin(t) - 0.5; }};
  Crossings crossings({Relation::kAtLeast});
  crossings.settle(0, values);
  values.calls = 0;
  ASSERT_TRUE(crossings.search(0, 1.5, values));
  EXPECT_NEAR(crossings.time(), M_PI / 6, 4e-16);
  EXPECT_GE(std::sin(crossings.time()), 0.5);
  EXPECT_LT(values.calls, 20);
  // It goes on from there, and the condition stays true: nothing until it was false.
  EXPECT_FALSE(crossings.search(crossings.time(), 1.5, values));
}

TEST(Crossings, ConditionThatHoldsAtTheStartFiresOnlyAfterItWasFalse) {
  Values values;
  values.g = {[](double t) { return std::cos(t); }};
  Crossings crossings({Relation::kAbove});
  crossings.settle(0, values);
  EXPECT_FALSE(crossings.search(0, 2, values));
  ASSERT_TRUE(crossings.search(2, 5, values));
  EXPECT_NEAR(crossings.time(), 1.5 * M_PI, 1e-15);
}

TEST(Crossings, StrictAndOtherRelationsDifferAtAZero) {
  // g = t: at 0 `>= 0` holds, `> 0` does not and becomes true at once.
  Values values;
  values.g = {[](double t) { return t; }, [](double t) { return t; }};
  Crossings crossings({Relation::kAtLeast, Relation::kAbove});
  crossings.settle(0, values);
  EXPECT_THAT(crossings.holding(), ElementsAre(1, 0));
  ASSERT_TRUE(crossings.search(0, 1, values));
  EXPECT_THAT(crossings.fired(), ElementsAre(1));
  EXPECT_LT(crossings.time(), 1e-15);
  EXPECT_GT(crossings.time(), 0);
}

TEST(Crossings, SeesATouchThatIsOverBeforeTheStepEnds) {
  // 1 - 400 (t - 0.4)^2 is above 0 on (0.35, 0.45) only, and below at the thirds of [0, 1].
  Values values;
  values.g = {[](double t) { return 1 - 400 * (t - 0.4) * (t - 0.4); }};
  Crossings crossings({Relation::kAbove});
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 1, values));
  EXPECT_NEAR(crossings.time(), 0.35, 1e-14);
}

TEST(Crossings, DrivenConditionIsSeenInEachOfItsPeriodsWithinOneStep) {
  // sin(60 pi t) >= 0.999: at the thirds of the step it is 0. Upwards at (k + asin(0.999)/(2 pi)) / 30.
  Values values;
  values.g = {[](double t) { return std::sin(60 * M_PI * t) - 0.999; }};
  Crossings crossings({Relation::kAtLeast}, {1});
  crossings.settle(0, values);
  double from = 0;
  for (int k = 0; k < 30; ++k) {
    ASSERT_TRUE(crossings.search(from, 1, values, k == 0)) << k;
    from = crossings.time();
    EXPECT_NEAR(from, (k + std::asin(0.999) / (2 * M_PI)) / 30, 1e-9);
  }
  EXPECT_FALSE(crossings.search(from, 1, values));
  EXPECT_LT(values.calls, 30 * 80);
}

TEST(Crossings, JumpOfAFollowedValueIsLocated) {
  // A value that turns over at 0.7; the condition beside it never becomes true.
  Values values;
  values.g = {[](double t) { return -1 - t; },
              [](double t) { return std::sin(5 * t) + (t < 0.7 ? 0 : 0.1); }};
  Crossings crossings({Relation::kAtLeast}, {}, 1);
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 1, values, true));
  EXPECT_TRUE(crossings.jumped());
  EXPECT_TRUE(crossings.fired().empty());
  EXPECT_LT(crossings.before_jump(), 0.7);
  EXPECT_GE(crossings.time(), 0.7);
  EXPECT_NEAR(crossings.time(), 0.7, 1e-14);
  EXPECT_FALSE(crossings.search(crossings.time(), 1, values));
  EXPECT_FALSE(crossings.jumped());
}

TEST(Crossings, SearchAmongDrivenConditionsStopsWhereOneIsTrue) {
  // Beyond its zero at 0.4 the function has no value, and nobody asks for one.
  Values values;
  values.g = {[](double t) { return t < 0.9 ? t - 0.4 : throw Error("beyond"); }};
  Crossings crossings({Relation::kAtLeast}, {1});
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 1.2, values));
  EXPECT_NEAR(crossings.time(), 0.4, 1e-15);
}

TEST(Crossings, AllThatCrossAtOnceFireTogether) {
  Values values;
  values.g = {[](double t) { return t - 1; }, [](double t) { return 3 * t - 3; },
              [](double t) { return 1 - t * t; }, [](double t) { return t - 1.001; }};
  Crossings crossings({Relation::kAtLeast, Relation::kAtLeast, Relation::kAtMost, Relation::kAtLeast});
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 2, values));
  EXPECT_THAT(crossings.fired(), ElementsAre(0, 1, 2));
  EXPECT_NEAR(crossings.time(), 1, 2e-15);
  ASSERT_TRUE(crossings.search(crossings.time(), 2, values));
  EXPECT_THAT(crossings.fired(), ElementsAre(3));
}

TEST(Crossings, ConstantZeroNeverFires) {
  Values values;
  values.g = {[](double) { return 0.0; }, [](double) { return 0.0; }};
  Crossings crossings({Relation::kAtLeast, Relation::kAbove});
  crossings.settle(0, values);
  for (double t = 0; t < 10; ++t) EXPECT_FALSE(crossings.search(t, t + 1, values));
}

// Above zero early in the step and for a short while: no third of a step sees it.
TEST(Crossings, AStepThatBeginsAnewIsLookedAtEarly) {
  Values values;
  values.g = {[](double t) { return (t - 0.02) * (0.05 - t); }};
  Crossings crossings({Relation::kAbove});
  crossings.settle(0, values);
  EXPECT_FALSE(crossings.search(0, 1, values));
  values.g = {[](double t) { return (t - 0.05) * (0.15 - t); }};
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 1, values, true));
  EXPECT_NEAR(crossings.time(), 0.05, 1e-15);
  // What holds at the beginning, ceases at once and comes back is an event too.
  values.g = {[](double t) { return (t - 0.001) * (t - 0.2); }};
  crossings.settle(0, values);
  ASSERT_TRUE(crossings.search(0, 1, values, true));
  EXPECT_NEAR(crossings.time(), 0.2, 1e-15);
}

std::string zeno(const std::function<void(ZenoWatch&)>& feed) {
  ZenoWatch watch({"h <= 0", "x > 1"});
  try {
    feed(watch);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(ZenoWatch, TellsWhereAGeometricSeriesEnds) {
  // 1, 1 + 1/2, 1 + 1/2 + 1/4, ...: ends at 2.
  const std::string text = zeno([](ZenoWatch& watch) {
    double t = 0, d = 1;
    const std::vector<std::size_t> fired{0};
    for (int k = 0; k < 100; ++k, d /= 2) watch.note(t += d, fired);
  });
  EXPECT_THAT(text, HasSubstr("'h <= 0' has become true"));
  EXPECT_THAT(text, HasSubstr("pile up at time 2, "));
}

TEST(ZenoWatch, TellsChatteringWithAllItsConditions) {
  const std::string text = zeno([](ZenoWatch& watch) {
    for (int k = 0; k < 2000; ++k) {
      const std::vector<std::size_t> fired{static_cast<std::size_t>(k % 2)};
      watch.note(3 + k * 4.5e-16, fired);
    }
  });
  EXPECT_THAT(text, HasSubstr("1000 events within"));
  EXPECT_THAT(text, HasSubstr("'h <= 0' or 'x > 1'"));
  EXPECT_THAT(text, HasSubstr("hysteresis"));
}

TEST(ZenoWatch, LeavesOrdinaryEventsAlone) {
  EXPECT_EQ(zeno([](ZenoWatch& watch) {
              const std::vector<std::size_t> fired{0};
              double t = 0;
              for (int k = 0; k < 5000; ++k) watch.note(t += 1 + 0.5 * std::sin(k), fired);  // no pattern
              for (int k = 0; k < 5000; ++k)
                watch.note(t += 10.0 / (k + 1), fired);  // shorter and shorter, no end
            }),
            "");
}

// Once a second, and then a burst whose intervals become shorter by a fiftieth: a millionth of a second is no
// pile.
TEST(ZenoWatch, ASuddenBurstIsNoSeries) {
  EXPECT_EQ(zeno([](ZenoWatch& watch) {
              const std::vector<std::size_t> fired{0};
              double t = 0, d = 1e-7;
              for (int k = 0; k < 10; ++k) watch.note(t += 1, fired);
              for (int k = 0; k < 100; ++k, d *= 0.98) watch.note(t += d, fired);
              for (int k = 0; k < 10; ++k) watch.note(t += 1, fired);
            }),
            "");
}

}  // namespace
}  // namespace escapement::sundials::internal
