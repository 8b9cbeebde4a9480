// SPDX-License-Identifier: MIT
#include "escapement/equations/time_search.h"

#include <array>
#include <cmath>

#include "escapement/equations/derivative.h"

namespace escapement::equations {
namespace {
constexpr int kDepth = 60;    // halvings of a stretch: then its ends are neighbours
constexpr int kWork = 20000;  // stretches that are looked at in one search
}  // namespace

TimeSearch::TimeSearch(Terms& terms, Term function) : function_(terms, std::array{function}) {
  const Term zero = terms.constant(0);
  Differentiator by_time(
      terms, [=](VariableIndex) { return zero; }, terms.constant(1));
  derivative_ = Tape(terms, std::array{by_time(function)});
}

double TimeSearch::value(double time) {
  double result = 0;
  function_.evaluate<double>(values_, time, work_, {&result, 1});
  return result;
}

Interval TimeSearch::range(const Tape& tape, double from, double to) {
  Interval result;
  tape.evaluate<Interval>(interval_values_, Interval(from, to), interval_work_, {&result, 1});
  return result;
}

TimeSearch::Found TimeSearch::next_crossing(std::span<const double> values, double from, double to) {
  values_.assign(values.begin(), values.end());
  interval_values_.clear();
  for (const double one : values) interval_values_.emplace_back(one);
  double at = value(from);
  if (at == 0) {  // just left of a side, or on it: what comes next tells
    const Interval slope = range(derivative_, from, from);
    at = slope.low() + slope.high();
  }
  positive_ = at > 0;
  side_ = at > 0 ? 1 : at < 0 ? -1 : 0;
  work_left_ = kWork;
  reached_ = from;
  const std::optional<double> crossing = search(from, to, 0);
  return {crossing, work_left_ > 0 ? to : reached_};
}

std::optional<double> TimeSearch::search(double from, double to, int depth) {
  if (--work_left_ <= 0) return std::nullopt;
  const std::optional<double> found = search_in(from, to, depth);
  if (work_left_ > 0) reached_ = to;
  return found;
}

std::optional<double> TimeSearch::search_in(double from, double to, int depth) {
  const Interval all = range(function_, from, to);
  if (!all.holds(0)) {
    // All on one side. It is the other one where the crossing lies between two stretches.
    return (all.low() > 0) == positive_ ? std::nullopt : std::optional(from);
  }
  const Interval slope = range(derivative_, from, to);
  // At rest on the border, as the end of a ramp may be: it has no slope, and its range over the whole stretch
  // is no more than what it is rounded by at a point. (A jump has no slope either, but it has a range.)
  constexpr double kNoSlope = 1e-300;
  if (slope.low() >= -kNoSlope && slope.high() <= kNoSlope) {
    const Interval at_point = range(function_, to, to);
    if (2 * (at_point.high() - at_point.low()) >= all.high() - all.low()) return std::nullopt;
  }
  const double at_end = value(to);
  if (!slope.holds(0))
    return at_end != 0 && (at_end > 0) != positive_ ? std::optional(bisect(from, to)) : std::nullopt;
  const double middle = from + (to - from) / 2;
  if (depth >= kDepth || !(middle > from && middle < to))
    return at_end != 0 && (at_end > 0) != positive_ ? std::optional(to) : std::nullopt;
  if (const auto found = search(from, middle, depth + 1)) return found;
  return search(middle, to, depth + 1);
}

// The first of two neighbours in (from, to] at which the other side is reached.
double TimeSearch::bisect(double from, double to) {
  while (true) {
    const double middle = from + (to - from) / 2;
    if (!(middle > from && middle < to)) return to;
    const double at = value(middle);
    (at != 0 && (at > 0) != positive_ ? to : from) = middle;
  }
}

}  // namespace escapement::equations
