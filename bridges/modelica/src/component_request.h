// SPDX-License-Identifier: MIT
// A component of type "modelica" as a study writes it: which class it asks for, its ports and outputs.
#pragma once

#include <string>
#include <vector>

#include "escapement/modelica/models.h"
#include "escapement/registry/descriptor.h"

namespace escapement::modelica {

// Files and libraries are found from the directory of the study. Appends faults of parameters, each with its
// place; throws InputError for those of the class itself.
ClassRequest request_of(const registry::Value& component, PreparedClasses& classes,
                        std::vector<Diagnostic>& faults);

// Scalar inputs or outputs of the class: indices into FlatModel::variables.
std::vector<std::size_t> port_variables(const FlatModel& model, Causality causality);

std::vector<registry::PortInfo> ports_of(const registry::Value& component, const FlatModel& model);
// Faults of "outputs": names that are not there or taken.
void check_outputs(const registry::Value& component, const PreparedClass& prepared,
                   std::vector<Diagnostic>& faults);

}  // namespace escapement::modelica
