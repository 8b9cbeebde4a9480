// SPDX-License-Identifier: MIT
// M/M/1 and M/M/10 through JSON blocks with all statistics on, beside hand-written loops that do the same
// work without the framework: a binary heap of events, a deque of waiting customers, the same generator and
// streams. One item is an arrival or a departure. Both sides must agree on the mean wait, or the benchmark
// fails.
#include <benchmark/benchmark.h>

#include <cmath>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "escapement/cli/standard_registry.h"
#include "escapement/json/replication.h"
#include "escapement/random/variates.h"

namespace {

using namespace escapement;

constexpr int kCustomers = 1000000;

std::string study_text(int servers) {
  const std::string interarrival = servers == 1 ? "EXPO(1/0.9, 1)" : "EXPO(1/9, 1)";
  return R"J({"timeUnit": "min", "entities": {"Customer": {}},
    "resources": {"Server": {"capacity": )J" +
         std::to_string(servers) + R"J(}}, "model": {"components": {
      "Arrivals": {"type": "arena.Create", "firstCreation": ")J" +
         interarrival + R"J(", "interarrival": ")J" + interarrival + R"J(", "maxArrivals": )J" +
         std::to_string(kCustomers) + R"J(},
      "Service": {"type": "arena.Process", "resources": "Server", "delay": "EXPO(1, 2)"},
      "Done": {"type": "arena.Dispose"}},
      "couplings": ["Arrivals -> Service -> Done"]}})J";
}

double by_hand(int servers) {
  struct Event {
    double time;
    bool arrival;
    bool operator<(const Event& other) const { return time > other.time; }
  };
  random::StreamSet streams;
  random::Stream& arrivals = streams.numbered(1);
  random::Stream& services = streams.numbered(2);
  const double mean = servers == 1 ? 1 / 0.9 : 1.0 / 9;
  std::priority_queue<Event> events;
  std::deque<double> waiting;
  int created = 1, busy = 0;
  double waits = 0, area = 0, last = 0;
  events.push({random::expo(arrivals, mean), true});
  while (!events.empty()) {
    const Event event = events.top();
    events.pop();
    area += static_cast<double>(waiting.size()) * (event.time - last);
    last = event.time;
    if (event.arrival) {
      if (created++ < kCustomers) events.push({event.time + random::expo(arrivals, mean), true});
      if (busy < servers) {
        ++busy;
        events.push({event.time + random::expo(services, 1), false});
      } else {
        waiting.push_back(event.time);
      }
    } else if (waiting.empty()) {
      --busy;
    } else {
      waits += event.time - waiting.front();
      waiting.pop_front();
      events.push({event.time + random::expo(services, 1), false});
    }
  }
  benchmark::DoNotOptimize(area);
  return waits / kCustomers;
}

double by_blocks(const json::Study& study) {
  json::StudyReplication replication(study, 0);
  replication.run({});
  return *replication.statistics().find_tally("Service.Queue.WaitingTime")->average();
}

void run(benchmark::State& state, int servers, bool blocks) {
  const registry::Registry registry = cli::standard_registry();
  const json::Study study = json::Study::from_text(study_text(servers), "benchmark.json", registry);
  double wait = 0;
  for (auto _ : state) wait = blocks ? by_blocks(study) : by_hand(servers);
  const double expected = servers == 1 ? 8.86055516676 : 0.655240176985;
  if (std::abs(wait - expected) > 1e-10)
    state.SkipWithError(("the mean wait is " + std::to_string(wait)).c_str());
  state.SetItemsProcessed(state.iterations() * 2 * kCustomers);
}

BENCHMARK_CAPTURE(run, MM1 / blocks, 1, true)->Unit(benchmark::kMillisecond)->Name("MM1/blocks");
BENCHMARK_CAPTURE(run, MM1 / hand, 1, false)->Unit(benchmark::kMillisecond)->Name("MM1/hand");
BENCHMARK_CAPTURE(run, MM10 / blocks, 10, true)->Unit(benchmark::kMillisecond)->Name("MM10/blocks");
BENCHMARK_CAPTURE(run, MM10 / hand, 10, false)->Unit(benchmark::kMillisecond)->Name("MM10/hand");

}  // namespace
