// SPDX-License-Identifier: MIT
// Published hybrid models as Modelica text, run to the numbers that are known of them.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <string>

#include "running.h"

namespace escapement::modelica {
namespace {

// After the benchmark of a separated simulation of continuous parts and events: two right sides that change
// where |sin(2 pi f t)| passes 0.99, which it does four times in a period. So there are 4 f events in a
// second, whatever the tolerance, for a switch of time alone is not left to the steps of the solver.
std::string switching_by_a_sine(int frequency) {
  return R"(model M
    constant Real f = )" +
         std::to_string(frequency) + R"(;
    Real x = sin(2*Modelica_pi*f*time), y(start = 0, fixed = true), z;
    constant Real Modelica_pi = 3.14159265358979323846;
  equation
    if abs(x) >= 0.99 then
      der(y) = sin(2*Modelica_pi*f*time);
      z = sin(time);
    else
      der(y) = cos(2*Modelica_pi*f*time);
      z = cos(time);
    end if;
  end M;)";
}

TEST(PublishedModels, EventsOfASineAreCountedAtEveryTolerance) {
  for (const double tolerance : {1e-3, 1e-6})
    EXPECT_EQ(RunningClass(switching_by_a_sine(1000), tolerance).until(1).counters().events, 4000u)
        << tolerance;
  EXPECT_EQ(RunningClass(switching_by_a_sine(2000), 1e-3).until(1).counters().events, 8000u);
}

// The constrained pendulum (EUROSIM comparison 7): a thread of length l = 1 and a pin 0.7 below its pivot, at
// the angle -pi/12. Where it meets the pin the speed grows by l/(l - p), where it leaves it falls again.
std::string pendulum(const std::string& phi, const std::string& speed, const std::string& damping) {
  return R"(model M
    parameter Real m = 1.02, l = 1, p = 0.7, g = 9.81, d = )" +
         damping + R"(, pin = -3.14159265358979323846/12;
    Real phi(start = )" +
         phi + R"(, fixed = true), w(start = )" + speed + R"(, fixed = true);
    Boolean short(start = )" +
         (phi[0] == '-' ? "true" : "false") + R"(, fixed = true);
    discrete Real turned(start = 0, fixed = true);
    Integer events(start = 0, fixed = true);
    Real length = if short then l - p else l;
  equation
    der(phi) = w;
    der(w) = -d/m*w - g/length*sin(phi);
    when {phi < pin, phi > pin} then
      short = not pre(short);
      events = pre(events) + 1;
      reinit(w, if pre(short) then w*(l - p)/l else w*l/(l - p));
    end when;
    when short and w > 0 then
      turned = phi;
    end when;
  end M;)";
}

TEST(PublishedModels, ConstrainedPendulumThatStartsAtThePin) {
  RunningClass m(pendulum("-3.14159265358979323846/6", "0", "0.1"), 1e-10);
  m.until(0.1873);
  EXPECT_EQ(m["events"], 0);
  m.until(0.1875);
  EXPECT_EQ(m["events"], 1);  // 0.187378224
  m.until(10);
  EXPECT_EQ(m["events"], 7);
  EXPECT_NEAR(m["phi"], -0.209453111, 1e-7);
}

// The speed at which the first short swing just reaches -pi/2, for two dampings.
TEST(PublishedModels, ConstrainedPendulumThatJustReachesTheHorizontal) {
  for (const auto& [damping, speed] : {std::pair{"0.2", "-2.184699"}, {"0.1", "-2.058512"}}) {
    RunningClass m(pendulum("3.14159265358979323846/6", speed, damping), 1e-10);
    m.until(1);
    EXPECT_NEAR(m["turned"], -std::numbers::pi / 2, 2e-6) << damping;
  }
}

// The stiff model of two states that switches itself (comparison 5): c2 and c4 of the second state, and its
// lower limit, so that it switches 62 times; the last time is 4.93646390720005.
TEST(PublishedModels, TwoStatesThatSwitchSixtyTwoTimes) {
  RunningClass m(R"(model M
    parameter Real c1 = 2.7e6, c3 = 3.5651205;
    Real y1(start = 4.2, fixed = true), y2(start = 0.3, fixed = true);
    Boolean high(start = false, fixed = true);
    Integer switches(start = 0, fixed = true);
    discrete Real at(start = 0, fixed = true);
    Real c2 = if high then -1.25 else 0.4, c4 = if high then 4.33 else 5.5;
  equation
    der(y1) = c1*(y2 + c2 - y1);
    der(y2) = c3*(c4 - y2);
    when {not pre(high) and y1 >= 5.8, pre(high) and y1 <= 4.1} then
      high = not pre(high);
      switches = pre(switches) + 1;
      at = time;
    end when;
  end M;)",
                 1e-12);
  m.until(5);
  EXPECT_EQ(m["switches"], 62);
  EXPECT_NEAR(m["at"], 4.93646390720005, 1e-8);
  EXPECT_NEAR(m["y1"], 5.78040252, 1e-6);
}

}  // namespace
}  // namespace escapement::modelica
