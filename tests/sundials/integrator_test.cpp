// SPDX-License-Identifier: MIT
#include "escapement/sundials/integrator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/core/error.h"
#include "linear_algebra.h"
#include "systems.h"

namespace escapement::sundials::integrator_tests {
namespace {

using ::testing::ElementsAre;
using testing::Functions;
using ::testing::HasSubstr;

struct NoInputs : Inputs {
  const double* at(double) override { return nullptr; }
};

double run_to(Integrator& integrator, double end, std::size_t i, std::size_t n) {
  while (integrator.step(end) < end) {
  }
  std::vector<double> y(n);
  integrator.interpolate(end, y.data());
  return y[i];
}

// Heat in a rod of n cells: y_i' = y_(i-1) - 2 y_i + y_(i+1), zero at both ends. The start sin(pi i/(n+1))
// is an eigenvector, with eigenvalue -4 sin^2(pi / (2 (n+1))).
struct Rod : System {
  explicit Rod(std::size_t cells, bool give_pattern, bool give_band, bool give_jacobian)
      : n(cells), jacobian_given(give_jacobian) {
    std::vector<std::vector<int>> rows(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; ++j)
        rows[i].push_back(static_cast<int>(j));
    if (give_pattern) structure = Pattern::from_rows(n, rows);
    with_pattern = give_pattern;
    with_band = give_band;
  }
  std::size_t size() const override { return n; }
  void start(double, std::span<double> y, std::span<double>, const double*) override {
    for (std::size_t i = 0; i < n; ++i)
      y[i] = std::sin(M_PI * static_cast<double>(i + 1) / static_cast<double>(n + 1));
  }
  void derivatives(double, const double* y, const double*, double* dy) override {
    for (std::size_t i = 0; i < n; ++i)
      dy[i] = (i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i + 1 < n ? y[i + 1] : 0);
  }
  const Pattern* pattern() const override { return with_pattern ? &structure : nullptr; }
  const Band* band() const override { return with_band ? &diagonals : nullptr; }
  bool has_jacobian() const override { return jacobian_given; }
  void jacobian(double, const double*, const double*, const double*, double, double* values) override {
    std::size_t k = 0;
    for (std::size_t j = 0; j < n; ++j)
      for (int at = structure.column_begin[j]; at < structure.column_begin[j + 1]; ++at)
        values[k++] = structure.rows[static_cast<std::size_t>(at)] == static_cast<int>(j) ? -2 : 1;
  }
  double exact(double t) const {
    const double s = std::sin(M_PI / (2 * static_cast<double>(n + 1)));
    return std::exp(-4 * s * s * t) * std::sin(M_PI * 10 / static_cast<double>(n + 1));
  }
  std::size_t n;
  Pattern structure;
  Band diagonals{1, 1};
  bool jacobian_given, with_pattern, with_band;
};

struct Variant {
  LinearSolver linear;
  bool pattern, band, jacobian;
};

TEST(Integrator, LinearSolversAgreeWithTheClosedForm) {
  for (const Method method : {Method::kBdf, Method::kIda})
    for (const Variant v :
         {Variant{LinearSolver::kDense, false, false, false},
          Variant{LinearSolver::kAutomatic, false, true, false},
          Variant{LinearSolver::kAutomatic, true, false, false},  // KLU, coloured differences
          Variant{LinearSolver::kAutomatic, true, false, true},   // KLU, given
          Variant{LinearSolver::kDense, true, false, true}}) {
      Rod rod(60, v.pattern, v.band, v.jacobian);
      NoInputs inputs;
      const auto integrator = make_integrator(rod, inputs, {method, 1e-9, v.linear});
      std::vector<double> y(rod.n), dy(rod.n);
      rod.start(0, y, dy, nullptr);
      integrator->restart(0, y, dy);
      EXPECT_NEAR(run_to(*integrator, 100, 9, rod.n), rod.exact(100), 1e-7)
          << static_cast<int>(method) << v.pattern << v.band << v.jacobian;
      EXPECT_GT(integrator->counters().jacobians, 0u);
    }
}

TEST(Integrator, ColumnsWithoutACommonRowShareAColour) {
  // Tridiagonal: three colours, whatever the size.
  Rod rod(20, true, false, false);
  const std::vector<int> colour = internal::colours(rod.structure);
  for (std::size_t j = 0; j < colour.size(); ++j) EXPECT_EQ(colour[j], static_cast<int>(j % 3));
  // One full row: every column a colour of its own.
  EXPECT_THAT(internal::colours(Pattern::from_rows(4, {{0, 1, 2, 3}})), ElementsAre(0, 1, 2, 3));
}

TEST(Integrator, PatternFromRowsIsByColumns) {
  const Pattern pattern = Pattern::from_rows(3, {{2, 0}, {1}, {0, 2, 2}});
  EXPECT_THAT(pattern.column_begin, ElementsAre(0, 2, 3, 5));
  EXPECT_THAT(pattern.rows, ElementsAre(0, 2, 1, 0, 2));
}

// Robertson's problem as an index-1 system: two rates of change and a balance. Reference values at t = 400
// from Mazzia and Magherini 2008, "Test set for initial value problem solvers" (0.4505, 3.223e-6, 0.5495).
struct Robertson : System {
  bool off = false;
  std::size_t size() const override { return 3; }
  bool implicit() const override { return true; }
  bool differential(std::size_t i) const override { return i < 2; }
  double nominal(std::size_t i) const override { return i == 1 ? 1e-5 : 1; }
  void start(double, std::span<double> y, std::span<double> dy, const double*) override {
    y[0] = 1;
    y[1] = 0;
    y[2] = off ? 0.7 : 0;  // made consistent: 0
    dy[0] = -0.04;
    dy[1] = 0.04;
    dy[2] = 0;
  }
  void residual(double, const double* y, const double* dy, const double*, double* r) override {
    r[0] = -0.04 * y[0] + 1e4 * y[1] * y[2] - dy[0];
    r[1] = 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1] - dy[1];
    r[2] = y[0] + y[1] + y[2] - 1;
  }
};

// y = t - t^2 / (2 tau), with steps that are long beside tau: the slope at the end of the first step is
// negative, and a straight line through its end would begin downwards.
TEST(Integrator, TheFirstStepBeginsWithTheSlopeThatTheSolutionHas) {
  constexpr double kTau = 1e-4, kBegin = 2;
  for (const Method method : {Method::kBdf, Method::kAdams, Method::kIda, Method::kErk}) {
    Functions system;
    system.start_values = {5};
    system.f = [](double t, const double*, const double*, double* dy) { dy[0] = 1 - (t - kBegin) / kTau; };
    NoInputs inputs;
    const auto integrator = make_integrator(system, inputs, {method, 1e-3});
    for (int restart = 0; restart < 2; ++restart) {
      std::vector<double> y{5}, dy{0};
      integrator->restart(kBegin, y, dy);
      const double end = integrator->step(kInfinity), h = end - kBegin;
      ASSERT_GT(h, 2 * kTau);
      std::vector<double> there(1);
      const double near = 1e-3 * h;
      integrator->interpolate(kBegin + near, there.data());
      EXPECT_NEAR((there[0] - 5) / near, 1 - near / (2 * kTau), 1e-4 * h / kTau) << static_cast<int>(method);
      EXPECT_GT(there[0], 5) << static_cast<int>(method);
      integrator->interpolate(kBegin, there.data());
      EXPECT_NEAR(there[0], 5, 1e-12);
    }
  }
}

TEST(Integrator, AlgebraicUnknownsAreMadeConsistent) {
  for (const bool off : {false, true}) {
    Robertson robertson;
    robertson.off = off;
    NoInputs inputs;
    const auto integrator = make_integrator(robertson, inputs, {Method::kIda, 1e-9});
    std::vector<double> y(3), dy(3);
    robertson.start(0, y, dy, nullptr);
    integrator->restart(0, y, dy);
    EXPECT_NEAR(y[2], 0, 1e-9);
    EXPECT_NEAR(run_to(*integrator, 400, 0, 3), 0.4505, 1e-4);
    std::vector<double> end(3);
    integrator->interpolate(400, end.data());
    EXPECT_NEAR(end[0] + end[1] + end[2], 1, 1e-9);
  }
}

// x^2 + y^2 = 1 where both are differential: off the circle no consistent point exists near the start.
struct Circle : System {
  std::size_t size() const override { return 2; }
  bool implicit() const override { return true; }
  void start(double, std::span<double> y, std::span<double>, const double*) override { y[0] = y[1] = 2; }
  void residual(double, const double* y, const double* dy, const double*, double* r) override {
    r[0] = dy[0] + y[1];
    r[1] = y[0] * y[0] + y[1] * y[1] - 1;
  }
};

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Integrator, StartOffTheConstraintIsToldWithTheResidual) {
  Circle circle;
  NoInputs inputs;
  const auto integrator = make_integrator(circle, inputs, {Method::kIda});
  std::vector<double> y{2, 2}, dy{0, 0};
  const std::string text = message_of([&] { integrator->restart(0, y, dy); });
  EXPECT_THAT(text, HasSubstr("no consistent ones were found: residual 2 (beside 'y2') is 7"));
  EXPECT_THAT(text, HasSubstr("IDA"));
}

TEST(Integrator, WhatIsNotANumberIsToldWithEquationAndValues) {
  for (const Method method : {Method::kBdf, Method::kAdams, Method::kErk, Method::kIda}) {
    Functions f;
    f.start_values = {1, -1};
    f.f = [](double, const double* y, const double*, double* dy) {
      dy[0] = 1;
      dy[1] = std::sqrt(y[1]);
    };
    NoInputs inputs;
    const auto integrator = make_integrator(f, inputs, {method});
    std::vector<double> y{1, -1}, dy{0, 0};
    const std::string text = message_of([&] {
      integrator->restart(0, y, dy);
      integrator->step(kInfinity);
    });
    EXPECT_THAT(text,
                ::testing::AnyOf(HasSubstr("the derivative of 'y2' is -nan at time 0 with y1 = 1, y2 = -1"),
                                 HasSubstr("the derivative of 'y2' is nan at time 0 with y1 = 1, y2 = -1")));
  }
}

TEST(Integrator, ExceptionsOfTheRightSideComeThrough) {
  Functions f;
  f.start_values = {1};
  f.f = [](double, const double*, const double*, double*) { throw Error("no such medium"); };
  NoInputs inputs;
  for (const Method method : {Method::kBdf, Method::kErk, Method::kIda}) {
    const auto integrator = make_integrator(f, inputs, {method});
    std::vector<double> y{1}, dy{0};
    EXPECT_EQ(message_of([&] {
                integrator->restart(0, y, dy);
                integrator->step(kInfinity);
              }),
              "no such medium");
  }
}

TEST(Integrator, FailureIsToldInTheSolversWords) {
  // y' = y^2 from 1 has a pole at 1.
  Functions f;
  f.start_values = {1};
  f.f = [](double, const double* y, const double*, double* dy) { dy[0] = y[0] * y[0]; };
  NoInputs inputs;
  const auto integrator = make_integrator(f, inputs, {Method::kBdf});
  std::vector<double> y{1}, dy{0};
  integrator->restart(0, y, dy);
  const std::string text = message_of([&] {
    while (integrator->step(kInfinity) < 2) {
    }
  });
  EXPECT_THAT(text, HasSubstr("CVODE"));
  EXPECT_THAT(text, HasSubstr("At t = 1"));
}

TEST(Integrator, RefusesWhatItCannotCarry) {
  Robertson implicit;
  Functions none, one;
  one.start_values = {0};
  NoInputs inputs;
  const auto refusal = [&](System& system, Options options) {
    return message_of([&] { make_integrator(system, inputs, options); });
  };
  EXPECT_THAT(refusal(implicit, {Method::kBdf}), HasSubstr("cvode cannot carry this system"));
  EXPECT_THAT(refusal(implicit, {Method::kErk}), HasSubstr("take ida"));
  EXPECT_THAT(refusal(one, {Method::kBdf, 0}),
              HasSubstr("tolerance of a solver is 0, but it must be above 0"));
  EXPECT_THAT(refusal(one, {Method::kBdf, std::nan("")}), HasSubstr("is nan"));
  EXPECT_THAT(refusal(one, {Method::kBdf, 1e-6, LinearSolver::kAutomatic, 0}), HasSubstr("longest step"));
  EXPECT_THAT(refusal(none, {}), HasSubstr("without unknowns"));
  EXPECT_THAT(refusal(one, {Method::kBdf, 1e-6, LinearSolver::kSparse}), HasSubstr("sparsity pattern"));
  EXPECT_THAT(refusal(one, {Method::kBdf, 1e-6, LinearSolver::kBand}), HasSubstr("system's band"));
  Rod both(3, true, true, false);
  EXPECT_THAT(refusal(both, {}), HasSubstr("a sparsity pattern or a band, not both"));
  Rod broken(3, true, false, false);
  broken.structure.rows[0] = 7;
  EXPECT_THAT(refusal(broken, {}), HasSubstr("is no such pattern"));
  EXPECT_THAT(message_of([] { method_named("euler"); }), HasSubstr("'euler' is no solver of SUNDIALS"));
}

}  // namespace
}  // namespace escapement::sundials::integrator_tests
