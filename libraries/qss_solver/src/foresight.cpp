// SPDX-License-Identifier: MIT
// How far the polynomial of a derivative may be trusted. Its coefficients tell how it leaves the derivative
// near by, not where that turns: the current of a diode under a ramp is 0 to all its digits, and so are its
// derivatives, a moment before it is large. So where nothing that the derivative reads is going to have it
// evaluated sooner, it is evaluated ahead, at the end of the time for which it is to serve, and where it is
// off there, that time is less.
#include <algorithm>
#include <cmath>

#include "engine.h"

namespace escapement::qss_solver {

// When the derivative of i and all that is shared in it will have been evaluated anew, as states choose that
// these read. Where some of that is older than t, the end of the polynomial is one that has been looked at
// when all of it was new; since then states have chosen, and only what these do by themselves counts. An
// event may have changed more.
double Engine::read_anew(std::uint32_t i, double t, double own_due) const {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  const auto soonest_of = [&](const Call& call) {
    double soonest = kInfinity;
    const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
    for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s)
      if (slots[s] < n) soonest = std::min(soonest, slots[s] == i ? own_due : heap_.due(slots[s]));
    return soonest;
  };
  const std::vector<std::uint32_t>& aging = aging_[i];
  if (aging.empty() || (t != changed_at_ && any_older(aging, t))) {
    const double soonest = soonest_of(plan_.functions[plan_.derivative_of[i]].call);
    return aging.empty() || soonest < kInfinity ? soonest : t;
  }
  double all = t;
  for (const std::uint32_t unit : aging) {
    const Function& function = plan_.functions[unit];
    all = std::max(all, soonest_of(function.role == Role::kBlock ? plan_.blocks[function.block].residuals
                                                                 : function.call));
  }
  return all;
}

// The derivative of i at a later time t, as q and what is held are now. Blocks take one step of Newton's
// method, with the factors that they have, from where their polynomials lead. What is older than now is as
// its polynomial says, which has been looked at before, unless an event has changed what it is for.
double Engine::derivative_ahead(std::uint32_t i, double now, double t) {
  std::vector<std::pair<std::uint32_t, Piece>>& kept = ahead_;
  kept.clear();
  std::vector<double> step;
  for (const std::uint32_t unit : plan_.derivative_needs[i]) {
    const Function& function = plan_.functions[unit];
    if (now != changed_at_ && pieces_[function.target].since < now) continue;
    ++counts_.evaluations;
    if (function.role == Role::kShared) {
      double value = 0;
      doubles(function.call, t, std::span(&value, 1));
      kept.emplace_back(function.target, pieces_[function.target]);
      pieces_[function.target] = {t, {value, 0, 0, 0}};
    } else if (function.role == Role::kBlock) {
      const Block& block = plan_.blocks[function.block];
      step.resize(block.size);
      doubles(block.residuals, t, step);
      for (double& one : step) one = -one;
      if (factors_[function.block].regular())
        factors_[function.block].solve(step.data());
      else
        std::fill(step.begin(), step.end(), 0.0);
      for (std::uint32_t k = 0; k < block.size; ++k) {
        Piece& piece = pieces_[function.target + k];
        kept.emplace_back(function.target + k, piece);
        piece = {t, {piece.at(t) + step[k], 0, 0, 0}};
      }
    }
  }
  ++counts_.evaluations;
  double value = 0;
  doubles(plan_.functions[plan_.derivative_of[i]].call, t, std::span(&value, 1));
  for (std::size_t k = kept.size(); k-- > 0;) pieces_[kept[k].first] = kept[k].second;
  return value;
}

double Engine::foreseen_until(std::uint32_t i, double t, double until, double own_due, double allowed) {
  constexpr int kRounds = 12;
  if (read_anew(i, t, own_due) <= until) return until;  // it is evaluated then
  const Piece& x = pieces_[plan_.state_count() + i];
  const double order = method_.order() + 1;
  for (int round = 0; round < kRounds; ++round) {
    const double e = until - t;
    if (!(e > 64 * minimum_step(t))) break;
    const double ahead = derivative_ahead(i, t, until);
    if (!std::isfinite(ahead)) break;  // beyond what it is defined for: no nearer time would tell more
    const double off = std::abs(ahead - (x.c[1] + e * (2 * x.c[2] + 3 * e * x.c[3])));
    const double moved = off * e / order;  // of x, by then
    if (moved <= 2 * allowed) break;
    const double part = 0.9 * std::pow(allowed / moved, 1 / order);
    until = t + e * std::clamp(part, 0.1, 0.5);
  }
  return until;
}

}  // namespace escapement::qss_solver
