// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "check.h"
#include "escapement/json/include.h"
#include "escapement/json/study.h"
#include "escapement/registry/short_form.h"
#include "escapement/registry/validate.h"

namespace escapement::json::internal {
namespace {

using registry::ComponentType;
using registry::Registry;
using registry::Value;
using Type = Value::Type;

constexpr const char* kNameRule = "names are made of letters, digits and _ and begin with no digit";
constexpr const char* kCoupled = "coupled";

// The record of a coupled model without what is checked piece by piece.
registry::Record shallow_coupled_record(const Registry& registry) {
  registry::Record record = coupled_record(registry);
  for (registry::Field& field : record.fields)
    if (field.type == registry::FieldType::kMap) field.element.reset();
  return record;
}

bool looks_coupled(const Value& value, const Registry& registry) {
  for (const char* key : {"components", "couplings", "inputs", "outputs"})
    if (value.find(key) != nullptr) return true;
  const auto sections = registry.sections();
  return std::any_of(sections.begin(), sections.end(),
                     [&](const ComponentType* s) { return value.find(s->section) != nullptr; });
}

// A type whose last part is what was written ("Create" for "arena.Create"), else the nearest one.
std::string nearest_type(const std::string& wanted, const std::vector<std::string>& known) {
  for (const std::string& name : known) {
    const std::string last = name.substr(name.rfind('.') + 1);
    if (nearest_name(wanted, {last}) == last && last.size() == wanted.size()) return name;
  }
  return std::string(nearest_name(wanted, known));
}

}  // namespace

std::string joined(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

std::unique_ptr<Model> ModelCheck::check(Value& model, Value& study) {
  auto result = std::make_unique<Model>();
  Scope scope;
  scope.model = result.get();
  if (model.is(Type::kObject)) fill(scope, model, &study);
  check_references(scope, registry_, diagnostics_);
  return result;
}

bool ModelCheck::claim(Scope& scope, const std::string& name, const std::string& what,
                       const SourceLocation& where) {
  can_be_made_ = can_be_made_ && registry::is_name(name) && !scope.names.contains(name);
  if (!registry::is_name(name)) {
    diagnostics_.push_back({where, "'" + name + "' cannot name a component, element or port", kNameRule});
    return false;
  }
  const auto [known, is_new] = scope.names.emplace(name, Scope::Name{what, where});
  if (is_new) return true;
  const Scope::Name& first = known->second;
  diagnostics_.push_back({where,
                          "the name '" + name + "' of this " + what + " is taken by the " + first.what +
                              " at line " + std::to_string(first.where.line) + ", column " +
                              std::to_string(first.where.column),
                          "components, elements and ports of one model need different names"});
  return false;
}

bool ModelCheck::fill(Scope& scope, Value& value, Value* study) {
  Model& model = *scope.model;
  model.where = value.where();
  if (has_failed_include(value) && study != nullptr) return can_be_made_ = false;
  registry::Record record = shallow_coupled_record(registry_);
  record.name = model.path.empty() ? "the model" : record.name + " '" + model.path + "'";
  const std::size_t faults = diagnostics_.size();
  registry::validate(value, record, {"type"}, diagnostics_);
  const bool lists_sound = diagnostics_.size() == faults;

  for (const ComponentType* section : registry_.sections()) {
    if (study != nullptr)
      if (Value* group = study->find(section->section)) add_section(scope, *section, *group);
    if (Value* group = value.find(section->section)) add_section(scope, *section, *group);
  }
  Value* components = value.find("components");
  if (components != nullptr && components->is(Type::kObject)) {
    model.parts.reserve(components->members().size());
    for (Value::Member& member : components->members()) {
      claim(scope, member.key, "component", member.key_where);
      add_part(scope, member.key, member.value);
    }
  }
  if (!lists_sound) return can_be_made_ = false;
  add_ports(scope, value, "inputs", model.inputs);
  add_ports(scope, value, "outputs", model.outputs);
  const Value none = Value::array({});
  const Value* couplings = value.find("couplings");
  check_couplings(scope, couplings == nullptr ? none : *couplings, diagnostics_);
  return true;
}

void ModelCheck::add_section(Scope& scope, const ComponentType& type, Value& section) {
  if (has_failed_include(section)) {
    can_be_made_ = false;
    return;
  }
  for (Value::Member& member : section.members()) {
    claim(scope, member.key, type.parameters.name, member.key_where);
    scope.elements.emplace(member.key, scope.model->elements.size());
    scope.model->elements.push_back({member.key, &member.value, &type});
    if (has_failed_include(member.value)) {
      can_be_made_ = false;
      scope.unchecked.insert(member.key);
      continue;
    }
    registry::Record record = type.parameters;
    record.name += " '" + joined(scope.model->path, member.key) + "'";
    const std::size_t faults = diagnostics_.size();
    registry::validate(member.value, record, {}, diagnostics_);
    if (diagnostics_.size() == faults) {
      registry::expand_short_forms(member.value, type.parameters);
    } else {
      can_be_made_ = false;
      scope.unchecked.insert(member.key);
    }
  }
}

const ComponentType* ModelCheck::type_of(const std::string& path, const Value& value) {
  const Value* type = value.find("type");
  if (type == nullptr) {
    diagnostics_.push_back(
        {value.where(), "component '" + path + "' has no type",
         "add \"type\": " + list_text(registry_.names(), 30) + ", or \"components\" for a coupled model"});
    return nullptr;
  }
  if (!type->is(Type::kString)) {
    diagnostics_.push_back({type->where(),
                            "the type of component '" + path + "' must be a string, not " + type->type_name(),
                            "types: " + list_text(registry_.names(), 30)});
    return nullptr;
  }
  const ComponentType* found = registry_.find(type->text());
  if (found == nullptr) {
    if (const std::string* why = registry_.refusal(type->text())) {
      diagnostics_.push_back(
          {type->where(),
           "component '" + path + "' has the type '" + type->text() + "', which is not supported", *why});
      return nullptr;
    }
    std::vector<std::string> known = registry_.names();
    known.emplace_back(kCoupled);
    const std::string near = nearest_type(type->text(), known);
    diagnostics_.push_back(
        {type->where(), "component '" + path + "' has the unknown type '" + type->text() + "'",
         (near.empty() ? "" : "did you mean '" + near + "'? ") + "Types: " + list_text(known, 40)});
    return nullptr;
  }
  if (!found->section.empty()) {
    diagnostics_.push_back({type->where(), "'" + found->name + "' is an element, no component",
                            "list '" + path + "' under \"" + found->section + "\""});
    return nullptr;
  }
  return found;
}

void ModelCheck::add_part(Scope& scope, const std::string& name, Value& value) {
  const std::string path = joined(scope.model->path, name);
  Part& part = scope.model->parts.emplace_back();
  part.name = name;
  part.value = &value;
  scope.parts.emplace(name, scope.model->parts.size() - 1);
  const auto give_up = [&] {
    can_be_made_ = false;
    scope.unsound.insert(name);
    scope.unchecked.insert(name);
  };
  if (!value.is(Type::kObject)) {
    diagnostics_.push_back({value.where(),
                            "component '" + path + "' must be an object, not " + value.type_name(),
                            "write {\"type\": ..., parameters}"});
    return give_up();
  }
  if (has_failed_include(value)) return give_up();

  const Value* type = value.find("type");
  const bool says_coupled = type != nullptr && type->is(Type::kString) && type->text() == kCoupled;
  if (says_coupled || (type == nullptr && looks_coupled(value, registry_))) {
    part.inner = std::make_unique<Model>();
    part.inner->path = path;
    Scope& inner = *scope.inner.emplace_back(std::make_unique<Scope>());
    inner.model = part.inner.get();
    inner.outer = &scope;
    if (!fill(inner, value, nullptr)) scope.unsound.insert(name);
    return;
  }
  part.type = type_of(path, value);
  if (part.type == nullptr) return give_up();

  registry::Record record = part.type->parameters;
  record.name = part.type->name + " '" + path + "'";
  const std::size_t faults = diagnostics_.size();
  registry::validate(value, record, {"type"}, diagnostics_);
  if (diagnostics_.size() == faults) return registry::expand_short_forms(value, part.type->parameters);
  can_be_made_ = false;
  scope.unchecked.insert(name);
  if (part.type->ports_of) scope.unsound.insert(name);
}

void ModelCheck::add_ports(Scope& scope, const Value& value, const char* key, std::vector<OwnPort>& ports) {
  const Value* names = value.find(key);
  if (names == nullptr) return;
  const std::string what = std::string(key) == "inputs" ? "input" : "output";
  for (const Value& name : names->items())
    if (claim(scope, name.text(), what, name.where()))
      ports.push_back({name.text(), "", "", "", name.where()});
}

}  // namespace escapement::json::internal
