// SPDX-License-Identifier: MIT
#include "escapement/modelica/scalarize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/modelica/balance.h"
#include "support.h"

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;

std::string scalar_text(const std::string& text, const std::string& name = {}) {
  const auto flat = flatten(source_of(text), name);
  const auto scalar = scalarize(*flat);
  const Balance whole = balance_of(*flat), parts = balance_of(*scalar);
  EXPECT_EQ(whole.variables, parts.variables);
  EXPECT_EQ(whole.equations, parts.equations);
  for (const Variable& variable : scalar->variables) EXPECT_TRUE(variable.type.is_scalar()) << variable.name;
  return print_flat(*scalar);
}

TEST(Scalarize, unrolls_loops_and_arrays) {
  EXPECT_EQ(scalar_text(R"(model M
  parameter Integer n = 3;
  Real x[n](each start = 1, min = {0, 1, 2}), y[2] = {x[1], x[2]} + {1, 2};
equation
  der(x[1]) = -x[1];
  for i in 2:n loop
    x[i] = x[i - 1] * i;
  end for;
end M;)"),
            R"(class M
  parameter Integer n = 3;
  Real x[1](start = 1, min = 0);
  Real x[2](start = 1, min = 1);
  Real x[3](start = 1, min = 2);
  Real y[1] = x[1] + 1;
  Real y[2] = x[2] + 2;
equation
  der(x[1]) = -x[1];
  x[2] = x[1] * 2;
  x[3] = x[2] * 3;
end M;
)");
}

// A x for A = [1, 2; 3, 4] is {1 x1 + 2 x2, 3 x1 + 4 x2}; {x1, x2} * {x1, x2} is the sum of squares.
TEST(Scalarize, works_products_out) {
  const std::string text = scalar_text(R"(model M
  Real x[2] = {time, 2 * time};
  Real y[2] = [1, 2; 3, 4] * x;
  Real s = x * x, t = sum(x), u = max(x);
  Real c[3] = cross({1, 2, 3}, {time, 0, 0});
  Real m[2, 2] = transpose([1, 2; 3, 4]);
end M;)");
  EXPECT_THAT(text, HasSubstr("Real y[1] = 1 * x[1] + 2 * x[2];"));
  EXPECT_THAT(text, HasSubstr("Real y[2] = 3 * x[1] + 4 * x[2];"));
  EXPECT_THAT(text, HasSubstr("Real s = x[1] * x[1] + x[2] * x[2];"));
  EXPECT_THAT(text, HasSubstr("Real t = x[1] + x[2];"));
  EXPECT_THAT(text, HasSubstr("Real u = max(x[1], x[2]);"));
  EXPECT_THAT(text, HasSubstr("Real c[2] = 3 * time - 0;"));
  EXPECT_THAT(text, HasSubstr("Real m[1,2] = 3;"));
}

TEST(Scalarize, keeps_what_a_function_gives_as_a_whole) {
  const std::string text = scalar_text(R"(package P
  function two
    input Real u;
    output Real y[2];
    output Real z;
  algorithm
    y := {u, u};
    z := u;
  end two;
  function square
    input Real u;
    output Real y;
  algorithm
    y := u ^ 2;
  end square;
  model M
    Real a[2], b, c[2];
  equation
    (a, b) = two(time);
    c = square(a);
  end M;
end P;)",
                                       "P.M");
  EXPECT_THAT(text, HasSubstr("({a[1], a[2]}, b) = P.two(time);"));
  EXPECT_THAT(text, HasSubstr("c[1] = P.square(a[1]);"));
  EXPECT_THAT(text, HasSubstr("c[2] = P.square(a[2]);"));
}

TEST(Scalarize, leaves_a_choice_to_the_simulation) {
  EXPECT_THAT(scalar_text(R"(model M
  Integer n = if time > 1 then 2 else 1;
  Real x[2] = {time, 2};
  Real y = x[n];
end M;)"),
              HasSubstr("Real y = {x[1], x[2]}[n];"));
}

TEST(Scalarize, refuses_what_is_not_known) {
  const auto flat = flatten(source_of(R"(model M
  Integer n = if time > 1 then 2 else 1;
  Real x[2] = {time, 2};
  Real y[2] = x[{n, 1}];
end M;)"),
                            "M");
  try {
    scalarize(*flat);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("test.mo:4:15: error: a vector of subscripts is not known before the simulation"));
  }
}

}  // namespace
}  // namespace escapement::modelica
