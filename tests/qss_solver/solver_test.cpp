// SPDX-License-Identifier: MIT
#include "escapement/qss_solver/solver.h"

#include <gmock/gmock.h>

#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

Text decay() {
  Text text;
  text.equation("d.x = -x");
  start(text, "x", 1);
  return text;
}

// q = x at each level, so level 1 - 0.1 k is left after 0.1 / (1 - 0.1 k): a sum of harmonic terms.
TEST(Solver, LevelsOfADecayByQss1ComeAtHarmonicTimes) {
  Solver solver(decay().system, method(Kind::kQss1, 0, 0.1));
  solver.start(0);
  double t = 0;
  for (int k = 0; k < 10; ++k) {
    t += 0.1 / (1 - 0.1 * k);
    EXPECT_NEAR(solver.next(), t, 1e-12);
    solver.instant();
    EXPECT_NEAR(solver.state(0, solver.now()), 0.9 - 0.1 * k, 1e-12);
  }
  EXPECT_NEAR(t, 2.9289682539682538, 1e-12);  // the tenth harmonic number
  EXPECT_EQ(solver.changes(0), 10U);
}

// x1' = 0.01 x2, x2' = -100 x1 - 100 x2 + 2020 (Migoni, Kofman and Cellier): eigenvalues -0.0100010002 and
// -99.989999; by matrix exponential x1(500) = 20.0639613844, x2(500) = 0.1360522222.
Text stiff() {
  Text text;
  text.equation("d.x1 = 0.01*x2");
  text.equation("d.x2 = -100*x1 - 100*x2 + 2020");
  start(text, "x1", 0);
  start(text, "x2", 20);
  return text;
}

TEST(Solver, AStiffPairByQss1TakesTheStepsThatItIsKnownToTake) {
  Solver solver(stiff().system, method(Kind::kQss1, 0, 1));
  solver.start(0);
  solver.advance(500);
  EXPECT_EQ(solver.changes(0), 20U);
  EXPECT_EQ(solver.changes(1), 15994U);
  EXPECT_NEAR(solver.state(0, 500), 20.3363033753, 1e-8);
  EXPECT_NEAR(solver.state(1, 500), 0.5913039968, 1e-7);
}

TEST(Solver, AStiffPairByImplicitMethodsTakesFewSteps) {
  for (const auto& [kind, steps] :
       {std::pair{Kind::kLiqss1, 500U}, {Kind::kLiqss2, 150U}, {Kind::kLiqss3, 100U}}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(stiff().system, method(kind, 0, 1));
    solver.start(0);
    solver.advance(500);
    EXPECT_LT(solver.counts().steps, steps);
    EXPECT_NEAR(solver.state(0, 500), 20.0639613844, 1);
    solver.advance(500);
  }
}

// Fast only together: x1' = -20 x1 - 80 x2 + 1600, x2' = 1.24 x1 - 0.01 x2 + 0.2 from (0, 20), the example of
// Di Pietro, Migoni and Kofman. At rest x2 = 124 x1 + 20, so -9940 x1 = 0: (0, 20). From (10, 15) it comes
// there with eigenvalues -9.1 and -10.9, and then nothing is left to do.
TEST(Solver, APairThatIsFastOnlyTogetherDoesNotChaseItself) {
  for (const auto& [kind, steps] :
       {std::pair{Kind::kLiqss1, 400U}, {Kind::kLiqss2, 200U}, {Kind::kLiqss3, 200U}}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x1 = -20*x1 - 80*x2 + 1600");
    text.equation("d.x2 = 1.24*x1 - 0.01*x2 + 0.2");
    start(text, "x1", 10);
    start(text, "x2", 15);
    Solver solver(text.system, method(kind, 0, 1));
    solver.start(0);
    solver.advance(500);
    EXPECT_NEAR(solver.state(0, 500), 0, 4);
    EXPECT_NEAR(solver.state(1, 500), 20, 2);
    EXPECT_LT(solver.counts().steps, steps);
  }
}

// Within what is proven of x' = -x: |error| <= dQ, twice that for implicit methods.
TEST(Solver, ADecayStaysWithinItsBoundByEveryMethod) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(decay().system, method(kind, 0, 1e-3));
    solver.start(0);
    for (int k = 1; k <= 50; ++k) {
      solver.advance(0.1 * k);
      ASSERT_NEAR(solver.state(0, 0.1 * k), std::exp(-0.1 * k), 2e-3);
    }
  }
}

// x1' = x2, x2' = -x1 from (4, 0): x1 = 4 cos t.
TEST(Solver, AnOscillatorKeepsItsPhase) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x1 = x2");
    text.equation("d.x2 = -x1");
    start(text, "x1", 4);
    start(text, "x2", 0);
    Solver solver(text.system, method(kind, 0, 1e-4));
    solver.start(0);
    solver.advance(60);
    EXPECT_NEAR(solver.state(0, 60), 4 * std::cos(60), 1e-2);
    EXPECT_NEAR(std::hypot(solver.state(0, 60), solver.state(1, 60)), 4, 0.04);
  }
}

// Lotka and Volterra: x' = x (1 - y), y' = y (x - 1) keep x - ln x + y - ln y.
TEST(Solver, PredatorAndPreyKeepTheirInvariant) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = x*(1 - y)");
    text.equation("d.y = y*(x - 1)");
    start(text, "x", 2);
    start(text, "y", 1);
    Solver solver(text.system, method(kind, 0, 1e-5));
    solver.start(0);
    const auto invariant = [&](double t) {
      const double x = solver.state(0, t), y = solver.state(1, t);
      return x - std::log(x) + y - std::log(y);
    };
    const double first = invariant(0);
    solver.advance(20);
    EXPECT_NEAR(invariant(20), first, 2e-3);
  }
}

// The derivative reads an unknown of a linear block, z = (x - z)/2, so x' = -z = -x/3.
TEST(Solver, ALinearBlockIsSolvedAndDifferentiated) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = -z");
    text.equation("2*z + w = x");
    text.equation("z - w = 0");
    start(text, "x", 1);
    Solver solver(text.system, method(kind, 1e-6, 1e-8));
    solver.start(0);
    solver.advance(3);
    EXPECT_NEAR(solver.state(0, 3), std::exp(-1), 2e-5);
    EXPECT_NEAR(solver.value("z", 3), std::exp(-1) / 3, 1e-5);
  }
}

// z + z^3 = x and x' = -z: with z as the variable t = ln(z0/z) + 3 (z0^2 - z^2)/2, since dx = (1 + 3 z^2) dz.
TEST(Solver, ANonlinearBlockIsSolvedAndDifferentiated) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = -z");
    text.equation("z + z^3 = x");
    start(text, "x", 2);  // z = 1
    Solver solver(text.system, method(kind, 1e-6, 1e-8));
    solver.start(0);
    const double z = 0.5, t = std::log(2.0) + 1.5 * (1 - z * z);
    solver.advance(t);
    EXPECT_NEAR(solver.state(0, t), z + z * z * z, 2e-5);
    EXPECT_NEAR(solver.value("z", t), z, 2e-5);
  }
}

// x' = sin(10 t) reads no state: x = (1 - cos 10 t)/10.
TEST(Solver, ADerivativeOfTimeAloneIsRenewed) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = sin(10*time)");
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 0, 1e-4));
    solver.start(0);
    solver.advance(1);
    EXPECT_NEAR(solver.state(0, 1), (1 - std::cos(10)) / 10, 2e-3);
  }
}

// p = 10 t and y' = cos(p), so y = sin(10 t) / 10. A quantum of a thousandth of p would be 0.1 rad after 10
// s; p would lag by half of it on average, and y be off by 0.005.
TEST(Solver, AnAngleCountsByTheRadian) {
  Text text;
  text.equation("d.p = 10");
  text.equation("d.y = cos(p)");
  start(text, "p", 0);
  start(text, "y", 0);
  Solver solver(text.system, method(Kind::kQss1, 1e-3, 1e-6), RelativeTo::kTravel);
  solver.start(0);
  for (const double t : {9.4, 9.5, 9.6, 9.7, 9.8, 9.9, 10.0}) {
    solver.advance(t);
    EXPECT_NEAR(solver.value("y", t), std::sin(10 * t) / 10, 5e-4) << t;
  }
}

TEST(Solver, EqualEquationsShareTheirCode) {
  Text text;
  text.equation("d.u0 = 50*(1 - u0)");
  start(text, "u0", 0);
  for (int j = 1; j < 50; ++j) {
    const std::string u = "u" + std::to_string(j), before = "u" + std::to_string(j - 1);
    text.equation("d." + u + " = 50*(" + before + " - " + u + ") - " + std::to_string(j + 1) + "*" + u +
                  "*(" + u + " - 0.5)*(" + u + " - 1)");
    start(text, u, 0);
  }
  Solver solver(text.system, method(Kind::kLiqss2, 1e-3, 1e-6));
  solver.start(0);
  EXPECT_EQ(solver.counts().families, 2U);
}

TEST(Solver, AVariableThatIsNotThereIsNamed) {
  Solver solver(decay().system, method(Kind::kQss2, 1e-3, 1e-6));
  solver.start(0);
  EXPECT_THAT([&] { solver.value("y", 0); },
              testing::ThrowsMessage<BuildError>(testing::HasSubstr("'y' is no variable of the system")));
}

TEST(Solver, AQuantumOfZeroIsRefused) {
  EXPECT_THAT([] { Solver(decay().system, method(Kind::kQss2, 1e-3, 0)); },
              testing::ThrowsMessage<BuildError>(testing::HasSubstr("the absolute quantum is 0")));
}

TEST(Solver, AValueThatIsNotFiniteIsNamedWithItsTime) {
  Text text;
  text.equation("d.x = -1/sqrt(x)");
  start(text, "x", 1);
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-6));
  solver.start(0);
  EXPECT_THAT([&] { solver.advance(10); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("the derivative of 'x' is")));
}

TEST(Solver, ConditionsOfTheStartThatContradictAreTold) {
  Text text;
  text.equation("d.x = -x");
  text.equation("y = 2*x");
  start(text, "x", 1);
  start(text, "y", 3);
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-6));
  EXPECT_THAT([&] { solver.start(0); }, testing::ThrowsMessage<Error>(testing::HasSubstr(
                                            "there are more conditions at the start than unknowns, and ")));
}

}  // namespace
}  // namespace escapement::qss_solver
