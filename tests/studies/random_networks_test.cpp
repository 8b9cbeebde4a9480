// SPDX-License-Identifier: MIT
// What always holds, whatever the model: 200 random networks of process blocks (random_network.h), and as
// many as the environment variable ESCAPEMENT_NETWORKS says. A failure names the seed of its network.
//   - Entities that came in = went out + present, for each type and as a whole, at any time.
//   - Little's law, exactly, in runs that begin and end empty: for parts, queues and resources.
//   - A resource is never busy below 0 or above its capacity, and released exactly as often as seized.
//   - An entity is nowhere longer than it was there: its categories of time add up to its stay at the most,
//   and so
//     does the time for which it held resources.
//   - Replications give the same on 1, 2 and 4 threads.
#include <cstdlib>

#include "studies/random_network.h"
#include "studies/support.h"

namespace escapement::studies::random_networks {
namespace {

constexpr unsigned kNetworks = 200;

unsigned networks() {
  const char* const text = std::getenv("ESCAPEMENT_NETWORKS");
  return text == nullptr ? kNetworks : static_cast<unsigned>(std::atoi(text));
}

double final_of(const StudyRun& run, const std::string& name) {
  return run[name].final_value.value();
}

void expect_balance(const StudyRun& run) {
  double present = 0;
  for (const std::string type : {"Part", "Pallet", "Clock"}) {
    EXPECT_EQ(final_of(run, type + ".NumberIn"),
              final_of(run, type + ".NumberOut") + final_of(run, type + ".WIP"))
        << type;
    present += final_of(run, type + ".WIP");
  }
  EXPECT_EQ(final_of(run, "System.NumberIn"), final_of(run, "System.NumberOut") + present);
}

void expect_capacities(const RandomNetwork& network, const StudyRun& run) {
  for (const RandomNetwork::Watched& w : network.watched())
    for (const std::string& r : w.resources) {
      EXPECT_GE(run[r + ".NumberBusy"].minimum.value(), 0) << r;
      EXPECT_LE(run[r + ".NumberBusy"].maximum.value(), w.capacity) << r;
      // For no time: a delay that ends as the capacity falls is not preempted.
      if (!w.may_exceed) {
        EXPECT_EQ(run.average("Over" + r), 0) << r;
      }
    }
}

// Sums of a tally, integrals of a time-persistent: averages times what they are averages over.
double sum_of(const statistics::Summary& s) {
  return s.average.value_or(0) * static_cast<double>(s.observations);
}

void expect_little(const StudyRun& run) {
  const double end = run.clock();
  const double stays = sum_of(run["Part.TotalTime"]);
  EXPECT_NEAR(run.average("Part.WIP") * end, stays, 1e-9 * stays);
  const std::string in_queue = ".NumberInQueue";
  for (const statistics::Summary& s : run.all()) {
    if (s.name.size() < in_queue.size() ||
        s.name.compare(s.name.size() - in_queue.size(), in_queue.size(), in_queue) != 0)
      continue;
    const std::string queue = s.name.substr(0, s.name.size() - in_queue.size());
    const double waits = sum_of(run[queue + ".WaitingTime"]);
    EXPECT_NEAR(s.average.value() * end, waits, 1e-9 * (1 + waits)) << queue;
    EXPECT_EQ(s.final_value, 0) << queue;
  }
}

void expect_releases(const RandomNetwork& network, const StudyRun& run) {
  for (const RandomNetwork::Watched& w : network.watched()) {
    const double released = final_of(run, w.stage + "C"), held = sum_of(run[w.stage + "T"]);
    double seized = 0, busy = 0;
    for (const std::string& r : w.resources) {
      EXPECT_EQ(final_of(run, r + ".NumberBusy"), 0) << r;
      seized += final_of(run, r + ".TotalNumberSeized");
      busy += run.average(r + ".NumberBusy") * run.clock();
    }
    const double times = w.together ? static_cast<double>(w.resources.size()) : 1;
    EXPECT_EQ(seized, times * released) << w.stage;
    if (w.may_lose_units) {
      EXPECT_LE(busy, held * (1 + 1e-12) + 1e-9) << w.stage;
    } else {
      EXPECT_NEAR(busy, times * held, 1e-9 * (1 + held)) << w.stage;
    }
  }
}

TEST(RandomNetworks, KeepTheLaws) {
  std::mt19937 random(20);
  for (unsigned seed = 1; seed <= networks(); ++seed) {
    SCOPED_TRACE("network of seed " + std::to_string(seed));
    const RandomNetwork network(seed);
    const StudyRun run = StudyRun::of(network.text());
    expect_balance(run);
    expect_capacities(network, run);
    EXPECT_EQ(final_of(run, "Part.NumberOut"), network.parts());
    EXPECT_EQ(run["Check"].minimum, 1);
    EXPECT_EQ(run["Check"].observations, static_cast<std::uint64_t>(network.parts()));
    expect_little(run);
    expect_releases(network, run);
    // Somewhere on the way, too.
    const double until = run.clock() * (0.1 + 0.001 * static_cast<double>(random() % 800));
    const StudyRun part = StudyRun::of(network.text(), {}, 0, {"experiment.length=" + to_text(until)});
    EXPECT_EQ(part.clock(), until);
    expect_balance(part);
    expect_capacities(network, part);
    if (HasFailure()) return;
  }
}

TEST(RandomNetworks, GiveTheSameOnAnyNumberOfThreads) {
  for (unsigned seed = 1; seed <= networks(); seed += 10) {
    SCOPED_TRACE("network of seed " + std::to_string(seed));
    const json::Study study =
        json::Study::from_text(RandomNetwork(seed).text(), "network.json", known_types());
    experiment::Plan plan = json::plan_of(study);
    std::vector<experiment::Results> results;
    for (const unsigned threads : {1U, 2U, 4U}) {
      plan.threads = threads;
      results.push_back(experiment::run_experiment(
          plan, [&](int r) { return std::make_unique<json::StudyReplication>(study, r); }));
    }
    for (const std::size_t other : {1U, 2U}) {
      ASSERT_EQ(results[0].statistics.size(), results[other].statistics.size());
      for (std::size_t i = 0; i < results[0].statistics.size(); ++i) {
        const experiment::Result &a = results[0].statistics[i], &b = results[other].statistics[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.replication_averages, b.replication_averages) << a.name;
        EXPECT_EQ(a.maximum, b.maximum) << a.name;
        EXPECT_EQ(a.observations, b.observations) << a.name;
      }
    }
  }
}

}  // namespace
}  // namespace escapement::studies::random_networks
