// SPDX-License-Identifier: MIT
// What one replication says of one statistic: plain data, made by the collector, folded by combine.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"

namespace escapement::statistics {

enum class Kind { kTally, kTimePersistent, kCounter, kOutput, kFrequency };

// "tally", "timePersistent", "counter", "output", "frequency": the words of results.json.
const char* kind_name(Kind kind);

// Half of a confidence interval's width, or why it cannot be told ("insufficient", "correlated").
struct HalfWidth {
  std::optional<double> value;
  std::string reason;
  void archive(Archive& archive);
};

// Counts in equal bins: bin i holds values in [origin + i width, origin + (i+1) width).
// The width is a power of two and the origin a multiple of it, so histograms merge exactly.
struct Histogram {
  double origin = 0;
  double width = 0;
  std::vector<std::uint64_t> counts;
  std::uint64_t non_finite = 0;  // infinities, NaN and the like, which no bin holds
  void archive(Archive& archive);
};

// A value over time in equal steps from `start`: mean, least and greatest value within each step.
struct Series {
  double start = 0;
  double step = 0;
  std::vector<double> average, minimum, maximum;
  void archive(Archive& archive);
};

// One category of a frequency statistic. A visit is a stay of positive length.
struct FrequencyRow {
  std::string name;
  bool restricted = true;  // takes part in the restricted percentages; the out-of-range category never does
  std::uint64_t visits = 0;
  double time = 0;
  // time / visits; 100 time / total time; 100 time / total time of the restricted categories.
  // nullopt where the divisor is 0 or, for the last one, the category takes no part.
  std::optional<double> average_time, standard_percent, restricted_percent;
  void archive(Archive& archive);
};

// Fills the three ratios of each row from visits and time.
void complete(std::vector<FrequencyRow>& rows);

struct Summary {
  std::string name;
  Kind kind = Kind::kTally;
  std::uint64_t observations = 0;  // tally: values seen; counter: increments; frequency: visits; others 0
  // nullopt where nothing was observed (an empty tally), where an output is not a finite number, or where the
  // kind has no such value. A counter has its final count, an output its value in all four places.
  std::optional<double> average;
  std::optional<double> minimum, maximum, final_value;
  HalfWidth half_width;  // within this replication, by batch means
  std::optional<Histogram> histogram;
  std::optional<Series> series;
  std::vector<FrequencyRow> frequencies;  // of a frequency: its categories in order, out of range last
  void archive(Archive& archive);
};

}  // namespace escapement::statistics
