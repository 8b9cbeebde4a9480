// SPDX-License-Identifier: MIT
// The loop itself, once for each order of the methods: coefficients above the order are not touched.
#include <algorithm>
#include <cmath>
#include <functional>

#include "escapement/core/error.h"
#include "evaluation.h"
#include "horizon.h"
#include "pair.h"

namespace escapement::qss_solver {
namespace {

using equations::Taylor;
using qss::Kind;

constexpr std::uint64_t kSameTime = 100000;  // instants at one time

template <int N>
class Loop final : public Engine {
 public:
  Loop(Plan& plan, const qss::Method& method)
      : Engine(plan, method), count_(static_cast<std::uint32_t>(plan.state_count())) {}

  void advance(double until) override {
    while (run_to_event(until)) event_due();
    now_ = std::max(now_, until);
  }

  bool run_to_event(double until) override {
    const auto n = static_cast<std::uint32_t>(plan_.state_count());
    const auto conditions = static_cast<std::uint32_t>(n + trackers_.size());
    while (heap_.top_due() <= until) {
      const double t = heap_.top_due();
      const std::uint32_t item = heap_.top();
      if (item < n) {
        now_ = t;
        if (of_state_[item].expires <= t)
          renew(item, t);
        else
          step(item, t);
      } else if (item < conditions) {
        same_time_ = t == now_ ? same_time_ + 1 : 0;
        if (same_time_ > kSameTime) stuck(item - n, t);
        now_ = t;
        if (renews_[item - n] == 0) return true;
        event(t);
      } else {
        now_ = t;
        renew(item - conditions, t);
      }
    }
    return false;
  }

  bool instant() override {
    const double t = heap_.top_due();
    bool fired = false;
    while (run_to_event(t)) fired = event_due() || fired;
    return fired;
  }

 private:
  [[noreturn]] void stuck(std::uint32_t condition, double t) const {
    throw Error("time does not pass at " + to_text(t) + ": after " + std::to_string(kSameTime) +
                " events the condition '" + plan_.system.conditions[condition].text +
                "' still changes; give it two bounds some way apart");
  }
  const std::uint32_t count_;  // of states
  std::uint64_t same_time_ = 0;

  // A state that is due, and what follows: mostly each of its readers is a derivative, and no two of them
  // concern one state.
  void step(std::uint32_t i, double t) override {
    ++wave_;
    touched_count_ = 0;
    choose_anew(i, t);
    settle(t);
  }

  void choose_anew(std::uint32_t i, double t) override {
    const std::size_t n = count_;
    ++counts_.steps;
    ++of_state_[i].changes;
    Piece& x = pieces_[n + i];
    Piece& q = pieces_[i];
    const bool at_due = heap_.due(i) == t;
    move(x, t, N);
    move(q, t, N - 1);
    q.since = t;
    if constexpr (N == 1) {
      // Levels of QSS1 are kept exact where the rounding of the instant is all that x is off by.
      if (method_.kind == Kind::kQss1 && at_due) {
        const double moved = x.c[0] - q.c[0];
        if (std::abs(std::abs(moved) - of_state_[i].quantum) <= 1e-10 * of_state_[i].quantum)
          x.c[0] = q.c[0] + std::copysign(of_state_[i].quantum, moved);
      }
    }
    const double quantum = std::max(method_.relative * std::abs(x.c[0]), of_state_[i].absolute);
    of_state_[i].quantum = quantum;
    of_state_[i].chosen = x.c[0];
    if (implicit_) {
      std::array<double, N> before;  // one by one: they were just written so
      for (std::size_t k = 0; k < N; ++k) before[k] = q.c[k];
      const Row& own = rows_[plan_.derivative_of[i]];
      const double slope = !own.direct        ? slope_of(i, t)
                           : own.own == kNone ? 0
                                              : entries_[own.own].coefficient;
      const double a = slope < 0 && std::isfinite(slope) ? slope : 0;
      choose(x.c.data(), q.c.data(), a, quantum);
      if (!partners_.empty())
        for (const Partner& partner : partners_[i])
          if (choose_together(i, partner, slope, before, t)) break;
    } else {
      choose_explicit(N, x.c.data(), q.c.data());
    }
    touch(i);
    for (const std::uint32_t f : plan_.followers[i]) evaluate_any(f, t);
  }

  void choose(const double* x, double* q, double a, double quantum) const {
    if constexpr (N == 1) {
      if (method_.kind == Kind::kCqss)
        choose_cqss(x, q, a, quantum);
      else
        choose_liqss1(x, q, a, quantum);
    } else if constexpr (N == 2) {
      choose_liqss2(x, q, a, quantum);
    } else {
      choose_liqss3(x, q, a, quantum);
    }
  }

  // Whether a derivative goes the other way.
  static bool turns(const Piece& before, const Piece& after) {
    for (std::size_t k = 1; k <= N; ++k)
      if (before.c[k] * after.c[k] < 0) return true;
    return false;
  }

  // The new q of state i may turn its partner round, whose new q would then turn i round: they would chase
  // each other, a quantum to and fro. Then both choose together.
  bool choose_together(std::uint32_t i, const Partner& partner, double own,
                       const std::array<double, N>& before, double t) {
    const std::size_t n = count_;
    const std::uint32_t j = partner.state;
    const double by_partner = entries_[partner.here].coefficient,
                 to_partner = entries_[partner.there].coefficient;
    if (by_partner * to_partner == 0) return false;
    Piece& qi = pieces_[i];
    const Piece& xi = pieces_[n + i];
    if (!turned_by<N>(pieces_[n + j], t, to_partner, qi, before)) return false;
    Piece xj = pieces_[n + j];
    move(xj, t, N);
    Piece turned = xj;
    for (std::size_t k = 0; k < N; ++k)
      turned.c[k + 1] += to_partner * (qi.c[k] - before[k]) / static_cast<double>(k + 1);
    Piece qj = pieces_[j];
    move(qj, t, N - 1);
    const Row& row = rows_[plan_.derivative_of[j]];
    const double its = row.own == kNone ? 0 : entries_[row.own].coefficient;
    of_state_[j].quantum = std::max(method_.relative * std::abs(xj.c[0]), of_state_[j].absolute);
    Piece answer = qj;
    choose(turned.c.data(), answer.c.data(), std::min(its, 0.0), of_state_[j].quantum);
    Piece own_after = xi;
    for (std::size_t k = 0; k < N; ++k)
      own_after.c[k + 1] +=
          (by_partner * (answer.c[k] - qj.c[k]) + own * (qi.c[k] - before[k])) / static_cast<double>(k + 1);
    if (!turns(xi, own_after)) return false;
    Pair pair{{own, by_partner, to_partner, its},
              {xi.c[0], xj.c[0]},
              {},
              {of_state_[i].quantum, of_state_[j].quantum}};
    for (int k = 0; k < N; ++k)
      pair.u[k] = {(k + 1) * xi.c[k + 1] - own * before[k] - by_partner * qj.c[k],
                   (k + 1) * xj.c[k + 1] - to_partner * before[k] - its * qj.c[k]};
    std::array<Vector2, 3> q;
    const double first = 0.1 / (std::abs(own) + std::abs(by_partner) + std::abs(to_partner) + std::abs(its));
    if (!pair.choose<N>(first, q)) return false;
    for (int k = 0; k < N; ++k) {
      qi.c[k] = q[k].a;
      pieces_[j].c[k] = q[k].b;
    }
    pieces_[j].since = t;
    ++counts_.steps;
    ++of_state_[j].changes;
    touch(j);
    for (const std::uint32_t f : plan_.followers[j])  // rows only, and those of i come after
      evaluate_any(f, t);
    return true;
  }

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

  void by_row(const Row& row, Piece& x, double t) const {
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

  void by_function(std::uint32_t f, const Row& row, Piece& x, double t) {
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

  void by_formula(std::uint32_t f, const Call& call, Formula& formula, std::uint32_t i, Piece& x, double t) {
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
    if (formula.has_own) slopes_[i] = u[formula.coefficients];
    if constexpr (N > 1) {
      if (!formula.exact) return expire(f, t, std::abs(u[N]));
      left_out_[i] = {t, std::abs(u[N]) / (N + 1), std::abs(u[N + 1]) / (N + 2)};
      of_state_[i].leaves_out = left_out_[i].first + left_out_[i].second > 0;
      of_state_[i].expires = kInfinity;  // schedule() will tell
    }
  }
  template <std::size_t M>
  static void put(Piece& x, const Taylor<M>& u) {
    x.c[1] = u.c[0];
    if constexpr (N > 1 && M > 0) x.c[2] = u.c[1] / 2;
    if constexpr (N > 2 && M > 1) x.c[3] = u.c[2] / 3;
  }

  // How large the next coefficient of an affine function is: polynomials of algebraic variables go on beyond
  // the order of the method. One that is 0 by chance is taken for what those before it let expect.
  double beyond(const Row& row) const {
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

  // A derivative that is no polynomial of the method's order in time: it is evaluated anew before what is
  // left out, `next` e^N at first, comes to a tenth of the quantum in x. Where that term is 0 by chance,
  // later ones tell; and nothing is trusted for longer than a quarter of the time since the start, as long as
  // anything that is read moves.
  void expire(std::uint32_t f, double t, double next) {
    const Function& function = plan_.functions[f];
    const std::uint32_t i = function.target;
    const double allowed = 0.1 * of_state_[i].quantum;
    double e = next > 0 ? root<N + 1>(allowed * (N + 1) / next) : kInfinity;
    const double longest = trusted_for(t);
    if (e > longest) {
      if (!moves(function.call)) {
        of_state_[i].expires = kInfinity;
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
      e = std::min(e, longest);
    }
    of_state_[i].expires = t + std::max(e, minimum_step(t));
  }
  // What the polynomial of a derivative that depends on time leaves out may come to a fiftieth of the
  // quantum: it adds up from one renewal to the next.
  void schedule_renewal(std::uint32_t f, const Taylor<4>& u, double t) {
    const Function& function = plan_.functions[f];
    const std::uint32_t i = function.target;
    double next = std::abs(u.c[N]), after = std::abs(u.c[N + 1]);
    const Code& code = plan_.codes[function.call.code];
    if (!code.on_time) next = std::max(next, std::abs(u.c[N - 1]));  // through a block
    const double allowed = 0.02 * of_state_[i].quantum;
    double e = kInfinity;
    if (next > 0) e = std::pow(allowed * (N + 1) / next, 1.0 / (N + 1));
    if (after > 0) e = std::min(e, std::pow(allowed * (N + 2) / after, 1.0 / (N + 2)));
    heap_.set(renewal_item(i), t + std::max(std::min(e, trusted_for(t)), minimum_step(t)));
  }
  std::uint32_t renewal_item(std::uint32_t state) const {
    return static_cast<std::uint32_t>(plan_.state_count() + trackers_.size()) + state;
  }
  void renew(std::uint32_t i, double t) {
    ++wave_;
    touched_count_ = 0;
    const std::uint32_t f = plan_.derivative_of[i];
    for (const std::uint32_t unit : plan_.derivative_needs[i]) evaluate_shared(plan_.functions[unit], t);
    evaluate(f, t);
    settle(t);
  }

  void schedule(std::uint32_t i, double t) {
    const std::size_t n = count_;
    const Piece& x = pieces_[n + i];
    const Piece& q = pieces_[i];
    const double back = t - x.since;  // of a state whose derivative does not read its own q
    Piece now = x;
    if (back != 0) move(now, t, N);
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
      e = leaves_band(now.c[0] - (q.c[0] + s * q.c[1]), now.c[1] - q.c[1], now.c[2], width);
    } else {
      const double s = t - q.since;
      e = leaves_band({{now.c[0] - (q.c[0] + s * (q.c[1] + s * q.c[2])), now.c[1] - (q.c[1] + 2 * s * q.c[2]),
                        now.c[2] - q.c[2], now.c[3]}},
                      width);
    }
    double due = t + std::max(e, minimum_step(t));
    OfState& own = of_state_[i];
    if constexpr (N > 1)
      if (const LeftOut& left = left_out_[i]; own.leaves_out)
        own.expires = serves_until<N>(left.since, left.first, left.second, 0.1 * own.quantum, due, t);
    heap_.set(i, std::min(due, own.expires));
  }

  // Of a crossing function that is a sum over states, cheaply: nothing happens before one of these is looked
  // at again, or not before nine tenths of the time that it takes to zero; then the exact instant is looked
  // for, if it still matters. False where it has to be looked for now.
  bool stays(const Row& row, double t) {
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
    const double least = reaches_zero<N>(g);  // or more
    if (!(least > 1e-9 * std::abs(t))) return false;
    ++counts_.crossing_checks;
    renews_[row.target] = 1;
    heap_.set(condition_item(row.target), least < horizon - t ? t + least : kInfinity);
    return true;
  }

  void settle(double t) override {
    const std::size_t n = count_;
    for (std::size_t k = 0; k < touched_count_; ++k) {
      const std::uint32_t i = touched_[k];
      schedule(i, t);
      if (watched_[i] != 0)
        for (const std::uint32_t f : plan_.followers[n + i]) pending_.push_back(f);
    }
    if (pending_.empty()) return;
    sort_unique(pending_);
    for (const std::uint32_t f : pending_) {
      const Row& row = rows_[f];
      if (row.way != Way::kShared) {
        if (!row.exact_states || !stays(row, t)) look_at_crossing(f, t);
      } else {
        evaluate_shared(plan_.functions[f], t);
      }
    }
    pending_.clear();
  }
};

}  // namespace

std::unique_ptr<Engine> make_engine(Plan& plan, const qss::Method& method) {
  switch (method.order()) {
    case 1:
      return std::make_unique<Loop<1>>(plan, method);
    case 2:
      return std::make_unique<Loop<2>>(plan, method);
    default:
      return std::make_unique<Loop<3>>(plan, method);
  }
}

}  // namespace escapement::qss_solver
