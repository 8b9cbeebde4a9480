// SPDX-License-Identifier: MIT
#include "evaluation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "escapement/core/error.h"

namespace escapement::qss_solver {

using equations::Taylor;

void Engine::make_rows() {
  for (const Code& code : plan_.codes)
    if (coefficient_results_.size() < code.coefficients.results())
      coefficient_results_.resize(code.coefficients.results());
  rows_.resize(plan_.functions.size());
  for (std::uint32_t f = 0; f < plan_.functions.size(); ++f) {
    const Function& function = plan_.functions[f];
    const Code& code = plan_.codes[function.call.code];
    Row& row = rows_[f];
    row.target = function.target;
    row.role = function.role;
    row.exact = function.exact;
    row.affine = code.affine && function.role != Role::kBlock;
    row.varies = row.affine && !code.fixed;
    if (function.role == Role::kDerivative || function.role == Role::kCrossing) {
      row.way = row.affine                         ? Way::kAffine
                : function.role == Role::kCrossing ? Way::kSeries
                : plan_.on_time[function.target]   ? Way::kTimed
                                                   : Way::kSeries;
    }
    if (function.role == Role::kDerivative)
      row.sum = is_sum_of_states(plan_.derivative_needs[function.target], function.call);
    if (function.role == Role::kCrossing)
      row.sum = is_sum_of_states(plan_.crossing_needs[function.target], function.call);
    row.renewed = row.way == Way::kAffine && function.role == Role::kDerivative && plan_.on_time[row.target];
    if (!row.affine) continue;
    row.begin = static_cast<std::uint32_t>(entries_.size());
    row.direct = true;
    bool states_only = true;
    for (const std::uint32_t place : code.moving) {
      const std::uint32_t slot = plan_.arguments[function.call.first_argument + place];
      if (function.role == Role::kDerivative && slot == function.target)
        row.own = static_cast<std::uint32_t>(entries_.size());
      row.direct = row.direct && plan_.is_polynomial(slot);
      states_only = states_only && slot >= plan_.state_count() && slot < plan_.first_held;
      entries_.push_back({slot, 0});
    }
    row.end = static_cast<std::uint32_t>(entries_.size());
    row.exact_states =
        function.role == Role::kCrossing && states_only && !plan_.system.conditions[function.target].is_floor;
  }
  make_formulas();
  for (std::size_t i = 0; i < of_state_.size(); ++i) {
    const Row& row = rows_[plan_.derivative_of[i]];
    of_state_[i].slope_known = row.direct || row.way == Way::kFormula;
    of_state_[i].timed = row.way == Way::kTimed || row.renewed;
    const std::vector<std::uint32_t>& needs = plan_.derivative_needs[i];
    of_state_[i].bends = std::any_of(needs.begin(), needs.end(), [&](std::uint32_t unit) {
      const Function& function = plan_.functions[unit];
      return function.role == Role::kBlock && !plan_.blocks[function.block].linear;
    });
    of_state_[i].foresees = !row.sum && !(row.way == Way::kAffine && row.direct && !row.renewed);
  }
  columns_.resize(of_state_.size());
  column_stamp_.assign(of_state_.size(), 0);
  if (!implicit_ || method_.kind == qss::Kind::kCqss) return;
  find_unanswered();
  for (std::size_t i = 0; i < of_state_.size(); ++i)
    for (const std::uint32_t f : plan_.followers[i])
      if (rows_[f].role == Role::kShared || rows_[f].role == Role::kBlock) of_state_[i].followed = true;
  for (std::uint32_t i = 0; i < of_state_.size(); ++i) {
    first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
    const Row& row = rows_[plan_.derivative_of[i]];
    if (!row.direct) continue;
    for (std::uint32_t e = row.begin; e < row.end; ++e) {
      const std::uint32_t j = entries_[e].slot;
      if (j == i || j >= of_state_.size()) continue;
      const Row& other = rows_[plan_.derivative_of[j]];
      if (!other.direct) continue;
      for (std::uint32_t k = other.begin; k < other.end; ++k)
        if (entries_[k].slot == i) partners_.push_back({j, e, k});
    }
  }
  first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
  if (partners_.empty()) first_partner_.clear();
}

// One for each family, and each place that the state itself has in it.
void Engine::make_formulas() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (const std::uint32_t f : plan_.derivative_of) {
    Row& row = rows_[f];
    if (row.way != Way::kSeries) continue;
    const Call& call = plan_.functions[f].call;
    const Code& code = plan_.codes[call.code];
    std::uint32_t own = kNone;
    bool states_only = true;
    std::vector<bool> held;
    for (std::uint32_t s = 0; s < code.variables; ++s) {
      const std::uint32_t slot = plan_.arguments[call.first_argument + s];
      held.push_back(slot >= plan_.first_held && slot < plan_.first_delayed);
      if (slot == row.target) own = s;
      states_only = states_only && slot < plan_.first_algebraic;
    }
    if (!states_only) continue;  // the slope of the others goes through blocks
    const auto [at, fresh] = known.try_emplace({call.code, own}, kNone);
    if (fresh)
      if (auto made = make_formula(plan_.families, call.code, method_.order(), own, held)) {
        at->second = static_cast<std::uint32_t>(formulas_.size());
        formulas_.push_back(std::move(*made));
      }
    if (at->second == kNone) continue;
    row.formula = at->second;
    row.way = Way::kFormula;
  }
}

void Engine::translate(equations::Executor& executor, bool at_once) {
  std::vector<equations::Program*> programs;
  for (Formula& one : formulas_) programs.push_back(&one.program);
  executor.prepare(programs, at_once);
}

// Coefficients for what is held now.
void Engine::refresh_row(std::uint32_t f) {
  const Call& call = plan_.functions[f].call;
  Code& code = plan_.codes[call.code];
  Row& row = rows_[f];
  double* const work = code.coefficients.own();
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  for (const std::uint32_t s : code.holding)
    work[s] = pieces_[slots[s]].c[0];  // time and all that moves stay 0
  if (!code.single)
    for (std::uint32_t k = 0; k < code.constants; ++k) work[code.variables + k] = call.constants[k];
  double* const results = coefficient_results_.data();
  code.coefficients.run_own(results);
  row.base = results[0];
  row.by_time = results[1];
  for (std::uint32_t k = 0; k < row.end - row.begin; ++k)
    entries_[row.begin + k].coefficient = results[2 + k];
  if (row.own != kNone) of_state_[row.target].slope = entries_[row.own].coefficient;
}

void Engine::doubles(const Call& call, double t, std::span<double> results) {
  Code& code = plan_.codes[call.code];
  double* const work = code.tape.own();
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  if (code.all_held)
    for (std::uint32_t s = 0; s < code.variables; ++s) work[s] = pieces_[slots[s]].c[0];
  else
    for (std::uint32_t s = 0; s < code.variables; ++s) work[s] = pieces_[slots[s]].at(t);
  if (!code.single)
    for (std::uint32_t k = 0; k < code.constants; ++k) work[code.variables + k] = call.constants[k];
  work[code.variables + code.constants] = t;
  code.tape.run_own(results.data());
}

// What derivatives stand on is needed to the order of the method less one; what conditions read, and what
// tells how long a polynomial serves, to degree 3.
void Engine::evaluate_shared(const Function& function, double t) {
  ++counts_.evaluations;
  if (function.role == Role::kBlock) {
    solve_block_at_or_after(function, t);
    return;
  }
  if (function.role == Role::kDelay) return note_delayed(function, t);
  Taylor<3> result;
  series<3>(function.call, t, std::span(&result, 1));
  pieces_[function.target] = {t, {result.c[0], result.c[1], result.c[2], result.c[3]}};
}

// x' = a q + u with a < 0 keeps x near rest, to and fro by a quantum, in steps of the order of -1/a (QSS1: 1
// and more, QSS2: 0.76, QSS3: 0.54). One that the quantum limits while x is on its way is shorter: by the
// root of the relative quantum.
void Engine::look_for_stiffness(std::uint32_t state, double step, double t) {
  if (stiffness_ || method_.linearly_implicit()) return;
  constexpr std::uint64_t kTold = 10000 / kSampled + 1;
  ++sampled_;
  const double slope = slope_of(state, t);
  const int order = method_.order();
  const double usual = order == 1   ? method_.relative
                       : order == 2 ? std::sqrt(2 * method_.relative)
                                    : std::cbrt(6 * method_.relative);
  if (!(-slope * step > std::max(0.45, 1.1 * usual))) return;
  ++short_;
  if (slope < steepest_) {
    steepest_ = slope;
    steepest_state_ = state;
  }
  if (short_ < kTold || 2 * short_ < sampled_) return;
  stiffness_ = {plan_.system.variables[plan_.states()[steepest_state_]].name, -1 / steepest_, t,
                counts_.steps};
}

void Engine::look_at_crossing(std::uint32_t f, double t) {
  ++counts_.crossing_checks;
  const Row& row = rows_[f];
  const std::uint32_t c = row.target;
  if (row.affine) {
    qss::Polynomial g{{row.base + row.by_time * t, row.by_time, 0, 0}};
    for (std::uint32_t e = row.begin; e < row.end; ++e) {
      const auto [slot, k] = entries_[e];
      const Piece& p = pieces_[slot];
      const double s = t - p.since;
      g.c[0] += k * (p.c[0] + s * (p.c[1] + s * (p.c[2] + s * p.c[3])));
      g.c[1] += k * (p.c[1] + s * (2 * p.c[2] + 3 * s * p.c[3]));
      g.c[2] += k * (p.c[2] + 3 * s * p.c[3]);
      g.c[3] += k * p.c[3];
    }
    double size = std::abs(row.base) + std::abs(row.by_time * t);
    bool states_only = true;
    for (std::uint32_t e = row.begin; e < row.end; ++e) {
      size += std::abs(entries_[e].coefficient * pieces_[entries_[e].slot].at(t));
      states_only = states_only && plan_.is_polynomial(entries_[e].slot);
    }
    if (states_only || row.sum) return track(c, t, g, size, true, 0);
    // Polynomials of algebraic variables end where the variables go on.
    const double expected = g.c[2] * g.c[2] / std::abs(g.c[1]);
    const double fourth = std::isfinite(expected) ? std::max(std::abs(g.c[3]), expected) : std::abs(g.c[3]);
    const bool rests = g.derivative().is_constant() && g.c[1] == 0 &&
                       !moves(plan_.functions[f].call, plan_.crossing_needs[c]);
    return track(c, t, g, size, rests, fourth);
  }
  const Function& function = plan_.functions[f];
  const Code& code = plan_.codes[function.call.code];
  Taylor<4> r;
  series<4>(function.call, t, std::span(&r, 1));
  double size = std::abs(r.c[0]);
  if (function.side.code != kNone) {
    double left = 0;
    doubles(function.side, t, std::span(&left, 1));
    size += 2 * std::abs(left);
  }
  double fourth = r.c[4];
  for (std::uint32_t s = 0; s < code.variables; ++s)
    if (plan_.arguments[function.call.first_argument + s] >= plan_.first_algebraic)
      fourth = std::max(std::abs(fourth), std::abs(r.c[3]));  // their polynomials end before that
  track(c, t, {{r.c[0], r.c[1], r.c[2], r.c[3]}}, size,
        !code.on_time && !moves(function.call, plan_.crossing_needs[c]), fourth);
}

// Where the polynomial is not all of the function, its zero is approached: the function is looked at again
// before the term that was left out could matter.
void Engine::track(std::uint32_t c, double t, const qss::Polynomial& g, double size, bool exact,
                   double fourth) {
  const equations::Condition& condition = plan_.system.conditions[c];
  if (!g.is_finite() &&
      c >= plan_.corners) {  // a corner in a branch that does not count: none, until it does
    renews_[c] = 0;
    heap_.set(condition_item(c), kInfinity);
    return;
  }
  if (!g.is_finite())
    throw Error("the crossing function of '" + condition.text + "' is " + to_text(g.c[0]) + " at time " +
                to_text(t) + "; look for a division by zero or a root or logarithm of a negative number");
  Tracker& tracker = trackers_[c];
  sizes_[c] = std::max(sizes_[c], size);
  if (!reaches_.empty() && plan_.solved_for[c]) size = std::max(size, size_of_terms(c, t));
  Time due = kInfinity;
  if (condition.is_floor) {
    const double whole = pieces_[plan_.held[condition.variable]].c[0];
    qss::Polynomial lower = g, upper = g;
    lower.c[0] -= whole - bands_[c].width;
    upper.c[0] -= whole + 1 + bands_[c].width;
    tracker.lower.update(t, lower, size + std::abs(whole));
    tracker.upper.update(t, upper, size + std::abs(whole) + 1);
    due = std::min(tracker.lower.due(), tracker.upper.due());
  } else {
    qss::Polynomial located = g;
    located.c[0] += sides_[c] * bands_[c].width;
    tracker.lower.update(t, located, size);
    due = tracker.lower.due();
  }
  note_side(c);
  renews_[c] = 0;
  double own_time = kInfinity;
  Time trusted = any_older(aging_of_[c], t) ? trusted_[c] : kInfinity;  // however often it is looked at
  if (fourth != 0 || (!exact && g.c[3] != 0)) {
    // A fourth coefficient may be 0 by chance: a part of the third speaks for those that come after.
    const double b = std::abs(fourth), third = 0.1 * std::abs(g.c[3]);
    own_time = std::sqrt(std::sqrt(0.1 * sizes_[c] / b));
    const double serves =
        std::max({std::sqrt(std::sqrt(0.1 * std::abs(g.c[0]) / b)), third / b,
                  std::sqrt(1e-3 * std::abs(g.c[2]) / b), std::cbrt(1e-4 * std::abs(g.c[1]) / b)});
    Time renewal = t + std::max(serves, minimum_step(t));
    if (due < kInfinity) {
      const double e = due - t;
      const double rate = std::abs(g.derivative().at(e));
      const double off = rate > 0 ? e * e * e * (b * e + third) / rate : e;
      if (off > 4 * minimum_step(t)) renewal = std::min(renewal, t + std::max(e - 2 * off, 0.5 * e));
    }
    trusted = std::min(trusted, renewal);
  }
  // Coefficients may be 0 by chance, as those of x^5 at 0.
  if (!exact) {
    Trust& trust = trusts_of_[c];
    const double longest = t + trust.after(t);
    if (own_time < longest - t) trust.limited(t, own_time);
    trusted = std::min(trusted, longest);
    if (trusted < due) trusted = crossing_until(c, t, trusted, g);
  }
  trusted_[c] = trusted;
  if (trusted < due) {
    due = trusted;
    renews_[c] = 1;
  }
  heap_.set(condition_item(c), std::max(due, t));
}

}  // namespace escapement::qss_solver
