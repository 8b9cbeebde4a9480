// SPDX-License-Identifier: MIT
// The integrators behind make_integrator().
#pragma once

#include <memory>

#include "escapement/sundials/integrator.h"

namespace escapement::sundials::internal {

std::unique_ptr<Integrator> make_cvode(System& system, Inputs& inputs, const Options& options);
std::unique_ptr<Integrator> make_erk(System& system, Inputs& inputs, const Options& options);
std::unique_ptr<Integrator> make_ida(System& system, Inputs& inputs, const Options& options);

}  // namespace escapement::sundials::internal
