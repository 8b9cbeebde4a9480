// SPDX-License-Identifier: MIT
#include "trust.h"

#include <gtest/gtest.h>

namespace escapement::qss_solver {
namespace {

TEST(Trust, GrowsWithTheTimeInWhichNothingLimitedIt) {
  Trust trust;
  trust.begin(10);
  EXPECT_DOUBLE_EQ(trust.after(10), 1e-6);
  EXPECT_DOUBLE_EQ(trust.after(14), 1e-6 + 1);
}

TEST(Trust, BeginsAnewWhereCoefficientsTold) {
  Trust trust;
  trust.begin(0);
  trust.limited(1000, 0.01);
  EXPECT_DOUBLE_EQ(trust.after(1000), 1e-6 + 0.015);
  EXPECT_DOUBLE_EQ(trust.after(1001), 1e-6 + 0.015 + 0.25);
  trust.begin(2000);
  EXPECT_DOUBLE_EQ(trust.after(2000), 1e-6);
}

// What is to serve as long as others did is looked at once; what is to serve much longer, more often.
TEST(Trust, LooksMoreOftenAtWhatIsToServeLonger) {
  Trust trust;
  trust.begin(0);
  EXPECT_EQ(trust.looks(1, trust.after(1)), 8);
  for (const double t : {1.0, 1.1, 1.2}) trust.limited(t, 0.1);
  EXPECT_EQ(trust.looks(1.2, 0.12), 1);
  EXPECT_EQ(trust.looks(3.2, 0.5), 3);
  EXPECT_EQ(trust.looks(20, 2), 8);
}

// A single short one is forgotten in time.
TEST(Trust, ForgetsTheShortest) {
  Trust trust;
  trust.begin(0);
  trust.limited(0, 1e-3);
  for (int k = 0; k < 200; ++k) trust.limited(k, 0.1);
  EXPECT_EQ(trust.looks(200, 0.1), 1);
}

}  // namespace
}  // namespace escapement::qss_solver
