// SPDX-License-Identifier: MIT
#include "escapement/experiment/results.h"

#include "escapement/core/archive.h"

namespace escapement::experiment {

void Result::archive(Archive& archive) {
  archive(name, kind, average, half_width, minimum, maximum, minimum_average, maximum_average, final_value,
          observations, replication_averages, histogram, series, frequencies);
}

void Failure::archive(Archive& archive) {
  archive(replication, clock, model_path, message);
}

}  // namespace escapement::experiment
