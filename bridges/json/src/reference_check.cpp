// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check.h"
#include "field_walk.h"

namespace escapement::json::internal {
namespace {

using registry::Field;
using registry::FieldType;
using registry::Record;
using registry::Registry;
using registry::Value;

std::vector<std::string> split(const std::string& text, char at_char) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(at_char, at), text.size());
    pieces.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return pieces;
}

class ReferenceCheck {
 public:
  ReferenceCheck(const Scope& scope, const Registry& registry, Diagnostics& diagnostics)
      : scope_(scope), registry_(registry), diagnostics_(diagnostics) {}

  void run() {
    for (const Element& element : scope_.model->elements)
      if (!scope_.unchecked.contains(element.name)) record(*element.value, element.type->parameters);
    for (const Part& part : scope_.model->parts)
      if (part.type != nullptr && !scope_.unchecked.contains(part.name))
        record(*part.value, part.type->parameters);
  }

 private:
  void record(const Value& value, const Record& described) {
    walk_fields(value, described, [this](const Value& leaf, const Field& field, const std::string& name) {
      if (!leaf.is(Value::Type::kString)) return;
      if (field.type == FieldType::kReference) resolve(leaf, field, name);
      if (field.type == FieldType::kExpression) check_expression(leaf, name, field.unit, diagnostics_);
    });
  }

  static bool is_of(const Element& element, const std::vector<std::string>& sections) {
    return sections.front().empty() ||
           std::find(sections.begin(), sections.end(), element.type->section) != sections.end();
  }

  // True when the path is found from this model inwards, or where only the factory can tell.
  static bool found_in(const Model& model, const std::vector<std::string>& path, std::size_t step,
                       const std::vector<std::string>& sections) {
    const std::string& name = path[step];
    const bool last = step + 1 == path.size();
    if (last && std::any_of(model.elements.begin(), model.elements.end(),
                            [&](const Element& e) { return e.name == name && is_of(e, sections); }))
      return true;
    for (const Part& part : model.parts) {
      if (part.name != name) continue;
      if (last) return sections.front().empty();
      // What a component holds beside its ports ("Drilling.Queue") is its own affair.
      return part.inner == nullptr || found_in(*part.inner, path, step + 1, sections);
    }
    return false;
  }

  // found_in() for the models around, whose names are indexed: models may have thousands.
  static bool found_at(const Scope& scope, const std::vector<std::string>& path,
                       const std::vector<std::string>& sections) {
    if (path.size() == 1) {
      const auto element = scope.elements.find(path[0]);
      if (element != scope.elements.end() && is_of(scope.model->elements[element->second], sections))
        return true;
    }
    const auto part = scope.parts.find(path[0]);
    if (part == scope.parts.end()) return false;
    if (path.size() == 1) return sections.front().empty();
    const Part& component = scope.model->parts[part->second];
    return component.inner == nullptr || found_in(*component.inner, path, 1, sections);
  }

  void resolve(const Value& value, const Field& field, const std::string& name) {
    const std::vector<std::string> sections = split(field.section, '|');
    if (!field.section.empty()) {
      const auto known = registry_.sections();
      for (const std::string& section : sections)
        if (std::none_of(known.begin(), known.end(), [&](const auto* t) { return t->section == section; }))
          return;
    }
    const std::vector<std::string> path = split(value.text(), '.');
    std::vector<std::string> candidates;
    const Scope::Name* other = nullptr;
    for (const Scope* scope = &scope_; scope != nullptr; scope = scope->outer) {
      if (found_at(*scope, path, sections)) return;
      for (const Element& element : scope->model->elements)
        if (is_of(element, sections)) candidates.push_back(element.name);
      const auto same_name = scope->names.find(value.text());
      if (other == nullptr && same_name != scope->names.end()) other = &same_name->second;
    }
    std::string wanted = field.section.empty() ? "components and elements" : sections.front();
    for (std::size_t i = 1; i < sections.size(); ++i) wanted += " or " + sections[i];
    const std::string_view near = nearest_name(value.text(), candidates);
    std::string remedy = "declared are " + list_text(candidates);
    if (other != nullptr)
      remedy = "the name belongs to the " + other->what + " at line " + std::to_string(other->where.line);
    else if (!near.empty())
      remedy = "did you mean '" + std::string(near) + "'?";
    else if (candidates.empty() && !field.section.empty())
      remedy = "declare it: \"" + sections.front() + "\": {\"" + value.text() + "\": {...}}";
    diagnostics_.push_back(
        {value.where(), "'" + value.text() + "' in '" + name + "' is none of the " + wanted, remedy});
  }

  const Scope& scope_;
  const Registry& registry_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_references(const Scope& scope, const Registry& registry, Diagnostics& diagnostics) {
  ReferenceCheck(scope, registry, diagnostics).run();
  for (const auto& inner : scope.inner) check_references(*inner, registry, diagnostics);
}

}  // namespace escapement::json::internal
