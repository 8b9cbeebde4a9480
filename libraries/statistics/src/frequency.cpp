// SPDX-License-Identifier: MIT
#include "escapement/statistics/frequency.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr const char* kOutOfRange = "Out of Range";

void check(const std::vector<Category>& categories) {
  if (categories.empty()) {
    throw BuildError(
        "a frequency statistic has no categories; allowed is one or more: give values or ranges");
  }
  std::set<std::string> names;
  for (const Category& category : categories) {
    const std::string what = "frequency category '" + category.name + "'";
    if (category.name == kOutOfRange) {
      throw BuildError(what + " is always there for values in no other category; name yours differently");
    }
    if (!names.insert(category.name).second) {
      throw BuildError(what + " is given twice; each category needs its own name");
    }
    if (category.constant && std::isnan(category.high)) {
      throw BuildError(what + " has the value nan, which nothing equals; give a number");
    }
    if (!category.constant && !(category.low < category.high)) {
      throw BuildError(what + " is the range (" + to_text(category.low) + ", " + to_text(category.high) +
                       "], which holds nothing; the lower end must be below the upper");
    }
  }
}

}  // namespace

Category value_category(std::string name, double value, bool restricted) {
  return {std::move(name), value, value, true, restricted};
}

Category range_category(std::string name, double low, double high, bool restricted) {
  return {std::move(name), low, high, false, restricted};
}

Frequency::Frequency(std::vector<Category> categories, double start, double value)
    : categories_(std::move(categories)), last_time_(start), value_(value), visited_(kNone) {
  check(categories_);
  require_time(start);
  totals_.resize(categories_.size() + 1);
  current_ = category_of(value);
}

Frequency Frequency::of_states(const std::vector<std::string>& names, double start, std::size_t state) {
  std::vector<Category> categories;
  for (const std::string& name : names) {
    categories.push_back(value_category(name, static_cast<double>(categories.size())));
  }
  return Frequency(std::move(categories), start, static_cast<double>(state));
}

std::size_t Frequency::category_of(double value) const {
  for (std::size_t i = 0; i < categories_.size(); ++i) {
    const Category& category = categories_[i];
    if (category.constant ? value == category.high : value > category.low && value <= category.high) return i;
  }
  return categories_.size();
}

bool Frequency::passes_border(double from, double to) const {
  if (category_of(from) != category_of(to)) return true;
  const double least = std::min(from, to), most = std::max(from, to);
  return std::any_of(categories_.begin(), categories_.end(), [&](const Category& category) {
    return (category.low > least && category.low < most) || (category.high > least && category.high < most);
  });
}

void Frequency::require_time(double t) const {
  if (t >= last_time_ && std::isfinite(t)) return;
  throw InternalError("frequency statistic: time " + to_text(t) + " is not allowed, its value was set at " +
                      to_text(last_time_) +
                      "; times are finite and never decrease, so pass the clock of the simulation");
}

void Frequency::hold(std::vector<Total>& totals, std::size_t& visited, double t) const {
  if (!(t > last_time_)) return;
  totals[current_].time += t - last_time_;
  if (visited == current_) return;
  ++totals[current_].visits;
  visited = current_;
}

void Frequency::set(double t, double v) {
  require_time(t);
  value_ = v;
  const std::size_t category = category_of(v);
  if (category == current_) return;
  hold(totals_, visited_, t);
  last_time_ = t;
  current_ = category;
}

std::vector<FrequencyRow> Frequency::rows(double t) const {
  if (mover_ != nullptr) mover_->bring_to(t);
  require_time(t);
  std::vector<Total> totals = totals_;
  std::size_t visited = visited_;
  hold(totals, visited, t);
  std::vector<FrequencyRow> result(totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const bool outside = i == categories_.size();
    result[i].name = outside ? kOutOfRange : categories_[i].name;
    result[i].restricted = !outside && categories_[i].restricted;
    result[i].visits = totals[i].visits;
    result[i].time = totals[i].time;
  }
  complete(result);
  return result;
}

void Frequency::clear(double t) {
  if (mover_ != nullptr) mover_->bring_to(t);
  require_time(t);
  totals_.assign(totals_.size(), {});
  last_time_ = t;
  visited_ = kNone;
}

void Frequency::Total::archive(Archive& archive) {
  archive(visits, time);
}

void Frequency::archive(Archive& archive) {
  archive(totals_, last_time_, value_, current_, visited_);
}

}  // namespace escapement::statistics
