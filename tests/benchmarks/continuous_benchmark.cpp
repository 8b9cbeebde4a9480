// SPDX-License-Identifier: MIT
// A continuous part on the kernel beside a plain program that calls CVODE; and beside a million events that
// do not concern it.
#include <benchmark/benchmark.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <string>

#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/sundials/continuous.h"

namespace escapement {
namespace {

constexpr double kEnd = 2000, kTolerance = 1e-8;

// Lotka-Volterra, with its Jacobian by differences on both sides.
void right_side(const double* y, double* dy) {
  dy[0] = 0.1 * y[0] - 0.1 * y[0] * y[1];
  dy[1] = -0.1 * y[1] + 0.1 * y[0] * y[1];
}

struct LotkaVolterra : sundials::System {
  std::size_t size() const override { return 2; }
  void start(double, std::span<double> y, std::span<double>, const double*) override { y[0] = y[1] = 0.5; }
  void derivatives(double, const double* y, const double*, double* dy) override { right_side(y, dy); }
};

int cvode_right_side(double, N_Vector y, N_Vector dy, void*) {
  right_side(NV_DATA_S(y), NV_DATA_S(dy));
  return 0;
}

sundials::Options options() {
  return {sundials::Method::kBdf, kTolerance};
}

void cvode_steps_kernel(benchmark::State& state) {
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    Coupled root("root");
    auto& model = root.add<sundials::Continuous>("M", std::make_unique<LotkaVolterra>(), options());
    Simulator simulator(flatten(root));
    simulator.run(kEnd);
    steps += model.counters().steps;
    benchmark::DoNotOptimize(model.state(0, kEnd));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}
BENCHMARK(cvode_steps_kernel)->Name("cvode_steps/kernel");

void cvode_steps_hand(benchmark::State& state) {
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    N_Vector y = N_VNew_Serial(2, context), absolute = N_VNew_Serial(2, context);
    NV_DATA_S(y)[0] = NV_DATA_S(y)[1] = 0.5;
    N_VConst(kTolerance, absolute);
    void* memory = CVodeCreate(CV_BDF, context);
    CVodeInit(memory, &cvode_right_side, 0, y);
    CVodeSVtolerances(memory, kTolerance, absolute);
    SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    CVodeSetLinearSolver(memory, solver, matrix);
    double t = 0;
    while (t < kEnd) CVode(memory, kEnd, y, &t, CV_ONE_STEP);
    CVodeGetDky(memory, kEnd, 0, y);
    benchmark::DoNotOptimize(NV_DATA_S(y)[0]);
    long done = 0;
    CVodeGetNumSteps(memory, &done);
    steps += static_cast<std::uint64_t>(done);
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(absolute);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}
BENCHMARK(cvode_steps_hand)->Name("cvode_steps/hand");

constexpr int kEvents = 1000000;

// From ten models, at times of their own: a single one would run on without an event list.
void add_events(Coupled& root) {
  for (int i = 0; i < 10; ++i) {
    GeneratorOptions ticks;
    ticks.ticks = Periodic("0.00" + std::to_string(i), "0.02");
    ticks.limit = kEvents / 10;
    root.add<Generator>("G" + std::to_string(i), ticks);
  }
}

// Both in one model ...
void beside_events_kernel(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    Coupled root("root");
    auto& model = root.add<sundials::Continuous>("M", std::make_unique<LotkaVolterra>(), options());
    add_events(root);
    Simulator simulator(flatten(root));
    simulator.run(kEnd);
    if (model.counters().restarts != 0) state.SkipWithError("the solver was restarted");
  }
  state.SetItemsProcessed(state.iterations() * kEvents);
}
BENCHMARK(beside_events_kernel)->Name("continuous_beside_events/kernel");

// ... and each in a model of its own.
void beside_events_apart(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    Coupled one("one"), other("other");
    one.add<sundials::Continuous>("M", std::make_unique<LotkaVolterra>(), options());
    add_events(other);
    Simulator first(flatten(one)), second(flatten(other));
    first.run(kEnd);
    second.run(kEnd);
  }
  state.SetItemsProcessed(state.iterations() * kEvents);
}
BENCHMARK(beside_events_apart)->Name("continuous_beside_events/hand");

}  // namespace
}  // namespace escapement
