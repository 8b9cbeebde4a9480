// SPDX-License-Identifier: MIT
// The buck converter: against the exact solution of its first period, and against a whole reference
// trajectory where there is one.
#include "qss_solver/converters.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

// (iL, uC) with the resistances as they are, exactly: x' = A x + b with complex eigenvalues, so
// x(t) = s + e^(m t) (cos wt + sin wt (A - m)/w) (x0 - s), m half the trace, m^2 + w^2 the determinant.
struct Phase {
  double a, b, c, d, is, us;  // A = [a b; c d], rest (is, us)
  Phase(double rs, double rd) {
    const double k = rd / (rs + rd), r = rs * k, L = 1e-4, C = 1e-4, R = 10;
    a = -r / L;
    b = -1 / L;
    c = 1 / C;
    d = -1 / (R * C);
    us = 24 * k / (1 + r / R);
    is = us / R;
  }
  std::pair<double, double> operator()(double i, double u, double t) const {
    const double m = (a + d) / 2, w = std::sqrt(a * d - b * c - m * m), e = std::exp(m * t);
    const double di = i - is, du = u - us, cs = std::cos(w * t), sn = std::sin(w * t) / w;
    return {is + e * (cs * di + sn * ((a - m) * di + b * du)),
            us + e * (cs * du + sn * (c * di + (d - m) * du))};
  }
};

TEST(Converters, TheFirstPeriodOfABuckConverterIsThatOfItsLinearPhases) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(buck().system, qss::method_of(qss::name_of(kind), 1e-5));
    solver.start(0);
    const std::size_t iL = place_of(solver, "iL"), uC = place_of(solver, "uC");
    // On; then off, when the diode takes the current at once: iD > 0.
    const auto [i1, u1] = Phase(1e-5, 1e5)(0, 0, 5e-5);
    const auto [i2, u2] = Phase(1e5, 1e-5)(i1, u1, 4.9e-5);
    solver.advance(5e-5);
    EXPECT_NEAR(solver.state(iL, 5e-5), i1, 2e-4);
    EXPECT_NEAR(solver.state(uC, 5e-5), u1, 1e-4);
    solver.advance(9.9e-5);
    EXPECT_NEAR(solver.state(iL, 9.9e-5), i2, 2e-4);
    EXPECT_NEAR(solver.state(uC, 9.9e-5), u2, 1e-4);
    EXPECT_EQ(solver.value("Rd", 9.9e-5), 1e-5);
  }
}

// Steps that a change for the worse would show; the mean error of uC is that of the paper's equation 4.
TEST(Converters, ABuckConverterFollowsItsReference) {
  const char* folder = std::getenv("ESCAPEMENT_REFERENCE");
  if (folder == nullptr) GTEST_SKIP() << "ESCAPEMENT_REFERENCE names no folder of reference trajectories";
  std::ifstream file(std::string(folder) + "/buck.csv");
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);
  std::vector<std::pair<double, double>> reference;
  while (std::getline(file, line)) {
    std::istringstream text(line);
    double t = 0, u = 0;
    char comma = 0;
    text >> t >> comma >> u;
    reference.emplace_back(t, u);
  }
  ASSERT_EQ(reference.size(), 1001U);
  for (const auto& [kind, tolerance, steps] : {std::tuple{Kind::kLiqss2, 1e-3, 5000U},
                                               {Kind::kLiqss2, 1e-5, 40000U},
                                               {Kind::kLiqss3, 1e-4, 5000U}}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(buck().system, qss::method_of(qss::name_of(kind), tolerance));
    solver.start(0);
    const std::size_t uC = place_of(solver, "uC");
    double error = 0, size = 0;
    for (const auto& [t, u] : reference) {
      solver.advance(t);
      error += std::abs(solver.state(uC, t) - u);
      size += std::abs(u);
    }
    EXPECT_LT(error / size, tolerance);
    EXPECT_LT(solver.counts().steps, steps);
  }
}

// Steps are those of the method, and none is taken for output.
TEST(Converters, DenseOutputCostsNoStep) {
  std::uint64_t steps[2];
  for (const int points : {1, 2000}) {
    Solver solver(buck().system, qss::method_of("liqss2", 1e-3));
    solver.start(0);
    for (int k = 1; k <= points; ++k) {
      solver.advance(1e-3 * k / points);
      solver.value("iD", solver.now());
    }
    steps[points > 1] = solver.counts().steps;
  }
  EXPECT_EQ(steps[0], steps[1]);
}

// A converter that has come to its rhythm repeats itself: mean output of 4 branches, each on for 1/8 of T,
// and all currents end at 0 before their next turn (discontinuous mode), to the bit whatever grid is looked
// at.
TEST(Converters, TheInterleavedConverterSettles) {
  std::vector<double> last;
  for (const char* name : {"liqss2", "liqss3"}) {
    SCOPED_TRACE(name);
    Solver solver(interleaved().system, qss::method_of(name, 1e-4));
    solver.start(0);
    solver.advance(9.9e-3);
    const std::size_t uC = place_of(solver, "uC");
    const double before = solver.state(uC, 9.9e-3);
    solver.advance(10e-3);
    EXPECT_NEAR(solver.state(uC, 10e-3), before, 1e-3 * before);
    last.push_back(solver.state(uC, 10e-3));
  }
  EXPECT_NEAR(last[0], last[1], 2e-3 * last[0]);
}

}  // namespace
}  // namespace escapement::qss_solver
