// SPDX-License-Identifier: MIT
// Modelica classes that run, against closed forms and published cases. Numbers of OpenModelica's own test
// cases are given where a case of its suite was the idea; the models are written anew.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(RunModelica, ComponentsAndConnections) {
  // Two masses of 15 J/K at 373.15 and 273.15 K, G = 10 W/K: the difference falls with exp(-t G (1/C1 +
  // 1/C2)).
  RunningClass m(R"(
    connector Port Real T; flow Real Q; end Port;
    model Mass parameter Real C; Real T(fixed = true); Port port; equation T = port.T; C*der(T) = port.Q; end Mass;
    model Bridge parameter Real G; Port a, b; equation a.Q + b.Q = 0; a.Q = G*(a.T - b.T); end Bridge;
    model M
      Mass hot(C = 15, T.start = 373.15), cold(C = 15, T.start = 273.15);
      Bridge bridge(G = 10);
    equation
      connect(hot.port, bridge.a);
      connect(bridge.b, cold.port);
    end M;)");
  m.until(1);
  EXPECT_NEAR(m["hot.T"] - m["cold.T"], 100 * std::exp(-10 * 2.0 / 15), 1e-6);
  EXPECT_NEAR(m["hot.T"] + m["cold.T"], 646.3, 1e-6);
}

// OpenModelica events/EventIteration: x reaches 1.5 at 0.5, and the chain of pre() follows within the
// instant.
TEST(RunModelica, EventIterationRunsToAFixedPoint) {
  RunningClass m(R"(model M
    Real x(start = 1, fixed = true);
    Boolean y, z(start = false, fixed = true), c1(start = false), c2(start = false), c3(start = false);
  equation
    der(x) = 1;
    y = x >= 1.5;
    when y then z = true; end when;
    c1 = pre(z);
    c2 = pre(c1);
    c3 = pre(c2);
  end M;)");
  m.until(0.4999);
  EXPECT_EQ(m["z"] + m["c1"] + m["c2"] + m["c3"], 0);
  m.until(0.5000001);
  EXPECT_EQ(m["y"] + m["z"] + m["c1"] + m["c2"] + m["c3"], 5);
  EXPECT_EQ(m.counters().events, 1u);
}

TEST(RunModelica, AnIterationWithoutFixedPointNamesWhatChanges) {
  const std::string told = failure_of(R"(model M
    Boolean b1(start = false, fixed = true), b2(start = false, fixed = true);
    Boolean go = time > 0.5;
  equation
    b1 = go and not (pre(b1) or pre(b2));
    b2 = pre(b1);
  end M;)",
                                      1);
  EXPECT_THAT(told, AllOf(HasSubstr("do not settle at time 0.5"), HasSubstr("b1"), HasSubstr("b2")));
}

// OpenModelica events/Reinit and ticket 3358.
TEST(RunModelica, TwoEdgesAreTwoReinitsAndWhenComesBeforeElsewhen) {
  RunningClass m(R"(model M
    Real x(start = 0, fixed = true);
    Boolean b1, b2;
    discrete Real y(start = 0, fixed = true);
  equation
    der(x) = 0;
    when {time > 0.1, time > 0.2} then reinit(x, x + 1); end when;
    b1 = time > 0.5;
    b2 = time > 0.5;
    when b1 then y = pre(y) + 1; elsewhen b2 then y = pre(y) + 0.1; end when;
  end M;)");
  m.until(1);
  EXPECT_EQ(m["x"], 2);
  EXPECT_EQ(m["y"], 1);
}

// OpenModelica initialization/pre1, pre3, discreteTest01.
TEST(RunModelica, PreAtTheStart) {
  RunningClass first(R"(model M
    Real x(start = 2, fixed = true);
    discrete Real xd(start = 2, fixed = true);
  equation
    der(x) = 0;
    when sample(0, 1) then xd = pre(xd) + pre(x); end when;
  end M;)");
  first.until(0);
  EXPECT_EQ(first["xd"], 4);  // the tick at 0 is an event after the start
  first.until(1.5);
  EXPECT_EQ(first["xd"], 6);
  RunningClass third(R"(model M
    discrete Real xd;
    Real p;
  initial equation
    xd = 2;
  equation
    p = time;
    when {initial(), time > 2} then xd = pre(xd) + 4*pre(xd) + 32; end when;
  end M;)");
  third.until(1);
  EXPECT_NEAR(third["xd"], 2, 1e-12);  // 2 = 5 pre + 32, so pre(xd) = -6
  third.until(3);
  EXPECT_NEAR(third["xd"], 42, 1e-12);
  RunningClass of_when(R"(model M
    discrete Real d(start = 1, fixed = true);
  equation
    when initial() then d = pre(d) + 0.1; end when;
  end M;)");
  of_when.until(1);
  EXPECT_NEAR(of_when["d"], 1.1, 1e-12);
}

// OpenModelica ticket 3052: a follows from x by the initial equation, so b divides by what is there then.
TEST(RunModelica, AComputedParameterIsThereBeforeItDivides) {
  RunningClass m(R"(model M
    parameter Real a(fixed = false);
    Real x(start = 1, fixed = true), b;
  initial equation
    2*x = a;
  equation
    der(x) = 0;
    b = 5.6/a;
  end M;)");
  m.until(1);
  EXPECT_NEAR(m["b"], 2.8, 1e-12);
}

TEST(RunModelica, DivisionByZeroTellsValuesAndTime) {
  const std::string told = failure_of(R"(model M
    Real x(start = 0, fixed = true), y;
  equation
    der(x) = 1;
    y = 3/x;
  end M;)",
                                      1);
  EXPECT_THAT(told, AllOf(HasSubstr("3 / x"), HasSubstr("x = 0"), HasSubstr("time 0")));
}

// OpenModelica indexreduction/PantelidesSingular.
TEST(RunModelica, SingularSystemsNameEquationsAndVariables) {
  const std::string told = failure_of(R"(model M
    Real x, u1, u2;
  equation
    0 = x + u1*u2;
    0 = der(x) + x;
    0 = 40*x + x^2 - 3;
  end M;)",
                                      1);
  EXPECT_THAT(told, AllOf(HasSubstr("'x'"), HasSubstr("40 * x"), HasSubstr("der(x)"), HasSubstr("'u1'"),
                          HasSubstr("'u2'")));
}

// OpenModelica events/sample2, and a sampled hold beside a sawtooth of the same period.
TEST(RunModelica, SamplersOfOneInstantMeet) {
  RunningClass m(R"(model M
    discrete Real x(start = 0, fixed = true), y(start = 0, fixed = true);
    Integer both(start = 0, fixed = true);
  equation
    when sample(0, 0.1) then x = pre(x) + 0.1; end when;
    when sample(0, 0.1) then y = pre(y) + 0.1; end when;
    when {sample(0, 1/60), sample(0, 1/200)} then both = pre(both) + 1; end when;
  end M;)");
  m.until(0.05);
  EXPECT_NEAR(m["x"], 0.1, 1e-15);
  EXPECT_NEAR(m["y"], 0.1, 1e-15);
  m.until(0.55);
  EXPECT_NEAR(m["x"], 0.6, 1e-14);
  EXPECT_NEAR(m["y"], 0.6, 1e-14);
  m.until(1);  // 61 + 201 ticks, of which 21 fall together
  EXPECT_EQ(m["both"], 241);
}

// Two thresholds that a stiff equation is driven between; the switches are published to ten digits.
TEST(RunModelica, SwitchingTwoStateModel) {
  RunningClass m(R"(model M
    parameter Real c1 = 2.7e6, c3 = 3.5651205;
    Real y1(start = 4.2, fixed = true), y2(start = 0.3, fixed = true);
    Boolean first(start = true, fixed = true);
    Integer switches(start = 0, fixed = true);
    Real c2 = if first then 0.4 else -0.3, c4 = if first then 5.5 else 2.73;
    discrete Real at(start = 0, fixed = true);
  equation
    der(y1) = c1*(y2 + c2 - y1);
    der(y2) = c3*(c4 - y2);
    first = if pre(first) then not y1 >= 5.8 else y1 <= 2.5;
    when change(first) then switches = pre(switches) + 1; at = time; end when;
  end M;)",
                 1e-12);
  m.until(1.2);
  EXPECT_EQ(m["switches"], 1);
  EXPECT_NEAR(m["at"], 1.10830616777113, 1e-9);
  m.until(5);
  EXPECT_EQ(m["switches"], 5);
  EXPECT_NEAR(m["at"], 4.99999964622031, 1e-8);
  EXPECT_NEAR(m["y1"], 5.36931212, 1e-3);
  EXPECT_NEAR(m["y2"], 5.39999676, 1e-6);
}

// A pendulum whose string meets a pin; the events are published to nine digits.
TEST(RunModelica, PendulumAtAPin) {
  RunningClass m(R"(model M
    parameter Real mass = 1.02, d = 0.2, pin = 0.7, angle = -Modelica.pi/12;
    package Modelica constant Real pi = 3.14159265358979323846; end Modelica;
    Real phi(start = Modelica.pi/6, fixed = true), w(start = 0, fixed = true);
    Boolean short(start = false, fixed = true);
    Real l = if short then 1 - pin else 1;
    Integer n(start = 0, fixed = true);
    discrete Real at(start = 0, fixed = true);
  equation
    der(phi) = w;
    mass*l*der(w) + d*l*w + mass*9.81*sin(phi) = 0;
    short = phi <= angle;
    when short then reinit(w, w*1/(1 - pin)); elsewhen not short then reinit(w, w*(1 - pin)/1); end when;
    when change(short) then n = pre(n) + 1; at = time; end when;
  end M;)",
                 1e-11);
  m.until(1);
  EXPECT_EQ(m["n"], 1);
  EXPECT_NEAR(m["at"], 0.703459486, 1e-8);
  m.until(10);
  EXPECT_EQ(m["n"], 8);
  EXPECT_NEAR(m["at"], 6.720384168, 1e-7);
  EXPECT_NEAR(m["phi"], 0.119693214, 1e-7);
}

// A condition of a when in an algorithm is taken where it stands, before its body changes what it reads. Up
// by 1 to 2 (2 s), down by 2 to 0.5 (0.75 s), up by 1/4 to 1 (2 s), then up by 1 to 2 (1 s) and so on.
TEST(RunModelica, AWhenOfAnAlgorithmReadsWhatItsBodyChanges) {
  RunningClass m(R"(model M
    Real x(start = 0, fixed = true);
    Integer s(start = 1, fixed = true), n(start = 0, fixed = true);
  equation
    der(x) = if s == 1 then 1 elseif s == 2 then -2 else 0.25;
  algorithm
    when s == 1 and x >= 2 then
      s := 2;
    elsewhen s == 2 and x <= 0.5 then
      s := 3;
    elsewhen s == 3 and x >= 1 then
      s := 1;
    end when;
    when change(s) then
      n := n + 1;
    end when;
  end M;)");
  m.until(3);
  EXPECT_EQ(m["s"], 3);
  EXPECT_NEAR(m["x"], 0.5 + 0.25 * 0.25, 1e-8);
  m.until(9.4);  // 4.75, 5.75, 6.5, 8.5, 9.5 are the instants after 2 and 2.75
  EXPECT_EQ(m["s"], 1);
  EXPECT_EQ(m["n"], 6);
  EXPECT_NEAR(m["x"], 1.9, 1e-8);
}

TEST(RunModelica, FailedAssertTellsMessageAndTime) {
  EXPECT_THAT(
      failure_of(R"(model M
    Real x(start = 0, fixed = true);
  equation
    der(x) = 2;
    assert(x < 1, "the tank is full");
  end M;)",
                 1),
      AllOf(HasSubstr("the tank is full"), AnyOf(HasSubstr("time 0.5:"), HasSubstr("time 0.49999999"))));
}

TEST(RunModelica, RangesOfVariablesAreAsserted) {
  EXPECT_THAT(failure_of(R"(model M
    Real x(start = 0, fixed = true, max = 1.5);
  equation
    der(x) = 2;
  end M;)",
                         1),
              AllOf(HasSubstr("'x'"), HasSubstr("1.5"), HasSubstr("time 0.75")));
}

TEST(RunModelica, ReturnsAndBreaksUnderConditions) {
  RunningClass m(R"(model M
    function first input Boolean b[:]; output Integer k = 0;
    algorithm
      for i in 1:size(b, 1) loop
        if b[i] then k := i; return; end if;
      end for;
    end first;
    function count input Real x; output Integer n = 0;
    algorithm
      while n < 10 and n < x loop n := n + 1; end while;
    end count;
    function stop input Real x; output Real s = 0;
    algorithm
      for i in 1:5 loop
        if i > x then break; end if;
        s := s + i;
      end for;
    end stop;
    Integer k = first({time > 3, time > 2, time > 1});
    Real n = count(time), s = stop(time);
  end M;)");
  m.until(1.5);
  EXPECT_EQ(m["k"], 3);
  EXPECT_EQ(m["n"], 2);
  EXPECT_EQ(m["s"], 1);
  m.until(3.5);
  EXPECT_EQ(m["k"], 1);
  EXPECT_EQ(m["n"], 4);
  EXPECT_EQ(m["s"], 6);
  m.until(20);
  EXPECT_EQ(m["n"], 10);
  EXPECT_EQ(m["s"], 15);
}

// A step of 1 at 0.25 and a ramp, both 0.4 ago: the step comes at 0.65 exactly, the integral of the ramp t -
// 0.4 from 0.4 on is (1 - 0.4)^2/2.
TEST(RunModelica, DelaysKeepJumpsSharp) {
  RunningClass m(R"(model M
    Real step = if time >= 0.25 then 1 else 0, late = delay(step, 0.4), area(start = 0, fixed = true);
    Real ramp(start = 0, fixed = true), integral(start = 0, fixed = true);
  equation
    der(area) = late;
    der(ramp) = 1;
    der(integral) = delay(ramp, 0.4);
  end M;)");
  m.until(0.6499999);
  EXPECT_EQ(m["late"], 0);
  m.until(0.6500001);
  EXPECT_NEAR(m["late"], 1, 1e-12);
  m.until(1);
  EXPECT_NEAR(m["area"], 0.35, 1e-9);
  EXPECT_NEAR(m["integral"], 0.18, 1e-8);
}

// A surge that depends on time alone, with a front fifty times as steep as its tail: what is late is as exact
// as the rest, although no state tells the solver to take short steps there. Area: 0.05 (1 - e^-11) - 0.001.
TEST(RunModelica, DelaysKeepSteepFronts) {
  RunningClass m(R"(model M
    Real u = if time > 0.25 then exp(-(time - 0.25)/0.05) - exp(-(time - 0.25)/0.001) else 0;
    Real late = delay(u, 0.2), area(start = 0, fixed = true);
  equation
    der(area) = late;
  end M;)",
                 1e-8);
  for (const double after : {0.0005, 0.001, 0.002, 0.005, 0.05}) {
    m.until(0.45 + after);
    EXPECT_NEAR(m["late"], std::exp(-after / 0.05) - std::exp(-after / 0.001), 1e-6) << after;
  }
  m.until(1);
  EXPECT_NEAR(m["area"], 0.05 * (1 - std::exp(-11)) - 0.001, 1e-6);
}

// The start leaves k = 2, and the events of the first instant count on to 4: until 0.5 the delay gives what
// the start has left, then 4 at once, without values in between.
TEST(RunModelica, DelaysOfWhatTheFirstInstantChanges) {
  RunningClass m(R"(model M
    Integer k(start = 1, fixed = true), n, changes(start = 0, fixed = true);
    Real x = k, late = delay(x, 0.5);
  equation
    k = if pre(k) < 4 then pre(k) + 1 else pre(k);
    n = integer(late);
    when change(n) then
      changes = pre(changes) + 1;
    end when;
  end M;)");
  m.until(0.4);
  EXPECT_EQ(m["k"], 4);
  EXPECT_EQ(m["late"], 2);
  EXPECT_EQ(m["n"], 2);
  m.until(500);
  EXPECT_EQ(m["late"], 4);
  EXPECT_EQ(m["n"], 4);
  EXPECT_EQ(m["changes"], 1);
  EXPECT_LT(m.counters().steps, 20);  // steps end at the jumps, not at each delay
}

// x' = -x(t - 1), x = 1 until 0: by the method of steps x(1) = 0, x(2) = -1/2, x(3) = -1/6 (Bellman and Cooke
// 1963).
TEST(RunModelica, DelayDifferentialEquation) {
  RunningClass m(R"(model M
    Real x(start = 1, fixed = true);
  equation
    der(x) = -delay(x, 1);
  end M;)");
  m.until(1);
  EXPECT_NEAR(m["x"], 0, 1e-8);
  m.until(2);
  EXPECT_NEAR(m["x"], -0.5, 1e-7);
  m.until(3);
  EXPECT_NEAR(m["x"], -1.0 / 6, 1e-7);
}

// A when that initial() begins adds x = 5 to the equations of the start (section 8.6); x(start = 2) was a
// guess.
TEST(RunModelica, ReinitAtTheStart) {
  expect_values(
      "M",
      "model M Real x(start = 2), y(start = 3); equation der(x) = -x; der(y) = 0; when initial() then "
      "reinit(x, 5); end when; when {initial(), time > 1} then reinit(y, time + 7); end when; end M;",
      2, {{"x", 5 * std::exp(-2)}, {"y", 8}});
  expect_values("M",
                "model M Real y(start = 3); equation der(y) = 0; when {initial(), time > 1} then "
                "reinit(y, time + 7); end when; end M;",
                0.5, {{"y", 7}});
  // What has a fixed start would have two values there.
  const std::string both = failure_of(
      "model M Real x(start = 2, fixed = true); equation der(x) = -x; when initial() then reinit(x, 5); end "
      "when; end M;",
      1);
  EXPECT_NE(both.find("x = 2 (its start value) does not hold at time 0: the others give x = 5"),
            std::string::npos)
      << both;
  EXPECT_NE(both.find("reinit() in a when with initial()"), std::string::npos) << both;
}

}  // namespace
}  // namespace escapement::modelica
