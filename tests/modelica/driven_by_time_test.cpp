// SPDX-License-Identifier: MIT
// What time alone drives, under classical solvers: pulses that no step leaps over, waves that cross at one
// time, and what has no value beyond the end of a run.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// A pulse of time that begins long after the start, a square wave with steep fronts, and a pulse behind
// algebraic variables. The pulses come to sqrt(pi)/3; of the square wave six half periods of pi/2 cancel, and
// the half front at the start leaves out the integral of 1 - tanh(2000 t), which is log(2)/2000.
TEST(DrivenByTime, APulseOfTimeIsNotLeaptOver) {
  const std::string model = R"(model M
    Real pulse(start = 0, fixed = true), square(start = 0, fixed = true), behind(start = 0, fixed = true), a, b;
    Real alone(start = 1, fixed = true);
  equation
    der(pulse) = exp(-((time - 5)*3)^2);
    der(square) = if only_pulse then 0 else tanh(1000*sin(2*time));
    a = exp(-((time - 7)*3)^2);
    b = 2*a - square*0;
    der(behind) = b/2;
    der(alone) = -alone;
  end M;)";
  const double area = std::sqrt(std::numbers::pi) / 3;
  for (const sundials::Method method :
       {sundials::Method::kBdf, sundials::Method::kIda, sundials::Method::kErk})
    for (const bool only_pulse : {true, false}) {
      SCOPED_TRACE(static_cast<int>(method));
      std::string text = model;
      text.replace(text.find("only_pulse"), std::string("only_pulse").size(), only_pulse ? "true" : "false");
      RunningClass m(text, 1e-6, method, 10);
      m.until(10);
      EXPECT_NEAR(m["pulse"], area, 1e-4);
      EXPECT_NEAR(m["behind"], area, 1e-4);
      const double square = only_pulse ? 0 : 10 - 3 * std::numbers::pi - std::log(2) / 2000;
      EXPECT_NEAR(m["square"], square, 3e-4);
      EXPECT_NEAR(m["alone"], std::exp(-10.0), 1e-4);
    }
}

// Steps go on beyond the end of a run, to where x, which the solver does not need, has no value: sin(x) = z/2
// up to z = 2, x^2 - 2 x + t - 1 = 0 up to t = 2, with x = 1 + sqrt(2 - t). And a condition that is nan
// there.
TEST(DrivenByTime, WhatEndsBeyondTheRunDoesNoHarm) {
  const std::string text = R"(model M
    Real x(start = 0.5), y(start = 1), z(start = 0, fixed = true);
    Boolean low(start = false) = sqrt(2 - time) < 0.5;
    Integer n(start = 0, fixed = true);
  equation
    sin(x) = z/2; y^2 - 2*y + time - 1 = 0; der(z) = 1;
    when low then n = pre(n) + 1; end when;
  end M;)";
  for (const sundials::Method method :
       {sundials::Method::kBdf, sundials::Method::kIda, sundials::Method::kErk}) {
    SCOPED_TRACE(static_cast<int>(method));
    RunningClass m(text, 1e-6, method);
    m.until(1.9);
    EXPECT_NEAR(m["x"], std::asin(0.95), 1e-6);
    EXPECT_NEAR(m["y"], 1 + std::sqrt(0.1), 1e-6);
    EXPECT_EQ(m["n"], 1);  // at 1.75
    try {
      m.until(2.5);
      ADD_FAILURE() << "there is no solution";
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), AnyOf(HasSubstr("the nonlinear system for"), HasSubstr("cannot be told")));
    }
  }
}

// Waves that differ by whole periods cross zero at one time but for roundings, sixteen conditions each: five
// times up (at 0, 0.02, ... 0.08) and five down up to 0.095, and none is turned to and fro.
TEST(DrivenByTime, WavesThatCrossAtOneTimeButForRoundings) {
  const std::string text = R"(model M
    constant Real pi = 3.141592653589793; constant Integer N = 8;
    Real u[N] = {sin(2*pi*50*time + 2*pi*k) for k in 0:N-1}, x(start = 0, fixed = true);
    Boolean p[N], q[N]; Integer n[N](each start = 0, each fixed = true), m[N](each start = 0, each fixed = true);
  equation
    der(x) = u[1];
    for k in 1:N loop
      p[k] = u[k] > 0; q[k] = u[k] < 0;
      when p[k] then n[k] = pre(n[k]) + 1; end when;
      when q[k] then m[k] = pre(m[k]) + 1; end when;
    end for;
  end M;)";
  for (const sundials::Method method :
       {sundials::Method::kBdf, sundials::Method::kIda, sundials::Method::kErk}) {
    RunningClass run(text, 1e-6, method);
    run.until(0.095);
    for (int k = 1; k <= 8; ++k) {
      EXPECT_EQ(run["n[" + std::to_string(k) + "]"], 5) << k;
      EXPECT_EQ(run["m[" + std::to_string(k) + "]"], 5) << k;
    }
  }
}

// What does not depend on time has steps as long as the solver likes.
TEST(DrivenByTime, WhatLeavesTimeAloneIsNotHeldBack) {
  RunningClass m("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", 1e-4,
                 sundials::Method::kBdf, 1e6);
  m.until(1e6);
  EXPECT_LT(m.counters().steps, 100u);
}

}  // namespace
}  // namespace escapement::modelica
