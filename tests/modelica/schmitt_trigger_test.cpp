// SPDX-License-Identifier: MIT
// Equations with several solutions, of which the one goes on that was there before until it ends.
#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace escapement::modelica
