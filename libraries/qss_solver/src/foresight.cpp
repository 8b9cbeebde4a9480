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

// Whether a function that stands on these units is a polynomial as its states are: sums and linear blocks,
// with coefficients that only events change. Nothing is left out then, and nothing has to be looked at.
bool Engine::is_sum_of_states(const std::vector<std::uint32_t>& units, const Call& call) const {
  const auto linear = [&](const Call& one) { return plan_.codes[one.code].linear; };
  return linear(call) && std::all_of(units.begin(), units.end(), [&](std::uint32_t unit) {
           const Function& function = plan_.functions[unit];
           if (function.role == Role::kShared) return linear(function.call);
           if (function.role != Role::kBlock) return false;
           const Block& block = plan_.blocks[function.block];
           const Code& jacobian = plan_.codes[block.jacobian.code];
           return block.linear && !block.fast && linear(block.residuals) && jacobian.all_held &&
                  !jacobian.on_time;
         });
}

// Which states, when they choose, have a condition looked at anew: those whose x it stands on, and those
// whose q is read by the derivative of one of these.
void Engine::find_renewers() {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  renewers_.assign(trackers_.size(), {});
  const auto add = [&](std::uint32_t state, std::uint32_t renewer) {
    for (const std::uint32_t f : plan_.followers[n + state])
      if (rows_[f].role == Role::kCrossing && !rows_[f].exact_states)
        renewers_[rows_[f].target].push_back(renewer);
  };
  for (std::uint32_t j = 0; j < n; ++j) {
    add(j, j);
    for (const std::uint32_t f : plan_.followers[j])
      if (rows_[f].role == Role::kDerivative) add(rows_[f].target, j);
  }
  for (std::vector<std::uint32_t>& states : renewers_) sort_unique(states);
}

// When the first of the states that it reads is due: then their readers are looked at anew.
double Engine::read_state_due(const Call& call) const {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  double soonest = kInfinity;
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s)
    if (slots[s] < 2 * n) soonest = std::min(soonest, heap_.due(slots[s] < n ? slots[s] : slots[s] - n));
  return soonest;
}

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

// One step of Newton's method for a block at a later time, with the factors that it has, from where its
// polynomials lead. Whether it comes nearer by that: where it does not, as beyond the knee of an exponential,
// the block has left what its derivatives tell.
bool Engine::step_ahead(const Function& function, double t) {
  constexpr double kSmall = 1e-6;
  const Block& block = plan_.blocks[function.block];
  BlockFactors& factors = factors_[function.block];
  if (!factors.regular()) return true;
  double sizes[2] = {};
  std::vector<double> step(block.size);
  for (double& size : sizes) {
    doubles(block.residuals, t, step);
    factors.solve(step.data());
    double z = 0;
    for (std::uint32_t k = 0; k < block.size; ++k) {
      const double& at = pieces_[function.target + k].c[0];
      size = std::max(size, std::abs(step[k]));
      z = std::max(z, std::abs(at));
    }
    if (!std::isfinite(size) || (&size != sizes && size > 0.5 * sizes[0] && size > kSmall * z)) return false;
    for (std::uint32_t k = 0; k < block.size; ++k) pieces_[function.target + k].c[0] -= step[k];
    if (size <= kSmall * z) break;
  }
  return true;
}

// Likewise a fast process, to its rest: what is a rest still may have become one that is left.
bool Engine::run_ahead(const Function& function, double t) {
  const std::vector<double> kept = all_;
  bool told = true;
  try {
    solve_block_safely(function, t);
  } catch (const Error&) {
    told = false;
  }
  all_ = kept;
  return told;
}

// What a function that stands on these units is at a later time t, as q, x and what is held are now; nothing
// where that is not told. What is older than now is as its polynomial says, which has been looked at before,
// unless an event has changed what it is for.
std::optional<double> Engine::value_ahead(const std::vector<std::uint32_t>& units, const Call& call,
                                          double now, double t) {
  std::vector<std::pair<std::uint32_t, Piece>>& kept = ahead_;
  kept.clear();
  bool told = true;
  for (const std::uint32_t unit : units) {
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
      for (std::uint32_t k = 0; k < block.size; ++k) {
        Piece& piece = pieces_[function.target + k];
        kept.emplace_back(function.target + k, piece);
        piece = {t, {block.fast ? piece.c[0] : piece.at(t), 0, 0, 0}};
      }
      told = told && (block.fast ? run_ahead(function, t) : step_ahead(function, t));
    }
  }
  ++counts_.evaluations;
  double value = 0;
  if (told) doubles(call, t, std::span(&value, 1));
  for (std::size_t k = kept.size(); k-- > 0;) pieces_[kept[k].first] = kept[k].second;
  return told ? std::optional(value) : std::nullopt;
}

namespace {

constexpr double kNotTold = 1e9;

// Up to when a polynomial made at t agrees with its function, at most `until`: off(at) is how many times what
// is allowed they differ by. Looked for at the end, or at so many times up to it.
template <class Off>
double agreed_until(double t, double until, int looks, double order, const Off& off) {
  constexpr int kRounds = 12;
  double good = t;
  for (int round = 0; round < kRounds; ++round) {
    if (!(until - t > 64 * minimum_step(t))) break;
    double at = until, times = 0;
    const double from = good;
    for (int k = 1; k <= looks; ++k) {
      at = k == looks ? until : from + (until - from) * k / looks;
      times = off(at);
      if (!std::isfinite(times)) return until;  // beyond what it is defined for: no nearer time tells more
      if (times > 2) break;
      good = at;
    }
    if (!(times > 2)) break;
    const double part = 0.9 * std::pow(times, -1 / order);
    until = std::max(good, t + (at - t) * std::clamp(part, 0.1, 0.5));
    if (until == good && looks > 1) return until;
    looks = 1;
  }
  return until;
}

}  // namespace

double Engine::foreseen_until(std::uint32_t i, double t, double until, double own_due, double allowed) {
  Trust& trust = trusts_[i];
  const double anew = read_anew(i, t, own_due), end = std::min(anew, until);
  if (!(end > t)) return until;
  int looks = trust.looks(t, end - t);
  if (anew <= until) {  // it is evaluated then
    if (looks == 1 && !of_state_[i].bends) return until;
    looks = 1;
  }
  const Piece& x = pieces_[plan_.state_count() + i];
  const Call& call = plan_.functions[plan_.derivative_of[i]].call;
  const double order = method_.order() + 1;
  const double found = agreed_until(t, end, looks, order, [&](double at) {
    const double e = at - t;
    const std::optional<double> ahead = value_ahead(plan_.derivative_needs[i], call, t, at);
    if (!ahead) return kNotTold;
    const double off = std::abs(*ahead - (x.c[1] + e * (2 * x.c[2] + 3 * e * x.c[3])));
    return off * e / order / allowed;  // how far it brings x out, by then
  });
  if (!(found < end)) return until;
  trust.limited(t, found - t);
  return found;
}

// A crossing function is to be known to a hundredth of what it is. Where what it reads is given a new
// polynomial sooner it is looked at anew then.
double Engine::crossing_until(std::uint32_t c, double t, double until, const qss::Polynomial& g) {
  const equations::Condition& condition = plan_.system.conditions[c];
  const Call& call = plan_.functions[plan_.crossing_of[c]].call;
  double soonest = until;
  for (const std::uint32_t state : renewers_[c]) soonest = std::min(soonest, heap_.due(state));
  if (!(soonest > t)) return until;
  const bool known = until - t < 0.999 * trusts_of_[c].after(t);
  if (known && until - t > 2 * (soonest - t)) return until;
  const double whole = condition.is_floor ? pieces_[plan_.held[condition.variable]].c[0] : 0;
  const int looks = trusts_of_[c].looks(t, soonest - t);
  const double found = agreed_until(t, soonest, looks, 4, [&](double at) {
    const std::optional<double> ahead = value_ahead(plan_.crossing_needs[c], call, t, at);
    if (!ahead) return kNotTold;
    const double value = *ahead;
    const double distance =
        condition.is_floor ? std::min(std::abs(value - whole), std::abs(value - whole - 1)) : std::abs(value);
    const double off = std::abs(value - g.at(at - t));
    return off / (0.01 * std::max(distance, 1e-6 * sizes_[c]));
  });
  if (!(found < soonest)) return until;
  trusts_of_[c].limited(t, found - t);
  return found;
}

// What is delayed comes out as it went in, within a tenth of its quantum.
double Engine::delayed_until(std::uint32_t k, bool exact, double t, double until) {
  const DelayedValue& plan = plan_.delays[k];
  Delayed& one = delays_[k];
  Past& past = exact ? one.of_x : one.of_q;
  const Call& call = plan_.functions[exact ? plan.function_x : plan.function_q].call;
  if (read_state_due(call) <= until) return until;
  const double found =
      agreed_until(t, until, past.trust.looks(t, until - t), method_.order(), [&](double at) {
        const std::optional<double> ahead = value_ahead(exact ? plan.needs_x : plan.needs_q, call, t, at);
        return ahead ? std::abs(*ahead - past.last.at(at)) / (0.1 * one.quantum) : kNotTold;
      });
  if (found < until) past.trust.limited(t, found - t);
  return found;
}

}  // namespace escapement::qss_solver
