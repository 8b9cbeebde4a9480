// SPDX-License-Identifier: MIT
// delay(): what an expression was some time ago. Its past is a row of polynomials in time, one for each
// change of what it reads, and each comes out as it went in: a jump is a jump, at its time to the last bit.
//
//   Y1  Derivatives read what the expression of q was, a polynomial that their method follows exactly;
//       conditions, events and results read what the expression of x was.
//   Y2  Before the start it is what it is at the start.
//   Y3  Where the expression is no polynomial of its states, a polynomial waits for as long as what it leaves
//       out stays below a tenth of the quantum; then the next one follows.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/equations/homotopy.h"
#include "evaluation.h"

namespace escapement::qss_solver {

// The equations of the beginning, where a delay gives what its expression is there, which may stand on it.
void Engine::solve_start(double t) {
  constexpr int kRounds = 100;
  const equations::FlatSystem& system = plan_.system;
  for (equations::VariableIndex v = 0; v < all_.size(); ++v)
    all_[v] = system.variables[v].start.value_or(guess_[v]);
  if (system.initial_flag) all_[*system.initial_flag] = 1;
  for (int round = 0;; ++round) {
    equations::solve_start(plan_.system, plan_.sorted.choice, *at_start_, t, all_);
    bool same = true;
    for (const DelayedValue& one : plan_.delays) {
      const double value = equations::evaluate(system.terms, one.of, all_, t), before = all_[one.value];
      same = same && std::abs(value - before) <= 1e-12 * std::max(std::abs(value), std::abs(before));
      all_[one.value] = value;
    }
    if (same) return;
    if (round == kRounds)
      throw Error("delays that stand on one another have no common value at time " + to_text(t) +
                  ", where they begin");
  }
}

void Engine::begin_delays(double t) {
  for (std::uint32_t k = 0; k < delays_.size(); ++k) {
    const DelayedValue& plan = plan_.delays[k];
    Delayed& one = delays_[k];
    one = {};
    one.of_q.trust.begin(t);
    one.of_x.trust.begin(t);
    one.time = equations::evaluate(plan_.system.terms, plan.time, all_, t);
    if (!(one.time > 0))
      throw Error("a delay of " + to_text(one.time) + " at time " + to_text(t) + ": it must be above 0 (" +
                  plan_.system.brief(plan.of) + ")");
    const Piece now{t, {all_[plan.value], 0, 0, 0}};
    pieces_[plan.from_q] = pieces_[plan.from_x] = one.of_q.last = one.of_x.last = now;
  }
}

void Engine::note_delayed(const Function& function, double t) {
  const std::uint32_t k = function.target;
  Delayed& one = delays_[k];
  Past& past = function.exact ? one.of_x : one.of_q;
  equations::Taylor<4> u;
  series<4>(function.call, t, std::span(&u, 1));
  const DelayedValue& plan = plan_.delays[k];
  if (!std::isfinite(u.c[0] + u.c[1] + u.c[2] + u.c[3]))
    throw Error("'" + plan_.system.brief(plan.of) + "', of which there is a delay(), is " + to_text(u.c[0]) +
                " at time " + to_text(t) +
                "; look for a division by zero or a root or logarithm of a "
                "negative number");
  const double nominal = std::abs(plan_.system.variables[plan.value].nominal);
  one.quantum = std::max(method_.relative * std::abs(u.c[0]), method_.absolute * (nominal > 0 ? nominal : 1));
  const std::size_t degree = function.exact ? 3 : static_cast<std::size_t>(method_.order()) - 1;
  Piece now{t, {}};
  for (std::size_t d = 0; d <= degree; ++d) now.c[d] = u.c[d];

  const Row& row = rows_[function.exact ? plan.function_x : plan.function_q];
  bool all = row.affine && row.by_time == 0;
  for (std::uint32_t e = row.begin; e < row.end; ++e) all = all && plan_.is_polynomial(entries_[e].slot);
  const std::vector<std::uint32_t>& needs = function.exact ? plan.needs_x : plan.needs_q;
  const auto is_older = [&](std::uint32_t f) { return pieces_[rows_[f].target].since < t; };
  const double kept =
      std::any_of(needs.begin(), needs.end(), is_older) ? past.renewal : kInfinity;  // as in expire()
  past.renewal = kInfinity;
  if (!all) {
    double serves = kInfinity;
    for (std::size_t d = degree + 1; d <= 4; ++d)
      if (const double size = std::abs(u.c[d]); size > 0)
        serves = std::min(serves, std::pow(0.1 * one.quantum / size, 1.0 / static_cast<double>(d)));
    if (plan_.codes[function.call.code].on_time || moves(function.call, needs)) {
      if (const double longest = past.trust.after(t); serves < longest)
        past.trust.limited(t, serves);
      else
        serves = longest;
    }
    past.renewal = std::min(t + std::max(serves, minimum_step(t)), kept);
  }
  if (!(t + one.time > t))
    throw Error("a delay of " + to_text(one.time) + " at time " + to_text(t) +
                " is less than times are told apart by (" + plan_.system.brief(plan.of) + ")");
  const bool jump = std::abs(now.c[0] - past.last.at(t)) > 0.5 * one.quantum;
  past.last = now;
  if (past.renewal < kInfinity) past.renewal = delayed_until(k, function.exact, t, past.renewal);
  if (!past.waiting.empty() && past.waiting.back().piece.since == t) {
    past.waiting.back().piece = now;
    past.waiting.back().jump = past.waiting.back().jump || jump;
  } else {
    past.waiting.push_back({now, jump});
  }
  schedule_delay(k, t);
}

void Engine::schedule_delay(std::uint32_t k, double t) {
  const Delayed& one = delays_[k];
  double due = std::min(one.of_q.renewal, one.of_x.renewal);
  for (const Past* past : {&one.of_q, &one.of_x})
    if (!past->waiting.empty()) due = std::min(due, past->waiting.front().piece.since + one.time);
  heap_.set(delay_item(k), std::max(due, t));
}

// Whether the value jumps by what comes out at t.
bool Engine::jumps(std::uint32_t k, double t) const {
  const Delayed& one = delays_[k];
  for (const Waiting& waiting : one.of_x.waiting) {
    if (waiting.piece.since + one.time > t) break;
    if (waiting.jump) return true;
  }
  return false;
}

// All that is due at t. Whether a value jumped.
bool Engine::move_delays(double t) {
  bool jumped = false;
  std::vector<std::uint32_t>& all = functions_;
  all.clear();
  fresh_.clear();
  while (heap_.top_due() <= t && heap_.top() >= delay_item(0)) {
    const std::uint32_t k = heap_.top() - delay_item(0);
    const DelayedValue& plan = plan_.delays[k];
    Delayed& one = delays_[k];
    const bool jump = jumps(k, t);
    jumped = jumped || jump;
    for (const bool exact : {false, true}) {
      Past& past = exact ? one.of_x : one.of_q;
      const std::uint32_t slot = exact ? plan.from_x : plan.from_q;
      bool moved = false;
      for (; !past.waiting.empty() && past.waiting.front().piece.since + one.time <= t; moved = true) {
        pieces_[slot] = past.waiting.front().piece;
        pieces_[slot].since += one.time;
        past.waiting.pop_front();
      }
      if (moved)
        for (const std::uint32_t f : plan_.followers[slot]) {
          all.push_back(f);
          if (jump && rows_[f].role == Role::kDerivative) fresh_.push_back(rows_[f].target);
        }
      if (past.renewal <= t) {
        past.renewal = kInfinity;
        const std::vector<std::uint32_t>& needs = exact ? plan.needs_x : plan.needs_q;
        all.insert(all.end(), needs.begin(), needs.end());
        all.push_back(exact ? plan.function_x : plan.function_q);
      }
    }
    schedule_delay(k, t);
  }
  if (jumped) changed_at_ = t;
  sort_unique(all);
  sort_unique(fresh_);
  ++wave_;
  touched_count_ = 0;
  for (const std::uint32_t f : all) {
    if (rows_[f].role == Role::kCrossing)
      pending_.push_back(f);
    else if (rows_[f].role == Role::kDerivative)
      evaluate(f, t);
    else
      evaluate_shared(plan_.functions[f], t);
  }
  if (implicit_)
    for (const std::uint32_t state : fresh_) choose_anew(state, t);
  fresh_.clear();
  settle(t);
  if (jumped) ++counts_.events;
  if (jumped && !checked_assertions_.empty()) check_assertions(t);
  return jumped;
}

}  // namespace escapement::qss_solver
