// SPDX-License-Identifier: MIT
#include "escapement/continuous/run.h"

#include <gtest/gtest.h>

namespace escapement::continuous {
namespace {

TEST(Run, KnowsTheOrderOfQuantisedStateMethods) {
  EXPECT_EQ(quantised_order("qss1"), 1);
  EXPECT_EQ(quantised_order("liqss2"), 2);
  EXPECT_EQ(quantised_order("liqss3"), 3);
  EXPECT_EQ(quantised_order("cqss"), 1);
  EXPECT_EQ(quantised_order("cvode"), std::nullopt);
  EXPECT_EQ(quantised_order("liqss4"), std::nullopt);
}

TEST(Run, AddsUpTheWorkOfParts) {
  Counters sum, one;
  one.crossing_checks = 3;
  one.heap_operations = 5;
  sum += one;
  sum += one;
  EXPECT_EQ(sum.crossing_checks, 6U);
  EXPECT_EQ(sum.heap_operations, 10U);
}

}  // namespace
}  // namespace escapement::continuous
