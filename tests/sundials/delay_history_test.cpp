// SPDX-License-Identifier: MIT
#include "escapement/sundials/delay_history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace escapement::sundials {
namespace {

TEST(DelayHistory, IsACubicBetweenSamples) {
  const auto cubic = [](double t) { return 1 + t * (2 - t * (3 - t)); };
  DelayHistory history;
  history.clear(0, cubic(0));
  for (const double t : {0.3, 0.5, 0.6, 1.0}) history.add(t, cubic(t));
  for (const double t : {0.1, 0.35, 0.55, 0.9}) EXPECT_NEAR(history.value(t), cubic(t), 1e-14) << t;
  EXPECT_EQ(history.value(-1), 1);  // before the first sample: the first
}

// The weights of Lagrange's cubic add up to one but for rounding, and the whole part of 3 less that is 2.
TEST(DelayHistory, WhatStandsStillIsExact) {
  DelayHistory history;
  history.clear(0, 3);
  for (int k = 1; k < 40; ++k) history.add(k * 0.1 + 0.01 * std::sin(k), 3);
  for (double t = 0; t < 3.9; t += 0.0123) EXPECT_EQ(history.value(t), 3) << t;
}

TEST(DelayHistory, AJumpIsDueAndThenTaken) {
  DelayHistory history;
  history.clear(0, 1);
  history.add(1, 2);
  history.jump(1, 5);
  history.add(2, 6);
  EXPECT_EQ(history.next_jump(), 1);
  EXPECT_NEAR(history.value(1), 2, 1e-15);
  EXPECT_TRUE(history.move_to(1));
  EXPECT_EQ(history.value(1), 5);
  EXPECT_FALSE(history.move_to(1.5));
  EXPECT_EQ(history.next_jump(), kInfinity);
}

TEST(DelayHistory, WhatItBeginsWithStaysBeforeAJumpOfTheFirstInstant) {
  DelayHistory history;
  history.clear(0, 1);
  history.jump(0, 2);
  history.jump(0, 4);
  history.add(1, 4);
  EXPECT_EQ(history.next_jump(), 0);
  EXPECT_EQ(history.value(0), 1);
  EXPECT_TRUE(history.move_to(0));
  EXPECT_EQ(history.value(0), 4);
  EXPECT_EQ(history.value(0.5), 4);
}

}  // namespace
}  // namespace escapement::sundials
