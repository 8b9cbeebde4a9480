// SPDX-License-Identifier: MIT
// What the loop evaluates: derivatives as rows, formulas or series, how long their polynomials serve, and
// crossing functions that are far from zero.
#pragma once

#include "loop.h"

namespace escapement::qss_solver {

template <int N>
void Loop<N>::by_row(const Row& row, Piece& x, double t) const {
  double u0 = row.base + row.by_time * t, u1 = row.by_time, u2 = 0;
  for (const Entry *entry = entries_.data() + row.begin, *end = entries_.data() + row.end; entry != end;
       ++entry) {
    const Piece& p = pieces_[entry->slot];
    const double k = entry->coefficient;
    if constexpr (N == 1) {
      u0 += k * p.c[0];
    } else if constexpr (N == 2) {
      u0 += k * (p.c[0] + (t - p.since) * p.c[1]);
      u1 += k * p.c[1];
    } else {
      const double e = t - p.since;
      u0 += k * (p.c[0] + e * (p.c[1] + e * p.c[2]));
      u1 += k * (p.c[1] + 2 * e * p.c[2]);
      u2 += k * p.c[2];
    }
  }
  x.c[1] = u0;
  if constexpr (N > 1) x.c[2] = 0.5 * u1;
  if constexpr (N > 2) x.c[3] = u2 / 3;
}

template <int N>
void Loop<N>::by_function(std::uint32_t f, const Row& row, Piece& x, double t) {
  const Call& call = plan_.functions[f].call;
  if (row.way == Way::kFormula) {
    by_formula(f, call, formulas_[row.formula], row.target, x, t);
  } else if (row.way == Way::kTimed) {
    Taylor<4> u;
    series<4>(call, t, std::span(&u, 1));
    put(x, u);
    if (std::isfinite(u.c[0])) schedule_renewal(f, u, t);
  } else if constexpr (N == 1) {  // of values that do not move
    Taylor<0> u;
    series<0>(call, t, std::span(&u, 1));
    put(x, u);
  } else {
    Taylor<N> u;
    series<N>(call, t, std::span(&u, 1));
    put(x, u);
    expire(f, t, std::abs(u.c[N]));
  }
}

template <int N>
void Loop<N>::by_formula(std::uint32_t f, const Call& call, Formula& formula, std::uint32_t i, Piece& x,
                         double t) {
  double* const v = formula.lean.own();
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  const std::uint32_t count = formula.variables;
  double* const slope = v + formula.first_slope;
  for (std::uint32_t s = 0; s < count; ++s) {
    const Piece& p = pieces_[slots[s]];
    if constexpr (N == 1) {
      v[s] = p.c[0];
    } else if constexpr (N == 2) {
      v[s] = p.c[0] + (t - p.since) * p.c[1];
      slope[s] = p.c[1];
    } else {
      const double e = t - p.since;
      v[s] = p.c[0] + e * (p.c[1] + e * p.c[2]);
      slope[s] = p.c[1] + 2 * e * p.c[2];
      slope[count + s] = p.c[2];
    }
  }
  if (!formula.single)
    for (std::uint32_t k = 0; k < formula.constants; ++k) v[count + k] = call.constants[k];
  double u[N + 3];
  formula.run(u);
  x.c[1] = u[0];
  if constexpr (N > 1) x.c[2] = u[1] / 2;
  if constexpr (N > 2) x.c[3] = u[2] / 3;
  if (formula.has_own) of_state_[i].slope = u[formula.coefficients];
  if constexpr (N > 1) {
    if (!formula.exact) return expire(f, t, std::abs(u[N]));
    left_out_[i] = {t, std::abs(u[N]) / (N + 1), std::abs(u[N + 1]) / (N + 2), kInfinity};
    of_state_[i].leaves_out = left_out_[i].first + left_out_[i].second > 0;
    of_state_[i].expires = kInfinity;  // schedule() will tell
  }
}

template <int N>
double Loop<N>::beyond(const Row& row) const {
  double g[4] = {0, 0, 0, 0};
  for (std::uint32_t k = row.begin; k < row.end; ++k) {
    const Entry entry = entries_[k];
    if (entry.slot < plan_.first_algebraic) continue;
    for (int i = 0; i < 4; ++i) g[i] += entry.coefficient * pieces_[entry.slot].c[i];
  }
  const double by_slope = g[N - 1] * g[N - 1] / std::abs(g[N - 2]);
  double expected = by_slope;
  if constexpr (N == 3) {
    const double by_value = std::abs(g[2]) * std::sqrt(std::abs(g[2] / g[0]));
    expected = std::fmin(by_slope, by_value);
  }
  return std::isfinite(expected) ? std::max(std::abs(g[N]), expected) : std::abs(g[N]);
}

template <int N>
void Loop<N>::expire(std::uint32_t f, double t, double next) {
  const Function& function = plan_.functions[f];
  const std::uint32_t i = function.target;
  if (rows_[f].sum) {  // all of it, to its next choice
    of_state_[i].expires = kInfinity;
    return;
  }
  const double allowed = 0.1 * of_state_[i].quantum;
  double e = next > 0 ? root<N + 1>(allowed * (N + 1) / next) : kInfinity;
  const double longest = trusts_[i].after(t);
  // What stands on polynomials of an earlier time keeps the end that was told for these.
  const double kept = any_older(aging_[i], t) ? of_state_[i].expires : kInfinity;
  if (e > longest) {
    if (!moves(function.call, plan_.derivative_needs[i])) {
      of_state_[i].expires = kept;
      return;
    }
    if (!plan_.codes[function.call.code].affine) {
      Taylor<4> u;
      series<4>(function.call, t, std::span(&u, 1));
      for (std::size_t k = N + 1; k <= 4; ++k)
        if (const double size = std::abs(u.c[k]); size > 0)
          e = std::min(
              e, std::pow(allowed * static_cast<double>(k + 1) / size, 1.0 / static_cast<double>(k + 1)));
    }
  }
  if (e < longest)
    trusts_[i].limited(t, e);
  else
    e = longest;
  of_state_[i].expires = std::min(t + std::max(e, minimum_step(t)), kept);
}

template <int N>
void Loop<N>::schedule_renewal(std::uint32_t f, const Taylor<4>& u, double t) {
  const Function& function = plan_.functions[f];
  const std::uint32_t i = function.target;
  double next = std::abs(u.c[N]), after = std::abs(u.c[N + 1]);
  const Code& code = plan_.codes[function.call.code];
  if (!code.on_time) next = std::max(next, std::abs(u.c[N - 1]));  // through a block
  const double allowed = 0.02 * of_state_[i].quantum;
  double e = kInfinity;
  if (next > 0) e = std::pow(allowed * (N + 1) / next, 1.0 / (N + 1));
  if (after > 0) e = std::min(e, std::pow(allowed * (N + 2) / after, 1.0 / (N + 2)));
  const double longest = trusts_[i].after(t);
  if (e < longest)
    trusts_[i].limited(t, e);
  else
    e = longest;
  const double kept = any_older(aging_[i], t) ? heap_.due(renewal_item(i)) : kInfinity;  // as in expire()
  heap_.set(renewal_item(i), std::min(t + std::max(e, minimum_step(t)), kept));
}

template <int N>
void Loop<N>::renew(std::uint32_t i, double t) {
  ++wave_;
  touched_count_ = 0;
  const std::uint32_t f = plan_.derivative_of[i];
  for (const std::uint32_t unit : plan_.derivative_needs[i]) evaluate_shared(plan_.functions[unit], t);
  evaluate(f, t);
  settle(t);
}

template <int N>
bool Loop<N>::stays(const Row& row, double t) {
  double g[N + 1]{};
  double horizon = kInfinity;
  g[0] = row.base + row.by_time * t;
  g[1] = row.by_time;
  for (const Entry *entry = entries_.data() + row.begin, *end = entries_.data() + row.end; entry != end;
       ++entry) {
    const Piece& p = pieces_[entry->slot];
    const double k = entry->coefficient, s = t - p.since;
    if constexpr (N == 1) {
      g[0] += k * (p.c[0] + s * p.c[1]);
      g[1] += k * p.c[1];
    } else if constexpr (N == 2) {
      g[0] += k * (p.c[0] + s * (p.c[1] + s * p.c[2]));
      g[1] += k * (p.c[1] + 2 * s * p.c[2]);
      g[2] += k * p.c[2];
    } else {
      g[0] += k * (p.c[0] + s * (p.c[1] + s * (p.c[2] + s * p.c[3])));
      g[1] += k * (p.c[1] + s * (2 * p.c[2] + 3 * s * p.c[3]));
      g[2] += k * (p.c[2] + 3 * s * p.c[3]);
      g[3] += k * p.c[3];
    }
    horizon = std::min(horizon, heap_.due(entry->slot - count_));
  }
  const double side = sides_[row.target];
  for (double& c : g) c *= side;
  if (!(g[0] > 0)) return false;
  // Mostly it cannot get there while its states are what they are, whichever way it turns.
  const double ahead = horizon - t;
  double most = std::abs(g[N]);
  for (int k = N - 1; k > 0; --k) most = std::abs(g[k]) + ahead * most;
  if (ahead * most < g[0]) {
    ++counts_.crossing_checks;
    heap_.set(condition_item(row.target), kInfinity);
    return true;
  }
  const double least = reaches_zero<N>(g);  // or more
  if (!(least > 1e-9 * std::abs(t))) return false;
  ++counts_.crossing_checks;
  renews_[row.target] = 1;
  heap_.set(condition_item(row.target), least < horizon - t ? t + least : kInfinity);
  return true;
}

}  // namespace escapement::qss_solver
