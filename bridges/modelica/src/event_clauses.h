// SPDX-License-Identifier: MIT
// The when-clauses of a model in micro-Modelica, in the order in which an algorithm section needs them.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "escapement/equations/sorted_system.h"
#include "escapement/equations/terms.h"

namespace escapement::modelica {

struct Clause {
  std::optional<equations::VariableIndex> gives;
  std::set<equations::VariableIndex> reads;
  std::string text, what;
};

// The texts, each after those that give what it reads, through the algebraic variables that `solutions` give
// too. `circle` is called once, with one of those that need each other, when there are such.
std::vector<std::string> in_order(const std::vector<Clause>& clauses, const equations::Terms& terms,
                                  const std::vector<equations::Solution>& solutions,
                                  const std::function<void(const Clause&)>& circle);

}  // namespace escapement::modelica
