// SPDX-License-Identifier: MIT
#include "escapement/statistics/moments.h"

#include <gtest/gtest.h>

#include <vector>

namespace escapement::statistics {
namespace {

void fold(const std::vector<double>& values, double weight_of_each, Moments& moments) {
  const double origin = moments.origin(values.front());
  double weight = 0;
  double sum = 0;
  double deviation = 0;
  double squares = 0;
  for (const double value : values) {
    weight += weight_of_each;
    sum += weight_of_each * value;
    deviation += weight_of_each * (value - origin);
    squares += weight_of_each * (value - origin) * (value - origin);
  }
  moments.fold(weight, sum, deviation, squares);
}

// 1, 2, 3 and 5, 9: mean 4, squared deviations 9 + 4 + 1 + 1 + 25 = 40.
TEST(Moments, JoinsBlocks) {
  Moments moments;
  fold({1, 2, 3}, 1, moments);
  EXPECT_EQ(moments.mean(), 2);
  EXPECT_EQ(moments.second_central_sum(), 2);
  fold({5, 9}, 1, moments);
  EXPECT_EQ(moments.weight(), 5);
  EXPECT_EQ(moments.sum(), 20);
  EXPECT_EQ(moments.mean(), 4);
  EXPECT_NEAR(moments.second_central_sum(), 40, 1e-13);
}

TEST(Moments, ScalesWithTheWeight) {
  Moments moments;
  fold({1, 2, 3}, 0.5, moments);
  fold({5, 9}, 0.5, moments);
  EXPECT_EQ(moments.mean(), 4);
  EXPECT_NEAR(moments.second_central_sum(), 20, 1e-13);
}

TEST(Moments, LeavesOutABlockWithoutWeight) {
  Moments moments;
  fold({1, 3}, 1, moments);
  moments.fold(0, 0, 0, 0);
  EXPECT_EQ(moments.mean(), 2);
  EXPECT_EQ(moments.second_central_sum(), 2);
}

TEST(Moments, CarriesWhatRoundingWouldLose) {
  Moments moments;
  moments.fold(1, 1e16, 0, 0);
  for (int i = 0; i < 1000; ++i) moments.fold(1, 1, 0, 0);
  moments.fold(1, -1e16, 0, 0);
  EXPECT_EQ(moments.sum(), 1000);
}

}  // namespace
}  // namespace escapement::statistics
