// SPDX-License-Identifier: MIT
// A flat network of models: what is left of a tree of coupled models when its couplings have been followed to
// their ends. Everything is indexed by small integers; the simulator uses no names on its way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "escapement/core/dynamics.h"
#include "escapement/core/port.h"
#include "escapement/core/structure.h"

namespace escapement {

struct Network {
  std::string name;
  std::vector<Dynamics*> models;    // in path order, so that an index compares as a path does
  std::vector<InPortBase*> inputs;  // inputs of models, grouped by model, in order of declaration
  std::vector<std::uint32_t> input_owner;
  std::vector<PortBase*> outputs;  // outputs of models likewise, then the inputs of the root
  // Output o reaches the inputs route_targets[route_begin[o]] .. route_targets[route_begin[o + 1] - 1].
  std::vector<std::uint32_t> route_begin;
  std::vector<std::uint32_t> route_targets;
  // Outputs of the root that output o reaches, for observers; same form.
  std::vector<std::uint32_t> root_begin;
  std::vector<PortBase*> root_targets;
  // Models that the network made itself (hosts of process blocks) and therefore owns.
  std::vector<std::unique_ptr<Component>> owned;
  // Carries out structural change; null where the network stays as it is.
  std::shared_ptr<StructureService> structure;
};

}  // namespace escapement
