// SPDX-License-Identifier: MIT
#include "zeno.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::sundials::internal {
namespace {

constexpr int kLeastShrinking = 20;
constexpr double kLeastRatio = 1e-3;
constexpr std::size_t kRecent = 1000;

}  // namespace

ZenoWatch::ZenoWatch(std::vector<std::string> conditions)
    : conditions_(std::move(conditions)), series_(conditions_.size()) {}

void ZenoWatch::note(double t, std::span<const std::size_t> fired) {
  for (const std::size_t i : fired) {
    if (i >= series_.size()) continue;
    Series& s = series_[i];
    const double interval = t - s.last;
    // A series that piles up shrinks by much the same factor each time; one sudden step is the beginning of
    // another.
    if (s.fired >= 2 && interval <= 0.9999 * s.interval && interval >= kLeastRatio * s.interval) {
      if (++s.shrinking == 1) s.first_interval = s.interval;
      if (s.shrinking >= kLeastShrinking && interval < 1e-6 * s.first_interval) {
        const double ratio = interval / s.interval;
        throw Error(
            "the condition '" + conditions_[i] + "' has become true " + std::to_string(s.shrinking + 2) +
            " times at ever shorter intervals, the last of " + to_text(interval) + "; they pile up at time " +
            to_text(t + interval * ratio / (1 - ratio)) +
            ", which the model never gets past. Give it a state of rest: an event that ends the motion "
            "when it has become slow");
      }
    } else {
      s.shrinking = 0;
    }
    s.interval = interval;
    s.last = t;
    ++s.fired;
  }
  if (fired.empty()) return;
  recent_.emplace_back(t, fired.front());
  if (recent_.size() <= kRecent) return;
  recent_.pop_front();
  if (t - recent_.front().first <= 1e-10 * std::abs(t) + 1e-14) {
    std::set<std::size_t> involved;
    for (const auto& [when, condition] : recent_) involved.insert(condition);
    std::vector<std::string> names;
    for (const std::size_t i : involved) names.push_back(conditions_[i]);
    throw Error(std::to_string(kRecent) + " events within " + to_text(t - recent_.front().first) +
                ", of the conditions " + list_text(names) +
                ": the model chatters between two modes at time " + to_text(t) +
                ". Give the condition a hysteresis: two levels, one for each direction");
  }
}

void ZenoWatch::Series::archive(Archive& archive) {
  archive(last, interval, first_interval, fired, shrinking);
}

void ZenoWatch::archive(Archive& archive) {
  archive(series_, recent_);
}

}  // namespace escapement::sundials::internal
