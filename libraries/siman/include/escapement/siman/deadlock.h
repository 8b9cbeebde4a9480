// SPDX-License-Identifier: MIT
// Who waits for whom when nothing can happen any more: entities that wait for what others have while no event
// is left. They wait at a Seize for resources, at an Allocate or a Request for units of a transporter, at an
// Access for cells of a conveyor, at a Capture for zones, or for a vehicle that stands on its way.
#pragma once

#include <optional>
#include <string>

#include "escapement/siman/world.h"

namespace escapement::siman {

struct Deadlock {
  std::string model_path;  // of the block at which the first of them waits
  std::string message;     // the chain of waits, a cycle where there is one
};

// Follows the waits from the entity that has waited longest: what it lacks, who holds that, what that one
// waits for. nullopt when nobody waits for such. To be asked when the model has no events any more
// that could let them go.
// `state` is what the message says of the events.
std::optional<Deadlock> find_deadlock(const World& world, const char* state = "no event is left");

}  // namespace escapement::siman
