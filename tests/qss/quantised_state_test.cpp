// SPDX-License-Identifier: MIT
#include "escapement/qss/quantised_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "qss/linear_run.h"

namespace escapement::qss {
namespace {

Method by(Kind kind, double absolute) {
  return {kind, 0, absolute};
}

// x' = -x from 1 with quantum 0.1: level 1 - 0.1 k is reached at the sum over j < k of 0.1 / (1 - 0.1 j); the
// last, zero, at the tenth harmonic number.
TEST(Qss1, ReachesEachLevelOfADecayAtItsSum) {
  LinearRun run(by(Kind::kQss1, 0.1), {{-1}}, {0}, {1});
  double expected = 0;
  int k = 0;
  run.to(10, [&](Time t, std::size_t) {
    expected += 0.1 / (1 - 0.1 * k);
    ++k;
    EXPECT_NEAR(t, expected, 1e-13);
    EXPECT_NEAR(run.states[0].q(t), 1 - 0.1 * k, 1e-15);
    EXPECT_LE(std::abs(run.states[0].x(t) - std::exp(-t)), 0.1);
  });
  EXPECT_EQ(k, 10);
  EXPECT_NEAR(expected, 2.928968253968254, 1e-14);
}

// x' = 2 t by way of u = 2 t: QSS2 follows exactly, and changes whenever t^2 has left its tangent by dQ.
TEST(Qss2, LeavesTheTangentAfterTheRootOfTheQuantum) {
  QuantisedState s(by(Kind::kQss2, 0.01));
  s.start(0, 0);
  s.derivative(0, {{0, 2, 0, 0}}, false);
  s.schedule(0);
  EXPECT_DOUBLE_EQ(s.due(), 0.1);
  s.requantise(s.due());
  EXPECT_DOUBLE_EQ(s.q(0.1), 0.01);
  EXPECT_DOUBLE_EQ(s.q(0.15), 0.02);  // the tangent at 0.1 has slope 0.2
  EXPECT_DOUBLE_EQ(s.x(0.15), 0.0225);
}

TEST(Qss3, LeavesTheParabolaAfterTheCubicRootOfTheQuantum) {
  QuantisedState s(by(Kind::kQss3, 0.001));
  s.start(0, 0);
  s.derivative(0, {{0, 0, 3, 0}}, false);  // x = t^3
  s.schedule(0);
  EXPECT_NEAR(s.due(), 0.1, 1e-16);
}

// x' = a q + u with a = -1000 and u = 1000: the equilibrium 1 lies within the quantum of 0.9995, and x comes
// to rest there in one change.
TEST(Liqss1, RestsWhereTheDerivativeIsZero) {
  LinearRun run(by(Kind::kLiqss1, 1e-3), {{-1000}}, {1000}, {0.9});
  run.to(100);
  EXPECT_NEAR(run.states[0].x(100), 1, 2e-3);
  EXPECT_LT(run.changes(), 110u);  // 100 quanta to go, and then no oscillation
  EXPECT_NEAR(run.states[0].slope(), -1000, 1e-6);
}

// Of x1' = 0.01 x2, x2' = -100 x1 - 100 x2 + 2020 (Migoni and Kofman 2009).
TEST(Liqss, FewChangesAndSmallErrorsOnAStiffSystem) {
  for (const auto& [kind, most] : {std::pair{Kind::kLiqss1, 500u}, std::pair{Kind::kLiqss2, 100u},
                                   std::pair{Kind::kLiqss3, 100u}, std::pair{Kind::kCqss, 500u}}) {
    LinearRun run(by(kind, 1), {{0, 0.01}, {-100, -100}}, {0, 2020}, {0, 20});
    run.to(500);
    EXPECT_LE(run.changes(), most) << name_of(kind);
    EXPECT_NEAR(run.states[0].x(500), 20.0639613844, 1) << name_of(kind);
    EXPECT_NEAR(run.states[1].x(500), 0.1360522222, 2) << name_of(kind);
  }
}

// x1' = x2, x2' = -x1: (4, 0) turns without end. The implicit midpoint rule keeps its amplitude.
TEST(Oscillator, KeepsItsAmplitude) {
  for (const auto& [kind, quantum] :
       {std::pair{Kind::kQss3, 1e-4}, std::pair{Kind::kLiqss3, 1e-4}, std::pair{Kind::kCqss, 1e-2}}) {
    LinearRun run(by(kind, quantum), {{0, 1}, {-1, 0}}, {0, 0}, {4, 0});
    run.to(60);
    EXPECT_NEAR(std::hypot(run.states[0].x(60), run.states[1].x(60)), 4, 0.04) << name_of(kind);
    EXPECT_NEAR(run.states[0].x(60), 4 * std::cos(60.0), 0.04) << name_of(kind);
  }
}

// Time always advances by more than a step of the clock's resolution, and states do not change more often
// than the variation of the solution asks for.
TEST(QuantisedState, ChangesAreNoMoreThanTheVariationAsksFor) {
  std::mt19937_64 random(417);
  std::uniform_real_distribution<double> rate(-2, -0.5), start(1, 5);
  for (int i = 0; i < 30; ++i) {
    const double a = rate(random), x0 = start(random), quantum = 1e-2;
    LinearRun run(by(Kind::kQss1, quantum), {{a}}, {0}, {x0});
    run.to(5);
    EXPECT_LE(static_cast<double>(run.changes()), 2 * x0 * (1 - std::exp(5 * a)) / quantum + 2);
    EXPECT_GT(run.least_step, 1);
  }
  for (const char* name : {"qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3", "cqss"}) {
    LinearRun run(by(kind_of(name), 1e-3), {{0, 1}, {-1, -0.1}}, {0, 0}, {1, 0});
    run.to(20);
    EXPECT_GT(run.least_step, 1) << name;
    // |x1| and |x2| vary by 4 each in a period of 2 pi at the most, and 20 are 3.2 periods.
    EXPECT_LE(static_cast<double>(run.changes()), 2 * (2 * 4 * 3.2) / 1e-3 + 4) << name;
  }
}

TEST(QuantisedState, ResetIsSeenAtOnce) {
  QuantisedState s(by(Kind::kQss2, 0.1));
  s.start(0, 1);
  s.derivative(0, {{2, 0, 0, 0}}, false);
  s.reset(1, 7);
  EXPECT_DOUBLE_EQ(s.x(1), 7);
  EXPECT_DOUBLE_EQ(s.q(1), 7);
  EXPECT_DOUBLE_EQ(s.x(2), 9);  // the derivative stays
}

TEST(QuantisedState, QuantumFollowsTheState) {
  QuantisedState s(Method{Kind::kQss1, 0.1, 1e-3});
  s.start(0, 10);
  EXPECT_DOUBLE_EQ(s.quantum(), 1);
  s.reset(1, 0);
  EXPECT_DOUBLE_EQ(s.quantum(), 1e-3);
}

}  // namespace
}  // namespace escapement::qss
