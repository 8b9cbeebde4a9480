// SPDX-License-Identifier: MIT
// M/M/1 and M/M/10 through JSON blocks with all statistics on, and M/M/1 as a coroutine, beside hand-written
// loops that do the same work without the framework: a binary heap of events, a deque of waiting customers,
// the same generator and streams. One item is an arrival or a departure. Both sides must agree on the mean
// wait, or the benchmark fails.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "escapement/cli/standard_registry.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/json/replication.h"
#include "escapement/random/variates.h"
#include "escapement/siman/code.h"
#include "escapement/siman/create.h"
#include "escapement/siman/dispose.h"
#include "escapement/siman/process_hosting.h"
#include "escapement/siman/resource.h"
#include "plain_statistics.h"

namespace {

using namespace escapement;
using namespace escapement::benchmarks;

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

// With PlainTally and PlainArea it collects what the blocks report of this model (waits, times in service and
// in the system, of the process and of the entity type; the line, those present, busy servers), without
// half-widths.
template <class TallyType, class AreaType>
double by_hand(int servers) {
  struct Event {
    double time;
    double arrived;  // of the customer whose service ends; below 0: an arrival
    double started;
    bool operator<(const Event& other) const { return time > other.time; }
  };
  random::StreamSet streams;
  random::Stream& arrivals = streams.numbered(1);
  random::Stream& services = streams.numbered(2);
  const double mean = servers == 1 ? 1 / 0.9 : 1.0 / 9;
  std::priority_queue<Event> events;
  std::deque<double> waiting;
  TallyType queue_wait, process_wait, process_service, process_total, entity_wait, entity_service,
      entity_total;
  AreaType line, present, busy_servers, utilization;
  int created = 1, busy = 0, inside = 0;
  double waits = 0, area = 0, last = 0;
  const auto start_service = [&](double now, double arrived) {
    waits += now - arrived;
    queue_wait.observe(now - arrived);
    events.push({now + random::expo(services, 1), arrived, now});
  };
  const auto count_busy = [&](double now) {
    busy_servers.set(now, busy);
    utilization.set(now, static_cast<double>(busy) / servers);
  };
  events.push({random::expo(arrivals, mean), -1, 0});
  while (!events.empty()) {
    const Event event = events.top();
    events.pop();
    const double now = event.time;
    area += static_cast<double>(waiting.size()) * (now - last);
    last = now;
    if (event.arrived < 0) {
      if (created++ < kCustomers) events.push({now + random::expo(arrivals, mean), -1, 0});
      present.set(now, ++inside);
      if (busy < servers) {
        ++busy;
        count_busy(now);
        start_service(now, now);
      } else {
        waiting.push_back(now);
        line.set(now, static_cast<double>(waiting.size()));
      }
      continue;
    }
    if (waiting.empty()) {
      --busy;
      count_busy(now);
    } else {
      start_service(now, waiting.front());
      waiting.pop_front();
      line.set(now, static_cast<double>(waiting.size()));
    }
    const double wait = event.started - event.arrived, service = now - event.started;
    process_wait.observe(wait);
    process_service.observe(service);
    process_total.observe(wait + service);
    entity_wait.observe(wait);
    entity_service.observe(service);
    entity_total.observe(now - event.arrived);
    present.set(now, --inside);
  }
  benchmark::DoNotOptimize(area);
  benchmark::DoNotOptimize(queue_wait);
  benchmark::DoNotOptimize(entity_total);
  benchmark::DoNotOptimize(line);
  benchmark::DoNotOptimize(present);
  return waits / kCustomers;
}

double by_blocks(const json::Study& study) {
  json::StudyReplication replication(study, 0);
  replication.run({});
  return *replication.statistics().find_tally("Service.Queue.WaitingTime")->average();
}

// The customer as a coroutine; arrivals come from a Create block.
double by_coroutine(int servers) {
  struct Customer : siman::Code {
    using Code::Code;
    siman::Seizing server{*this, "Server"};
    siman::Formula service{*this, "service", "EXPO(1, 2)"};
    siman::Process run(siman::Context& c) override {
      co_await c.seize(server);
      co_await c.delay(service);
      c.release(server);
    }
  };
  random::StreamSet streams;
  statistics::Collector statistics;
  registry::Environment environment{streams, statistics, 1, 1, {}, "min", ""};
  Coupled top{"Bank"};
  top.add<siman::EntityType>("Customer");
  top.add<siman::Resource>("Server", static_cast<double>(servers));
  siman::Create::Options options;
  options.first = options.interarrival = servers == 1 ? "EXPO(1/0.9, 1)" : "EXPO(1/9, 1)";
  options.max_batches = kCustomers;
  auto& arrivals = top.add<siman::Create>("Arrivals", options);
  auto& service = top.add<Customer>("Service");
  auto& done = top.add<siman::Dispose>("Done");
  top.couple(arrivals.out, service.in);
  top.couple(service.out, done.in);
  siman::ProcessHosting hosting(environment);
  Simulator simulator(flatten(top, &hosting));
  simulator.run();
  return *statistics.find_tally("Service.Queue.WaitingTime")->average();
}

enum class Side { kBlocks, kCoroutine, kHand, kHandWithStatistics };

void run(benchmark::State& state, int servers, Side side) {
  const registry::Registry registry = cli::standard_registry();
  const json::Study study = json::Study::from_text(study_text(servers), "benchmark.json", registry);
  double wait = 0;
  for (auto _ : state)
    wait = side == Side::kBlocks      ? by_blocks(study)
           : side == Side::kCoroutine ? by_coroutine(servers)
           : side == Side::kHand      ? by_hand<NoTally, NoArea>(servers)
                                      : by_hand<PlainTally, PlainArea>(servers);
  const double expected = servers == 1 ? 8.86055516676 : 0.655240176985;
  if (std::abs(wait - expected) > 1e-10)
    state.SkipWithError(("the mean wait is " + std::to_string(wait)).c_str());
  state.SetItemsProcessed(state.iterations() * 2 * kCustomers);
}

BENCHMARK_CAPTURE(run, MM1 / blocks, 1, Side::kBlocks)->Unit(benchmark::kMillisecond)->Name("MM1/blocks");
BENCHMARK_CAPTURE(run, MM1 / coroutine, 1, Side::kCoroutine)
    ->Unit(benchmark::kMillisecond)
    ->Name("MM1/coroutine");
BENCHMARK_CAPTURE(run, MM1 / hand, 1, Side::kHand)->Unit(benchmark::kMillisecond)->Name("MM1/hand");
BENCHMARK_CAPTURE(run, MM1 / statistics, 1, Side::kHandWithStatistics)
    ->Unit(benchmark::kMillisecond)
    ->Name("MM1/hand_with_statistics");
BENCHMARK_CAPTURE(run, MM10 / blocks, 10, Side::kBlocks)->Unit(benchmark::kMillisecond)->Name("MM10/blocks");
BENCHMARK_CAPTURE(run, MM10 / hand, 10, Side::kHand)->Unit(benchmark::kMillisecond)->Name("MM10/hand");
BENCHMARK_CAPTURE(run, MM10 / statistics, 10, Side::kHandWithStatistics)
    ->Unit(benchmark::kMillisecond)
    ->Name("MM10/hand_with_statistics");

}  // namespace
