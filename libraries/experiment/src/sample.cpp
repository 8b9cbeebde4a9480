// SPDX-License-Identifier: MIT
#include "sample.h"

#include <cmath>

#include "escapement/core/error.h"

namespace escapement::experiment::internal {
namespace {

template <typename At>
Moments moments_from(std::size_t size, At at) {
  Moments m;
  m.n = static_cast<double>(size);
  const double origin = at(0);
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += at(i) - origin;
  const double shift = sum / m.n;
  m.mean = origin + shift;
  double squares = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double d = at(i) - origin - shift;
    squares += d * d;
  }
  m.variance = squares / (m.n - 1);
  return m;
}

}  // namespace

Moments moments_of(std::span<const double> values) {
  return moments_from(values.size(), [&](std::size_t i) { return values[i]; });
}

Moments moments_of_differences(std::span<const double> a, std::span<const double> b) {
  return moments_from(a.size(), [&](std::size_t i) { return a[i] - b[i]; });
}

void refuse(const std::string& procedure, const std::string& what, const std::string& remedy) {
  throw InputError(Diagnostic{{}, procedure + ": " + what, remedy});
}

void need_confidence(const std::string& procedure, double confidence) {
  if (!(confidence > 0 && confidence < 1))
    refuse(procedure, "the confidence is " + to_text(confidence) + "; allowed is a number between 0 and 1",
           "write 0.95 for 95 %");
}

void need_values(const std::string& procedure, std::span<const double> values, std::size_t least) {
  if (values.size() < least)
    refuse(procedure,
           "a sample has " + std::to_string(values.size()) + " values; at least " + std::to_string(least) +
               " are needed",
           "run more replications");
  for (const double value : values)
    if (!std::isfinite(value))
      refuse(procedure, "a sample holds " + to_text(value) + "; values must be finite numbers", "");
}

void need_samples(const std::string& procedure, const Samples& samples, std::size_t systems,
                  std::size_t least, bool paired) {
  if (samples.size() < systems)
    refuse(procedure,
           "there are " + std::to_string(samples.size()) + " systems; at least " + std::to_string(systems) +
               " can be compared",
           "");
  for (const auto& sample : samples) {
    need_values(procedure, sample, least);
    if (paired && sample.size() != samples.front().size())
      refuse(procedure,
             "samples of " + std::to_string(samples.front().size()) + " and " +
                 std::to_string(sample.size()) + " values cannot be paired",
             "give one value per replication and system");
  }
}

}  // namespace escapement::experiment::internal
