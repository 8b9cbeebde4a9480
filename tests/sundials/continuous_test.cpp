// SPDX-License-Identifier: MIT
// Hybrid systems with known answers, by each solver that carries explicit systems.
#include "escapement/sundials/continuous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "systems.h"

namespace escapement::sundials {
namespace {

using testing::Functions;
using ::testing::HasSubstr;

struct Solver {
  Method method;
  const char* name;
};
void PrintTo(const Solver& solver, std::ostream* out) {
  *out << solver.name;
}

class BySolver : public ::testing::TestWithParam<Solver> {
 protected:
  Options options(double tolerance = 1e-10) const { return {GetParam().method, tolerance}; }
};
INSTANTIATE_TEST_SUITE_P(All, BySolver,
                         ::testing::Values(Solver{Method::kBdf, "cvode"}, Solver{Method::kAdams, "adams"},
                                           Solver{Method::kErk, "erk"}, Solver{Method::kIda, "ida"}),
                         [](const auto& test) { return std::string(test.param.name); });

// The model alone in a simulator.
struct Alone {
  Coupled root{"root"};
  Continuous* model;
  std::unique_ptr<Simulator> simulator;
  Functions* system;
  Alone(std::unique_ptr<Functions> functions, const Options& options, Ports ports = {})
      : system(functions.get()) {
    model = &root.add<Continuous>("Model", std::move(functions), options, std::move(ports));
    simulator = std::make_unique<Simulator>(flatten(root));
  }
  double y(std::size_t i) const { return model->state(i, simulator->now()); }
};

// h'' = -9.81, h = 1 and at rest at first; at h <= 0 the speed turns round and loses a part.
std::unique_ptr<Functions> ball(double restitution, std::vector<double>* bounces) {
  auto f = std::make_unique<Functions>();
  f->start_values = {1, 0};
  f->f = [](double, const double* y, const double*, double* dy) {
    dy[0] = y[1];
    dy[1] = -9.81;
  };
  f->condition_list = {{"h <= 0", Relation::kAtMost}};
  f->g = [](double, const double* y, double* g) { g[0] = y[0]; };
  f->on_event = [=](double t, std::span<double> y, std::span<const std::size_t>) {
    EXPECT_LE(y[0], 0) << "the handler finds its condition true";
    EXPECT_GT(y[0], -1e-9);
    if (bounces != nullptr) bounces->push_back(t);
    y[1] = -restitution * y[1];
    return Change::kSystem;
  };
  return f;
}

TEST_P(BySolver, BouncingBall) {
  // Falls for sqrt(2/9.81) s, then each flight takes 2 e^k of that time.
  std::vector<double> bounces;
  Alone run(ball(0.7, &bounces), options(1e-11));
  run.simulator->run(2.2);
  const double fall = std::sqrt(2 / 9.81);
  ASSERT_EQ(bounces.size(), 5u);
  double flight = fall, at = fall;
  for (std::size_t k = 0; k < bounces.size(); ++k) {
    EXPECT_NEAR(bounces[k], at, 1e-9) << k;
    flight *= 0.7;
    at += 2 * flight;
  }
  EXPECT_NEAR(bounces[4], 2.052716777, 1e-9);
}

TEST_P(BySolver, BouncesThatPileUpAreToldWithTheirMoment) {
  // Limit: t1 (1 + e) / (1 - e) = 2.558633966.
  Alone run(ball(0.7, nullptr), options());
  try {
    run.simulator->run(5);
    FAIL() << "went past the limit";
  } catch (const SimulationError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'h <= 0' has become true"));
    EXPECT_EQ(e.model_path(), "Model");
    EXPECT_NEAR(e.clock(), 2.558633966, 1e-4);  // the last bounces are lower than the absolute tolerance
    const std::string text = e.what();
    const std::size_t place = text.find("pile up at time ");
    ASSERT_NE(place, std::string::npos);
    EXPECT_NEAR(std::stod(text.substr(place + 16)), 2.558633966, 1e-4);
  }
}

TEST_P(BySolver, LandsAndStays) {
  // y = 1 + t - 4.9 t^2 = -1: t = (1 + sqrt(1 + 4 * 4.9 * 2)) / 9.8 = 0.74901499...
  auto f = std::make_unique<Functions>();
  f->start_values = {1, 1};
  auto supported = std::make_shared<bool>(false);
  f->f = [=](double, const double* y, const double*, double* dy) {
    dy[0] = y[1];
    dy[1] = *supported ? 0 : -9.8;
  };
  f->condition_list = {{"y <= -1", Relation::kAtMost}};
  f->g = [](double, const double* y, double* g) { g[0] = y[0] + 1; };
  f->on_event = [=](double, std::span<double> y, std::span<const std::size_t>) {
    *supported = true;
    y[0] = -1;
    y[1] = 0;
    return Change::kSystem;
  };
  Alone run(std::move(f), options());
  run.simulator->run(1000);
  ASSERT_EQ(run.system->log.size(), 1u);
  EXPECT_NEAR(run.system->log[0].first, (1 + std::sqrt(1 + 4 * 4.9 * 2)) / 9.8, 1e-9);
  EXPECT_EQ(run.y(0), -1);
  EXPECT_EQ(run.y(1), 0);
}

TEST_P(BySolver, ConditionThatIsZeroAtTheStartAndLeaves) {
  // x' = sin(10 t) for t > 0: x(1) = (1 - cos 10) / 10. A constant state stays exactly. The relation t > 0 is
  // false at 0 and true ever after: it fires once, at the first instant that can be told from 0.
  auto f = std::make_unique<Functions>();
  f->start_values = {0, 1000};
  auto on = std::make_shared<bool>(false);
  f->f = [=](double t, const double*, const double*, double* dy) {
    dy[0] = *on ? std::sin(10 * t) : 0;
    dy[1] = 0;
  };
  f->condition_list = {{"t > 0", Relation::kAbove}, {"t >= 0", Relation::kAtLeast}};
  f->g = [](double t, const double*, double* g) { g[0] = g[1] = t; };
  f->on_event = [=](double, std::span<double>, std::span<const std::size_t>) {
    *on = true;
    return Change::kSystem;
  };
  Alone run(std::move(f), options(1e-11));
  run.simulator->run(1);
  ASSERT_EQ(run.system->log.size(), 1u) << "t >= 0 holds from the start and never fires";
  EXPECT_LT(run.system->log[0].first, 1e-12);
  EXPECT_NEAR(run.y(0), (1 - std::cos(10)) / 10, 1e-9);
  EXPECT_EQ(run.y(1), 1000);
}

TEST_P(BySolver, AllConditionsOfOneInstantAreHandledTogether) {
  // u' = -u from 0; at t = 1 two conditions add 1 to one unknown each: u(5) = exp(-4).
  auto f = std::make_unique<Functions>();
  f->start_values = {0, 0};
  f->f = [](double, const double* y, const double*, double* dy) {
    dy[0] = -y[0];
    dy[1] = -y[1];
  };
  f->condition_list = {{"t >= 1", Relation::kAtLeast}, {"2 t >= 2", Relation::kAtLeast}};
  f->g = [](double t, const double*, double* g) {
    g[0] = t - 1;
    g[1] = 2 * t - 2;
  };
  f->on_event = [](double, std::span<double> y, std::span<const std::size_t> fired) {
    for (const std::size_t i : fired) y[i] += 1;
    return Change::kSystem;
  };
  Alone run(std::move(f), options());
  run.simulator->run(5);
  ASSERT_EQ(run.system->log.size(), 1u);
  EXPECT_THAT(run.system->log[0].second, ::testing::ElementsAre(0, 1));
  EXPECT_NEAR(run.system->log[0].first, 1, 1e-12);
  EXPECT_NEAR(run.y(0), std::exp(-4), 1e-9);
  EXPECT_NEAR(run.y(1), std::exp(-4), 1e-9);
}

TEST_P(BySolver, TwoStateStiffModelDrivenByItsOwnEvents) {
  // A published problem: y1' = c1 (y2 + c2 - y1), y2' = c3 (c4 - y2), c1 = 2.7e6, c3 = 3.5651205; two sets of
  // c2, c4 with switches at y1 >= 5.8 and y1 <= 2.5. The last switch is 3.5e-7 before the end.
  if (GetParam().method == Method::kErk || GetParam().method == Method::kAdams)
    GTEST_SKIP() << "stiff: some 10^7 steps by an explicit method";
  auto f = std::make_unique<Functions>();
  f->start_values = {4.2, 0.3};
  auto second = std::make_shared<bool>(false);
  f->f = [=](double, const double* y, const double*, double* dy) {
    dy[0] = 2.7e6 * (y[1] + (*second ? -0.3 : 0.4) - y[0]);
    dy[1] = 3.5651205 * ((*second ? 2.73 : 5.5) - y[1]);
  };
  f->condition_list = {{"y1 >= 5.8", Relation::kAtLeast}, {"y1 <= 2.5", Relation::kAtMost}};
  f->g = [=](double, const double* y, double* g) {
    g[0] = *second ? -1 : y[0] - 5.8;
    g[1] = *second ? y[0] - 2.5 : 1;
  };
  f->on_event = [=](double, std::span<double>, std::span<const std::size_t>) {
    *second = !*second;
    return Change::kSystem;
  };
  Alone run(std::move(f), options(1e-12));
  run.simulator->run(5);
  const std::vector<double> switches = {1.10830616777113, 2.12968535515471, 3.05415290699572,
                                        4.07553209437930, 4.99999964622031};
  ASSERT_EQ(run.system->log.size(), switches.size());
  for (std::size_t k = 0; k < switches.size(); ++k) EXPECT_NEAR(run.system->log[k].first, switches[k], 1e-9);
  EXPECT_NEAR(run.y(0), 5.36931212, 1e-3);
  EXPECT_NEAR(run.y(1), 5.39999676, 2e-8);  // it falls by 9.5 a second there
}

// x' = u.
std::unique_ptr<Functions> integrator_of_input() {
  auto f = std::make_unique<Functions>();
  f->start_values = {0};
  f->inputs = {"u"};
  f->f = [](double, const double*, const double* u, double* dy) { dy[0] = u[0]; };
  return f;
}

TEST_P(BySolver, InputInsideAStepIsTakenAtItsTime) {
  Alone run(integrator_of_input(), options(), {{1.0}});
  run.simulator->inject(*run.model->input("u"), 3.0, 0.7);
  run.simulator->inject(*run.model->input("u"), 3.0, 0.8);  // not new
  run.simulator->inject(*run.model->input("u"), -1.0, 1.7);
  run.simulator->run(2);
  EXPECT_NEAR(run.y(0), 0.7 + 3 * 1.0 - 0.3, 1e-9);
  EXPECT_EQ(run.model->counters().restarts, 2u);
  EXPECT_EQ(run.model->counters().events, 2u);
}

TEST_P(BySolver, ConditionThatAnInputMakesTrueFiresAtOnce) {
  auto f = integrator_of_input();
  f->condition_list = {{"u > 2", Relation::kAbove}};
  f->g_of_inputs = [](const double* u, double* g) { g[0] = u[0] - 2; };
  f->on_event = [](double, std::span<double> y, std::span<const std::size_t>) {
    y[0] = 100;
    return Change::kSystem;
  };
  Functions* system = f.get();
  Alone run(std::move(f), options());
  run.simulator->inject(*run.model->input("u"), 4.0, 0.5);
  run.simulator->run(1.5);
  ASSERT_EQ(system->log.size(), 1u);
  EXPECT_EQ(system->log[0].first, 0.5);
  EXPECT_NEAR(run.y(0), 104, 1e-9);
}

TEST_P(BySolver, EventsElsewhereAndReadingDoNotDisturb) {
  const auto counted = [&](bool disturb) {
    auto f = std::make_unique<Functions>();
    f->start_values = {1};
    f->f = [](double, const double* y, const double*, double* dy) { dy[0] = -y[0]; };
    Alone run(std::move(f), options());
    for (int k = 1; disturb && k <= 1000; ++k) {
      run.simulator->run(k * 0.003);
      EXPECT_NEAR(run.y(0), std::exp(-k * 0.003), 1e-8);
    }
    run.simulator->run(3);
    return run.model->counters();
  };
  const continuous::Counters still = counted(false), disturbed = counted(true);
  EXPECT_EQ(still.steps, disturbed.steps);
  // Dense output of the Runge-Kutta method evaluates the right side where it is asked.
  if (GetParam().method != Method::kErk) {
    EXPECT_EQ(still.evaluations, disturbed.evaluations);
  }
  EXPECT_EQ(disturbed.restarts, 0u);
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Continuous, WhatIsWrongIsTold) {
  const auto failing = [](const std::function<void(Functions&)>& change,
                          const std::function<void(Alone&)>& disturb = {}) {
    auto f = integrator_of_input();
    change(*f);
    return message_of([&] {
      Alone run(std::move(f), {});
      if (disturb) disturb(run);
      run.simulator->run(2);
    });
  };
  EXPECT_THAT(failing([](Functions& f) { f.start_values = {NAN}; }),
              HasSubstr("the start value of 'y1' is nan, but it must be finite"));
  EXPECT_THAT(failing([](Functions&) {},
                      [](Alone& run) { run.simulator->inject(*run.model->input("u"), double{NAN}, 1); }),
              HasSubstr("the input 'u' gets nan"));
  EXPECT_THAT(failing([](Functions& f) {
                f.condition_list = {{"odd", Relation::kAbove}};
                f.g = [](double, const double*, double* g) { g[0] = NAN; };
              }),
              HasSubstr("the condition 'odd' cannot be told at time 0: its value is nan"));
  EXPECT_THAT(failing([](Functions& f) {
                f.stops = [](double t) { return t < 1 ? 1 : kInfinity; };
                f.on_event = [](double, std::span<double> y, std::span<const std::size_t>) {
                  y[0] = kInfinity;
                  return Change::kSystem;
                };
              }),
              HasSubstr("an event at time 1 sets 'y1' to inf, but it must be finite"));
  EXPECT_THAT(failing([](Functions& f) { f.stops = [](double t) { return t; }; }),
              HasSubstr("next_stop() of a system answers 0, which is not after 0"));
  const auto refused = [](Sender sender) {
    return message_of([&] { Continuous model("M", integrator_of_input(), {}, {{}, {sender}}); });
  };
  EXPECT_THAT(refused({7, "out", Sender::When::kEvents}), HasSubstr("is to send variable 7 of 1"));
  EXPECT_THAT(refused({0, "out", Sender::When::kQuantum}), HasSubstr("a quantum must be above 0 (is 0)"));
  EXPECT_THAT(refused({0, "out", Sender::When::kSamples}), HasSubstr("samples need their times"));
}

TEST(Continuous, SystemThatLacksAFunctionIsTold) {
  struct Bare : System {
    std::size_t size() const override { return 1; }
    void start(double, std::span<double> y, std::span<double>, const double*) override { y[0] = 0; }
  } bare;
  double x = 0;
  EXPECT_THAT(message_of([&] { bare.derivatives(0, &x, nullptr, &x); }), HasSubstr("derivatives()"));
  EXPECT_THAT(message_of([&] { bare.residual(0, &x, &x, nullptr, &x); }), HasSubstr("residual()"));
  EXPECT_THAT(message_of([&] { bare.jacobian(0, &x, &x, nullptr, 0, &x); }), HasSubstr("jacobian()"));
  EXPECT_THAT(message_of([&] { bare.condition_values(0, &x, nullptr, &x); }),
              HasSubstr("condition_values()"));
  EXPECT_THAT(message_of([&] { bare.outputs(0, &x, nullptr, &x); }), HasSubstr("outputs()"));
}

}  // namespace
}  // namespace escapement::sundials
