// SPDX-License-Identifier: MIT
#include "escapement/siman/release.h"

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Release::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Release";
  type.doc =
      "RELEASE: gives units of resources back; the releasing entity moves on before those that waited.";
  type.parameters = {
      "siman.Release",
      "",
      {ResourceUnits::field("resources",
                            "what is released: a name, or {\"resource\": ..., \"units\": ...}, or a list")
           .must()},
      {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Release::bind(Binder& binder) {
  for (const ResourceUnits& part : resources_)
    parts_.push_back({binder.find<Resource>(*this, part.resource, "resource"), part.compile(*this, binder)});
  if (resources_.empty()) binder.fault(*this, {}, "'" + address() + "' names no resource to release");
}

// All units are back before any is handed on, so that a waiting entity which needs several can have them.
Block* Release::enter(Entity& entity) {
  EntityFrame frame(&entity);
  for (const Part& part : parts_) {
    const double units = part.units.evaluate_checked(frame);
    if (!is_unit_count(units)) [[unlikely]]
      host().fail(*this, "releases " + to_text(units) + " units of resource '" + part.resource->path() +
                             "' ('" + part.units.text() + "'); it must be a whole number of 1 or more");
    part.resource->give_back(entity, units, *this);
  }
  for (const Part& part : parts_) part.resource->allocate();
  for (const Part& part : parts_) part.resource->settle();
  return out.leave(entity);
}

}  // namespace escapement::siman
