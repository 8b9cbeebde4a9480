// SPDX-License-Identifier: MIT
// Equations with several solutions, of which the one goes on that was there before until it ends.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "escapement/qss_solver/solver.h"
#include "running.h"

namespace escapement::modelica {
namespace {

// An operational amplifier of gain A, limited to 15 V, with half of its output fed back to its positive input
// and RC = 1 s at its negative one. Between the thresholds of 7.5 V - 15 V / A there are three solutions. The
// capacitor goes from one threshold to the other in ln((15 + h) / (15 - h)), with h the threshold, so the
// period is twice that.
TEST(SchmittTrigger, SwitchesAtItsThresholdsAndNotBefore) {
  constexpr double kGain = 15000, kThreshold = 7.5 - 15 / kGain;
  const double period = 2 * std::log((15 + kThreshold) / (15 - kThreshold));
  for (const auto method : {sundials::Method::kBdf, sundials::Method::kIda}) {
    RunningClass model(R"(model M
      Real c(start = 1, fixed = true), out, v;
      Real last(start = 0, fixed = true), period(start = 0, fixed = true);
    equation
      v = 0.5*out - c;
      out = noEvent(if 15000*v > 15 then 15 elseif 15000*v < -15 then -15 else 15000*v);
      der(c) = out - c;
      when c > 0 then
        last = time;
        period = time - pre(last);
      end when;
    end M;)",
                       1e-7, method);
    model.until(2.5 * period);
    for (int k = 0; k < 4; ++k) {
      model.until((3.5 + k) * period);
      EXPECT_NEAR(model["period"], period, 2e-4 * period) << k;
    }
  }
}

// Without states: u = 5 sin(20 pi t), v between u and the output over resistors of 1 and 15. The output of
// -15 goes on while 15000 v < -15; there 16 v = 15 u - 15, so it ends at u = (15 - 16/1000)/15, and that of
// 15 at minus this. The first switch comes from the middle branch, at the same u as the others that rise. `x`
// is a state that does not feel it.
const char* const kTrigger = R"(model M
  Real u, v, y, x(start = 1, fixed = true);
equation
  der(x) = -x;
  u = 5*sin(20*3.14159265358979323846*time);
  15*(u - v) = v - y;
  y = noEvent(if 15000*v > 15 then 15 elseif 15000*v < -15 then -15 else 15000*v);
end M;)";

std::vector<double> instants_of_switching() {
  std::vector<double> found;
  const double first = std::asin((15 - 0.016) / 15 / 5) / (20 * M_PI);
  for (int k = 0; k < 20; ++k) found.push_back(first + 0.05 * k);
  return found;
}

TEST(SchmittTrigger, SwitchesAtItsThresholdsWhereNoStateFeelsIt) {
  for (const bool state : {true, false}) {
    std::string text = kTrigger;
    if (!state) {
      text.erase(text.find("  der(x) = -x;\n"), 15);
      text.replace(text.find(", x(start = 1, fixed = true)"), 28, "");
    }
    for (const auto method : {sundials::Method::kBdf, sundials::Method::kIda, sundials::Method::kErk}) {
      RunningClass model(text, 1e-6, method);
      double sign = 1;
      const std::vector<double> instants = instants_of_switching();
      for (std::size_t k = 1; k < instants.size(); ++k, sign = -sign) {
        model.until(instants[k] - 1e-8);
        EXPECT_NEAR(model["y"], 15 * sign, 1e-9) << k;
        model.until(instants[k] + 1e-8);
        EXPECT_NEAR(model["y"], -15 * sign, 1e-9) << k;
      }
      EXPECT_EQ(model.counters().events, 20u);
      EXPECT_EQ(model.counters().restarts, 0u);
    }
  }
}

TEST(SchmittTrigger, OfQuantisedStatesSwitchesThereToo) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", kTrigger);
  qss_solver::Solver solver(translate(*flatten(source, "M")).system, qss::method_of("liqss2", 1e-4));
  solver.start(0);
  double sign = 1;
  const std::vector<double> instants = instants_of_switching();
  for (std::size_t k = 1; k < instants.size(); ++k, sign = -sign) {
    solver.advance(instants[k] - 1e-5);
    EXPECT_NEAR(solver.value("y", instants[k] - 1e-5), 15 * sign, 1e-3) << k;
    solver.advance(instants[k] + 1e-5);
    EXPECT_NEAR(solver.value("y", instants[k] + 1e-5), -15 * sign, 1e-3) << k;
  }
}

// Likewise with a smooth characteristic: v = u + 2 tanh(2 v) has its folds where 4 (1 - tanh(2 v)^2) = 1, so
// at tanh(2 v) = -sqrt(3)/2 and u = v + sqrt(3) there.
TEST(SchmittTrigger, SwitchesWhereASmoothBranchFolds) {
  const double v = -std::atanh(std::sqrt(3.0) / 2) / 2, u = v + std::sqrt(3.0);
  const double first = std::asin(u / 5) / (20 * M_PI);
  RunningClass model(R"(model M
    Real u, v, y;
    Integer n(start = 0, fixed = true);
  equation
    u = 5*sin(20*3.14159265358979323846*time);
    v = u + y;
    y = 2*tanh(2*v);
    when y > 0 then
      n = pre(n) + 1;
    end when;
  end M;)",
                     1e-6);
  for (int k = 1; k < 10; ++k) {
    const double instant = first + 0.05 * k;
    model.until(instant - 1e-8);
    const double before = model["y"];
    model.until(instant + 1e-8);
    const double after = model["y"];
    EXPECT_EQ(std::signbit(before), k % 2 == 0) << k;
    EXPECT_NEAR(std::abs(before), std::sqrt(3.0), 2e-3) << k;  // the fold, for it goes like a root
    EXPECT_EQ(std::signbit(after), k % 2 == 1) << k;
  }
  model.until(1);
  EXPECT_EQ(model["n"], 10);
}

// Nor is the step of a solver told how fast a relation changes that time drives through a block. x + x^3/10
// goes through 0.5125 = 0.5 + 0.0125 upwards once in each of 10 periods, at asin(0.5125).
TEST(SchmittTrigger, RelationsThatTimeDrivesAreSeenInEachPeriod) {
  for (const auto method : {sundials::Method::kBdf, sundials::Method::kIda, sundials::Method::kErk})
    for (const int frequency : {10, 30}) {
      RunningClass model("model M\n  parameter Real w = 2*3.14159265358979323846*" +
                             std::to_string(frequency) + ";\n" + R"(Real x, s(start = 1, fixed = true);
          Integer n(start = 0, fixed = true);
          discrete Real last(start = 0, fixed = true);
        equation
          der(s) = -s;
          x + 0.1*x^3 = sin(w*time);
          when x > 0.5 then
            n = pre(n) + 1;
            last = time;
          end when;
        end M;)",
                         1e-6, method);
      model.until(1);
      EXPECT_EQ(model["n"], frequency);
      EXPECT_NEAR(model["last"], 1 + (std::asin(0.5125) / (2 * M_PI) - 1) / frequency, 1e-9);
    }
}

}  // namespace
}  // namespace escapement::modelica
