// SPDX-License-Identifier: MIT
#include "escapement/experiment/combine.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "escapement/core/error.h"
#include "escapement/statistics/histogram.h"

namespace escapement::experiment {
namespace {

using statistics::Kind;
using statistics::Summary;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Summary summary(std::string name, std::optional<double> average, double minimum = 0, double maximum = 0,
                std::uint64_t observations = 1) {
  Summary made;
  made.name = std::move(name);
  made.average = average;
  if (average) {
    made.minimum = minimum;
    made.maximum = maximum;
    made.final_value = *average + 100;
    made.observations = observations;
  }
  made.half_width = {std::nullopt, "insufficient"};
  return made;
}

TEST(Combine, IsEmptyWithoutReplications) {
  EXPECT_TRUE(combine({}).empty());
}

TEST(Combine, KeepsASingleReplicationAsItIs) {
  Summary only = summary("a", 3, 1, 7, 320);
  only.half_width = {0.25, ""};
  const std::vector<Result> results = combine({{only}});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].average, 3);
  EXPECT_EQ(results[0].half_width.value, 0.25);
  EXPECT_EQ(results[0].minimum, 1);
  EXPECT_EQ(results[0].maximum, 7);
  EXPECT_EQ(results[0].minimum_average, 3);
  EXPECT_EQ(results[0].maximum_average, 3);
  EXPECT_EQ(results[0].final_value, 103);
  EXPECT_EQ(results[0].observations, 320U);
  only.half_width = {std::nullopt, "correlated"};
  EXPECT_EQ(combine({{only}})[0].half_width.reason, "correlated");
}

// Pairs (1, 5), (2, 4) and one without its first half: means 3 and 3, so the half-width is 0, while the mean
// is that of all five. Without pairs it would be that of 1, 5, 2, 4, 9.
TEST(Combine, AntitheticPairsAreOneValueEach) {
  Combiner pairs(true);
  for (const double average : {1.0, 5.0, 2.0, 4.0}) pairs.add({summary("a", average)});
  pairs.skip();
  pairs.add({summary("a", 9)});
  EXPECT_EQ(pairs.replications(), 6);
  const Result result = pairs.results().at(0);
  EXPECT_EQ(result.half_width.value, 0);
  EXPECT_EQ(result.average, 4.2);
  EXPECT_THAT(result.replication_averages, ElementsAre(1, 5, 2, 4, std::nullopt, 9));
}

// Averages 1, 2, 3, 4: mean 2.5, s^2 = 5/3, half-width t(3, 0.975) sqrt(5/12).
TEST(Combine, FoldsReplications) {
  const auto results = combine({{summary("a", 1, -5, 9, 10)},
                                {summary("a", 2, 0, 3, 20)},
                                {summary("a", 3, 1, 12, 30)},
                                {summary("a", 4, 2, 8, 40)}});
  ASSERT_EQ(results.size(), 1U);
  const Result& result = results[0];
  EXPECT_EQ(result.average, 2.5);
  EXPECT_NEAR(*result.half_width.value, 3.182446305284263 * std::sqrt(5.0 / 12), 1e-12);
  EXPECT_EQ(result.minimum, -5);
  EXPECT_EQ(result.maximum, 12);
  EXPECT_EQ(result.minimum_average, 1);
  EXPECT_EQ(result.maximum_average, 4);
  EXPECT_EQ(result.final_value, 104);
  EXPECT_EQ(result.observations, 100U);
  EXPECT_THAT(result.replication_averages, ElementsAre(1, 2, 3, 4));
}

TEST(Combine, CountsOnlyReplicationsThatHaveAValue) {
  const auto results = combine({{summary("empty", std::nullopt), summary("z", std::nullopt)},
                                {summary("a", 5), summary("empty", std::nullopt), summary("z", 1)},
                                {},
                                {summary("a", 7), summary("empty", std::nullopt)}});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].name, "a");
  EXPECT_EQ(results[0].average, 6);
  EXPECT_NEAR(*results[0].half_width.value, 12.706204736174704, 1e-9);  // t(1, 0.975) sqrt(2) / sqrt(2)
  EXPECT_THAT(results[0].replication_averages, ElementsAre(std::nullopt, 5, std::nullopt, 7));
  EXPECT_EQ(results[1].average, std::nullopt);
  EXPECT_EQ(results[1].minimum, std::nullopt);
  EXPECT_EQ(results[1].half_width.reason, "insufficient");
  EXPECT_THAT(results[1].replication_averages,
              ElementsAre(std::nullopt, std::nullopt, std::nullopt, std::nullopt));
  EXPECT_EQ(results[2].average, 1);
  EXPECT_EQ(results[2].half_width.value, std::nullopt);
  EXPECT_EQ(results[2].half_width.reason, "insufficient");
}

TEST(Combine, IsExactForEqualAverages) {
  const auto results = combine(std::vector<std::vector<Summary>>(7, {summary("a", 0.1)}));
  EXPECT_EQ(results[0].average, 0.1);
  EXPECT_EQ(results[0].half_width.value, 0.0);
}

TEST(Combine, OrdersByName) {
  const auto results = combine({{summary("Drill2.x", 1), summary("Drill.x", 1)}, {summary("Arrive.x", 1)}});
  EXPECT_EQ(results[0].name, "Arrive.x");
  EXPECT_EQ(results[1].name, "Drill.x");
  EXPECT_EQ(results[2].name, "Drill2.x");
}

TEST(Combine, MergesHistogramsAndKeepsTheFirstSeries) {
  Summary first = summary("a", 1);
  Summary second = summary("a", 2);
  statistics::HistogramRecorder low;
  statistics::HistogramRecorder high;
  low.add(0);
  high.add(63);
  first.histogram = low.data();
  second.histogram = high.data();
  first.series = statistics::Series{0, 1, {1}, {1}, {1}};
  second.series = statistics::Series{0, 1, {2}, {2}, {2}};
  const auto results = combine({{first}, {second}});
  EXPECT_EQ(results[0].histogram->width, 1);
  EXPECT_EQ(results[0].histogram->counts.size(), 64U);
  EXPECT_THAT(results[0].series->average, ElementsAre(1));
}

TEST(Combine, PoolsFrequencies) {
  const auto frequency = [](double busy, double idle) {
    Summary made;
    made.name = "f";
    made.kind = Kind::kFrequency;
    made.frequencies.resize(2);
    made.frequencies[0].name = "busy";
    made.frequencies[0].visits = 2;
    made.frequencies[0].time = busy;
    made.frequencies[1].name = "idle";
    made.frequencies[1].visits = 1;
    made.frequencies[1].time = idle;
    return made;
  };
  const auto results = combine({{frequency(6, 4)}, {frequency(2, 8)}});
  EXPECT_EQ(results[0].frequencies[0].visits, 4U);
  EXPECT_EQ(results[0].frequencies[0].average_time, 2);
  EXPECT_EQ(results[0].frequencies[0].standard_percent, 40);
  EXPECT_EQ(results[0].frequencies[1].restricted_percent, 60);
  Summary other = frequency(1, 1);
  other.frequencies[1].name = "failed";
  EXPECT_THAT(
      [&] {
        combine({{frequency(6, 4)}, {other}});
      },
      ThrowsMessage<InternalError>(
          AllOf(HasSubstr("frequency 'f' has other categories"), HasSubstr("same model"))));
}

TEST(Combine, RefusesAnotherKind) {
  Summary counter = summary("a", 1);
  counter.kind = Kind::kCounter;
  EXPECT_THAT(
      [&] {
        combine({{summary("a", 1)}, {counter}});
      },
      ThrowsMessage<InternalError>(AllOf(HasSubstr("'a' is of kind counter"), HasSubstr("was tally"))));
}

// 1000 experiments of 10 replications each: 950 +- 21 (three deviations) intervals hold the mean.
TEST(Combine, CoversTheMeanAsOftenAsItSays) {
  constexpr std::uint64_t kSeed = 12345;
  std::mt19937_64 generator(kSeed);
  std::normal_distribution<double> normal(10, 3);
  int covered = 0;
  for (int experiment = 0; experiment < 1000; ++experiment) {
    Combiner combiner;
    for (int r = 0; r < 10; ++r) combiner.add({summary("a", normal(generator))});
    const Result result = combiner.results().front();
    if (std::abs(*result.average - 10) <= *result.half_width.value) ++covered;
  }
  RecordProperty("covered", covered);
  EXPECT_GE(covered, 940) << "seed " << kSeed;
  EXPECT_LE(covered, 960) << "seed " << kSeed;
}

}  // namespace
}  // namespace escapement::experiment
