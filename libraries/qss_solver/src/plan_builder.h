// SPDX-License-Identifier: MIT
// How a plan is made, in this order: count_uses, number_slots, make_units (plan_units.cpp), find_terms,
// find_turns (plan_turns.cpp), make_functions, make_followers (plan_functions.cpp), make_event_nodes
// (plan_events.cpp), finish (plan.cpp).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plan.h"

namespace escapement::qss_solver {

struct Plan::Builder {
  using FlatSystem = equations::FlatSystem;
  using Term = equations::Term;
  using VariableIndex = equations::VariableIndex;

  // What is computed for several readers, or solved for.
  struct Unit {
    std::vector<VariableIndex> gives;
    std::vector<Term> terms;  // the value; of a block, residuals and then the derivatives of residuals
    std::uint32_t size = 0;   // of a block; 0: a plain value
    std::size_t sorted = 0;   // block of the sorted system
    bool linear = false;
    std::vector<std::uint32_t> reads;    // states (n + i) and held slots, through other units; for events
    std::vector<std::uint32_t> through;  // units that it stands on, ascending
    std::uint32_t exact_function = kNone;
  };

  explicit Builder(Plan& plan) : p(plan), system(plan.system) {}

  Plan& p;
  FlatSystem& system;
  std::vector<std::uint32_t> uses;            // by variable: how many read it
  std::vector<std::optional<Term>> expanded;  // by variable, of explicit unknowns
  std::vector<std::uint32_t> unit_of;         // by variable
  std::vector<Unit> units;
  std::vector<Term> derivative_terms;               // by state
  std::vector<std::optional<Term>> crossing_terms;  // by condition

  std::vector<Term> delayed_terms;                     // by delay
  std::vector<std::vector<std::uint32_t>> node_reads;  // by node of events: slots
  std::uint32_t memory = 0;                            // of conditions of whens, so far

  // plan_units.cpp
  void count_uses();
  void number_slots();
  void make_units();
  void add(Unit unit);
  std::uint32_t add_unit(std::uint32_t number, bool exact);
  Term expand(Term term);
  // Units that the terms stand on, ascending.
  std::vector<std::uint32_t> units_of(const std::vector<Term>& terms) const;

  // plan_functions.cpp
  void find_terms();
  void find_turns();  // plan_turns.cpp
  std::vector<Term> event_terms();
  Call call(const std::vector<Term>& results, bool exact);
  void make_functions();
  void make_delays(bool exact);
  std::span<const std::uint32_t> arguments_of(const Call& call) const;
  void find_time_dependence();  // a derivative depends on time by itself or through a block
  void make_followers();

  // plan_events.cpp
  void add_node(EventNode node, const std::vector<Term>& terms);
  void add_when(EventNode node, const std::vector<equations::WhenBranch>& branches);
  void make_event_nodes();

  void finish();
};

}  // namespace escapement::qss_solver
