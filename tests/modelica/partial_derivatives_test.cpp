// SPDX-License-Identifier: MIT
// function g = der(f, x): values by hand, and what is refused.
#include <gmock/gmock.h>

#include <cmath>

#include "escapement/core/error.h"
#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;

const char* const kPower =
    "function f input Real x; input Real y; output Real z; protected Real w; algorithm w := x^3; z := w*y; "
    "if x > 1 then z := z + exp(2*y); end if; end f; ";

// z = x^3 y + exp(2 y) for x > 1, else x^3 y; here x = 2.
TEST(PartialDerivatives, OfAFunctionByItsInputs) {
  RunningClass m(std::string("model M ") + kPower +
                 "function f_x = der(f, x); function f_y = der(f, y); function f_xy = der(f, x, y); function "
                 "f_yx = der(f_y, x); Real x = 2*time, a = f_x(x, 3), b = f_y(x, 0.5), c = f_xy(x, 3), "
                 "d = f_yx(x, 3); end M;");
  m.until(1);  // x = 2
  EXPECT_NEAR(m["a"], 3 * 4 * 3, 1e-9);
  EXPECT_NEAR(m["b"], 8 + 2 * std::exp(1.0), 1e-9);
  EXPECT_NEAR(m["c"], 3 * 4, 1e-9);
  EXPECT_NEAR(m["d"], 3 * 4, 1e-9);
}

TEST(PartialDerivatives, InParametersAndInDerivativesOfTime) {
  RunningClass m(std::string("model M ") + kPower +
                 "function f_x = der(f, x); parameter Real p = f_x(2, 3); Real x = time, a = f_x(x, 1), v = "
                 "der(a), y(start = 0, fixed = true); equation der(y) = p; end M;");
  m.until(0.5);
  EXPECT_NEAR(m["a"], 3 * 0.25, 1e-9);
  EXPECT_NEAR(m["v"], 6 * 0.5, 1e-9);
  EXPECT_NEAR(m["y"], 36 * 0.5, 1e-6);
}

TEST(PartialDerivatives, OfOutputsThatAreArrays) {
  RunningClass m(
      "model M function g input Real u; output Real v[2]; algorithm v := {u^2, sin(u)}; end g; function dg = "
      "der(g, u); Real a[2] = dg(time); end M;");
  m.until(2);
  EXPECT_NEAR(m["a[1]"], 4, 1e-9);
  EXPECT_NEAR(m["a[2]"], std::cos(2.0), 1e-9);
}

std::string fault_of_partial(const std::string& derivative) {
  try {
    RunningClass(std::string("model M ") + kPower + derivative + " Real a = g(1, 2); end M;");
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(PartialDerivatives, FaultsNameTheInput) {
  EXPECT_THAT(fault_of_partial("function g = der(f, q);"),
              HasSubstr("'q', by which 'M.g' is a partial derivative, is no input of the function"));
  EXPECT_THAT(
      fault_of_partial("function h input Integer x; input Real y; output Real z = x*y; algorithm end h; "
                       "function g = der(h, x);"),
      HasSubstr("it must be a scalar Real"));
  EXPECT_THAT(
      fault_of_partial("function h input Real x; input Real y; output Boolean z = x > y; algorithm end h; "
                       "function g = der(h, x);"),
      HasSubstr("the outputs of the function must be Reals"));
  EXPECT_THAT(fault_of_partial("function g = der(f);"), HasSubstr("by no input"));
}

}  // namespace
}  // namespace escapement::modelica
