// SPDX-License-Identifier: MIT
// homotopy(): the way from the simplified start to the actual one, where the direct start fails.
#include <gmock/gmock.h>

#include <cmath>

#include "escapement/core/error.h"
#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;

// The only solution of exp(20 x) - exp(-20 x) + ... is far from the start for Newton; see each test.
std::string started_by(const std::string& equation) {
  return "model M Real x(start = 1); equation " + equation + "; end M;";
}

// x = 1 in the simplified form (a line), and the actual one has the same solution as without homotopy.
TEST(Homotopy, IsTheActualExpressionWhereThatCanBeSolved) {
  EXPECT_NEAR(RunningClass(started_by("homotopy(x^3, 5*x) = 8")).until(0.1)["x"], 2, 1e-9);
}

// sqrt of what is negative at every guess that Newton's method is given (start 1, its neighbours, multiples
// of the nominal), so that the direct start finds nothing. On the path x goes from 101 to 102: lambda sqrt(x
// - 101) + (1 - lambda)(x - 100) = 1.
TEST(Homotopy, LeadsWhereTheDirectStartFails) {
  const std::string actual = "sqrt(x - 2000)";
  EXPECT_THROW(RunningClass(started_by(actual + " = 1")).until(0.1), std::exception);
  EXPECT_NEAR(RunningClass(started_by("homotopy(" + actual + ", x - 2000) = 1")).until(0.1)["x"], 2001, 1e-6);
}

// The actual equation has no solution: the end of the path is told.
TEST(Homotopy, TellsHowFarItCame) {
  try {
    RunningClass(started_by("homotopy(exp(x) + 2, x + 1) = 1")).until(0.1);
    FAIL() << "it has no solution";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("its homotopy does not lead there either"));
    EXPECT_THAT(error.what(), HasSubstr("on the way from simplified (0) to actual (1) it ends at 0."));
  }
}

TEST(Homotopy, TellsThatWhatItBeginsWithHasNoSolution) {
  try {
    RunningClass(started_by("homotopy(exp(x), exp(x) + 1) = -1")).until(0.1);
    FAIL() << "it has no solution";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("what it begins with, all simplified, has no solution"));
  }
}

// In initial equations, and in those that give parameters.
TEST(Homotopy, OfInitialEquations) {
  RunningClass m(
      "model M parameter Real p(fixed = false, start = 1); Real x(start = 0, fixed = true); initial equation "
      "homotopy(sqrt(p - 2000), p - 2000) = 1; equation der(x) = p; end M;");
  EXPECT_NEAR(m.until(1)["x"], 2001, 1e-4);
}

// While the model runs it is the actual expression alone: the simplified one would drive x to 1.
TEST(Homotopy, IsOfNoConcernAfterTheStart) {
  EXPECT_NEAR(RunningClass(
                  "model M Real x(start = 0, fixed = true); equation der(x) = homotopy(2 - x, 1 - x); end M;")
                  .until(1)["x"],
              2 * (1 - std::exp(-1.0)), 1e-7);
}

}  // namespace
}  // namespace escapement::modelica
