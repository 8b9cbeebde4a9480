// SPDX-License-Identifier: MIT
// Quantised states against CVODE and IDA at equal measured error, in the same program with the same
// equations: for each solver the largest tolerance, in steps of half a decade, at which the mean error of uC,
// relative to its mean size (equation 4 of Bergero, Floros, Fernandez, Kofman and Cellier 2012), is below the
// bound. The reference is CVODE at 1e-11 with located events. What is timed is the run, from the start values
// on, without set-up and without output.
#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/native/compiler.h"
#include "escapement/qss_solver/solver.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/flat_model.h"
#include "quantised_models.h"

namespace escapement {
namespace {

using namespace benchmarks;

constexpr double kEnd = 0.01;
constexpr int kGrid = 1000;

enum class By { kLiqss2, kLiqss3, kCvode, kIda };

FlatSystem converter(bool four_branches) {
  return four_branches ? interleaved() : buck();
}

// A solver that is ready to start.
struct Ready {
  virtual ~Ready() = default;
  virtual void run(double until) = 0;
  virtual double output(double t) = 0;  // uC
  virtual double steps() = 0;
};

struct Quantised final : Ready {
  Quantised(FlatSystem system, const char* method, double tolerance)
      : solver(std::move(system), qss::method_of(method, tolerance)) {
    for (std::size_t i = 0; i < solver.states().size(); ++i)
      if (solver.system().variables[solver.states()[i]].name == "uC") place = i;
  }
  void run(double until) override {
    if (!std::exchange(started, true)) solver.start(0);
    solver.advance(until);
  }
  double output(double t) override { return solver.state(place, t); }
  double steps() override { return static_cast<double>(solver.counts().steps); }
  qss_solver::Solver solver;
  std::size_t place = 0;
  bool started = false;
};

struct Classical final : Ready {
  Classical(FlatSystem system, sundials::Method method, double tolerance, native::Compiler& compiler) {
    auto model = std::make_unique<sundials::FlatModel>(std::move(system), std::vector<VariableIndex>{});
    for (std::size_t i = 0; i < model->size(); ++i)
      if (model->state_name(i) == "uC") place = i;
    model->translate(compiler, true);
    part = &root.add<sundials::Continuous>("M", std::move(model), sundials::Options{method, tolerance});
    simulator = std::make_unique<Simulator>(flatten(root));
  }
  void run(double until) override { simulator->run(until); }
  double output(double t) override { return part->state(place, t); }
  double steps() override { return static_cast<double>(part->counters().steps); }
  Coupled root{"root"};
  sundials::Continuous* part = nullptr;
  std::unique_ptr<Simulator> simulator;
  std::size_t place = 0;
};

std::unique_ptr<Ready> make(By by, bool four_branches, double tolerance, native::Compiler& compiler) {
  FlatSystem system = converter(four_branches);
  switch (by) {
    case By::kLiqss2:
      return std::make_unique<Quantised>(std::move(system), "liqss2", tolerance);
    case By::kLiqss3:
      return std::make_unique<Quantised>(std::move(system), "liqss3", tolerance);
    case By::kCvode:
      return std::make_unique<Classical>(std::move(system), sundials::Method::kBdf, tolerance, compiler);
    default:
      return std::make_unique<Classical>(std::move(system), sundials::Method::kIda, tolerance, compiler);
  }
}

std::vector<double> course(Ready& solver) {
  std::vector<double> found;
  for (int k = 0; k <= kGrid; ++k) {
    const double t = kEnd * k / kGrid;
    solver.run(t);
    found.push_back(solver.output(t));
  }
  return found;
}

double error_of(const std::vector<double>& found, const std::vector<double>& reference) {
  double error = 0, size = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    error += std::abs(found[k] - reference[k]);
    size += std::abs(reference[k]);
  }
  return error / size;
}

// range(0): 1 for four branches; range(1): the bound of the error is 10 to the power of minus this.
void converter_by(benchmark::State& state, By by) {
  const bool four = state.range(0) != 0;
  const double bound = std::pow(10.0, -static_cast<double>(state.range(1)));
  native::Compiler compiler;
  const std::vector<double> reference = course(*make(By::kCvode, four, 1e-11, compiler));
  double tolerance = 0, error = 1;
  for (int half_decades = 4; half_decades <= 20 && error > bound; ++half_decades) {
    tolerance = std::pow(10.0, -0.5 * half_decades);
    error = error_of(course(*make(by, four, tolerance, compiler)), reference);
  }
  if (error > bound) {
    state.SkipWithError("no tolerance keeps to the bound of the error");
    return;
  }
  double steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    auto solver = make(by, four, tolerance, compiler);
    state.ResumeTiming();
    solver->run(kEnd);
    state.PauseTiming();
    steps = solver->steps();
    solver.reset();
    state.ResumeTiming();
  }
  state.counters["error"] = error;
  state.counters["tolerance"] = tolerance;
  state.counters["steps"] = steps;
}

void by_liqss2(benchmark::State& state) {
  converter_by(state, By::kLiqss2);
}
void by_liqss3(benchmark::State& state) {
  converter_by(state, By::kLiqss3);
}
void by_cvode(benchmark::State& state) {
  converter_by(state, By::kCvode);
}
void by_ida(benchmark::State& state) {
  converter_by(state, By::kIda);
}
#define AT_EQUAL_ERROR(function, name)         \
  BENCHMARK(function)                          \
      ->Name("converter_at_equal_error/" name) \
      ->ArgNames({"four", "error"})            \
      ->ArgsProduct({{0, 1}, {3, 4, 5}})       \
      ->Unit(benchmark::kMicrosecond)
AT_EQUAL_ERROR(by_liqss2, "liqss2");
AT_EQUAL_ERROR(by_liqss3, "liqss3");
AT_EQUAL_ERROR(by_cvode, "cvode");
AT_EQUAL_ERROR(by_ida, "ida");
#undef AT_EQUAL_ERROR

}  // namespace
}  // namespace escapement
