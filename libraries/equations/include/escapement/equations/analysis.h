// SPDX-License-Identifier: MIT
// What becomes of flat equations before they run, for people who look for what makes a model slow, stiff or
// wrong: names that were taken out, equations that were differentiated, states, blocks, and the graph of
// events.
#pragma once

#include <string>
#include <vector>

#include "escapement/equations/event_graph.h"
#include "escapement/equations/flat_system.h"

namespace escapement::equations {

struct Analysis {
  struct Block {
    std::string kind;  // "linear" or "nonlinear", "mixed linear", "mixed nonlinear" or "mixed" (see below)
    std::vector<std::string> unknowns, equations, torn;
    std::vector<std::string> together_with;  // mixed: conditions and discrete variables
  };
  struct Differentiated {
    std::string equation;
    int times = 1;
    SourceLocation where;
  };
  struct Alias {
    std::string variable, value;
  };
  std::size_t equations = 0, unknowns = 0;  // as the front end gave them
  std::size_t discrete_equations = 0;
  std::vector<Alias> aliases;
  std::vector<Differentiated> differentiated;
  std::vector<std::string> dummies;  // derivatives that are algebraic unknowns since they follow from others
  std::vector<std::string> states;
  bool states_for_ever =
      true;  // whatever the values; else they may be chosen anew in a run (index_reduction.h)
  std::vector<std::string>
      assumed_starts;               // of variables whose start value was taken although nobody fixed it
  std::size_t explicit_blocks = 0;  // of one equation that is solved by symbols
  // All other blocks, in order of solution. Mixed are those that must be solved together with relations or
  // discrete variables that depend on them; explicit ones among these are of the kind "mixed".
  std::vector<Block> blocks;
  struct Crossing {
    std::string text;
    std::string kind;  // "time": computed; "state": located
  };
  std::vector<Crossing> conditions;
  std::vector<EventGraphNode> event_graph;

  std::size_t count(IterationRole role) const;
  std::size_t largest_block() const;
};

// Takes the system through aliases.h, index_reduction.h and sorted_system.h, with the choice of states at the
// start values. Throws what they throw.
Analysis analyse(FlatSystem system);

// A page of text. At most `shown` names of a list, then how many more there are.
std::string to_text(const Analysis& analysis, std::size_t shown = 20);

}  // namespace escapement::equations
