// SPDX-License-Identifier: MIT
#include "escapement/siman/alter.h"

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

constexpr ElementKeys kResourceKeys{"resource"};

}  // namespace

registry::ComponentType Alter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Alter";
  type.doc = "ALTER: changes the capacity of resources; a decrease takes effect as busy units are released.";
  Record change{
      "change of a capacity", "",
      ElementName::fields(Resource::kKind, kResourceKeys, "whose capacity changes, or a set of resources"),
      [](const Value& v, std::vector<Diagnostic>& out) {
        ElementName::check(v, Resource::kKind, kResourceKeys, true, out);
      }};
  change.fields.push_back(expression("by").must().because("units more, or fewer when negative"));
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
    options.changes.push_back({ElementName::from(each, kResourceKeys), each.expression("by")});
  options.stream = stream_from(arguments);
  return options;
}

// Before anybody asks how much of a resource there can be. What is not there is told in bind().
void Alter::declare(Binder& binder) {
  for (const Change& change : options_.changes) {
    if (!change.resource.number.empty())
      for (Resource* each : binder.world().elements<Resource>()) each->note_altered(binder);
    if (change.resource.name.empty()) continue;
    Component* const named = Binder::find_any(*this, change.resource.name.name);
    if (auto* resource = dynamic_cast<Resource*>(named)) resource->note_altered(binder);
    if (auto* set = dynamic_cast<Set*>(named))
      for (Member* member : set->members(binder))
        if (auto* resource = dynamic_cast<Resource*>(member)) resource->note_altered(binder);
  }
}

void Alter::bind(Binder& binder) {
  for (const Change& change : options_.changes) {
    Part part;
    part.resource.bind(change.resource, *this, binder);
    part.by = binder.compile_required(*this, "by", change.by, {.stream = options_.stream});
    parts_.push_back(std::move(part));
  }
}

Block* Alter::enter(Entity& entity) {
  EntityFrame frame(&entity);
  for (const Part& part : parts_) {
    Resource& resource = part.resource.of(entity);
    resource.set_capacity(resource.target_capacity() + part.by.evaluate_checked(frame), *this);
  }
  return out.leave(entity);
}

}  // namespace escapement::siman
