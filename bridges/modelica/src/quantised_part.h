// SPDX-License-Identifier: MIT
// A Modelica class by a quantised state method.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/core/component.h"
#include "escapement/modelica/models.h"
#include "escapement/ode/model.h"
#include "escapement/qss/method.h"
#include "escapement/registry/environment.h"

namespace escapement::modelica {

// With a port for each input, for each of `outputs`, and for each name in `own_outputs` that they leave out.
// An output that is to be sent when it has changed by an amount is a discrete variable of its own, which a
// when keeps: such a message is an event.
std::unique_ptr<Component> quantised_part(const std::string& name, const PreparedClass& prepared,
                                          qss::Kind method, const std::vector<ode::Output>& outputs,
                                          const std::vector<std::string>& own_outputs, double seconds,
                                          registry::Environment& environment);

}  // namespace escapement::modelica
