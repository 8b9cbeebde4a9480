// SPDX-License-Identifier: MIT
#include "parser.h"

#include <gmock/gmock.h>

#include "support.h"

namespace escapement::expressions {
namespace {

TEST(Precedence, Arithmetic) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 7.0);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9.0);
  EXPECT_EQ(value_of("10 - 4 - 3"), 3.0);
  EXPECT_EQ(value_of("100 / 10 * 2"), 20.0);
  EXPECT_EQ(value_of("100 / 10 / 2"), 5.0);
  EXPECT_EQ(value_of("2 * 3 ** 2"), 18.0);
  EXPECT_EQ(value_of("2 ** 3 ** 2"), 512.0);
  EXPECT_EQ(value_of("2 ^ 3 ^ 2"), 512.0);
}

TEST(Precedence, Signs) {
  EXPECT_EQ(value_of("-2 ** 2"), -4.0);
  EXPECT_EQ(value_of("(-2) ** 2"), 4.0);
  EXPECT_EQ(value_of("2 ** -1"), 0.5);
  EXPECT_EQ(value_of("2 * -3"), -6.0);
  EXPECT_EQ(value_of("1 - -1"), 2.0);
  EXPECT_EQ(value_of("--1"), 1.0);
  EXPECT_EQ(value_of("+1 - +2"), -1.0);
}

TEST(Precedence, ComparisonsAndLogic) {
  EXPECT_EQ(value_of("1 + 1 == 2"), 1.0);
  EXPECT_EQ(value_of("1 < 2 && 2 < 1"), 0.0);
  EXPECT_EQ(value_of("(1 < 2) + (3 > 2)"), 2.0);
  // Arena gives && and || one priority: (1 || 1) && 0 is 0, where C would say 1 || (1 && 0) is 1.
  EXPECT_EQ(value_of("1 || 1 && 0"), 0.0);
  EXPECT_EQ(value_of("0 && 0 || 1"), 1.0);
  EXPECT_EQ(value_of("!0 && 1"), 1.0);
  EXPECT_EQ(value_of("!(1 == 2)"), 1.0);
  EXPECT_EQ(value_of("1 == !0"), 1.0);
  EXPECT_EQ(value_of("!!3"), 1.0);
}

TEST(Operators, EachInEachSpelling) {
  struct {
    std::vector<const char*> spellings;
    double less, same, greater;  // 1 op 2, 2 op 2, 3 op 2
  } const cases[] = {
      {{"==", "=", ".EQ.", ".eq."}, 0, 1, 0},
      {{"<>", "!=", ".NE.", ".Ne."}, 1, 0, 1},
      {{"<", ".LT.", ".lt."}, 1, 0, 0},
      {{"<=", ".LE.", ".le."}, 1, 1, 0},
      {{">", ".GT.", ".gt."}, 0, 0, 1},
      {{">=", ".GE.", ".ge."}, 0, 1, 1},
      {{"+"}, 3, 4, 5},
      {{"-"}, -1, 0, 1},
      {{"*"}, 2, 4, 6},
      {{"/"}, 0.5, 1, 1.5},
      {{"**", "^"}, 1, 4, 9},
  };
  double x = 0.0;
  double y = 2.0;
  MapScope scope;
  scope.variable("x", &x).variable("y", &y);
  for (const auto& c : cases) {
    for (const std::string op : c.spellings) {
      for (const std::string& text : {"x" + op + "y", "x " + op + " 2", "x" + op + "2"}) {
        const Expression e = compile(text, scope);
        Frame frame;
        x = 1.0;
        EXPECT_EQ(e.evaluate(frame), c.less) << text;
        x = 2.0;
        EXPECT_EQ(e.evaluate(frame), c.same) << text;
        x = 3.0;
        EXPECT_EQ(e.evaluate(frame), c.greater) << text;
      }
      EXPECT_EQ(value_of("1 " + op + " 2"), c.less) << op;
      EXPECT_EQ(value_of("3" + op + "y", scope), c.greater) << op;
    }
  }
  for (const char* op : {"&&", ".AND.", ".and."}) {
    EXPECT_EQ(value_of("2" + std::string(op) + "3"), 1.0);
    EXPECT_EQ(value_of("2" + std::string(op) + "0"), 0.0);
  }
  for (const char* op : {"||", ".OR.", ".or."}) {
    EXPECT_EQ(value_of("0" + std::string(op) + "0"), 0.0);
    EXPECT_EQ(value_of("0" + std::string(op) + "4"), 1.0);
  }
  for (const char* op : {"!", ".NOT.", ".not.", ".Not. "}) {
    EXPECT_EQ(value_of(std::string(op) + "0"), 1.0);
    EXPECT_EQ(value_of(std::string(op) + "4"), 0.0);
  }
}

TEST(GrammarFaults, TellPlaceAndRemedy) {
  const char* const kValue = "expected a value (a number, a name, a function or '('), found ";
  const char* const kOperator = "expected an operator or the end of the expression, found ";
  const std::vector<std::tuple<const char*, const char*, std::string, std::string>> cases = {
      {"", "0+0", "the expression is empty", "write a value, such as 0, a name or EXPO(5)"},
      {"  ", "2+0", "the expression is empty", "write a value, such as 0, a name or EXPO(5)"},
      {"1 +", "3+0", kValue + std::string("the end of the expression"), ""},
      {"* 2", "0+1", kValue + std::string("'*'"), ""},
      {"1 + * 2", "4+1", kValue + std::string("'*'"), ""},
      {"()", "1+1", kValue + std::string("')'"), ""},
      {")", "0+1", kValue + std::string("')'"), "this ')' has no '('"},
      {"(1 + 2", "6+0", "')' is missing", "the '(' at column 1 is not closed"},
      {"MX(1, (2)", "9+0", "')' is missing", "the '(' at column 3 is not closed"},
      {"MX(1,)", "5+1", kValue + std::string("')'"), ""},
      {"1 + 2)", "5+1", kOperator + std::string("')'"), "this ')' has no '('"},
      {"1 2", "2+1", kOperator + std::string("'2'"), "write * to multiply"},
      {"2 (3)", "2+1", kOperator + std::string("'('"), "write * to multiply"},
      {"1,5", "1+1", kOperator + std::string("','"),
       "commas separate arguments; decimals are written with a point, 1.5"},
      {"1 AND 2", "2+3", kOperator + std::string("'AND'"), "write && or .AND."},
      {"(1 or 2)", "3+2", "expected an operator or ')', found 'or'", "write || or .OR."},
      {"5 MOD 2", "2+3", kOperator + std::string("'MOD'"), "MOD is a function: write MOD(a, b)"},
      {"1 not 2", "2+3", kOperator + std::string("'not'"), "write !a or NOT(a)"},
      {"1 === 2", "4+1", kValue + std::string("'='"), "operators of comparison are == <> < <= > >="},
      {"1 < 2 < 3", "6+1", "a comparison cannot follow a comparison; '<' is the second one",
       "write (a < b) && (b < c), or put the inner comparison in parentheses"},
      {"!1 == 2", "3+2", "'!' before '==' can be read in two ways", "write !(a == b) or (!a) == b"},
      {".NOT. 1 + 2", "8+1", "'.NOT.' before '+' can be read in two ways", "write !(a + b) or (!a) + b"},
  };
  for (const auto& [text, where, message, remedy] : cases) {
    const ExpressionError error = fault_of(text);
    EXPECT_EQ(place(error), where) << text;
    EXPECT_EQ(error.message(), message) << text;
    EXPECT_EQ(error.remedy(), remedy) << text;
  }
}

TEST(Nesting, IsBounded) {
  const auto nested = [](const std::string& open, const std::string& close, std::size_t levels) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
  };
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"(", ")"}, {"ABS(", ")"}, {"-", ""}, {"!", ""}, {"", "**1"}, {"MX(2-", ",1)"}};
  for (const auto& [open, close] : kinds) {
    EXPECT_NO_THROW(value_of(nested(open, close, kMaximumDepth))) << open;
    for (const std::size_t levels : {kMaximumDepth + 1, std::size_t{100000}}) {
      const ExpressionError error = fault_of(nested(open, close, levels));
      EXPECT_EQ(error.message(), "the expression is nested more than 200 levels deep") << open;
      EXPECT_EQ(error.remedy(), "split it: give inner parts a name of their own");
      EXPECT_GT(error.length(), 0U);
    }
  }
}

TEST(Parser, TextsNeedAScopeThatKnowsThem) {
  EXPECT_EQ(fault_of("1 == 'a'").message(), "expressions have no texts here, only numbers and names");
  EXPECT_EQ(fault_of("2 'a'").remedy(), "write * to multiply");
}

// A scope in which each text is its length.
struct LengthScope : MapScope {
  NodePtr text(std::string_view text) override { return make_text(static_cast<double>(text.size())); }
};

TEST(Parser, TextsAreComparedForEqualityOnly) {
  LengthScope scope;
  EXPECT_EQ(value_of("'ab' == \"cd\"", scope), 1);
  EXPECT_EQ(value_of("('ab' <> 'c') + 1", scope), 2);
  EXPECT_TRUE(compile("'ab'", scope).is_text());
  EXPECT_FALSE(compile("'ab' == ''", scope).is_text());
  EXPECT_EQ(fault_of("'ab' == 2", scope).message(), "a text is compared with a number");
  EXPECT_EQ(fault_of("'ab' < 'b'", scope).message(), "texts have no order");
  for (const char* text : {"'ab' + 1", "1 + 'ab'", "2 * 'ab'", "'ab' / 2", "-'ab'", "!'ab'", "'ab' ** 2",
                           "2 ** 'ab'", "1 && 'ab'", "'ab' || 1", "ABS('ab')"})
    EXPECT_EQ(fault_of(text, scope).message(), "''ab'' is a text, where a number is needed") << text;
}

}  // namespace
}  // namespace escapement::expressions
