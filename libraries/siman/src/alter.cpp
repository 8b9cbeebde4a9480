// SPDX-License-Identifier: MIT
#include "escapement/siman/alter.h"

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Alter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Alter";
  type.doc = "ALTER: changes the capacity of resources; a decrease takes effect as busy units are released.";
  Record change{"change of a capacity",
                "",
                {reference("resource", "resources").must(),
                 expression("by").must().because("units more, or fewer when negative")},
                {}};
  type.parameters = {"siman.Alter",
                     "",
                     {one_or_list("changes", record("change", std::move(change))).must(), stream_field()},
                     {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

Alter::Options Alter::options_from(const registry::Arguments& arguments) {
  Options options;
  for (const registry::Arguments& each : arguments.records("changes"))
    options.changes.push_back({reference_from(each, "resource"), each.expression("by")});
  options.stream = stream_from(arguments);
  return options;
}

// Before anybody asks how much of a resource there can be.
void Alter::declare(Binder& binder) {
  for (const Change& change : options_.changes)
    if (auto* resource = dynamic_cast<Resource*>(Binder::find_any(*this, change.resource.name)))
      resource->note_altered(binder);
}

void Alter::bind(Binder& binder) {
  for (const Change& change : options_.changes)
    parts_.push_back({binder.find<Resource>(*this, change.resource, "resource"),
                      binder.compile_required(*this, "by", change.by, {.stream = options_.stream})});
}

Block* Alter::enter(Entity& entity) {
  EntityFrame frame(&entity);
  for (const Part& part : parts_)
    part.resource->set_capacity(part.resource->target_capacity() + part.by.evaluate_checked(frame), *this);
  return out.leave(entity);
}

}  // namespace escapement::siman
