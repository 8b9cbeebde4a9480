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

Crossings::Crossings(std::vector<Relation> relations, std::vector<char> driven, std::size_t followed)
    : relations_(std::move(relations)),
      holding_(relations_.size(), 0),
      driven_(std::move(driven)),
      followed_(followed),
      largest_(relations_.size() + followed, 1) {
  driven_.resize(relations_.size(), 0);
  walks_ = followed_ > 0 || std::find(driven_.begin(), driven_.end(), 1) != driven_.end();
  for (Point* point : {&left_, &middle_, &right_, &probe_}) point->g.resize(largest_.size());
  for (Point& point : thirds_) point.g.resize(largest_.size());
}

void Crossings::archive(Archive& archive) {
  archive(holding_, left_.t, left_.g, largest_, reach_);
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
  jumped_ = false;
  if (empty() || !(b > a)) return false;
  if (!(left_.t == a)) {
    left_.t = a;
    values.at(a, left_.g.data());
  }
  if (walks_) return walk(b, begins, values);
  Point first;  // the point before left_, for X1
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
  for (int piece = 1; piece <= 3; ++piece)
    thirds_[static_cast<std::size_t>(piece - 1)].t = piece == 3 ? b : a + (b - a) * piece / 3;
  return look_at_thirds(thirds_, false, std::move(first), values);
}

// X1 from left_ on, which comes to the last of them. known: they have their values. before: a point before
// left_, or none.
bool Crossings::look_at_thirds(Thirds& ends, bool known, Point before, ConditionValues& values) {
  for (Point& right : ends) {
    if (!(right.t > left_.t)) continue;
    if (!known) values.at(right.t, right.g.data());
    if (look(left_, right, values)) return true;
    if (!before.g.empty()) {
      for (std::size_t i = 0; i < relations_.size(); ++i) {
        if (holding_[i] != 0) continue;
        const double s0 = distance(i, before.g[i]), s1 = distance(i, left_.g[i]),
                     s2 = distance(i, right.g[i]);
        // Top of the parabola through three points, in units of a piece from the middle one.
        const double curve = s0 - 2 * s1 + s2, slope = (s2 - s0) / 2;
        if (walks_ ? !(curve < 0) || holds(relations_[i], before.g[i]) : !(s1 > s0 && s1 > s2)) continue;
        const double top = s1 - slope * slope / (2 * curve);
        if (top < -0.1 * (s1 - std::min(s0, s2))) continue;
        const double at = left_.t - slope / curve * (right.t - left_.t);
        if (!(at > before.t && at < right.t)) continue;
        middle_.t = at;
        values.at(at, middle_.g.data());
        Point& from = at < left_.t ? before : left_;
        if (holds(relations_[i], middle_.g[i]) && look(from, middle_, values)) return true;
        if (walks_ && climb(i, before, right, values)) return true;
      }
    }
    before = std::move(left_);
    left_ = right;
  }
  return false;
}

bool Crossings::rises(const Point& point) const {
  for (std::size_t i = 0; i < relations_.size(); ++i)
    if (holding_[i] == 0 && holds(relations_[i], point.g[i])) return true;
  return false;
}

// middle_, between before and right, has not been the top of condition i that a parabola shows there: once or
// twice more by parabolas through what is nearer.
bool Crossings::climb(std::size_t i, const Point& before, const Point& right, ConditionValues& values) {
  constexpr int kRounds = 2;
  Point low = before, top = left_, high = right;
  for (int round = 0; round < kRounds; ++round) {
    const bool higher = distance(i, middle_.g[i]) > distance(i, top.g[i]);
    Point& replaced = higher ? (middle_.t < top.t ? high : low) : (middle_.t < top.t ? low : high);
    replaced = higher ? top : middle_;
    if (higher) top = middle_;
    const double s1 = distance(i, top.g[i]), a = low.t - top.t, b = high.t - top.t,
                 fall_a = distance(i, low.g[i]) - s1, fall_b = distance(i, high.g[i]) - s1;
    const double below = 2 * (b * fall_a - a * fall_b);
    const double at = top.t + (b * b * fall_a - a * a * fall_b) / below;
    if (below == 0 || !(at > low.t && at < high.t) || at == top.t) return false;
    middle_.t = at;
    values.at(at, middle_.g.data());
    if (holds(relations_[i], middle_.g[i])) return look(at < top.t ? low : top, middle_, values);
  }
  return false;
}

void Crossings::evaluate(Point& point, ConditionValues& values) {
  values.at(point.t, point.g.data());
  for (std::size_t i = 0; i < largest_.size(); ++i) largest_[i] = std::max(largest_[i], std::abs(point.g[i]));
  ++looks_;
}

// X4, X5
bool Crossings::walk(double to, bool begins, ConditionValues& values) {
  constexpr double kFirst = 0.0075;
  const double growth = followed_ > 0 ? 2 : 4;
  if (begins) reach_ = std::min(reach_, kFirst * (to - left_.t));
  while (left_.t < to) {
    const double rest = to - left_.t, length = growth * reach_;
    looks_ = 0;
    if (stretch(length < rest / 1.2 && left_.t + length > left_.t ? left_.t + length : to, 0, values))
      return true;
  }
  return false;
}

bool Crossings::stretch(double to, std::size_t depth, ConditionValues& values) {
  constexpr std::size_t kDeepest = 40;
  constexpr int kMost = 1000;  // looks in one stretch, whatever the functions do
  while (stretches_.size() <= depth) stretches_.push_back(thirds_);
  Thirds& ends = stretches_[depth];
  const double from = left_.t, length = to - from, least = 12 * ulps(from, to, 1);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    ends[k].t = k == 2 ? to : from + length * static_cast<double>(k + 1) / 3;
    evaluate(ends[k], values);
    if (!rises(ends[k])) continue;
    // What lies beyond may have no value.
    if (ends[k].t - from > reach_ && length > least && depth < kDeepest && looks_ < kMost) {
      if (stretch(ends[k].t, depth + 1, values)) return true;
      return left_.t < to && stretch(to, depth + 1, values);
    }
    Thirds first = ends;
    for (std::size_t later = k + 1; later < ends.size(); ++later) first[later].t = left_.t;
    return look_at_thirds(first, true, {}, values);
  }
  const bool served = tells_all(ends);
  if (!served && length > least && depth < kDeepest && looks_ < kMost) {
    for (const Point& end : ends)
      if (stretch(end.t, depth + 1, values)) return true;
    return false;
  }
  reach_ = served && (depth > 0 || length > reach_) ? length : reach_;
  const bool jump = !served && length <= least && jumps(ends);
  if (look_at_thirds(ends, true, {}, values)) return true;
  if (!jump) return false;
  fired_.clear();
  jumped_ = true;
  before_jump_ = from;
  time_ = left_.t;
  return true;
}

// Whether a cubic through left_ and these three leaves nothing out.
bool Crossings::tells_all(const Thirds& ends) const {
  constexpr double kSmall = 0.05, kSmallOfFollowed = 0.01, kRounding = 1e-9, kNoJump = 1e-5;
  for (std::size_t i = 0; i < largest_.size(); ++i) {
    const bool followed = i >= relations_.size();
    if (!followed && driven_[i] == 0) continue;
    const double g0 = left_.g[i], g1 = ends[0].g[i], g2 = ends[1].g[i], g3 = ends[2].g[i];
    const double way = std::max({g0, g1, g2, g3}) - std::min({g0, g1, g2, g3});
    const double third = std::abs(g0 - 3 * g1 + 3 * g2 - g3);
    if (!(third > (followed ? kSmallOfFollowed : kSmall) * way) ||
        !(way > (followed ? kNoJump : kRounding) * largest_[i]))
      continue;
    const double near = std::min({std::abs(g0), std::abs(g1), std::abs(g2), std::abs(g3)});
    if (followed || near < 2 * third) return false;
  }
  return true;
}

bool Crossings::jumps(const Thirds& ends) const {
  constexpr double kJump = 1e-4;
  for (std::size_t i = relations_.size(); i < largest_.size(); ++i)
    if (std::abs(ends[2].g[i] - left_.g[i]) > kJump * largest_[i]) return true;
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
