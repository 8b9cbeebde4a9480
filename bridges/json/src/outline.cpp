// SPDX-License-Identifier: MIT
#include "escapement/json/outline.h"

#include <set>
#include <string_view>

#include "check.h"
#include "field_walk.h"

namespace escapement::json {
namespace {

using experiment::ModelOutline;
using experiment::UsedElement;

// A model and those around it.
struct OutlineScope {
  const Model& model;
  const OutlineScope* outer;
};

class OutlineWriter {
 public:
  ModelOutline write(const OutlineScope& scope, std::string name) {
    ModelOutline outline;
    outline.name = std::move(name);
    for (const OwnPort& port : scope.model.inputs) outline.inputs.push_back(port.name);
    for (const OwnPort& port : scope.model.outputs) outline.outputs.push_back(port.name);
    for (const Part& part : scope.model.parts) {
      if (part.inner != nullptr) {
        outline.components.push_back(write({*part.inner, &scope}, part.name));
        continue;
      }
      ModelOutline& leaf = outline.components.emplace_back();
      leaf.name = part.name;
      leaf.type = part.type->name;
      std::set<UsedElement> uses;
      add_uses(scope, *part.value, part.type->parameters, uses);
      leaf.uses.assign(uses.begin(), uses.end());
    }
    for (const Link& link : scope.model.links)
      outline.couplings.push_back({link.from.text(), link.to.text()});
    return outline;
  }

 private:
  void add_uses(const OutlineScope& scope, const registry::Value& value, const registry::Record& described,
                std::set<UsedElement>& uses) {
    internal::walk_fields(
        value, described, [&](const registry::Value& leaf, const registry::Field& field, const std::string&) {
          if (field.type == registry::FieldType::kReference && leaf.is(registry::Value::Type::kString))
            add_use(scope, leaf.text(), uses);
        });
  }

  void add_use(const OutlineScope& scope, std::string_view name, std::set<UsedElement>& uses) {
    for (const OutlineScope* at = &scope; at != nullptr; at = at->outer)
      if (add_from(*at, name, uses)) return;
  }

  // True when the name, or the dotted path into the models within, leads to an element.
  bool add_from(const OutlineScope& scope, std::string_view path, std::set<UsedElement>& uses) {
    const std::size_t dot = path.find('.');
    const std::string_view first = path.substr(0, dot);
    if (dot != std::string_view::npos) {
      for (const Part& part : scope.model.parts)
        if (part.name == first && part.inner != nullptr)
          return add_from({*part.inner, &scope}, path.substr(dot + 1), uses);
      return false;
    }
    for (const Element& element : scope.model.elements) {
      if (element.name != first) continue;
      const bool is_new =
          uses.insert({internal::joined(scope.model.path, element.name), element.type->section}).second;
      if (is_new) add_uses(scope, *element.value, element.type->parameters, uses);
      return true;
    }
    return false;
  }
};

}  // namespace

experiment::ModelOutline outline_of(const Study& study) {
  return OutlineWriter().write({study.model(), nullptr}, study.name());
}

}  // namespace escapement::json
