// SPDX-License-Identifier: MIT
// Subscripts that only the run can tell: outside of the array the run fails, and says so; what is not reached
// does not count.
#include <gmock/gmock.h>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The number of assertions of the class M.
std::size_t assertions(const std::string& text) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", text);
  return translate(*flatten(source, "M")).system.assertions.size();
}

TEST(TranslateSubscript, OutsideOfTheArrayTheRunFails) {
  const std::string model =
      "model M parameter Real b[2] = {1, 2};\n Integer j = 1 + integer(time); Real e = b[j]; end M;";
  EXPECT_EQ(failure_of(model, 1.5), "");
  EXPECT_THAT(
      failure_of(model, 2.5),
      AllOf(HasSubstr("does not hold at time 2: the subscript j of 'b' is outside of 1 to 2: it is 3 at "
                      "test.mo:2:42"),
            HasSubstr("test it in an if before, or keep it within by min() and max()")));
  EXPECT_THAT(
      failure_of("model M parameter Real b[2] = {1, 2}; Integer j = integer(time); Real e = b[j]; end M;",
                 0.5),
      HasSubstr("at time 0: the subscript j of 'b' is outside of 1 to 2: it is 0"));
  EXPECT_THAT(failure_of("model M Real b[9, 3] = fill(time, 9, 3); Integer j = integer(3*time); Real e = "
                         "b[j + 1, 2*j + 1]; end M;",
                         1),
              HasSubstr("the subscript 2 * j + 1 of 'b' is outside of 1 to 3: it is 5"));
}

TEST(TranslateSubscript, WhatIsAssignedToIsWithin) {
  const std::string model =
      "model M Integer j(start = 1, fixed = true); Real h[3](each start = 0, each fixed = true);"
      " algorithm when sample(0.1, 0.1) then j := pre(j) + 1; h[j] := 7; end when; end M;";
  EXPECT_EQ(failure_of(model, 0.25), "");
  EXPECT_THAT(failure_of(model, 0.35),
              HasSubstr("does not hold at time 0.3: the subscript j of 'h' is outside of 1 to 3: it is 4"));
}

TEST(TranslateSubscript, FunctionsAreWatched) {
  const std::string f =
      "function f input Real a[:]; input Real u; output Real y; algorithm y := a[integer(u)]; end f; ";
  const std::string model = "model M " + f + "Real e = f({1, 2, 3}, 1 + 2*time); end M;";
  EXPECT_EQ(failure_of(model, 1.4), "");
  EXPECT_THAT(failure_of(model, 2),
              HasSubstr("the subscript integer(u) of 'a' is outside of 1 to 3: it is 4"));
  EXPECT_THAT(
      failure_of("model M function f input Integer k; output Real y; protected Real a[2]; algorithm a := {0, "
                 "0}; a[k] := 7; y := a[1]; end f; Real e = f(integer(3*time) + 1); end M;",
                 1),
      HasSubstr("the subscript k of 'a' is outside of 1 to 2: it is 3"));
}

TEST(TranslateSubscript, WhensTellTheirMoment) {
  EXPECT_THAT(
      failure_of(
          "model M parameter Real b[2] = {1, 2}; Integer j(start = 2, fixed = true); Real e(start = 0, "
          "fixed = true); equation when sample(0.5, 0.5) then j = pre(j) + 1; end when; when time > 0.7 "
          "then e = b[j]; end when; end M;",
          1),
      HasSubstr("does not hold at time 0.7: the subscript j of 'b' is outside of 1 to 2: it is 3"));
}

TEST(TranslateSubscript, NumbersOfLiteralsAreWithin) {
  EXPECT_THAT(
      failure_of(
          "model M type E = enumeration(a, b); E e; Integer k(start = 1, fixed = true); equation e = E(k); "
          "when time > 0.5 then k = 5; end when; end M;",
          1),
      HasSubstr("at time 0.5: the number of a literal of 'M.E' is outside of 1 to 2: it is 5"));
}

// Branches of ifs, right sides of and, statements behind a test.
TEST(TranslateSubscript, WhatIsNotReachedDoesNotCount) {
  expect_values("M", R"(model M
    function search input Real t[:]; input Real u; output Integer i; algorithm
      i := 1; while i <= size(t, 1) and t[i] < u loop i := i + 1; end while; end search;
    function least input Integer k; output Real y; protected Real a[2] = {3, 4}; algorithm
      y := 0; if k <= 2 then y := a[k]; end if; end least;
    parameter Real b[2] = {10, 20};
    Integer j = integer(4*time);
    Real e = if j >= 1 and j <= 2 then b[j] else -1, g = least(j + 1), n, last;
    Boolean c = j >= 1 and j <= 2 and b[max(1, j)] > 15, d = not (j < 1 or j > 2 or b[j] < 15);
  equation
    n = search({1, 2, 3}, 10*time);
    if j < 1 or j > 2 then
      last = -2;
    else
      last = b[j];
    end if;
  end M;)",
                1, {{"j", 4}, {"e", -1}, {"g", 0}, {"n", 4}, {"last", -2}, {"c", 0}, {"d", 0}});
}

// Where it follows from the subscript that it is within there is nothing to watch.
TEST(TranslateSubscript, WhatIsWithinByItselfIsNotWatched) {
  EXPECT_EQ(assertions(R"(model M type E = enumeration(a, b);
    Integer j = integer(time); E e = if time > 1 then E.b else E.a; Boolean t = time > 2;
    parameter Integer p = 2; Real v[3] = {1, 2, 3}*time, of_e[E] = {1, 2}*time, of_t[Boolean] = {1, 2}*time;
    Real a = v[p], b = v[mod(j, 3) + 1], c = v[min(max(j, 1), 3)], d = of_e[e], f = of_t[t];
    Real g = v[if time > 1 then 3 else 1], h = sum(v[i] for i in 1:3); end M;)"),
            0);
  EXPECT_EQ(
      assertions(
          "model M Integer j = integer(time); Real v[3] = {1, 2, 3}*time, a = v[mod(j, 4) + 1]; end M;"),
      1);
  EXPECT_EQ(
      assertions("model M Integer j = integer(time); Real v[3, 3] = fill(time, 3, 3), a = v[j, j]; end M;"),
      1);
}

// A search that the model ends, of up to 300 rounds: its first round is watched, not each.
TEST(TranslateSubscript, SearchesAreNotWatchedRoundByRound) {
  EXPECT_LE(assertions(R"(model M
    function f input Real t[:]; input Integer from; input Real u; output Real y; protected Integer i; algorithm
      i := from; while i < size(t, 1) and t[i] < u loop i := i + 1; end while; y := t[i]; end f;
    Integer k = integer(time); Real y = f({1, 2, 3, 4}, k + 1, 3*time); end M;)"),
            3);
}

}  // namespace
}  // namespace escapement::modelica
