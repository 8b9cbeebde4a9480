// SPDX-License-Identifier: MIT
#include "consequences.h"

#include <gmock/gmock.h>

namespace escapement::qss_solver {
namespace {

TEST(KnownConsequences, OfTheSameChangeAreKept) {
  KnownConsequences all;
  bool known = true;
  Consequences& first = all.of({7, 3}, known);
  EXPECT_FALSE(known);
  EXPECT_THAT(first.of, testing::ElementsAre(7, 3));
  first.evaluated = {1, 2};
  first.searched = true;
  Consequences& again = all.of({7, 3}, known);
  EXPECT_TRUE(known);
  EXPECT_THAT(again.evaluated, testing::ElementsAre(1, 2));
  EXPECT_TRUE(again.searched);
}

// In another order, or with more to it, it is another change.
TEST(KnownConsequences, OfOthersAreNot) {
  KnownConsequences all;
  bool known = true;
  all.of({7, 3}, known).evaluated = {1, 2};
  for (const std::vector<std::uint32_t>& other :
       {std::vector<std::uint32_t>{3, 7}, {7}, {7, 3, 3}, {7, 4}, {8, 3}}) {
    const Consequences& found = all.of(other, known);
    EXPECT_FALSE(known);
    EXPECT_EQ(found.of, other);
    EXPECT_TRUE(found.evaluated.empty());
  }
}

// Wherever their places are, two that take turns are both known.
TEST(KnownConsequences, OfTwoThatTakeTurnsBothAreKept) {
  bool known = true;
  for (std::uint32_t k = 1; k < 300; ++k) {
    KnownConsequences all;
    for (int round = 0; round < 3; ++round) {
      const std::uint32_t evaluated[] = {k, 2 * k};
      for (const std::uint32_t one : evaluated) {
        Consequences& found = all.of({one, 7}, known);
        EXPECT_EQ(known, round > 0);
        if (!known) found.evaluated = {one};
        EXPECT_THAT(found.evaluated, testing::ElementsAre(one));
      }
    }
  }
}

// There are fewer places than changes: what takes a place begins there with nothing.
TEST(KnownConsequences, WhatIsDrivenOutIsFoundOutAnew) {
  KnownConsequences all;
  bool known = true;
  for (std::uint32_t k = 0; k < 1000; ++k) {
    Consequences& one = all.of({k, k + 1}, known);
    EXPECT_FALSE(known);
    EXPECT_TRUE(one.refreshed.empty() && one.timed.empty() && one.chosen.empty() && one.crossings.empty() &&
                one.unsure.empty() && one.evaluated.empty() && !one.searched);
    one.refreshed = one.timed = one.chosen = one.evaluated = one.crossings = one.unsure = {k};
    one.searched = true;
    all.of({k, k + 1}, known);
    EXPECT_TRUE(known);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
