// SPDX-License-Identifier: MIT
#include "escapement/siman/split.h"

#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Split::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Split";
  type.doc = "SPLIT: the members of a group go on one by one, and their representative ends.";
  type.parameters = {"siman.Split", "", MemberAttributes::fields(), MemberAttributes::check};
  type.ports = {entity_in("representatives of groups"), entity_out("the members, in the order of the group")};
  return type;
}

Block* Split::enter(Entity& entity) {
  if (entity.members.empty())
    host().fail(*this, "an entity of type '" + entity.type->path() +
                           "' stands for no group and cannot be split; let only the representatives of "
                           "temporary groups come here (NG tells how many members an entity has)");
  const auto count = static_cast<double>(entity.members.size());
  while (!entity.members.empty()) {
    Entity& member = take_member(entity, 0);
    for (std::size_t c = 0; c < kCategories; ++c) member.costs[c] += entity.costs[c] / count;
    rule_.apply(entity, member, world().pool().attributes());
    host().make_ready(member, out.leave(member));
  }
  world().destroy(entity, now(), false);
  return nullptr;
}

}  // namespace escapement::siman
