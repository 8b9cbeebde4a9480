// SPDX-License-Identifier: MIT
// How often and how long a value, or a state, was in each of several categories.
//
// A category is one value, or a range (low, high] that excludes its lower end and includes its upper. A value
// in several belongs to the first of them; a value in none to the category "Out of Range", which is always
// there, last, and takes no part in the restricted percentages.
//
// A visit is a stay of positive length. Passing through a category within one instant is no visit and does
// not end the stay around it, nor does a change of value inside the category. Visits begun before clear() and
// lasting beyond it count once more after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/mover.h"
#include "escapement/statistics/summary.h"

namespace escapement::statistics {

// Made by value_category or range_category.
struct Category {
  std::string name;
  double low = 0;
  double high = 0;
  bool constant = true;    // exactly `high`
  bool restricted = true;  // takes part in the restricted percentages
};

Category value_category(std::string name, double value, bool restricted = true);
Category range_category(std::string name, double low, double high, bool restricted = true);

class Frequency {
 public:
  // BuildError, naming the category, when there is none, when two have the same name or one is called "Out of
  // Range", when a constant is NaN, or when a range is not low < high. Infinite ends are allowed.
  // InternalError when start is not finite.
  explicit Frequency(std::vector<Category> categories, double start = 0, double value = 0);

  // For states: the categories are the values 0, 1, 2 ... with these names.
  static Frequency of_states(const std::vector<std::string>& names, double start = 0, std::size_t state = 0);

  // From time t on the value is v (a state: its number). InternalError when t is before the last change.
  void set(double t, double v);

  // The categories in order, "Out of Range" last, up to time t >= the last change.
  std::vector<FrequencyRow> rows(double t) const;

  // Whether a value that goes straight from one to the other comes into another category on its way.
  bool passes_border(double from, double to) const;
  // nullptr: the value moves at events only (mover.h).
  void follow(Mover* mover) { mover_ = mover; }

  // The end of the warm-up: visits and times begin anew at t, with the category that holds.
  void clear(double t);

  double value() const { return value_; }
  // The categories are there already.
  void archive(Archive& archive);

 private:
  struct Total {
    std::uint64_t visits = 0;
    double time = 0;
    void archive(Archive& archive);
  };

  std::size_t category_of(double value) const;
  void hold(std::vector<Total>& totals, std::size_t& visited, double t) const;
  void require_time(double t) const;

  std::vector<Category> categories_;
  std::vector<Total> totals_;  // one more than categories: out of range
  double last_time_;
  double value_;
  std::size_t current_;  // holds from last_time_ on
  std::size_t visited_;  // of the visit under way; none at first
  Mover* mover_ = nullptr;
};

}  // namespace escapement::statistics
