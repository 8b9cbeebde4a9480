// SPDX-License-Identifier: MIT
#include "lexer.h"

#include <gtest/gtest.h>

#include "support.h"

namespace escapement::expressions {
namespace {

TEST(Lexer, Numbers) {
  EXPECT_EQ(value_of("1"), 1.0);
  EXPECT_EQ(value_of("1."), 1.0);
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("1e-3"), 0.001);
  EXPECT_EQ(value_of("1.5E+2"), 150.0);
  EXPECT_EQ(value_of("1.e2"), 100.0);
  EXPECT_EQ(value_of("0.1"), 0.1);
  EXPECT_EQ(value_of(" \t\r\n 7 \n"), 7.0);
}

TEST(Lexer, DotOperatorsWinOverDecimalPoints) {
  EXPECT_EQ(value_of("1.EQ.2"), 0.0);
  EXPECT_EQ(value_of("1.EQ.1"), 1.0);
  EXPECT_EQ(value_of("1..eq.1"), 1.0);
  EXPECT_EQ(value_of("1.EQ..5"), 0.0);
  EXPECT_EQ(value_of("1.5.Lt.2"), 1.0);
  EXPECT_EQ(value_of("1.And.1.OR.0"), 1.0);
}

TEST(Lexer, DotOperatorsWinOverDottedNames) {
  double a = 2.0;
  MapScope scope;
  scope.variable("A", &a).constant("B.Or", 5.0).constant("B.EQUAL.C", 6.0).constant("_x.y1", 7.0);
  EXPECT_EQ(value_of("A.EQ.A", scope), 1.0);
  EXPECT_EQ(value_of("3.LT.A", scope), 0.0);
  EXPECT_EQ(value_of("A.GT.1.AND..NOT.0", scope), 1.0);
  EXPECT_EQ(value_of("B.Or", scope), 5.0);
  EXPECT_EQ(value_of("B.EQUAL.C", scope), 6.0);
  EXPECT_EQ(value_of("_x.y1", scope), 7.0);
}

TEST(Lexer, SlipsInNumbers) {
  const ExpressionError glued = fault_of("1 + 2x");
  EXPECT_EQ(place(glued), "4+2");
  EXPECT_EQ(glued.message(), "'2x' is not a number");
  EXPECT_EQ(place(fault_of("1.2.3")), "0+5");
  EXPECT_EQ(place(fault_of("5min+1")), "0+4");
  EXPECT_EQ(place(fault_of("1e+")), "0+2");
  for (const char* text : {"1e999", "1e-999"}) {
    const ExpressionError range = fault_of(text);
    EXPECT_EQ(range.message(),
              "number '" + std::string(text) + "' cannot be held; magnitudes from 2.3e-308 to 1.7e308 can");
    EXPECT_EQ(range.offset(), 0U);
  }
}

TEST(Lexer, SlipsInNames) {
  const ExpressionError open = fault_of("2 * Queue.");
  EXPECT_EQ(place(open), "4+6");
  EXPECT_EQ(open.message(), "name 'Queue.' needs a letter or '_' after its last '.'");
  EXPECT_EQ(place(fault_of("a.1")), "0+2");
}

TEST(Lexer, CharactersOfOtherLanguages) {
  struct {
    const char* text;
    const char* place;
    const char* message;
    const char* remedy;
  } const cases[] = {
      {"1 & 2", "2+1", "'&' has no meaning here", "write && for 'and'"},
      {"1 | 2", "2+1", "'|' has no meaning here", "write || for 'or'"},
      {"5 % 2", "2+1", "'%' has no meaning here", "write MOD(a, b) for a remainder, 0.05 for 5 %"},
      {"1 =< 2", "2+2", "'=<' has no meaning here", "write <="},
      {"1 => 2", "2+2", "'=>' has no meaning here", "write >="},
      {"\"x", "0+2", "the text that begins with \" does not end", "put \" behind it"},
      {"1 ? 2", "2+1", "'?' has no meaning here", "write IF(condition, a, b)"},
      {"3 \u2212 1", "2+3", "'\u2212' has no meaning here", "this is a typographic minus; write -"},
      {"3 \u20AC", "2+3", "'\u20AC' has no meaning here",
       "expressions are made of numbers, names, operators, commas and parentheses"},
      {"3 \x01", "2+1", "character code 1 has no meaning here",
       "expressions are made of numbers, names, operators, commas and parentheses"},
  };
  for (const auto& c : cases) {
    const ExpressionError error = fault_of(c.text);
    EXPECT_EQ(place(error), c.place) << c.text;
    EXPECT_EQ(error.message(), c.message);
    EXPECT_EQ(error.remedy(), c.remedy);
  }
}

TEST(Lexer, EndStaysTheEnd) {
  internal::Lexer lexer("a");
  EXPECT_EQ(lexer.next().kind, internal::TokenKind::kName);
  EXPECT_EQ(lexer.next().kind, internal::TokenKind::kEnd);
  EXPECT_EQ(lexer.next().kind, internal::TokenKind::kEnd);
}

}  // namespace
}  // namespace escapement::expressions
