// SPDX-License-Identifier: MIT
#include "engine.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/equations/first_guess.h"

namespace escapement::qss_solver {

using equations::VariableIndex;

Engine::Engine(Plan& plan, const qss::Method& method, RelativeTo relative)
    : plan_(plan), method_(method), implicit_(method.linearly_implicit()) {
  method.check("the quantised state solver");
  const std::size_t n = plan.state_count(), conditions = plan.system.conditions.size();
  pieces_.resize(plan.slots);
  if (std::find(plan.on_time.begin(), plan.on_time.end(), true) != plan.on_time.end()) renewals_ = n;
  heap_ = DueTree(n + conditions + renewals_ + plan.delays.size(), n);
  for (const VariableIndex v : plan.states()) {
    const double nominal = std::abs(plan.system.variables[v].nominal);
    of_state_.emplace_back().absolute = method.absolute * (nominal > 0 ? nominal : 1);
  }
  trackers_.resize(conditions);
  delays_.resize(plan.delays.size());
  sides_.assign(conditions, 0);
  renews_.assign(conditions, 0);
  sizes_.assign(conditions, 0);
  bands_.assign(conditions, {});
  taken_back_.assign(conditions, 0);
  if (relative == RelativeTo::kTravel)
    for (const double turn : plan.turns) travels_.emplace_back().most = turn;
  left_out_.resize(n);
  touched_.resize(n + 1);
  awaited_.assign(plan.functions.size(), 0);
  for (std::size_t i = 0; i < n; ++i) of_state_[i].watched = !plan.followers[n + i].empty();
  for (const Block& block : plan.blocks) factors_.emplace_back(block.columns);
  for_block_.resize(plan.blocks.size());
  find_fast();
  make_rows();
  for (const auto& needs : plan.derivative_needs) aging_.push_back(aging_among(needs));
  for (const auto& needs : plan.crossing_needs) aging_of_.push_back(aging_among(needs));
  trusted_.assign(conditions, kInfinity);
  trusts_.resize(n);
  trusts_of_.resize(conditions);
  find_limits();
  find_renewers();
  driven_.resize(n);
  group_steps_.assign(n, 0);
  rooms_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    for (const std::uint32_t f : plan.followers[n + i])
      if (!rows_[f].exact_states || rows_[f].end != rows_[f].begin + 1) rooms_[i].never = true;

  at_start_.emplace(plan.system, plan.initial.blocks, true);
  at_events_.emplace(plan.system, plan.sorted.with_aliases(), false);
  all_.assign(plan.system.variables.size(), 0);
  const bool guessed =
      std::any_of(plan.initial.blocks.begin(), plan.initial.blocks.end(),
                  [](const auto& block) { return block.kind != equations::SolvedBlock::Kind::kExplicit; });
  if (guessed)
    guess_ = equations::first_guess(plan.system);
  else
    guess_.assign(all_.size(), 0);
  std::vector<equations::Term> asserted;
  for (std::size_t k = 0; k < plan.system.assertions.size(); ++k)
    if (!plan.system.assertions[k].warning) {
      checked_assertions_.push_back(k);
      asserted.push_back(plan.system.assertions[k].condition);
    }
  assertions_ = equations::Tape(plan.system.terms, asserted);

  const std::size_t held = plan.held_variables.size();
  dirty_ = DirtyNodes(plan.event_nodes.size(), plan.event_readers, plan.slots);
  std::size_t memory = 0;
  for (const EventNode& node : plan.event_nodes) {
    if (results_.size() < node.conditions) results_.resize(node.conditions);
    if (node.kind == EventNode::Kind::kWhen || node.kind == EventNode::Kind::kReinit)
      memory += node.conditions;
  }
  truths_.resize(memory);
  of_held_.resize(held);
  for (std::size_t k = 0; k < held; ++k)
    if (const auto previous = plan.system.variables[plan.held_variables[k]].previous)
      of_held_[k].previous = plan.held[*previous];
  for (std::uint32_t c = 0; c < conditions; ++c) {
    const equations::Condition& condition = plan.system.conditions[c];
    OfCondition& made = of_condition_.emplace_back();
    made.above = condition.value(1, 0);
    made.below = condition.value(-1, 0);
    made.at_zero = condition.value(0, 0);
    made.slot = plan.held[condition.variable];
    made.crossing = plan.crossing_of[c];
    made.is_floor = condition.is_floor;
    made.in_time = condition.in_time.has_value();
    of_held(made.slot).condition = c;
  }
  for (std::uint32_t k = 0; k < plan.timed.size(); ++k) of_condition_[plan.timed[k].condition].timed = k;
  make_nodes();
}

void Engine::find_fast() {
  search_from_.assign(plan_.blocks.size(), kNone);
  std::vector<std::uint32_t> leads(plan_.sorted.blocks.size(), kNone);  // by sorted block: the first slot
  for (const bool exact : {false, true})
    for (const Function& function : plan_.functions) {
      if (function.role != Role::kBlock || function.exact != exact || !plan_.blocks[function.block].fast)
        continue;
      const std::size_t sorted = plan_.blocks[function.block].sorted;
      const auto& torn = plan_.sorted.blocks[sorted].torn;
      if (leads[sorted] == kNone) {
        leads[sorted] = function.target;
        for (std::uint32_t k = 0; k < torn.size(); ++k) fast_at_.emplace_back(torn[k], function.target + k);
      }
      search_from_[function.block] = leads[sorted];
    }
}

void Engine::make_nodes() {
  std::vector<const Call*> calls;
  const auto add = [&](const Call& call) {
    calls.push_back(&call);
    return static_cast<std::uint32_t>(calls.size() - 1);
  };
  for (const EventNode& node : plan_.event_nodes) {
    Node& made = nodes_.emplace_back();
    made.kind = node.kind;
    made.needs = !node.needs.empty();
    made.target = node.target;
    made.previous = node.previous;
    made.conditions = node.conditions;
    made.memory = node.memory;
    made.scale = node.scale;
    made.call = add(node.call);
    std::uint32_t at = 0;
    for (std::uint32_t k = 0; k < node.branches.size(); ++k) {
      add(node.branches[k].value);
      for (; at < node.branches[k].end; ++at) truths_[node.memory + at].branch = k;
    }
    if (node.kind != EventNode::Kind::kCondition) continue;
    const std::uint32_t crossing = plan_.crossing_of[node.target];
    made.affine = crossing != kNone && node.conditions == 1 && rows_[crossing].affine;
  }
  for (const TimedCondition& timed : plan_.timed) timed_calls_.push_back(add(timed.call));
  calls_ = CallsInPlace(plan_, pieces_, calls);
}

bool Engine::moves(const Call& call) const {
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s) {
    const std::array<double, 4>& c = pieces_[slots[s]].c;
    if (c[1] != 0 || c[2] != 0 || c[3] != 0) return true;
  }
  return false;
}

bool Engine::moves(const Call& call, const std::vector<std::uint32_t>& needs) const {
  return moves(call) || std::any_of(needs.begin(), needs.end(), [this](std::uint32_t f) {
           const Call& one = plan_.functions[f].call;
           return plan_.codes[one.code].on_time || moves(one);
         });
}

std::vector<std::uint32_t> Engine::aging_among(const std::vector<std::uint32_t>& functions) const {
  std::vector<std::uint32_t> aging;
  std::unordered_set<std::uint32_t> moving;  // slots that these give
  const auto reads_what_moves = [&](const Call& call) {
    const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
    const Code& code = plan_.codes[call.code];
    if (code.on_time) return true;
    return std::any_of(slots, slots + code.variables, [&](std::uint32_t slot) {
      return slot < plan_.first_held || (slot >= plan_.first_delayed && slot < plan_.first_algebraic) ||
             moving.contains(slot);
    });
  };
  for (const std::uint32_t f : functions) {
    const Function& function = plan_.functions[f];
    const std::uint32_t size = function.role == Role::kBlock ? plan_.blocks[function.block].size : 1;
    if (!reads_what_moves(function.call) &&
        !(function.role == Role::kBlock && reads_what_moves(plan_.blocks[function.block].jacobian)))
      continue;
    for (std::uint32_t k = 0; k < size; ++k) moving.insert(function.target + k);
    aging.push_back(f);
  }
  return aging;
}

void Engine::start(double t) {
  now_ = begun_ = looked_at_progress_ = t;
  until_looked_at_ = kProgress;
  crawling_ = 0;
  for (Room& one : rooms_) one.forget();
  sampled_ = short_ = 0;
  steepest_ = 0;
  stiffness_.reset();
  walks_.clear();
  slides_.clear();
  window_ = 1;
  in_window_ = standing_ = 0;
  sizes_.assign(sizes_.size(), 0);
  bands_.assign(bands_.size(), {});
  last_event_ = changed_at_ = -kInfinity;
  for (Trust& one : trusts_) one.begin(t);
  for (Trust& one : trusts_of_) one.begin(t);
  for (OfState& one : of_state_) {
    one.expires = kInfinity;
    one.leaves_out = false;
  }
  for (LeftOut& one : left_out_) one.foreseen = kInfinity;
  driven_.assign(driven_.size(), {});
  group_steps_.assign(group_steps_.size(), 0);
  for (auto& column : columns_) column.clear();
  const std::size_t n = plan_.state_count();
  const equations::FlatSystem& system = plan_.system;
  solve_start(t);
  equations::check_conditions_of_start(system, plan_.initial.checked, t, all_);
  if (system.initial_flag) all_[*system.initial_flag] = 0;
  at_events_->follow_start(t, all_);
  for (std::uint32_t i = 0; i < n; ++i) {
    const double value = all_[plan_.states()[i]];
    pieces_[i] = pieces_[n + i] = {t, {value, 0, 0, 0}};
    if (!travels_.empty()) travels_[i].low = travels_[i].high = value;
    of_state_[i].quantum = quantum_of(i, value);
    of_state_[i].chosen = value;
    heap_.set(i, kInfinity);
  }
  for (const VariableIndex v : plan_.held_variables) pieces_[plan_.held[v]] = {t, {all_[v], 0, 0, 0}};
  begin_delays(t);
  for (const Function& function : plan_.functions)  // where the unknowns of blocks begin
    if (function.role == Role::kBlock) {
      const auto& torn = plan_.sorted.blocks[plan_.blocks[function.block].sorted].torn;
      for (std::size_t k = 0; k < torn.size(); ++k)
        pieces_[function.target + k] = {t, {all_[torn[k]], 0, 0, 0}};
    }
  for (std::uint32_t f = 0; f < plan_.functions.size(); ++f) {
    const Role role = plan_.functions[f].role;
    if (plan_.codes[plan_.functions[f].call.code].affine && role != Role::kBlock) refresh_row(f);
    if (role == Role::kDerivative)
      evaluate(f, t);
    else if (role != Role::kCrossing)
      evaluate_shared(plan_.functions[f], t);
  }
  if (!plan_.tangled) remember(t);
  for (std::uint32_t c = 0; c < system.conditions.size(); ++c)
    if (plan_.crossing_of[c] != kNone) {
      restart_tracker(c);
      pending_.push_back(plan_.crossing_of[c]);
    }
  for (std::uint32_t k = 0; k < plan_.timed.size(); ++k) update_timed(k, t);
  update_searched(t);
  ++wave_;
  touched_count_ = 0;
  for (std::uint32_t i = 0; i < n; ++i) touch(i);
  settle(t);
  if (!reaches_.empty()) measure_limits(t);
  if (method_.kind != qss::Kind::kQss1)  // q := x is all of the first choice only there
    for (std::uint32_t i = 0; i < n; ++i) step(i, t);
  counts_ = {};
  for (OfState& one : of_state_) one.changes = 0;
  if (!checked_assertions_.empty()) check_assertions(t);
}

void Engine::values(double t, std::vector<double>& all) {
  solve_values(t);
  stand_at_rest(t);
  if (&all != &all_) all = all_;
}

std::vector<double> Engine::values_beside(double t) {
  const std::vector<double> kept = all_;
  values(t, all_);
  std::vector<double> beside = kept;
  std::swap(beside, all_);
  return beside;
}

void Engine::solve_values(double t) {
  if (!for_all_) for_all_.emplace(plan_.system, plan_.sorted.with_aliases());
  try {
    load_all(t);
    for_all_->solve(t, all_);
  } catch (const Error&) {
    if (solved_as_corners_stand(t)) return;
    // Just before a condition changes x may be a rounding error beyond what the equations are defined for.
    const double before = t - 8 * minimum_step(t);
    if (before < pieces_.front().since && plan_.state_count() > 0) throw;
    load_all(before);
    for_all_->solve(before, all_);
  }
}

// A guard such as `if abs(i) > 1e-14 then Psi/i else ...` is a corner whose truth may be a rounding error
// ahead of i. Corners are no events, so where nothing else helps they count as they stand. Whether that
// helped.
bool Engine::solved_as_corners_stand(double t) {
  const equations::FlatSystem& system = plan_.system;
  for (int round = 0; round < 8; ++round) {
    bool changed = false;
    for (std::size_t c = plan_.corners; c < system.conditions.size(); ++c) {
      const equations::Condition& one = system.conditions[c];
      if (one.is_floor) continue;
      const double truth = one.value(equations::evaluate(system.terms, one.crossing, all_, t), 0);
      changed = changed || all_[one.variable] != truth;
      all_[one.variable] = truth;
    }
    if (!changed) return false;
    try {
      for_all_->solve(t, all_);
      return true;
    } catch (const Error&) {  // the next round has what was solved before it failed
    }
  }
  return false;
}

void Engine::set_inputs(double t, std::span<const std::pair<VariableIndex, double>> inputs) {
  now_ = t;
  ++event_stamp_;
  changed_held_.clear();
  changed_states_.clear();
  if (t != last_event_) turned_.clear();
  if (plan_.tangled) {
    for (const auto& [v, value] : inputs) set_held(plan_.held[v], value);
    iterate_over_blocks(t, {});
  } else {
    for (const auto& [v, value] : inputs) set_held(plan_.held[v], value);
    iterate(t);
  }
  for (const auto& [slot, old] : changed_held_) {
    const std::uint32_t c = of_held(slot).condition;
    if (c != kNone && plan_.crossing_of[c] != kNone) restart_tracker(c);
  }
  follow_changes(t);
}

void Engine::check_assertions(double t) {
  solve_values(t);
  results_.resize(assertions_.results());
  assertions_.evaluate<double>(all_, t, work_, results_);
  for (std::size_t k = 0; k < checked_assertions_.size(); ++k) {
    const equations::Assertion& one = plan_.system.assertions[checked_assertions_[k]];
    if (results_[k] != 0) continue;
    std::string message = one.message;
    for (const auto& [value, text] : one.values)
      message += to_text(equations::evaluate(plan_.system.terms, value, all_, t)) + text;
    throw Error("an assertion of the model does not hold at time " + to_text(t) + ": " + message + " (" +
                plan_.system.brief(one.condition) + ")");
  }
}

Counts Engine::counts() const {
  Counts counts = counts_;
  counts.heap_operations = heap_.operations();
  counts.families = plan_.families.size();
  return counts;
}

void Engine::archive(Archive& archive) {
  archive(now_, begun_, all_, renews_, sides_);
  for (Truth& one : truths_) archive(one.was);
  for (OfState& one : of_state_)
    archive(one.quantum, one.chosen, one.expires, one.slope, one.changes, one.leaves_out);
  for (LeftOut& one : left_out_) archive(one.since, one.first, one.second, one.foreseen);
  archive(trusts_, trusts_of_, slides_);
  for (Driven& one : driven_) archive(one.hurries, one.rests, one.alone, one.side, one.wasted, one.grouped);
  archive(group_steps_, columns_, reaches_);
  for (Piece& piece : pieces_) archive(piece.since, piece.c);
  for (Room& one : rooms_) archive(one.low, one.high, one.awaited);
  for (Travel& one : travels_) archive(one.low, one.high);
  archive(taken_back_, sizes_, last_event_, repeated_, trusted_, changed_at_, turned_);
  for (Band& one : bands_) archive(one.width, one.last, one.count, one.slides);
  for (Row& row : rows_) archive(row.base, row.by_time);
  for (Entry& entry : entries_) archive(entry.coefficient);
  for (Tracker& tracker : trackers_) archive(tracker.lower, tracker.upper);
  for (Delayed& one : delays_) {
    archive(one.time, one.quantum);
    for (Past* past : {&one.of_q, &one.of_x})
      archive(past->waiting, past->last.since, past->last.c, past->trust, past->renewal);
  }
  for (BlockFactors& one : factors_) one.archive(archive);
  heap_.archive(archive);
  archive(counts_.steps, counts_.evaluations, counts_.crossing_checks, counts_.events, counts_.factorisations,
          sampled_, short_, steepest_, steepest_state_, window_, in_window_, standing_, stood_events_,
          stood_since_, until_looked_at_, crawling_, looked_at_progress_);
  if (archive.loading()) walks_.assign(window_ > 1 || in_window_ > 0 ? plan_.state_count() : 0, {});
  for (Walk& one : walks_) archive(one.low, one.high, one.steps, one.window);
  if (archive.loading() && plan_.tangled) at_events_->remember(now_, all_);
}

}  // namespace escapement::qss_solver
