// SPDX-License-Identifier: MIT
// Symbolic derivatives and Taylor series, against closed forms and against each other.
#include "escapement/equations/derivative.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "escapement/equations/tape.h"
#include "escapement/equations/taylor.h"
#include "escapement/equations/text.h"

namespace escapement::equations {
namespace {

Names x_and_y(Terms& terms) {
  return {[&terms](std::string_view name) -> std::optional<Term> {
            if (name == "x") return terms.variable(0);
            if (name == "y") return terms.variable(1);
            return std::nullopt;
          },
          {}};
}

std::string derived(std::string_view text) {
  Terms terms;
  const Term term = parse(text, terms, x_and_y(terms));
  return to_text(terms, partial_derivative(terms, term, 0),
                 [](VariableIndex v) { return v == 0 ? "x" : "y"; });
}

TEST(Derivative, OfPolynomialsReadsAsInABook) {
  EXPECT_EQ(derived("3*x + y"), "3");
  EXPECT_EQ(derived("x*y"), "y");
  EXPECT_EQ(derived("x^3"), "3 * x^2");
  EXPECT_EQ(derived("y^2"), "0");
  EXPECT_EQ(derived("-sin(x)"), "-cos(x)");
  EXPECT_EQ(derived("exp(2*x)"), "2 * exp(2 * x)");
}

TEST(Derivative, OfPiecesIsThatOfThePiece) {
  EXPECT_EQ(derived("floor(x)"), "0");
  EXPECT_EQ(derived("sign(x)"), "0");
  EXPECT_EQ(derived("x < y"), "0");
  EXPECT_EQ(derived("if x > y then 2*x else y"), "if x > y then 2 else 0");
  EXPECT_EQ(derived("noEvent(if x > y then 2*x else y)"), "noEvent(if x > y then 2 else 0)");
}

// Every function at a point in its domain: the partial derivative against a central difference, and the
// series along x(t) = 0.3 + 0.7 t - 0.2 t^2, y(t) = 1.4 - 0.1 t against symbolic total derivatives of first
// and second order.
TEST(Derivative, AgreesWithDifferencesAndSeriesForEveryFunction) {
  for (const std::string text : {"x + y",
                                 "x - y",
                                 "x*y",
                                 "x/y",
                                 "x^y",
                                 "y^x",
                                 "x^3",
                                 "y^(-2)",
                                 "x^2.5",
                                 "-x",
                                 "abs(x - y)",
                                 "sqrt(x)",
                                 "exp(x*y)",
                                 "log(x)",
                                 "log10(y)",
                                 "sin(x*y)",
                                 "cos(x)",
                                 "tan(x)",
                                 "asin(x)",
                                 "acos(x)",
                                 "atan(x*y)",
                                 "sinh(x)",
                                 "cosh(y)",
                                 "tanh(x + y)",
                                 "atan2(x, y)",
                                 "atan2(y, -x)",
                                 "min(x, y)",
                                 "max(x, y*y)",
                                 "mod(x, 0.25)",
                                 "mod(5*x, y)",
                                 "if x < y then x*x else y",
                                 "noEvent(x*sin(y))",
                                 "x*exp(-time)",
                                 "sin(time)*y"}) {
    SCOPED_TRACE(text);
    Terms terms;
    const Term f = parse(text, terms, x_and_y(terms));
    const std::array<double, 2> at{0.3, 1.4};
    constexpr double kStep = 1e-6;
    for (const VariableIndex v : {0U, 1U}) {
      auto high = at, low = at;
      high[v] += kStep;
      low[v] -= kStep;
      const double difference = (evaluate(terms, f, high, 0.5) - evaluate(terms, f, low, 0.5)) / (2 * kStep);
      EXPECT_NEAR(evaluate(terms, partial_derivative(terms, f, v), at, 0.5), difference,
                  1e-7 * (1 + std::abs(difference)));
    }
    // x' and y' are functions of time too: the second total derivative needs them as terms.
    const Term since = terms.subtract(terms.time(), terms.constant(0.5));
    const Term rate_x = terms.subtract(terms.constant(0.7), terms.multiply(terms.constant(0.4), since));
    const Term rate_y = terms.constant(-0.1);
    Differentiator total(
        terms, [&](VariableIndex v) { return v == 0 ? rate_x : rate_y; }, terms.constant(1));
    const Term first = total(f), second = total(first);
    std::array<Taylor<2>, 2> series;
    series[0].c = {0.3, 0.7, -0.2};
    series[1].c = {1.4, -0.1, 0};
    Taylor<2> time(0.5);
    time.c[1] = 1;
    std::vector<Taylor<2>> work;
    Taylor<2> result;
    Tape(terms, std::array{f}).evaluate<Taylor<2>>(series, time, work, {&result, 1});
    EXPECT_EQ(result.c[0], evaluate(terms, f, at, 0.5));
    EXPECT_NEAR(result.c[1], evaluate(terms, first, at, 0.5), 1e-12 * (1 + std::abs(result.c[1])));
    EXPECT_NEAR(2 * result.c[2], evaluate(terms, second, at, 0.5), 1e-11 * (1 + std::abs(result.c[2])));
  }
}

TEST(Taylor, OfThirdOrderGivesKnownSeries) {
  Taylor<3> t(0.0);
  t.c[1] = 1;
  EXPECT_THAT(exp(t).c, ::testing::ElementsAre(1, 1, 0.5, ::testing::DoubleEq(1.0 / 6)));
  EXPECT_THAT(sin(t).c, ::testing::ElementsAre(0, 1, 0, ::testing::DoubleEq(-1.0 / 6)));
  EXPECT_THAT(atan(t).c, ::testing::ElementsAre(0, 1, 0, ::testing::DoubleEq(-1.0 / 3)));
  EXPECT_THAT(tan(t).c, ::testing::ElementsAre(0, 1, 0, ::testing::DoubleEq(1.0 / 3)));
  EXPECT_THAT(sqrt(Taylor<3>(1.0) + t).c, ::testing::ElementsAre(1, 0.5, -0.125, 0.0625));
  EXPECT_DOUBLE_EQ((t * t + t).at(3), 12);
}

TEST(Taylor, WholePowersHoldAtZeroAndBelow) {
  Taylor<2> t(0.0);
  t.c[1] = 1;
  EXPECT_THAT(pow(t, Taylor<2>(2.0)).c, ::testing::ElementsAre(0, 0, 1));
  Taylor<2> below(-2.0);
  below.c[1] = 1;
  EXPECT_THAT(pow(below, Taylor<2>(3.0)).c, ::testing::ElementsAre(-8, 12, -6));
}

// 2/(1 + exp(x)) at x = 1000 and x = 500: 0 with all derivatives, however large those of the exponential are.
// A pole that has not overflowed keeps its infinite slope.
TEST(Taylor, AQuotientByWhatHasOverflowedIsZero) {
  for (const double x : {500.0, 709.0, 1000.0}) {
    Taylor<3> t(x);
    t.c[1] = 1e10;
    for (const double c : (Taylor<3>(2.0) / (Taylor<3>(1.0) + exp(t))).c) EXPECT_NEAR(c, 0, 1e-150) << x;
  }
  Taylor<1> at_zero(0.0);
  at_zero.c[1] = 1;
  EXPECT_FALSE(std::isfinite((Taylor<1>(1.0) / (Taylor<1>(1.0) + sqrt(at_zero))).c[1]));
}

TEST(Taylor, AbsTakesThePieceThatTimeEnters) {
  Taylor<2> falling(0.0);
  falling.c[1] = -2;
  EXPECT_THAT(abs(falling).c, ::testing::ElementsAre(0, 2, 0));
}

}  // namespace
}  // namespace escapement::equations
