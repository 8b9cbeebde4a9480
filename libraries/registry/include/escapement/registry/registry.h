// SPDX-License-Identifier: MIT
// The registry: every type that a study can name, its descriptor, and how to make one.
// It is an ordinary object that the program fills at its start (no static registration, no global).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/component.h"
#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::registry {

// Makes a component of the given name; its parent is set by whoever adds it. The environment is that of one
// replication and outlives the component.
using Factory =
    std::function<std::unique_ptr<Component>(const std::string& name, const Arguments&, Environment&)>;

class Registry {
 public:
  // Throws BuildError when the type's name is empty or taken, when another type has its section, or when a
  // type that is no element has no factory. An element without one (an attribute, say) is declared only:
  // nothing is built for it.
  void add(ComponentType type, Factory factory);
  // Names that users of other tools look for, and why they are not there or what stands for them:
  // "siman.Event", or of sections "recipes". Types and sections that are registered are never refused.
  void refuse_type(std::string type, std::string why);
  void refuse_section(std::string section, std::string why);
  // Why a type is refused; its room may be left out, and case does not matter: EVENT. nullptr when it is not.
  const std::string* refusal(std::string_view type) const;
  std::vector<std::pair<std::string, std::string>> refused_sections() const;

  const ComponentType* find(std::string_view type) const;  // nullptr when unknown
  const Factory& factory(std::string_view type) const;     // may be empty; throws InternalError when unknown
  std::vector<std::string> names() const;                  // types that "type" may name, sorted
  std::vector<const ComponentType*> types() const;         // all, sorted by name, elements included
  std::vector<const ComponentType*> sections() const;      // elements, sorted by section

 private:
  struct Entry {
    ComponentType type;
    Factory factory;
  };
  std::vector<std::unique_ptr<Entry>> entries_;  // sorted by name
  std::vector<std::pair<std::string, std::string>> refused_types_, refused_sections_;
};

}  // namespace escapement::registry
