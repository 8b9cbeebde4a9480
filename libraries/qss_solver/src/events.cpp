// SPDX-License-Identifier: MIT
// What happens at an instant: see equations/event_iteration.h, I1 to I4. Here nodes are found through what
// has changed, so that an event costs what it touches. Where nodes need each other through blocks,
// EventIteration itself does it with the values of the whole system.
#include <algorithm>
#include <cmath>
#include <functional>
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

// The side on which the crossing function is while the relation has this truth.
int side_of(const Condition& condition, double truth) {
  return condition.value(1, 0) == truth ? 1 : -1;
}
int side_of_zero(const Condition& condition) {
  return condition.value(0, 0) == condition.value(1, 0) ? 1 : -1;
}

}  // namespace

void Engine::set_held(std::uint32_t slot, double value) {
  double& held = pieces_[slot].c[0];
  if (held == value || (std::isnan(held) && std::isnan(value))) return;
  if (held_stamp_[slot - plan_.first_held] != event_stamp_) {
    held_stamp_[slot - plan_.first_held] = event_stamp_;
    changed_held_.emplace_back(slot, held);
  }
  held = value;
  mark_readers(slot);
  if (previous_of_slot_[slot - plan_.first_held] != kNone) pass_held_.push_back(slot);
}

void Engine::set_state(std::uint32_t state, double value, double t) {
  Piece& x = pieces_[plan_.state_count() + state];
  x.move_to(t);
  if (x.c[0] == value) return;
  changed_states_.emplace_back(state, x.c[0]);
  x.c[0] = value;
  mark_readers(static_cast<std::uint32_t>(plan_.state_count()) + state);
}

void Engine::mark_readers(std::uint32_t slot) {
  for (const std::uint32_t node : plan_.event_readers[slot]) {
    if (is_dirty_[node] != 0) continue;
    is_dirty_[node] = 1;
    dirty_.push_back(node);
    std::push_heap(dirty_.begin(), dirty_.end(), std::greater<>());
  }
}

void Engine::evaluate_node(std::uint32_t number, double t) {
  const EventNode& node = plan_.event_nodes[number];
  for (const std::uint32_t f : node.needs) evaluate_shared(plan_.functions[f], t);
  switch (node.kind) {
    case EventNode::Kind::kValue: {
      double value = 0;
      doubles(node.call, t, std::span(&value, 1));
      set_held(node.target, value);
      return;
    }
    case EventNode::Kind::kCondition: {
      const Condition& condition = plan_.system.conditions[node.target];
      results_.resize(node.conditions);
      doubles(node.call, t, results_);
      const double rate = results_.size() > 1 ? results_[1] : 0;
      const double from_zero = condition.is_floor ? results_[0] - std::round(results_[0]) : results_[0];
      const std::uint32_t slot = plan_.held[condition.variable];
      const double value = condition.value(results_[0], rate);
      if (value == pieces_[slot].c[0]) return;
      // What was located stays as it was flipped. What is about to cross too, a rounding later or earlier,
      // stays as it is: its tracker knows the rounding and will tell.
      const std::uint32_t crossing = plan_.crossing_of[node.target];
      if (located_[node.target] != 0 && std::abs(from_zero) <= kRounding * node.scale) return;
      if (crossing != kNone && from_zero != 0) {
        equations::Taylor<1> g;
        series<1>(plan_.functions[crossing].call, t, std::span(&g, 1));
        if (std::abs(from_zero) <= 8 * minimum_step(t) * std::abs(g.c[1]) + 1e-12 * node.scale) return;
      }
      set_held(slot, value);
      return;
    }
    default: {
      results_.resize(node.conditions);
      doubles(node.call, t, results_);
      seen_.push_back(number);
      std::uint32_t at = 0;
      const EventNode::Branch* active = nullptr;
      for (const EventNode::Branch& branch : node.branches) {
        bool fires = false;
        for (; at < branch.end; ++at) fires = fires || (results_[at] != 0 && was_[node.memory + at] == 0);
        if (fires && active == nullptr) active = &branch;
      }
      for (std::uint32_t k = 0; k < node.conditions; ++k) truth_now_[node.memory + k] = results_[k] != 0;
      double value = 0;
      if (active != nullptr) {
        doubles(active->value, t, std::span(&value, 1));
        if (node.kind == EventNode::Kind::kReinit)
          reinits_.emplace_back(node.target, value);
        else
          set_held(node.target, value);
      } else if (node.kind == EventNode::Kind::kWhen) {
        set_held(node.target, pieces_[node.previous].c[0]);
      }
    }
  }
}

bool Engine::end_pass(double t) {
  for (const std::uint32_t number : seen_) {
    const EventNode& node = plan_.event_nodes[number];
    std::copy_n(truth_now_.begin() + node.memory, node.conditions, was_.begin() + node.memory);
  }
  seen_.clear();
  for (const auto& [state, value] : reinits_) set_state(state, value, t);
  reinits_.clear();
  for (const std::uint32_t slot : pass_held_)  // a pre() has none itself, so nothing is added here
    set_held(previous_of_slot_[slot - plan_.first_held], pieces_[slot].c[0]);
  pass_held_.clear();
  return !dirty_.empty();
}

void Engine::disagree(double t) const {
  std::string text;
  for (const std::uint32_t number : dirty_) {
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
  for (std::size_t pass = 1;; ++pass) {
    const std::size_t enough = 1000 + 20 * plan_.event_nodes.size();
    for (std::size_t count = 0; !dirty_.empty(); ++count) {
      if (count > enough) disagree(t);
      std::pop_heap(dirty_.begin(), dirty_.end(), std::greater<>());
      const std::uint32_t node = dirty_.back();
      dirty_.pop_back();
      is_dirty_[node] = 0;
      evaluate_node(node, t);
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
}

void Engine::iterate_over_blocks(double t, const std::vector<std::size_t>& flipped) {
  load_all(t);
  const std::vector<double> before = all_;
  try {
    at_events_->run(t, all_, flipped);
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
  std::fill(is_dirty_.begin(), is_dirty_.end(), 0);
  pass_held_.clear();
}

void Engine::restart_tracker(std::uint32_t c) {
  const Condition& condition = plan_.system.conditions[c];
  Tracker& tracker = trackers_[c];
  if (condition.is_floor) {
    tracker.lower.start(1, 1);
    tracker.upper.start(-1, -1);
  } else {
    tracker.lower.start(side_of_zero(condition),
                        side_of(condition, pieces_[plan_.held[condition.variable]].c[0]));
  }
  note_side(c);
}

void Engine::update_timed(std::uint32_t place, double t) {
  const TimedCondition& timed = plan_.timed[place];
  const Condition& condition = plan_.system.conditions[timed.condition];
  double result[2];
  doubles(timed.call, t, result);
  const double due = condition.due(pieces_[plan_.held[condition.variable]].c[0], result[0], result[1]);
  heap_.set(condition_item(timed.condition), std::max(due, t));
}

// Of those that have changed, or read what has: what is due at this very instant, or the next that the clock
// tells apart, must not be looked for from here on. One that has changed is looked for from a few steps of
// the clock later, where rounding does not show it once more.
void Engine::update_searched(double t) {
  if (plan_.searched.empty()) return;
  constexpr double kAhead = 1e4;  // how far one search looks
  load_all(t);
  for (SearchedCondition& one : plan_.searched) {
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
        side != 0 && condition.value(side, 0) != pieces_[plan_.held[condition.variable]].c[0];
    renews_[one.condition] = found.crossing || overlooked ? 0 : 1;
    heap_.set(condition_item(one.condition), overlooked ? t : found.crossing ? *found.crossing : found.until);
  }
}

// Of all conditions that are due at t. Whether one changed.
bool Engine::event(double t) {
  ++event_stamp_;
  changed_held_.clear();
  changed_states_.clear();
  std::vector<std::size_t>& flipped = flipped_;
  flipped.clear();
  bool searched = false, crowded = false;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  while (heap_.top_due() <= t && heap_.top() >= n && heap_.top() < n + trackers_.size()) {
    const std::uint32_t c = heap_.top() - n;
    const Condition& condition = plan_.system.conditions[c];
    Tracker& tracker = trackers_[c];
    heap_.set(condition_item(c), kInfinity);
    const std::uint32_t function = plan_.crossing_of[c];
    if (function == kNone) {
      if (!condition.in_time) searched = true;
      if (condition.in_time || renews_[c] == 0) flipped.push_back(c);
      continue;
    }
    if (renews_[c] != 0) {
      for (const std::uint32_t f : plan_.crossing_needs[c]) evaluate_shared(plan_.functions[f], t);
      look_at_crossing(function, t);
      if (heap_.due(condition_item(c)) > t || renews_[c] != 0) continue;
      heap_.set(condition_item(c), kInfinity);
    }
    const bool rises = condition.is_floor && tracker.upper.due() <= t;
    qss::Crossing& crossed = rises ? tracker.upper : tracker.lower;
    crossed.cross(t);
    note_side(c);
    if ((crossed.endless() || !clears(c, t)) && !slides(c, t)) chattering(c, crossed, t);
    crowded = crowded || crossed.crowded() >= kCrowded;
    flipped.push_back(c);
  }
  if (flipped.empty()) {
    if (searched) update_searched(t);
    return false;
  }
  std::sort(flipped.begin(), flipped.end());
  ++counts_.events;
  repeated_ = t == last_event_ ? repeated_ + 1 : 0;
  last_event_ = t;
  crowded = crowded || repeated_ >= kRepeated;
  if (plan_.tangled) {
    iterate_over_blocks(t, flipped);
  } else {
    for (const std::size_t c : flipped) {
      located_[c] = 1;
      const Condition& condition = plan_.system.conditions[c];
      const std::uint32_t slot = plan_.held[condition.variable];
      double rate = 0;
      if (condition.is_floor) {
        if (condition.in_time) {
          double both[2];
          doubles(plan_.timed[timed_place_[c]].call, t, both);
          rate = both[0];
        } else {
          rate = trackers_[c].upper.side() > 0 ? 1 : -1;
        }
      }
      set_held(slot, condition.flipped(pieces_[slot].c[0], rate));
    }
    iterate(t);
    for (const std::size_t c : flipped) located_[c] = 0;
  }
  // A crossing that happened is known to its tracker, unless the iteration took it back.
  for (const std::size_t c : flipped) {
    const Condition& condition = plan_.system.conditions[c];
    if (plan_.crossing_of[c] == kNone) continue;
    const double value = pieces_[plan_.held[condition.variable]].c[0];
    if (condition.is_floor) {
      Tracker& tracker = trackers_[c];
      if (tracker.upper.side() > 0) {  // rose
        tracker.lower = tracker.upper;
        tracker.upper.start(-1, -1);
      } else {
        tracker.upper = tracker.lower;
        tracker.lower.start(1, 1);
      }
    } else if (side_of(condition, value) != trackers_[c].lower.side()) {
      restart_tracker(static_cast<std::uint32_t>(c));
    }
    note_side(c);
  }
  for (const auto& [slot, old] : changed_held_) {
    const std::uint32_t c = condition_of_slot_[slot - plan_.first_held];
    if (c != kNone && plan_.crossing_of[c] != kNone && !std::binary_search(flipped.begin(), flipped.end(), c))
      restart_tracker(c);
  }
  // Also those that did not change in the end have to be looked for anew.
  for (const std::size_t c : flipped) {
    const std::uint32_t slot = plan_.held[plan_.system.conditions[c].variable];
    for (const std::uint32_t place : plan_.timed_of[slot]) update_timed(place, t);
    if (plan_.crossing_of[c] != kNone) {
      for (const std::uint32_t f : plan_.crossing_needs[c]) evaluate_shared(plan_.functions[f], t);
      pending_.push_back(plan_.crossing_of[c]);
    }
  }
  std::vector<std::uint32_t> back;
  for (const std::size_t c : flipped) {
    const std::uint32_t slot = plan_.held[plan_.system.conditions[c].variable];
    const bool changed = std::any_of(changed_held_.begin(), changed_held_.end(), [&](const auto& one) {
      return one.first == slot && one.second != pieces_[slot].c[0];
    });
    if (changed)
      taken_back_[c] = 0;
    else if (plan_.crossing_of[c] != kNone)
      back.push_back(static_cast<std::uint32_t>(c));
  }
  // A choice that is a quantum off may send x back over the border that it has just crossed, where f(x)
  // itself would not. So where crossings crowd, q := x, and x goes the way that the equations say.
  const bool implicit = std::exchange(implicit_, implicit_ && !crowded);
  follow_changes(t);
  implicit_ = implicit;
  for (const std::uint32_t c : back) look_later(c, t);
  if (searched) update_searched(t);
  return true;
}

// Functions that read what an event has changed.
void Engine::follow_changes(double t) {
  std::erase_if(changed_held_, [this](const auto& one) { return pieces_[one.first].c[0] == one.second; });
  if (changed_held_.empty() && changed_states_.empty() && pending_.empty()) return;
  ++wave_;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  std::vector<std::uint32_t>& all = functions_;
  all.swap(pending_);
  pending_.clear();
  const auto add = [&](std::uint32_t slot) {
    for (const std::uint32_t f : plan_.followers[slot]) all.push_back(f);
  };
  bool search = false;
  for (const auto& [slot, old] : changed_held_) {
    add(slot);
    const std::uint32_t c = condition_of_slot_[slot - plan_.first_held];
    if (c != kNone && plan_.crossing_of[c] != kNone) all.push_back(plan_.crossing_of[c]);
    for (const std::uint32_t place : plan_.timed_of[slot]) update_timed(place, t);
    for (const SearchedCondition& one : plan_.searched)
      search = search || std::find(one.slots.begin(), one.slots.end(), slot) != one.slots.end();
    for (const std::uint32_t f : plan_.followers[slot]) {
      if (rows_[f].varies && function_stamp_[f] != wave_) {
        function_stamp_[f] = wave_;
        refresh_row(f);
      }
    }
  }
  for (const auto& [state, old] : changed_states_) {
    add(state);
    add(n + state);
    fresh_.push_back(state);
  }
  sort_unique(all);
  // Also through shared variables and blocks, which may not read what has changed themselves.
  functions_through_.clear();
  for (const std::uint32_t f : all) {
    const Row& row = rows_[f];
    if (row.role != Role::kDerivative || row.direct) continue;
    const std::vector<std::uint32_t>& needs = plan_.derivative_needs[row.target];
    functions_through_.insert(functions_through_.end(), needs.begin(), needs.end());
  }
  if (!functions_through_.empty()) {
    all.insert(all.end(), functions_through_.begin(), functions_through_.end());
    sort_unique(all);
  }
  // What a derivative reads has been chosen for the function that it was: a q that lies a quantum off may be
  // much in the new one. So they are chosen anew.
  for (const std::uint32_t f : all) {
    const Row& row = rows_[f];
    if (row.exact || row.role == Role::kDelay) continue;
    if (row.affine) {
      for (std::uint32_t e = row.begin; e < row.end; ++e)
        if (entries_[e].slot < n) fresh_.push_back(entries_[e].slot);
      continue;
    }
    const Call& call = plan_.functions[f].call;
    const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
    for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s)
      if (slots[s] < n) fresh_.push_back(slots[s]);
  }
  sort_unique(fresh_);
  for (const std::uint32_t state : fresh_) {
    Piece& q = pieces_[state];
    q.move_to(t);
    q.c[0] = pieces_[n + state].at(t);
    of_state_[state].quantum = quantum_of(state, q.c[0]);
  }
  // By the hundred, so that all that concerns a state is still in the cache when it is its turn.
  constexpr int kTogether = 256;
  touched_count_ = 0;
  std::size_t chosen = 0;
  int evaluated = 0;
  const auto choose_up_to = [&](std::uint32_t last) {
    for (; chosen < fresh_.size() && fresh_[chosen] <= last; ++chosen) {
      touch(fresh_[chosen]);
      choose_anew(fresh_[chosen], t);
    }
  };
  for (const std::uint32_t f : all) {
    const Row& row = rows_[f];
    if (row.role == Role::kCrossing) {
      pending_.push_back(f);
      if (row.exact_states)
        for (std::uint32_t e = row.begin; e < row.end; ++e) {
          Room& room = rooms_[entries_[e].slot - n];
          if (room.width > 0) room.width = 0;
        }
    } else if (row.role != Role::kDerivative) {
      evaluate_shared(plan_.functions[f], t);
    } else {
      evaluate(f, t);
      if (++evaluated % kTogether != 0) continue;
      choose_up_to(row.target);
      settle(t);
      ++wave_;
      touched_count_ = 0;
    }
  }
  changed_states_.clear();
  choose_up_to(n);
  settle(t);
  fresh_.clear();
  if (search) update_searched(t);
  if (!checked_assertions_.empty()) check_assertions(t);
}

void Engine::remember(double t) {
  for (const EventNode& node : plan_.event_nodes) {
    if (node.kind != EventNode::Kind::kWhen && node.kind != EventNode::Kind::kReinit) continue;
    for (const std::uint32_t f : node.needs) evaluate_shared(plan_.functions[f], t);
    results_.resize(node.conditions);
    doubles(node.call, t, results_);
    for (std::uint32_t k = 0; k < node.conditions; ++k) was_[node.memory + k] = results_[k] != 0;
  }
}

}  // namespace escapement::qss_solver
