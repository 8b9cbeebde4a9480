// SPDX-License-Identifier: MIT
#include "escapement/equations/gradient.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "escapement/equations/derivative.h"
#include "escapement/equations/tape.h"
#include "escapement/equations/text.h"

namespace escapement::equations {
namespace {

Names x_y_z(Terms& terms) {
  return {[&terms](std::string_view name) -> std::optional<Term> {
            if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z')
              return terms.variable(static_cast<VariableIndex>(name[0] - 'x'));
            return std::nullopt;
          },
          {}};
}

std::vector<std::string> gradient_of(std::string_view text) {
  Terms terms;
  const auto name = [](VariableIndex v) { return std::string(1, static_cast<char>('x' + v)); };
  std::vector<std::string> shown;
  for (const Partial& one :
       gradient(terms, parse(text, terms, x_y_z(terms)), [](VariableIndex v) { return v < 2; }))
    shown.push_back(name(one.variable) + ": " + to_text(terms, one.value, name));
  return shown;
}

TEST(Gradient, OfSimpleTermsReadsAsInABook) {
  using ::testing::ElementsAre;
  EXPECT_THAT(gradient_of("3*x + y - 4*z"), ElementsAre("x: 3", "y: 1"));  // z is not wanted
  EXPECT_THAT(gradient_of("x*y"), ElementsAre("x: y", "y: x"));
  EXPECT_THAT(gradient_of("x*x"), ElementsAre("x: x + x"));
  EXPECT_THAT(gradient_of("sin(y)"), ElementsAre("y: cos(y)"));
  EXPECT_THAT(gradient_of("if x > y then 2*x else y"),
              ElementsAre("x: if x > y then 2 else 0", "y: if x > y then 0 else 1"));
  EXPECT_THAT(gradient_of("floor(x) + sign(y) + time"), ElementsAre());
}

// The derivative of the branch that is not taken, 1/(2 sqrt(0)), must not reach the result.
TEST(Gradient, WhatIsNotChosenDoesNotDisturb) {
  Terms terms;
  const Term term = parse("3*(if x > 0 then sqrt(x) else y)", terms, x_y_z(terms));
  for (const Partial& one : gradient(terms, term, [](VariableIndex) { return true; }))
    EXPECT_EQ(evaluate(terms, one.value, std::vector<double>{0, 5, 0}, 0), one.variable == 0 ? 0 : 3);
}

// Against the derivative variable by variable, on terms that share parts (seed 11).
TEST(Gradient, AgreesWithForwardDerivatives) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE("seed 11, round " + std::to_string(round));
    Terms terms;
    std::vector<Term> made{terms.variable(0), terms.variable(1), terms.variable(2), terms.constant(0.7),
                           terms.time()};
    constexpr Operation kSmooth[] = {Operation::kAdd,    Operation::kSubtract, Operation::kMultiply,
                                     Operation::kDivide, Operation::kNegate,   Operation::kSin,
                                     Operation::kCos,    Operation::kAtan,     Operation::kTanh,
                                     Operation::kAtan2,  Operation::kNoEvent,  Operation::kAbs};
    for (int i = 0; i < 25; ++i) {
      const Operation operation = kSmooth[random() % std::size(kSmooth)];
      std::vector<Term> arguments;
      for (int k = 0; k < info(operation).arguments; ++k) arguments.push_back(made[random() % made.size()]);
      made.push_back(terms.make(operation, arguments));
    }
    const Term term = made.back();
    const std::vector<double> point{0.31, -1.2, 2.4};
    std::vector<double> by_forward(3), by_reverse(3);
    for (VariableIndex v = 0; v < 3; ++v)
      by_forward[v] = evaluate(terms, partial_derivative(terms, term, v), point, 0.5);
    for (const Partial& one : gradient(terms, term, [](VariableIndex) { return true; }))
      by_reverse[one.variable] = evaluate(terms, one.value, point, 0.5);
    for (int v = 0; v < 3; ++v) {
      if (!std::isfinite(by_forward[v])) continue;
      EXPECT_NEAR(by_reverse[v], by_forward[v], 1e-9 * (1 + std::abs(by_forward[v]))) << "variable " << v;
    }
  }
}

// A sum of n products has n derivatives; together they cost a multiple of n, not of n^2.
TEST(Gradient, CostsAFewTimesTheTerm) {
  Terms terms;
  Term sum = terms.constant(0);
  constexpr VariableIndex kMany = 3000;
  for (VariableIndex v = 0; v < kMany; ++v)
    sum = terms.add(sum, terms.multiply(terms.variable(v), terms.variable(v + 1)));
  const std::size_t before = terms.size();
  EXPECT_EQ(gradient(terms, sum, [](VariableIndex) { return true; }).size(), kMany + 1);
  EXPECT_LT(terms.size(), 3 * before);
}

}  // namespace
}  // namespace escapement::equations
