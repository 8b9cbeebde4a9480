// SPDX-License-Identifier: MIT
#include "escapement/statistics/summary.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kTally:
      return "tally";
    case Kind::kTimePersistent:
      return "timePersistent";
    case Kind::kCounter:
      return "counter";
    case Kind::kOutput:
      return "output";
    case Kind::kFrequency:
      return "frequency";
  }
  throw InternalError("kind_name: " + std::to_string(static_cast<int>(kind)) +
                      " is no kind of statistic; allowed are the values of statistics::Kind");
}

void complete(std::vector<FrequencyRow>& rows) {
  double total = 0;
  double restricted_total = 0;
  for (const FrequencyRow& row : rows) {
    total += row.time;
    if (row.restricted) restricted_total += row.time;
  }
  for (FrequencyRow& row : rows) {
    row.average_time.reset();
    row.standard_percent.reset();
    row.restricted_percent.reset();
    if (row.visits > 0) row.average_time = row.time / static_cast<double>(row.visits);
    if (total > 0) row.standard_percent = 100 * row.time / total;
    if (row.restricted && restricted_total > 0) row.restricted_percent = 100 * row.time / restricted_total;
  }
}

void HalfWidth::archive(Archive& archive) {
  archive(value, reason);
}

void Histogram::archive(Archive& archive) {
  archive(origin, width, counts, non_finite);
}

void Series::archive(Archive& archive) {
  archive(start, step, average, minimum, maximum);
}

void FrequencyRow::archive(Archive& archive) {
  archive(name, restricted, visits, time, average_time, standard_percent, restricted_percent);
}

void Summary::archive(Archive& archive) {
  archive(name, kind, observations, average, minimum, maximum, final_value, half_width, histogram, series,
          frequencies);
}

}  // namespace escapement::statistics
