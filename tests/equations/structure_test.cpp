// SPDX-License-Identifier: MIT
#include "escapement/equations/structure.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "escapement/core/error.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Structure, BlocksComeInAnOrderOfSolution) {
  // e0: a + b, e1: a, e2: b + c + d, e3: c - d + a   gives a, b, then c and d together
  const Incidence incidence{4, {{0, 1}, {0}, {1, 2, 3}, {2, 3, 0}}};
  const Matching matching = maximum_matching(incidence);
  ASSERT_EQ(matching.pairs, 4U);
  const auto blocks = sorted_blocks(incidence, matching);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_THAT(blocks[0].equations, ElementsAre(1));
  EXPECT_THAT(blocks[0].unknowns, ElementsAre(0));
  EXPECT_THAT(blocks[1].equations, ElementsAre(0));
  EXPECT_THAT(blocks[2].equations, ElementsAre(2, 3));
}

TEST(Structure, SystemsWithoutPerfectMatchingCannotBeSorted) {
  const Incidence incidence{2, {{0}, {0}}};
  EXPECT_THROW(sorted_blocks(incidence, maximum_matching(incidence)), InternalError);
}

// 0 = x + u1 u2; 0 = x' + x; 0 = 40 x + x^2 - 3 with x and its derivative taken as one unknown: two equations
// for x alone, one for u1 and u2.
TEST(Structure, SingularPartsAreTold) {
  const Singularity found = singularity({3, {{0, 1, 2}, {0}, {0}}});
  EXPECT_THAT(found.too_many_equations, ElementsAre(1, 2));
  EXPECT_THAT(found.for_unknowns, ElementsAre(0));
  EXPECT_THAT(found.too_few_equations, ElementsAre(0));
  EXPECT_THAT(found.left_unknowns, ElementsAre(1, 2));
  EXPECT_FALSE(found.empty());
}

TEST(Structure, WhatIsWellDeterminedIsNotTold) {
  EXPECT_TRUE(singularity({2, {{0, 1}, {1}}}).empty());
  const Singularity found = singularity({3, {{0}, {1, 2}}});  // one unknown too many
  EXPECT_THAT(found.too_many_equations, IsEmpty());
  EXPECT_THAT(found.left_unknowns, ElementsAre(1, 2));
}

TEST(Structure, EmptySystems) {
  EXPECT_TRUE(sorted_blocks({}, maximum_matching({})).empty());
  EXPECT_TRUE(singularity({}).empty());
  EXPECT_THAT(singularity({0, {{}}}).too_many_equations, ElementsAre(0));
  EXPECT_THAT(singularity({1, {}}).left_unknowns, ElementsAre(0));
}

// Random systems that have a perfect matching: every unknown of an equation is given by its own block or an
// earlier one, and blocks do not fall apart (each equation of a block reaches each other one).
TEST(Structure, RandomSystemsAreSortedIntoStrongComponents) {
  constexpr unsigned kSeed = 20261128;
  RecordProperty("seed", kSeed);
  std::mt19937 random(kSeed);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + random() % 30;
    Incidence incidence{n, std::vector<std::vector<int>>(n)};
    std::vector<int> hidden(n);
    for (std::size_t i = 0; i < n; ++i) hidden[i] = static_cast<int>(i);
    std::shuffle(hidden.begin(), hidden.end(), random);
    for (std::size_t e = 0; e < n; ++e)
      for (std::size_t u = 0; u < n; ++u)
        if (hidden[e] == static_cast<int>(u) || random() % n == 0)
          incidence.of_equation[e].push_back(static_cast<int>(u));
    const auto blocks = sorted_blocks(incidence, maximum_matching(incidence));
    std::vector<std::size_t> block_of(n);  // of unknowns
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const int u : blocks[b].unknowns) block_of[static_cast<std::size_t>(u)] = b;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (const int e : blocks[b].equations)
        for (const int u : incidence.of_equation[static_cast<std::size_t>(e)])
          EXPECT_LE(block_of[static_cast<std::size_t>(u)], b);
      for (std::size_t from = 0; from < blocks[b].equations.size(); ++from) {
        std::vector<bool> reached(blocks[b].equations.size(), false);
        std::vector<std::size_t> open{from};
        reached[from] = true;
        while (!open.empty()) {
          const std::size_t at = open.back();
          open.pop_back();
          const auto& uses = incidence.of_equation[static_cast<std::size_t>(blocks[b].equations[at])];
          for (std::size_t to = 0; to < reached.size(); ++to)
            if (!reached[to] && std::find(uses.begin(), uses.end(), blocks[b].unknowns[to]) != uses.end()) {
              reached[to] = true;
              open.push_back(to);
            }
        }
        EXPECT_TRUE(std::all_of(reached.begin(), reached.end(), [](bool r) { return r; }));
      }
    }
  }
}

}  // namespace
}  // namespace escapement::equations
