// SPDX-License-Identifier: MIT
#include "escapement/equations/prepared_system.h"

#include <algorithm>

#include "escapement/equations/aliases.h"
#include "escapement/equations/fast_process.h"

namespace escapement::equations {

PreparedSystem prepare(FlatSystem system, bool with_state) {
  take_out_theta(system);
  system.fold_parameters();
  eliminate_aliases(system);
  system.make_conditions();
  const auto is_state = [](const FlatVariable& one) {
    return one.variability == Variability::kContinuous && one.derivative.has_value();
  };
  if (with_state && std::none_of(system.variables.begin(), system.variables.end(), is_state)) {
    FlatVariable made;
    made.name = "$constant";
    made.start = 0;
    const VariableIndex constant = system.add(std::move(made));
    system.equations.push_back(
        {system.terms.variable(system.derivative_of(constant)), system.terms.constant(0), {}, {}});
  }
  std::vector<std::size_t> highest = differentiate_constraints(system);
  return {std::move(system), std::move(highest)};
}

StateChoice choose_at_start(PreparedSystem& prepared) {
  FlatSystem& system = prepared.system;
  std::vector<double> starts(system.variables.size(), 0);
  for (VariableIndex v = 0; v < starts.size(); ++v) starts[v] = system.variables[v].start.value_or(0);
  return choose_states(system, prepared.highest, starts, 0);
}

}  // namespace escapement::equations
