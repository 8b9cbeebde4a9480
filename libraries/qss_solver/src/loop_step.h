// SPDX-License-Identifier: MIT
// What a step of the quantised solver is most of the time: a state that is due chooses its q, its readers are
// derivatives that are sums over states, and each of them leaves its band at a new time. All of it is
// compiled as one function, for calls would cost as much as what they compute.
#pragma once

#include "loop.h"

namespace escapement::qss_solver {

// Many time constants have passed since the last choice: what x was beside its rest has gone. x' is told by
// q, which says nothing of that, so x is put where it is by now, unless that is more than a quantum away.
// Conditions on x then see it on the side of their border on which it is. Not of states that answer each
// other: what all of them are off by together may be what moves slowly, and is kept in their x.
template <int N>
void Loop<N>::come_to_rest(Piece& x, const Piece& q, double a, double quantum) {
  const double u0 = x.c[1] - a * q.c[0];
  double rest = -u0 / a;
  if constexpr (N == 2) rest = -(u0 + (2 * x.c[2] - a * q.c[1]) / a) / a;
  if constexpr (N == 3) {
    const double u1 = 2 * x.c[2] - a * q.c[1], q2 = -(3 * x.c[3] - a * q.c[2]) / a, q1 = (2 * q2 - u1) / a;
    rest = (q1 - u0) / a;
  }
  if (std::abs(rest - x.c[0]) <= quantum) x.c[0] = rest;
}

template <int N>
[[gnu::always_inline]] inline bool Loop<N>::choose_q(std::uint32_t i, double t) {
  OfState& own = of_state_[i];
  Piece& x = pieces_[count_ + i];
  Piece& q = pieces_[i];
  ++counts_.steps;
  ++own.changes;
  const double elapsed = t - q.since;
  if (counts_.steps % kSampled == 0) [[unlikely]]
    sample(i, t);
  move(x, t, N);
  move(q, t, N - 1);
  q.since = t;
  if constexpr (N == 1) {
    // Levels of QSS1 are kept exact where the rounding of the instant is all that x is off by.
    if (method_.kind == Kind::kQss1 && heap_.due(i) == t) {
      const double moved = x.c[0] - q.c[0];
      if (std::abs(std::abs(moved) - own.quantum) <= 1e-10 * own.quantum)
        x.c[0] = q.c[0] + std::copysign(own.quantum, moved);
    }
  }
  const double quantum = quantum_of(i, x.c[0]);
  own.quantum = quantum;
  own.chosen = x.c[0];
  if (!implicit_) {
    choose_explicit(N, x.c.data(), q.c.data());
    return false;
  }
  std::array<double, N> before;  // one by one: they were just written so
  for (std::size_t k = 0; k < N; ++k) before[k] = q.c[k];
  double slope = own.slope;
  if (own.followed)
    slope = look_along(i, t);
  else if (!own.slope_known)
    slope = slope_of(i, t);
  const double a = slope < 0 && std::isfinite(slope) ? slope : 0;
  if (-a * elapsed > kLong && own.unanswered) [[unlikely]]
    come_to_rest(x, q, a, quantum);
  const Driven driven = driven_[i];
  const bool drags = driven.rests >= kDrags || (driven.hurries >= kOften && driven.alone > 0);
  const double after = drags ? std::max(4 * elapsed, kLong / -a) : kInfinity;
  const bool rests = choose(x.c.data(), q.c.data(), a, quantum, after);
  if ((rests || -a * elapsed > kTurning || driven.hurries + driven.rests > 0) &&
      hurried(i, rests, before, -a * elapsed, t))
    return true;
  if (own.followed && choose_in_group(i, before, t)) return true;
  if (first_partner_.empty()) return false;
  const Partner* const end = partners_.data() + first_partner_[i + 1];
  for (const Partner* partner = partners_.data() + first_partner_[i]; partner != end; ++partner) {
    const double to_partner = entries_[partner->there].coefficient;
    if (turned_by<N>(pieces_[count_ + partner->state], t, to_partner, q, before) &&
        choose_together(i, *partner, slope, before, t))
      return true;
  }
  return false;
}

// Whether a derivative goes the other way.
template <int N>
bool turns(const Piece& before, const Piece& after) {
  for (std::size_t k = 1; k <= N; ++k)
    if (before.c[k] * after.c[k] < 0) return true;
  return false;
}

// The new q of state i turns its partner round, whose new q may then turn i round: they would chase each
// other, a quantum to and fro. Then both choose together (group_step.h).
template <int N>
[[gnu::noinline]] bool Loop<N>::choose_together(std::uint32_t i, const Partner& partner, double own,
                                                const std::array<double, N>& before, double t) {
  const std::size_t n = count_;
  const std::uint32_t j = partner.state;
  const double by_partner = entries_[partner.here].coefficient,
               to_partner = entries_[partner.there].coefficient;
  if (by_partner * to_partner == 0) return false;
  Piece& qi = pieces_[i];
  const Piece& xi = pieces_[n + i];
  Piece xj = pieces_[n + j];
  move(xj, t, N);
  Piece turned = xj;
  for (std::size_t k = 0; k < N; ++k)
    turned.c[k + 1] += to_partner * (qi.c[k] - before[k]) / static_cast<double>(k + 1);
  Piece qj = pieces_[j];
  move(qj, t, N - 1);
  const double its = of_state_[j].slope;
  Piece answer = qj;
  choose(turned.c.data(), answer.c.data(), std::min(its, 0.0), quantum_of(j, xj.c[0]));
  Piece chosen = xi;
  for (std::size_t k = 0; k < N; ++k)
    chosen.c[k + 1] += own * (qi.c[k] - before[k]) / static_cast<double>(k + 1);
  Piece answered = chosen;
  for (std::size_t k = 0; k < N; ++k)
    answered.c[k + 1] += by_partner * (answer.c[k] - qj.c[k]) / static_cast<double>(k + 1);
  return turns<N>(chosen, answered) && choose_in_group(i, before, t);
}

// As by_row(), of a row that reads i, which has just chosen: what is waited for longest comes last.
template <int N>
[[gnu::always_inline]] inline void Loop<N>::by_row_of_reader(const Row& row, std::uint32_t i, Piece& x,
                                                             double t) const {
  double u0 = row.base + row.by_time * t, u1 = 0.5 * row.by_time, u2 = 0, own = 0;
  for (const Entry *entry = entries_.data() + row.begin, *end = entries_.data() + row.end; entry != end;
       ++entry) {
    const double k = entry->coefficient;
    if (entry->slot == i) {
      own = k;
      continue;
    }
    const Piece& p = pieces_[entry->slot];
    const double e = t - p.since;
    if constexpr (N == 1) {
      u0 += k * p.c[0];
    } else if constexpr (N == 2) {
      u0 += k * (p.c[0] + e * p.c[1]);
      u1 += 0.5 * k * p.c[1];
    } else {
      u0 += k * (p.c[0] + e * (p.c[1] + e * p.c[2]));
      u1 += 0.5 * k * (p.c[1] + 2 * e * p.c[2]);
      u2 += k * p.c[2];
    }
  }
  const Piece& q = pieces_[i];
  x.c[1] = u0 + own * q.c[0];
  if constexpr (N > 1) x.c[2] = u1 + 0.5 * own * q.c[1];
  if constexpr (N > 2) x.c[3] = (u2 + own * q.c[2]) / 3;
}

// A reader of i, which has just chosen: the polynomial of its state from t on.
template <int N>
[[gnu::always_inline]] inline void Loop<N>::follow_row(std::uint32_t f, const Row& row, std::uint32_t i,
                                                       double t) {
  Piece& x = pieces_[count_ + row.target];
  move(x, t, N);
  by_row_of_reader(row, i, x, t);
  double sum = x.c[1];
  for (int k = 2; k <= N; ++k) sum += x.c[k];
  if (!std::isfinite(sum)) [[unlikely]]
    rescue(f, t);
}

// As choose_anew(), where all readers are rows.
template <int N>
void Loop<N>::choose_among_rows(std::uint32_t i, double t) {
  choose_q(i, t);
  touch(i);
  if (members_.size() > 1) [[unlikely]]
    return evaluate_readers_of_members(t);
  const auto readers = plan_.followers[i];
  for (const std::uint32_t f : readers) {
    follow_row(f, rows_[f], i, t);
    touch(rows_[f].target);
  }
  counts_.evaluations += readers.size();
}

// The bands of two states whose derivatives have just been evaluated as rows.
template <int N>
[[gnu::always_inline]] inline void Loop<N>::schedule_two(std::uint32_t i, std::uint32_t j, double t) {
  if constexpr (N == 2) {
    const Piece &xi = pieces_[count_ + i], &xj = pieces_[count_ + j], &qi = pieces_[i], &qj = pieces_[j];
    const Two q0{qi.c[0], qj.c[0]}, q1{qi.c[1], qj.c[1]}, s = Two{t, t} - Two{qi.since, qj.since};
    const Two e = leaves_band(Two{xi.c[0], xj.c[0]} - (q0 + s * q1), Two{xi.c[1], xj.c[1]} - q1,
                              Two{xi.c[2], xj.c[2]}, Two{of_state_[i].quantum, of_state_[j].quantum});
    const double least = minimum_step(t);
    heap_.set(i, t + std::max(e[0], least));
    heap_.set(j, t + std::max(e[1], least));
  } else {
    schedule<true>(i, t);
    schedule<true>(j, t);
  }
  watch(i, t);
  watch(j, t);
}

// As step(), where no two readers concern one state.
template <int N>
void Loop<N>::step_among_rows(std::uint32_t i, double t) {
  ++wave_;
  touched_count_ = 0;
  const bool together = choose_q(i, t);
  const auto readers = plan_.followers[i];
  if (together) [[unlikely]] {
    touch(i);
    evaluate_readers_of_members(t);
    return settle(t);
  }
  std::uint32_t waiting = kNone;  // whose band is looked at together with the next one's
  for (const std::uint32_t f : readers) {
    const Row& row = rows_[f];
    const std::uint32_t target = row.target;
    follow_row(f, row, i, t);
    if (target == i) continue;
    if (waiting == kNone) {
      waiting = target;
    } else {
      schedule_two(waiting, target, t);
      waiting = kNone;
    }
  }
  counts_.evaluations += readers.size();
  if (waiting != kNone) {
    schedule<true>(waiting, t);
    watch(waiting, t);
  }
  // Its own q begins at the border of its band, or in its middle: it is better looked at alone.
  if (of_state_[i].is_row)
    schedule<true>(i, t);
  else
    schedule(i, t);
  watch(i, t);
  if (!pending_.empty()) look_at_pending(t);
}

}  // namespace escapement::qss_solver
