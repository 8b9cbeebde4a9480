// SPDX-License-Identifier: MIT
#include "escapement/arena/module.h"

#include "escapement/arena/own_queue.h"
#include "escapement/core/error.h"

namespace escapement::arena {

PortBase& Module::port(std::string_view name) const {
  PortBase* found = find_port(name);
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (const PortBase* p = first_port(); p != nullptr; p = p->next()) names.emplace_back(p->name());
  throw BuildError("'" + path() + "' has no port '" + std::string(name) + "'; it has " + list_text(names));
}

siman::Queue& Module::line(const OwnQueue& own, const std::string& queue) {
  siman::Reference in = own.shared;
  if (in.empty()) {
    add<siman::QueueElement>(queue, own.options);
    in = queue;
  }
  return block<siman::Queue>("Enter" + queue, siman::Queue::Options{in});
}

void Module::entry(PortBase& inner, const char* name) {
  couple(add_input<EntityHandle>(name), inner);
}

void Module::exit(PortBase& inner, std::string name) {
  couple(inner, add_output<EntityHandle>(std::move(name)));
}

registry::PortInfo entity_in() {
  return {"in", true, "entity", "entities that come"};
}

registry::PortInfo entity_out(std::string name, std::string doc) {
  return {std::move(name), false, "entity", std::move(doc)};
}

}  // namespace escapement::arena
