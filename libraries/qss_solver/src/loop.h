// SPDX-License-Identifier: MIT
// The loop itself, once for each order of the methods: coefficients above the order are not touched. What
// evaluates derivatives and looks ahead is in loop_rows.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "escapement/core/error.h"
#include "evaluation.h"
#include "group.h"
#include "horizon.h"
#include "pair.h"

namespace escapement::qss_solver {

using equations::Taylor;
using qss::Kind;

constexpr std::uint64_t kSameTime = 5000;  // instants at one time

template <int N>
class Loop final : public Engine {
 public:
  Loop(Plan& plan, const qss::Method& method, RelativeTo relative)
      : Engine(plan, method, relative), count_(static_cast<std::uint32_t>(plan.state_count())) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const auto is_row = [this](std::uint32_t f) {
        return rows_[f].way == Way::kAffine && rows_[f].role == Role::kDerivative && rows_[f].direct &&
               !rows_[f].renewed;
      };
      const auto readers = plan.followers[i];
      of_state_[i].plain = std::all_of(readers.begin(), readers.end(), is_row);
      of_state_[i].is_row = is_row(plan.derivative_of[i]);
    }
  }

  void advance(double until) override {
    while (run_to_event(until)) event_due();
    now_ = std::max(now_, until);
  }

  bool run_to_event(double until) override {
    const auto n = static_cast<std::uint32_t>(plan_.state_count());
    const auto conditions = static_cast<std::uint32_t>(n + trackers_.size());
    const std::uint32_t renewals = delay_item(0);
    while (true) {
      const auto [item, t] = heap_.next();
      if (t > until) return false;
      if (--until_looked_at_ == 0) [[unlikely]]
        look_at_progress(item, t);
      if (item < n) {
        now_ = t;
        if (of_state_[item].expires <= t) {
          renew(item, t);
          if (has_left_band(item, t)) step(item, t);
        } else {
          step(item, t);
        }
      } else if (item < conditions) {
        same_time_ = t == now_ ? same_time_ + 1 : 0;
        if (same_time_ > kSameTime) stuck(item - n, t);
        now_ = t;
        if (renews_[item - n] == 0) return true;
        if (plan_.crossing_of[item - n] == kNone)
          event(t);
        else
          look_again(item - n, t);
      } else if (item < renewals) {
        now_ = t;
        renew(item - conditions, t);
      } else {
        if (jumps(item - renewals, t)) return true;
        now_ = t;
        move_delays(t);
      }
    }
  }

  bool instant() override {
    const double t = heap_.top_due();
    bool fired = false;
    while (run_to_event(t)) fired = event_due() || fired;
    return fired;
  }

 private:
  // Where derivatives have to be evaluated anew at every instant, as beside a pole, q would never be chosen.
  bool has_left_band(std::uint32_t i, double t) const {
    const double quantum = of_state_[i].quantum;
    return std::abs(pieces_[count_ + i].at(t) - pieces_[i].at(t)) > (1 + 1e-6) * quantum;
  }
  [[noreturn]] void stuck(std::uint32_t condition, double t) const {
    throw Error("time does not pass at " + to_text(t) + ": after " + std::to_string(kSameTime) +
                " events the condition '" + plan_.system.conditions[condition].text +
                "' still changes; give it two bounds some way apart");
  }
  const std::uint32_t count_;  // of states
  std::uint64_t same_time_ = 0;

  void step(std::uint32_t i, double t) override {
    if (of_state_[i].plain) return step_among_rows(i, t);
    ++wave_;
    touched_count_ = 0;
    choose_anew(i, t);
    settle(t);
  }
  void step_among_rows(std::uint32_t i, double t);
  void schedule_two(std::uint32_t i, std::uint32_t j, double t);

  void choose_anew(std::uint32_t i, double t) override {
    if (of_state_[i].plain) return choose_among_rows(i, t);
    choose_q(i, t);
    touch(i);
    if (members_.size() > 1) return evaluate_readers_of_members(t);
    for (const std::uint32_t f : plan_.followers[i]) evaluate_any(f, t);
  }
  void choose_among_rows(std::uint32_t i, double t);

  // The new q of a state that is due. Whether others have chosen with it: they are members_.
  bool choose_q(std::uint32_t i, double t);
  static void come_to_rest(Piece& x, const Piece& q, double a, double quantum);

  bool choose(const double* x, double* q, double a, double quantum, double after = kInfinity) const {
    if constexpr (N == 1) {
      if (method_.kind != Kind::kCqss) return choose_liqss1(x, q, a, quantum);
      choose_cqss(x, q, a, quantum);
      return false;
    } else if constexpr (N == 2) {
      return choose_liqss2(x, q, a, quantum, after);
    } else {
      return choose_liqss3(x, q, a, quantum, after);
    }
  }

  [[gnu::noinline]] void sample(std::uint32_t i, double t) {
    if (implicit_)
      look_for_standstill(i, pieces_[count_ + i].at(t), t);
    else
      look_for_stiffness(i, t - pieces_[i].since, t);
  }
  bool choose_together(std::uint32_t i, const Partner& partner, double own,
                       const std::array<double, N>& before, double t);

  // group_step.h
  struct Member {
    std::uint32_t state = 0;
    Piece x;                          // at this instant, as its q before this choice makes it
    std::array<double, N> before, q;  // before, as it stands at this instant
    double quantum = 0;
  };
  bool choose_in_group(std::uint32_t i, const std::array<double, N>& before, double t);
  void look_at_column(std::uint32_t j, double t);
  bool hurried(std::uint32_t i, bool rests, const std::array<double, N>& before, double constants, double t);
  void add_member(std::uint32_t j, const std::array<double, N>& old, double t);
  void add_member(std::uint32_t j, double t);
  void find_ring(const std::array<double, N>& before, double t);
  bool let_members_choose(std::uint32_t i, double t);
  bool answers(std::uint32_t j, double t, std::array<double, N>& old);
  bool choose_with_all();
  bool choose_as_pair();
  void evaluate_readers_of_members(double t);
  double slope_between(std::uint32_t of, std::uint32_t over) const;
  static void add_turn(std::array<double, N>& to, double slope, const std::array<double, N>& q,
                       const std::array<double, N>& before);
  static bool is_turned(const Piece& x, const std::array<double, N>& by);
  bool is_member(std::uint32_t j) const;
  std::vector<Member> members_;              // who choose together
  std::vector<std::uint32_t> places_;        // by state, of members among these
  static constexpr std::size_t kChased = 8;  // members that are found one by one
  static constexpr std::uint8_t kOften = 6;  // hurries, from which on a group is looked for
  Group group_;
  bool rest_together_ = false;  // what it found

  void evaluate_any(std::uint32_t f, double t) {
    const Row& row = rows_[f];
    if (row.way != Way::kShared)
      derive(f, row, t);
    else
      evaluate_shared(plan_.functions[f], t);
  }

  // A derivative: the polynomial of its state from t on.
  void evaluate(std::uint32_t f, double t) override { derive(f, rows_[f], t); }
  void derive(std::uint32_t f, const Row& row, double t) {
    const std::uint32_t i = row.target;
    ++counts_.evaluations;
    Piece& x = pieces_[count_ + i];
    move(x, t, N);
    touch(i);
    if (row.way == Way::kAffine) [[likely]] {
      by_row(row, x, t);
      if constexpr (N > 1)
        if (!row.direct) expire(f, t, beyond(row));
    } else {
      by_function(f, row, x, t);
    }
    double sum = x.c[1];
    for (int k = 2; k <= N; ++k) sum += x.c[k];
    if (!std::isfinite(sum)) {
      rescue(f, t);
    } else if (row.renewed) {
      Taylor<4> u;
      series<4>(plan_.functions[f].call, t, std::span(&u, 1));
      schedule_renewal(f, u, t);
    }
  }

  void by_row(const Row& row, Piece& x, double t) const;
  void follow_row(std::uint32_t f, const Row& row, std::uint32_t i, double t);
  void by_row_of_reader(const Row& row, std::uint32_t i, Piece& x, double t) const;

  void by_function(std::uint32_t f, const Row& row, Piece& x, double t);

  void by_formula(std::uint32_t f, const Call& call, Formula& formula, std::uint32_t i, Piece& x, double t);
  template <std::size_t M>
  static void put(Piece& x, const Taylor<M>& u) {
    x.c[1] = u.c[0];
    if constexpr (N > 1 && M > 0) x.c[2] = u.c[1] / 2;
    if constexpr (N > 2 && M > 1) x.c[3] = u.c[2] / 3;
  }

  // How large the next coefficient of an affine function is: polynomials of algebraic variables go on beyond
  // the order of the method. One that is 0 by chance is taken for what those before it let expect.
  double beyond(const Row& row) const;

  // A derivative that is no polynomial of the method's order in time: it is evaluated anew before what is
  // left out, `next` e^N at first, comes to a tenth of the quantum in x. Where that term is 0 by chance,
  // later ones tell; and nothing is trusted for longer than a quarter of the time since the start, as long as
  // anything that is read moves.
  void expire(std::uint32_t f, double t, double next);
  // What the polynomial of a derivative that depends on time leaves out may come to a fiftieth of the
  // quantum: it adds up from one renewal to the next.
  void schedule_renewal(std::uint32_t f, const Taylor<4>& u, double t);
  std::uint32_t renewal_item(std::uint32_t state) const {
    return static_cast<std::uint32_t>(plan_.state_count() + trackers_.size()) + state;
  }
  void renew(std::uint32_t i, double t);

  // kRow: x stands at t, and its derivative is a sum over states, which serves until one of them changes.
  template <bool kRow = false>
  [[gnu::always_inline]] void schedule(std::uint32_t i, double t) {
    const std::size_t n = count_;
    const Piece& x = pieces_[n + i];
    const Piece& q = pieces_[i];
    const double back = kRow ? 0 : t - x.since;  // of a state whose derivative does not read its own q
    Piece now;
    if constexpr (N != 2) {
      now = x;
      if (back != 0) move(now, t, N);
    }
    const double width = of_state_[i].quantum;
    double e = kInfinity;
    if constexpr (N == 1) {
      const double target = method_.kind == Kind::kCqss ? of_state_[i].chosen : q.c[0];
      e = leaves_band(now.c[0] - target, now.c[1], 0, width);
      if (method_.kind == Kind::kLiqss1) {  // x meets q
        const double gap = q.c[0] - now.c[0];
        if (gap != 0 && gap * now.c[1] > 0) e = std::min(e, gap / now.c[1]);
      }
    } else if constexpr (N == 2) {
      const double s = t - q.since;
      double x0 = x.c[0], x1 = x.c[1];
      const double x2 = x.c[2];
      if (back != 0) {
        x0 += back * (x1 + back * x2);
        x1 += 2 * back * x2;
      }
      e = leaves_band(x0 - (q.c[0] + s * q.c[1]), x1 - q.c[1], x2, width);
    } else {
      const double s = t - q.since;
      e = leaves_band({{now.c[0] - (q.c[0] + s * (q.c[1] + s * q.c[2])), now.c[1] - (q.c[1] + 2 * s * q.c[2]),
                        now.c[2] - q.c[2], now.c[3]}},
                      width);
    }
    double due = t + std::max(e, minimum_step(t));
    if constexpr (kRow) return heap_.set(i, due);
    OfState& own = of_state_[i];
    if constexpr (N > 1)
      if (const LeftOut& left = left_out_[i]; own.leaves_out)
        own.expires = std::min(
            left.foreseen, serves_until<N>(left.since, left.first, left.second, 0.1 * own.quantum, due, t));
    if (own.foresees && back == 0) foresee(i, t, due);
    heap_.set(i, std::min(due, own.expires));
  }

  // The derivative has been evaluated at t.
  [[gnu::noinline]] void foresee(std::uint32_t i, double t, double due) {
    OfState& own = of_state_[i];
    if (own.timed) {
      const double renewal = heap_.due(renewal_item(i));
      if (renewal < kInfinity)
        heap_.set(renewal_item(i), foreseen_until(i, t, renewal, due, 0.02 * own.quantum));
    } else if constexpr (N > 1) {
      const Row& row = rows_[plan_.derivative_of[i]];
      if (row.way != Way::kFormula) {
        if (own.expires < kInfinity) own.expires = foreseen_until(i, t, own.expires, due, 0.1 * own.quantum);
        return;
      }
      // It serves beyond its next choice, unless it reads its own q; that leaves it what was foreseen here.
      if (own.expires == kInfinity && (!own.leaves_out || formulas_[row.formula].has_own)) return;
      const double until = own.expires < kInfinity ? own.expires : t + 2 * (due - t);
      double& foreseen = left_out_[i].foreseen;
      if (until < kInfinity) foreseen = foreseen_until(i, t, until, due, 0.1 * own.quantum);
      own.expires = std::min(own.expires, foreseen);
    }
  }

  // Of a crossing function that is a sum over states, cheaply: nothing happens before one of these is looked
  // at again, or not before nine tenths of the time that it takes to zero; then the exact instant is looked
  // for, if it still matters. False where it has to be looked for now.
  bool stays(const Row& row, double t);

  // Whether conditions that read x have to be looked at: not while x keeps within the room that they leave.
  [[gnu::always_inline]] void watch(std::uint32_t i, double t) {
    if (!of_state_[i].watched) return;
    if (!keeps_within(i, t) || rooms_[i].awaited) look_around(i, t);
  }
  [[gnu::always_inline]] bool keeps_within(std::uint32_t i, double t) const {
    const Piece& x = pieces_[count_ + i];
    const Room& room = rooms_[i];
    const double ahead = heap_.due(i) - t;
    double least = 0, most = 0;  // how far it may go until then
    for (int k = N; k > 0; --k) {
      least = std::min(ahead * (x.c[k] + least), 0.0);
      most = std::max(ahead * (x.c[k] + most), 0.0);
    }
    return x.since == t && x.c[0] + least > room.low && x.c[0] + most < room.high;
  }
  [[gnu::noinline]] void look_around(std::uint32_t i, double t) {
    Room& room = rooms_[i];
    if (!room.never && !room.known() && pieces_[count_ + i].since == t) measure_room(i);
    if (keeps_within(i, t)) return await_nothing(i);
    for (const std::uint32_t f : plan_.followers[count_ + i]) await(f);
    room.awaited = true;
  }
  void await_nothing(std::uint32_t i) {
    for (const std::uint32_t f : plan_.followers[count_ + i]) {
      const std::uint32_t c = rows_[f].target;
      renews_[c] = 0;
      heap_.set(condition_item(c), kInfinity);
    }
    rooms_[i].awaited = false;
  }
  // How far x may go before one of the conditions that read it, and nothing else that moves, changes.
  void measure_room(std::uint32_t i) {
    const double x = pieces_[count_ + i].c[0];
    double low = -kInfinity, high = kInfinity;
    for (const std::uint32_t f : plan_.followers[count_ + i]) {
      const Row& row = rows_[f];
      const double k = entries_[row.begin].coefficient, side = sides_[row.target];
      const double g = side * (row.base + k * x);
      if (!(g > 0) || row.by_time != 0) return;
      if (k == 0) continue;
      const double way = (1 - 1e-9) * g / std::abs(k);
      if (side * k > 0)
        low = std::max(low, x - way);
      else
        high = std::min(high, x + way);
    }
    rooms_[i].low = low;
    rooms_[i].high = high;
  }

  void settle(double t) override {
    for (std::size_t k = 0; k < touched_count_; ++k) {
      schedule(touched_[k], t);
      watch(touched_[k], t);
    }
    if (!pending_.empty()) look_at_pending(t);
  }

  void look_at_pending(double t) {
    if (pending_.size() > 1) sort_unique(pending_);
    for (const std::uint32_t f : pending_) {
      const Row& row = rows_[f];
      awaited_[f] = 0;
      if (row.way != Way::kShared) {
        if (!row.exact_states || !stays(row, t)) look_at_crossing(f, t);
      } else {
        evaluate_shared(plan_.functions[f], t);
      }
    }
    pending_.clear();
  }
};

}  // namespace escapement::qss_solver
