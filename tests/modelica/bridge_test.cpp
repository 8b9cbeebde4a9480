// SPDX-License-Identifier: MIT
// Bridges of ideal diodes with inductors, by quantised states. A current that is what is left of two others
// decides which diodes conduct: it is a thousandth of these, and so is their quantum.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "escapement/qss_solver/solver.h"
#include "running.h"

namespace escapement::modelica {
namespace {

// Three phases with inductors in series, without a neutral, and a load that draws a constant current.
const char* const kBridge = R"(model M
    constant Real pi = 3.14159265358979;
    parameter Real V = 100, f = 50, L = 1e-3, Id = 10, Ron = 1e-3, Goff = 1e-5;
    Real i1, i2(start = 0, fixed = true), i3(start = 0, fixed = true);
    Real i[3], v[3], u[3], up[3], un[3], ip[3], jn[3], sp[3], sn[3], p, star;
    Boolean offp[3](each start = true), offn[3](each start = true);
    Real area(start = 0, fixed = true);
  equation
    i = {i1, i2, i3};
    i1 + i2 + i3 = 0;
    L*der(i1) = v[1] + star - u[1];
    L*der(i2) = v[2] + star - u[2];
    L*der(i3) = v[3] + star - u[3];
    for k in 1:3 loop
      v[k] = V*sin(2*pi*f*time - 2*pi/3*(k - 1));
      offp[k] = sp[k] < 0;
      offn[k] = sn[k] < 0;
      up[k] = u[k] - p;
      up[k] = sp[k]*(if offp[k] then 1 else Ron);
      ip[k] = sp[k]*(if offp[k] then Goff else 1);
      un[k] = -u[k];
      un[k] = sn[k]*(if offn[k] then 1 else Ron);
      jn[k] = sn[k]*(if offn[k] then Goff else 1);
      i[k] = ip[k] - jn[k];
    end for;
    sum(ip) = Id;
    der(area) = p;
  end M;)";

class Bridge {
 public:
  explicit Bridge(const char* method) {
    Source source;
    source.use_environment = false;
    source.texts.emplace_back("test.mo", kBridge);
    flat_ = flatten(source, "M");
    const Translated translated = translate(*flat_);
    solver_ = std::make_unique<qss_solver::Solver>(translated.system, qss::method_of(method, 1e-3),
                                                   qss_solver::RelativeTo::kTravel);
    solver_->start(0);
  }
  qss_solver::Solver& operator*() { return *solver_; }
  qss_solver::Solver* operator->() { return solver_.get(); }

 private:
  std::unique_ptr<FlatModel> flat_;
  std::unique_ptr<qss_solver::Solver> solver_;
};

// Over a period the mean voltage is 3 sqrt(3) V / pi, less 3 omega L I / pi for the current that inductors
// hand on from phase to phase (Mohan, Undeland and Robbins, Power Electronics, 5-6), less two diodes that
// conduct. Six diodes begin to conduct in a period, and six end.
TEST(Bridge, HandsItsCurrentOnFromPhaseToPhase) {
  for (const char* const method : {"liqss2", "liqss3"}) {
    SCOPED_TRACE(method);
    Bridge bridge(method);
    bridge->advance(0.02);
    const double before = bridge->value("area", 0.02);
    const auto events = bridge->counts().events, steps = bridge->counts().steps;
    bridge->advance(0.04);
    const double mean = (bridge->value("area", 0.04) - before) / 0.02;
    const double omega = 100 * std::numbers::pi, pi = std::numbers::pi;
    EXPECT_NEAR(mean, 3 * std::sqrt(3.0) * 100 / pi - 3 * omega * 1e-3 * 10 / pi - 2 * 1e-3 * 10, 0.1);
    EXPECT_GE(bridge->counts().events - events, 12);
    EXPECT_LE(bridge->counts().events - events, 120);
    EXPECT_LT(bridge->counts().steps - steps, 60000);
  }
}

}  // namespace
}  // namespace escapement::modelica
