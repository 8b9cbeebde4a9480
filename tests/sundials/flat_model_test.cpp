// SPDX-License-Identifier: MIT
// Flat equations run by CVODE, against closed forms.
#include "escapement/sundials/flat_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "equations/hybrid_support.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/sundials/continuous.h"

namespace escapement::sundials {
namespace {

using equations::testing_support::Hybrid;

// A flat system in a simulator of its own.
class Running {
 public:
  explicit Running(Hybrid& text, double tolerance = 1e-10, Method method = Method::kBdf) {
    std::vector<equations::VariableIndex> shown;
    for (equations::VariableIndex v = 0; v < text.system.variables.size(); ++v) shown.push_back(v);
    auto model = std::make_unique<FlatModel>(std::move(text.system), shown);
    Options options;
    options.tolerance = tolerance;
    options.method = method;
    root_ = std::make_unique<Coupled>("root");
    part_ = &root_->add<Continuous>("model", std::move(model), options);
    simulator_ = std::make_unique<Simulator>(flatten(*root_));
  }
  void until(double t) {
    time_ = t;
    simulator_->run(t);
  }
  double operator[](const std::string& name) const {
    std::vector<double> all(part_->variables().size());
    part_->values(time_, all.data());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (part_->variables()[i].name == name) return all[i];
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  continuous::Counters counters() const { return part_->counters(); }

 private:
  std::unique_ptr<Coupled> root_;
  Continuous* part_ = nullptr;
  std::unique_ptr<Simulator> simulator_;
  double time_ = 0;
};

void start(Hybrid& m, const std::string& name, double value, bool fixed = true) {
  auto& variable = m.system.variables[m.unknown(name)];
  variable.start = value;
  variable.fixed = fixed;
}

// Two inertias on one shaft, (2 + 3) w' = 1: the constraint is differentiated, one of each pair is no state.
TEST(FlatModel, ConstraintsBetweenStates) {
  Hybrid m;
  start(m, "phi1", 0);
  start(m, "w1", 2);
  m.equation("d.phi1 = w1");
  m.equation("d.phi2 = w2");
  m.equation("2*d.w1 = tau + 1");
  m.equation("3*d.w2 = -tau");
  m.equation("phi1 = phi2 + 0.5");
  Running run(m);
  run.until(3);
  EXPECT_NEAR(run["phi1"], 2 * 3 + 0.1 * 9, 1e-9);
  EXPECT_NEAR(run["phi2"], 2 * 3 + 0.1 * 9 - 0.5, 1e-9);
  EXPECT_NEAR(run["w2"], 2 + 0.2 * 3, 1e-9);
  EXPECT_NEAR(run["tau"], -0.6, 1e-9);
}

// x' = (-1)^floor(t): stopped at each integer, x(2.5) = 0.5.
TEST(FlatModel, WholeNumbersOfTimeAreStops) {
  Hybrid m;
  start(m, "x", 0);
  m.equation("d.x = 1 - 2*mod(floor(time), 2)");
  Running run(m);
  run.until(2.5);
  EXPECT_NEAR(run["x"], 0.5, 1e-12);
}

// A window of a few per cent of each millisecond, whatever the tolerance: the solver's steps would miss most
// of them.
TEST(FlatModel, NarrowWindowsOfTimeAreAllSeen) {
  for (const double tolerance : {1e-3, 1e-9}) {
    Hybrid m;
    m.discrete("count");
    start(m, "x", 1);
    m.equation("d.x = -x");
    m.equation("y = sin(2*3.141592653589793*1000*time)");
    m.when("count", {{{"y > 0.99"}, "pre.count + 1"}});
    Running run(m, tolerance);
    run.until(1);
    EXPECT_EQ(run["count"], 1000);
    EXPECT_EQ(run.counters().restarts, 0U);  // nothing that the solver holds has changed
  }
}

// x' = 1 from 1; at x >= 1.5: y; when y: z; c1 = pre(z), c2 = pre(c1): all at 0.5, and x goes on as it was.
TEST(FlatModel, ChainsOfEventsHappenAtOneInstant) {
  Hybrid m;
  for (const char* name : {"y", "z", "c1", "c2"}) m.discrete(name);
  start(m, "x", 1);
  m.equation("d.x = 1");
  m.equals("y", "x >= 1.5");
  m.when("z", {{{"y"}, "true"}});
  m.equals("c1", "pre.z");
  m.equals("c2", "pre.c1");
  Running run(m);
  run.until(0.499999999);
  EXPECT_EQ(run["c2"], 0);
  run.until(0.500000001);
  EXPECT_EQ(run["c2"], 1);
  run.until(1);
  EXPECT_NEAR(run["x"], 2, 1e-9);
}

// h'' = -9.81 from 1 m, v := -0.7 v at the ground: bounces at t1 (1 + 2 * 0.7 + 2 * 0.49 + ...).
TEST(FlatModel, ReinitsRestartTheSolver) {
  Hybrid m;
  start(m, "h", 1);
  start(m, "v", 0);
  m.equation("d.h = v");
  m.equation("d.v = -9.81");
  m.reinit("v", {{{"h <= 0 and v < 0"}, "-0.7*v"}});
  Running run(m);
  const double first = std::sqrt(2 / 9.81);
  run.until(first + 1e-6);
  EXPECT_NEAR(run["v"], 0.7 * 9.81 * first, 1e-4);
  run.until(first * (1 + 1.4 + 0.98) + 1e-6);  // just after the third
  EXPECT_NEAR(run["v"], 0.343 * 9.81 * first, 1e-4);
}

// An ideal diode rectifies 6 sin(t) over 2 ohm: the relation and the currents are solved together. Over half
// a period the charge is 3 * 2 = 6, over the other half nothing.
TEST(FlatModel, MixedBlocksSwitch) {
  Hybrid m;
  m.discrete("off");
  start(m, "charge", 0);
  m.equation("U = 6*sin(time)");
  m.equals("off", "s < 0");
  m.equation("u = if off > 0.5 then s else 0");
  m.equation("i = if off > 0.5 then 0 else s");
  m.equation("2*i = U - u");
  m.equation("d.charge = i");
  Running run(m);
  run.until(3.14);
  EXPECT_NEAR(run["charge"], 3 * (1 - std::cos(3.14)), 1e-7);
  run.until(6.28);
  EXPECT_NEAR(run["charge"], 6, 1e-7);
  EXPECT_EQ(run["off"], 1);
  run.until(7);
  EXPECT_NEAR(run["charge"], 6 + 3 * (1 - std::cos(7.0)), 1e-7);
}

TEST(FlatModel, AssertionsAreTold) {
  Hybrid m;
  start(m, "x", -1);
  m.equation("d.x = 1");
  m.system.assertions.push_back({m.formula("noEvent(x > 0)"), "x must be positive", {}, false, {}});
  Running run(m);
  try {
    run.until(1);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("an assertion of the model does not hold at time 0: x must be positive"),
              std::string::npos)
        << error.what();
  }
}

TEST(FlatModel, ASystemWithoutStatesRuns) {
  Hybrid m;
  m.equation("y = 2*time");
  Running run(m);
  run.until(3);
  EXPECT_DOUBLE_EQ(run["y"], 6);
}

// Zimmer 2013: x' = y, y' = -0.1 a - 0.4 y, THETA a' = 10 x - s(a). The figures are those of the same system
// with a = 4 (10 x - 3/4) where 10 x > 1, and so on, at tolerance 1e-12; explicit methods carry it too.
TEST(FlatModel, InfinitelyFastProcess) {
  for (const Method method : {Method::kBdf, Method::kErk, Method::kIda}) {
    Hybrid m;
    m.system.theta.push_back(m.parameter("THETA", 1));
    start(m, "x", 1);
    start(m, "y", 0);
    m.equation("d.x = y");
    m.equation("d.y = -0.1*a - 0.4*y");
    m.equation("d.a*THETA = 10*x - noEvent(if a < -1 then a/4 - 0.75 else if a > 1 then a/4 + 0.75 else a)");
    Running run(m, 1e-12, method);  // no solver stops at the kinks of s, which cost some digits
    for (const auto& [t, x] : {std::pair{1.0, -0.167780522},
                               {2.0, -0.597904811},
                               {5.0, -0.355359054},
                               {10.0, -0.0713014581},
                               {20.0, -0.0109163386}}) {
      run.until(t);
      EXPECT_NEAR(run["x"], x, 1e-8) << t;
    }
  }
}

// A current of 1 A charges C1 = 100 uF; beside it a pair of antiparallel diodes, two more diodes in series
// and 1 kOhm to ground. A capacitance C at the resistor makes the voltage there a state, 1e-12 F a stiff one.
void diode_circuit(Hybrid& m, const std::string& capacitance) {
  const auto diode = [&](const std::string& name, const std::string& v) {
    m.equation(name + " = noEvent(if (" + v + ")/0.04 > 40 then 1e-9*(exp(40)*(1 + (" + v +
               ")/0.04 - 40) - 1) else 1e-9*(exp((" + v + ")/0.04) - 1)) + (" + v + ")/1e8");
  };
  start(m, "vA", 0);
  start(m, "vD", 0);
  m.equation("1e-4*d.vA = 1 - i");
  diode("i1", "vA - vB");
  diode("i2", "vB - vA");
  m.equation("i = i1 - i2");
  diode("i3", "vB - vC");
  m.equation("i3 = i");
  diode("i4", "vC - vD");
  m.equation("i4 = i");
  m.equation(capacitance + "*d.vD = i - vD/1000");
}

TEST(FlatModel, ParasiticCapacitanceMadeInfinitelyFast) {
  Hybrid stiff, fast, explicit_one;
  diode_circuit(stiff, "1e-12");
  for (Hybrid* m : {&fast, &explicit_one}) {
    m->system.theta.push_back(m->parameter("THETA", 1));
    diode_circuit(*m, "1e-12*THETA");
  }
  Running a(stiff, 1e-6), b(fast, 1e-6), c(explicit_one, 1e-6, Method::kErk);
  for (const double t : {0.02, 0.1, 0.3, 1.0}) {
    a.until(t);
    b.until(t);
    c.until(t);
    EXPECT_NEAR(b["vA"], a["vA"], 1e-4 * a["vA"]) << t;
    EXPECT_NEAR(c["vA"], a["vA"], 1e-4 * a["vA"]) << t;
  }
  EXPECT_LE(2 * b.counters().steps, a.counters().steps);
}

// A rod of n cells, explicit: T' = (left - 2 T + right) n^2 by way of fluxes. Tridiagonal, three colours.
Hybrid rod(int n) {
  Hybrid m;
  const auto cell = [&](int i) { return i < 0 || i >= n ? std::string("0") : "T" + std::to_string(i); };
  for (int i = 0; i < n; ++i) start(m, cell(i), std::sin(3.141592653589793 * (i + 1) / (n + 1)));
  for (int i = 0; i <= n; ++i) m.equation("q" + std::to_string(i) + " = " + cell(i - 1) + " - " + cell(i));
  for (int i = 0; i < n; ++i)
    m.equation("d." + cell(i) + " = 400*(q" + std::to_string(i) + " - q" + std::to_string(i + 1) + ")");
  return m;
}

// The slowest mode decays by exp(-1600 sin(pi/(2 (n + 1)))^2 t). With an exact Jacobian no evaluation is
// spent on differences: CVODE and IDA take one for each iteration, some two a step.
TEST(FlatModel, SolversGetAnExactSparseJacobian) {
  for (const int n : {10, 80})  // dense, and sparse by KLU
    for (const Method method : {Method::kBdf, Method::kIda}) {
      Hybrid m = rod(n);
      Running run(m, 1e-8, method);
      run.until(0.2);
      const double rate = 1600 * std::pow(std::sin(3.141592653589793 / 2 / (n + 1)), 2);
      EXPECT_NEAR(run["T3"], std::sin(3.141592653589793 * 4 / (n + 1)) * std::exp(-rate * 0.2), 1e-6);
      const continuous::Counters counters = run.counters();
      EXPECT_GT(counters.jacobians, 0U);
      EXPECT_LT(counters.evaluations, 2 * counters.steps + 20)
          << n << " cells, " << counters.jacobians << " Jacobians";
    }
}

TEST(FlatModel, TheJacobianIsThatOfTheDerivatives) {
  Hybrid m = rod(4);
  FlatModel model(std::move(m.system), {});
  EXPECT_TRUE(model.has_jacobian());
  std::vector<double> y(4, 1), dy(4), entries(model.pattern()->entries());
  model.start(0, y, dy, nullptr);
  model.jacobian(0, y.data(), nullptr, nullptr, 0, entries.data());
  // By columns: -800 on the diagonal, 400 beside it.
  EXPECT_EQ(entries, (std::vector<double>{-800, 400, 400, -800, 400, 400, -800, 400, 400, -800}));
}

// h' = 1 - sqrt(h) from an empty tank: the slope of the root is infinite at the start, so a difference has to
// do. With s = sqrt(h): t = -2 (s + log(1 - s)); s = 1/2 at 2 log(2) - 1.
TEST(FlatModel, RootsMayBeginAtZero) {
  for (const Method method : {Method::kBdf, Method::kIda}) {
    Hybrid m;
    start(m, "h", 0);
    m.equation("d.h = 1 - sqrt(max(h, 0))");
    Running run(m, 1e-9, method);
    run.until(2 * std::log(2.0) - 1);
    EXPECT_NEAR(run["h"], 0.25, 1e-6);
  }
}

// x' = -1/sqrt(x) from 1: x = (1 - 3 t / 2)^(2/3). Steps that reach too far have no value there and are made
// again, shorter; beyond 2/3 there is no solution, and the message says what has none.
TEST(FlatModel, StepsOutOfAFunctionsDomainAreMadeShorter) {
  Hybrid m;
  start(m, "x", 1);
  m.equation("root = sqrt(x)");
  m.equation("d.x = -1/root");
  Running run(m, 1e-6);
  run.until(0.6);
  EXPECT_NEAR(run["x"], std::pow(0.1, 2.0 / 3), 1e-4);
  try {
    run.until(1);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("at time 0.66"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("'root' is"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("it is sqrt(x) with x = -"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace escapement::sundials
