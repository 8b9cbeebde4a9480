// SPDX-License-Identifier: MIT
#include "escapement/qss/crossing.h"

#include <gtest/gtest.h>

namespace escapement::qss {
namespace {

// 2 - 3e + e^2 = (1 - e)(2 - e) falls through zero at 1 and rises through it at 2.
constexpr Polynomial kTwoRoots{{2, -3, 1, 0}};

TEST(Crossing, GoesFromSideToSide) {
  Crossing one;
  one.start(-1, 1);
  one.update(10, kTwoRoots, 6);
  EXPECT_EQ(one.side(), 1);
  EXPECT_NEAR(one.due(), 11, 1e-14 * 11);
  one.cross(one.due());
  EXPECT_EQ(one.side(), -1);
  EXPECT_NEAR(one.due(), 12, 1e-14 * 12);
  one.cross(one.due());
  EXPECT_EQ(one.side(), 1);
  EXPECT_EQ(one.due(), kInfinity);
}

// A side that the function does not have is left at once; one that is not given is taken from it.
TEST(Crossing, BeginsOnTheSideThatItIsTold) {
  Crossing one;
  one.start(-1, -1);
  one.update(10, kTwoRoots, 6);
  EXPECT_EQ(one.due(), 10);
  one.start(-1);
  one.update(10, kTwoRoots, 6);
  EXPECT_EQ(one.side(), 1);
  one.start(-1);
  one.update(10, {}, 0);  // zero, and stays so
  EXPECT_EQ(one.side(), -1);
}

// Who has a new function for it at that instant need not have it look ahead in the old one first.
TEST(Crossing, TurnsWithoutALookAhead) {
  for (const Polynomial& next :
       {Polynomial{{0, -1, 0, 0}}, Polynomial{{0, -1, 1, 0}}, Polynomial{{0, 2, 0, 0}}}) {
    Crossing turned, crossed;
    for (Crossing* one : {&turned, &crossed}) {
      one->start(-1, 1);
      one->update(0, {{1, -1, 0, 0}}, 2);
      ASSERT_EQ(one->due(), 1);
    }
    turned.turn(1);
    turned.update(1, next, 1);
    crossed.cross(1);
    crossed.update(1, next, 1);
    EXPECT_EQ(turned.side(), -1);
    EXPECT_EQ(turned.side(), crossed.side());
    EXPECT_EQ(turned.due(), crossed.due());
  }
}

// Crossings into one side at 1/2, 3/4, 7/8, ..., as of a ball that bounces lower and lower: from the ninth
// distance on that shrinks, and once it is small, they are taken for endless, and end at 1.
TEST(Crossing, ShrinkingDistancesAreEndless) {
  Crossing one;
  one.start(-1, 1);
  one.update(0, Polynomial::constant(1), 1);
  double t = 0;
  int count = 0;
  for (double left = 0.5; left > 1e-13 && !one.endless(); left /= 2, ++count) {
    t += left / 2;
    one.turn(t);
    t += left / 2;
    one.turn(t);
  }
  EXPECT_TRUE(one.endless());
  EXPECT_GT(count, 8);
  EXPECT_NEAR(one.accumulation(), 1, 1e-7);
}

}  // namespace
}  // namespace escapement::qss
