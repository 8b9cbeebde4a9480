// SPDX-License-Identifier: MIT
// Who waits for whom when nothing can happen any more: entities that wait at a Seize while no event is left.
#pragma once

#include <optional>
#include <string>

#include "escapement/siman/world.h"

namespace escapement::siman {

struct Deadlock {
  std::string model_path;  // of the Seize at which the first of them waits
  std::string message;     // the chain of waits, a cycle where there is one
};

// Follows the waits from the entity that has waited longest: what it lacks, who holds that, what that one
// waits for. nullopt when nobody waits at a Seize. To be asked when the model has no events any more.
std::optional<Deadlock> find_deadlock(const World& world);

}  // namespace escapement::siman
