// SPDX-License-Identifier: MIT
// Which values each kind of statistic has; the one table behind JSON, CSV and the console.
#pragma once

#include "escapement/statistics/summary.h"

namespace escapement::report {

struct KindKeys {
  bool values;        // average, half-width, extremes, extremes of averages, final
  bool observations;  // observations
};

constexpr KindKeys keys_of(statistics::Kind kind) {
  switch (kind) {
    case statistics::Kind::kTally:
      return {true, true};
    case statistics::Kind::kTimePersistent:
      return {true, false};
    case statistics::Kind::kCounter:
      return {true, true};
    case statistics::Kind::kOutput:
      return {true, false};
    case statistics::Kind::kFrequency:
      return {false, true};
  }
  return {false, false};
}

}  // namespace escapement::report
