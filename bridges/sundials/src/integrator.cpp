// SPDX-License-Identifier: MIT
#include "escapement/sundials/integrator.h"

#include "escapement/core/error.h"
#include "methods.h"

namespace escapement::sundials {

Method method_named(std::string_view name) {
  if (name == "cvode") return Method::kBdf;
  if (name == "ida") return Method::kIda;
  if (name == "erk") return Method::kErk;
  throw BuildError("'" + std::string(name) + "' is no solver of SUNDIALS; there are cvode, ida and erk");
}

std::unique_ptr<Integrator> make_integrator(System& system, Inputs& inputs, const Options& options) {
  if (!(options.tolerance > 0 && options.tolerance < 1))
    throw BuildError("the tolerance of a solver is " + to_text(options.tolerance) +
                     ", but it must be above 0 and below 1; 1e-11 suits most models");
  if (!(options.maximum_step > 0))
    throw BuildError("the longest step of a solver is " + to_text(options.maximum_step) +
                     ", but it must be above 0");
  if (system.size() == 0) throw BuildError("a system without unknowns leaves a solver nothing to do");
  for (std::size_t i = 0; i < system.size(); ++i)
    if (!(system.nominal(i) > 0 && system.nominal(i) < kInfinity))
      throw BuildError("the nominal value of '" + system.state_name(i) + "' is " +
                       to_text(system.nominal(i)) + ", but it must be finite and above 0");
  if (system.pattern() != nullptr && system.band() != nullptr)
    throw BuildError("a system has a sparsity pattern or a band, not both");
  if (options.method == Method::kIda) return internal::make_ida(system, inputs, options);
  if (system.implicit())
    throw BuildError(
        std::string(options.method == Method::kErk ? "erk" : "cvode") +
        " cannot carry this system: it has algebraic equations or is implicit in its derivatives; "
        "take ida");
  if (options.method == Method::kErk) return internal::make_erk(system, inputs, options);
  return internal::make_cvode(system, inputs, options);
}

}  // namespace escapement::sundials
