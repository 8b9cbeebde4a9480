// SPDX-License-Identifier: MIT
// Crossings without end: what is rounding, what is a motion that slides along a corner, and what stops the
// run.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "evaluation.h"

namespace escapement::qss_solver {

using equations::Condition;

void Engine::chattering(std::uint32_t c, const qss::Crossing& crossing, double t) {
  throw Error(
      "at time " + to_text(t) + " the condition '" + plan_.system.conditions[c].text +
      "' changes without end: ever faster, and before time " + to_text(std::max(t, crossing.accumulation())) +
      " infinitely often (Zeno behaviour, or chattering); give it two bounds some way apart, or let the "
      "motion end in a state of rest");
}

// Whether what the crossing function reads is solved for with this condition.
bool Engine::solved_with(std::uint32_t c) const {
  const Condition& condition = plan_.system.conditions[c];
  const auto readers = plan_.followers[plan_.held[condition.variable]];
  return std::any_of(plan_.crossing_needs[c].begin(), plan_.crossing_needs[c].end(), [&](std::uint32_t f) {
    return std::find(readers.begin(), readers.end(), f) != readers.end();
  });
}

// Crossings that crowd may come from rounding: each side says, by the last digits, that the other one holds.
// From then on a side holds until the function is clearly beyond zero. What still changes at once has two
// fields that point at each other.
bool Engine::clears(std::uint32_t c, double t) {
  constexpr double kClear = 1e-10, kShort = 1e-9, kLeast = 1e-3;
  constexpr int kRounds = 20, kMost = 1000;
  Band& band = bands_[c];
  if (band.width == 0) {
    const int crowded = std::max(trackers_[c].lower.crowded(), trackers_[c].upper.crowded());
    if (crowded >= kRounds || repeated_ >= 4 * kRounds) {
      const double size = plan_.system.conditions[c].is_floor ? std::max(sizes_[c], 1.0) : sizes_[c];
      band = {kClear * size, t, 0};
    }
    return true;
  }
  if (band.slides) return true;
  band.count = t - band.last < kShort * std::max(std::abs(t), kLeast) ? band.count + 1 : 0;
  band.last = t;
  return band.count < kMost;
}

// A corner tells which branch of a right side counts, and is no event of the model. Where the motion slides
// along it, the branches take turns: each lasts until the other is right by a quantum. Not so where the
// corner stands in equations that are solved for what it reads: there no motion slides, but a branch of the
// solution has ended.
bool Engine::slides(std::uint32_t c, double t) {
  if (c < plan_.corners || plan_.system.conditions[c].is_floor || bands_[c].slides || solved_with(c))
    return false;
  double width = 0;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto readers = plan_.followers[n + i];
    if (std::find(readers.begin(), readers.end(), plan_.crossing_of[c]) != readers.end())
      width += std::abs(along(n + i, plan_.crossing_of[c], t)) * of_state_[i].quantum;
  }
  if (!(width > 0) || !std::isfinite(width)) return false;
  bands_[c] = {width, t, 0, true};
  restart_tracker(c);
  return true;
}

// How fast its crossing function moves.
double Engine::rate_of(std::uint32_t c, double t) {
  const Row& row = rows_[plan_.crossing_of[c]];
  if (!row.affine) {
    equations::Taylor<1> g;
    series<1>(plan_.functions[plan_.crossing_of[c]].call, t, std::span(&g, 1));
    return g.c[1];
  }
  double rate = row.by_time;
  for (std::uint32_t e = row.begin; e < row.end; ++e) {
    Piece now = pieces_[entries_[e].slot];
    now.move_to(t);
    rate += entries_[e].coefficient * now.c[1];
  }
  return rate;
}

// A motion that slides along a condition: each side sends it back to the other at once, as often as the clock
// or a quantum allows, though the border may move, slowly for that. Where the end is out of reach at that
// pace, the run ends. What has two bounds goes further than a few quanta between them, and what time alone
// moves to and fro is not sent back.
void Engine::look_for_sliding(std::uint32_t c, bool sent_back, double t) {
  constexpr double kQuanta = 4, kPerEvent = 1.0 / 4096;
  constexpr std::uint64_t kEvents = 65536, kSamples = kEvents / kSampled / 8;
  constexpr double kMost = 1e7;  // events that are still to come
  if (!(end_ < kInfinity)) return;
  if (slides_.empty()) slides_.resize(trackers_.size());
  Slide& slide = slides_[c];
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  std::vector<std::uint32_t> states;
  const Row& row = rows_[plan_.crossing_of[c]];
  if (row.exact_states)
    for (std::uint32_t e = row.begin; e < row.end; ++e) states.push_back(entries_[e].slot - n);
  else
    states = renewers_[c];
  const auto begin = [&] {
    slide = {t, counts_.events, 0, {}, {}};
    for (const std::uint32_t i : states) slide.low.push_back(state(i, t));
    slide.high = slide.low;
  };
  if (!sent_back || slide.low.size() != states.size() || slide.low.empty()) return begin();
  const std::uint64_t events = counts_.events - slide.events;
  const double most = kQuanta + kPerEvent * static_cast<double>(events);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const double x = state(states[k], t);
    const double low = slide.low[k] = std::min(slide.low[k], x);
    const double high = slide.high[k] = std::max(slide.high[k], x);
    if (high - low > most * of_state_[states[k]].quantum) return begin();
  }
  ++slide.samples;
  if (events < kEvents) return;
  const double pace = (t - slide.since) / static_cast<double>(events);
  if (slide.samples < kSamples || (pace > 0 && (end_ - t) / pace < kMost)) return begin();
  throw Error(
      "the run gets nowhere at time " + to_text(t) + ": the condition '" + plan_.system.conditions[c].text +
      "' changes to and fro every " + to_text(pace) +
      " s, and each of its sides sends the motion back to the other, so that it slides along; give it two "
      "bounds some way apart, or write the equations of the sliding motion");
}

// What the iteration has taken back was too near to zero to be told: what moves on from there is clear a
// moment later, and what stays there is no crossing. A moment is more each time; what is not clear then never
// will be.
void Engine::look_later(std::uint32_t c, double t) {
  if (heap_.due(condition_item(c)) > t) return;
  constexpr double kMoment = 1e-13;
  constexpr int kOften = 10;
  if (taken_back_[c] == kOften) {
    if (c < plan_.corners) chattering(c, trackers_[c].lower, t);
    // No event of the model: it counts as it does until what it reads changes.
    taken_back_[c] = 0;
    heap_.set(condition_item(c), kInfinity);
    return;
  }
  const double times = std::ldexp(1, 2 * taken_back_[c]++);
  restart_tracker(c);
  renews_[c] = 1;
  heap_.set(condition_item(c), t + kMoment * times * std::max(std::abs(t), 1e-3));
}

}  // namespace escapement::qss_solver
