// SPDX-License-Identifier: MIT
// Equations that were translated, beside a plain program that calls CVODE with right sides and a Jacobian
// written by hand; and event iterations, restricted and full.
#include <benchmark/benchmark.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <cmath>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/equations/text.h"
#include "escapement/native/compiler.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/flat_model.h"

namespace escapement {
namespace {

using equations::FlatSystem;
using equations::VariableIndex;

// n masses in a row between springs that stiffen, m v' = f[i] - f[i + 1] - d v, f[i] = k s + c s^3 with
// s = x[i - 1] - x[i]; the first hangs on a wall that moves, the last is free. Stiff enough for BDF.
constexpr int kMasses = 1000;
constexpr double kEnd = 20, kTolerance = 1e-6, kMass = 0.5, kSpring = 100, kCubic = 40, kDamping = 0.8;

FlatSystem chain_of_masses() {
  FlatSystem system;
  std::unordered_map<std::string, VariableIndex> known;
  equations::Names names;
  names.find = [&](std::string_view name) -> std::optional<equations::Term> {
    const auto unknown = [&](const std::string& of) {
      if (const auto found = known.find(of); found != known.end()) return found->second;
      equations::FlatVariable made;
      made.name = of;
      made.start = 0;
      made.fixed = of[0] == 'x' || of[0] == 'v';
      return known[of] = system.add(std::move(made));
    };
    if (name.starts_with("d.")) return system.terms.variable(system.derivative_of(unknown(std::string(name.substr(2)))));
    return system.terms.variable(unknown(std::string(name)));
  };
  const auto term = [&](const std::string& text) { return equations::parse(text, system.terms, names); };
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 0; i < kMasses; ++i) {
    const std::string x = "x" + number(i), v = "v" + number(i), f = "f" + number(i), s = "s" + number(i);
    system.equations.push_back({term("d." + x), term(v), {}, {}});
    system.equations.push_back(
        {term("0.5*d." + v), term(f + " - " + (i + 1 < kMasses ? "f" + number(i + 1) : "0") + " - 0.8*" + v), {}, {}});
    system.equations.push_back({term(s), term((i == 0 ? "sin(time)" : "x" + number(i - 1)) + " - " + x), {}, {}});
    system.equations.push_back({term(f), term("100*" + s + " + 40*" + s + "*" + s + "*" + s), {}, {}});
  }
  return system;
}

// The solver's vector: positions, then velocities.
int masses_right_side(double t, N_Vector vector, N_Vector rates, void*) {
  const double* x = NV_DATA_S(vector);
  const double* v = x + kMasses;
  double* dx = NV_DATA_S(rates);
  double* dv = dx + kMasses;
  double before = std::sin(t);
  double force = 0;
  for (int i = 0; i < kMasses; ++i) {
    const double s = before - x[i];
    const double next = kSpring * s + kCubic * s * s * s;
    if (i > 0) dv[i - 1] = (force - next - kDamping * v[i - 1]) / kMass;
    force = next;
    before = x[i];
    dx[i] = v[i];
  }
  dv[kMasses - 1] = (force - kDamping * v[kMasses - 1]) / kMass;
  return 0;
}

int masses_jacobian(double t, N_Vector vector, N_Vector, SUNMatrix matrix, void*, N_Vector, N_Vector, N_Vector) {
  const double* x = NV_DATA_S(vector);
  sunindextype* begins = SUNSparseMatrix_IndexPointers(matrix);
  sunindextype* rows = SUNSparseMatrix_IndexValues(matrix);
  double* entries = SUNSparseMatrix_Data(matrix);
  int at = 0;
  const auto put = [&](int row, double value) {
    rows[at] = row;
    entries[at++] = value;
  };
  const auto slope = [&](int i) {
    const double s = (i == 0 ? std::sin(t) : x[i - 1]) - x[i];
    return kSpring + 3 * kCubic * s * s;
  };
  for (int i = 0; i < kMasses; ++i) {
    begins[i] = at;
    put(i, 0);
    const double own = slope(i), next = i + 1 < kMasses ? slope(i + 1) : 0;
    if (i > 0) put(kMasses + i - 1, own / kMass);
    put(kMasses + i, -(own + next) / kMass);
    if (i + 1 < kMasses) put(kMasses + i + 1, next / kMass);
  }
  for (int i = 0; i < kMasses; ++i) {
    begins[kMasses + i] = at;
    put(i, 1);
    put(kMasses + i, -kDamping / kMass);
  }
  begins[2 * kMasses] = at;
  return 0;
}

void masses_by_hand(benchmark::State& state) {
  constexpr int kSize = 2 * kMasses;
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    N_Vector y = N_VNew_Serial(kSize, context), absolute = N_VNew_Serial(kSize, context);
    N_VConst(0, y);
    N_VConst(kTolerance, absolute);
    void* memory = CVodeCreate(CV_BDF, context);
    CVodeInit(memory, &masses_right_side, 0, y);
    CVodeSVtolerances(memory, kTolerance, absolute);
    SUNMatrix matrix = SUNSparseMatrix(kSize, kSize, 6 * kMasses, CSC_MAT, context);
    SUNLinearSolver solver = SUNLinSol_KLU(y, matrix, context);
    CVodeSetLinearSolver(memory, solver, matrix);
    CVodeSetJacFn(memory, &masses_jacobian);
    CVodeSetMaxNumSteps(memory, -1);
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
BENCHMARK(masses_by_hand)->Name("chain_of_1000_masses/hand")->Unit(benchmark::kMillisecond);

// The run alone: making the model and its code is measured by text_to_first_step.
void masses_translated(benchmark::State& state, bool native) {
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    {
      auto model = std::make_unique<sundials::FlatModel>(chain_of_masses(), std::vector<VariableIndex>{});
      native::Compiler compiler({.at_once = true});
      if (native) model->translate(compiler);
      Coupled root("root");
      auto& part = root.add<sundials::Continuous>("M", std::move(model),
                                                  sundials::Options{sundials::Method::kBdf, kTolerance});
      Simulator simulator(flatten(root));
      state.ResumeTiming();
      simulator.run(kEnd);
      state.PauseTiming();
      steps += part.counters().steps;
    }
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}
void masses_native(benchmark::State& state) {
  masses_translated(state, true);
}
void masses_on_tape(benchmark::State& state) {
  masses_translated(state, false);
}
BENCHMARK(masses_native)->Name("chain_of_1000_masses/native")->Unit(benchmark::kMillisecond);
BENCHMARK(masses_on_tape)->Name("chain_of_1000_masses/tape")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace escapement
