// SPDX-License-Identifier: MIT
// The stand-alone quantised state solver: the buck converter beside a loop written by hand for it; and rows
// of equal cells, rooms and sections, whose time per step must not grow with their number. Tolerances are
// those of the published models of the QSS Solver (Fernandez and Kofman 2014), whose figures
// docs/benchmarks.md sets beside these.
#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>

#include "buck_by_hand.h"
#include "escapement/native/compiler.h"
#include "escapement/qss_solver/solver.h"
#include "quantised_models.h"

namespace escapement {
namespace {

using namespace benchmarks;
using qss_solver::Solver;

double tolerance_of(const benchmark::State& state) {
  return std::pow(10.0, -static_cast<double>(state.range(0)));
}

constexpr double kBuckEnd = 0.01;

void buck_by_hand(benchmark::State& state) {
  std::size_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    HandWrittenBuck hand(tolerance_of(state));
    steps = hand.run(kBuckEnd);
    benchmark::DoNotOptimize(hand.u());
  }
  state.counters["steps"] = static_cast<double>(steps);
  state.SetItemsProcessed(state.iterations());
}

enum class Part { kAll, kSetUp, kRun };

void buck_by_solver(benchmark::State& state, Part part) {
  const FlatSystem system = buck();
  const qss::Method method = qss::method_of("liqss2", tolerance_of(state));
  double steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    FlatSystem copy = system;
    std::optional<Solver> solver;
    if (part == Part::kRun) solver.emplace(std::move(copy), method);
    state.ResumeTiming();
    if (part != Part::kRun) solver.emplace(std::move(copy), method);
    if (part != Part::kSetUp) {
      solver->start(0);
      solver->advance(kBuckEnd);
    }
    state.PauseTiming();
    steps = static_cast<double>(solver->counts().steps);
    solver.reset();
    state.ResumeTiming();
  }
  state.counters["steps"] = steps;
  state.SetItemsProcessed(state.iterations());
}
void buck_all(benchmark::State& state) {
  buck_by_solver(state, Part::kAll);
}
void buck_run(benchmark::State& state) {
  buck_by_solver(state, Part::kRun);
}
void buck_set_up(benchmark::State& state) {
  buck_by_solver(state, Part::kSetUp);
}
BENCHMARK(buck_by_hand)->Name("quantised_buck/hand")->DenseRange(2, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(buck_all)->Name("quantised_buck/set_up_and_run")->DenseRange(2, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(buck_run)->Name("quantised_buck/run")->DenseRange(2, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(buck_set_up)->Name("quantised_buck/set_up")->Arg(2)->Unit(benchmark::kMicrosecond);

void count(benchmark::State& state, const Solver& solver) {
  const auto counts = solver.counts();
  state.counters["steps"] = static_cast<double>(counts.steps);
  state.counters["events"] = static_cast<double>(counts.events);
  state.counters["shapes"] = static_cast<double>(counts.families);
  state.counters["time/step"] =
      benchmark::Counter(static_cast<double>(counts.steps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// The run alone, with code that is there, as the published figures are.
void runs(benchmark::State& state, const FlatSystem& system, const char* method, double relative,
          double absolute, double until) {
  native::Compiler compiler;
  qss::Method chosen = qss::method_of(method, relative);
  chosen.absolute = absolute;
  Solver solver(system, chosen);
  solver.translate(compiler, true);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    solver.start(0);
    state.ResumeTiming();
    solver.advance(until);
  }
  count(state, solver);
}

void advection_published(benchmark::State& state) {
  runs(state, advection(static_cast<int>(state.range(0))), "liqss2", 1e-3, 1e-3, 1);
}
void advection_usual(benchmark::State& state) {
  runs(state, advection(static_cast<int>(state.range(0))), "liqss2", 1e-3, 1e-6, 1);
}
BENCHMARK(advection_published)
    ->Name("quantised_advection")
    ->Arg(2000)
    ->Arg(20000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);
BENCHMARK(advection_usual)
    ->Name("quantised_advection/absolute_1e-6")
    ->Arg(2000)
    ->Arg(20000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);

// range(0): the absolute quantum in millionths.
void line_by(benchmark::State& state, const char* method) {
  runs(state, line(200), method, 1e-3, 1e-6 * static_cast<double>(state.range(0)), 200);
}
void line_liqss2(benchmark::State& state) {
  line_by(state, "liqss2");
}
void line_qss3(benchmark::State& state) {
  line_by(state, "qss3");
}
BENCHMARK(line_liqss2)
    ->Name("quantised_line_of_200/liqss2")
    ->Arg(1)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(line_qss3)->Name("quantised_line_of_200/qss3")->Arg(1)->Arg(1000)->Unit(benchmark::kMillisecond);

void stairs_liqss2(benchmark::State& state) {
  runs(state, stairs(), "liqss2", 1e-3, 1e-6, 30);
}
BENCHMARK(stairs_liqss2)->Name("quantised_stairs")->Unit(benchmark::kMicrosecond);

// Noise is drawn anew every second, for all rooms at once: a change of an input for each.
void rooms_by(benchmark::State& state, const char* method) {
  const auto seconds = static_cast<int>(state.range(1));
  random::Stream stream;
  Rooms made = rooms(static_cast<int>(state.range(0)), stream);
  qss::Method chosen = qss::method_of(method, 1e-3);
  Solver solver(std::move(made.system), chosen);
  std::vector<std::pair<VariableIndex, double>> inputs;
  for (const VariableIndex n : made.noise) inputs.emplace_back(n, 0);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    solver.start(0);
    state.ResumeTiming();
    for (int t = 1; t <= seconds; ++t) {
      solver.advance(t);
      for (auto& [n, value] : inputs) value = 2 * stream.uniform() - 1;
      solver.set_inputs(t, inputs);
    }
  }
  state.counters["ptotal"] = solver.value("ptotal", seconds);
  count(state, solver);
}
void rooms_liqss2(benchmark::State& state) {
  rooms_by(state, "liqss2");
}
void rooms_qss3(benchmark::State& state) {
  rooms_by(state, "qss3");
}
BENCHMARK(rooms_liqss2)
    ->Name("quantised_rooms/liqss2")
    ->Args({2000, 3000})
    ->Args({20000, 300})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK(rooms_qss3)
    ->Name("quantised_rooms/qss3")
    ->Args({2000, 3000})
    ->Args({20000, 300})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

void set_up(benchmark::State& state) {
  const FlatSystem system = advection(static_cast<int>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) {
    Solver solver(system, qss::method_of("liqss2", 1e-3));
    solver.start(0);
    benchmark::DoNotOptimize(solver.next());
  }
}
BENCHMARK(set_up)
    ->Name("quantised_set_up")
    ->Arg(2000)
    ->Arg(20000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);

}  // namespace
}  // namespace escapement
