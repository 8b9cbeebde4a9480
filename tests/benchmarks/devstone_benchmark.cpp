// SPDX-License-Identifier: MIT
// DEVStone: the kernel beside objects with virtual functions written for these models alone, in transitions
// (internal and external counted apart) per second.
#include <benchmark/benchmark.h>

#include "escapement/coupled/flatten.h"
#include "escapement/devstone/devstone.h"
#include "escapement/devstone/hand_written.h"

namespace {

using namespace escapement;

void kernel(benchmark::State& state, devstone::Kind kind) {
  const int width = static_cast<int>(state.range(0)), depth = static_cast<int>(state.range(1));
  const devstone::Model model = devstone::build(kind, width, depth);
  Simulator simulator(flatten(*model.root));
  double time = 0;
  for ([[maybe_unused]] auto _ : state) {
    model.send_input(simulator, time += 1);
    simulator.run();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(simulator.counts().internal_transitions +
                                                    simulator.counts().external_transitions));
}

void by_hand(benchmark::State& state, devstone::Kind kind) {
  const int width = static_cast<int>(state.range(0)), depth = static_cast<int>(state.range(1));
  std::uint64_t transitions = 0;
  for ([[maybe_unused]] auto _ : state) {
    const devstone::HandWrittenResult result = devstone::run_by_hand(kind, width, depth, 4);
    state.SetIterationTime(result.simulation_seconds);
    transitions += result.internal_transitions + result.external_transitions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(transitions));
}

void set_up(benchmark::State& state, devstone::Kind kind) {
  for ([[maybe_unused]] auto _ : state) {
    const devstone::Model model =
        devstone::build(kind, static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
    Simulator simulator(flatten(*model.root));
    benchmark::DoNotOptimize(simulator.next_event_time());
  }
}

BENCHMARK_CAPTURE(kernel, LI, devstone::Kind::kLI)
    ->Name("LI/kernel")
    ->Args({200, 200})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, LI, devstone::Kind::kLI)
    ->Name("LI/hand")
    ->Args({200, 200})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kernel, HO, devstone::Kind::kHO)
    ->Name("HO/kernel")
    ->Args({200, 200})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, HO, devstone::Kind::kHO)
    ->Name("HO/hand")
    ->Args({200, 200})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kernel, HOmod, devstone::Kind::kHOmod)
    ->Name("HOmod/kernel")
    ->Args({40, 40})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, HOmod, devstone::Kind::kHOmod)
    ->Name("HOmod/hand")
    ->Args({40, 40})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(set_up, HO, devstone::Kind::kHO)->Args({200, 200})->Unit(benchmark::kMillisecond);

}  // namespace
