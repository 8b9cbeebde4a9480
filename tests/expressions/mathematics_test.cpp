// SPDX-License-Identifier: MIT
#include "mathematics.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <set>

#include "support.h"

namespace escapement::expressions {
namespace {

struct Case {
  const char* function;
  const char* text;  // with x in place of one argument, so that it is not folded
  double x;
  double value;
};

// Values from hand calculation and from exact identities.
const Case kCases[] = {
    {"ABS", "ABS(x)", -2.5, 2.5},
    {"ACOS", "ACOS(x)", -1.0, std::numbers::pi},
    {"AINT", "AINT(x)", -2.9, -2.0},
    {"AMOD", "AMOD(x, 2)", 7.5, 1.5},
    {"AMOD", "AMOD(x, 2)", -7.5, -1.5},
    {"ANINT", "ANINT(x)", 2.5, 3.0},
    {"ANINT", "ROUND(x)", -2.5, -3.0},
    {"ASIN", "ASIN(x)", 1.0, std::numbers::pi / 2},
    {"ATAN", "ATAN(x)", 1.0, std::numbers::pi / 4},
    {"ATAN2", "ATAN2(1, x)", -1.0, 3 * std::numbers::pi / 4},
    {"CEIL", "CEIL(x)", -2.5, -2.0},
    {"CEIL", "CEILING(x)", 2.1, 3.0},
    {"COS", "COS(x)", std::numbers::pi, -1.0},
    {"EP", "EP(x)", 1.0, std::numbers::e},
    {"EP", "EXP(x)", 0.0, 1.0},
    {"FLOOR", "FLOOR(x)", -2.5, -3.0},
    {"HCOS", "HCOS(x)", std::numbers::ln2, 1.25},
    {"HSIN", "HSIN(x)", std::numbers::ln2, 0.75},
    {"HTAN", "HTAN(x)", std::numbers::ln2, 0.6},
    {"IF", "IF(x, 3, 4)", 0.1, 3.0},
    {"IF", "IF(x > 1, 3, 4)", 0.1, 4.0},
    {"LN", "LN(x)", std::numbers::e, 1.0},
    {"LOG", "LOG(x)", 1000.0, 3.0},
    {"MN", "MN(x, 3)", 5.0, 3.0},
    {"MN", "MIN(4, x, 3)", 2.0, 2.0},
    {"MN", "MN(x)", 5.0, 5.0},
    {"MOD", "MOD(x, 3.9)", 7.9, 1.0},
    {"MOD", "MOD(x, 3)", -7.0, -1.0},
    {"MX", "MX(x, 3)", 5.0, 5.0},
    {"MX", "MAX(4, x, 3, 1)", 2.0, 4.0},
    {"NOT", "NOT(x)", 0.0, 1.0},
    {"NOT", "NOT(x)", -3.0, 0.0},
    {"SGN", "SGN(x)", -3.0, -1.0},
    {"SGN", "SGN(x)", 0.0, 0.0},
    {"SGN", "SGN(x)", 0.2, 1.0},
    {"SIN", "SIN(x)", std::numbers::pi / 6, 0.5},
    {"SQRT", "SQRT(x)", 6.25, 2.5},
    {"TAN", "TAN(x)", std::numbers::pi / 4, 1.0},
};

TEST(Mathematics, GivesKnownValues) {
  std::set<std::string> covered;
  for (const Case& c : kCases) {
    double x = c.x;
    MapScope scope;
    scope.variable("x", &x);
    EXPECT_NEAR(value_of(c.text, scope), c.value, 1e-15) << c.text;
    MapScope fixed;
    fixed.constant("x", c.x);
    const Expression folded = compile(c.text, fixed);
    EXPECT_TRUE(folded.is_constant()) << c.text;
    EXPECT_NEAR(folded.constant().value_or(-99.0), c.value, 1e-15) << c.text;
    covered.insert(c.function);
  }
  for (const internal::MathFunction& f : internal::mathematics()) {
    EXPECT_EQ(covered.count(f.signature.name), 1U) << f.signature.name << " has no case";
  }
}

TEST(Mathematics, NamesInAnyCase) {
  EXPECT_EQ(value_of("aBs(-1) + Mx(1, 2)"), 3.0);
}

TEST(Mathematics, NotANumberStaysOneInExtremes) {
  double x = 0.0;
  MapScope scope;
  scope.variable("x", &x);
  for (const char* text : {"MX(x/x, 1)", "MX(1, x/x)", "MN(x/x, 1)", "MN(1, x/x)", "MX(1, x/x, 2)"}) {
    EXPECT_TRUE(std::isnan(value_of(text, scope))) << text;
  }
}

TEST(Mathematics, WrongCountIsAFault) {
  const ExpressionError one = fault_of("1 + ABS(1, 2)");
  EXPECT_EQ(place(one), "4+9");
  EXPECT_EQ(one.message(), "ABS takes 1 argument, got 2");
  EXPECT_EQ(one.remedy(), "write ABS(a)");
  EXPECT_EQ(fault_of("MX()").message(), "MX takes at least 1 argument, got 0");
  EXPECT_EQ(fault_of("if(1)").message(), "IF takes 3 arguments, got 1");
  EXPECT_EQ(fault_of("if(1)").remedy(), "write IF(condition, a, b)");
}

TEST(Mathematics, ConstantOutsideTheDomainIsAFault) {
  const ExpressionError error = fault_of("2 * LN(1 - 2)");
  EXPECT_EQ(place(error), "4+9");
  EXPECT_EQ(error.message(), "'LN(1 - 2)' is not a number");
  EXPECT_THAT(error.remedy(), testing::HasSubstr("outside the domain"));
  EXPECT_EQ(place(fault_of("1 + 0/0")), "4+3");
  EXPECT_EQ(value_of("1/0"), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace escapement::expressions
