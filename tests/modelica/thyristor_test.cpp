// SPDX-License-Identifier: MIT
// Devices that switch by their own current, fed through an inductor.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "running.h"

namespace escapement::modelica {
namespace {

// A thyristor that gets its pulse just before the voltage turns: the current rises for a moment, by less than
// the solver's tolerance, is back at zero when twice that time has passed, and the thyristor blocks. What the
// switch lets through when it blocks comes to rest within L Goff = 1e-10 s.
const char* const kPulsedThyristor = R"(
model M
  parameter Real f = 50, V = 100, L = 0.1, R = 1, Ron = 1e-9, Goff = 1e-9, early = 2e-7;
  Real i(start = 0, fixed = true), v, s;
  Boolean fire, off(start = true, fixed = true);
  Integer switched(start = 0, fixed = true);
equation
  fire = time >= 0.5/f - early and time < 0.5/f + 1e-3;
  off = s < 0 or pre(off) and not fire;
  v = s*(if off then 1 else Ron);
  i = s*(if off then Goff else 1);
  L*der(i) = V*sin(2*Modelica_pi*f*time) - R*i - v;
  when change(off) then
    switched = pre(switched) + 1;
  end when;
protected
  constant Real Modelica_pi = 3.141592653589793;
end M;
)";

TEST(Thyristor, AMomentBeforeTheVoltageTurnsIsNoChatter) {
  for (const auto method : {sundials::Method::kBdf, sundials::Method::kIda})
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
      RunningClass model(kPulsedThyristor, tolerance, method);
      model.until(0.0099);
      EXPECT_EQ(model["off"], 1);
      model.until(0.015);
      // Conducts for 4e-7 s from 2e-7 s before the zero on; the largest current is V 2 pi f early^2 / (2 L) =
      // 6e-9.
      EXPECT_EQ(model["off"], 1) << tolerance;
      if (tolerance > 1e-9) continue;  // what is tested next is below the tolerance
      EXPECT_GE(model["switched"], 2) << tolerance;
      EXPECT_NEAR(model["s"], -100, 1) << tolerance;        // it carries the whole voltage
      EXPECT_NEAR(model["i"], -100e-9, 1e-9) << tolerance;  // through Goff
    }
}

}  // namespace
}  // namespace escapement::modelica
