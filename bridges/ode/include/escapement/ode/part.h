// SPDX-License-Identifier: MIT
// The one place that knows which solvers there are for a continuous part, and makes it for the run's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/core/component.h"
#include "escapement/equations/ode_system.h"
#include "escapement/equations/program.h"
#include "escapement/ode/model.h"
#include "escapement/registry/environment.h"

namespace escapement::ode {

struct PartOptions {
  std::vector<Output> outputs{};
  std::vector<std::string>
      signal_inputs{};      // inputs that come as polynomials, from blocks of the QSS library
  double time_factor = 1;   // units of the equations' time in one of the simulation's
  double maximum_step = 0;  // 0: as long as the solver likes
  // Makes machine code for right sides, unless the run does without (continuous::Settings::machine_code);
  // null: none.
  equations::Executor* executor = nullptr;
};

// A component with a port of reals (or of signals) for each input, and one of reals for each port that events
// emit to, and each output. The solver and its tolerance are those of environment.continuous, or the defaults
// where that is null. Throws BuildError when the solver cannot carry the system, and says why.
std::unique_ptr<Component> make_part(const std::string& name, equations::OdeSystem system,
                                     PartOptions options, registry::Environment& environment);

// The tolerance of a run that names none.
inline constexpr double kDefaultTolerance = 1e-11;

}  // namespace escapement::ode
