// SPDX-License-Identifier: MIT
// What an experiment leaves behind: the one structure that tables, CSV, JSON and the report are made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "escapement/continuous/recorder.h"
#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/summary.h"

namespace escapement::experiment {

// One statistic over all replications. With one replication the values are that replication's own and the
// half-width comes from batch means; with several, average is the mean of averages, the half-width is
// Student's t over replications, minimum and maximum are the extreme values seen in any of them.
struct Result {
  std::string name;
  statistics::Kind kind = statistics::Kind::kTally;
  std::optional<double> average;
  statistics::HalfWidth half_width;
  std::optional<double> minimum, maximum;
  std::optional<double> minimum_average, maximum_average;  // of the replications' averages
  std::optional<double> final_value;                       // of the last replication
  std::uint64_t observations = 0;                          // total over replications
  std::vector<std::optional<double>> replication_averages;
  std::optional<statistics::Histogram> histogram;     // of all replications
  std::optional<statistics::Series> series;           // of the first replication
  std::vector<statistics::FrequencyRow> frequencies;  // visits and times of all replications together
  void archive(Archive& archive);
};

// A replication that stopped early. What it had collected until then is left out of the statistics when
// another replication completed (a shorter run would bias the mean), and kept when it is all there is.
struct Failure {
  int replication = 0;  // from 1
  double clock = 0;
  std::string model_path;
  std::string message;
  void archive(Archive& archive);
};

// Of a model with continuous parts: what its solver did, and the trajectories of the first replication.
struct ContinuousResults {
  std::string solver;
  double tolerance = 0;
  double setup_seconds = 0, wall_seconds = 0;
  continuous::Trajectory trajectory;
};

struct Results {
  std::string model;
  std::string description;
  std::uint64_t seed = 12345;
  int replications = 0;          // asked for
  int completed = 0;             // finished
  std::optional<double> length;  // absent: each replication ran until no event was left
  double start = 0;              // of the clock
  double warmup = 0;
  std::string time_unit = "s";
  bool interrupted = false;
  std::vector<Failure> failures;
  std::vector<Result> statistics;
  std::optional<ContinuousResults> continuous{};
  double wall_seconds = 0;
};

}  // namespace escapement::experiment
