// SPDX-License-Identifier: MIT
// Conditions that read one state are not looked at while it keeps within the room that they leave.
#include <gtest/gtest.h>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

Solver of(Text& text, const std::string& relation, Kind kind) {
  text.discrete("n", 0);
  text.when("n", {{{relation}, "pre.n + 1"}, {{"not (" + relation + ")"}, "pre.n + 1"}});
  return {text.system, method(kind, 1e-4, 1e-7)};
}

// x = 5 - 5 exp(-t) begins close above a border from which it goes away.
TEST(Rooms, ABorderThatIsLeftBehindIsLookedAtOnce) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = 5 - x");
    start(text, "x", 0);
    Solver solver = of(text, "x < -1e-3", kind);
    solver.start(0);
    solver.advance(3);
    EXPECT_GT(solver.counts().steps, 10u);
    EXPECT_LE(solver.counts().crossing_checks, 4u);
    EXPECT_EQ(solver.value("n", 3), 0);
  }
}

// x = sin(t) comes to 0.5 at pi/6 and 5 pi/6 of each turn: 2 borders, one on each side, 2 changes each.
TEST(Rooms, BordersOnBothSidesAreMet) {
  constexpr double kPi = 3.14159265358979324;
  for (const Kind kind : {Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = v");
    text.equation("d.v = -x");
    start(text, "x", 0);
    start(text, "v", 1);
    text.discrete("low", 0);
    text.when("low", {{{"x < -0.5"}, "pre.low + 1"}, {{"x > -0.5"}, "pre.low + 1"}});
    Solver solver = of(text, "x > 0.5", kind);
    solver.start(0);
    std::vector<double> times;
    double before = 0;
    while (times.size() < 8) {
      solver.instant();
      const double count = solver.value("n", solver.now()) + solver.value("low", solver.now());
      if (count != before) times.push_back(solver.now());
      before = count;
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double turn = 2 * kPi * static_cast<double>(k / 4);
      const double at[] = {kPi / 6, 5 * kPi / 6, 7 * kPi / 6, 11 * kPi / 6};
      EXPECT_NEAR(times[k], turn + at[k % 4], 2e-3);
    }
  }
}

// A switch moves the border, over x or away from it: y > d changes when d does, at 1 and 2, and at 2.5, where
// y = t comes to 2.5.
TEST(Rooms, ABorderThatMovesIsLookedAtAnew) {
  Text text;
  text.equation("d.y = 1");
  start(text, "y", 0);
  text.discrete("d", 3);
  text.when("d", {{{"time >= 1"}, "0.5"}, {{"time >= 2"}, "2.5"}});
  Solver solver = of(text, "y > d", Kind::kLiqss2);
  solver.start(0);
  const double expected[] = {0, 1, 2, 3};
  for (int k = 0; k < 4; ++k) {
    const double t[] = {0.9, 1.1, 2.1, 2.6};
    solver.advance(t[k]);
    EXPECT_EQ(solver.value("n", t[k]), expected[k]) << k;
  }
}

}  // namespace
}  // namespace escapement::qss_solver
