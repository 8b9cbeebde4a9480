// SPDX-License-Identifier: MIT
#include "escapement/arena/dispose.h"

#include "escapement/siman/dispose.h"

namespace escapement::arena {

Dispose::Dispose(std::string name, bool record_entity_statistics) : Module(std::move(name)) {
  entry(block<siman::Dispose>("Dispose", record_entity_statistics, true).in);
}

registry::ComponentType Dispose::descriptor() {
  registry::ComponentType type = siman::Dispose::descriptor();
  type.parameters.name = type.name = "arena.Dispose";
  type.doc = "Dispose: the entity is done.";
  type.composition = "siman.Dispose";
  type.statistics = {{"NumberIn", "counter", "entities that ended here"}};
  return type;
}

}  // namespace escapement::arena
