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
#include "units.h"

namespace escapement::ode {

using equations::OdeSystem;
using equations::Term;
using equations::VariableIndex;
using equations::VariableKind;
using registry::Value;
using Type = Value::Type;

namespace {

const std::vector<std::string> kUnitsOfTime = {"s", "min", "h", "d"};

const Value* member(const Value& object, std::string_view key) {
  return object.find(key);
}

double number_in(const Value& value, std::string_view key, double absent) {
  const Value* found = value.is(Type::kObject) ? value.find(key) : nullptr;
  return found == nullptr ? absent : found->number();
}

std::string text_in(const Value& value, std::string_view key) {
  const Value* found = value.is(Type::kObject) ? value.find(key) : nullptr;
  return found == nullptr ? "" : found->text();
}

// One entry, or each entry of a list.
template <class Each>
void for_each(const Value* value, Each each) {
  if (value == nullptr) return;
  if (value->is(Type::kArray))
    for (const Value& item : value->items()) each(item);
  else
    each(*value);
}

std::string port_of_emission(const Value& emission) {
  return emission.is(Type::kString) ? emission.text() : text_in(emission, "port");
}

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
    if (faults_.size() == before) check_units();
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
      fault(where, "'" + name + "' cannot name a variable", "names are made of letters, digits and _ and begin with no digit");
      return false;
    }
    if (name == "time" || name == "pi" || name == "true" || name == "false" || name == "if" || name == "then" ||
        name == "else" || name == "elseif" || name == "and" || name == "or" || name == "not" ||
        name == "noEvent" || equations::function_named(name)) {
      fault(where, "'" + name + "' cannot name a variable: it has a meaning in equations", "choose another name");
      return false;
    }
    const auto [known, is_new] = names_.emplace(name, where);
    if (!is_new)
      fault(where, "the name '" + name + "' is given twice; first at line " + std::to_string(known->second.line) +
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
          parameters_[one.key] = one.value.is(Type::kNumber) ? one.value.number() : number_in(one.value, "value", 0);
    if (const Value* list = member(component_, "equations"))
      for (const Value::Member& one : list->members()) {
        const auto known = system_.find(one.key);
        if (known && system_.variables[*known].kind == VariableKind::kState) continue;
        if (names_.contains(one.key)) {
          const bool parameter = parameters_.contains(one.key);
          fault(one.key_where,
                "'" + one.key + "' is " +
                    (parameter ? "a parameter" : "an input or a discrete variable") +
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
      fault(value.where_inside(error.offset()), error.message() + " in '" + value.text() + "'", error.remedy());
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
          fault(one.key_where, "the event sets '" + one.key + "', which is neither a state nor a discrete variable",
                !near.empty() ? "did you mean '" + near + "'?" : "those that can be set: " + list_text(known));
          continue;
        }
        event.assignments.push_back({*variable, term(one.value), one.key_where});
      }
    for_each(value.find("emit"), [&](const Value& one) {
      const Value* of = one.is(Type::kObject) ? one.find("value") : nullptr;
      event.emissions.push_back({port_of_emission(one), of != nullptr ? term(*of) : system_.terms.constant(1)});
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
      const SourceLocation& where = one.value.is(Type::kString) ? one.value.where() : one.value.find("of")->where();
      const auto variable = system_.find(of);
      if (!variable || system_.variables[*variable].kind == VariableKind::kInput) {
        std::vector<std::string> known;
        for (const equations::Variable& v : system_.variables)
          if (v.kind != VariableKind::kInput) known.push_back(v.name);
        const std::string near(nearest_name(of, known));
        fault(where, "the output '" + one.key + "' shows '" + of + "', which is no state, helper or discrete variable",
              !near.empty() ? "did you mean '" + near + "'?" : "known: " + list_text(known));
      }
      if (one.value.is(Type::kObject) && one.value.find("every") != nullptr && one.value.find("quantum") != nullptr)
        fault(one.value.where(), "the output '" + one.key + "' has both \"every\" and \"quantum\"",
              "it is sent at equal times or at equal changes; keep one of them");
    }
  }

  void check_ports() {
    std::map<std::string, SourceLocation> ports;
    const auto claim = [&](const std::string& port, const SourceLocation& where, bool emission) {
      if (!registry::is_name(port)) {
        fault(where, "'" + port + "' cannot name a port", "names are made of letters, digits and _ and begin with no digit");
        return;
      }
      const auto [known, is_new] = ports.emplace(port, where);
      if (!is_new && !(emission && emissions_.contains(port)))
        fault(where, "the port '" + port + "' is there twice; first at line " + std::to_string(known->second.line) +
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
        for_each(event.find("emit"), [&](const Value& one) { claim(port_of_emission(one), one.where(), true); });
  }

  // Dimensions, in terms of their own in which parameters are variables too.
  void check_units() {
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
    for (const equations::Variable& variable : system_.variables) declare(variable.name, variable.unit);
    if (const Value* list = member(component_, "parameters"))
      for (const Value::Member& one : list->members()) declare(one.key, text_in(one.value, "unit"));
    const Value& list = *member(component_, "equations");
    for (const Value::Member& one : list.members())
      if (system_.variables[*system_.find(one.key)].kind == VariableKind::kAlgebraic) helpers[one.key] = &one.value;
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
          terms, [&](VariableIndex variable) { return dimensions[variable]; }, text, [&](std::string message) {
            fault(value.where(), "units do not fit: " + std::move(message),
                  "mend the equation or a unit; what has no unit fits everything");
          })(parsed(value));
    };
    // Helpers stand on each other in some order: as many rounds as there are of them find all that can be told.
    const std::size_t faults_before = faults_.size();
    for (std::size_t round = 0; round < helpers.size(); ++round)
      for (const auto& [name, value] : helpers)
        if (!dimensions[places[name]]) {
          dimensions[places[name]] = of(*value);
          if (faults_.size() != faults_before) return;
        }
    const auto compare = [&](const std::string& what, const Value& value, const std::optional<Dimension>& wanted) {
      const auto found = of(value);
      if (found && wanted && *found != *wanted && !value.is(Type::kNumber) && !terms.is_constant(parsed(value)))
        fault(value.where(), "units do not fit: " + what + " is in " + dimension_text(*wanted) + ", but '" + value.text() +
                                 "' is in " + dimension_text(*found),
              "mend the equation or a unit; what has no unit fits everything");
    };
    for (const Value::Member& one : list.members()) {
      const equations::Variable& variable = system_.variables[*system_.find(one.key)];
      const auto& dimension = dimensions[places[one.key]];
      if (variable.kind == VariableKind::kState)
        compare("the derivative of '" + one.key + "'", one.value, dimension ? std::optional(per_time(*dimension)) : std::nullopt);
    }
    if (const Value* events = member(component_, "events"))
      for (const Value& event : events->items()) {
        of(*event.find("when"));
        if (const Value* reset = event.find("reset"))
          for (const Value::Member& one : reset->members()) compare("'" + one.key + "'", one.value, dimensions[places[one.key]]);
      }
  }

  // A `when` in which nothing can change would wait for ever.
  void check_conditions() {
    for (const equations::Event& event : system_.events)
      if (system_.terms.variables_in(event.when).empty() && !event.at_start)
        fault(event.where, "the condition '" + event.text + "' never changes: nothing in it varies",
              "compare a state, an input, a discrete variable or time; with \"atStart\": true it fires once, at "
              "the start");
    const auto check_constant = [&](const equations::Condition& condition) {
      if (system_.terms.is_constant(condition.crossing))
        fault(component_.where(), "the condition '" + condition.text + "' never changes: both sides are always equal",
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

registry::Record record() {
  using namespace registry;
  const auto variable = [](const char* name, const char* start, const char* doc) {
    return Record{name,
                  "",
                  {number(start).by_default("0").because(doc), string("unit").because("shown beside its values"),
                   number("nominal").above(0).by_default("1").because("its usual size: the absolute tolerance is the "
                                                                      "tolerance of the run times this")},
                  {}};
  };
  Record input = variable("input", "start", "its value until a message comes");
  input.fields.insert(input.fields.begin(), string("name").must().because("of the input and its port"));
  input.fields.pop_back();
  Record parameter{"parameter",
                   "",
                   {number("value").must().because("its value"), string("unit").because("for the reader")},
                   {}};
  Record discrete{"discrete variable", "", {number("start").by_default("0").because("at the beginning"), string("unit").because("shown beside its values")}, {}};
  Record emission{"emission", "", {string("port").must().because("an output port of that name is made"), any("value").because("an expression: what is sent, from before the reset").by_default("1")}, {}};
  Record event{"event",
               "",
               {string("when").must().because("fires when it becomes true, at the very time: level > 0.9"),
                one_or_list("emit", record_or("", emission, FieldType::kString, "port")).because("ports that get a message"),
                map("reset", any("")).because("new values of states and discrete variables, all from the values before"),
                boolean("atStart").by_default("false").because("fires at the start too, when it is true there")},
               {}};
  Record output{"output",
                "",
                {string("of").must().because("a state, helper or discrete variable"),
                 duration("every").above(0).because("sent at 0 and then at equal times"),
                 number("quantum").above(0).because("sent at the start, and whenever it has changed by so much")},
                {}};
  Record whole{
      "ode",
      "",
      {map("states", record_or("", variable("state", "start", "at the beginning"), FieldType::kNumber, "start"))
           .must()
           .because("what is integrated, with start values"),
       list("inputs", record_or("", input, FieldType::kString, "name"))
           .because("each is an input port of reals; it keeps its value until the next message"),
       map("parameters", record_or("", parameter, FieldType::kNumber, "value")).because("constants"),
       map("discrete", record_or("", discrete, FieldType::kNumber, "start")).because("what only events change"),
       map("equations", any(""))
           .must()
           .because("for each state its derivative; for any other name a helper variable and its value"),
       list("events", record("", event)).because("what happens at conditions"),
       map("outputs", record_or("", output, FieldType::kString, "of"))
           .because("each is an output port of reals; with neither every nor quantum it is sent at the start and "
                    "after each event and input"),
       choice("time", kUnitsOfTime)
           .because("the unit of time in the equations: derivatives are per this unit, and so is `time`; the "
                    "study's when absent"),
       duration("maximumStep").above(0).because("the longest step of the solver; as long as it likes when absent")},
      {}};
  whole.check = [](const Value& v, std::vector<Diagnostic>& out) {
    const auto bad_texts = [&](const Value* object) {  // values of free form: texts or numbers
      bool bad = false;
      if (object == nullptr) return bad;
      for (const Value::Member& one : object->members())
        if (!one.value.is(Type::kString) && !one.value.is(Type::kNumber)) {
          out.push_back({one.value.where(), "'" + one.key + "' is " + one.value.type_name() + ", but it must be an expression",
                         "write it as text, such as \"2*x - 1\", or as a number"});
          bad = true;
        }
      return bad;
    };
    bool bad = bad_texts(v.find("equations"));
    if (const Value* events = v.find("events"))
      for (const Value& one : events->items()) bad = bad_texts(one.find("reset")) || bad;
    if (!bad) read_model(v, out);
  };
  return whole;
}

std::vector<registry::PortInfo> ports_of(const Value& v) {
  std::vector<registry::PortInfo> ports;
  const auto add = [&](const std::string& name, bool input, const char* doc) {
    for (const registry::PortInfo& port : ports)
      if (port.name == name) return;
    ports.push_back({name, input, "real", doc});
  };
  const Value* inputs = v.find("inputs");
  if (inputs != nullptr && inputs->is(Type::kArray))
    for (const Value& one : inputs->items())
      add(one.is(Type::kString) ? one.text() : text_in(one, "name"), true, "a new value");
  const Value* events = v.find("events");
  if (events != nullptr && events->is(Type::kArray))
    for (const Value& event : events->items())
      if (event.is(Type::kObject))
        for_each(event.find("emit"), [&](const Value& one) { add(port_of_emission(one), false, "sent at an event"); });
  const Value* outputs = v.find("outputs");
  if (outputs != nullptr && outputs->is(Type::kObject))
    for (const Value::Member& one : outputs->members()) add(one.key, false, "a variable");
  return ports;
}

OdeSystem read_model(const Value& component, std::vector<Diagnostic>& faults) {
  return Reader(component, faults).read();
}

std::vector<Output> outputs_of(const Value& component, const std::string& time_unit) {
  std::vector<Output> outputs;
  const Value* list = component.find("outputs");
  if (list == nullptr) return outputs;
  for (const Value::Member& one : list->members()) {
    Output output;
    output.port = one.key;
    output.of = one.value.is(Type::kString) ? one.value.text() : text_in(one.value, "of");
    const Value* every = one.value.is(Type::kObject) ? one.value.find("every") : nullptr;
    const Value* quantum = one.value.is(Type::kObject) ? one.value.find("quantum") : nullptr;
    if (every != nullptr) {
      output.when = Output::When::kSamples;
      output.every = every->is(Type::kNumber) ? every->text()
                                              : to_text(registry::parse_duration(every->text(), time_unit).value_or(0));
    } else if (quantum != nullptr) {
      output.when = Output::When::kQuantum;
      output.quantum = quantum->number();
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

}  // namespace escapement::ode
