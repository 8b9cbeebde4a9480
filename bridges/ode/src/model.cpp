// SPDX-License-Identifier: MIT
#include "escapement/ode/model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "escapement/equations/text.h"
#include "escapement/registry/arguments.h"
#include "escapement/registry/validate.h"
#include "parts.h"
#include "unit_check.h"

namespace escapement::ode {

using equations::OdeSystem;
using equations::Term;
using equations::VariableIndex;
using equations::VariableKind;
using registry::Value;
using Type = Value::Type;

namespace {

// Puts a system together from a component that has the form of the record.
class Reader {
 public:
  Reader(const Value& component, std::vector<Diagnostic>& faults) : component_(component), faults_(faults) {}

  OdeSystem read() {
    const std::size_t before = faults_.size();
    declare();
    if (const Value* list = member(component_, "equations")) equations(*list);
    if (const Value* list = member(component_, "events"))
      for (const Value& event : list->items()) read_event(event);
    check_outputs();
    check_ports();
    if (faults_.size() == before) check_units(component_, system_, faults_);
    if (faults_.size() != before) return std::move(system_);
    try {
      system_.prepare();
    } catch (const InputError& e) {
      faults_.insert(faults_.end(), e.diagnostics().begin(), e.diagnostics().end());
      return std::move(system_);
    }
    check_conditions();
    return std::move(system_);
  }

 private:
  void fault(const SourceLocation& where, std::string message, std::string remedy) {
    faults_.push_back({where, std::move(message), std::move(remedy)});
  }

  bool name_is_free(const std::string& name, const SourceLocation& where) {
    if (!registry::is_name(name)) {
      fault(where, "'" + name + "' cannot name a variable",
            "names are made of letters, digits and _ and begin with no digit");
      return false;
    }
    if (name == "time" || name == "pi" || name == "true" || name == "false" || name == "if" ||
        name == "then" || name == "else" || name == "elseif" || name == "and" || name == "or" ||
        name == "not" || name == "noEvent" || equations::function_named(name)) {
      fault(where, "'" + name + "' cannot name a variable: it has a meaning in equations",
            "choose another name");
      return false;
    }
    const auto [known, is_new] = names_.emplace(name, where);
    if (!is_new)
      fault(where,
            "the name '" + name + "' is given twice; first at line " + std::to_string(known->second.line) +
                ", column " + std::to_string(known->second.column),
            "states, inputs, parameters, discrete and helper variables share one set of names");
    return is_new;
  }

  void add(const std::string& name, VariableKind kind, const Value& value, const SourceLocation& where) {
    if (!name_is_free(name, where)) return;
    equations::Variable variable;
    variable.name = name;
    variable.kind = kind;
    variable.start = value.is(Type::kNumber) ? value.number() : number_in(value, "start", 0);
    variable.nominal = number_in(value, "nominal", 1);
    variable.unit = text_in(value, "unit");
    variable.where = where;
    system_.add(std::move(variable));
  }

  void declare() {
    if (const Value* list = member(component_, "states"))
      for (const Value::Member& one : list->members())
        add(one.key, VariableKind::kState, one.value, one.key_where);
    for_each(member(component_, "inputs"), [&](const Value& one) {
      add(one.is(Type::kString) ? one.text() : text_in(one, "name"), VariableKind::kInput, one, one.where());
    });
    if (const Value* list = member(component_, "discrete"))
      for (const Value::Member& one : list->members())
        add(one.key, VariableKind::kDiscrete, one.value, one.key_where);
    if (const Value* list = member(component_, "parameters"))
      for (const Value::Member& one : list->members())
        if (name_is_free(one.key, one.key_where))
          parameters_[one.key] =
              one.value.is(Type::kNumber) ? one.value.number() : number_in(one.value, "value", 0);
    if (const Value* list = member(component_, "equations"))
      for (const Value::Member& one : list->members()) {
        const auto known = system_.find(one.key);
        if (known && system_.variables[*known].kind == VariableKind::kState) continue;
        if (names_.contains(one.key)) {
          const bool parameter = parameters_.contains(one.key);
          fault(one.key_where,
                "'" + one.key + "' is " + (parameter ? "a parameter" : "an input or a discrete variable") +
                    ", so it cannot have an equation",
                "equations are of states (their derivative) and of helper variables (their value)");
          continue;
        }
        if (!name_is_free(one.key, one.key_where)) continue;
        equations::Variable variable;
        variable.name = one.key;
        variable.kind = VariableKind::kAlgebraic;
        variable.where = one.key_where;
        system_.add(std::move(variable));
      }
  }

  std::optional<Term> find(std::string_view name) {
    if (const auto variable = system_.find(name)) return system_.terms.variable(*variable);
    if (const auto parameter = parameters_.find(name); parameter != parameters_.end())
      return system_.terms.constant(parameter->second);
    if (name == "pi") return system_.terms.constant(std::numbers::pi);
    return std::nullopt;
  }

  Term term(const Value& value) {
    if (value.is(Type::kNumber)) return system_.terms.constant(value.number());
    std::vector<expressions::ExpressionError> errors;
    const equations::Names names{[this](std::string_view name) { return find(name); },
                                 [this] {
                                   std::vector<std::string> known{"time", "pi"};
                                   for (const auto& [name, where] : names_) known.push_back(name);
                                   return known;
                                 }};
    const Term result = equations::parse(value.text(), system_.terms, names, errors);
    for (const auto& error : errors)
      fault(value.where_inside(error.offset()), error.message() + " in '" + value.text() + "'",
            error.message().find("no variable 't'") != std::string::npos ? "Time is written time."
                                                                         : error.remedy());
    return result;
  }

  void equations(const Value& list) {
    for (const Value::Member& one : list.members()) {
      const auto variable = system_.find(one.key);
      if (!variable) continue;
      const equations::Assignment assignment{*variable, term(one.value), one.key_where};
      const VariableKind kind = system_.variables[*variable].kind;
      if (kind == VariableKind::kState) system_.derivatives.push_back(assignment);
      if (kind == VariableKind::kAlgebraic) system_.algebraics.push_back(assignment);
    }
    for (const equations::Variable& variable : system_.variables)
      if (variable.kind == VariableKind::kState && list.find(variable.name) == nullptr)
        fault(variable.where, "the state '" + variable.name + "' has no equation",
              "give its derivative under \"equations\"; 0 keeps it constant between events");
  }

  void read_event(const Value& value) {
    equations::Event event;
    const Value& when = *value.find("when");
    event.when = term(when);
    event.text = when.text();
    event.where = when.where();
    if (const Value* at_start = value.find("atStart")) event.at_start = at_start->boolean();
    if (const Value* reset = value.find("reset"))
      for (const Value::Member& one : reset->members()) {
        const auto variable = system_.find(one.key);
        const VariableKind kind = variable ? system_.variables[*variable].kind : VariableKind::kInput;
        if (kind != VariableKind::kState && kind != VariableKind::kDiscrete) {
          std::vector<std::string> known;
          for (const equations::Variable& v : system_.variables)
            if (v.kind == VariableKind::kState || v.kind == VariableKind::kDiscrete) known.push_back(v.name);
          const std::string near(nearest_name(one.key, known));
          fault(
              one.key_where,
              "the event sets '" + one.key + "', which is neither a state nor a discrete variable",
              !near.empty() ? "did you mean '" + near + "'?" : "those that can be set: " + list_text(known));
          continue;
        }
        event.assignments.push_back({*variable, term(one.value), one.key_where});
      }
    for_each(value.find("emit"), [&](const Value& one) {
      const Value* of = one.is(Type::kObject) ? one.find("value") : nullptr;
      event.emissions.push_back(
          {port_of_emission(one), of != nullptr ? term(*of) : system_.terms.constant(1)});
    });
    if (value.find("reset") == nullptr && value.find("emit") == nullptr)
      fault(value.where(), "the event does nothing", "give it \"emit\", \"reset\" or both");
    system_.events.push_back(std::move(event));
  }

  void check_outputs() {
    const Value* list = member(component_, "outputs");
    if (list == nullptr) return;
    for (const Value::Member& one : list->members()) {
      const std::string of = one.value.is(Type::kString) ? one.value.text() : text_in(one.value, "of");
      const SourceLocation& where =
          one.value.is(Type::kString) ? one.value.where() : one.value.find("of")->where();
      const auto variable = system_.find(of);
      if (!variable || system_.variables[*variable].kind == VariableKind::kInput) {
        std::vector<std::string> known;
        for (const equations::Variable& v : system_.variables)
          if (v.kind != VariableKind::kInput) known.push_back(v.name);
        const std::string near(nearest_name(of, known));
        fault(
            where,
            "the output '" + one.key + "' shows '" + of + "', which is no state, helper or discrete variable",
            !near.empty() ? "did you mean '" + near + "'?" : "known: " + list_text(known));
      }
      if (one.value.is(Type::kObject) && one.value.find("every") != nullptr &&
          one.value.find("quantum") != nullptr)
        fault(one.value.where(), "the output '" + one.key + "' has both \"every\" and \"quantum\"",
              "it is sent at equal times or at equal changes; keep one of them");
    }
  }

  void check_ports() {
    std::map<std::string, SourceLocation> ports;
    const auto claim = [&](const std::string& port, const SourceLocation& where, bool emission) {
      if (!registry::is_name(port)) {
        fault(where, "'" + port + "' cannot name a port",
              "names are made of letters, digits and _ and begin with no digit");
        return;
      }
      const auto [known, is_new] = ports.emplace(port, where);
      if (!is_new && !(emission && emissions_.contains(port)))
        fault(where,
              "the port '" + port + "' is there twice; first at line " + std::to_string(known->second.line) +
                  ", column " + std::to_string(known->second.column),
              "inputs, outputs and the ports that events emit to need different names");
      if (emission) emissions_.insert(port);
    };
    for_each(member(component_, "inputs"), [&](const Value& one) {
      claim(one.is(Type::kString) ? one.text() : text_in(one, "name"), one.where(), false);
    });
    if (const Value* list = member(component_, "outputs"))
      for (const Value::Member& one : list->members()) claim(one.key, one.key_where, false);
    if (const Value* list = member(component_, "events"))
      for (const Value& event : list->items())
        for_each(event.find("emit"),
                 [&](const Value& one) { claim(port_of_emission(one), one.where(), true); });
  }

  // A `when` in which nothing can change would wait for ever.
  void check_conditions() {
    for (const equations::Event& event : system_.events)
      if (system_.terms.variables_in(event.when).empty() && !event.at_start)
        fault(event.where, "the condition '" + event.text + "' never changes: nothing in it varies",
              "compare a state, an input, a discrete variable or time; with \"atStart\": true it fires once, "
              "at "
              "the start");
    const auto check_constant = [&](const equations::Condition& condition) {
      if (system_.terms.is_constant(condition.crossing))
        fault(component_.where(),
              "the condition '" + condition.text + "' never changes: both sides are always equal",
              "compare with another value");
    };
    for (const equations::Condition& condition : system_.conditions) check_constant(condition);
  }

  const Value& component_;
  std::vector<Diagnostic>& faults_;
  OdeSystem system_;
  std::map<std::string, SourceLocation, std::less<>> names_;
  std::map<std::string, double, std::less<>> parameters_;
  std::set<std::string> emissions_;
};

}  // namespace

OdeSystem read_model(const Value& component, std::vector<Diagnostic>& faults) {
  return Reader(component, faults).read();
}

}  // namespace escapement::ode
