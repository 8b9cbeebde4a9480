// SPDX-License-Identifier: MIT
#include "escapement/expressions/errors.h"

#include <gtest/gtest.h>

#include <limits>

namespace escapement::expressions {
namespace {

TEST(ExpressionError, TellsPlaceMessageAndRemedy) {
  const ExpressionError error("EXPO(spede)", 5, 5, "unknown name 'spede'", "did you mean 'speed'?");
  EXPECT_EQ(error.offset(), 5U);
  EXPECT_EQ(error.length(), 5U);
  EXPECT_EQ(error.column(), 6U);
  EXPECT_STREQ(error.what(),
               "unknown name 'spede' (at column 6 of 'EXPO(spede)')\n    did you mean 'speed'?");
  EXPECT_EQ(error.excerpt(), "EXPO(spede)\n     ^~~~~");
}

TEST(ExpressionError, ClipsItsPlaceToTheText) {
  const ExpressionError error("1 +", 99, 4, "a value is missing");
  EXPECT_EQ(error.offset(), 3U);
  EXPECT_EQ(error.length(), 0U);
  EXPECT_EQ(error.excerpt(), "1 +\n   ^");
  EXPECT_STREQ(ExpressionError("", 0, 0, "empty").what(), "empty (at column 1 of '')");
}

TEST(ExpressionError, CountsCharactersNotBytes) {
  // Two bytes for the German o umlaut: offset 5 is the fourth character and the '?' there.
  const ExpressionError error("a\u00F6\u00F6?", 5, 1, "odd");
  EXPECT_EQ(error.column(), 4U);
  EXPECT_EQ(error.excerpt(), "a\u00F6\u00F6?\n   ^");
}

TEST(ExpressionError, ShowsAWindowOfALongText) {
  const std::string text = std::string(200, 'a') + "?" + std::string(200, 'b');
  const ExpressionError error(text, 200, 1, "odd");
  const std::string excerpt = error.excerpt();
  EXPECT_EQ(excerpt,
            "..." + std::string(36, 'a') + "?" + std::string(35, 'b') + "...\n" + std::string(39, ' ') + "^");
  EXPECT_EQ(error.text(), text);
}

TEST(ExpressionError, ShowsLineBreaksAsBlanks) {
  EXPECT_EQ(ExpressionError("1\n+\t?", 4, 1, "odd").excerpt(), "1 + ?\n    ^");
}

TEST(ExpressionError, BecomesADiagnostic) {
  const ExpressionError error("1 +", 3, 0, "a value is missing", "add one");
  const Diagnostic fault = error.diagnostic({"study.json", 4, 9, "/model/delay"});
  EXPECT_EQ(
      fault.text(),
      "study.json:4:9: error: a value is missing (at column 4 of '1 +') (at /model/delay)\n    add one");
}

TEST(CheckedIndex, TakesWholeNumbersInRange) {
  EXPECT_EQ(checked_index("A", 1.0, 3), 0U);
  EXPECT_EQ(checked_index("A", 3.0, 3), 2U);
}

TEST(CheckedIndex, RefusesTheRest) {
  for (const double bad : {0.0, 4.0, -1.0, 1.5, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    try {
      checked_index("A", bad, 3);
      ADD_FAILURE() << bad;
    } catch (const EvaluationError& error) {
      EXPECT_EQ(error.what(), "index " + to_text(bad) + " of 'A' is not a whole number from 1 to 3");
    }
  }
}

TEST(EqualIgnoringCase, KnowsAsciiOnly) {
  EXPECT_TRUE(equal_ignoring_case("tNow", "TNOW"));
  EXPECT_FALSE(equal_ignoring_case("TNOW", "TNO"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));
}

}  // namespace
}  // namespace escapement::expressions
