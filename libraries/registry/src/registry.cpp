// SPDX-License-Identifier: MIT
#include "escapement/registry/registry.h"

#include <algorithm>
#include <utility>

namespace escapement::registry {

void Registry::add(ComponentType type, Factory factory) {
  if (type.name.empty()) throw BuildError("Registry::add: a type needs a name");
  if (find(type.name) != nullptr)
    throw BuildError("Registry::add: type '" + type.name + "' is registered already; names must be unique");
  if (!type.section.empty()) {
    for (const auto& entry : entries_)
      if (entry->type.section == type.section)
        throw BuildError("Registry::add: section '" + type.section + "' of type '" + type.name +
                         "' belongs to type '" + entry->type.name + "' already");
  } else if (!factory) {
    throw BuildError("Registry::add: type '" + type.name + "' has no factory; only elements may go without");
  }
  auto entry = std::make_unique<Entry>(Entry{std::move(type), std::move(factory)});
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), entry,
                                   [](const auto& a, const auto& b) { return a->type.name < b->type.name; });
  entries_.insert(at, std::move(entry));
}

const ComponentType* Registry::find(std::string_view type) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), type,
                       [](const auto& entry, std::string_view name) { return entry->type.name < name; });
  return at == entries_.end() || (*at)->type.name != type ? nullptr : &(*at)->type;
}

const Factory& Registry::factory(std::string_view type) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), type,
                       [](const auto& entry, std::string_view name) { return entry->type.name < name; });
  if (at != entries_.end() && (*at)->type.name == type) return (*at)->factory;
  throw InternalError("Registry::factory: type '" + std::string(type) + "' is not registered");
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> all;
  for (const auto& entry : entries_)
    if (entry->type.section.empty()) all.push_back(entry->type.name);
  return all;
}

std::vector<const ComponentType*> Registry::types() const {
  std::vector<const ComponentType*> all;
  for (const auto& entry : entries_) all.push_back(&entry->type);
  return all;
}

std::vector<const ComponentType*> Registry::sections() const {
  std::vector<const ComponentType*> all;
  for (const auto& entry : entries_)
    if (!entry->type.section.empty()) all.push_back(&entry->type);
  std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->section < b->section; });
  return all;
}

}  // namespace escapement::registry
