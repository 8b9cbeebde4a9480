// SPDX-License-Identifier: MIT
#include "component_request.h"

#include <algorithm>
#include <set>

#include "escapement/registry/validate.h"

namespace escapement::modelica {
namespace {

using StudyValue = registry::Value;
using ValueType = StudyValue::Type;

namespace fs = std::filesystem;

fs::path from_study(const StudyValue& value) {
  const fs::path path(value.text());
  return path.is_absolute() ? path : fs::path(value.where().file).parent_path() / path;
}

bool is_attribute(const std::string& name) {
  static const std::set<std::string> kNames = {"start", "fixed", "nominal", "min", "max", "stateSelect"};
  return kNames.contains(name);
}

// Reads "parameters": nested objects are nested components.
class Parameters {
 public:
  Parameters(const FlatModel& model, ClassRequest& request, std::vector<Diagnostic>& faults)
      : model_(model), request_(request), faults_(faults) {}

  void read(const StudyValue& object, const std::string& prefix) {
    for (const StudyValue::Member& one : object.members()) {
      const std::string name = prefix + one.key;
      if (one.value.is(ValueType::kObject))
        read(one.value, name + '.');
      else
        set(name, one);
    }
  }

 private:
  void set(const std::string& name, const StudyValue::Member& one) {
    const Variable* variable = find(name);
    const std::size_t dot = name.rfind('.');
    const bool attribute =
        variable == nullptr && dot != std::string::npos && is_attribute(name.substr(dot + 1));
    if (attribute) variable = find(name.substr(0, dot));
    if (variable == nullptr) {
      std::vector<std::string> known;
      for (const Variable& other : model_.variables)
        if (other.variability == Variability::kParameter && !other.is_final) known.push_back(other.name);
      const std::string near(nearest_name(name, known));
      faults_.push_back({one.key_where, "'" + model_.name + "' has no parameter '" + name + "'",
                         near.empty() ? "it has " + list_text(known, 20) : "did you mean '" + near + "'?"});
      return;
    }
    if (!attribute && variable->variability != Variability::kParameter) {
      faults_.push_back({one.key_where, "'" + name + "' of '" + model_.name + "' is no parameter",
                         "its value at the beginning is set by '" + name + ".start'"});
      return;
    }
    if (!attribute && variable->is_final) {
      faults_.push_back({one.key_where, "'" + name + "' of '" + model_.name + "' is final",
                         "set what it is computed from"});
      return;
    }
    const bool is_text = !attribute && variable->type.base == BaseType::kString;
    request_.modifiers.emplace_back(name, expression(one.value, is_text));
  }

  const Variable* find(const std::string& name) const {
    for (const Variable& one : model_.variables)
      if (one.name == name) return &one;
    return nullptr;
  }

  static std::string expression(const StudyValue& value, bool is_text) {
    switch (value.type()) {
      case ValueType::kBoolean:
        return value.boolean() ? "true" : "false";
      case ValueType::kNumber:
        return value.text();
      case ValueType::kArray: {
        std::string list;
        for (const StudyValue& item : value.items())
          list += (list.empty() ? "" : ", ") + expression(item, is_text);
        return '{' + list + '}';
      }
      default:
        break;
    }
    if (!is_text) return value.text();
    std::string quoted = "\"";
    for (const char c : value.text()) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return quoted + '"';
  }

  const FlatModel& model_;
  ClassRequest& request_;
  std::vector<Diagnostic>& faults_;
};

std::string of_output(const StudyValue& value) {
  if (value.is(ValueType::kString)) return value.text();
  const StudyValue* of = value.find("of");
  return of != nullptr ? of->text() : std::string();
}

}  // namespace

ClassRequest request_of(const StudyValue& component, PreparedClasses& classes,
                        std::vector<Diagnostic>& faults) {
  ClassRequest request;
  if (const StudyValue* file = component.find("file")) request.source.files.push_back(from_study(*file));
  if (const StudyValue* name = component.find("class")) request.class_name = name->text();
  if (const StudyValue* library = component.find("library")) {
    if (library->is(ValueType::kArray))
      for (const StudyValue& one : library->items()) request.source.libraries.push_back(from_study(one));
    else
      request.source.libraries.push_back(from_study(*library));
  }
  const StudyValue* parameters = component.find("parameters");
  if (parameters != nullptr && !parameters->members().empty()) {
    const std::shared_ptr<const FlatModel> base = classes.flat(request);
    Parameters(*base, request, faults).read(*parameters, "");
  }
  return request;
}

std::vector<std::size_t> port_variables(const FlatModel& model, Causality causality) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const Variable& one = model.variables[i];
    const bool is_number = one.type.base == BaseType::kReal || one.type.base == BaseType::kInteger ||
                           one.type.base == BaseType::kBoolean || one.type.base == BaseType::kEnumeration;
    if (one.causality == causality && is_number && one.type.is_scalar() && registry::is_name(one.name) &&
        (causality != Causality::kInput || !one.binding.present()))
      found.push_back(i);
  }
  return found;
}

std::vector<registry::PortInfo> ports_of(const StudyValue& component, const FlatModel& model) {
  std::vector<registry::PortInfo> ports;
  for (const std::size_t i : port_variables(model, Causality::kInput))
    ports.push_back({model.variables[i].name, true, "real", model.variables[i].comment});
  for (const std::size_t i : port_variables(model, Causality::kOutput))
    ports.push_back({model.variables[i].name, false, "real", model.variables[i].comment});
  if (const StudyValue* outputs = component.find("outputs"))
    for (const StudyValue::Member& one : outputs->members())
      if (std::none_of(ports.begin(), ports.end(), [&](const auto& port) { return port.name == one.key; }))
        ports.push_back({one.key, false, "real", "a variable of the class"});
  return ports;
}

void check_outputs(const StudyValue& component, const PreparedClass& prepared,
                   std::vector<Diagnostic>& faults) {
  const StudyValue* outputs = component.find("outputs");
  if (outputs == nullptr) return;
  const equations::FlatSystem& system = prepared.translated.system;
  for (const StudyValue::Member& one : outputs->members()) {
    const std::string of = of_output(one.value);
    const SourceLocation& where = one.value.is(ValueType::kObject) && one.value.find("of") != nullptr
                                      ? one.value.find("of")->where()
                                      : one.value.where();
    for (const std::size_t i : port_variables(*prepared.flat, Causality::kInput))
      if (prepared.flat->variables[i].name == one.key)
        faults.push_back(
            {one.key_where,
             "the output '" + one.key + "' bears the name of an input of '" + prepared.flat->name + "'",
             "choose another name"});
    const auto variable = system.find(of);
    if (variable && (system.variables[*variable].variability == equations::Variability::kContinuous ||
                     system.variables[*variable].variability == equations::Variability::kDiscrete))
      continue;
    std::vector<std::string> known;
    for (const equations::VariableIndex v : prepared.translated.visible)
      if (system.variables[v].variability == equations::Variability::kContinuous ||
          system.variables[v].variability == equations::Variability::kDiscrete)
        known.push_back(system.variables[v].name);
    const std::string near(nearest_name(of, known));
    faults.push_back({where,
                      "the output '" + one.key + "' shows '" + of + "', which is no variable of '" +
                          prepared.flat->name + "' that changes",
                      near.empty() ? "it has " + list_text(known, 20) : "did you mean '" + near + "'?"});
  }
}

}  // namespace escapement::modelica
