// SPDX-License-Identifier: MIT
// What gives a discrete variable, and the condition of a when, changes at events only (Modelica 3.6, sections
// 3.8.4 and 8.5): what does not is refused, what does is taken.
#include <gmock/gmock.h>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(const std::string& body) {
  return failure_of("model M Real x(start=0,fixed=true); " + body + " der(x)=1; end M;", 1);
}

TEST(TranslateVariability, IntegersOfRealsThatChangeAreRefused) {
  EXPECT_THAT(refusal("Integer m; equation m = time;"),
              AllOf(HasSubstr("the discrete variable 'm' is to be time, which changes without an event: time "
                              "changes all the time"),
                    HasSubstr("integer() of the value, give 'm' its value in a when, or keep the value in a "
                              "Real")));
  EXPECT_THAT(
      refusal("Integer m; equation 3*x = m;"),
      HasSubstr("the discrete variable 'm' is to be 3 * x, which changes without an event: 'x' changes"));
  EXPECT_THAT(refusal("Integer m; equation x = m;"),
              HasSubstr("the discrete variable 'm' is to be x, which"));
  EXPECT_THAT(refusal("Integer m; equation m = if time > 0.5 then x else 2;"),
              HasSubstr("'x' changes all the"));
  EXPECT_THAT(refusal("Integer s = sign(x - 0.5); equation"), HasSubstr("'s' is to be sign"));
}

TEST(TranslateVariability, RelationsThatMakeNoEventsAreRefused) {
  const auto refused =
      AllOf(HasSubstr("'x' changes all the time, and relations and integer() inside of noEvent"),
            HasSubstr("leave noEvent out"));
  EXPECT_THAT(refusal("Boolean b = noEvent(x > 0.5); equation"), refused);
  EXPECT_THAT(refusal("Boolean b; equation not b = (x < 0.1) or noEvent(x > 0.5);"), refused);
  EXPECT_THAT(refusal("Integer i = noEvent(integer(3*x)); equation"), refused);
  EXPECT_THAT(refusal("Boolean b; equation if noEvent(x > 0.5) then b = true; else b = false; end if;"),
              refused);
  EXPECT_THAT(
      refusal("Boolean b; Integer k; algorithm b := noEvent(x > 0.5); k := if b then 3 else 2; equation"),
      refused);
  EXPECT_THAT(refusal("type E = enumeration(a, b); E e = if noEvent(x > 0.5) then E.b else E.a; equation"),
              refused);
}

// Once for all elements that one declaration has.
TEST(TranslateVariability, ArraysAreToldOnce) {
  const std::string told = refusal("Boolean b[3] = {noEvent(x > i) for i in 1:3}; equation");
  EXPECT_THAT(told, HasSubstr("'b[1]'"));
  EXPECT_EQ(told.find("'b[2]'"), std::string::npos);
}

TEST(TranslateVariability, FunctionsOfWhatChangesMakeNoEvents) {
  const std::string f =
      "function f input Real x; output Boolean b; algorithm b := x > 0.5; end f; Integer "
      "n(start=0,fixed=true); ";
  EXPECT_THAT(refusal(f + "Boolean b = not f(x); equation n = 1;"),
              HasSubstr("'x' changes all the time, and relations and integer() inside of noEvent and of "
                        "functions make no events"));
  EXPECT_THAT(refusal(f + "equation when not f(x) or x > 0.7 then n = 1; end when;"),
              HasSubstr("the condition of a when is no discrete expression"));
}

TEST(TranslateVariability, ConditionsOfWhensMakeEvents) {
  const std::string told = "the condition of a when is noEvent(x > 0.5), which changes without an event";
  const std::string n = "Integer n(start=0,fixed=true); ";
  EXPECT_THAT(refusal(n + "equation when noEvent(x > 0.5) then n = pre(n) + 1; end when;"), HasSubstr(told));
  EXPECT_THAT(refusal(n + "equation when {x > 2, noEvent(x > 0.5)} then n = pre(n) + 1; end when;"),
              HasSubstr(told));
  EXPECT_THAT(refusal(n + "algorithm when noEvent(x > 0.5) then n := pre(n) + 1; end when; equation"),
              HasSubstr(told));
  EXPECT_THAT(refusal("Real y; equation der(y) = 1; when noEvent(x > 0.5) then reinit(y, 0); end when;"),
              HasSubstr(told));
  EXPECT_THAT(refusal("algorithm if noEvent(x > 0.5) then terminate(\"enough\"); end if; equation"),
              HasSubstr("whether terminate() is reached hangs on"));
}

TEST(TranslateVariability, IntegersOfRealsThatChangeAtEventsAreRefused) {
  EXPECT_THAT(
      refusal("Integer m; discrete Real d(start=0,fixed=true); equation m = 1.5*d; when x > 0.5 then d = "
              "pre(d) + 1; end when;"),
      AllOf(HasSubstr("the Integer 'm' is to be 1.5 * d, which is of type Real"),
            HasSubstr("take integer() of the value, or declare 'm' Real")));
}

// x = time: the third of 0.8 s; b by hand at 1 s.
TEST(TranslateVariability, WhatChangesAtEventsIsTaken) {
  expect_values("M", R"(model M
    function least input Integer a; input Real u; output Integer b; algorithm b := min(a, integer(u)); end least;
    parameter Real p = 2;
    Real x = time, y, w(start = 0, fixed = true);
    Integer n(start = 0, fixed = true), i = integer(3*x), k = div(integer(5*x), 2) + mod(integer(5*x), 2);
    Integer given(start = 0, fixed = true), sum, of_function = least(7, integer(4*x));
    Boolean up = x > 0.5, high = noEvent(n > 1), always = noEvent(p > 1), either = up or noEvent(p > 3);
    Boolean sticks(start = false, fixed = true), in_when(start = false, fixed = true), down;
    discrete Real held(start = 0, fixed = true), seen(start = 0, fixed = true);
  equation
    der(w) = if high then 1 else 0;
    when sample(0.25, 0.25) then
      n = pre(n) + 1;
      held = noEvent(if x > 0.6 then x else -x);
      in_when = noEvent(x > 0.6);
    end when;
    sticks = pre(sticks) or x > 0.3;
    when edge(up) then
      given = integer(noEvent(10*x));
    end when;
    sum = n + given;
    not down = x > 0.5;
    2*y = sum;
  algorithm
    when x > 0.9 then
      seen := noEvent(abs(x));
    end when;
  end M;)",
                1,
                {{"n", 4},
                 {"i", 3},
                 {"k", 3},
                 {"given", 5},
                 {"sum", 9},
                 {"y", 4.5},
                 {"of_function", 4},
                 {"up", 1},
                 {"down", 0},
                 {"high", 1},
                 {"always", 1},
                 {"either", 1},
                 {"sticks", 1},
                 {"in_when", 1},
                 {"held", 1},
                 {"seen", 0.9},
                 {"w", 0.5}});
}

// floor(3 t) and t > 0.5, the Real beside them for all times.
TEST(TranslateVariability, ResultsBesideOthersMakeEvents) {
  const std::string f =
      "function f input Real x; output Real y; output Integer n; output Boolean b; algorithm y := "
      "3*x; n := integer(3*x); b := x > 0.5; end f; ";
  expect_values("M", "model M " + f + R"(Real y, z, w(start = 0, fixed = true); Integer n, m; Boolean b, c;
    algorithm (z, m, c) := f(time); equation (y, n, b) = f(time); der(w) = if b then 1 else 0; end M;)",
                0.9, {{"y", 2.7}, {"n", 2}, {"b", 1}, {"z", 2.7}, {"m", 2}, {"c", 1}, {"w", 0.4}});
}

// m is given by a when or by its own equation, and the equation with it gives a Real.
TEST(TranslateVariability, EquationsOfIntegersGiveReals) {
  expect_values("M", R"(model M Integer m = integer(2*time), n(start = 1, fixed = true); Real x, y;
    equation m = 3*x; n = 2*y + 1; when time > 0.5 then n = 4; end when; end M;)",
                1.2, {{"m", 2}, {"x", 2.0 / 3}, {"y", 1.5}});
}

}  // namespace
}  // namespace escapement::modelica
