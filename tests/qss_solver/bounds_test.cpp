// SPDX-License-Identifier: MIT
// What is proven of quantised states, held against the loop: the bound of the global error, the number of
// changes, time that advances; and derivatives against such as come from differences.
#include <gtest/gtest.h>

#include <random>

#include "escapement/qss/polynomial.h"
#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

bool implicit(Kind kind) {
  return kind == Kind::kLiqss1 || kind == Kind::kLiqss2 || kind == Kind::kLiqss3;
}

// x' = R diag(-a, -b) R' x with a rotation R by an angle p: V is R, so |V| |Re(L)^-1 L| |V^-1| dQ is
// (1 + |sin 2p|) dQ for both states (Kofman 2002); twice that for implicit methods, whose x and q part by 2
// dQ.
TEST(Bounds, ErrorsOfStableLinearSystemsStayWithinThem) {
  std::mt19937 random(20260711);
  std::uniform_real_distribution<> unit(0, 1);
  for (int system = 0; system < 25; ++system) {
    const double p = 3.2 * unit(random), a = 0.1 + 3 * unit(random), b = 0.1 + 10 * unit(random);
    const double c = std::cos(p), s = std::sin(p), start1 = 4 * unit(random) - 2,
                 start2 = 4 * unit(random) - 2;
    const double k11 = -(a * c * c + b * s * s), k12 = -(a - b) * c * s, k22 = -(a * s * s + b * c * c);
    for (const Kind kind : kAll) {
      SCOPED_TRACE(std::to_string(system) + " by " + std::string(qss::name_of(kind)));
      const double quantum = 1e-2;
      Text text;
      text.equation("d.x = " + to_text(k11) + "*x + (" + to_text(k12) + ")*y");
      text.equation("d.y = " + to_text(k12) + "*x + (" + to_text(k22) + ")*y");
      testing_support::start(text, "x", start1);
      testing_support::start(text, "y", start2);
      Solver solver(text.system, method(kind, 0, quantum));
      solver.start(0);
      const double bound = (1 + std::abs(std::sin(2 * p))) * quantum * (implicit(kind) ? 2 : 1) *
                           (kind == Kind::kCqss ? 1.5 : 1);
      for (double t = 0.25; t <= 3; t += 0.25) {
        solver.advance(t);
        const double u = std::exp(-a * t) * (c * start1 + s * start2),
                     v = std::exp(-b * t) * (c * start2 - s * start1);
        ASSERT_NEAR(solver.state(0, t), c * u - s * v, bound + 1e-12);
        ASSERT_NEAR(solver.state(1, t), s * u + c * v, bound + 1e-12);
      }
    }
  }
}

Text oscillator() {
  Text text;
  text.equation("d.x1 = x2");
  text.equation("d.x2 = -x1");
  start(text, "x1", 4);
  start(text, "x2", 0);
  return text;
}

// A state changes once for each quantum of its way at most, twice with what a choice ahead costs: 4 cos t
// goes 8/pi a unit of time. And the clock advances by more than its own resolution.
TEST(Bounds, ChangesAreFewAndTimeAdvances) {
  for (const Kind kind : {Kind::kQss1, Kind::kQss2, Kind::kQss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    const double quantum = 1e-3, until = 20;
    Solver solver(oscillator().system, method(kind, 0, quantum));
    solver.start(0);
    double last[2] = {0, 0};
    std::uint64_t seen[2] = {0, 0};
    while (solver.next() <= until) {
      solver.instant();
      for (const std::size_t i : {0U, 1U}) {
        if (solver.changes(i) == seen[i]) continue;
        ASSERT_GT(solver.now() - last[i], std::nextafter(last[i], 1e9) - last[i]);
        last[i] = solver.now();
        seen[i] = solver.changes(i);
      }
    }
    const double way = 8 / std::acos(-1.0) * until;
    EXPECT_LE(static_cast<double>(solver.changes(0)), 2 * 1.02 * way / quantum + 2);
    EXPECT_LE(static_cast<double>(solver.changes(1)), 2 * 1.02 * way / quantum + 2);
  }
}

// QSS3 by hand, with the derivatives of x' from differences of the right side along q, as a solver does it
// that knows no derivatives. Both stay with 4 cos t, and with each other within 10 quanta.
TEST(Bounds, DerivativesBySeriesAndByDifferencesAgree) {
  const double quantum = 1e-4, until = 60;
  double since_x[2] = {0, 0}, since_q[2] = {0, 0}, due[2];
  qss::Polynomial x[2] = {{{4, 0, 0, 0}}, {{0, 0, 0, 0}}}, q[2] = {x[0], x[1]};
  const auto q_at = [&](int i, double t) { return q[i].at(t - since_q[i]); };
  const auto right = [&](int i, double t) { return i == 0 ? q_at(1, t) : -q_at(0, t); };
  const auto renew = [&](int i, double t) {
    const double h = 1e-3, f = right(i, t), up = right(i, t + h), down = right(i, t - h);
    x[i] = {{x[i].at(t - since_x[i]), f, (up - down) / (4 * h), (up - 2 * f + down) / (6 * h * h)}};
    since_x[i] = t;
  };
  const auto schedule = [&](int i, double t) {
    const qss::Polynomial apart = x[i].shifted(t - since_x[i]) - q[i].shifted(t - since_q[i]);
    due[i] = t + std::max(qss::time_to_reach(apart, quantum), 1e-13);
  };
  for (int round = 0; round < 3; ++round)
    for (const int i : {0, 1}) {
      renew(i, 0);
      q[i] = x[i].truncated(2);
    }
  for (const int i : {0, 1}) renew(i, 0);
  for (const int i : {0, 1}) schedule(i, 0);
  while (true) {
    const int i = due[0] <= due[1] ? 0 : 1;
    const double t = due[i];
    if (t > until) break;
    q[i] = x[i].shifted(t - since_x[i]).truncated(2);
    since_q[i] = t;
    renew(1 - i, t);
    schedule(i, t);
    schedule(1 - i, t);
  }
  Solver solver(oscillator().system, method(Kind::kQss3, 0, quantum));
  solver.start(0);
  solver.advance(until);
  EXPECT_NEAR(solver.state(0, until), x[0].at(until - since_x[0]), 10 * quantum);
  EXPECT_NEAR(solver.state(1, until), x[1].at(until - since_x[1]), 10 * quantum);
  EXPECT_NEAR(std::hypot(solver.state(0, until), solver.state(1, until)), 4, 0.04);
  EXPECT_NEAR(solver.state(0, until), 4 * std::cos(60), 20 * quantum);  // -3.8096519
}

// x = 0.5 + 0.001 cos(100 t): a quantum that is a part of 0.5 is a twentieth of the amplitude, one that is a
// part of the way that x has gone is not. In K, a relaxation: 300 - exp(-t).
TEST(Bounds, QuantaMayBeRelativeToTheWayThatStatesHaveGone) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = v");
    text.equation("d.v = -1e4*(x - 0.5)");
    text.equation("d.T = 300 - T");
    testing_support::start(text, "x", 0.501);
    testing_support::start(text, "v", 0);
    testing_support::start(text, "T", 299);
    const double tolerance = 1e-4;
    Solver solver(text.system, method(kind, tolerance, 1e-7), RelativeTo::kTravel);
    solver.start(0);
    for (const double t : {0.01, 0.05, 0.1, 0.2}) {
      solver.advance(t);
      EXPECT_NEAR(solver.value("x", t), 0.5 + 0.001 * std::cos(100 * t), 10 * tolerance * 0.002) << t;
      EXPECT_NEAR(solver.value("v", t), -0.1 * std::sin(100 * t), 10 * tolerance * 0.2) << t;
    }
    solver.advance(5);
    EXPECT_NEAR(solver.value("T", 5), 300 - std::exp(-5.0), 10 * tolerance);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
