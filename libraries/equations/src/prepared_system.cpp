// SPDX-License-Identifier: MIT
#include "escapement/equations/prepared_system.h"

#include "escapement/equations/aliases.h"
#include "escapement/equations/fast_process.h"
#include "escapement/equations/first_guess.h"

namespace escapement::equations {

PreparedSystem prepare(FlatSystem system) {
  take_out_theta(system);
  system.fold_parameters();
  eliminate_aliases(system);
  system.make_conditions();
  std::vector<std::size_t> highest = differentiate_constraints(system);
  return {std::move(system), std::move(highest)};
}

StateChoice choose_at_start(PreparedSystem& prepared, bool with_state) {
  FlatSystem& system = prepared.system;
  // What is singular only where the model begins (a linkage that is stretched) is not disturbed for ever.
  const auto choose = [&] {
    for (const double disturbance : {0.0, 0.1}) try {
        return choose_states(system, prepared.highest, first_guess(system, 0, disturbance), 0);
      } catch (const Error&) {
      }
    return choose_states(system, prepared.highest, first_guess(system, 0, 0.5), 0);
  };
  StateChoice choice = choose();
  if (!with_state || !choice.states.empty()) return choice;
  FlatVariable made;
  made.name = "$constant";
  made.start = 0;
  const VariableIndex constant = system.add(std::move(made));
  prepared.highest.push_back(system.equations.size());
  system.equations.push_back(
      {system.terms.variable(system.derivative_of(constant)), system.terms.constant(0), {}, {}});
  return choose();
}

}  // namespace escapement::equations
