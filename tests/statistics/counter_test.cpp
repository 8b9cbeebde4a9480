// SPDX-License-Identifier: MIT
#include "escapement/statistics/counter.h"

#include <gtest/gtest.h>

namespace escapement::statistics {
namespace {

TEST(Counter, AddsUpItsSteps) {
  Counter counter;
  counter.increment();
  counter.increment(5);
  counter.increment(-2);
  EXPECT_EQ(counter.value(), 4);
  EXPECT_EQ(counter.increments(), 3U);
}

TEST(Counter, BeginsAgainOnClear) {
  Counter counter;
  counter.increment(5);
  counter.clear();
  EXPECT_EQ(counter.value(), 0);
  EXPECT_EQ(counter.increments(), 0U);
}

TEST(Counter, KnowsTheCountFromTheBeginning) {
  Counter counter;
  counter.increment(5);
  counter.clear();
  counter.increment(2);
  EXPECT_EQ(counter.value(), 2);
  EXPECT_EQ(counter.total(), 7);
}

}  // namespace
}  // namespace escapement::statistics
