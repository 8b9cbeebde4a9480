// SPDX-License-Identifier: MIT
// Makes the continuous blocks known to a registry as qss.Integrator, qss.Sum and so on, so that studies can
// name them. What a block does not say itself of its method and quantum the run decides.
#pragma once

#include <functional>

#include "escapement/qss/method.h"
#include "escapement/registry/registry.h"

namespace escapement::qss {

// The method of integrators that name none, from what the run says; QSS3 with its own tolerance where empty.
using MethodOfRun = std::function<Method(const registry::Environment&)>;

void register_qss(registry::Registry& registry, MethodOfRun method_of_run = {});

}  // namespace escapement::qss
