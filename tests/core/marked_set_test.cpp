// SPDX-License-Identifier: MIT
#include "escapement/core/marked_set.h"

#include <gtest/gtest.h>

#include <vector>

namespace escapement {
namespace {

std::vector<std::size_t> walked(const MarkedSet& set, std::size_t size) {
  std::vector<std::size_t> found;
  for (std::size_t i = set.next(0); i < size; i = set.next(i + 1)) found.push_back(i);
  return found;
}

TEST(MarkedSet, WalksInRisingOrderOverWords) {
  MarkedSet set(200);
  EXPECT_EQ(set.next(0), 200U);
  for (const std::size_t i : {0U, 63U, 64U, 128U, 199U}) set.set(i);
  EXPECT_EQ(walked(set, 200), (std::vector<std::size_t>{0, 63, 64, 128, 199}));
  EXPECT_EQ(set.next(65), 128U);
  set.clear(64);
  EXPECT_FALSE(set.has(64));
  EXPECT_TRUE(set.has(63));
  EXPECT_EQ(set.next(64), 128U);
  EXPECT_EQ(set.next(200), 200U);
}

TEST(MarkedSet, AllOfThemAndNoMore) {
  for (const std::size_t size : {1U, 63U, 64U, 65U, 130U, 4096U, 5000U}) {
    MarkedSet set(size);
    set.set_all();
    EXPECT_EQ(walked(set, size).size(), size);
    EXPECT_EQ(set.next(size), size);
  }
  EXPECT_EQ(MarkedSet().next(0), 0U);
}

TEST(MarkedSet, LeavesOutThoseOfAnother) {
  MarkedSet set(150), others(150);
  set.set_all();
  for (std::size_t i = 0; i < 140; ++i) others.set(i);
  EXPECT_EQ(set.next_but(others, 0), 140U);
  EXPECT_EQ(set.next_but(others, 149), 149U);
}

TEST(MarkedSet, FindsWhatIsFarAway) {
  MarkedSet set(100000);
  const std::vector<std::size_t> far{3, 4095, 4096, 70000, 99999};
  for (const std::size_t i : far) set.set(i);
  EXPECT_EQ(walked(set, 100000), far);
  for (const std::size_t i : {4095U, 70000U}) set.clear(i);
  EXPECT_EQ(set.next(4), 4096U);
  EXPECT_EQ(set.next(4097), 99999U);
  MarkedSet others(100000);
  others.set(4096);
  EXPECT_EQ(set.next_but(others, 4), 99999U);
  set.clear_all();
  EXPECT_EQ(set.next(0), 100000U);
  set.set_all();
  EXPECT_EQ(walked(set, 100000).size(), 100000U);
}

// A mark that is set behind the walk is met on it.
TEST(MarkedSet, MayGrowWhileItIsWalkedThrough) {
  MarkedSet set(100);
  set.set(0);
  std::vector<std::size_t> met;
  for (std::size_t i = set.next(0); i < 100; i = set.next(i + 1)) {
    met.push_back(i);
    if (i + 33 < 100) set.set(i + 33);
  }
  EXPECT_EQ(met, (std::vector<std::size_t>{0, 33, 66, 99}));
}

}  // namespace
}  // namespace escapement
