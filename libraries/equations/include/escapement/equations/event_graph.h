// SPDX-License-Identifier: MIT
// The graph by which Sanz, Urquia and Casella 2014 tell what an event iteration has to evaluate again.
//
// Nodes are the equations, each with the variables that it gives, and one update pre(v) := v for each pre(v)
// that some equation reads. Edges go from what gives a variable to what reads it. An equation that reads
// pre(v) of the v that it gives is one with its update. Then:
//   loop      nodes on a cycle: a change may come back to them through a pre()
//   update    other nodes that a loop node reaches: once more after the last pass would do
//   apart     the rest
//
// This is told to people who look for what makes events expensive; evaluation itself goes by what has really
// changed (event_iteration.h), since the construction of the paper, taken to the letter, misses chains of
// pre() without a cycle.
#pragma once

#include <string>
#include <vector>

#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

enum class IterationRole { kLoop, kUpdate, kApart };

struct EventGraphNode {
  std::string text;  // "x_Loop1", "der(x1)", "pre(x_End)": what it gives
  std::vector<VariableIndex> gives;
  bool is_previous = false;  // an update of a pre()
  IterationRole role = IterationRole::kApart;
};

// Equations first: those of the blocks, then discrete ones; then updates. Conditions are part of what reads
// them.
std::vector<EventGraphNode> event_graph(const FlatSystem& system, const std::vector<SolvedBlock>& blocks);

}  // namespace escapement::equations
