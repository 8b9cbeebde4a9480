// SPDX-License-Identifier: MIT
// Statistics that were saved and loaded go on bit by bit as those that were not.
#include "escapement/core/archive.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "core/expect_throw.h"
#include "escapement/statistics/collector.h"

namespace escapement::statistics {
namespace {

template <class T>
std::string save(T& object) {
  std::ostringstream out;
  Archive archive(out);
  archive(object);
  return std::move(out).str();
}

template <class T>
void load(T& object, const std::string& bytes) {
  std::istringstream in(bytes);
  Archive archive(in);
  archive(object);
}

// One collector of every kind of statistic, which is fed pseudo-random values.
struct Fed {
  explicit Fed(bool plots) {
    collector.record_plots(plots);
    collector.tally("wait");
    collector.time_persistent("level", 2);
    collector.counter("parts");
    collector.state_frequency("machine", {"idle", "busy", "down"});
    collector.output_ratio("ratio", collector.time_persistent("level"),
                           collector.time_persistent("units", 1));
  }
  void feed(std::mt19937_64& random, int steps) {
    for (int i = 0; i < steps; ++i) {
      t += static_cast<double>(random() % 1000) / 700;
      collector.tally("wait").observe(static_cast<double>(random() % 5000) / 7);
      collector.time_persistent("level").set(t, static_cast<double>(random() % 9) / 3);
      if (random() % 4 == 0) collector.counter("parts").increment(static_cast<double>(random() % 3));
      collector.state_frequency("machine", {}).set(t, static_cast<double>(random() % 4));
      if (random() % 200 == 0) collector.clear(t);
      if (random() % 50 == 0) collector.tally("late").observe(t);  // made during the run
    }
  }
  std::string results() {
    std::vector<Summary> all = collector.summarize(t + 1);
    return save(all);
  }
  Collector collector;
  double t = 0;
};

TEST(StatisticsArchive, GoOnTheSameBitByBit) {
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const bool plots = seed % 2 == 0;
    Fed whole(plots), second(plots);
    whole.feed(random, static_cast<int>(random() % 900));
    load(second.collector, save(whole.collector));
    second.t = whole.t;
    EXPECT_EQ(second.results(), whole.results());
    std::mt19937_64 same = random;
    whole.feed(random, 700);
    second.feed(same, 700);
    EXPECT_EQ(second.results(), whole.results());
  }
}

TEST(StatisticsArchive, SummariesAreKept) {
  Summary before;
  before.name = "x";
  before.kind = Kind::kFrequency;
  before.half_width = {std::nullopt, "correlated"};
  before.frequencies = {{"idle", true, 3, 4.5, 1.5, {}, 50}};
  Summary after;
  load(after, save(before));
  EXPECT_EQ(save(after), save(before));
  EXPECT_EQ(after.frequencies[0].restricted_percent, 50);
  EXPECT_EQ(after.half_width.reason, "correlated");
}

TEST(StatisticsArchive, OtherKindsAndMissingOutputsAreRefused) {
  Collector tally, counter, output, none;
  tally.tally("x");
  counter.counter("x");
  output.output("y", [] { return 1.0; });
  EXPECT_THROWS(load(counter, save(tally)), ArchiveError,
                "the saved state has a tally statistic 'x', which is counter here");
  EXPECT_THROWS(load(none, save(output)), ArchiveError,
                "the saved state has a statistic 'y' that nobody collects here.*");
}

// A series is a picture beside the statistic: whether one is kept changes no bit of the half-width.
TEST(StatisticsArchive, PlotsChangeNoResult) {
  std::mt19937_64 random(5), same(5);
  Fed plain(false), drawn(true);
  plain.feed(random, 5000);
  drawn.feed(same, 5000);
  std::vector<Summary> a = plain.collector.summarize(plain.t), b = drawn.collector.summarize(drawn.t);
  for (Summary& summary : b) summary.histogram.reset(), summary.series.reset();
  EXPECT_EQ(save(b), save(a));
}

}  // namespace
}  // namespace escapement::statistics
