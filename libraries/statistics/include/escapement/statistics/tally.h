// SPDX-License-Identifier: MIT
// Statistics of observations, one at a time: how long each part waited, how many items each order had.
//
// observe() only stores the value; sixteen at a time are folded into count, sum, variance, extremes and batch
// means (moments.h, batch_means.h). So the sums are blocked: over 1e9 observations the average is good to
// better than 12 digits. A batch is 16 observations at first: 20 batches are there after 320 observations,
// and at 640 the size doubles. Reading folds the rest on the side and changes nothing.
//
// Every observation counts, zeros too. Values are to be finite: observe() does not look, because callers know
// the model path and the clock that belong in the message and refuse such a value there. After a NaN all but
// the count, the last value and the histogram is meaningless.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/batch_means.h"
#include "escapement/statistics/histogram.h"
#include "escapement/statistics/moments.h"

namespace escapement::statistics {

class Tally {
 public:
  static constexpr std::size_t kBatch = 16;

  void observe(double value) {
    buffer_[fill_] = value;
    if (++fill_ == kBatch) [[unlikely]] {
      fold_buffer();
    }
  }

  std::uint64_t observations() const { return folded_ + fill_; }
  bool empty() const { return observations() == 0; }

  // nullopt when nothing was observed.
  std::optional<double> average() const;
  std::optional<double> minimum() const;
  std::optional<double> maximum() const;
  std::optional<double> last() const;
  // Of the sample, with divisor n - 1; nullopt below two observations.
  std::optional<double> standard_deviation() const;
  // 0 when nothing was observed.
  double sum() const;

  // See BatchMeans::half_width; "insufficient" below 320 observations.
  HalfWidth half_width(double level = 0.95) const;
  const BatchMeans& batches() const { return batches_; }

  // Forgets all observations (the end of the warm-up); recording goes on.
  void clear();

  // A histogram of the observations from here on; nullopt while off.
  void record_histogram(bool on);
  std::optional<Histogram> histogram() const;

  // Keeps the observations from here on, until they are taken. Off at first, and not archived.
  void record_values(bool on);
  // Appends to `values` what was observed since the last call, and forgets it. Nothing while off.
  void take_values(std::vector<double>& values);
  void archive(Archive& archive);

 private:
  struct Totals {
    Moments moments;
    double minimum = 0;
    double maximum = 0;
  };

  void fold_buffer();
  void record_more();
  Totals totals() const;  // the rest of the buffer included

  // In the order in which they are needed: a model has many tallies, and they share the cache with all else.
  std::size_t fill_ = 0;
  bool plain_ = true;  // neither a histogram nor the values are kept
  std::array<double, kBatch> buffer_{};
  std::uint64_t folded_ = 0;
  Totals totals_;
  BatchMeans batches_;
  std::optional<HistogramRecorder> histogram_;
  std::size_t histogram_from_ = 0;  // the buffer's values before this one came before recording was on
  std::optional<std::vector<double>> values_;
  std::size_t values_from_ = 0;  // the buffer's values before this one were taken
};

}  // namespace escapement::statistics
