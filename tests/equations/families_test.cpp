// SPDX-License-Identifier: MIT
#include "escapement/equations/families.h"

#include <gmock/gmock.h>

#include "equations/support.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

using testing::ElementsAre;
using testing_support::FlatText;

struct FamiliesTest : testing::Test {
  FlatText text;
  Families families;
  Families::Member add(const std::string& function) {
    const Term term = text.term(function);
    return families.add(text.system.terms, {&term, 1});
  }
  // By the shape and the member's line.
  double value(Families::Member member, const std::vector<std::pair<std::string, double>>& given,
               double time = 0) {
    const std::vector<double> all = text.values(given);
    std::vector<double> slots;
    for (const VariableIndex v : families.variables_of(member)) slots.push_back(all[v]);
    for (const double c : families.constants_of(member)) slots.push_back(c);
    return evaluate(families.shapes(), families.results(member.family)[0], slots, time);
  }
};

TEST_F(FamiliesTest, EqualOperationsOnOtherVariablesAndConstantsAreOneShape) {
  const auto first = add("3*(v - u)"), second = add("5*(x - w)");
  EXPECT_EQ(first.family, second.family);
  EXPECT_EQ(families.size(), 1U);
  EXPECT_EQ(families.members(0), 2U);
  EXPECT_THAT(families.constants_of(second), ElementsAre(5));
  EXPECT_THAT(text.names({families.variables_of(second).begin(), families.variables_of(second).end()}),
              ElementsAre("x", "w"));
  EXPECT_EQ(value(first, {{"v", 7}, {"u", 5}}), 6);     // 3 (7 - 5)
  EXPECT_EQ(value(second, {{"x", 1}, {"w", 4}}), -15);  // 5 (1 - 4)
}

TEST_F(FamiliesTest, AVariableThatComesTwiceIsAnotherShape) {
  EXPECT_NE(add("a*(a + 1)").family, add("a*(b + 1)").family);
  EXPECT_EQ(add("c*(d + 1)").family, add("a*(b + 1)").family);
}

TEST_F(FamiliesTest, EqualConstantsOfOneMemberAreNumberedApart) {
  const auto equal = add("2*x + y/2"), other = add("2*x + y/4");
  EXPECT_EQ(equal.family, other.family);
  EXPECT_THAT(families.constants_of(equal), ElementsAre(2, 2));
  EXPECT_EQ(value(other, {{"x", 3}, {"y", 8}}), 8);  // 6 + 2
}

// Terms keep swapped arguments in the order in which they were made: here w before v + 1, there after.
TEST_F(FamiliesTest, ArgumentsThatMayBeSwappedMakeNoOtherShape) {
  text.term("w");
  const auto first = add("w*(v + 1)");
  const Term late = text.term("b + 1");
  EXPECT_EQ(
      first.family,
      families.add(text.system.terms, std::vector{text.system.terms.multiply(text.term("a"), late)}).family);
}

TEST_F(FamiliesTest, ExponentsBelongToTheShape) {
  EXPECT_NE(add("x^2").family, add("x^3").family);
  EXPECT_EQ(add("x^2").family, add("y^2").family);
  EXPECT_EQ(value(add("y^3"), {{"y", 2}}), 8);
}

TEST_F(FamiliesTest, ResultsMayBeConstantsVariablesAndShared) {
  FlatText& t = text;
  const std::vector<Term> one = {t.term("x"), t.term("4"), t.term("x - y"), t.term("time*(x - y)")};
  const std::vector<Term> two = {t.term("z"), t.term("6"), t.term("z - y"), t.term("time*(z - y)")};
  const auto first = families.add(t.system.terms, one), second = families.add(t.system.terms, two);
  EXPECT_EQ(first.family, second.family);
  std::vector<double> slots = {10, 1}, results(4), work;  // z, y
  for (const double c : families.constants_of(second)) slots.push_back(c);
  const Tape tape(families.shapes(), families.results(second.family));
  tape.evaluate<double>(slots, 3.0, work, results);
  EXPECT_THAT(results, ElementsAre(10, 6, 9, 27));
}

TEST_F(FamiliesTest, KindsOfVariablesMakeShapes) {
  const VariableIndex switched = text.parameter("s", 1);
  families = Families([&](VariableIndex v) { return v == switched ? 1U : 0U; });
  EXPECT_NE(add("2*s").family, add("2*x").family);
}

// A row of cells is a few shapes, however long it is, and no recursion is as deep as a sum is long.
TEST_F(FamiliesTest, ARowOfCellsAndALongSum) {
  Terms terms;
  constexpr VariableIndex kCells = 5000;
  Term sum = terms.constant(0);
  for (VariableIndex j = 1; j < kCells; ++j) {
    const Term u = terms.variable(j);
    const Term flow = terms.multiply(terms.constant(kCells), terms.subtract(terms.variable(j - 1), u));
    families.add(terms, {&flow, 1});
    sum = terms.add(sum, u);
  }
  EXPECT_EQ(families.size(), 1U);
  EXPECT_EQ(families.members(0), kCells - 1);
  const auto whole = families.add(terms, {&sum, 1});
  std::vector<double> slots(kCells, 1.0);
  EXPECT_EQ(evaluate(families.shapes(), families.results(whole.family)[0], slots, 0), kCells - 1);
}

}  // namespace
}  // namespace escapement::equations
