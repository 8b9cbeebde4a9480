// SPDX-License-Identifier: MIT
// The form of a continuous part in a study: its descriptor, ports and outputs.
#include "escapement/ode/model.h"
#include "escapement/registry/arguments.h"
#include "parts.h"

namespace escapement::ode {

using registry::Value;
using Type = Value::Type;

namespace {

const std::vector<std::string> kUnitsOfTime = {"s", "min", "h", "d"};

}  // namespace

registry::Record record() {
  using namespace registry;
  const auto variable = [](const char* name, const char* start, const char* doc) {
    return Record{
        name,
        "",
        {number(start).by_default("0").because(doc), string("unit").because("shown beside its values"),
         number("nominal").above(0).by_default("1").because("its usual size: the absolute tolerance is the "
                                                            "tolerance of the run times this")},
        {}};
  };
  Record input = variable("input", "start", "its value until a message comes");
  input.fields.insert(input.fields.begin(), string("name").must().because("of the input and its port"));
  input.fields.pop_back();
  input.fields.push_back(boolean("signal").by_default("false").because(
      "it comes from blocks of the QSS library, with its derivatives, and moves on with them"));
  Record parameter{"parameter",
                   "",
                   {number("value").must().because("its value"), string("unit").because("for the reader")},
                   {}};
  Record discrete{"discrete variable",
                  "",
                  {number("start").by_default("0").because("at the beginning"),
                   string("unit").because("shown beside its values")},
                  {}};
  Record emission{
      "emission",
      "",
      {string("port").must().because("an output port of that name is made"),
       any("value").because("an expression: what is sent, from before the reset").by_default("1")},
      {}};
  Record event{
      "event",
      "",
      {string("when").must().because("fires when it becomes true, at the very time: level > 0.9"),
       one_or_list("emit", record_or("", emission, FieldType::kString, "port"))
           .because("ports that get a message"),
       map("reset", any(""))
           .because("new values of states and discrete variables, all from the values before"),
       boolean("atStart").by_default("false").because("fires at the start too, when it is true there")},
      {}};
  Record output{
      "output",
      "",
      {string("of").must().because("a state, helper or discrete variable"),
       duration("every").above(0).because("sent at 0 and then at equal times"),
       number("quantum").above(0).because("sent at the start, and whenever it has changed by so much")},
      {}};
  Record whole{
      "ode",
      "",
      {map("states",
           record_or("", variable("state", "start", "at the beginning"), FieldType::kNumber, "start"))
           .must()
           .because("what is integrated, with start values"),
       list("inputs", record_or("", input, FieldType::kString, "name"))
           .because("each is an input port of reals; it keeps its value until the next message"),
       map("parameters", record_or("", parameter, FieldType::kNumber, "value")).because("constants"),
       map("discrete", record_or("", discrete, FieldType::kNumber, "start"))
           .because("what only events change"),
       map("equations", any(""))
           .must()
           .because("for each state its derivative; for any other name a helper variable and its value"),
       list("events", record("", event)).because("what happens at conditions"),
       map("outputs", record_or("", output, FieldType::kString, "of"))
           .because(
               "each is an output port of reals; with neither every nor quantum it is sent at the start and "
               "after each event and input"),
       choice("time", kUnitsOfTime)
           .because("the unit of time in the equations: derivatives are per this unit, and so is `time`; the "
                    "study's when absent"),
       duration("maximumStep")
           .above(0)
           .because("the longest step of the solver; when absent, a hundredth of the run where derivatives "
                    "depend on time "
                    "itself, else as long as it likes")},
      {}};
  whole.check = [](const Value& v, std::vector<Diagnostic>& out) {
    const auto bad_texts = [&](const Value* object) {  // values of free form: texts or numbers
      bool bad = false;
      if (object == nullptr) return bad;
      for (const Value::Member& one : object->members())
        if (!one.value.is(Type::kString) && !one.value.is(Type::kNumber)) {
          out.push_back({one.value.where(),
                         "'" + one.key + "' is " + one.value.type_name() + ", but it must be an expression",
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

namespace {

bool is_signal(const Value& input) {
  if (!input.is(Type::kObject)) return false;
  const Value* const signal = input.find("signal");
  return signal != nullptr && signal->is(Type::kBoolean) && signal->boolean();
}

}  // namespace

std::vector<std::string> signal_inputs_of(const Value& component) {
  std::vector<std::string> names;
  if (const Value* const inputs = component.find("inputs"); inputs != nullptr)
    for_each(inputs, [&](const Value& one) {
      if (is_signal(one)) names.push_back(text_in(one, "name"));
    });
  return names;
}

std::vector<registry::PortInfo> ports_of(const Value& v) {
  std::vector<registry::PortInfo> ports;
  const auto add = [&](const std::string& name, bool input, const char* doc, const char* message = "real") {
    for (const registry::PortInfo& port : ports)
      if (port.name == name) return;
    ports.push_back({name, input, message, doc});
  };
  const Value* inputs = v.find("inputs");
  if (inputs != nullptr && inputs->is(Type::kArray))
    for (const Value& one : inputs->items())
      add(one.is(Type::kString) ? one.text() : text_in(one, "name"), true, "a new value",
          is_signal(one) ? "signal" : "real");
  const Value* events = v.find("events");
  if (events != nullptr && events->is(Type::kArray))
    for (const Value& event : events->items())
      if (event.is(Type::kObject))
        for_each(event.find("emit"),
                 [&](const Value& one) { add(port_of_emission(one), false, "sent at an event"); });
  const Value* outputs = v.find("outputs");
  if (outputs != nullptr && outputs->is(Type::kObject))
    for (const Value::Member& one : outputs->members()) add(one.key, false, "a variable");
  return ports;
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
      output.every = every->is(Type::kNumber)
                         ? every->text()
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
