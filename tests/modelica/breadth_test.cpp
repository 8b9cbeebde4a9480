// SPDX-License-Identifier: MIT
// What models of many components ask of the equations behind them: starts that fit, networks of ideal diodes,
// equations that say less than they seem to. Small models of each kind, with answers by hand.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Equations of an if belong together by what they give, in whatever order a branch has them. With the first
// two paired as they stand, k and d would have to be found from each other.
TEST(Breadth, BranchesOfAnIfMayHaveTheirEquationsInAnyOrder) {
  RunningClass m(R"(model M
    Real x(start = 1, fixed = true), k, d;
  equation
    der(x) = -k*x + d;
    if initial() then
      k = 0.5; d = 0;
    elseif time < 1 then
      d = 0; k = 2;
    else
      k = 1; d = x;
    end if;
  end M;)");
  m.until(0.5);
  EXPECT_NEAR(m["x"], std::exp(-1.0), 1e-8);
  m.until(3);  // from 1 on x' = 0
  EXPECT_NEAR(m["x"], std::exp(-2.0), 1e-8);
}

// Two inductors in series are one state. Both begin without a current, which is said twice and no fault.
constexpr const char* kSeries = R"(model M
    Real i1(start = 0, fixed = %1), i2(start = 0), v1, v2;
  initial equation
    i2 = %2;
  equation
    v1 = 1*der(i1); v2 = 3*der(i2);
    i1 = i2;
    v1 + v2 = 8 - 4*i1;
  end M;)";
std::string series(const std::string& fixed, const std::string& second) {
  std::string text = kSeries;
  text.replace(text.find("%1"), 2, fixed);
  return text.replace(text.find("%2"), 2, second);
}

TEST(Breadth, WhatIsSaidTwiceOfTheStartIsNoFault) {
  RunningClass m(series("true", "0"));
  m.until(1);
  EXPECT_NEAR(m["i1"], 2 * (1 - std::exp(-1.0)), 1e-8);  // 4 i' = 8 - 4 i
}

TEST(Breadth, WhatContradictsTheStartIsNamed) {
  EXPECT_THAT(failure_of(series("true", "0.5"), 1),
              AllOf(HasSubstr("more conditions at the start than unknowns"),
                    HasSubstr("does not hold at time 0"), HasSubstr("start value"), HasSubstr("Remove it")));
}

// A star without a neutral: 0 = a + b + c, and the current in common that an inductor z carries is a third of
// that sum. By incidences z could be a state; it is zero for ever.
TEST(Breadth, TheCurrentInCommonOfAStarIsZero) {
  RunningClass m(R"(model M
    Real a(start = 0, fixed = true), b(start = 0, fixed = true), c, z, v, star;
  equation
    a + b + c = 0;
    3*z = a + b + c;
    v = 0.1*der(z);
    der(a) = 2 - star - v - a;
    der(b) = -1 - star - v - b;
    der(c) = -1 - star - v - c;
  end M;)");
  m.until(1);
  EXPECT_NEAR(m["a"], 2 * (1 - std::exp(-1.0)), 1e-8);
  EXPECT_EQ(m["v"], 0);
  EXPECT_NEAR(m["star"], 0, 1e-8);
}

// Six ideal diodes (Ron = 1e-5, Goff = 1e-5, in the parametric form of the standard library) between three
// sources and a resistor: whatever conducts, the voltage is the largest of the three less the smallest, up to
// Ron and Goff.
TEST(Breadth, ARectifierOfSixIdealDiodes) {
  RunningClass m(R"(model M
    constant Real pi = 3.14159265358979;
    Real v[3], up[3], un[3], ip[3], jn[3], sp[3], sn[3], p, n, i;
    Boolean offp[3](each start = true), offn[3](each start = true);
    Real load(start = 0, fixed = true);
  equation
    for k in 1:3 loop
      v[k] = 100*sin(100*pi*time - 2*pi/3*(k - 1));
      offp[k] = sp[k] < 0;
      offn[k] = sn[k] < 0;
      up[k] = v[k] - p;
      up[k] = sp[k]*(if offp[k] then 1 else 1e-5);
      ip[k] = sp[k]*(if offp[k] then 1e-5 else 1);
      un[k] = n - v[k];
      un[k] = sn[k]*(if offn[k] then 1 else 1e-5);
      jn[k] = sn[k]*(if offn[k] then 1e-5 else 1);
    end for;
    i = sum(ip);
    sum(jn) = i;
    p - n = 10*i;
    der(load) = 1 - load;
  end M;)");
  for (const double t : {0.001, 0.0033, 0.0051, 0.0092, 0.0134, 0.0187}) {
    m.until(t);
    double largest = -1e9, smallest = 1e9;
    for (int k = 0; k < 3; ++k) {
      const double v = 100 * std::sin(100 * std::numbers::pi * t - 2 * std::numbers::pi / 3 * k);
      largest = std::max(largest, v);
      smallest = std::min(smallest, v);
    }
    EXPECT_NEAR(m["p"] - m["n"], largest - smallest, 0.1) << "at " << t;
  }
}

// A crank of length 1 and a rod of length 2 that must end at height 0: angles begin at 0.5 and by themselves
// at what fits; all matrices follow from the angles. Slider: x = cos a + sqrt(4 - sin(a)^2).
TEST(Breadth, ALinkageBeginsWhereItsAnglesSay) {
  RunningClass m(R"(model M
    Real a(start = 0.5, fixed = true), w(start = 1, fixed = true), b(start = -0.2), ca, sa, cb, sb, x, y, vx, f;
  equation
    der(a) = w;
    ca = cos(a); sa = sin(a); cb = cos(b); sb = sin(b);
    x = 1*ca + 2*cb;
    y = 1*sa + 2*sb;
    y = 0;
    vx = der(x);
    der(w) = 0*f;
    f = der(vx);
  end M;)");
  m.until(0.7);
  const double a = 1.2, s = std::sin(a);
  EXPECT_NEAR(m["a"], a, 1e-8);
  EXPECT_NEAR(m["x"], std::cos(a) + std::sqrt(4 - s * s), 1e-7);
  EXPECT_NEAR(m["vx"], -s - s * std::cos(a) / std::sqrt(4 - s * s), 1e-6);
}

// L^2 = 0.4^2 + 0.3^2: a parameter that the start finds by Newton's method, from where its equation has a
// slope.
TEST(Breadth, AParameterFromASquareAtTheStart) {
  RunningClass m(R"(model M
    parameter Real L(fixed = false);
    Real x(start = 0.4, fixed = true);
  initial equation
    0 = x*x + 0.09 - L*L;
  equation
    der(x) = -L*x;
  end M;)");
  m.until(1);
  EXPECT_NEAR(m["x"], 0.4 * std::exp(-0.5), 1e-8);
}

// The piston of a cylinder that touches its end up to rounding (x = 1 - cos, at most 2) is no fault, one that
// goes through it is.
TEST(Breadth, AnAssertionThatHoldsUpToRounding) {
  const auto text = [](const std::string& most) {
    return "model M Real x, y(start = 0, fixed = true); equation x = 1 - cos(time); der(y) = x; assert(y - y "
           "+ x <= " +
           most + ", \"too far\"); end M;";
  };
  EXPECT_EQ(failure_of(text("2.0"), 5), "");
  EXPECT_THAT(failure_of(text("1.99"), 5), HasSubstr("too far"));
}

}  // namespace
}  // namespace escapement::modelica
