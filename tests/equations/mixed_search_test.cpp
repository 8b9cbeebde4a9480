// SPDX-License-Identifier: MIT
#include "mixed_search.h"

#include <gmock/gmock.h>

#include <random>

namespace escapement::equations::internal {
namespace {

using ::testing::ElementsAre;

// Ideal diodes as a complementarity problem: w = M z + q with w, z >= 0 and w z = 0. Truth i: "z[i] is free".
// The crossing function is z[i] where it is, -w[i] where it is not, and the relation is "> 0".
struct Diodes {
  std::vector<std::vector<double>> m;
  std::vector<double> q;
  int tried = 0;

  std::optional<MixedSearch::Outcome> operator()(const std::vector<double>& free) {
    ++tried;
    const std::size_t n = q.size();
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0));
    std::vector<double> b(n);
    for (std::size_t i = 0; i < n; ++i) {  // unknown i: z[i], or w[i]
      b[i] = -q[i];
      for (std::size_t j = 0; j < n; ++j) a[i][j] = free[j] != 0 ? m[i][j] : (i == j ? -1 : 0);
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k; i < n; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      if (std::abs(a[pivot][k]) < 1e-12) return std::nullopt;
      std::swap(a[k], a[pivot]);
      std::swap(b[k], b[pivot]);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k) continue;
        const double factor = a[i][k] / a[k][k];
        for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
        b[i] -= factor * b[k];
      }
    }
    MixedSearch::Outcome outcome;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = b[i] / a[i][i];
      outcome.crossings.push_back(free[i] != 0 ? x : -x);
      outcome.truths.push_back(outcome.crossings.back() > 0 ? 1 : 0);
    }
    return outcome;
  }
};

// Turning all that disagree at once goes 000, 100, 111, 001, 100 ... here, though all principal minors are
// positive (1, 1, 1; 1, 3, 1; 1), so that there is a solution.
TEST(MixedSearch, OneAtATimeEndsWhereAllAtOnceGoesInACircle) {
  Diodes diodes{{{1, 0, 1}, {-1, 1, 0}, {-2, 2, 1}}, {-3, 2, 1}};
  EXPECT_THAT(diodes({0, 0, 0})->truths, ElementsAre(1, 0, 0));
  EXPECT_THAT(diodes({1, 0, 0})->truths, ElementsAre(1, 1, 1));
  EXPECT_THAT(diodes({1, 1, 1})->truths, ElementsAre(0, 0, 1));
  EXPECT_THAT(diodes({0, 0, 1})->truths, ElementsAre(1, 0, 0));
  MixedSearch search(std::ref(diodes));
  const auto found = search.run({0, 0, 0});
  ASSERT_TRUE(found);
  EXPECT_EQ(diodes(*found)->truths, *found);
}

// With a matrix A'A + I (positive definite) the solution exists and is unique; far more diodes than could be
// tried.
TEST(MixedSearch, ManyDiodesOfAPositiveDefiniteNetwork) {
  std::mt19937 random(20250301);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 15;
    std::vector<std::vector<double>> a(n, std::vector<double>(n));
    for (auto& row : a)
      for (double& x : row) x = normal(random);
    Diodes diodes{std::vector<std::vector<double>>(n, std::vector<double>(n, 0)), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) {
      diodes.q[i] = normal(random);
      for (std::size_t j = 0; j < n; ++j) {
        diodes.m[i][j] = i == j ? 1 : 0;
        for (std::size_t k = 0; k < n; ++k) diodes.m[i][j] += a[k][i] * a[k][j];
      }
    }
    MixedSearch search(std::ref(diodes));
    const auto found = search.run(std::vector<double>(n, 0));
    ASSERT_TRUE(found) << "round " << round;
    EXPECT_EQ(diodes(*found)->truths, *found) << "round " << round;
  }
}

// A relation that comes out as -1e-12 when it is taken as true, and as 1e-12 when it is taken as false,
// beside another that goes to 100: it is at its zero.
TEST(MixedSearch, RoundingAtAZeroIsForgiven) {
  MixedSearch search([](const std::vector<double>& truths) -> std::optional<MixedSearch::Outcome> {
    const double first = truths[0] != 0 ? -1e-12 : 1e-12;
    return MixedSearch::Outcome{{first > 0 ? 1.0 : 0.0, 1}, {first, 100}};
  });
  const auto found = search.run({0, 0});
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[1], 1);
  EXPECT_THAT(search.forgiven(), ElementsAre(true, false));
}

// x > 0 with x = -1 when it is taken as true and 1 when not.
TEST(MixedSearch, WhatNeverAgreesIsNotFound) {
  MixedSearch search([](const std::vector<double>& truths) -> std::optional<MixedSearch::Outcome> {
    const double x = truths[0] != 0 ? -1 : 1;
    return MixedSearch::Outcome{{x > 0 ? 1.0 : 0.0}, {x}};
  });
  EXPECT_FALSE(search.run({0}));
  ASSERT_TRUE(search.nearest());
  EXPECT_EQ(std::abs(search.nearest()->crossings[0]), 1);
}

}  // namespace
}  // namespace escapement::equations::internal
