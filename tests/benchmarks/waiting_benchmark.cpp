// SPDX-License-Identifier: MIT
// What must not grow with the size of a model: joining a ranked queue in which many wait, going by routes
// among many stations, and conditions of Scans over many queues.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "escapement/cli/standard_registry.h"
#include "escapement/json/replication.h"

namespace {

using namespace escapement;

std::string quoted(std::string text) {
  for (char& c : text)
    if (c == '\'') c = '"';
  return text;
}

// One run of the study after its setting up, which is not measured.
void measure(benchmark::State& state, const std::string& text, double items) {
  const registry::Registry registry = cli::standard_registry();
  const json::Study study = json::Study::from_text(text, "benchmark.json", registry);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    json::StudyReplication replication(study, 0);
    state.ResumeTiming();
    replication.run({});
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(items) * state.iterations());
}

// All entities of the first instant join a queue ranked by a random number before a resource that opens at 1;
// then they leave one after another. One item is one entity: it joins, and it leaves in the order of rank.
void ranked_queue(benchmark::State& state) {
  const std::string count = std::to_string(state.range(0));
  measure(
      state,
      quoted("{'entities': {'Job': {}}, 'attributes': {'rank': {}},"
             "'schedules': {'Open': {'values': [{'value': 0, 'duration': 1}, {'value': 1}]}},"
             "'resources': {'Door': {'schedule': 'Open'}}, 'model': {'components': {"
             "'Come': {'type': 'arena.Create', 'entitiesPerArrival': " +
             count +
             ", 'maxArrivals': 1}, 'Draw': {'type': 'arena.Assign', 'assignments': ['rank = UNIF(0, 1)']},"
             "'Wait': {'type': 'arena.Process', 'resources': 'Door', 'delay': 0.001,"
             " 'queue': {'ranking': 'LowestAttributeValue', 'by': 'rank'}},"
             "'Gone': {'type': 'arena.Dispose'}}, 'couplings': ['Come -> Draw -> Wait -> Gone']},"
             "'experiment': {'terminate': 'EntitiesOut(Job) == " +
             count + "'}}"),
      static_cast<double>(state.range(0)));
}
BENCHMARK(ranked_queue)
    ->Name("RankedQueue/waiting")
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);

// Travellers hop among stations at random, a time unit each. One item is one hop.
void stations(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  constexpr int kTravellers = 100, kTimes = 1000;
  std::string elements, blocks, couplings;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    elements += (i == 0 ? "'P" : ", 'P") + n + "': {}";
    blocks += "'At" + n + "': {'type': 'arena.Station', 'station': 'P" + n + "'},\n";
    couplings += ", 'At" + n + " -> Go'";
  }
  measure(state,
          quoted("{'entities': {'Traveller': {}}, 'stations': {" + elements + "}, 'model': {'components': {" +
                 blocks +
                 "'Come': {'type': 'arena.Create', 'entitiesPerArrival': " + std::to_string(kTravellers) +
                 ", 'maxArrivals': 1}, 'Go': {'type': 'arena.Route', 'stationNumber': 'AINT(UNIF(1, " +
                 std::to_string(count + 1) + "))', 'duration': 1}}, 'couplings': ['Come -> Go'" + couplings +
                 "]}, 'experiment': {'length': " + std::to_string(kTimes) + "}}"),
          1.0 * kTravellers * kTimes);
}
BENCHMARK(stations)->Name("Stations/routes")->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

// As many queues with a server each, and somebody before each of as many Scans, which waits until its queue
// is longer than it ever is; one server works. One item is one customer, who changes one queue: the others
// cost nothing.
void scans(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  constexpr int kCustomers = 20000;
  std::string queues, blocks, ways;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    queues += (i == 0 ? "'Q" : ", 'Q") + n + "': {}";
    blocks += "'H" + n + "': {'type': 'arena.Hold', 'condition': 'NQ(Q" + n + ") > 1e6'},\n";
    blocks += "'W" + n + "': {'type': 'arena.Create', 'entity': 'Watcher', 'maxArrivals': 1},\n";
    ways += "'W" + n + ".out -> H" + n + ".in', 'H" + n + ".out -> Gone.in', ";
  }
  measure(state,
          quoted("{'entities': {'Customer': {}, 'Watcher': {}}, 'queues': {" + queues +
                 "}, 'resources': {'Server': {}}, 'model': {'components': {" + blocks +
                 "'Come': {'type': 'arena.Create', 'entity': 'Customer', 'interarrival': 'EXPO(1.25)', "
                 "'maxArrivals': " +
                 std::to_string(kCustomers) +
                 "}, 'Serve': {'type': 'arena.Process', 'resources': 'Server', 'delay': 'EXPO(1)', "
                 "'sharedQueue': 'Q0'},"
                 "'Gone': {'type': 'arena.Dispose'}}, 'couplings': [" +
                 ways + "'Come -> Serve -> Gone']}, 'experiment': {'terminate': 'EntitiesOut(Customer) == " +
                 std::to_string(kCustomers) + "'}}"),
          kCustomers);
}
BENCHMARK(scans)->Name("Scans/queues")->Arg(1)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
