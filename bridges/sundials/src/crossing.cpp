// SPDX-License-Identifier: MIT
#include "crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "escapement/core/archive.h"

namespace escapement::sundials::internal {
namespace {

constexpr double kUnit = std::numeric_limits<double>::epsilon();

double ulps(double a, double b, double count) {
  return count * kUnit * std::max(std::abs(a), std::abs(b));
}

}  // namespace

Crossings::Crossings(std::vector<Relation> relations)
    : relations_(std::move(relations)), holding_(relations_.size(), 0) {
  for (Point* point : {&left_, &middle_, &right_, &probe_}) point->g.resize(relations_.size());
}

void Crossings::archive(Archive& archive) {
  archive(holding_, left_.t, left_.g);
}

void Crossings::settle(double t, ConditionValues& values) {
  if (empty()) return;
  values.at(t, left_.g.data());
  left_.t = t;
  for (std::size_t i = 0; i < relations_.size(); ++i) holding_[i] = holds(relations_[i], left_.g[i]) ? 1 : 0;
}

std::vector<std::size_t> Crossings::newly_true(double t, ConditionValues& values) {
  const std::vector<char> before = holding_;
  settle(t, values);
  std::vector<std::size_t> risen;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (holding_[i] != 0 && before[i] == 0) risen.push_back(i);
  return risen;
}

bool Crossings::search(double a, double b, ConditionValues& values, bool begins) {
  if (empty() || !(b > a)) return false;
  if (!(left_.t == a)) {
    left_.t = a;
    values.at(a, left_.g.data());
  }
  Point before, first;  // the point before left_, for X1
  if (begins) {
    first = left_;
    for (const double part : {0.01, 0.1}) {
      right_.t = a + (b - a) * part;
      if (!(right_.t > left_.t)) continue;
      values.at(right_.t, right_.g.data());
      if (look(left_, right_, values)) return true;
      std::swap(left_, right_);
    }
  }
  for (int piece = 1; piece <= 3; ++piece) {
    right_.t = piece == 3 ? b : a + (b - a) * piece / 3;
    if (!(right_.t > left_.t)) continue;
    values.at(right_.t, right_.g.data());
    if (look(left_, right_, values)) return true;
    if (!before.g.empty()) {
      for (std::size_t i = 0; i < relations_.size(); ++i) {
        if (holding_[i] != 0) continue;
        const double s0 = distance(i, before.g[i]), s1 = distance(i, left_.g[i]),
                     s2 = distance(i, right_.g[i]);
        if (!(s1 > s0 && s1 > s2)) continue;
        // Top of the parabola through three points, in units of a piece from the middle one.
        const double curve = s0 - 2 * s1 + s2, slope = (s2 - s0) / 2;
        const double top = s1 - slope * slope / (2 * curve);
        if (top < -0.1 * (s1 - std::min(s0, s2))) continue;
        const double at = left_.t - slope / curve * (right_.t - left_.t);
        if (!(at > before.t && at < right_.t)) continue;
        middle_.t = at;
        values.at(at, middle_.g.data());
        Point& from = at < left_.t ? before : left_;
        if (holds(relations_[i], middle_.g[i]) && look(from, middle_, values)) return true;
      }
    }
    before = piece == 1 && begins ? first : left_;
    std::swap(left_, right_);
  }
  return false;
}

// Whether a condition that is false at `from` is true at `to`. Notes those that have become false.
bool Crossings::look(Point& from, Point& to, ConditionValues& values) {
  candidates_.clear();
  for (std::size_t i = 0; i < relations_.size(); ++i) {
    const bool true_now = holds(relations_[i], to.g[i]);
    if (true_now && holding_[i] == 0) candidates_.push_back(i);
  }
  if (candidates_.empty()) {
    for (std::size_t i = 0; i < relations_.size(); ++i)
      if (!holds(relations_[i], to.g[i])) holding_[i] = 0;
    return false;
  }
  close_in(from, to, values);
  return true;
}

void Crossings::close_in(Point& from, Point& to, ConditionValues& values) {
  Point low = from, high = to;
  const double last = to.t, least_width = (to.t - from.t) * 1e-16;
  for (int round = 0; round < 200; ++round) {
    const double width = high.t - low.t;
    const double near = std::max(ulps(low.t, high.t, 1), least_width);
    if (width <= 2 * near) break;
    double at = low.t + width / 2;
    if (round % 3 != 2) {
      double least = high.t;
      for (const std::size_t i : candidates_) {
        const double fall = high.g[i] - low.g[i];
        if (fall != 0) least = std::min(least, low.t - low.g[i] * width / fall);
      }
      // Not at an end, or the other one would never come nearer.
      at = std::clamp(least, low.t + near, high.t - near);
    }
    if (!(at > low.t && at < high.t)) break;
    probe_.t = at;
    values.at(at, probe_.g.data());
    const auto true_here = [&](std::size_t i) { return holds(relations_[i], probe_.g[i]); };
    if (std::any_of(candidates_.begin(), candidates_.end(), true_here)) {
      std::erase_if(candidates_, [&](std::size_t i) { return !true_here(i); });
      std::swap(high, probe_);
    } else {
      std::swap(low, probe_);
    }
  }
  // X3
  probe_.t = std::min(last, high.t + ulps(high.t, high.t, 8));
  if (probe_.t > high.t) {
    values.at(probe_.t, probe_.g.data());
    std::size_t here = 0, there = 0;
    bool lost = false;
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      if (holding_[i] != 0) continue;
      const bool now = holds(relations_[i], high.g[i]), soon = holds(relations_[i], probe_.g[i]);
      here += now ? 1 : 0;
      there += soon ? 1 : 0;
      lost = lost || (now && !soon);
    }
    if (there > here && !lost) std::swap(high, probe_);
  }
  fired_.clear();
  for (std::size_t i = 0; i < relations_.size(); ++i) {
    const bool now = holds(relations_[i], high.g[i]);
    if (now && holding_[i] == 0) fired_.push_back(i);
    holding_[i] = now ? 1 : 0;
  }
  time_ = high.t;
  left_ = high;
}

}  // namespace escapement::sundials::internal
