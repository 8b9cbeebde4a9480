// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <numbers>

#include "escapement/equations/text.h"
#include "escapement/equations/units.h"
#include "parts.h"
#include "unit_check.h"

namespace escapement::ode {

using equations::Dimension;
using equations::dimension_of;
using equations::dimension_text;
using equations::DimensionCheck;
using equations::per_time;
using equations::Term;
using equations::VariableIndex;
using equations::VariableKind;
using registry::Value;
using Type = Value::Type;

// Dimensions, in terms of their own in which parameters are variables too.
void check_units(const Value& component, const equations::OdeSystem& system,
                 std::vector<Diagnostic>& faults) {
  const auto fault = [&](const SourceLocation& where, std::string message, std::string remedy) {
    faults.push_back({where, std::move(message), std::move(remedy)});
  };
  equations::Terms terms;
  std::vector<std::string> names;
  std::map<std::string, std::size_t, std::less<>> places;
  std::vector<std::optional<Dimension>> dimensions;
  std::map<std::string, const Value*> helpers;
  const auto declare = [&](const std::string& name, const std::string& unit) {
    places[name] = names.size();
    names.push_back(name);
    dimensions.push_back(dimension_of(unit));
  };
  for (const equations::Variable& variable : system.variables) declare(variable.name, variable.unit);
  if (const Value* list = member(component, "parameters"))
    for (const Value::Member& one : list->members()) declare(one.key, text_in(one.value, "unit"));
  const Value& list = *member(component, "equations");
  for (const Value::Member& one : list.members())
    if (system.variables[*system.find(one.key)].kind == VariableKind::kAlgebraic)
      helpers[one.key] = &one.value;
  const auto parsed = [&](const Value& value) {
    if (value.is(Type::kNumber)) return terms.constant(value.number());
    return equations::parse(value.text(), terms,
                            {[&](std::string_view name) -> std::optional<Term> {
                               if (name == "pi") return terms.constant(std::numbers::pi);
                               const auto found = places.find(name);
                               if (found == places.end()) return std::nullopt;
                               return terms.variable(static_cast<VariableIndex>(found->second));
                             },
                             {}});
  };
  const auto text = [&](Term one) {
    return equations::to_text(terms, one, [&](VariableIndex variable) { return names[variable]; });
  };
  const auto of = [&](const Value& value) {
    return DimensionCheck(
        terms, [&](VariableIndex variable) { return dimensions[variable]; }, text,
        [&](std::string message) {
          fault(value.where(), "units do not fit: " + std::move(message),
                "mend the equation or a unit; what has no unit fits everything");
        })(parsed(value));
  };
  // Helpers stand on each other in some order: as many rounds as there are of them find all that can be told.
  const std::size_t faults_before = faults.size();
  for (std::size_t round = 0; round < helpers.size(); ++round)
    for (const auto& [name, value] : helpers)
      if (!dimensions[places[name]]) {
        dimensions[places[name]] = of(*value);
        if (faults.size() != faults_before) return;
      }
  const auto compare = [&](const std::string& what, const Value& value,
                           const std::optional<Dimension>& wanted) {
    const auto found = of(value);
    if (found && wanted && *found != *wanted && !value.is(Type::kNumber) && !terms.is_constant(parsed(value)))
      fault(value.where(),
            "units do not fit: " + what + " is in " + dimension_text(*wanted) + ", but '" + value.text() +
                "' is in " + dimension_text(*found),
            "mend the equation or a unit; what has no unit fits everything");
  };
  for (const Value::Member& one : list.members()) {
    const equations::Variable& variable = system.variables[*system.find(one.key)];
    const auto& dimension = dimensions[places[one.key]];
    if (variable.kind == VariableKind::kState)
      compare("the derivative of '" + one.key + "'", one.value,
              dimension ? std::optional(per_time(*dimension)) : std::nullopt);
  }
  if (const Value* events = member(component, "events"))
    for (const Value& event : events->items()) {
      of(*event.find("when"));
      if (const Value* reset = event.find("reset"))
        for (const Value::Member& one : reset->members())
          compare("'" + one.key + "'", one.value, dimensions[places[one.key]]);
    }
}

}  // namespace escapement::ode
