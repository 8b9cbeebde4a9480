// SPDX-License-Identifier: MIT
// What one replication hands to every model it builds: randomness, statistics and the run's own facts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "escapement/random/stream_set.h"
#include "escapement/statistics/collector.h"

namespace escapement::continuous {
class Run;
}

namespace escapement::registry {

struct Environment {
  random::StreamSet& streams;
  statistics::Collector& statistics;
  std::int64_t replication = 1;   // from 1, Arena's NREP
  std::int64_t replications = 1;  // Arena's MREP
  std::optional<double> length;   // Arena's TFIN
  std::string time_unit = "s";
  std::string directory;               // of the study file: relative data files are found from here
  std::set<std::string> data_files{};  // those that were read; whoever reads one adds its path
  // When time 0 is, in seconds since 1970-01-01 00:00 by the same calendar (date.h); absent: no date.
  std::optional<std::int64_t> start_date{};
  continuous::Run* continuous = nullptr;  // of continuous parts; null: they take the default solver
  // How many entities there may be at one time, so that a queue that grows for ever ends a run and not the
  // memory.
  std::size_t most_entities = std::numeric_limits<std::size_t>::max();
};

}  // namespace escapement::registry
