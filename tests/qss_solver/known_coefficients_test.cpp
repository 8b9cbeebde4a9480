// SPDX-License-Identifier: MIT
#include "known_coefficients.h"

#include <gtest/gtest.h>

namespace escapement::qss_solver {
namespace {

// base = 10 a + b, as a row whose coefficients are made of two held variables.
struct KnownCoefficientsTest : testing::Test {
  double a = 0, b = 0, base = 0;
  KnownCoefficients known;

  void SetUp() override { known.begin({&a, &b}, {&base}); }
  // Whether it was known; base is right then, and made anew else.
  bool go_to(double to_a, double to_b) {
    a = to_a;
    b = to_b;
    base = -1;
    if (known.recall()) {
      EXPECT_EQ(base, 10 * a + b);
      return true;
    }
    base = 10 * a + b;
    known.keep();
    return false;
  }
};

TEST_F(KnownCoefficientsTest, ModesThatComeBackAreKnown) {
  for (int round = 0; round < 3; ++round)
    for (int mode = 0; mode < 4; ++mode) EXPECT_EQ(go_to(mode / 2, mode % 2), round > 0) << round << mode;
}

TEST_F(KnownCoefficientsTest, TheOneKeptFirstGivesWay) {
  for (int mode = 0; mode < 5; ++mode) EXPECT_FALSE(go_to(mode, 0));
  EXPECT_TRUE(go_to(4, 0));
  EXPECT_TRUE(go_to(1, 0));
  EXPECT_FALSE(go_to(0, 0));
  EXPECT_FALSE(go_to(1, 0));
}

// 1 / 0 and 1 / -0 are not the same.
TEST_F(KnownCoefficientsTest, ValuesCountBitByBit) {
  EXPECT_FALSE(go_to(0.0, 1));
  EXPECT_FALSE(go_to(-0.0, 1));
  EXPECT_TRUE(go_to(-0.0, 1));
}

TEST_F(KnownCoefficientsTest, WhatNeverComesBackIsNotKept) {
  for (int k = 0; k <= KnownCoefficients::kPatience; ++k) {
    EXPECT_TRUE(known.keeps());
    EXPECT_FALSE(go_to(k, 0.5));
  }
  EXPECT_FALSE(known.keeps());
  EXPECT_FALSE(go_to(1, 1));
  EXPECT_FALSE(go_to(1, 1));
}

TEST_F(KnownCoefficientsTest, NorOfMoreValuesThanFit) {
  const std::vector<double> many(KnownCoefficients::kRead + 1);
  std::vector<const double*> read;
  for (const double& one : many) read.push_back(&one);
  known.begin(read, {&base});
  EXPECT_FALSE(known.keeps());
  read.pop_back();
  known.begin(read, {&base});
  EXPECT_TRUE(known.keeps());
}

}  // namespace
}  // namespace escapement::qss_solver
