// SPDX-License-Identifier: MIT
#include "escapement/siman/block.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/scan.h"

namespace escapement::siman {

Exit::Exit(Component& owner, const char* name, bool optional) : OutPort<EntityHandle>(owner, name) {
  if (optional) make_optional();
}

void Exit::end(Entity& entity) {
  const auto& block = static_cast<const Block&>(owner());
  block.world().destroy(entity, block.now(), false);
}

void Member::tell_watchers() {
  for (Scan* scan : watchers_) scan->mark();
}

void Member::due(Entity* /*entity*/) {
  throw InternalError("block '" + path() + "' got an event that it did not schedule");
}

void Block::receive(double /*value*/) {
  throw InternalError("block '" + path() + "' got a number and does not take any");
}

void Member::archive(Archive& archive) {
  archive.refuse(*this, "its class does not say how its state is saved",
                 "override archive(Archive&) in the class, see docs/checkpoints.md");
}

}  // namespace escapement::siman
