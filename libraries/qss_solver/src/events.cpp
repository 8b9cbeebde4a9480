// SPDX-License-Identifier: MIT
// What happens at an instant: see equations/event_iteration.h, I1 to I4. Here nodes are found through what
// has changed, so that an event costs what it touches. Where nodes need each other through blocks,
// EventIteration itself does it with the values of the whole system.
#include <algorithm>
#include <cmath>
#include <utility>

#include "escapement/core/error.h"
#include "evaluation.h"

namespace escapement::qss_solver {

using equations::Condition;
using equations::EventIteration;
using equations::VariableIndex;

namespace {

constexpr double kRounding = 1e-9;
constexpr int kCrowded = 4;    // crossings of one condition
constexpr int kRepeated = 16;  // events at one time
constexpr int kInTurn = 4;     // likewise

}  // namespace

void Engine::change_held(std::uint32_t slot, double& held, double value) {
  OfHeld& own = of_held(slot);
  if (own.stamp != event_stamp_) {
    own.stamp = event_stamp_;
    own.before = held;
    changed_held_.emplace_back(slot, held);
  }
  held = value;
  dirty_.mark_readers(slot);
  if (own.previous != kNone) pass_held_.push_back(slot);
}

void Engine::set_state(std::uint32_t state, double value, double t) {
  Piece& x = pieces_[plan_.state_count() + state];
  x.move_to(t);
  if (x.c[0] == value) return;
  changed_states_.emplace_back(state, x.c[0]);
  x.c[0] = value;
  dirty_.mark_readers(static_cast<std::uint32_t>(plan_.state_count()) + state);
}

[[gnu::always_inline]] inline void Engine::evaluate_node(std::uint32_t number, double t) {
  const Node& node = nodes_[number];
  if (node.needs)
    for (const std::uint32_t f : plan_.event_nodes[number].needs) evaluate_shared(plan_.functions[f], t);
  switch (node.kind) {
    case EventNode::Kind::kValue:
      return set_held(node.target, calls_.value(node.call, t));
    case EventNode::Kind::kCondition:
      return evaluate_condition(node, t);
    default:
      return evaluate_when(number, t);
  }
}

void Engine::evaluate_condition(const Node& node, double t) {
  const OfCondition& own = of_condition_[node.target];
  const double* const* results = calls_.run(node.call, t);
  const double difference = *results[0], before = pieces_[own.slot].c[0];
  double value = 0, from_zero = difference;
  if (own.is_floor) {
    const Condition& condition = plan_.system.conditions[node.target];
    value = condition.value(difference, node.conditions > 1 ? *results[1] : 0);
    from_zero = condition.from_border(difference, before);
  } else {
    value = own.truth(difference == 0 && node.conditions > 1 ? *results[1] : difference);
  }
  if (value == before) return;
  // What was located stays as it was flipped. What is about to cross too, a rounding later or earlier, stays
  // as it is: its tracker knows the rounding and will tell.
  if (own.located && std::abs(from_zero) <= kRounding * node.scale) return;
  if (own.crossing != kNone && from_zero != 0) {
    double speed = 0;
    if (node.affine) {
      speed = calls_.rate(node.call, t);
    } else {
      equations::Taylor<1> g;
      series<1>(plan_.functions[own.crossing].call, t, std::span(&g, 1));
      speed = g.c[1];
    }
    if (std::abs(from_zero) <= 8 * minimum_step(t) * std::abs(speed) + 1e-12 * node.scale) return;
  }
  set_held(own.slot, value);
}

void Engine::evaluate_when(std::uint32_t number, double t) {
  const Node& node = nodes_[number];
  const double* const* results = calls_.run(node.call, t);
  Truth* const truths = truths_.data() + node.memory;
  const Truth* fires = nullptr;
  bool differs = false;
  for (std::uint32_t k = node.conditions; k-- > 0;) {
    const bool now = *results[k] != 0, was = truths[k].was;
    truths[k].now = now;
    fires = now && !was ? truths + k : fires;
    differs |= now != was;
  }
  if (differs) seen_.push_back(number);
  if (fires != nullptr) {
    const double value = calls_.value(node.call + 1 + fires->branch, t);
    if (node.kind == EventNode::Kind::kReinit)
      reinits_.emplace_back(node.target, value);
    else
      set_held(node.target, value);
  } else if (node.kind == EventNode::Kind::kWhen) {
    set_held(node.target, pieces_[node.previous].c[0]);
  }
}

bool Engine::end_pass(double t) {
  for (const std::uint32_t number : seen_) {
    Truth* truth = truths_.data() + nodes_[number].memory;
    for (std::uint32_t k = nodes_[number].conditions; k > 0; --k, ++truth) truth->was = truth->now;
  }
  seen_.clear();
  for (const auto& [state, value] : reinits_) set_state(state, value, t);
  reinits_.clear();
  for (const std::uint32_t slot : pass_held_)  // a pre() has none itself, so nothing is added here
    set_held(of_held(slot).previous, pieces_[slot].c[0]);
  pass_held_.clear();
  return !dirty_.empty();
}

void Engine::disagree(std::size_t first, double t) {
  std::string text;
  const std::size_t count = plan_.event_nodes.size();
  for (std::size_t number = first; number < count; number = dirty_.take()) {
    const EventNode& node = plan_.event_nodes[number];
    if (node.kind == EventNode::Kind::kReinit) continue;
    const VariableIndex v = node.kind == EventNode::Kind::kCondition
                                ? plan_.system.conditions[node.target].variable
                                : plan_.held_variables[node.target - plan_.first_held];
    text += "\n    '" + plan_.system.variables[v].name + "'";
  }
  throw Error("at time " + to_text(t) + " these need each other and never agree:" + text);
}

void Engine::iterate(double t) {
  const std::size_t nodes = plan_.event_nodes.size();
  for (std::size_t pass = 1;; ++pass) {
    const std::size_t enough = 1000 + 20 * nodes;
    std::size_t count = 0;
    for (std::size_t node = dirty_.take(); node < nodes; node = dirty_.take()) {
      if (++count > enough) disagree(node, t);
      evaluate_node(static_cast<std::uint32_t>(node), t);
    }
    if (!end_pass(t)) return;
    if (pass >= EventIteration::kPasses) {
      std::vector<std::string> changing;
      for (const auto& [slot, old] : changed_held_) {
        const VariableIndex v = plan_.held_variables[slot - plan_.first_held];
        if (plan_.system.variables[v].variability == equations::Variability::kDiscrete)
          changing.push_back(plan_.system.variables[v].name);
      }
      throw Error("events do not settle at time " + to_text(t) + ": after " +
                  std::to_string(EventIteration::kPasses) + " passes " + list_text(changing) +
                  " still change");
    }
  }
}

void Engine::load_all(double t) {
  for (VariableIndex v = 0; v < all_.size(); ++v) {
    if (plan_.held[v] != kNone)
      all_[v] = pieces_[plan_.held[v]].c[0];
    else if (plan_.x_slot[v] != kNone && plan_.x_slot[v] < plan_.first_held)
      all_[v] = pieces_[plan_.x_slot[v]].at(t);
  }
  for (const DelayedValue& one : plan_.delays) all_[one.value] = pieces_[one.from_x].at(t);
  for (const auto& [v, slot] : fast_at_) all_[v] = pieces_[slot].c[0];
}

void Engine::iterate_over_blocks(double t, const std::vector<std::size_t>& flipped) {
  load_all(t);
  const std::vector<double> before = all_;
  try {
    at_events_->run(t, all_, flipped, turned_);
  } catch (const Error&) {
    // A guard whose truth is a rounding error ahead of what it guards: it is looked at a moment later.
    constexpr int kOften = 8;
    if (flipped.empty() || flipped.front() < plan_.corners || taken_back_[flipped.front()] > kOften) throw;
    all_ = before;
  }
  for (std::size_t i = 0; i < plan_.state_count(); ++i) {
    const VariableIndex v = plan_.states()[i];
    if (all_[v] != before[v]) set_state(static_cast<std::uint32_t>(i), all_[v], t);
  }
  for (const VariableIndex v : plan_.held_variables)
    if (all_[v] != before[v]) set_held(plan_.held[v], all_[v]);
  dirty_.clear();
  pass_held_.clear();
}

void Engine::restart_tracker(std::uint32_t c) {
  const OfCondition& own = of_condition_[c];
  Tracker& tracker = trackers_[c];
  if (own.is_floor) {
    tracker.lower.start(1, 1);
    tracker.upper.start(1, -1);  // at a whole number the floor is that number
  } else {
    tracker.lower.start(own.side_of_zero(), own.side_of(pieces_[own.slot].c[0]));
  }
  note_side(c);
}

void Engine::update_timed(std::uint32_t place, double t) {
  const TimedCondition& timed = plan_.timed[place];
  const Condition& condition = plan_.system.conditions[timed.condition];
  const double* const* line = calls_.run(timed_calls_[place], t);
  const double due = condition.due(pieces_[of_condition_[timed.condition].slot].c[0], *line[0], *line[1]);
  heap_.set(condition_item(timed.condition), std::max(due, t));
}

// Of those that have changed, or read what has: what is due at this very instant, or the next that the clock
// tells apart, must not be looked for from here on. One that has changed is looked for from a few steps of
// the clock later, where rounding does not show it once more.
void Engine::update_searched(double t) {
  if (plan_.searched.empty()) return;
  constexpr double kAhead = 1e4;  // how far one search looks
  load_all(t);
  count_searched(t);
  for (std::size_t k = 0; k < plan_.searched.size(); ++k) {
    SearchedCondition& one = plan_.searched[k];
    if (searched_count_[k] == 0) {  // nobody reads it until another condition changes
      renews_[one.condition] = 0;
      heap_.set(condition_item(one.condition), kInfinity);
      continue;
    }
    const bool reads = std::any_of(changed_held_.begin(), changed_held_.end(), [&](const auto& changed) {
      return std::find(one.slots.begin(), one.slots.end(), changed.first) != one.slots.end();
    });
    const double due = heap_.due(condition_item(one.condition));
    if (due < kInfinity && !reads) continue;
    const bool changed = due == kInfinity && t > begun_ && renews_[one.condition] == 0;
    const double from = changed ? t + 8 * minimum_step(t) : t;
    const auto found = one.search.next_crossing(all_, from, t + kAhead);
    const Condition& condition = plan_.system.conditions[one.condition];
    // Where it is zero now its truth may be that of before, as at a start on the curve's zero.
    const int side = one.search.side();
    const bool overlooked =
        side != 0 && condition.value(side, 0) != pieces_[of_condition_[one.condition].slot].c[0];
    renews_[one.condition] = found.crossing || overlooked ? 0 : 1;
    heap_.set(condition_item(one.condition), overlooked ? t : found.crossing ? *found.crossing : found.until);
  }
}

void Engine::count_searched(double t) {
  searched_count_.resize(plan_.searched.size());
  plan_.searched_count.evaluate<double>(all_, t, searched_work_, searched_count_);
}

// Conditions that nobody reads are not followed. Before events, which may bring it about that somebody does,
// they become what they are.
void Engine::refresh_uncounted(double t) {
  if (std::none_of(searched_count_.begin(), searched_count_.end(), [](double count) { return count == 0; }))
    return;
  load_all(t);
  for (std::size_t k = 0; k < plan_.searched.size(); ++k) {
    SearchedCondition& one = plan_.searched[k];
    if (searched_count_[k] != 0) continue;
    const Condition& condition = plan_.system.conditions[one.condition];
    const double value = one.search.value_at(all_, t);
    if (!std::isfinite(value)) continue;
    const double truth = condition.value(value, 0);
    set_held(of_condition_[one.condition].slot, truth);
    all_[condition.variable] = truth;
  }
}

// What a condition that has been located becomes.
double Engine::flipped_value(std::uint32_t c, double t) {
  const OfCondition& own = of_condition_[c];
  const double before = pieces_[own.slot].c[0];
  if (!own.is_floor) return 1 - before;
  if (own.in_time) return before + (calls_.value(timed_calls_[own.timed], t) < 0 ? -1 : 1);
  double argument = 0;  // a jump may pass several whole numbers
  doubles(plan_.functions[own.crossing].call, t, std::span(&argument, 1));
  const double whole = std::floor(argument);
  return trackers_[c].upper.side() > 0 ? std::max(before + 1, whole) : std::min(before - 1, whole);
}

// At a condition whose function is to be looked at anew. Whether it changes now.
bool Engine::look_again(std::uint32_t c, double t) {
  const std::uint32_t function = plan_.crossing_of[c];
  for (const std::uint32_t f : plan_.crossing_needs[c]) evaluate_shared(plan_.functions[f], t);
  look_at_crossing(function, t);
  return heap_.due(condition_item(c)) <= t && renews_[c] == 0;
}

// Of all conditions that are due at t. Whether one changed.
bool Engine::event(double t) {
  ++event_stamp_;
  changed_held_.clear();
  changed_states_.clear();
  std::vector<std::size_t>& flipped = flipped_;
  flipped.clear();
  bool searched = false, crowded = false;
  repeated_ = t == last_event_ ? repeated_ : -1;  // none before this one
  if (repeated_ < 0) turned_.clear();
  // Of two that cross at one time one may come out a rounding later.
  const double together = t + 8 * minimum_step(t);
  const bool one_by_one = plan_.tangled && repeated_ >= kInTurn;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  while (true) {
    const auto [item, due] = heap_.next();
    if (!(due <= together) || item < n || item >= n + trackers_.size()) break;
    const std::uint32_t c = item - n;
    const OfCondition& own = of_condition_[c];
    if (due > t && (own.crossing == kNone || own.is_floor || renews_[c] != 0 || flipped.empty())) break;
    Tracker& tracker = trackers_[c];
    heap_.set(item, kInfinity);
    if (own.crossing == kNone) {
      if (!own.in_time) searched = true;
      if (own.in_time || renews_[c] == 0) flipped.push_back(c);
      continue;
    }
    if (renews_[c] != 0) {
      if (!look_again(c, t)) continue;
      heap_.set(item, kInfinity);
    }
    const bool rises = own.is_floor && tracker.upper.due() <= t;
    qss::Crossing& crossed = rises ? tracker.upper : tracker.lower;
    crossed.turn(t);
    note_side(c);
    if ((crossed.endless() || !clears(c, t)) && !slides(c, t)) chattering(c, crossed, t);
    crowded = crowded || crossed.crowded() >= kCrowded;
    flipped.push_back(c);
    if (one_by_one) break;
  }
  if (flipped.empty()) {
    if (searched) update_searched(t);
    return false;
  }
  if (flipped.size() > 1) std::sort(flipped.begin(), flipped.end());
  ++counts_.events;
  ++repeated_;
  last_event_ = t;
  crowded = crowded || repeated_ >= kRepeated;
  for (const std::size_t c : flipped) of_condition_[c].located = true;
  const auto watched = static_cast<std::uint32_t>(flipped.front());
  const bool looked_at = counts_.events % kSampled == 0 && of_condition_[watched].crossing != kNone &&
                         !of_condition_[watched].is_floor;
  const double rate = looked_at ? rate_of(watched, t) : 0;
  refresh_uncounted(t);
  if (plan_.tangled) {
    iterate_over_blocks(t, flipped);
    for (const std::size_t c : flipped)
      if (std::find(turned_.begin(), turned_.end(), c) == turned_.end()) turned_.push_back(c);
  } else {
    for (const std::size_t c : flipped)
      set_held(of_condition_[c].slot, flipped_value(static_cast<std::uint32_t>(c), t));
    iterate(t);
  }
  // A crossing that happened is known to its tracker, unless the iteration took it back.
  for (const std::size_t c : flipped) {
    const OfCondition& own = of_condition_[c];
    if (own.crossing == kNone) continue;
    Tracker& tracker = trackers_[c];
    if (own.is_floor) {
      if (tracker.upper.side() > 0) {  // rose
        tracker.lower = tracker.upper;
        tracker.upper.start(1, -1);
      } else {
        tracker.upper = tracker.lower;
        tracker.lower.start(1, 1);
      }
    } else if (own.side_of(pieces_[own.slot].c[0]) != tracker.lower.side()) {
      restart_tracker(static_cast<std::uint32_t>(c));
    }
    note_side(c);
  }
  for (const auto& [slot, old] : changed_held_) {
    const std::uint32_t c = of_held(slot).condition;
    if (c != kNone && of_condition_[c].crossing != kNone && !of_condition_[c].located) restart_tracker(c);
  }
  // Also those that did not change in the end have to be looked for anew.
  back_.clear();
  for (const std::size_t c : flipped) {
    OfCondition& own = of_condition_[c];
    own.located = false;
    const bool changed = has_changed(own.slot);
    if (changed)
      taken_back_[c] = 0;
    else
      for (const std::uint32_t place : plan_.timed_of[own.slot]) update_timed(place, t);
    if (own.crossing == kNone) continue;
    for (const std::uint32_t f : plan_.crossing_needs[c]) evaluate_shared(plan_.functions[f], t);
    pending_.push_back(own.crossing);
    if (!changed) back_.push_back(static_cast<std::uint32_t>(c));
  }
  // A choice that is a quantum off may send x back over the border that it has just crossed, where f(x)
  // itself would not. So where crossings crowd, q := x, and x goes the way that the equations say.
  const bool implicit = std::exchange(implicit_, implicit_ && !crowded);
  follow_changes(t);
  implicit_ = implicit;
  for (const std::uint32_t c : back_) look_later(c, t);
  if (searched) update_searched(t);
  if (looked_at) look_for_sliding(watched, rate * rate_of(watched, t) < 0, t);
  return true;
}

void Engine::remember(double t) {
  for (const EventNode& node : plan_.event_nodes) {
    if (node.kind != EventNode::Kind::kWhen && node.kind != EventNode::Kind::kReinit) continue;
    for (const std::uint32_t f : node.needs) evaluate_shared(plan_.functions[f], t);
    doubles(node.call, t, results_);
    for (std::uint32_t k = 0; k < node.conditions; ++k) truths_[node.memory + k].was = results_[k] != 0;
  }
}

}  // namespace escapement::qss_solver
