// SPDX-License-Identifier: MIT
// A ring of atomics with exponential times: the kernel beside a loop written by hand, in events (one internal
// and one external transition each) per second.
#include <benchmark/benchmark.h>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/devstone/ring.h"

namespace {

using namespace escapement;

constexpr std::uint64_t kEvents = 1000000;

void kernel(benchmark::State& state) {
  const auto ring = devstone::build_ring(static_cast<int>(state.range(0)));
  Simulator simulator(flatten(*ring));
  std::uint64_t target = 100000;
  while (simulator.counts().internal_transitions < target) simulator.step();
  for ([[maybe_unused]] auto _ : state)
    for (target += kEvents; simulator.counts().internal_transitions < target;) simulator.step();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
}

// With an observer that ignores everything: what watching costs at the least. Nothing of it is paid by
// ring/kernel, where nobody watches.
void watched(benchmark::State& state) {
  const auto ring = devstone::build_ring(static_cast<int>(state.range(0)));
  Observer nobody;
  Simulator simulator(flatten(*ring));
  simulator.add_observer(nobody);
  std::uint64_t target = 100000;
  while (simulator.counts().internal_transitions < target) simulator.step();
  for ([[maybe_unused]] auto _ : state)
    for (target += kEvents; simulator.counts().internal_transitions < target;) simulator.step();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
}

void by_hand(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(devstone::run_ring_by_hand(static_cast<int>(state.range(0)), kEvents).seconds);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
}

BENCHMARK(kernel)->Name("ring/kernel")->Arg(100)->Arg(10000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(watched)->Name("ring/watched")->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK(by_hand)
    ->Name("ring/hand")
    ->Arg(100)
    ->Arg(10000)
    ->Arg(1000000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
