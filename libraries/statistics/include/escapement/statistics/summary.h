// SPDX-License-Identifier: MIT
// What one replication says of one statistic: plain data, made by the collector, folded by combine.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace escapement::statistics {

enum class Kind { kTally, kTimePersistent, kCounter, kOutput, kFrequency };

// "tally", "timePersistent", "counter", "output", "frequency": the words of results.json.
const char* kind_name(Kind kind);

// Half of a confidence interval's width, or why it cannot be told ("insufficient", "correlated").
struct HalfWidth {
  std::optional<double> value;
  std::string reason;
};

// Counts in equal bins: bin i holds values in [origin + i width, origin + (i+1) width).
// The width is a power of two and the origin a multiple of it, so histograms merge exactly.
struct Histogram {
  double origin = 0;
  double width = 0;
  std::vector<std::uint64_t> counts;
};

// A value over time in equal steps from `start`: mean, least and greatest value within each step.
struct Series {
  double start = 0;
  double step = 0;
  std::vector<double> average, minimum, maximum;
};

struct Summary {
  std::string name;
  Kind kind = Kind::kTally;
  std::uint64_t observations = 0;  // tally: values seen; counter: increments; others 0
  // nullopt where nothing was observed (an empty tally) or the kind has no such value.
  std::optional<double> average;  // counter: its final count; output: its value
  std::optional<double> minimum, maximum, final_value;
  HalfWidth half_width;  // within this replication, by batch means
  std::optional<Histogram> histogram;
  std::optional<Series> series;
};

}  // namespace escapement::statistics
