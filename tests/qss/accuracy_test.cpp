// SPDX-License-Identifier: MIT
// Global errors against what theory promises.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <random>

#include "qss/linear_run.h"

namespace escapement::qss {
namespace {

using Complex = std::complex<double>;
constexpr std::uint64_t kSeed = 20060131;

// A = T B T^-1 with B = diag(-r, [[-a, w], [-w, -a]]): eigenvalues -r and -a +- i w.
struct StableSystem {
  std::array<std::array<double, 3>, 3> t{}, inverse{};
  double r = 1, a = 1, w = 0;

  explicit StableSystem(std::mt19937_64& random) {
    std::uniform_real_distribution<double> entry(-1, 1), rate(0.2, 3);
    do {
      for (auto& row : t)
        for (double& x : row) x = entry(random);
    } while (!invert());
    r = rate(random);
    a = rate(random);
    w = rate(random);
  }
  bool invert() {
    const auto minor = [&](int i, int j) {
      const auto at = [&](int p, int q) {
        return t[static_cast<std::size_t>((i + p) % 3)][static_cast<std::size_t>((j + q) % 3)];
      };
      return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
    };
    const double determinant = t[0][0] * minor(0, 0) + t[0][1] * minor(0, 1) + t[0][2] * minor(0, 2);
    if (std::abs(determinant) < 0.2) return false;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        inverse[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = minor(j, i) / determinant;
    return true;
  }
  std::array<double, 3> times(const std::array<std::array<double, 3>, 3>& m,
                              const std::array<double, 3>& v) const {
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) out[i] += m[i][j] * v[j];
    return out;
  }
  LinearRun::Matrix matrix() const {
    LinearRun::Matrix m(3, std::vector<double>(3));
    for (std::size_t j = 0; j < 3; ++j) {
      std::array<double, 3> unit{};
      unit[j] = 1;
      const auto y = times(inverse, unit);
      const auto column = times(t, {-r * y[0], -a * y[1] + w * y[2], -w * y[1] - a * y[2]});
      for (std::size_t i = 0; i < 3; ++i) m[i][j] = column[i];
    }
    return m;
  }
  std::array<double, 3> exact(const std::array<double, 3>& start, double time) const {
    const auto y = times(inverse, start);
    const double e = std::exp(-a * time), c = std::cos(w * time), s = std::sin(w * time);
    return times(t, {std::exp(-r * time) * y[0], e * (c * y[1] + s * y[2]), e * (c * y[2] - s * y[1])});
  }
  // |V| |Re(L)^-1 L| |V^-1| dQ (Kofman 2002; Cellier and Kofman 2006, section 11.6), component by component.
  std::array<double, 3> bound(double quantum) const {
    const Complex i(0, 1);
    // Columns of V: t0, and t1 +- i t2; rows of V^-1: inverse0, and (inverse1 -+ i inverse2) / 2.
    std::array<double, 3> z{};
    for (std::size_t j = 0; j < 3; ++j) {
      z[0] += std::abs(inverse[0][j]) * quantum;
      z[1] += std::abs(inverse[1][j] - i * inverse[2][j]) / 2 * quantum;
    }
    z[1] *= std::hypot(a, w) / a;
    z[2] = z[1];
    std::array<double, 3> out{};
    for (std::size_t j = 0; j < 3; ++j)
      out[j] = std::abs(t[j][0]) * z[0] + std::abs(t[j][1] + i * t[j][2]) * (z[1] + z[2]);
    return out;
  }
};

TEST(Accuracy, GlobalErrorOfStableLinearSystemsStaysWithinTheBound) {
  std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> start(-2, 2);
  const int systems = std::getenv("ESCAPEMENT_FUZZ") != nullptr ? 2000 : 100;
  for (int n = 0; n < systems; ++n) {
    const StableSystem system(random);
    const std::array<double, 3> x0 = {start(random), start(random), start(random)};
    for (const auto& [kind, quantum] :
         {std::pair{Kind::kQss1, 1e-2}, std::pair{Kind::kQss2, 1e-3}, std::pair{Kind::kQss3, 1e-4}}) {
      const auto bound = system.bound(quantum);
      LinearRun run(Method{kind, 0, quantum}, system.matrix(), {0, 0, 0}, {x0[0], x0[1], x0[2]});
      for (double t = 0.1; t < 6; t += 0.1) {
        run.to(t);
        const auto exact = system.exact(x0, t);
        for (std::size_t i = 0; i < 3; ++i)
          ASSERT_LE(std::abs(run.states[i].x(t) - exact[i]), bound[i] + 1e-12)
              << name_of(kind) << " system " << n << " state " << i << " at " << t;
      }
    }
  }
}

// The error is proportional to the quantum: a line of slope 1 through log(error) over log(quantum).
TEST(Accuracy, ErrorIsProportionalToTheQuantum) {
  for (const Kind kind :
       {Kind::kQss1, Kind::kQss2, Kind::kQss3, Kind::kLiqss1, Kind::kLiqss2, Kind::kLiqss3}) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    int n = 0;
    for (double quantum = 1e-2; quantum > 5e-5; quantum /= 2, ++n) {
      // x1'' + 0.5 x1' + x1 = 0, from (1, 0); mean size of the error over many instants
      LinearRun run(Method{kind, 0, quantum}, {{0, 1}, {-1, -0.5}}, {0, 0}, {1, 0});
      const double w = std::sqrt(1 - 0.0625);
      double error = 0;
      for (int k = 1; k <= 400; ++k) {
        const double t = 0.025 * k;
        run.to(t);
        const double exact = std::exp(-0.25 * t) * (std::cos(w * t) + 0.25 / w * std::sin(w * t));
        error += std::abs(run.states[0].x(t) - exact) / 400;
      }
      const double x = std::log(quantum), y = std::log(error);
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    EXPECT_NEAR(slope, 1, 0.15) << name_of(kind);
  }
}

// Steps grow with the n-th root of 1/quantum: dividing it by 100 multiplies them by 100, 10 and 4.64.
TEST(Accuracy, StepsGrowWithTheRootOfTheQuantum) {
  for (const auto& [kind, factor] : {std::pair{Kind::kQss1, 100.0}, std::pair{Kind::kQss2, 10.0},
                                     std::pair{Kind::kQss3, std::cbrt(100.0)}}) {
    std::uint64_t changes[2];
    for (int i = 0; i < 2; ++i) {
      LinearRun run(Method{kind, 0, i == 0 ? 1e-2 : 1e-4}, {{0, 1}, {-1, -0.1}}, {0, 0}, {1, 0});
      run.to(10);
      changes[i] = run.changes();
    }
    EXPECT_NEAR(static_cast<double>(changes[1]) / static_cast<double>(changes[0]) / factor, 1, 0.25)
        << name_of(kind);
  }
}

}  // namespace
}  // namespace escapement::qss
