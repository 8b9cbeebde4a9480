// SPDX-License-Identifier: MIT
#include "escapement/expressions/map_scope.h"

#include <gmock/gmock.h>

#include "support.h"

namespace escapement::expressions {
namespace {

TEST(MapScope, ArraysCountFromOneByRows) {
  const double line[] = {10, 20, 30};
  const double table[] = {11, 12, 13, 21, 22, 23};
  double i = 2.0;
  MapScope scope;
  scope.array("Line", {3}, line).array("Table", {2, 3}, table).variable("i", &i);
  EXPECT_EQ(value_of("Line(1) + Line(i) + Line(3)", scope), 60.0);
  EXPECT_EQ(value_of("Table(2, 1)", scope), 21.0);
  EXPECT_EQ(value_of("Table(i, i + 1)", scope), 23.0);
}

TEST(MapScope, IndicesOutOfRange) {
  const double line[] = {10, 20, 30};
  double i = 4.0;
  MapScope scope;
  scope.array("Line", {3}, line).variable("i", &i);
  const ExpressionError fixed = fault_of("1 + Line(4)", scope);
  EXPECT_EQ(place(fixed), "4+7");
  EXPECT_EQ(fixed.message(), "index 4 of 'Line' is not a whole number from 1 to 3");
  const Expression moving = compile("Line(i)", scope);
  Frame frame;
  EXPECT_THROW(moving.evaluate(frame), EvaluationError);
  i = 3.0;
  EXPECT_EQ(moving.evaluate(frame), 30.0);
}

TEST(MapScope, WrongUseOfAName) {
  const double line[] = {10, 20, 30};
  MapScope scope;
  scope.array("Line", {3}, line).array("Table", {1, 3}, line).constant("Speed", 2.0);
  EXPECT_EQ(fault_of("Line", scope).message(), "'Line' is an array and needs 1 index(es)");
  EXPECT_EQ(fault_of("Line", scope).remedy(), "write Line(i)");
  EXPECT_EQ(fault_of("Table", scope).remedy(), "write Table(i, j)");
  const ExpressionError call = fault_of("1 + Speed(3)", scope);
  EXPECT_EQ(place(call), "4+8");
  EXPECT_EQ(call.message(), "'Speed' is a single value, not an array or a function");
  EXPECT_EQ(call.remedy(), "leave out the parentheses, or write * to multiply");
  EXPECT_EQ(fault_of("Line(1, 2)", scope).message(), "array 'Line' takes 1 index(es), got 2");
}

TEST(MapScope, RefusesArraysWithoutElements) {
  MapScope scope;
  try {
    scope.array("A", {3, 0}, nullptr);
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_STREQ(error.what(), "array 'A' has no elements; give it one or more sizes, each at least 1");
  }
  EXPECT_THROW(scope.array("A", {}, nullptr), BuildError);
}

TEST(MapScope, LaterDefinitionsReplaceEarlierOnes) {
  MapScope scope;
  scope.constant("a", 1.0).constant("a", 2.0);
  Signature f;
  f.name = "F";
  scope.function(f, [](std::span<Argument>) { return make_constant(1.0); });
  scope.function(f, [](std::span<Argument>) { return make_constant(3.0); });
  EXPECT_EQ(value_of("a + F()", scope), 5.0);
  EXPECT_THAT(scope.known_names(), testing::ElementsAre("a"));
  EXPECT_THAT(scope.known_functions(), testing::ElementsAre("F"));
}

}  // namespace
}  // namespace escapement::expressions
