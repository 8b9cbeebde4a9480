// SPDX-License-Identifier: MIT
#include "escapement/expressions/expression.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "support.h"

namespace escapement::expressions {
namespace {

TEST(Expression, EmptyByDefault) {
  const Expression empty;
  Frame frame;
  EXPECT_FALSE(empty);
  EXPECT_FALSE(empty.is_constant());
  EXPECT_EQ(empty.constant(), std::nullopt);
  EXPECT_TRUE(std::isnan(empty.evaluate(frame)));
  EXPECT_FALSE(Expression(nullptr, ""));
  try {
    empty.evaluate_checked(frame);
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "an empty expression was evaluated; compile() it first");
  }
}

TEST(Expression, ConstantNeedsNoTree) {
  Frame frame;
  const Expression five(5.0);
  EXPECT_TRUE(five);
  EXPECT_TRUE(five.is_constant());
  EXPECT_EQ(five.constant(), 5.0);
  EXPECT_EQ(five.evaluate(frame), 5.0);
  EXPECT_EQ(five.text(), "5");
  EXPECT_TRUE(Expression(make_constant(0.0), "0").is_constant());
}

TEST(Expression, MovesAndFollowsItsVariables) {
  double x = 1.0;
  MapScope scope;
  scope.variable("x", &x);
  Expression first = compile("x + 1", scope);
  Expression second;
  second = std::move(first);
  Frame frame;
  EXPECT_EQ(second.evaluate(frame), 2.0);
  x = 41.0;
  EXPECT_EQ(second.evaluate(frame), 42.0);
  EXPECT_EQ(second.text(), "x + 1");
  EXPECT_FALSE(second.is_constant());
  static_assert(!std::is_copy_constructible_v<Expression>);
}

TEST(Expression, CheckedEvaluationRefusesNotANumberOnly) {
  double x = 0.0;
  MapScope scope;
  scope.variable("x", &x);
  Frame frame;
  EXPECT_EQ(compile("1 / x", scope).evaluate_checked(frame), std::numeric_limits<double>::infinity());
  const Expression bad = compile("x / x", scope);
  EXPECT_TRUE(std::isnan(bad.evaluate(frame)));
  try {
    bad.evaluate_checked(frame);
    FAIL();
  } catch (const EvaluationError& error) {
    EXPECT_THAT(error.what(),
                testing::StartsWith("expression 'x / x' gives nan, which is not a number; look for 0/0"));
  }
  EXPECT_THROW(bad.evaluate_truth(frame), EvaluationError);
  EXPECT_FALSE(compile("x", scope).evaluate_truth(frame));
  x = -0.5;
  EXPECT_TRUE(compile("x", scope).evaluate_truth(frame));
}

TEST(Expression, TellsWhatAnEqualityCompares) {
  double x = 3;
  MapScope scope;
  scope.variable("x", &x);
  Frame frame;
  for (const char* text : {"2 * x == 6", "2 * x .EQ. 3 + 3", "(2 * x == 6)"}) {
    const Expression expression = compile(text, scope);
    const auto equality = expression.equality();
    ASSERT_TRUE(equality) << text;
    EXPECT_EQ(equality->left->evaluate(frame), 6);
    EXPECT_EQ(equality->right, 6);
    EXPECT_EQ(expression.evaluate(frame), 1);
  }
  for (const char* text : {"x", "3", "x == x", "3 == x", "x <> 3", "x == 3 && x == 3", "3 == 3"})
    EXPECT_FALSE(compile(text, scope).equality()) << text;
}

struct ClockFrame : Frame {
  double now = 0.0;
};

class Clock final : public Node {
 public:
  double evaluate(Frame& frame) const override { return static_cast<ClockFrame&>(frame).now; }
};

TEST(Expression, HandsTheFrameToTheNodes) {
  const Expression now(std::make_unique<Clock>(), "TNOW");
  ClockFrame frame;
  frame.now = 7.5;
  EXPECT_EQ(now.evaluate(frame), 7.5);
}

}  // namespace
}  // namespace escapement::expressions
