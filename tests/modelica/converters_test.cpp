// SPDX-License-Identifier: MIT
// The interleaved converter of examples/ (Bergero, Floros, Fernandez, Kofman and Cellier 2012, section 4.3):
// a reference by CVODE at 1e-10 with located events, and the linearly implicit methods against it, by the
// paper's measure of the error (equation 4).
#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>

#include "escapement/qss_solver/solver.h"
#include "modelica/running.h"

namespace escapement::modelica {
namespace {

TEST(Converters, LinearlyImplicitMethodsFollowTheInterleavedConverter) {
  // All of the paper's 10 ms, and LIQSS1 beyond its first two periods, take minutes.
  const bool whole = std::getenv("ESCAPEMENT_LONG_TESTS") != nullptr;
  Source source;
  source.use_environment = false;
  source.files.emplace_back(std::string(ESCAPEMENT_MODELICA_CASES) +
                            "/../../examples/interleaved-converter/Interleaved.mo");
  const double until = whole ? 0.01 : 1e-3;
  constexpr int kPoints = 200;
  const std::vector<std::string> names = {"uC", "iL[1]", "iL[2]", "iL[3]", "iL[4]"};
  RunningClass exact(source, "Interleaved", 1e-10);
  std::vector<std::vector<double>> reference(names.size());
  for (int k = 1; k <= kPoints; ++k) {
    exact.until(until * k / kPoints);
    for (std::size_t i = 0; i < names.size(); ++i) reference[i].push_back(exact[names[i]]);
  }
  const Translated translated = translate(*flatten(source, "Interleaved"));
  for (const auto& [name, tolerance, points] : {std::tuple{"liqss2", 1e-3, kPoints},
                                                {"liqss2", 1e-4, kPoints},
                                                {"liqss2", 1e-5, kPoints},
                                                {"liqss3", 1e-3, kPoints},
                                                {"liqss3", 1e-4, kPoints},
                                                {"liqss3", 1e-5, kPoints},
                                                {"liqss1", 1e-3, whole ? kPoints : kPoints / 10}}) {
    SCOPED_TRACE(std::string(name) + " at " + to_text(tolerance));
    qss_solver::Solver solver(translated.system, qss::method_of(name, tolerance));
    solver.start(0);
    std::vector<double> apart(names.size(), 0), size(names.size(), 0), all;
    for (int k = 1; k <= points; ++k) {
      const double t = until * k / kPoints;
      solver.advance(t);
      solver.values(t, all);
      for (std::size_t i = 0; i < names.size(); ++i) {
        const double right = reference[i][static_cast<std::size_t>(k - 1)];
        apart[i] += std::abs(all[*translated.system.find(names[i])] - right);
        size[i] += std::abs(right);
      }
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_LT(apart[i], 10 * tolerance * size[i]) << names[i];
      if (whole)
        std::cout << name << ' ' << tolerance << ' ' << names[i] << ' ' << apart[i] / size[i] << '\n';
    }
  }
}

}  // namespace
}  // namespace escapement::modelica
