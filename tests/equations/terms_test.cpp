// SPDX-License-Identifier: MIT
#include "escapement/equations/terms.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

#include "escapement/core/error.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;

TEST(Terms, EqualTermsAreOne) {
  Terms t;
  const Term x = t.variable(0), y = t.variable(1);
  EXPECT_EQ(t.add(x, y), t.add(y, x));
  EXPECT_EQ(t.multiply(t.add(x, y), t.constant(2)), t.multiply(t.constant(2), t.add(x, y)));
  EXPECT_NE(t.subtract(x, y), t.subtract(y, x));
  EXPECT_NE(t.variable(0), t.variable(1));
  EXPECT_EQ(t.constant(-0.0), t.constant(0.0));
}

TEST(Terms, ArgumentsHaveSmallerNumbersAndPoolsGrow) {
  Terms t;
  Term sum = t.constant(0);
  for (std::uint32_t i = 0; i < 10000; ++i) sum = t.add(sum, t.multiply(t.constant(i + 2), t.variable(i)));
  for (const Term one : t.reachable({&sum, 1}))
    for (const Term argument : t.arguments(one)) EXPECT_LT(argument, one);
  EXPECT_EQ(t.variables_in(sum).size(), 10000U);
  const std::size_t size = t.size();
  Term again = t.constant(0);
  for (std::uint32_t i = 0; i < 10000; ++i)
    again = t.add(again, t.multiply(t.constant(i + 2), t.variable(i)));
  EXPECT_EQ(again, sum);
  EXPECT_EQ(t.size(), size);
}

TEST(Terms, SimplifiesWhatNeedsNoValues) {
  Terms t;
  const Term x = t.variable(0), zero = t.constant(0), one = t.constant(1), minus = t.constant(-1);
  EXPECT_EQ(t.add(x, zero), x);
  EXPECT_EQ(t.add(zero, x), x);
  EXPECT_EQ(t.subtract(x, zero), x);
  EXPECT_EQ(t.subtract(zero, x), t.negate(x));
  EXPECT_EQ(t.subtract(x, x), zero);
  EXPECT_EQ(t.multiply(x, zero), zero);
  EXPECT_EQ(t.multiply(one, x), x);
  EXPECT_EQ(t.multiply(x, minus), t.negate(x));
  EXPECT_EQ(t.divide(x, one), x);
  EXPECT_EQ(t.divide(zero, x), zero);
  EXPECT_EQ(t.make(Operation::kPower, x, one), x);
  EXPECT_EQ(t.make(Operation::kPower, x, zero), one);
  EXPECT_EQ(t.negate(t.negate(x)), x);
  EXPECT_EQ(t.make(Operation::kIf, one, x, zero), x);
  EXPECT_EQ(t.make(Operation::kIf, zero, x, one), one);
  EXPECT_EQ(t.make(Operation::kIf, x, one, one), one);
  EXPECT_EQ(t.make(Operation::kAnd, x, zero), zero);
  EXPECT_EQ(t.make(Operation::kOr, x, one), one);
  const Term relation = t.make(Operation::kLess, x, one);
  EXPECT_EQ(t.make(Operation::kNot, t.make(Operation::kNot, relation)), relation);
  EXPECT_NE(t.make(Operation::kNot, t.make(Operation::kNot, x)), x);  // x may be 7, not not 7 is 1
  EXPECT_TRUE(t.is_constant(t.make(Operation::kSqrt, t.constant(9)), 3));
}

TEST(Terms, ConstantsThatGiveNoNumberStayAsTheyAre) {
  Terms t;
  const Term bad = t.divide(t.constant(1), t.constant(0));
  EXPECT_EQ(t.operation(bad), Operation::kDivide);
  EXPECT_EQ(evaluate(t, bad, {}, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(t.operation(t.divide(t.constant(0), t.constant(0))), Operation::kDivide);
  EXPECT_EQ(t.operation(t.make(Operation::kLog, t.constant(-1))), Operation::kLog);
}

TEST(Terms, SubstituteRebuildsAndSimplifies) {
  Terms t;
  const Term x = t.variable(0), y = t.variable(1), two = t.constant(2);
  const Term formula = t.add(t.multiply(x, y), t.make(Operation::kSin, x));
  const Term replaced = t.substitute(formula, [&](VariableIndex v) { return v == 1 ? &two : nullptr; });
  EXPECT_EQ(replaced, t.add(t.multiply(two, x), t.make(Operation::kSin, x)));
  const Term zero = t.constant(0);
  EXPECT_EQ(t.substitute(formula, [&](VariableIndex v) { return v == 0 ? &zero : nullptr; }), zero);
}

TEST(Terms, TellWhatTheyDependOn) {
  Terms t;
  const Term formula = t.add(t.variable(7), t.multiply(t.variable(3), t.time()));
  EXPECT_THAT(t.variables_in(formula), ElementsAre(3U, 7U));
  EXPECT_TRUE(t.depends_on_time(formula));
  EXPECT_FALSE(t.depends_on_time(t.variable(7)));
}

TEST(Terms, WrongArgumentsAreInternalErrors) {
  Terms t;
  const Term x = t.variable(0);
  EXPECT_THROW(t.make(Operation::kSin, x, x), InternalError);
  EXPECT_THROW(t.make(Operation::kTime, std::span<const Term>{}), InternalError);
  EXPECT_THROW(t.make(Operation::kSin, Term{99}), InternalError);
}

TEST(Tape, EvaluatesEveryOperation) {
  Terms t;
  const Term x = t.variable(0), y = t.variable(1);
  const double a = 0.7, b = -1.3;
  const std::array<double, 2> values{a, b};
  const auto value = [&](Term term) { return evaluate(t, term, values, 5.0); };
  using enum Operation;
  EXPECT_EQ(value(t.add(x, y)), a + b);
  EXPECT_EQ(value(t.subtract(x, y)), a - b);
  EXPECT_EQ(value(t.multiply(x, y)), a * b);
  EXPECT_EQ(value(t.divide(x, y)), a / b);
  EXPECT_EQ(value(t.make(kPower, x, y)), std::pow(a, b));
  EXPECT_EQ(value(t.time()), 5.0);
  const std::array unary{std::pair{kAbs, 0.7},           std::pair{kSign, 1.0},
                         std::pair{kSqrt, std::sqrt(a)}, std::pair{kExp, std::exp(a)},
                         std::pair{kLog, std::log(a)},   std::pair{kLog10, std::log10(a)},
                         std::pair{kSin, std::sin(a)},   std::pair{kCos, std::cos(a)},
                         std::pair{kTan, std::tan(a)},   std::pair{kAsin, std::asin(a)},
                         std::pair{kAcos, std::acos(a)}, std::pair{kAtan, std::atan(a)},
                         std::pair{kSinh, std::sinh(a)}, std::pair{kCosh, std::cosh(a)},
                         std::pair{kTanh, std::tanh(a)}, std::pair{kFloor, 0.0},
                         std::pair{kCeil, 1.0},          std::pair{kNegate, -0.7},
                         std::pair{kNoEvent, 0.7},       std::pair{kNot, 0.0}};
  for (const auto& [operation, expected] : unary)
    EXPECT_DOUBLE_EQ(value(t.make(operation, x)), expected) << info(operation).name;
  EXPECT_EQ(value(t.make(kAtan2, x, y)), std::atan2(a, b));
  EXPECT_EQ(value(t.make(kMin, x, y)), b);
  EXPECT_EQ(value(t.make(kMax, x, y)), a);
  EXPECT_EQ(value(t.make(kBitXor, t.constant(12), t.constant(10))), 6);  // 1100, 1010: 0110
  EXPECT_NEAR(value(t.make(kMod, y, x)), 0.1, 1e-15);                    // -1.3 = -2 * 0.7 + 0.1
  EXPECT_EQ(value(t.make(kLess, y, x)), 1);
  EXPECT_EQ(value(t.make(kLessEqual, x, y)), 0);
  EXPECT_EQ(value(t.make(kGreater, x, y)), 1);
  EXPECT_EQ(value(t.make(kGreaterEqual, y, x)), 0);
  EXPECT_EQ(value(t.make(kEqual, x, y)), 0);
  EXPECT_EQ(value(t.make(kNotEqual, x, y)), 1);
  EXPECT_EQ(value(t.make(kAnd, x, y)), 1);
  EXPECT_EQ(value(t.make(kOr, t.make(kLess, x, y), x)), 1);
  EXPECT_EQ(value(t.make(kIf, t.make(kLess, x, y), x, y)), b);
}

TEST(Tape, SharesCommonPartsAndGivesSeveralResults) {
  Terms t;
  const Term x = t.variable(0), s = t.make(Operation::kSin, x);
  const std::array results{t.multiply(s, s), t.add(s, t.constant(1)), t.multiply(s, s)};
  const Tape tape(t, results);
  EXPECT_EQ(tape.instructions(), 3U);
  std::vector<double> work;
  std::array<double, 3> given{};
  const double at = 0.5;
  tape.evaluate<double>(std::span(&at, 1), 0.0, work, given);
  EXPECT_THAT(given,
              ElementsAre(std::sin(0.5) * std::sin(0.5), std::sin(0.5) + 1, std::sin(0.5) * std::sin(0.5)));
}

}  // namespace
}  // namespace escapement::equations
