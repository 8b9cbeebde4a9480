// SPDX-License-Identifier: MIT
#include "escapement/statistics/time_persistent.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {

TimePersistent::TimePersistent(double start, double value) : last_time_(start), value_(value), start_(start) {
  if (!std::isfinite(start)) refuse_time(start);
  path_.value = path_.minimum = path_.maximum = value;
}

void TimePersistent::refuse_time(double t) const {
  throw InternalError("time-persistent statistic: time " + to_text(t) +
                      " is not allowed, its value was set at " + to_text(last_time_) +
                      "; times are finite and never decrease, so pass the clock of the simulation");
}

// A block's value segments: from path.position to times[0] the old value, then values[i] to times[i + 1].
double TimePersistent::append(Path& path, const double* times, const double* values, std::size_t count) {
  const double origin = path.moments.origin(path.value);
  const double begin = path.position;
  // In registers, for every step depends on the one before.
  double position = begin, value = path.value, minimum = path.minimum, maximum = path.maximum;
  double sum = 0;
  double deviation = 0;
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double held = times[i] - position;
    const double apart = value - origin;
    sum += value * held;
    deviation += apart * held;
    squares += apart * apart * held;
    position = times[i];
    value = values[i];
    minimum = value < minimum ? value : minimum;
    maximum = value > maximum ? value : maximum;
  }
  path.position = position;
  path.value = value;
  path.minimum = minimum;
  path.maximum = maximum;
  path.moments.fold(position - begin, sum, deviation, squares);
  return sum;
}

// Two changes at a time; sums in append()'s order, so that they come to the same to the last bit.
double TimePersistent::append_block(Path& path, const double* times, const double* values) {
  using Pair = double __attribute__((vector_size(16)));
  static_assert(kBlock % 2 == 0);
  const auto pair_at = [](const double* from) {
    Pair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
  };
  const double origin = path.moments.origin(path.value), begin = path.position;
  const Pair origins = {origin, origin};
  Pair since = {begin, times[0]}, held_values = {path.value, values[0]};
  Pair sums{};  // of areas and of deviations
  double squares = 0;
  Pair least = {path.minimum, path.minimum}, most = {path.maximum, path.maximum};
  for (std::size_t i = 0;;) {
    const Pair held = pair_at(times + i) - since;
    const Pair apart = held_values - origins;
    const Pair areas = held_values * held, deviations = apart * held, square = apart * apart * held;
    sums += Pair{areas[0], deviations[0]};
    sums += Pair{areas[1], deviations[1]};
    squares += square[0];
    squares += square[1];
    const Pair set = pair_at(values + i);
    least = set < least ? set : least;
    most = set > most ? set : most;
    i += 2;
    if (i == kBlock) break;
    since = pair_at(times + i - 1);
    held_values = pair_at(values + i - 1);
  }
  path.position = times[kBlock - 1];
  path.value = values[kBlock - 1];
  path.minimum = std::min(least[0], least[1]);
  path.maximum = std::max(most[0], most[1]);
  path.moments.fold(path.position - begin, sums[0], sums[1], squares);
  return sums[0];
}

void TimePersistent::Batches::close(double value, double until) {
  // A long hold passes many batches, but widths double: at most 20 batches per power of two.
  while (end <= until) {
    const double mean = (area + value * (end - position)) / width;
    area = 0;
    position = end;
    if (means.add_complete(mean)) {
      width *= 2;
      number /= 2;
    }
    ++number;
    end = static_cast<double>(number) * width;
  }
}

void TimePersistent::fold_buffer() {
  const double last = fill_ == 0 ? path_.position : times_[fill_ - 1];
  if (series_) [[unlikely]] {
    double held = path_.value;
    for (std::size_t i = 0; i < fill_; ++i) {
      series_->hold(held, times_[i] - series_from_);
      held = values_[i];
    }
  }
  if (last < batches_.end) {  // as a rule the whole buffer falls into the open batch
    batches_.area += fill_ == kBlock ? append_block(path_, times_.data(), values_.data())
                                     : append(path_, times_.data(), values_.data(), fill_);
    batches_.position = last;
  } else {
    double held = path_.value;
    for (std::size_t i = 0; i < fill_; ++i) {
      batches_.hold(held, times_[i]);
      held = values_[i];
    }
    append(path_, times_.data(), values_.data(), fill_);
  }
  folded_changes_ += fill_;
  fill_ = 0;
}

void TimePersistent::move(double t, const Course& course) {
  if (!(t >= last_time_ && t <= std::numeric_limits<double>::max())) refuse_time(t);
  fold_buffer();
  const double held = t - start_ - path_.position;
  if (held > 0) {
    const double apart = course.mean - path_.moments.origin(path_.value);
    path_.moments.fold(held, course.mean * held, apart * held, (apart * apart + course.variance) * held);
    batches_.hold(course.mean, t - start_);
    if (series_) series_->hold(course.mean, t - start_ - series_from_);
    path_.position = t - start_;
  }
  path_.minimum = std::min(path_.minimum, course.minimum);
  path_.maximum = std::max(path_.maximum, course.maximum);
  if (course.end != value_ || course.minimum != course.maximum) ++folded_changes_;
  path_.value = value_ = course.end;
  last_time_ = t;
}

TimePersistent::Path TimePersistent::path() const {
  Path result = path_;
  append(result, times_.data(), values_.data(), fill_);
  return result;
}

TimePersistent::Path TimePersistent::path(double t) const {
  bring_to(t);
  if (!(t >= last_time_ && t <= std::numeric_limits<double>::max())) refuse_time(t);
  Path result = path();
  const double end = t - start_;
  append(result, &end, &value_, 1);
  return result;
}

double TimePersistent::minimum() const {
  return path().minimum;
}

double TimePersistent::maximum() const {
  return path().maximum;
}

double TimePersistent::average(double t) const {
  const Path whole = path(t);
  if (!(whole.moments.weight() > 0)) return value_;
  // Rounding may carry the mean of a constant past it.
  return std::clamp(whole.moments.mean(), whole.minimum, whole.maximum);
}

double TimePersistent::standard_deviation(double t) const {
  const Path whole = path(t);
  if (!(whole.moments.weight() > 0) || whole.minimum == whole.maximum) return 0;
  return std::sqrt(whole.moments.second_central_sum() / whole.moments.weight());
}

double TimePersistent::integral(double t) const {
  return path(t).moments.sum();
}

HalfWidth TimePersistent::half_width(double t, double level) const {
  const Path whole = path(t);
  Batches all = batches_;
  double held = path_.value;
  for (std::size_t i = 0; i < fill_; ++i) {
    all.hold(held, times_[i]);
    held = values_[i];
  }
  all.hold(held, whole.position);
  HalfWidth result = all.means.half_width(level);
  // A value that never changed is known exactly; one that changed seldom is not known well enough.
  if (changes() > 0 && changes() < kFewestChanges) return {std::nullopt, kInsufficient};
  return result;
}

void TimePersistent::clear(double t) {
  bring_to(t);
  if (!(t >= last_time_ && t <= std::numeric_limits<double>::max())) refuse_time(t);
  std::optional<SeriesRecorder> course;
  double course_from = 0;
  if (series_) {
    fold_buffer();
    series_->hold(value_, t - start_ - series_from_);
    course = std::move(series_);
    course_from = start_ + series_from_ - t;
  }
  Mover* const mover = mover_;
  *this = TimePersistent(t, value_);
  mover_ = mover;
  series_ = std::move(course);
  series_from_ = course_from;
}

void TimePersistent::record_series(bool on) {
  if (on == series_.has_value()) return;
  fold_buffer();
  series_.reset();
  series_from_ = path_.position;
  if (on) series_.emplace(start_ + series_from_);
}

std::optional<Series> TimePersistent::series(double t) const {
  if (!series_) return std::nullopt;
  const Path whole = path(t);
  SeriesRecorder all = *series_;
  double held = path_.value;
  for (std::size_t i = 0; i < fill_; ++i) {
    all.hold(held, times_[i] - series_from_);
    held = values_[i];
  }
  all.hold(held, whole.position - series_from_);
  return all.data();
}

void TimePersistent::archive(Archive& archive) {
  archive(last_time_, value_, fill_, start_, times_, values_, folded_changes_);
  archive(path_.position, path_.value, path_.minimum, path_.maximum, path_.moments);
  archive(batches_.means, batches_.width, batches_.end, batches_.position, batches_.area, batches_.number);
  archive(series_, series_from_);
}

}  // namespace escapement::statistics
