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
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/text.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/scalarize.h"
#include "escapement/modelica/translate.h"
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
    if (name.starts_with("d."))
      return system.terms.variable(system.derivative_of(unknown(std::string(name.substr(2)))));
    return system.terms.variable(unknown(std::string(name)));
  };
  const auto term = [&](const std::string& text) { return equations::parse(text, system.terms, names); };
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 0; i < kMasses; ++i) {
    const std::string x = "x" + number(i), v = "v" + number(i), f = "f" + number(i), s = "s" + number(i);
    system.equations.push_back({term("d." + x), term(v), {}, {}});
    system.equations.push_back(
        {term("0.5*d." + v),
         term(f + " - " + (i + 1 < kMasses ? "f" + number(i + 1) : "0") + " - 0.8*" + v),
         {},
         {}});
    system.equations.push_back(
        {term(s), term((i == 0 ? "sin(time)" : "x" + number(i - 1)) + " - " + x), {}, {}});
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

int masses_jacobian(double t, N_Vector vector, N_Vector, SUNMatrix matrix, void*, N_Vector, N_Vector,
                    N_Vector) {
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
      native::Compiler compiler;
      if (native) model->translate(compiler, true);
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

// A thousand discrete variables in a row, b[i] = pre(b[i - 1]), beside a thousand continuous equations that
// no event touches: one event runs through the row, a pass for each.
constexpr int kLocal = 1000;

struct EventChain {
  FlatSystem system;
  std::unique_ptr<equations::EventIteration> iteration;
  std::vector<double> values;
  std::size_t condition = 0;

  explicit EventChain(equations::EventIteration::Scope scope) {
    equations::Terms& t = system.terms;
    const auto variable = [&](const std::string& name, equations::Variability kind) {
      equations::FlatVariable made;
      made.name = name;
      made.variability = kind;
      made.start = 0;
      return system.add(std::move(made));
    };
    const VariableIndex x = variable("x", equations::Variability::kContinuous);
    system.equations.push_back({t.variable(system.derivative_of(x)), t.constant(1), {}, {}});
    VariableIndex before = x;
    for (int i = 0; i < kLocal; ++i) {
      const VariableIndex a = variable("a" + std::to_string(i), equations::Variability::kContinuous);
      system.equations.push_back(
          {t.variable(a), t.make(equations::Operation::kSin, t.variable(before)), {}, {}});
      before = a;
    }
    VariableIndex last = 0;
    for (int i = 0; i < kLocal; ++i) {
      const VariableIndex b = variable("b" + std::to_string(i), equations::Variability::kDiscrete);
      const equations::Term value = i == 0
                                        ? t.make(equations::Operation::kGreater, t.variable(x), t.constant(1))
                                        : t.variable(system.previous_of(last));
      system.discrete_equations.push_back({b, value, {}, {}});
      last = b;
    }
    system.make_conditions();
    const auto highest = equations::differentiate_constraints(system);
    values.assign(system.variables.size(), 0);
    const equations::SortedSystem sorted =
        equations::sort_equations(system, equations::choose_states(system, highest, values, 0));
    iteration = std::make_unique<equations::EventIteration>(system, sorted.blocks, false, scope);
    values[x] = 1;  // where the condition's crossing function is zero: it keeps what it is flipped to
    iteration->follow_start(0, values);
  }
  std::size_t happen(double time) {
    const std::size_t located[] = {condition};
    return iteration->run(time, values, located).evaluations;
  }
};

void chain_of_events(benchmark::State& state, equations::EventIteration::Scope scope) {
  EventChain chain(scope);
  std::size_t evaluations = 0, events = 0;
  for ([[maybe_unused]] auto _ : state) {
    evaluations += chain.happen(static_cast<double>(++events));  // to and fro
    benchmark::DoNotOptimize(chain.values.data());
  }
  state.counters["evaluations"] = static_cast<double>(evaluations) / static_cast<double>(events);
  state.SetItemsProcessed(static_cast<std::int64_t>(events));
}
// Full iteration stands in the place of the framework, so that the ratio says what the restriction saves.
void chain_of_events_full(benchmark::State& state) {
  chain_of_events(state, equations::EventIteration::Scope::kFull);
}
void chain_of_events_restricted(benchmark::State& state) {
  chain_of_events(state, equations::EventIteration::Scope::kRestricted);
}
BENCHMARK(chain_of_events_full)->Name("chain_of_1000_events/full")->Unit(benchmark::kMillisecond);
BENCHMARK(chain_of_events_restricted)->Name("chain_of_1000_events/hand")->Unit(benchmark::kMillisecond);

// From the text of a self-contained Modelica file, a ladder of resistors and capacitors, to the solver's
// first step: reading, flattening, sorting, start values, and machine code where it is asked for.
std::string ladder(int cells) {
  std::string text = R"(
    connector Pin Real v; flow Real i; end Pin;
    partial model TwoPin Pin p; Pin n; Real v; Real i;
    equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end TwoPin;
    model Resistor extends TwoPin; parameter Real R = 10; equation v = R*i; end Resistor;
    model Capacitor extends TwoPin; parameter Real C = 1e-3; equation C*der(v) = i; end Capacitor;
    model Source extends TwoPin; equation v = 5*sin(50*time); end Source;
    model Ground Pin p; equation p.v = 0; end Ground;
    model Ladder Source s; Ground g;
  )";
  for (int i = 0; i < cells; ++i)
    text += "Resistor r" + std::to_string(i) + "; Capacitor c" + std::to_string(i) +
            "(v(start = 0, fixed = true));\n";
  text += "equation connect(s.n, g.p);\n";
  for (int i = 0; i < cells; ++i) {
    const std::string own = std::to_string(i);
    text += "connect(" + (i == 0 ? std::string("s.p") : "r" + std::to_string(i - 1) + ".n") + ", r" + own +
            ".p);";
    text += "connect(r" + own + ".n, c" + own + ".p); connect(c" + own + ".n, g.p);\n";
  }
  return text + "end Ladder;\n";
}

void text_to_first_step(benchmark::State& state, bool at_once) {
  const std::string text = ladder(static_cast<int>(state.range(0)));
  std::size_t equations = 0;
  for ([[maybe_unused]] auto _ : state) {
    native::Compiler compiler;
    modelica::Source source;
    source.texts.emplace_back("Ladder.mo", text);
    source.use_environment = false;
    modelica::Translated translated =
        modelica::translate(*modelica::scalarize(*modelica::flatten(source, "Ladder")));
    equations = translated.system.equations.size();
    auto model = std::make_unique<sundials::FlatModel>(std::move(translated.system), translated.visible);
    if (at_once) model->translate(compiler, true);
    Coupled root("root");
    auto& part = root.add<sundials::Continuous>("M", std::move(model),
                                                sundials::Options{sundials::Method::kBdf, kTolerance});
    Simulator simulator(flatten(root));
    simulator.run(1e-7);
    if (part.counters().steps == 0) state.SkipWithError("no step was made");
  }
  state.counters["equations"] = static_cast<double>(equations);
  state.SetItemsProcessed(state.iterations());
}
void text_to_first_step_on_tape(benchmark::State& state) {
  text_to_first_step(state, false);
}
void text_to_first_step_native(benchmark::State& state) {
  text_to_first_step(state, true);
}
constexpr int kCells = 16;
BENCHMARK(text_to_first_step_on_tape)
    ->Name("text_to_first_step/auto")
    ->Arg(kCells)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(text_to_first_step_native)
    ->Name("text_to_first_step/on")
    ->Arg(kCells)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace escapement
