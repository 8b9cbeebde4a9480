// SPDX-License-Identifier: MIT
// States that see each other and chase each other: the new q of one turns another round, whose new q turns
// the first one back, a quantum to and fro in steps as short as the fastest of them asks for. Who does so
// chooses together: two by pair.h, more by group.h. Slopes tell who would, and slopes that are a few steps
// old do: they decide how long steps are, not how exact, for every q is chosen within its band.
#pragma once

#include "loop.h"

namespace escapement::qss_solver {

template <int N>
bool Loop<N>::is_member(std::uint32_t j) const {
  return std::any_of(members_.begin(), members_.end(), [j](const Member& one) { return one.state == j; });
}

// a of x' over q, or 0.
template <int N>
double Loop<N>::slope_between(std::uint32_t of, std::uint32_t over) const {
  for (const auto& [state, value] : columns_[over])
    if (state == of) return value;
  return 0;
}

template <int N>
void Loop<N>::look_at_column(std::uint32_t j, double t) {
  if (columns_[j].empty() || (!of_state_[j].followed && column_stamp_[j] != wave_)) look_along(j, t);
}

// What q of a state, from `before` on, adds to x of one that sees it.
template <int N>
void Loop<N>::add_turn(std::array<double, N>& to, double slope, const std::array<double, N>& q,
                       const std::array<double, N>& before) {
  for (std::size_t k = 0; k < N; ++k) to[k] += slope * (q[k] - before[k]) / static_cast<double>(k + 1);
}

template <int N>
bool Loop<N>::is_turned(const Piece& x, const std::array<double, N>& by) {
  for (std::size_t k = 0; k < N; ++k)
    if (x.c[k + 1] * (x.c[k + 1] + by[k]) < 0) return true;
  return false;
}

template <int N>
void Loop<N>::add_member(std::uint32_t j, const std::array<double, N>& old, double t) {
  look_at_column(j, t);
  Member& one = members_.emplace_back();
  one.state = j;
  one.x = pieces_[count_ + j];
  move(one.x, t, N);
  one.before = one.q = old;
  one.quantum = quantum_of(j, one.x.c[0]);
}

template <int N>
void Loop<N>::add_member(std::uint32_t j, double t) {
  Piece q = pieces_[j];
  move(q, t, N - 1);
  std::array<double, N> old;
  std::copy_n(q.c.begin(), N, old.begin());
  add_member(j, old, t);
}

// What the members have chosen counts.
template <int N>
bool Loop<N>::let_members_choose(std::uint32_t i, double t) {
  for (const Member& one : members_) {
    Piece& q = pieces_[one.state];
    std::copy_n(one.q.begin(), N, q.c.begin());
    q.since = t;
    of_state_[one.state].quantum = one.quantum;
    driven_[one.state].grouped = true;
    if (one.state == i) continue;
    ++counts_.steps;
    ++of_state_[one.state].changes;
    touch(one.state);
  }
  return true;
}

// State i has chosen; x of it stands at t. Who chases it chooses with it, and whom these chase. Whether there
// are any.
template <int N>
bool Loop<N>::choose_in_group(std::uint32_t i, const std::array<double, N>& before, double t) {
  members_.clear();
  add_member(i, before, t);
  if (columns_[i].size() > kMembers) return false;
  std::copy_n(pieces_[i].c.begin(), N, members_[0].q.begin());
  std::array<double, N> answered;
  while (true) {
    // Whom does what has been chosen so far turn round, so that its answer turns one of them?
    std::uint32_t found = kNone;
    for (std::size_t m = 0; m < members_.size() && found == kNone; ++m)
      for (const auto& [j, slope] : columns_[members_[m].state])
        if (!is_member(j) && answers(j, t, answered)) {
          found = j;
          break;
        }
    if (found == kNone) break;
    if (members_.size() == kChased) {  // too many to be found one by one: hurried() will look for all at once
      members_.clear();
      driven_[i].hurries = kOften;
      return false;
    }
    add_member(found, answered, t);
    const auto choose_all = [&] { return members_.size() == 2 ? choose_as_pair() : choose_with_all(); };
    if (!choose_all()) {
      members_.pop_back();
      if (members_.size() > 1) choose_all();
      break;
    }
  }
  return members_.size() > 1 && let_members_choose(i, t);
}

// State i has chosen where it would rest, for a long time, but is due again after a few time constants only:
// others move the place; or it goes to and fro in steps of its time constant. If that happens again and again
// it chooses with all to whom it is coupled, and so do these for a while, also where they do not rest.
template <int N>
bool Loop<N>::hurried(std::uint32_t i, bool rests, const std::array<double, N>& before, double constants,
                      double t) {
  constexpr double kFew = 20, kSlow = 50, kCoupled = 0.01, kAtOnce = 1;
  constexpr std::uint8_t kMost = 40, kWasted = 4, kLongAlone = 255;
  auto& [hurries, in_a_row, alone, side, wasted, grouped] = driven_[i];
  const std::int8_t now = pieces_[i].c[0] > pieces_[count_ + i].c[0] ? 1 : -1;
  const bool turns = std::exchange(side, now) == -now;
  const bool was_grouped = std::exchange(grouped, false);
  if (was_grouped) {  // part of what is stiff together, too large for a group, helps nobody
    wasted = constants < kAtOnce ? std::min<std::uint8_t>(wasted + 1, kOften) : 0;
    if (wasted == kOften) alone = kLongAlone;
  }
  if (!rests)
    in_a_row = 0;
  else if (constants > kSlow)
    in_a_row = std::min<std::uint8_t>(in_a_row + 1, 2 * kDrags);
  else if (in_a_row > 0)
    --in_a_row;
  if (rests && constants > kFew)
    hurries = was_grouped && hurries > 0 ? hurries - 1 : 0;
  else if (rests || (turns && constants > kTurning))
    hurries = std::min<std::uint8_t>(hurries + 2, kMost);
  else if (hurries > 0)
    --hurries;
  if (hurries < kOften) return false;
  if (alone > 0) {
    --alone;
    return false;
  }
  members_.clear();
  add_member(i, before, t);
  if (columns_[i].size() > kMembers) {  // it sees more than can choose with it
    members_.clear();
    alone = kLongAlone;
    return false;
  }
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const std::uint32_t one = members_[m].state;
    const double coupled = kCoupled / static_cast<double>(columns_[one].size());  // many weak ones count, too
    for (const auto& [j, slope] : columns_[one]) {
      if (members_.size() == kMembers || is_member(j)) continue;
      look_at_column(j, t);
      const double loop = slope * slope_between(one, j);
      if (!(std::abs(loop) > coupled * std::abs(slope_between(one, one) * slope_between(j, j)))) continue;
      add_member(j, t);
    }
  }
  if (members_.size() == 1) find_ring(before, t);
  if (members_.size() == 1) alone = kLongAlone;  // not looked for so soon again
  if (members_.size() > 1 && choose_with_all()) {
    // Steps of the first order are so short that together they are worth it only where all rest.
    const bool worth = N > 1 || rest_together_;
    const std::uint8_t then = worth ? std::max<std::uint8_t>(hurries, 2 * kOften) : hurries - kWasted;
    for (const Member& one : members_) driven_[one.state].hurries = then;
    return let_members_choose(i, t);
  }
  members_.clear();
  return false;
}

// The only member is driven by itself, but through others that do not see each other both ways: who lies on a
// way from it back to it.
template <int N>
void Loop<N>::find_ring(const std::array<double, N>& before, double t) {
  constexpr std::size_t kWays = 16;
  constexpr double kStrong = 0.1;
  const auto drives = [this](std::uint32_t one, std::uint32_t other) {
    return std::abs(slope_between(other, one)) > kStrong * std::abs(slope_between(other, other));
  };
  const std::uint32_t i = members_[0].state;
  std::vector<std::uint32_t> driven{i};
  for (std::size_t k = 0; k < driven.size(); ++k)
    for (const auto& [j, slope] : columns_[driven[k]]) {
      if (driven.size() == kWays || std::find(driven.begin(), driven.end(), j) != driven.end()) continue;
      look_at_column(j, t);
      if (drives(driven[k], j)) driven.push_back(j);
    }
  std::vector<bool> leads_back(driven.size(), false);
  leads_back[0] = true;
  for (bool found = true; std::exchange(found, false);)
    for (std::size_t k = 1; k < driven.size(); ++k)
      for (std::size_t m = 0; m < driven.size() && !leads_back[k]; ++m)
        if (leads_back[m] && drives(driven[k], driven[m])) leads_back[k] = found = true;
  members_.clear();
  add_member(i, before, t);
  for (std::size_t k = 1; k < driven.size(); ++k)
    if (leads_back[k]) add_member(driven[k], t);
}

// Whether state j is turned by the members' choices, and its own answer would turn one of them. `old`: its q
// so far.
template <int N>
bool Loop<N>::answers(std::uint32_t j, double t, std::array<double, N>& old) {
  look_at_column(j, t);
  std::array<double, N> by{};
  bool mutual = false;
  for (const Member& one : members_) {
    add_turn(by, slope_between(j, one.state), one.q, one.before);
    mutual = mutual || slope_between(one.state, j) != 0;
  }
  if (!mutual) return false;
  Piece x = pieces_[count_ + j];
  move(x, t, N);
  if (!is_turned(x, by)) return false;
  Piece q = pieces_[j];
  move(q, t, N - 1);
  for (std::size_t k = 0; k < N; ++k) {
    old[k] = q.c[k];
    x.c[k + 1] += by[k];
  }
  const double own = slope_between(j, j);
  choose(x.c.data(), q.c.data(), own < 0 && std::isfinite(own) ? own : 0, quantum_of(j, x.c[0]));
  for (const Member& one : members_) {
    Piece moved = one.x;
    for (const Member& other : members_) {
      std::array<double, N> turn{};
      add_turn(turn, slope_between(one.state, other.state), other.q, other.before);
      for (std::size_t k = 0; k < N; ++k) moved.c[k + 1] += turn[k];
    }
    std::array<double, N> back{};
    std::array<double, N> answer;
    std::copy_n(q.c.begin(), N, answer.begin());
    add_turn(back, slope_between(one.state, j), answer, old);
    if (is_turned(moved, back)) return true;
  }
  return false;
}

template <int N>
void Loop<N>::evaluate_readers_of_members(double t) {
  functions_.clear();
  for (const Member& one : members_)
    for (const std::uint32_t f : plan_.followers[one.state]) functions_.push_back(f);
  sort_unique(functions_);
  members_.clear();
  for (const std::uint32_t f : functions_) evaluate_any(f, t);
}

template <int N>
bool Loop<N>::choose_as_pair() {
  Member &one = members_[0], &other = members_[1];
  const Matrix2 a{slope_between(one.state, one.state), slope_between(one.state, other.state),
                  slope_between(other.state, one.state), slope_between(other.state, other.state)};
  Pair pair{a, {one.x.c[0], other.x.c[0]}, {}, {one.quantum, other.quantum}};
  for (std::size_t k = 0; k < N; ++k)
    pair.u[k] = static_cast<double>(k + 1) * Vector2{one.x.c[k + 1], other.x.c[k + 1]} -
                a * Vector2{one.before[k], other.before[k]};
  std::array<Vector2, 3> q;
  const double first = 0.1 / (std::abs(a.aa) + std::abs(a.ab) + std::abs(a.ba) + std::abs(a.bb));
  if (!pair.choose<N>(first, q)) return false;
  for (std::size_t k = 0; k < N; ++k) {
    one.q[k] = q[k].a;
    other.q[k] = q[k].b;
  }
  return true;
}

template <int N>
bool Loop<N>::choose_with_all() {
  const std::size_t m = members_.size();
  group_.begin(m);
  places_.resize(count_, kNone);
  for (std::size_t i = 0; i < m; ++i) places_[members_[i].state] = static_cast<std::uint32_t>(i);
  for (std::size_t j = 0; j < m; ++j)
    for (const auto& [state, slope] : columns_[members_[j].state])
      if (places_[state] != kNone) group_.slope(places_[state], j) = slope;
  for (const Member& one : members_) places_[one.state] = kNone;
  for (std::size_t i = 0; i < m; ++i) {
    const Member& one = members_[i];
    group_.x[i] = one.x.c[0];
    group_.quantum[i] = one.quantum;
    for (std::size_t k = 0; k < N; ++k) {
      double rest = static_cast<double>(k + 1) * one.x.c[k + 1];
      for (std::size_t j = 0; j < m; ++j) rest -= group_.slope(i, j) * members_[j].before[k];
      group_.u[k][i] = rest;
    }
  }
  std::array<Group::Vector, 3> q;
  double& expected = group_steps_[members_[0].state];
  const Group::Found found = group_.template choose<N>(expected, q);
  if (found == Group::Found::kNothing) return false;
  expected = group_.step();
  rest_together_ = found == Group::Found::kRest;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < N; ++k) members_[i].q[k] = q[k][i];
  return true;
}

}  // namespace escapement::qss_solver
