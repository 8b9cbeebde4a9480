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

namespace {

std::string last_word_in_small_letters(std::string_view type) {
  std::string word(type.substr(type.rfind('.') + 1));
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

}  // namespace

void Registry::refuse_type(std::string type, std::string why) {
  refused_types_.emplace_back(std::move(type), std::move(why));
}

void Registry::refuse_section(std::string section, std::string why) {
  refused_sections_.emplace_back(std::move(section), std::move(why));
}

const std::string* Registry::refusal(std::string_view type) const {
  const std::string wanted = last_word_in_small_letters(type);
  for (const auto& [name, why] : refused_types_)
    if (find(name) == nullptr && last_word_in_small_letters(name) == wanted) return &why;
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> Registry::refused_sections() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& refused : refused_sections_)
    if (std::none_of(entries_.begin(), entries_.end(),
                     [&](const auto& entry) { return entry->type.section == refused.first; }))
      all.push_back(refused);
  return all;
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
