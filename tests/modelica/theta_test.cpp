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

Translated translated_text(const std::string& text) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", text);
  return translate(*flatten(source, "M"));
}

// y leads x = its rest along x^3 - x = y, to a fold at x = -1/sqrt(3) from where x goes to the other branch.
// On the branch x' = -0.2 x/(3 x^2 - 1), so that 5 (1.5 x^2 - log|x|) falls by the time that passes. What
// quantised states compute with q and with x may pass the fold one before the other.
TEST(Theta, QuantisedStatesFollowAFold) {
  const char* const text = R"(model M
    parameter Real THETA = 1;
    Real x(start = -1.3, fixed = true), y(start = -1, fixed = true), up(start = 0, fixed = true);
    Integer n(start = 0, fixed = true); discrete Real at(start = 0, fixed = true);
  equation
    THETA*der(x) = x - x^3 + y; der(y) = -0.2*x; der(up) = if x > 0 then 1 else 0;
    when x > 0 then n = pre(n) + 1; at = time; end when;
  end M;)";
  const auto way = [](double x) { return 5 * (1.5 * x * x - std::log(std::abs(x))); };
  const double first = -1.3247179572447460, fold = 1 / std::sqrt(3.0);  // x^3 - x = -1, and 3 x^2 = 1
  const double at = way(first) - way(fold);
  RunningClass run(text, 1e-8);
  run.until(10);
  EXPECT_EQ(run["n"], 1);
  EXPECT_NEAR(run["at"], at, 1e-3);
  const double x_then = run["x"];
  EXPECT_GT(x_then, 0);
  const Translated translated = translated_text(text);
  for (const char* name : {"qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3"}) {
    SCOPED_TRACE(name);
    qss_solver::Solver solver(translated.system, qss::method_of(name, 1e-3));
    solver.start(0);
    solver.advance(10);
    EXPECT_EQ(solver.value("n", 10), 1);
    EXPECT_NEAR(solver.value("at", 10), at, 0.02);
    EXPECT_NEAR(solver.value("up", 10), 10 - at, 0.02);
    EXPECT_NEAR(solver.value("x", 10), x_then, 0.02);
  }
}

// A rest that becomes one that is left, with nothing that reads it changing: 0 for y = t - 1 below 0, sqrt(y)
// above. Its integral to 8 is 2/3 7^(3/2).
TEST(Theta, QuantisedStatesLeaveARestThatIsNoneAnyMore) {
  const Translated translated = translated_text(R"(model M
    parameter Real THETA = 1;
    Real x(start = 0.5, fixed = true), y(start = -1, fixed = true), w(start = 0, fixed = true);
    Boolean on = x > 0.5; Real since(start = 0, fixed = true);
  equation
    THETA*der(x) = y*x - x^3; der(y) = 1; der(w) = x; der(since) = if on then 1 else 0;
  end M;)");
  for (const char* name : {"qss2", "qss3", "liqss2", "liqss3"}) {
    SCOPED_TRACE(name);
    qss_solver::Solver solver(translated.system, qss::method_of(name, 1e-4));
    solver.start(0);
    solver.advance(8);
    EXPECT_NEAR(solver.value("x", 8), std::sqrt(7.0), 1e-3);
    EXPECT_NEAR(solver.value("w", 8), 2.0 / 3 * std::pow(7.0, 1.5), 3e-3);
    EXPECT_NEAR(solver.value("since", 8), 8 - 1.25, 1e-3);
  }
}

// It runs to the rest that is nearest from there: y = -0.5 at 0.5, and 1.5 more at 2.
TEST(Theta, AFastVariableMayBeSetAtAnEvent) {
  const std::string text = R"(model M
    parameter Real THETA = 1;
    Real x(start = -1, fixed = true), y(start = 0, fixed = true);
  equation
    THETA*der(x) = x - x^3; der(y) = x;
    when time > 0.5 then reinit(x, 0.1); end when;
  end M;)";
  for (const sundials::Method method :
       {sundials::Method::kBdf, sundials::Method::kErk, sundials::Method::kIda}) {
    RunningClass run(text, 1e-8, method);
    run.until(2);
    EXPECT_NEAR(run["x"], 1, 1e-9);
    EXPECT_NEAR(run["y"], 1, 1e-6);
  }
  const Translated translated = translated_text(text);
  try {
    qss_solver::Solver solver(translated.system, qss::method_of("liqss2", 1e-3));
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_THAT(e.what(), HasSubstr("reinit of 'x', whose process is infinitely fast"));
    EXPECT_THAT(e.what(), HasSubstr("take --solver cvode, ida or erk"));
  }
}

// x follows y up and never down: every x above y is a rest, and the one that x comes to is no isolated one,
// so that nothing tells how it moves. Quantised states say so after some seconds, and do not go on for ever.
TEST(Theta, RestsThatAreNotIsolatedEndTheRunWithAMessage) {
  const Translated translated = translated_text(R"(model M
    parameter Real THETA = 1; Real x(start = 0, fixed = true), y, w(start = 0, fixed = true);
  equation
    THETA*der(x) = max(0, y - x); y = sin(time); der(w) = x;
  end M;)");
  qss_solver::Solver solver(translated.system, qss::method_of("qss3", 1e-4));
  solver.set_end(8);
  try {
    solver.start(0);
    solver.advance(8);
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("the run gets nowhere at time"));
    EXPECT_THAT(e.what(), HasSubstr("is looked at anew every"));
    EXPECT_THAT(e.what(), HasSubstr("take --solver cvode or ida"));
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
