// SPDX-License-Identifier: MIT
#include "escapement/qss/crossing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace escapement::qss {
namespace {

// Crossings from either side at the instants 1 - r^k.
void cross_ever_faster(Crossing& crossing, double ratio, int times) {
  crossing.start(1, 1);
  for (int k = 0; k < times; ++k) {
    crossing.cross(1 - std::pow(ratio, k));
    crossing.cross(1 - std::pow(ratio, k + 0.5));
  }
}

// Distances of (1 - 0.5) 0.5^k are below 1e-8 of the first after 27 of them.
TEST(CrossingWithoutEnd, IsToldByItsGeometricSeries) {
  Crossing crossing;
  cross_ever_faster(crossing, 0.5, 20);
  EXPECT_FALSE(crossing.endless());
  cross_ever_faster(crossing, 0.5, 32);
  EXPECT_TRUE(crossing.endless());
  EXPECT_NEAR(crossing.accumulation(), 1, 1e-8);
}

// Twelve distances that halve, and then two crossings at one instant: these are no part of the series, whose
// next distance would have been 2^-12.
TEST(CrossingWithoutEnd, IsNotToldByTwoAtOneInstant) {
  Crossing crossing;
  cross_ever_faster(crossing, 0.5, 12);
  crossing.cross(1 - std::pow(0.5, 12));
  crossing.cross(1 - std::pow(0.5, 12));
  crossing.cross(1 - std::pow(0.5, 12));
  EXPECT_FALSE(crossing.endless());
}

// Each side gives a function that leads to the other: below zero it rises, above it has jumped to zero and
// stays there, where the condition counts as not fulfilled (side -1). After some rounds it counts as what it
// was crossed to, since nothing moves there.
TEST(CrossingWithoutEnd, EndsInAZeroThatStays) {
  Crossing crossing;
  crossing.start(-1, -1);
  crossing.update(0, {{-1, 1, 0, 0}}, 1);
  int crossings = 0;
  for (; crossing.due() < kInfinity && crossings < 50; ++crossings) {
    const Time t = crossing.due();
    crossing.cross(t);
    crossing.update(t, crossing.side() > 0 ? Polynomial{{0.5, 0, 0, 0}} : Polynomial{{0, 1, 0, 0}}, 1);
    if (crossing.side() > 0) crossing.update(t, {{0, 0, 0, 0}}, 1);
  }
  EXPECT_LT(crossings, 20);
  EXPECT_EQ(crossing.side(), 1);
  EXPECT_FALSE(crossing.endless());
}

}  // namespace
}  // namespace escapement::qss
