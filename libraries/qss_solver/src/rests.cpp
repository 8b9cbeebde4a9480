// SPDX-License-Identifier: MIT
// Where states at rest stand, for results.
//
// A linearly implicit method puts q of a fast state where x rests, and leaves x beside it, anywhere within
// the quantum: that costs no steps, and no other state feels it. But a result such as r (u - x), the
// derivative of u by a block with a short time constant 1/r, makes r times the quantum of it. So results are
// computed with fast states where they would be, given all others as they stand: on the slow manifold, on
// which the state moves no faster than what its derivative f reads,
//
//     z(t + e) = z + v e + w e^2 / 2    with    f = v,  df/dt = w,  d2f/dt2 = 0,
//
// all other states moving as x does. That is exact but for the third derivative over r^3, so a second
// derivative through two blocks, one behind the other, is right too. Differences over kAhead of the shortest
// time constant of those that are corrected stand for derivatives. z, v and w are solved for in sweeps, each
// by its own slope a = df/dx:
//
//     z -= (f - v) / a,    v -= (df/dt - w) / a,    w -= (d2f/dt2) / a
//
// Who reads another one at rest waits until that one has settled, for before it may read garbage.
//
// A state is at rest when its choices come more than kLong time constants apart, and as long have passed
// since the last event. Where sweeps do not converge, or end far from x (at a corner that is passed in less
// than a time constant), x it is.
#include <algorithm>
#include <cmath>

#include "engine.h"
#include "escapement/core/error.h"
#include "escapement/equations/structure.h"

namespace escapement::qss_solver {

// Its slope over itself as of its last choice.
double Engine::last_slope(std::uint32_t state, double t) {
  if (!of_state_[state].followed) return slope_of(state, t);
  for (const auto& [row, slope] : columns_[state])
    if (row == state) return slope;
  return 0;
}

// A state that is no part of a circle of states.
void Engine::find_unanswered() {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  equations::Incidence reads;
  equations::Matching own;
  reads.unknowns = own.pairs = n;
  reads.of_equation.resize(n);
  for (std::uint32_t j = 0; j < n; ++j) {
    own.unknown_of.push_back(static_cast<int>(j));
    reads.of_equation[j].push_back(static_cast<int>(j));
  }
  for (std::uint32_t j = 0; j < n; ++j)
    for (const std::uint32_t f : plan_.followers[j])
      if (rows_[f].role == Role::kDerivative && rows_[f].target != j)
        reads.of_equation[rows_[f].target].push_back(static_cast<int>(j));
  for (std::vector<int>& one : reads.of_equation) {
    std::sort(one.begin(), one.end());
    one.erase(std::unique(one.begin(), one.end()), one.end());
  }
  for (const equations::EquationBlock& block : equations::sorted_blocks(reads, own))
    if (block.equations.size() == 1)
      of_state_[static_cast<std::size_t>(block.equations.front())].unanswered = true;
}

void Engine::find_rests(double t) {
  rests_.clear();
  if (!method_.linearly_implicit() || method_.kind == qss::Kind::kCqss) return;
  const double undisturbed = t - std::max(begun_, last_event_);
  for (std::uint32_t i = 0; i < plan_.state_count(); ++i) {
    const double chosen = pieces_[i].since;
    const double time = std::max(t - chosen, std::min(undisturbed, heap_.due(i) - chosen));
    if (!(time > 0)) continue;
    const double slope = last_slope(i, t);
    if (!(-slope * time > kLong) || !std::isfinite(slope)) continue;
    Piece x = pieces_[plan_.state_count() + i], q = pieces_[i];
    x.move_to(t);
    q.move_to(t);
    rests_.push_back({.state = i, .slope = slope, .x = x.c[0], .z = x.c[0], .v = q.c[1], .w = 2 * q.c[2]});
  }
  rest_of_.resize(plan_.state_count(), kNone);
  for (std::uint32_t k = 0; k < rests_.size(); ++k) rest_of_[rests_[k].state] = k;
  for (Rest& one : rests_)
    for (const std::uint32_t f : plan_.followers[one.state])
      if (rows_[f].role == Role::kDerivative && rest_of_[rows_[f].target] != kNone &&
          rows_[f].target != one.state)
        one.readers.push_back(rest_of_[rows_[f].target]);
  for (const Rest& one : rests_) rest_of_[one.state] = kNone;
}

// Who is to be corrected next: whom nobody makes wait, or all where they wait for each other.
void Engine::find_whose_turn() {
  for (Rest& one : rests_) one.turn = one.counts;
  for (const Rest& one : rests_)
    if (one.counts && !one.settled)
      for (const std::uint32_t k : one.readers) rests_[k].turn = false;
  const auto free = [](const Rest& one) { return one.turn && !one.settled; };
  if (std::none_of(rests_.begin(), rests_.end(), free))
    for (Rest& one : rests_) one.turn = one.counts;
}

// All variables at t + ahead.
void Engine::solve_with_rests(double t, double ahead) {
  load_all(t + ahead);
  for (const Rest& one : rests_)
    if (one.counts) all_[plan_.states()[one.state]] = one.z + ahead * (one.v + 0.5 * ahead * one.w);
  for_all_->solve(t + ahead, all_);
}

void Engine::stand_at_rest(double t) {
  constexpr int kSweeps = 40, kFree = 4;          // of each, in which corrections may grow
  constexpr double kAhead = 1, kFar = 30;         // of a time constant; quanta between x and z at most
  constexpr double kEnough = 1e-6, kFalls = 0.2;  // of corrections, in quanta; from sweep to sweep
  constexpr double kRounding = 1e-6;              // the least quantum that is told from it
  find_rests(t);
  if (rests_.empty()) return;
  without_rests_ = all_;
  const auto rate = [this](const Rest& one) {
    return all_[*plan_.system.variables[plan_.states()[one.state]].derivative];
  };
  try {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      find_whose_turn();
      double ahead = kInfinity;
      for (const Rest& one : rests_)
        if (one.turn && !one.settled) ahead = std::min(ahead, kAhead / -one.slope);
      if (ahead == kInfinity) break;  // nobody is left
      ahead = std::max(ahead, 1e6 * minimum_step(t));
      solve_with_rests(t, ahead);
      for (Rest& one : rests_) one.after = rate(one);
      solve_with_rests(t, -ahead);
      for (Rest& one : rests_) one.before = rate(one);
      solve_with_rests(t, 0);
      bool all_settled = true, dropped = false;
      for (Rest& one : rests_) {
        if (!one.counts) continue;
        const double f = rate(one), off = (f - one.v) / one.slope;
        const double enough = kEnough * std::max(of_state_[one.state].quantum, kRounding * std::abs(one.x));
        one.settled = one.sweeps > 0 && std::abs(off) <= enough;
        if (one.settled && std::abs(one.z - one.x) > kFar * of_state_[one.state].quantum) {
          one.counts = false;
          dropped = true;
          break;
        }
        all_settled = all_settled && one.settled;
        if (!one.turn || one.settled) continue;
        const bool falls = std::abs(off) <= std::max(kFalls * std::abs(one.off), enough);
        one.counts = falls || one.sweeps < kFree;
        if (!one.counts) {
          dropped = true;
          break;
        }
        ++one.sweeps;
        one.off = off;
        one.z -= off;
        one.v -= ((one.after - one.before) / (2 * ahead) - one.w) / one.slope;
        one.w -= (one.after - 2 * f + one.before) / (ahead * ahead) / one.slope;
      }
      if (dropped)
        for (Rest& one : rests_) one.settled = false;  // they may have read it
      else if (all_settled)
        return solve_with_rests(t, 0);
    }
  } catch (const Error&) {  // as x stands there is a solution
  }
  all_ = without_rests_;
}

}  // namespace escapement::qss_solver
