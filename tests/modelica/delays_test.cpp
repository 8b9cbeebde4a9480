// SPDX-License-Identifier: MIT
// The time of a delay(): from 0, which is the expression itself, to delayMax (Modelica 3.6, section 3.7.4.1).
#include <gmock/gmock.h>

#include <cmath>

#include "escapement/qss_solver/solver.h"
#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(ModelicaDelays, NoDelayIsTheExpressionItself) {
  expect_values("M",
                "model M parameter Real T = 0; Real y = delay(sin(time), T), z = delay(time, 0, 0); end M;",
                3, {{"y", std::sin(3)}, {"z", 3}});
}

// t^2 half as long ago is (t/2)^2, its integral t^3/12. sin(t) as long ago as 1 + cos(t), which is 0 at pi.
TEST(ModelicaDelays, DelaysThatVaryComeToNothing) {
  expect_values("M", R"(model M Real z = delay(time^2, 0.5*time, 2), area(start = 0, fixed = true);
    Real x(start = 0, fixed = true), v(start = 1, fixed = true), late = delay(x, 1 + cos(time), 2.1);
    equation der(area) = z; der(x) = v; der(v) = -x; end M;)",
                3, {{"z", 2.25}, {"area", 27.0 / 12}, {"late", std::sin(3 - 1 - std::cos(3))}});
  expect_values("M", R"(model M
    Real x(start = 0, fixed = true), v(start = 1, fixed = true), late = delay(x, 1 + cos(time), 2.1);
    equation der(x) = v; der(v) = -x; end M;)",
                3.14159265358979, {{"late", 0}});
}

TEST(ModelicaDelays, TimesOutsideOfTheRangeAreFaults) {
  const std::string model = "model M Real y = delay(time, 0.1 + time, 0.5); end M;";
  EXPECT_EQ(failure_of(model, 0.39), "");
  EXPECT_THAT(
      failure_of(model, 0.5),
      AllOf(HasSubstr("at time 0.4"), HasSubstr("the time of a delay() is outside of 0 to its delayMax 0.5"),
            HasSubstr("at test.mo:1:18; give the delay a delayMax that it never exceeds")));
  EXPECT_THAT(failure_of("model M Real y = delay(time, 0.3 - time, 0.5); end M;", 0.5),
              HasSubstr("the time of a delay() is outside of 0 to its delayMax 0.5"));
  EXPECT_EQ(failure_of("model M Real y = if time < 0.3 then delay(time, 0.1 + time, 0.5) else 0; end M;", 1),
            "");
  EXPECT_THAT(failure_of("model M Real y = delay(time, time - 1, 5); end M;", 1),
              HasSubstr("a delay of -1 at time 0: it must be at least 0 (time)"));
  EXPECT_THAT(failure_of("model M Real y = delay(time, -1); end M;", 1),
              HasSubstr("a delay of -1, which is to be at least 0"));
  EXPECT_THAT(failure_of("model M parameter Real T = 3; Real y = delay(time, T, 2); end M;", 1),
              HasSubstr("a delay of 3, which is to be at least 0 and at most delayMax, here 2"));
  EXPECT_THAT(failure_of("model M Real y = delay(time, time, 0); end M;", 1),
              HasSubstr("delayMax is above 0 where the delay changes, not 0"));
}

TEST(ModelicaDelays, QuantisedStatesRefuseTimesThatVary) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back(
      "test.mo",
      "model M Real x(start = 0, fixed = true); equation der(x) = delay(time^2, 0.1 + 0.4*time, 2); end M;");
  try {
    qss_solver::Solver solver(translate(*flatten(source, "M")).system, qss::method_of("qss2", 1e-3));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const BuildError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("a delay() of a time that stays as it is, and that of 'time^2' changes "
                          "with time; take --solver cvode, ida or erk"));
  }
}

}  // namespace
}  // namespace escapement::modelica
