// SPDX-License-Identifier: MIT
// What an experiment with several scenarios leaves behind, from the values of its replications.
//
// A replication of a scenario gives one value per response, or none (a failed replication, an empty tally).
// Means and half-widths of a scenario use all values that it has; a comparison uses those replications that
// have a value in every scenario, for they share their random numbers.
//
// Variance reduction (variance_reduction.h):
//   antithetic   replications 1 and 2, 3 and 4 ... are pairs: the mean of both is one value, of a mean, of
//   its
//                half-width and of a comparison alike. A pair of which one has no value has none.
//   control      a statistic whose true mean is known: means and half-widths of scenarios are corrected by
//   it, over
//                the replications (or pairs) that have a value of both. Comparisons are not: what common
//                random numbers take out of differences is largely the same. A scenario whose control does
//                not vary, or has fewer than 3 values, stays as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "escapement/experiment/comparison.h"
#include "escapement/experiment/course.h"
#include "escapement/experiment/results.h"
#include "escapement/statistics/summary.h"

namespace escapement::experiment {

enum class Compare { kPaired, kBest, kScreening, kSelect };

struct Comparison {
  Compare method = Compare::kPaired;
  Goal goal = Goal::kSmallest;
  double confidence = 0.95;
  std::string response;                // the one that is compared; the first when empty
  std::string base;                    // kPaired: what others are compared with; the first when empty
  std::optional<double> indifference;  // kSelect: means closer than this are equally good
  bool two_stage = false;              // kSelect: by Rinott's procedure, not by that of Kim and Nelson
};

struct Until {
  double half_width = 0;  // of the 95 % interval of each scenario's mean
  std::string response;   // the first when empty
  std::int64_t most = 1000;
};

using ResponseValues = std::vector<std::optional<double>>;  // of one replication, one per response

struct Control {
  std::string statistic;
  std::vector<double> means;                               // known, [scenario]
  std::vector<std::vector<std::optional<double>>> values;  // [scenario][replication]
};

struct ScenarioValues {
  std::vector<std::string> scenarios, responses;
  std::vector<std::vector<ResponseValues>> values;  // [scenario][replication]
  std::optional<std::size_t> chosen;                // by selection: a scenario
  bool antithetic = false;
  bool independent = false;  // scenarios share no random numbers
  std::optional<Control> control;
};

struct ScenarioMean {
  std::string scenario;
  std::optional<double> average;
  statistics::HalfWidth half_width;
  // With antithetic pairs or a control: the share of the variance of the mean that they saved (below 0: that
  // they added), and the half-width of as many independent runs without them.
  std::optional<double> saved, plain_half_width;
  std::optional<double> minimum, maximum;  // of the replications
  int replications = 0;                    // that have a value
};

struct ResponseTable {
  std::string response;
  std::vector<ScenarioMean> rows;
};

// One scenario in a comparison; which values it has depends on the method.
struct ComparedScenario {
  std::string scenario;
  double mean = 0;                     // over the replications that are compared
  std::optional<double> difference;    // kPaired: from the base
  std::optional<double> half_width;    // kPaired: of it, all together at the confidence (Bonferroni)
  std::optional<double> independent;   // kPaired: half-width if random numbers were not shared (Welch)
  std::optional<double> lower, upper;  // kBest: of the distance to the best of the others
  std::string verdict;  // "base", "differs", "no difference seen", "may be best", "not the best", "chosen"
};

struct ComparisonTable {
  Comparison asked;      // with response and base filled in
  int replications = 0;  // compared; kSelect: the most that a scenario needed
  std::vector<ComparedScenario> rows;
  std::string missing;  // why there is no comparison; else empty
  // Whether all means are equal, by Welch's test: when scenarios share no random numbers and their values
  // vary.
  std::optional<Anova> anova;
};

struct ScenarioResults {
  std::string model, description;
  std::uint64_t seed = 12345;
  std::optional<double> length;
  double warmup = 0;
  std::string time_unit = "s";
  bool interrupted = false;
  std::vector<std::string> scenarios;
  std::vector<ResponseTable> responses;
  std::optional<ComparisonTable> comparison;
  struct ScenarioCourse {
    std::string scenario;
    Course course;
  };
  std::vector<ScenarioCourse> courses;  // by response, then scenario, where they were asked for
  std::string control;                  // the statistic; empty: none
  bool antithetic = false;
  bool independent = false;
  std::vector<std::pair<std::string, Failure>> failures;  // scenario, what happened
};

// Fills responses and comparison of `results`.
void tabulate(const ScenarioValues& values, const std::optional<Comparison>& asked, ScenarioResults& results);

// The replications (or antithetic pairs) that have a value of the response in every scenario, as samples.
Samples complete_samples(const ScenarioValues& values, std::size_t response);

// How many replications each scenario should have next when all have `replications` now: enough, by the
// half-widths seen, for each to come to until.half_width, at most twice as many and at most until.most; equal
// to `replications` when it is reached or there are until.most. Antithetic ones are even in number.
std::int64_t next_replications(const ScenarioValues& values, const Until& until, std::int64_t replications);

}  // namespace escapement::experiment
