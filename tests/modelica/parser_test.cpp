// SPDX-License-Identifier: MIT
#include "parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string messages(const std::string& text) {
  Reporter reporter;
  const auto file = parse("t.mo", text, reporter);
  std::string all;
  for (const Diagnostic& one : reporter.diagnostics()) all += one.text() + "\n";
  return all;
}

TEST(Lexer, reads_numbers_names_and_operators) {
  Reporter reporter;
  const std::string text = "1 2. .5 1e3 1.5E-2 'a b' x.*y .^ <> // rest\n/* a\nb */ end";
  std::vector<std::string> words;
  for (const Token& token : tokens_of(text, 0, reporter)) words.emplace_back(token.text);
  EXPECT_EQ(words, (std::vector<std::string>{"1", "2.", ".5", "1e3", "1.5E-2", "'a b'", "x", ".*", "y", ".^",
                                             "<>", "end", ""}));
  EXPECT_EQ(reporter.errors(), 0u);
}

TEST(Lexer, counts_lines_and_columns) {
  Reporter reporter;
  const auto tokens = tokens_of("a\n  \"s\n\" b", 0, reporter);
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].place.line, 2u);
  EXPECT_EQ(tokens[1].place.column, 3u);
  EXPECT_EQ(tokens[2].place.line, 3u);
  EXPECT_EQ(tokens[2].place.column, 3u);
}

TEST(Lexer, replaces_escapes) {
  EXPECT_EQ(unescape("a\\n\\\"\\\\\\t"), "a\n\"\\\t");
}

TEST(Lexer, tells_what_is_no_token) {
  EXPECT_THAT(messages("model M Real x = 1 # 2; end M;"),
              HasSubstr("t.mo:1:20: error: '#' has no meaning here"));
  EXPECT_THAT(messages("model M \"open"), HasSubstr("a string is not closed"));
  EXPECT_THAT(messages("model M /* open"), HasSubstr("a comment that begins with /* is not closed"));
  EXPECT_THAT(messages("model M 'open"), HasSubstr("a quoted name is not closed"));
  EXPECT_THAT(messages("model M \"\\q\" end M;"), HasSubstr("\\q is no escape sequence"));
  EXPECT_THAT(messages("model M \xC3\xA4 end M;"), HasSubstr("the byte 0xc3 has no meaning here"));
}

TEST(Lexer, says_what_operators_of_other_languages_are_here) {
  EXPECT_THAT(messages("model M Boolean b = a && c; end M;"), HasSubstr("write and"));
  EXPECT_THAT(messages("model M Boolean b = a || c; end M;"), HasSubstr("write or"));
  EXPECT_THAT(messages("model M Boolean b = a != c; end M;"), HasSubstr("write <>"));
  EXPECT_THAT(messages("model M Boolean b = !a; end M;"), HasSubstr("write not"));
  EXPECT_THAT(messages("model M Real x = 2**3; end M;"), HasSubstr("write ^"));
  EXPECT_THAT(messages("model M # a comment\nend M;"), HasSubstr("write // for a comment"));
  // One fault each, for the rest is read as it was meant.
  EXPECT_EQ(messages("model M Boolean b = a && c; end M;").find("error"),
            messages("model M Boolean b = a && c; end M;").rfind("error"));
}

TEST(Parser, reads_what_the_grammar_allows) {
  EXPECT_THAT(messages(R"(within A.B;
encapsulated partial model M "doc" + "more"
  import A; import C = A.B; import A.*; import A.{x, y};
  extends Base(redeclare replaceable model X = Y(a = 1) constrainedby Z, each final b = 2, c.d(e) = 3);
protected
  inner outer replaceable parameter Real[2] x[:, 3](start = {1}) = f(a, b = function g(u = 1)) if c and not d "x"
    annotation(choices(choice = 1)), y constrainedby R(q = 1);
  type E = enumeration(a "A", b);
  type E2 = enumeration(:);
  function f = g(x = 1) "short";
  pure function p external "C" y = h(u) annotation(Include = ""); end p;
  operator record C operator '+' end '+'; end C;
  expandable connector Bus end Bus;
  function d = der(f, x, y);
initial equation
  x = -1 + 2 * 3 ^ 2 .* 4;
equation
  (a, , b) = f(x);
  connect(a.b[1], .c.d);
  for i in 1:2:n, j loop x[i, j] = {k for k in 1:3}; end for;
  if a then x = 1; elseif b then x = 2; else x = 3; end if "why";
  when {a, b} then x = 1; elsewhen c then reinit(x, 2); end when;
  assert(true, "m");
initial algorithm
  x := if a then 1 elseif b then 2 else 3;
algorithm
  while x[end] > 1 loop break; end while;
  (a, b) := f([1, 2; 3, 4]);
  return;
  annotation(experiment(StopTime = 1));
end M;)"),
              IsEmpty());
}

TEST(Parser, tells_all_faults_and_goes_on) {
  const std::string all = messages(R"(model M
  Real x = ;
  Real y = 1
  Real z;
equation
  x := 1;
  if x then y = 1;
  z = (1 + 2;
end M;)");
  EXPECT_THAT(all, HasSubstr("t.mo:2:12: error: expected an expression, found ';'"));
  EXPECT_THAT(all, HasSubstr("t.mo:4:3: error: expected ';' after the element, found 'Real'"));
  EXPECT_THAT(all, HasSubstr("t.mo:6:5: error: an equation is written with ':='"));
}

TEST(Parser, tells_each_fault_in_words) {
  EXPECT_THAT(messages("model M end N;"), HasSubstr("the class 'M' is closed by 'end N'"));
  EXPECT_THAT(messages("model M"), HasSubstr("expected 'end M', found the end of the text"));
  EXPECT_THAT(messages("model M algorithm x = 1; end M;"), HasSubstr("an assignment is written with '='"));
  EXPECT_THAT(messages("model M equation break; end M;"),
              HasSubstr("'break' is a statement and stands among equations"));
  EXPECT_THAT(messages("model M algorithm connect(a, b); end M;"),
              HasSubstr("'connect' is an equation and stands in an algorithm"));
  EXPECT_THAT(messages("model M equation a < b < c; end M;"),
              HasSubstr("expected 'and' or 'or' between two relations"));
  EXPECT_THAT(messages("model M Real x = a ^ b ^ c; end M;"),
              HasSubstr("brackets that say which power comes first"));
  EXPECT_THAT(messages("model M Real x = {}; end M;"), HasSubstr("{} has no elements"));
  EXPECT_THAT(messages("model M Real x = f(a = 1, 2); end M;"),
              HasSubstr("an argument without a name follows one with a name"));
  EXPECT_THAT(messages("model M Real x = f(a = 1, a = 2); end M;"),
              HasSubstr("the argument 'a' is given twice"));
  EXPECT_THAT(messages("model M Real x = 1e999; end M;"), HasSubstr("beyond what a double can hold"));
  EXPECT_THAT(messages("model M Real x := 1; end M;"), HasSubstr("a binding is written with ':='"));
  EXPECT_THAT(messages("model M Real x constrainedby R; end M;"),
              HasSubstr("'constrainedby' stands at an element that is not replaceable"));
  EXPECT_THAT(messages("model M algorithm 1 := 2; end M;"), HasSubstr("what is left of ':=' is no variable"));
  EXPECT_THAT(messages("model M algorithm (a, b) := 2; end M;"), HasSubstr("this is no call"));
  EXPECT_THAT(messages("model M A a(k[1] = 3); end M;"),
              HasSubstr("a modification names the whole of 'k', not one of its elements"));
  EXPECT_THAT(messages("model M equation if a then x = 1; else if b then x = 2; else x = 3; end if; end M;"),
              HasSubstr("write 'elseif', or another 'end if'"));
}

TEST(Parser, bounds_nesting) {
  EXPECT_THAT(messages("model M Real x = " + std::string(100000, '(') + "1"),
              HasSubstr("nested more than 400 deep"));
  std::string sum = "1";
  for (int i = 0; i < 5000; ++i) sum += "+1";
  EXPECT_THAT(messages("model M Real x = " + sum + "; end M;"), HasSubstr("more than 2000 terms"));
}

}  // namespace
}  // namespace escapement::modelica
