// SPDX-License-Identifier: MIT
#include "escapement/equations/text.h"

#include <gmock/gmock.h>

#include <random>

#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Text : ::testing::Test {
  Terms terms;
  Names names{[this](std::string_view name) -> std::optional<Term> {
                if (name == "x") return terms.variable(0);
                if (name == "level") return terms.variable(1);
                if (name == "tank.flow") return terms.variable(2);
                return std::nullopt;
              },
              [] {
                return std::vector<std::string>{"x", "level", "tank.flow"};
              }};

  double value(std::string_view text) {
    return evaluate(terms, parse(text, terms, names), std::array<double, 3>{2, 3, 5}, 7);
  }
  std::string again(std::string_view text) {
    return to_text(terms, parse(text, terms, names), [](VariableIndex v) {
      return std::array<std::string, 3>{"x", "level", "tank.flow"}[v];
    });
  }
  std::vector<std::string> faults(std::string_view text) {
    std::vector<expressions::ExpressionError> found;
    parse(text, terms, names, found);
    std::vector<std::string> lines;
    for (const auto& one : found)
      lines.push_back(std::to_string(one.column()) + ": " + one.message() +
                      (one.remedy().empty() ? "" : " | ") + one.remedy());
    return lines;
  }
};

TEST_F(Text, PrioritiesAreModelicas) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("(1 + 2)*3"), 9);
  EXPECT_EQ(value("8/4/2"), 1);
  EXPECT_EQ(value("8 - 4 - 2"), 2);
  EXPECT_EQ(value("-x^2"), -4);
  EXPECT_EQ(value("2*10^-3"), 0.002);
  EXPECT_EQ(value("2**3"), 8);
  EXPECT_EQ(value("not x < level"), 0);
  EXPECT_EQ(value("x > 3 or level > 2 and x < 3"), 1);
  EXPECT_EQ(value("x > 3 || level > 2 && !(x >= 3)"), 1);
  EXPECT_EQ(value("(x > 1 or x > 1) and x > 3"), 0);
  EXPECT_EQ(value("if x > 5 then 1 elseif x > 1 then 2 else 3"), 2);
  EXPECT_EQ(value("1 + (if x <> 2 then 1 else 0)"), 1);
  EXPECT_EQ(value("x != 2"), 0);
  EXPECT_EQ(value("tank.flow + time"), 12);
  EXPECT_EQ(value("true"), 1);
  EXPECT_EQ(value(".5e1"), 5);
  EXPECT_EQ(value("max(x, level)"), 3);
}

TEST_F(Text, PrintsWithTheFewestParentheses) {
  for (const std::string text :
       {"x + 2 * level", "(x + level) * tank.flow", "x - (level - tank.flow)", "x / (level / tank.flow)",
        "-x^2", "(-x)^2", "(x + 1)^(level + 1)", "if x < 1 then x else level", "not x < level",
        "x < 1 or x > 2 and level > 1", "sin(x) + max(x, level)"})
    EXPECT_EQ(again(text), text);
  EXPECT_EQ(again("(x)+((level*2))"), "x + 2 * level");
  EXPECT_EQ(again("x-(level-x)"), "x - (level - x)");
  EXPECT_EQ(again("x-level-x"), "x - level - x");
  EXPECT_EQ(again("(-x)^2"), "(-x)^2");
  EXPECT_EQ(again("x*(0-2)"), "(-2) * x");
}

// A thousand random terms, printed and read: they are the same terms.
TEST_F(Text, WhatIsPrintedReadsBackAsTheSameTerm) {
  constexpr unsigned kSeed = 20261128;
  RecordProperty("seed", kSeed);
  std::mt19937 random(kSeed);
  const auto name = [](VariableIndex v) { return std::array<std::string, 3>{"x", "level", "tank.flow"}[v]; };
  const auto draw = [&](auto&& self, int depth) -> Term {
    const auto pick = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
    if (depth == 0 || pick(6) == 0) {
      if (pick(3) == 0) return terms.constant((static_cast<double>(pick(2001)) - 1000) / 8);
      return pick(5) == 0 ? terms.time() : terms.variable(pick(3));
    }
    const auto& about = operations()[3 + pick(static_cast<unsigned>(operations().size()) - 3)];
    std::vector<Term> arguments;
    for (int i = 0; i < about.arguments; ++i) arguments.push_back(self(self, depth - 1));
    return terms.make(about.operation, arguments);
  };
  for (int i = 0; i < 1000; ++i) {
    const Term term = draw(draw, 5);
    const std::string text = to_text(terms, term, name);
    EXPECT_EQ(parse(text, terms, names), term) << text;
  }
}

TEST_F(Text, TellsAllFaultsItCanInOnePass) {
  EXPECT_THAT(faults("levl + sqtr(x) + max(x)"),
              ElementsAre("1: there is no variable 'levl' | Did you mean 'level'?",
                          "8: there is no function 'sqtr' | Did you mean 'sqrt'?",
                          "18: 'max' takes 2 arguments, not 1"));
  EXPECT_THAT(faults("q"), ElementsAre("1: there is no variable 'q' | Did you mean 'x'?"));
}

TEST_F(Text, FaultsOfGrammarNameThePlace) {
  EXPECT_THAT(faults(""), ElementsAre(HasSubstr("the expression is empty")));
  EXPECT_THAT(faults("x +"), ElementsAre("4: a value is missing at the end"));
  EXPECT_THAT(faults("x + * 2"), ElementsAre("5: a value is expected, not '*'"));
  EXPECT_THAT(faults("x level"), ElementsAre("3: an operator is missing before 'level'"));
  EXPECT_THAT(faults("(x + 1"), ElementsAre("7: ')' is missing after the opening parenthesis"));
  EXPECT_THAT(faults("sin(x 2)"),
              ElementsAre("7: ')' is missing after the arguments of a function, before '2'"));
  EXPECT_THAT(faults("x = 2"), ElementsAre(HasSubstr("3: a single '=' stands in an expression")));
  EXPECT_THAT(faults("x $ 2"), ElementsAre("3: an expression cannot hold '$'"));
  EXPECT_THAT(faults("2x"), ElementsAre(HasSubstr("1: '2x' is neither a number nor a name")));
  EXPECT_THAT(faults("x < 1 < 2"), ElementsAre(HasSubstr("7: a second comparison follows the first")));
  EXPECT_THAT(faults("x^2^3"), ElementsAre(HasSubstr("4: a second power follows the first")));
  EXPECT_THAT(faults("if x > 1 then 2"), ElementsAre(HasSubstr("1: this if has no else")));
  EXPECT_THAT(faults("if x > 1 2"),
              ElementsAre("10: 'then' is missing after the condition of an if, before '2'"));
  EXPECT_THAT(faults("1e999"), ElementsAre("1: the number 1e999 is outside of what a double can hold"));
  EXPECT_THAT(faults(std::string(300, '(') + "x"), ElementsAre(HasSubstr("nested deeper than 200 levels")));
  EXPECT_THROW(parse("x +", terms, names), expressions::ExpressionError);
}

// Forty squarings are a text of 2^40 names; it is cut, and so is what is nested too deep.
TEST(LongText, IsCut) {
  Terms terms;
  Term shared = terms.variable(0), deep = terms.variable(0);
  for (int i = 0; i < 40; ++i) shared = terms.multiply(shared, terms.add(shared, terms.constant(i)));
  for (int i = 0; i < 100000; ++i) deep = terms.make(Operation::kSin, deep);
  const auto name = [](VariableIndex) { return std::string("x"); };
  for (const Term term : {shared, deep}) {
    const std::string text = to_text(terms, term, name);
    EXPECT_NE(text.find("..."), std::string::npos);
    EXPECT_LT(text.size(), 100000U);
  }
}

}  // namespace
}  // namespace escapement::equations
