// SPDX-License-Identifier: MIT
#include "escapement/qss/polynomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <vector>

namespace escapement::qss {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// k (e - a) (e - b) (e - c)
Polynomial with_roots(double k, double a, double b, double c) {
  return {{-k * a * b * c, k * (a * b + b * c + a * c), -k * (a + b + c), k}};
}

TEST(Polynomial, ShiftKeepsTheCurve) {
  const Polynomial p{{1, -2, 3, -4}};
  EXPECT_DOUBLE_EQ(p.shifted(2).at(0.5), p.at(2.5));
  EXPECT_EQ(p.shifted(1), (Polynomial{{-2, -8, -9, -4}}));  // by hand: p(1), p'(1), p''(1)/2, p'''/6
}

TEST(Polynomial, ProductIsTheTaylorPolynomial) {
  const Polynomial a{{1, 2, 3, 4}}, b{{5, 6, 7, 8}};
  EXPECT_EQ(a * b, (Polynomial{{5, 16, 34, 60}}));  // 1*8 + 2*7 + 3*6 + 4*5 = 60
}

TEST(Polynomial, PrintsItsCoefficientsUpToTheDegree) {
  std::ostringstream out;
  out << Polynomial{{0.5, -1, 0, 0}};
  EXPECT_EQ(out.str(), "0.5 -1");
}

TEST(Crossing, FirstRootInTheAskedDirection) {
  const Polynomial p = with_roots(1, 1, 2, 4);  // negative, positive from 1, negative from 2, positive from 4
  EXPECT_NEAR(crossing(p, 1), 1, 1e-15);
  EXPECT_NEAR(crossing(p, -1), 2, 4e-15);
  EXPECT_NEAR(crossing(with_roots(-1, 1, 2, 4), -1), 1, 1e-15);
  EXPECT_NEAR(crossing(with_roots(1, -3, -2, 4), 1), 4, 8e-15);
  EXPECT_EQ(crossing(with_roots(1, -3, -2, 4), -1), kNever);
}

TEST(Crossing, LinesAndParabolas) {
  EXPECT_EQ(crossing({{1, -0.5, 0, 0}}, -1), 2);
  EXPECT_EQ(crossing({{1, 0.5, 0, 0}}, -1), kNever);
  EXPECT_EQ(crossing({{1, 0, 0, 0}}, -1), kNever);
  EXPECT_DOUBLE_EQ(crossing({{1, 0, -4.905, 0}}, -1), std::sqrt(1 / 4.905));  // a body falls one metre
  EXPECT_EQ(crossing({{1, 0, 4.905, 0}}, -1), kNever);
}

// From e = 0 on the sign just afterwards counts; the root at 0 itself is none.
TEST(Crossing, StartsJustAfterZero) {
  EXPECT_EQ(crossing({{0, 1, -1, 0}}, -1), 1);      // e - e^2
  EXPECT_EQ(crossing({{0, 1, -1, 0}}, 1), kNever);  // positive at once, and not again
  EXPECT_EQ(crossing({{0, -1, 1, 0}}, 1), 1);
  EXPECT_NEAR(crossing({{0, 0, -1, 1}}, 1), 1, 1e-15);
}

TEST(Crossing, TouchingIsNotCrossing) {
  EXPECT_EQ(crossing({{1, -2, 1, 0}}, -1), kNever);  // (e - 1)^2
  EXPECT_EQ(crossing(with_roots(1, 1, 1, 3), 1), crossing(with_roots(1, 1, 1, 3), 1));
  EXPECT_NEAR(crossing(with_roots(1, 1, 1, 3), 1), 3, 1e-14);                 // touches at 1, crosses at 3
  EXPECT_NEAR(crossing({{0.01 - 1e-12, -0.2, 1, 0}}, -1), 0.1 - 1e-6, 1e-9);  // dips under by 1e-12
}

// e^3 1e-300 + e - 1: the closed form for cubics would divide by the leading coefficient.
TEST(Crossing, TinyLeadingCoefficientsLoseNoDigits) {
  EXPECT_NEAR(crossing({{-1, 1, 0, 1e-300}}, 1), 1, 1e-15);
  EXPECT_NEAR(crossing({{-1, 1, 1e-300, 0}}, 1), 1, 1e-15);
  EXPECT_NEAR(crossing({{-1, 1e-20, 0, 1e-60}}, 1) / 6.823278038280193e19, 1,
              1e-12);  // y^3 + y = 1, y = e 1e-20
}

TEST(Crossing, RandomCubicsAgainstTheirRoots) {
  std::mt19937_64 random(20240611);
  std::uniform_real_distribution<double> place(-3, 5), size(-8, 8);
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> roots = {place(random), place(random), place(random)};
    std::sort(roots.begin(), roots.end());
    if (roots[1] - roots[0] < 1e-3 || roots[2] - roots[1] < 1e-3 || std::abs(roots[0]) < 1e-3 ||
        std::abs(roots[1]) < 1e-3 || std::abs(roots[2]) < 1e-3)
      continue;  // hard to tell apart: the tests above
    const double k = std::exp(size(random)) * (i % 2 == 0 ? 1 : -1);
    const Polynomial p = with_roots(k, roots[0], roots[1], roots[2]);
    for (const int sign : {1, -1}) {
      double expected = kNever;
      for (int r = 2; r >= 0; --r)  // at root r (from 0) the sign becomes k for r = 0 and 2, -k for r = 1
        if (roots[static_cast<std::size_t>(r)] > 0 && (k > 0 ? 1 : -1) * (r == 1 ? -1 : 1) == sign)
          expected = roots[static_cast<std::size_t>(r)];
      const double found = crossing(p, sign);
      if (expected == kNever)
        EXPECT_EQ(found, kNever);
      else
        EXPECT_NEAR(found, expected, 1e-9) << p;
    }
  }
}

TEST(TimeToReach, LeavesTheBandOnEitherSide) {
  EXPECT_DOUBLE_EQ(time_to_reach({{0, 2, 0, 0}}, 1), 0.5);
  EXPECT_DOUBLE_EQ(time_to_reach({{0.5, -2, 0, 0}}, 1), 0.75);
  EXPECT_DOUBLE_EQ(time_to_reach({{0, 0, -4, 0}}, 1), 0.5);
  EXPECT_DOUBLE_EQ(time_to_reach({{0, 0, 0, 8}}, 1), 0.5);
  EXPECT_EQ(time_to_reach({{0.9, 0, 0, 0}}, 1), kNever);
  EXPECT_EQ(time_to_reach({{1.1, -5, 0, 0}}, 1), 0);
  EXPECT_EQ(time_to_reach({{1, 5, 0, 0}}, 1), 0);
  EXPECT_DOUBLE_EQ(time_to_reach({{1, -4, 0, 0}}, 1), 0.5);  // from edge to edge
  // -4 e + e^2: at -1 first where e^2 - 4 e + 1 = 0
  EXPECT_NEAR(time_to_reach({{0, -4, 1, 0}}, 1), 2 - std::sqrt(3.0), 1e-15);
  // -e + e^2 goes down to -0.25 only, and leaves above: e^2 - e - 1 = 0
  EXPECT_NEAR(time_to_reach({{0, -1, 1, 0}}, 1), (1 + std::sqrt(5.0)) / 2, 1e-15);
  // 3 e - 4 e^3 = sin of the triple angle touches 1 at 0.5 and -1 from 1 on
  EXPECT_NEAR(time_to_reach({{0, 3, 0, -4}}, 0.99), std::sin(std::asin(0.99) / 3), 1e-14);
}

}  // namespace
}  // namespace escapement::qss
