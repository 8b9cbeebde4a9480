// SPDX-License-Identifier: MIT
#include "escapement/statistics/histogram.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"

namespace escapement::statistics {
namespace {

constexpr int kLeastExponent = -1022;  // below, 1/w is no double
constexpr int kFractionBits = 52;
constexpr double kTooLarge = 0x1p1023;  // from here on the edge of a bin may be no double

// The exponent of one unit in the last place, so that value / w always fits 64 bits.
int least_exponent(double value) {
  if (value == 0) return kLeastExponent;
  return std::max(kLeastExponent, std::ilogb(value) - kFractionBits);
}

std::int64_t bin_of(double value, double inverse_width) {
  const auto bin = static_cast<std::int64_t>(std::floor(value * inverse_width));
  return value < 0 && bin == 0 ? -1 : bin;  // a quotient that underflows is still below zero
}

}  // namespace

void HistogramRecorder::add(double value) {
  if (!(std::abs(value) < kTooLarge)) {
    ++non_finite_;
    return;
  }
  if (counts_.empty()) {
    exponent_ = least_exponent(value);
    inverse_ = std::ldexp(1.0, -exponent_);
    first_ = bin_of(value, inverse_);
    counts_.push_back(1);
    return;
  }
  // A value far outside would not fit into the 64 bits of a bin's number; widen first.
  widen(least_exponent(value));
  std::int64_t bin = bin_of(value, inverse_);
  std::int64_t last = first_ + static_cast<std::int64_t>(counts_.size()) - 1;
  while (std::max(last, bin) - std::min(first_, bin) >= kMostBins) {
    widen(exponent_ + 1);
    bin >>= 1;
    last = first_ + static_cast<std::int64_t>(counts_.size()) - 1;
  }
  if (bin < first_) {
    counts_.insert(counts_.begin(), static_cast<std::size_t>(first_ - bin), 0);
    first_ = bin;
  } else if (bin > last) {
    counts_.resize(static_cast<std::size_t>(bin - first_ + 1), 0);
  }
  ++counts_[static_cast<std::size_t>(bin - first_)];
}

void HistogramRecorder::widen(int exponent) {
  if (exponent <= exponent_) return;
  const int shift = std::min(exponent - exponent_, 63);  // beyond, only the sign is left
  const std::int64_t first = first_ >> shift;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::int64_t bin = (first_ + static_cast<std::int64_t>(i)) >> shift;
    const auto target = static_cast<std::size_t>(bin - first);
    const std::uint64_t count = counts_[i];
    counts_[i] = 0;
    counts_[target] += count;  // target <= i: nothing that is still to be read is overwritten
  }
  const std::int64_t last = (first_ + static_cast<std::int64_t>(counts_.size()) - 1) >> shift;
  counts_.resize(static_cast<std::size_t>(last - first + 1));
  first_ = first;
  exponent_ = exponent;
  inverse_ = std::ldexp(1.0, -exponent);
}

Histogram HistogramRecorder::data() const {
  Histogram result;
  result.non_finite = non_finite_;
  if (counts_.empty()) return result;
  result.width = std::ldexp(1.0, exponent_);
  result.origin = static_cast<double>(first_) * result.width;
  result.counts = counts_;
  return result;
}

Histogram merge(const Histogram& a, const Histogram& b) {
  const auto recorder_of = [](const Histogram& part) {
    HistogramRecorder recorder;
    recorder.exponent_ = std::ilogb(part.width);
    recorder.inverse_ = 1 / part.width;
    recorder.first_ = static_cast<std::int64_t>(part.origin / part.width);
    recorder.counts_ = part.counts;
    return recorder;
  };
  Histogram result;
  if (a.counts.empty() || b.counts.empty()) {
    result = a.counts.empty() ? b : a;
  } else {
    HistogramRecorder left = recorder_of(a);
    HistogramRecorder right = recorder_of(b);
    left.widen(right.exponent_);
    right.widen(left.exponent_);
    const auto last_of = [](const HistogramRecorder& part) {
      return part.first_ + static_cast<std::int64_t>(part.counts_.size()) - 1;
    };
    // Before the two share an array, widen both until it is short: they may lie far apart.
    while (std::max(last_of(left), last_of(right)) - std::min(left.first_, right.first_) >=
           HistogramRecorder::kMostBins) {
      const int wider = left.exponent_ + 1;
      left.widen(wider);
      right.widen(wider);
    }
    const std::int64_t first = std::min(left.first_, right.first_);
    std::vector<std::uint64_t> counts(
        static_cast<std::size_t>(std::max(last_of(left), last_of(right)) - first + 1), 0);
    for (const HistogramRecorder* part : {&left, &right}) {
      for (std::size_t i = 0; i < part->counts_.size(); ++i) {
        counts[static_cast<std::size_t>(part->first_ - first) + i] += part->counts_[i];
      }
    }
    left.first_ = first;
    left.counts_ = std::move(counts);
    result = left.data();
  }
  result.non_finite = a.non_finite + b.non_finite;
  return result;
}

void HistogramRecorder::archive(Archive& archive) {
  archive(exponent_, inverse_, first_, counts_, non_finite_);
}

}  // namespace escapement::statistics
