// SPDX-License-Identifier: MIT
#include "escapement/equations/time_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "escapement/equations/derivative.h"

namespace escapement::equations {
namespace {
constexpr int kDepth = 60;    // halvings of a stretch: then its ends are neighbours
constexpr int kWork = 20000;  // stretches that are looked at in one search
// After a search that came to no end: how much longer the stretches of the next one are than those that it
// looked at, on the average, and at how many it looks.
constexpr double kCoarser = 32;
constexpr int kLessWork = 5000;

// May the value of the function jump while time goes on? Of an `if` it is the condition that tells.
bool may_jump(const Terms& terms, Term function) {
  std::unordered_set<std::uint32_t> move;  // terms that depend on time
  for (const Term one : terms.reachable({&function, 1})) {
    const Operation operation = terms.operation(one);
    const auto arguments = terms.arguments(one);
    const auto moves = [&](Term argument) { return move.contains(argument.id); };
    if (operation != Operation::kTime && std::none_of(arguments.begin(), arguments.end(), moves)) continue;
    move.insert(one.id);
    switch (operation) {
      case Operation::kSign:
      case Operation::kFloor:
      case Operation::kCeil:
      case Operation::kMod:
        return true;
      case Operation::kIf:
        if (moves(arguments[0])) return true;
        break;
      default:
        if (is_relation(operation)) return true;
    }
  }
  return false;
}

}  // namespace

TimeSearch::TimeSearch(Terms& terms, Term function) : function_(terms, std::array{function}) {
  const Term zero = terms.constant(0);
  Differentiator by_time(
      terms, [=](VariableIndex) { return zero; }, terms.constant(1));
  derivative_ = Tape(terms, std::array{by_time(function)});
  jumps_ = may_jump(terms, function);
}

double TimeSearch::value_at(std::span<const double> values, double time) {
  double result = 0;
  function_.evaluate<double>(values, time, work_, {&result, 1});
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
  // Zero but for roundings, and at rest: it is on no side until the search comes to where it is on one.
  unsure_ = range(function_, from, from).holds(0) && range(derivative_, from, from).holds(0);
  if (unsure_) side_ = 0;
  start_ = from;
  const int work = shortest_ > 0 ? kLessWork : kWork;
  work_left_ = work;
  reached_ = from;
  coarse_ = false;
  const std::optional<double> crossing = search(from, to, 0);
  if (work_left_ <= 0)
    shortest_ = kCoarser * std::max(shortest_, (reached_ - from) / work);
  else if (!coarse_)
    shortest_ = 0;
  if (crossing && unsure_) return {std::nullopt, *crossing};
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
    return on_one_side(from, all.low() > 0);
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
  if (!slope.holds(0) && unsure_) return std::max(from, std::nextafter(start_, to));
  if (!slope.holds(0))
    return at_end != 0 && (at_end > 0) != positive_ ? std::optional(bisect(from, to)) : std::nullopt;
  if (const auto told = centred(from, to, slope)) {
    if (!told->holds(0)) return on_one_side(from, told->low() > 0);
    // Zero but for roundings all over the stretch: its sign tells nothing.
    const Interval at_point = range(function_, to, to);
    if (2 * (at_point.high() - at_point.low()) >= told->high() - told->low()) return std::nullopt;
  }
  if (to - from < shortest_) {
    coarse_ = true;
    const Interval at_point = range(function_, to, to);
    if (unsure_) return at_point.holds(0) ? std::nullopt : std::optional(to);
    return !at_point.holds(0) && (at_end > 0) != positive_ ? std::optional(bisect(from, to)) : std::nullopt;
  }
  const double middle = from + (to - from) / 2;
  if (depth >= kDepth || !(middle > from && middle < to))
    return !unsure_ && at_end != 0 && (at_end > 0) != positive_ ? std::optional(to) : std::nullopt;
  if (const auto found = search(from, middle, depth + 1)) return found;
  return search(middle, to, depth + 1);
}

// It is all on one side from here on, for a while.
std::optional<double> TimeSearch::on_one_side(double from, bool positive) {
  if (unsure_ && from > start_) return from;
  if (std::exchange(unsure_, false)) {
    positive_ = positive;
    side_ = positive ? 1 : -1;
  }
  return positive == positive_ ? std::nullopt : std::optional(from);
}

// The mean value form over the stretch.
std::optional<Interval> TimeSearch::centred(double from, double to, const Interval& slope) {
  if (jumps_ || !std::isfinite(slope.low()) || !std::isfinite(slope.high())) return std::nullopt;
  const double middle = from + (to - from) / 2;
  const Interval at = range(function_, middle, middle);
  const Interval none;
  const Interval reach = apply(Operation::kMultiply, slope, Interval(from - middle, to - middle), none);
  return apply(Operation::kAdd, at, reach, none);
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
