// SPDX-License-Identifier: MIT
// Models of DEVSLib (Sanz, Urquia and Dormido) with a continuous part.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "escapement/atomic/recorder.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/qss/detectors.h"
#include "escapement/qss/functions.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/sources.h"
#include "qss/support.h"

namespace escapement::qss {
namespace {

// x' = 0.1 x - 0.1 x y, y' = -0.1 y + 0.1 x y from (0.5, 0.5): reference by a fourth-order Runge-Kutta method
// with step 0.01. The trajectories are closed curves; x - ln x + y - ln y is constant on them.
TEST(LotkaVolterra, ByEveryMethod) {
  for (const Kind kind : all_kinds()) {
    const double tolerance = kind == Kind::kQss1 || kind == Kind::kLiqss1 ? 0.03 : 0.01;
    Trial run(
        Equations().states({{"x", 0.5}, {"y", 0.5}}).der("x", "0.1*x - 0.1*x*y").der("y", "-0.1*y + 0.1*x*y"),
        Method{kind, 0, 1e-3});
    double most = 0, least = 9;
    for (int t = 1; t <= 400; ++t) {
      run.to(t / 4.0);
      for (const char* name : {"x", "y"}) {
        most = std::max(most, run(name));
        least = std::min(least, run(name));
      }
    }
    EXPECT_NEAR(run("x"), 1.809576, tolerance) << name_of(kind);
    EXPECT_NEAR(run("y"), 1.701066, tolerance) << name_of(kind);
    EXPECT_NEAR(most, 2.153292, tolerance) << name_of(kind);
    EXPECT_NEAR(least, 0.357403, tolerance) << name_of(kind);
  }
}

// Blocks and equations are the same system: the same values to the last digits that Taylor arithmetic and
// products of polynomials have in common.
TEST(LotkaVolterra, BlocksAndEquationsAgree) {
  for (const Kind kind : {Kind::kQss1, Kind::kQss2, Kind::kQss3}) {
    const Method method{kind, 0, 1e-3};
    Coupled root("Root");
    auto& x = root.add<Integrator>("X", 0.5, method);
    auto& y = root.add<Integrator>("Y", 0.5, method);
    auto& xy = root.add<Product>("XY", 2);
    auto& dx = root.add<Sum>("DX", std::vector<double>{0.1, -0.1});
    auto& dy = root.add<Sum>("DY", std::vector<double>{-0.1, 0.1});
    root.couple(x.out, xy.in(1));
    root.couple(y.out, xy.in(2));
    root.couple(x.out, dx.in(1));
    root.couple(xy.out, dx.in(2));
    root.couple(y.out, dy.in(1));
    root.couple(xy.out, dy.in(2));
    root.couple(dx.out, x.in);
    root.couple(dy.out, y.in);
    Hosting hosting;
    Simulator simulator(flatten(root, &hosting));
    simulator.run(50);
    Trial equations(
        Equations().states({{"x", 0.5}, {"y", 0.5}}).der("x", "0.1*x - 0.1*x*y").der("y", "-0.1*y + 0.1*x*y"),
        method);
    equations.to(50);
    EXPECT_NEAR(x.value(50), equations("x"), 1e-3) << name_of(kind);
    EXPECT_NEAR(y.value(50), equations("y"), 1e-3) << name_of(kind);
  }
}

// The pendulum clock: y = 2 pi cos(2 pi t) ticks at each rise through 6.28, a little before each whole
// second: cos(2 pi t) = 0.9994930...; ten ticks are a minute.
TEST(PendulumClock, TicksOnceASecond) {
  Coupled root("Root");
  // y'' = -(2 pi)^2 y from (2 pi, 0), as two integrators.
  const Method method{Kind::kQss3, 0, 1e-8};
  auto& y = root.add<Integrator>("Y", 2 * std::numbers::pi, method);
  auto& v = root.add<Integrator>("V", 0.0, method);
  auto& force = root.add<Gain>("Force", -4 * std::numbers::pi * std::numbers::pi);
  auto& tick = root.add<CrossDetector>("Tick", 6.28, Direction::kUp);
  auto& ticks = root.add<Recorder>("Ticks");
  root.couple(v.out, y.in);
  root.couple(y.out, force.in);
  root.couple(force.out, v.in);
  root.couple(y.state, tick.in);
  root.couple(tick.out, ticks.in);
  Hosting hosting;
  Simulator simulator(flatten(root, &hosting));
  simulator.run(8);
  ASSERT_EQ(ticks.count(), 8u);
  for (std::size_t k = 1; k <= 8; ++k)
    EXPECT_NEAR(ticks.entries()[k - 1].time,
                static_cast<double>(k) - std::acos(6.28 / (2 * std::numbers::pi)) / (2 * std::numbers::pi),
                1e-6);
}

// An optical link: a sine current fires a laser when it rises through 0.9; each pulse sets the current of a
// photodiode to the value sent, from which it falls by 0.5 a second until it is 0.
TEST(OpticalLink, PulsesFallForTwoSeconds) {
  const double first = std::asin(0.9) / (2 * std::numbers::pi * 0.027);
  Trial run(Equations()
                .states({{"current", 0}})
                .input("pulse", 0)
                .der("current", "if current > 0 then -0.5 else 0")
                .when("pulse > 0.5", {{"current", "pulse"}})
                .when("current <= 0", {{"current", "0"}}),
            Method{Kind::kQss2, 0, 1e-3});
  SineOptions options;
  options.frequency = 0.027;
  auto& sine = run.root.add<Sine>("Sine", options);
  auto& laser = run.root.add<CrossDetector>("Laser", 0.9);
  auto& fired = run.root.add<Recorder>("Fired");
  auto& pulse = run.root.add<Comparator>("Pulse", 0.9);
  run.root.couple(sine.out, laser.in);
  run.root.couple(sine.out, pulse.in);
  run.root.couple(laser.up, fired.in);
  run.root.couple(pulse.up, run.network->input("pulse"));
  run.root.couple(pulse.down, run.network->input("pulse"));
  Hosting hosting;
  Simulator simulator(flatten(run.root, &hosting));
  simulator.run(first + 1);
  EXPECT_NEAR(run.network->value("current", first + 1), 0.5, 1e-6);
  simulator.run(first + 2.5);
  EXPECT_NEAR(run.network->value("current", first + 2.5), 0, 1e-12);
  simulator.run(100);
  ASSERT_EQ(fired.count(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(fired.entries()[k].time, first + static_cast<double>(k) / 0.027, 1e-6);
}

}  // namespace
}  // namespace escapement::qss
