// SPDX-License-Identifier: MIT
// From what an event has changed to the derivatives and conditions that read it.
#include "consequences.h"

#include <utility>

#include "engine.h"

namespace escapement::qss_solver {

void Engine::find(Consequences& all) const {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  std::vector<std::uint32_t> functions;
  const auto add = [&](std::uint32_t slot) {
    for (const std::uint32_t f : plan_.followers[slot]) functions.push_back(f);
  };
  for (const std::uint32_t one : all.of) {
    if (one >= plan_.slots) {
      functions.push_back(one - plan_.slots);
    } else if (one < n) {
      add(one);
      add(n + one);
      all.chosen.push_back(one);
    } else {
      add(one);
      const std::uint32_t c = of_held_[one - plan_.first_held].condition;
      if (c != kNone && plan_.crossing_of[c] != kNone) functions.push_back(plan_.crossing_of[c]);
      for (const std::uint32_t place : plan_.timed_of[one]) all.timed.push_back(place);
      for (const SearchedCondition& searched : plan_.searched)
        all.searched = all.searched ||
                       std::find(searched.slots.begin(), searched.slots.end(), one) != searched.slots.end();
      for (const std::uint32_t f : plan_.followers[one])
        if (rows_[f].varies) all.refreshed.push_back(f);
    }
  }
  sort_unique(functions);
  // Also through shared variables and blocks, which may not read what has changed themselves.
  std::vector<std::uint32_t> through;
  for (const std::uint32_t f : functions) {
    const Row& row = rows_[f];
    if (row.role != Role::kDerivative || row.direct) continue;
    const std::vector<std::uint32_t>& needs = plan_.derivative_needs[row.target];
    through.insert(through.end(), needs.begin(), needs.end());
  }
  if (!through.empty()) {
    functions.insert(functions.end(), through.begin(), through.end());
    sort_unique(functions);
  }
  sort_unique(all.timed);
  sort_unique(all.refreshed);
  for (const std::uint32_t f : functions) {
    const Row& row = rows_[f];
    if (row.role == Role::kCrossing) {
      all.crossings.push_back(f);
      if (row.exact_states)
        for (std::uint32_t e = row.begin; e < row.end; ++e) all.unsure.push_back(entries_[e].slot - n);
    } else {
      all.evaluated.push_back(f);
    }
    // What a derivative reads has been chosen for the function that it was: a q that lies a quantum off may
    // be much in the new one. So they are chosen anew.
    if (row.exact || row.role == Role::kDelay) continue;
    if (row.affine) {
      for (std::uint32_t e = row.begin; e < row.end; ++e)
        if (entries_[e].slot < n) all.chosen.push_back(entries_[e].slot);
      continue;
    }
    const Call& call = plan_.functions[f].call;
    const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
    for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s)
      if (slots[s] < n) all.chosen.push_back(slots[s]);
  }
  sort_unique(all.chosen);
  sort_unique(all.unsure);
  all.limits = std::any_of(all.evaluated.begin(), all.evaluated.end(), [this](std::uint32_t f) {
    return std::binary_search(reached_through_.begin(), reached_through_.end(), f);
  });
}

Consequences& Engine::consequences() {
  change_.clear();
  for (const auto& [slot, old] : changed_held_) change_.push_back(slot);
  for (const auto& [state, old] : changed_states_) change_.push_back(state);
  for (const std::uint32_t f : pending_) change_.push_back(plan_.slots + f);
  bool known = false;
  Consequences& all = known_consequences_.of(change_, known);
  if (!known) {
    find(all);
  } else if (!std::exchange(all.again, true)) {  // a change that comes but once has nothing to keep
    find_coefficients(all);
  }
  return all;
}

// What the new coefficients of its rows are made of, and where they are.
void Engine::find_coefficients(Consequences& all) {
  std::vector<const double*> read;
  std::vector<double*> made;
  for (const std::uint32_t f : all.refreshed) {
    const Call& call = plan_.functions[f].call;
    for (const std::uint32_t s : plan_.codes[call.code].holding)
      read.push_back(pieces_[plan_.arguments[call.first_argument + s]].c.data());
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    if (read.size() > KnownCoefficients::kRead) return;
    Row& row = rows_[f];
    made.insert(made.end(), {&row.base, &row.by_time});
    for (std::uint32_t e = row.begin; e < row.end; ++e) made.push_back(&entries_[e].coefficient);
    if (row.own != kNone) made.push_back(&of_state_[row.target].slope);
  }
  if (!made.empty()) all.coefficients.begin(std::move(read), std::move(made));
}

void Engine::follow_changes(double t) {
  changed_at_ = t;
  std::erase_if(changed_held_, [this](const auto& one) { return pieces_[one.first].c[0] == one.second; });
  if (changed_held_.empty() && changed_states_.empty() && pending_.empty()) return;
  Consequences& all = consequences();
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  for (const std::uint32_t place : all.timed) update_timed(place, t);
  if (!all.coefficients.recall()) {
    for (const std::uint32_t f : all.refreshed) refresh_row(f);
    all.coefficients.keep();
  }
  const bool implicit = implicit_;
  if (all.limits) {
    measure_limits(t);
    implicit_ = false;  // limits.cpp
  }
  for (const std::uint32_t state : all.chosen) {
    Piece& q = pieces_[state];
    q.move_to(t);
    q.c[0] = pieces_[n + state].at(t);
    of_state_[state].quantum = quantum_of(state, q.c[0]);
  }
  for (const std::uint32_t state : all.unsure) rooms_[state].forget();
  pending_.clear();
  changed_states_.clear();
  // By the hundred, so that all that concerns a state is still in the cache when it is its turn.
  constexpr int kTogether = 256;
  ++wave_;
  touched_count_ = 0;
  std::size_t chosen = 0;
  int evaluated = 0;
  const auto choose_up_to = [&](std::uint32_t last) {
    for (; chosen < all.chosen.size() && all.chosen[chosen] <= last; ++chosen) {
      touch(all.chosen[chosen]);
      choose_anew(all.chosen[chosen], t);
    }
  };
  for (const std::uint32_t f : all.evaluated) {
    if (rows_[f].role != Role::kDerivative) {
      evaluate_shared(plan_.functions[f], t);
      continue;
    }
    evaluate(f, t);
    if (++evaluated % kTogether != 0) continue;
    choose_up_to(rows_[f].target);
    settle(t);
    ++wave_;
    touched_count_ = 0;
  }
  choose_up_to(n);
  implicit_ = implicit;
  for (const std::uint32_t f : all.crossings) {  // settle() looks around in the rooms of those touched
    const Row& row = rows_[f];
    const std::uint32_t state = row.exact_states ? entries_[row.begin].slot - n : kNone;
    if (state == kNone || rooms_[state].never || of_state_[state].stamp != wave_) await(f);
  }
  settle(t);
  if (all.searched) update_searched(t);
  if (!checked_assertions_.empty()) check_assertions(t);
}

}  // namespace escapement::qss_solver
