// SPDX-License-Identifier: MIT
#include "escapement/statistics/tally.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "escapement/core/archive.h"

namespace escapement::statistics {
namespace {

// Four lanes, always in this order: quick, and the same result on every machine.
template <typename Term>
double sum_of(const double* values, std::size_t count, Term term) {
  std::array<double, 4> lanes{};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] += term(values[i + lane]);
  }
  for (; i < count; ++i) lanes[i % 4] += term(values[i]);
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

double plain_sum(const double* values, std::size_t count) {
  return sum_of(values, count, [](double x) { return x; });
}

void fold(const double* values, std::size_t count, double sum, Moments& moments) {
  const double origin = moments.origin(values[0]);
  const double deviation = sum_of(values, count, [origin](double x) { return x - origin; });
  const double squares = sum_of(values, count, [origin](double x) { return (x - origin) * (x - origin); });
  moments.fold(static_cast<double>(count), sum, deviation, squares);
}

}  // namespace

// A full buffer, four lanes in two pairs at a time: sum_of() and the extremes in one pass, with the same
// order of additions.
void Tally::fold_buffer() {
  if (!plain_) [[unlikely]]
    record_more();
  using Pair = double __attribute__((vector_size(16)));
  using Truths = long long __attribute__((vector_size(16)));
  static_assert(kBatch % 4 == 0);
  if (folded_ == 0) totals_.minimum = totals_.maximum = buffer_[0];
  const double origin = totals_.moments.origin(buffer_[0]);
  // Many tallies never see but one value, such as a time of 0 in a category that the model does not use. Then
  // the sums below come to exactly this.
  bool constant = totals_.minimum == totals_.maximum && origin == totals_.minimum;
  if (constant) {
    Truths equal = {-1, -1};
    for (std::size_t i = 0; i < kBatch; i += 2) {
      Pair values;
      std::memcpy(&values, buffer_.data() + i, sizeof values);
      equal &= values == Pair{origin, origin};
    }
    constant = (equal[0] & equal[1]) != 0;
  }
  if (constant) {
    totals_.moments.fold(static_cast<double>(kBatch), static_cast<double>(kBatch) * origin, 0, 0);
    batches_.add(origin);
    folded_ += kBatch;
    fill_ = 0;
    return;
  }
  const Pair origins = {origin, origin};
  Pair sums_a{}, sums_b{}, deviations_a{}, deviations_b{}, squares_a{}, squares_b{};
  Pair least, most;
  std::memcpy(&least, buffer_.data(), sizeof least);
  most = least;
  for (std::size_t i = 0; i < kBatch; i += 4) {
    Pair a, b;
    std::memcpy(&a, buffer_.data() + i, sizeof a);
    std::memcpy(&b, buffer_.data() + i + 2, sizeof b);
    const Pair apart_a = a - origins, apart_b = b - origins;
    sums_a += a;
    sums_b += b;
    deviations_a += apart_a;
    deviations_b += apart_b;
    squares_a += apart_a * apart_a;
    squares_b += apart_b * apart_b;
    least = a < least ? a : least;
    most = a > most ? a : most;
    least = b < least ? b : least;
    most = b > most ? b : most;
  }
  const auto total = [](const Pair& a, const Pair& b) { return (a[0] + b[0]) + (a[1] + b[1]); };
  const double sum = total(sums_a, sums_b);
  totals_.moments.fold(static_cast<double>(kBatch), sum, total(deviations_a, deviations_b),
                       total(squares_a, squares_b));
  totals_.minimum = std::min(totals_.minimum, std::min(least[0], least[1]));
  totals_.maximum = std::max(totals_.maximum, std::max(most[0], most[1]));
  batches_.add(sum / static_cast<double>(kBatch));
  folded_ += kBatch;
  fill_ = 0;
}

// Of a full buffer.
[[gnu::noinline]] void Tally::record_more() {
  if (values_) {
    values_->insert(values_->end(), buffer_.begin() + static_cast<std::ptrdiff_t>(values_from_),
                    buffer_.end());
    values_from_ = 0;
  }
  if (histogram_) {
    for (std::size_t i = histogram_from_; i < kBatch; ++i) histogram_->add(buffer_[i]);
    histogram_from_ = 0;
  }
}

Tally::Totals Tally::totals() const {
  Totals result = totals_;
  if (fill_ == 0) return result;
  fold(buffer_.data(), fill_, plain_sum(buffer_.data(), fill_), result.moments);
  if (folded_ == 0) result.minimum = result.maximum = buffer_[0];
  for (std::size_t i = 0; i < fill_; ++i) {
    result.minimum = std::min(result.minimum, buffer_[i]);
    result.maximum = std::max(result.maximum, buffer_[i]);
  }
  return result;
}

std::optional<double> Tally::average() const {
  if (empty()) return std::nullopt;
  const Totals all = totals();
  // Rounding may carry the mean of equal values past them.
  return std::min(std::max(all.moments.mean(), all.minimum), all.maximum);
}

std::optional<double> Tally::minimum() const {
  if (empty()) return std::nullopt;
  return totals().minimum;
}

std::optional<double> Tally::maximum() const {
  if (empty()) return std::nullopt;
  return totals().maximum;
}

std::optional<double> Tally::last() const {
  if (empty()) return std::nullopt;
  return buffer_[(fill_ + kBatch - 1) % kBatch];  // after a fold the buffer still holds its values
}

std::optional<double> Tally::standard_deviation() const {
  if (observations() < 2) return std::nullopt;
  const Totals all = totals();
  if (all.minimum == all.maximum) return 0;  // exactly, whatever rounding left in the sum
  return std::sqrt(all.moments.second_central_sum() / static_cast<double>(observations() - 1));
}

double Tally::sum() const {
  return totals().moments.sum();
}

HalfWidth Tally::half_width(double level) const {
  return batches_.half_width(level);
}

void Tally::clear() {
  const bool recording = histogram_.has_value(), keeping = values_.has_value();
  *this = Tally();
  record_histogram(recording);
  record_values(keeping);
}

void Tally::record_histogram(bool on) {
  if (on == histogram_.has_value()) return;
  histogram_.reset();
  if (on) histogram_.emplace();
  histogram_from_ = on ? fill_ : 0;
  plain_ = !histogram_ && !values_;
}

std::optional<Histogram> Tally::histogram() const {
  if (!histogram_) return std::nullopt;
  HistogramRecorder all = *histogram_;
  for (std::size_t i = histogram_from_; i < fill_; ++i) all.add(buffer_[i]);
  return all.data();
}

void Tally::record_values(bool on) {
  if (on == values_.has_value()) return;
  values_.reset();
  if (on) values_.emplace();
  values_from_ = on ? fill_ : 0;
  plain_ = !histogram_ && !values_;
}

void Tally::take_values(std::vector<double>& values) {
  if (!values_) return;
  values.insert(values.end(), values_->begin(), values_->end());
  values_->clear();
  values.insert(values.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(values_from_),
                buffer_.begin() + static_cast<std::ptrdiff_t>(fill_));
  values_from_ = fill_;
}

void Tally::archive(Archive& archive) {
  archive(buffer_, fill_, folded_, totals_.moments, totals_.minimum, totals_.maximum, batches_, histogram_,
          histogram_from_);
  plain_ = !histogram_ && !values_;
}

}  // namespace escapement::statistics
