// SPDX-License-Identifier: MIT
// Infinitely fast processes in Modelica text: the models of examples/fast-processes by every kind of solver,
// and what is said where a rule of Theta is broken (Zimmer 2013 and 2014).
#include <gmock/gmock.h>

#include "escapement/qss_solver/solver.h"
#include "modelica/running.h"

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;

Source fast_processes() {
  Source made;
  made.use_environment = false;
  made.files.emplace_back(std::string(ESCAPEMENT_MODELICA_CASES) +
                          "/../../examples/fast-processes/FastProcesses.mo");
  return made;
}

// The figures are those of the same system with a = 4 (10 x - 3/4) where 10 x > 1, and so on, at 1e-12.
TEST(Theta, TheReactionIsAtItsEquilibriumAtOnce) {
  for (const sundials::Method method :
       {sundials::Method::kBdf, sundials::Method::kErk, sundials::Method::kIda}) {
    RunningClass run(fast_processes(), "FastProcesses.Reaction", 1e-10, method);
    for (const auto& [t, x] : {std::pair{1.0, -0.167780522},
                               {2.0, -0.597904811},
                               {5.0, -0.355359054},
                               {10.0, -0.0713014581},
                               {20.0, -0.0109163386}}) {
      run.until(t);
      EXPECT_NEAR(run["x"], x, 1e-7) << t;
    }
    EXPECT_NEAR(run["a"], 10 * run["x"], 1e-9);  // |10 x| < 1 by then
  }
  const Translated translated = translate(*flatten(fast_processes(), "FastProcesses.Reaction"));
  for (const char* name : {"qss2", "qss3", "liqss2", "liqss3"}) {
    qss_solver::Solver solver(translated.system, qss::method_of(name, 1e-5));
    solver.start(0);
    solver.advance(5);
    EXPECT_NEAR(solver.value("x", 5), -0.355359054, 1e-4) << name;
  }
}

// At tolerance 1e-6, to 1 s: the trajectory is that of the parasitic capacitance within 1e-4, for at most
// half the steps, and an explicit method carries it. C1.v goes to 1000 V and the drop at three diodes.
TEST(Theta, ADiodeCircuitNeedsFewerStepsThanWithItsStrayCapacitance) {
  RunningClass stiff(fast_processes(), "FastProcesses.StrayCircuit", 1e-6);
  RunningClass fast(fast_processes(), "FastProcesses.FastCircuit", 1e-6);
  RunningClass implicit(fast_processes(), "FastProcesses.FastCircuit", 1e-6, sundials::Method::kIda);
  RunningClass by_steps(fast_processes(), "FastProcesses.FastCircuit", 1e-6, sundials::Method::kErk);
  for (const double t : {0.01, 0.03, 0.1, 0.3, 1.0}) {
    const double exact = stiff.until(t)["C1.v"];
    for (RunningClass* one : {&fast, &implicit, &by_steps})
      EXPECT_NEAR(one->until(t)["C1.v"], exact, 1e-4 * exact) << t;
  }
  EXPECT_LE(2 * fast.counters().steps, stiff.counters().steps);
  EXPECT_LE(2 * by_steps.counters().steps, stiff.counters().steps);
  const Translated translated = translate(*flatten(fast_processes(), "FastProcesses.FastCircuit"));
  qss_solver::Solver solver(translated.system, qss::method_of("liqss2", 1e-4));
  solver.start(0);
  solver.advance(1);
  EXPECT_NEAR(solver.value("C1.v", 1), stiff["C1.v"], 5e-4 * stiff["C1.v"]);
}

// Inside a component, as the paper's ThetaCapacitor, or as a modifier from outside: the same equations.
TEST(Theta, MayBeUsedAtAnyLevel) {
  const char* text = R"(model M
      model Lag parameter Real k = 1; Real x(start = 0), u; equation k*der(x) = u - x^3; end Lag;
      model Fast extends Lag(k = THETA); parameter Real THETA = 1; end Fast;
      parameter Real THETA = 1;
      Lag outside(k = 3*THETA), slow(x(fixed = true));
      Fast inside;
    equation
      outside.u = 8*time; inside.u = 8*time; slow.u = 0;
    end M;)";
  RunningClass run(text);
  run.until(1);
  EXPECT_NEAR(run["outside.x"], 2, 1e-9);
  EXPECT_NEAR(run["inside.x"], 2, 1e-9);
  EXPECT_EQ(run["slow.x"], 0);
}

// In arrays of components there is one for each: lag[1] and lag[2] are where they rest, lag[3] is not fast.
TEST(Theta, MayBeUsedInArraysOfComponents) {
  const char* head = R"(model M
      model Lag parameter Real THETA = 1; parameter Real k = 2; Real x(start = 0, fixed = true), u;
      equation THETA*der(x) = k*(u - x); end Lag;)";
  const char* equations = "equation lag[1].u = 3*time; lag[2].u = lag[1].x; lag[3].u = 4; end M;";
  for (const char* lags :
       {"parameter Real THETA = 1; Lag lag[3](THETA = {THETA, 1, 0.5});",
        "parameter Real THETA[2] = {1, 1}; Lag lag[3](THETA = {THETA[2], THETA[1], 0.5});",
        "parameter Real THETA; Lag lag[3](THETA = {if i < 3 then THETA else 0.5 for i in 1:3});"}) {
    SCOPED_TRACE(lags);
    RunningClass run(std::string(head) + lags + equations);
    run.until(1);
    EXPECT_NEAR(run["lag[1].x"], 3, 1e-9);
    EXPECT_NEAR(run["lag[2].x"], 3, 1e-9);
    EXPECT_NEAR(run["lag[3].x"], 4 * (1 - std::exp(-4)), 1e-6);
  }
  RunningClass run(std::string(head) + "Lag lag[3](each k = 3);" + equations);
  run.until(1);
  for (const auto& [name, rest] : {std::pair{"lag[1].x", 3}, {"lag[2].x", 3}, {"lag[3].x", 4}})
    EXPECT_NEAR(run[name], rest, 1e-9) << name;
}

// Two fast variables and more may swing away from where all rates are 0, which no sign of a determinant
// tells. There x = 1, v = 0, w = 1/3; with d for the damping, eigenvalues are the roots of s^2 - d s + 1, or
// of s^3 + (3 - d) s^2 + (2 - 3 d) s + 3: to the left of 0 for d = -1, and a pair to the right for d = 1.
TEST(Theta, ARestFromWhichTheProcessSwingsAwayIsNone) {
  const auto model = [](const std::string& damping, bool with_third) {
    return "model M parameter Real THETA = 1; Real x(start = 0.5), v(start = 0.1), z(start = 0, fixed = "
           "true)" +
           std::string(with_third ? ", w(start = 0)" : "") +
           "; equation THETA*der(x) = v; der(z) = x; THETA*der(v) = " + damping + "*v - x + 1" +
           (with_third ? " + (3*w - x); THETA*der(w) = x - 3*w; end M;" : "; end M;");
  };
  for (const bool with_third : {false, true}) {
    SCOPED_TRACE(with_third);
    EXPECT_THAT(failure_of(model("(2 - x^2)", with_third), 1),
                HasSubstr("the only rest that was found is not stable"));
    RunningClass run(model("(x^2 - 2)", with_third));
    run.until(2);
    EXPECT_NEAR(run["x"], 1, 1e-9);
    EXPECT_NEAR(run["z"], 2, 1e-6);
  }
}

std::string told(const std::string& equations) {
  return failure_of(
      "model M parameter Real THETA = 1; Real x(start = 1), y(start = 1); equation\n" + equations + "end M;",
      1);
}

// Rule 1: balanced. Rule 2: the process can be run by itself. Rule 3: a whole power of Theta, 0 or -1 for
// derivatives, and none inside what is not linear.
TEST(Theta, EachRuleIsToldWhereItIsBroken) {
  EXPECT_THAT(told("THETA*der(x) = y - x;"), HasSubstr("too few"));
  EXPECT_THAT(
      failure_of("model M parameter Real THETA = 1; Real x(start = 1), y, i1, i2; equation THETA*der(x) = "
                 "i1; THETA*der(y) = i2; x = y; i1 + i2 = 1 - x; end M;",
                 1),
      HasSubstr("cannot be run by itself"));
  EXPECT_THAT(told("THETA*der(x) = y - sin(THETA*x); der(y) = -y;"),
              HasSubstr("THETA is inside a nonlinear function: "));
  EXPECT_THAT(told("THETA^2*der(x) = y - x; der(y) = -y;"),
              HasSubstr("'der(x)' would be THETA^-2 times something"));
  EXPECT_THAT(told("der(x) = THETA*(y - x); der(y) = -y;"),
              HasSubstr("'der(x)' would be THETA^1 times something"));
  EXPECT_THAT(told("der(x) = THETA - x; der(y) = -y;"), HasSubstr("have different powers of THETA"));
  EXPECT_THAT(told("sqrt(THETA)*der(x) = y - x; der(y) = -y;"),
              HasSubstr("the power must be a whole number"));
  EXPECT_THAT(told("der(x) = 2^THETA - x; der(y) = -y;"), HasSubstr("THETA is in an exponent"));
  EXPECT_THAT(told("THETA*der(x) = x - y; der(y) = -y;"), HasSubstr("finds no rest"));
}

// A parameter of that name with another value is none of this.
TEST(Theta, AnOrdinaryParameterOfThatNameStaysOne) {
  RunningClass run(
      "model M parameter Real THETA = 0.5; Real x(start = 1, fixed = true); equation THETA*der(x) = "
      "-x; end M;");
  run.until(1);
  EXPECT_NEAR(run["x"], std::exp(-2), 1e-8);
}

}  // namespace
}  // namespace escapement::modelica
