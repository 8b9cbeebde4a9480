// SPDX-License-Identifier: MIT
#include "escapement/arena/dispose.h"

#include "counting.h"
#include "escapement/siman/dispose.h"

namespace escapement::arena {

Dispose::Dispose(std::string name, bool record_entity_statistics) : Module(std::move(name)) {
  auto& count = block<CountBlock>("Count", "NumberIn");
  auto& dispose = block<siman::Dispose>("Dispose", record_entity_statistics);
  entry(count.in);
  couple(count.out, dispose.in);
}

registry::ComponentType Dispose::descriptor() {
  registry::ComponentType type = siman::Dispose::descriptor();
  type.parameters.name = type.name = "arena.Dispose";
  type.doc = "Dispose: the entity is done.";
  type.composition = "count -> siman.Dispose";
  type.statistics = {{"NumberIn", "counter", "entities that ended here"}};
  return type;
}

}  // namespace escapement::arena
