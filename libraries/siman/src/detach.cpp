// SPDX-License-Identifier: MIT
#include "escapement/siman/detach.h"

#include "fields.h"

namespace escapement::siman {

registry::ComponentType Detach::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Detach";
  type.doc = "A detached QUEUE: entities stay in the Queue before it until Remove or Pickup takes them.";
  type.parameters = {"siman.Detach", "", {}, {}};
  type.ports = {entity_in("from a siman.Queue")};
  return type;
}

}  // namespace escapement::siman
