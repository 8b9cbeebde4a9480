// SPDX-License-Identifier: MIT
#include "escapement/sundials/delay_history.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"

namespace escapement::sundials {

void DelayHistory::Sample::archive(Archive& archive) {
  archive(t, value, begins);
}

void DelayHistory::clear(double t, double value) {
  samples_.assign(1, {t, value, true});
  stretch_ = 0;
  end_ = 1;
}

void DelayHistory::add(double t, double value) {
  if (t > samples_.back().t) {
    if (end_ == samples_.size()) ++end_;
    samples_.push_back({t, value, false});
  } else if (t == samples_.back().t) {
    samples_.back().value = value;
  }
}

// A jump that goes back to where it came from within the instant is none. What it begins with stays before a
// jump of the first instant.
void DelayHistory::jump(double t, double value) {
  constexpr double kRounding = 1e-9;
  const Sample& last = samples_.back();
  if (last.t == t && last.begins && samples_.size() > 1)
    samples_.back().value = value;
  else if (last.t < t ||
           std::abs(last.value - value) > kRounding * std::max(std::abs(last.value), std::abs(value)))
    samples_.push_back({t, value, true});
}

void DelayHistory::find_end() {
  end_ = stretch_ + 1;
  while (end_ < samples_.size() && !samples_[end_].begins) ++end_;
}

Time DelayHistory::next_jump() const {
  return end_ < samples_.size() ? samples_[end_].t : kInfinity;
}

bool DelayHistory::move_to(double t) {
  bool moved = false;
  while (end_ < samples_.size() && samples_[end_].t <= t) {
    stretch_ = end_;
    find_end();
    moved = true;
  }
  return moved;
}

double DelayHistory::value(double t) const {
  if (t <= samples_[stretch_].t || end_ == stretch_ + 1) return samples_[stretch_].value;
  const auto first = samples_.begin() + static_cast<std::ptrdiff_t>(stretch_);
  const auto past = samples_.begin() + static_cast<std::ptrdiff_t>(end_);
  const auto above = std::lower_bound(first, past, t, [](const Sample& s, double at) { return s.t < at; });
  constexpr std::ptrdiff_t kPoints = 4;
  const std::ptrdiff_t count = std::min<std::ptrdiff_t>(kPoints, past - first);
  const std::ptrdiff_t from =
      std::clamp<std::ptrdiff_t>((above - first) - kPoints / 2, 0, (past - first) - count);
  // What stands still is exactly that, also in the sum of rounded weights: a delayed whole number stays
  // whole.
  if (std::all_of(first + from, first + from + count,
                  [&](const Sample& one) { return one.value == first[from].value; }))
    return first[from].value;
  double sum = 0;
  for (std::ptrdiff_t i = from; i < from + count; ++i) {
    double weight = 1;
    for (std::ptrdiff_t j = from; j < from + count; ++j)
      if (j != i) weight *= (t - first[j].t) / (first[i].t - first[j].t);
    sum += weight * first[i].value;
  }
  return sum;
}

void DelayHistory::forget_before(double t) {
  constexpr std::size_t kKept = 4;  // for the cubic
  while (stretch_ > 0) {
    samples_.pop_front();
    --stretch_;
    --end_;
  }
  // Within the present stretch the first sample stands for its beginning, which is behind us then.
  while (end_ > kKept + 1 && samples_[kKept].t < t) {
    samples_.pop_front();
    --end_;
    samples_.front().begins = true;
  }
}

void DelayHistory::archive(Archive& archive) {
  archive(samples_, stretch_);
  if (archive.loading()) find_end();
}

}  // namespace escapement::sundials
