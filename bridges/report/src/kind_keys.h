// SPDX-License-Identifier: MIT
// Which values each kind of statistic has; the one table behind JSON, CSV and the console.
#pragma once

#include "escapement/statistics/summary.h"

namespace escapement::report {

// Every kind has an average, a half-width and the extremes of the replications' averages.
struct KindKeys {
  bool extremes;      // minimum, maximum
  bool final_value;   // final
  bool observations;  // observations
};

constexpr KindKeys keys_of(statistics::Kind kind) {
  switch (kind) {
    case statistics::Kind::kTally: return {true, true, true};
    case statistics::Kind::kTimePersistent: return {true, true, false};
    case statistics::Kind::kCounter: return {true, true, true};
    case statistics::Kind::kOutput: return {true, false, false};
    case statistics::Kind::kFrequency: return {false, false, true};
  }
  return {false, false, false};
}

}  // namespace escapement::report
