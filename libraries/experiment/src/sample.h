// SPDX-License-Identifier: MIT
// Means and variances of samples, and the checks that the statistical procedures share.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "escapement/experiment/comparison.h"

namespace escapement::experiment::internal {

struct Moments {
  double n = 0;
  double mean = 0;
  double variance = 0;  // with n - 1
};

// Measured from the first value, so that equal values give exactly themselves and 0. n >= 2.
Moments moments_of(std::span<const double> values);
Moments moments_of_differences(std::span<const double> a, std::span<const double> b);

[[noreturn]] void refuse(const std::string& procedure, const std::string& what, const std::string& remedy);
void need_confidence(const std::string& procedure, double confidence);
void need_values(const std::string& procedure, std::span<const double> values, std::size_t least);
// At least `systems` samples of at least `least` values; equally many when `paired`.
void need_samples(const std::string& procedure, const Samples& samples, std::size_t systems,
                  std::size_t least, bool paired);

}  // namespace escapement::experiment::internal
