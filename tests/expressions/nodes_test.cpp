// SPDX-License-Identifier: MIT
// What is folded, what is left out, and in which order the rest is evaluated.
#include "nodes.h"

#include "support.h"

namespace escapement::expressions {
namespace {

bool folds(std::string_view text) {
  double x = 1.0;
  MapScope scope;
  scope.variable("x", &x);
  return compile(text, scope).is_constant();
}

TEST(Folding, WhateverHasNoNamesIsConstant) {
  for (const char* text : {"1", "-1", "!1", "1 + 2 * 3 - 4 / 5", "2 ** 3", "1 < 2 && 3 <> 4 || 0",
                           "MX(1, 2, 3, 4)", "IF(1, 2, 3)", "((1))", "SIN(1) + EP(2)"}) {
    EXPECT_TRUE(folds(text)) << text;
  }
  for (const char* text : {"x", "x * 0", "x - x", "MX(1, 2, x)", "-x", "1 + 2 + x"}) {
    EXPECT_FALSE(folds(text)) << text;
  }
}

TEST(Folding, DecidesLogicAsSoonAsItCan) {
  EXPECT_TRUE(folds("0 && x"));
  EXPECT_TRUE(folds("3 || x"));
  EXPECT_TRUE(folds("0 && x && x"));
  EXPECT_TRUE(folds("IF(0, x, 7)"));
  EXPECT_FALSE(folds("1 && x"));
  EXPECT_FALSE(folds("0 && x || x"));
  EXPECT_FALSE(folds("IF(1, x, 7)"));
}

TEST(Folding, KeepsTruthValuesNormal) {
  double x = 5.0;
  MapScope scope;
  scope.variable("x", &x);
  EXPECT_EQ(value_of("1 && x", scope), 1.0);
  EXPECT_EQ(value_of("0 || x", scope), 1.0);
  EXPECT_EQ(value_of("x && 1", scope), 1.0);
  EXPECT_EQ(value_of("0 || 5"), 1.0);
  EXPECT_EQ(value_of("1 && x && 0", scope), 0.0);
}

TEST(Folding, DoesNotReorderSums) {
  // From left to right 1 is lost twice; summed first the two would give 2.
  double big = 9007199254740992.0;
  MapScope scope;
  scope.variable("big", &big);
  EXPECT_EQ(value_of("big + 1 + 1 - big", scope), 0.0);
  EXPECT_EQ(value_of("1 + 1 + big - big", scope), 2.0);
}

class ShortCircuit : public testing::Test {
 protected:
  ShortCircuit() {
    probe("zero", 0.0);
    probe("one", 1.0);
    probe("two", 2.0);
  }
  void probe(const std::string& name, double value) {
    Signature s;
    s.name = name;
    s.doc = "counts";
    scope_.function(s, [this, value](std::span<Argument>) { return std::make_unique<Probe>(value, count_); });
  }
  // The value and how many probes were looked at.
  std::pair<double, int> run(std::string_view text) {
    count_ = 0;
    const double value = value_of(text, scope_);
    return {value, count_};
  }

  MapScope scope_;
  int count_ = 0;
};

TEST_F(ShortCircuit, LeavesOutWhatCannotMatter) {
  EXPECT_EQ(run("zero() && one()"), std::pair(0.0, 1));
  EXPECT_EQ(run("one() && two()"), std::pair(1.0, 2));
  EXPECT_EQ(run("two() || one()"), std::pair(1.0, 1));
  EXPECT_EQ(run("zero() .OR. zero()"), std::pair(0.0, 2));
  EXPECT_EQ(run("one() || two() && zero()"), std::pair(0.0, 2));  // (one || two) && zero
  EXPECT_EQ(run("zero() && one() || two()"), std::pair(1.0, 2));
  EXPECT_EQ(run("IF(zero(), one(), two())"), std::pair(2.0, 2));
  EXPECT_EQ(run("0 && one()"), std::pair(0.0, 0));
}

TEST_F(ShortCircuit, ArithmeticEvaluatesEverythingOnce) {
  EXPECT_EQ(run("zero() * one() * two()"), std::pair(0.0, 3));
  EXPECT_EQ(run("MX(one(), two(), zero())"), std::pair(2.0, 3));
}

TEST(Chains, OfAnyLengthNeedNoStack) {
  double x = 1.0;
  MapScope scope;
  scope.variable("x", &x);
  for (const char* op : {" + ", " * ", " && ", " || "}) {
    std::string names = "x";
    std::string numbers = "1";
    for (int i = 1; i < 100000; ++i) {
      names += op;
      names += 'x';
      numbers += op;
      numbers += '1';
    }
    const double expected = op == std::string_view(" + ") ? 100000.0 : 1.0;
    EXPECT_EQ(value_of(names, scope), expected) << op;
    EXPECT_EQ(value_of(numbers), expected) << op;
  }
  std::string many = "MX(x";
  for (int i = 2; i <= 100000; ++i) many += "," + std::to_string(i) + "*x";
  EXPECT_EQ(value_of(many + ")", scope), 100000.0);
}

}  // namespace
}  // namespace escapement::expressions
