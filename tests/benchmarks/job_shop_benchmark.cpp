// SPDX-License-Identifier: MIT
// The job shop of examples/job-shop, a million jobs, with all statistics on, beside a hand-written loop with
// the same streams. One item is an arrival or the end of a service. Both sides must agree on the mean time in
// the shop.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "escapement/cli/standard_registry.h"
#include "escapement/json/replication.h"
#include "escapement/random/variates.h"
#include "plain_statistics.h"

namespace {

using namespace escapement;
using namespace escapement::benchmarks;

constexpr int kJobs = 1000000;
constexpr int kMachines[] = {3, 2, 4, 3, 1};
constexpr int kRoute[3][6] = {{3, 1, 2, 5, 0, 0}, {4, 1, 3, 0, 0, 0}, {2, 5, 1, 4, 3, 0}};
constexpr double kService[3][5] = {
    {0.50, 0.60, 0.85, 0.50, 0}, {1.10, 0.80, 0.75, 0, 0}, {1.20, 0.25, 0.70, 0.90, 1.00}};
constexpr double kVisits = 0.3 * 4 + 0.5 * 3 + 0.2 * 5;

std::string study_text() {
  std::string route, service, resources, stations, conditions, couplings;
  for (const auto& row : kRoute)
    for (const int s : row) route += (route.empty() ? "" : ",") + std::to_string(s);
  for (const auto& row : kService)
    for (const double s : row) service += (service.empty() ? "" : ",") + std::to_string(s);
  for (int i = 1; i <= 5; ++i) {
    const std::string n = std::to_string(i), comma = i == 1 ? "" : ",";
    resources += comma + "\"Machine" + n + "\": {\"capacity\": " + std::to_string(kMachines[i - 1]) + "}";
    stations += "\"Station" + n + "\": {\"type\": \"arena.Process\", \"resources\": \"Machine" + n +
                "\", \"delay\": \"EXPO(service(kind, step) / 2, 3) + EXPO(service(kind, step) / 2, 3)\"},";
    conditions += comma + "\"route(kind, step) == " + n + "\"";
    couplings +=
        ", \"NextStation.out" + n + " -> Station" + n + ".in\", \"Station" + n + ".out -> NextStep.in\"";
  }
  return R"J({"timeUnit": "h", "entities": {"Job": {}}, "attributes": {"kind": {}, "step": {"initial": 1}}, "variables": {
      "route": {"rows": 3, "columns": 6, "initial": [)J" +
         route + R"J(]}, "service": {"rows": 3, "columns": 5, "initial": [)J" + service +
         R"J(]}}, "resources": {)J" + resources +
         R"J(}, "model": {"components": {
      "Arrivals": {"type": "arena.Create", "firstCreation": "EXPO(0.25, 1)", "interarrival": "EXPO(0.25, 1)", "maxArrivals": )J" +
         std::to_string(kJobs) + R"J(},
      "ChooseKind": {"type": "arena.Assign", "assignments": ["kind = DISC(0.3, 1, 0.8, 2, 1, 3, 2)"]},
      "NextStation": {"type": "arena.Decide", "condition": [)J" +
         conditions + "]}," + stations + R"J(
      "NextStep": {"type": "arena.Assign", "assignments": ["step = step + 1"]}, "Done": {"type": "arena.Dispose"}},
      "couplings": ["Arrivals -> ChooseKind -> NextStation", "NextStation.else -> Done.in", "NextStep -> NextStation")J" +
         couplings + "]}}";
}

struct Job {
  double arrived = 0, came = 0, started = 0, waited = 0, served = 0;
  int kind = 0, step = 0;
};

template <class TallyType, class AreaType>
class Shop {
 public:
  double run() {
    at(random::expo(arrivals_, 0.25), nullptr);
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.time;
      if (event.job == nullptr)
        arrive();
      else
        end_service(*event.job);
    }
    for (Station& s : stations_) {
      benchmark::DoNotOptimize(s.waits);
      benchmark::DoNotOptimize(s.length);
    }
    benchmark::DoNotOptimize(present_);
    return sum_ / kJobs;
  }

 private:
  struct Event {
    double time;
    Job* job;  // nullptr: an arrival
    bool operator<(const Event& other) const { return time > other.time; }
  };
  struct Station {
    std::deque<Job*> line;
    int busy = 0, machines = 0;
    TallyType queue_waits, waits, services, totals;
    AreaType length, busy_machines, utilization;
  };

  void at(double time, Job* job) { events_.push({time, job}); }
  void count_busy(Station& s) {
    s.busy_machines.set(now_, s.busy);
    s.utilization.set(now_, static_cast<double>(s.busy) / s.machines);
  }

  void arrive() {
    if (++created_ < kJobs) at(now_ + random::expo(arrivals_, 0.25), nullptr);
    if (free_.empty()) {
      jobs_.emplace_back();
      free_.push_back(&jobs_.back());
    }
    Job& job = *free_.back();
    free_.pop_back();
    const double u = kinds_.uniform();
    job = {now_, 0, 0, 0, 0, u <= 0.3 ? 0 : u <= 0.8 ? 1 : 2, 0};
    present_.set(now_, ++inside_);
    go_on(job);
  }

  void go_on(Job& job) {
    const int station = kRoute[job.kind][job.step];
    if (station == 0) {
      sum_ += now_ - job.arrived;
      entity_waits_.observe(job.waited);
      entity_services_.observe(job.served);
      entity_totals_.observe(now_ - job.arrived);
      present_.set(now_, --inside_);
      free_.push_back(&job);
      return;
    }
    Station& s = stations_[static_cast<std::size_t>(station - 1)];
    job.came = now_;
    if (s.busy < s.machines) {
      ++s.busy;
      count_busy(s);
      start(s, job);
    } else {
      s.line.push_back(&job);
      s.length.set(now_, static_cast<double>(s.line.size()));
    }
  }

  void start(Station& s, Job& job) {
    s.queue_waits.observe(now_ - job.came);
    job.waited += now_ - job.came;
    job.started = now_;
    const double half = kService[job.kind][job.step] / 2;
    const double first = random::expo(services_, half);
    at(now_ + (first + random::expo(services_, half)), &job);
  }

  // The one who leaves goes on first; then the one who got the machine starts.
  void end_service(Job& job) {
    Station& s = stations_[static_cast<std::size_t>(kRoute[job.kind][job.step] - 1)];
    Job* next = nullptr;
    if (s.line.empty()) {
      --s.busy;
      count_busy(s);
    } else {
      next = s.line.front();
      s.line.pop_front();
      s.length.set(now_, static_cast<double>(s.line.size()));
    }
    s.waits.observe(job.started - job.came);
    s.services.observe(now_ - job.started);
    s.totals.observe(now_ - job.came);
    job.served += now_ - job.started;
    ++job.step;
    go_on(job);
    if (next != nullptr) start(s, *next);
  }

  random::StreamSet streams_;
  random::Stream& arrivals_ = streams_.numbered(1);
  random::Stream& kinds_ = streams_.numbered(2);
  random::Stream& services_ = streams_.numbered(3);
  std::priority_queue<Event> events_;
  std::array<Station, 5> stations_ = [] {
    std::array<Station, 5> stations;
    for (std::size_t i = 0; i < stations.size(); ++i) stations[i].machines = kMachines[i];
    return stations;
  }();
  std::deque<Job> jobs_;
  std::vector<Job*> free_;
  TallyType entity_waits_, entity_services_, entity_totals_;
  AreaType present_;
  double now_ = 0, sum_ = 0;
  int created_ = 0, inside_ = 0;
};

enum class Side { kBlocks, kHand, kHandWithStatistics };

void run(benchmark::State& state, Side side) {
  const registry::Registry registry = cli::standard_registry();
  const json::Study study = json::Study::from_text(study_text(), "benchmark.json", registry);
  double time = 0;
  for ([[maybe_unused]] auto _ : state) {
    if (side == Side::kHand) {
      time = Shop<NoTally, NoArea>().run();
    } else if (side == Side::kHandWithStatistics) {
      time = Shop<PlainTally, PlainArea>().run();
    } else {
      json::StudyReplication replication(study, 0);
      replication.run({});
      time = *replication.statistics().find_tally("Job.TotalTime")->average();
    }
  }
  if (std::abs(time - 33.3045379783) > 1e-8)
    state.SkipWithError(("the mean time in the shop is " + std::to_string(time)).c_str());
  state.SetItemsProcessed(
      static_cast<std::int64_t>(static_cast<double>(state.iterations()) * kJobs * (1 + kVisits)));
}

BENCHMARK_CAPTURE(run, blocks, Side::kBlocks)->Unit(benchmark::kMillisecond)->Name("JobShop/blocks");
BENCHMARK_CAPTURE(run, hand, Side::kHand)->Unit(benchmark::kMillisecond)->Name("JobShop/hand");
BENCHMARK_CAPTURE(run, statistics, Side::kHandWithStatistics)
    ->Unit(benchmark::kMillisecond)
    ->Name("JobShop/hand_with_statistics");

}  // namespace
