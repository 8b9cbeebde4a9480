// SPDX-License-Identifier: MIT
// A small registry of components that do nothing, for tests of everything that happens before a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/core/port.h"
#include "escapement/registry/registry.h"

namespace escapement::json::fake {

struct Entity {
  std::unique_ptr<int> body;  // makes it movable only
};

struct Block : Component {
  using Component::Component;
  std::vector<std::unique_ptr<std::string>> names;
  std::vector<std::shared_ptr<PortBase>> ports;  // shared: a PortBase is destroyed as what it was made
  std::vector<std::string> seen;                 // parameters as the factory read them

  template <class Port>
  void port(const std::string& name) {
    names.push_back(std::make_unique<std::string>(name));
    ports.push_back(std::make_shared<Port>(*this, names.back()->c_str()));
  }
};

inline void add_port(Block& block, const registry::PortInfo& port) {
  if (port.message == "entity") {
    port.input ? block.port<InPort<Entity>>(port.name) : block.port<OutPort<Entity>>(port.name);
  } else {
    port.input ? block.port<InPort<double>>(port.name) : block.port<OutPort<double>>(port.name);
  }
}

// Makes the ports of the descriptor and notes the parameters. Refuses a delay that holds BAD, at its place,
// and a gain of 13.
inline registry::Factory factory(const registry::ComponentType& type) {
  return [type](const std::string& name, const registry::Arguments& arguments, registry::Environment&) {
    auto block = std::make_unique<Block>(name);
    for (const registry::PortInfo& port : type.ports_for(arguments.object())) add_port(*block, port);
    const registry::ExpressionText delay = arguments.expression("delay");
    if (const std::size_t bad = delay.text.find("BAD"); bad != std::string::npos)
      throw InputError({delay.at(bad), "there is no name 'BAD'", "declare it"});
    if (arguments.has("gain") && arguments.number("gain", 0) == 13) throw BuildError("13 brings bad luck");
    for (const registry::Value::Member& member : arguments.object().members())
      block->seen.push_back(member.key + "=" + member.value.json());
    return block;
  };
}

inline void add(registry::Registry& registry, registry::ComponentType type, bool make = true) {
  registry::Factory f = make ? factory(type) : registry::Factory();
  registry.add(std::move(type), std::move(f));
}

inline registry::ComponentType type(std::string name, std::vector<registry::Field> fields,
                                    std::vector<registry::PortInfo> ports) {
  registry::ComponentType t;
  t.name = name;
  t.doc = "A " + name + ".\nIt does nothing.";
  t.parameters = {std::move(name), "", std::move(fields), {}};
  t.ports = std::move(ports);
  return t;
}

inline registry::ComponentType element(std::string name, std::string section, std::string word,
                                       std::vector<registry::Field> fields) {
  registry::ComponentType t = type(std::move(name), std::move(fields), {});
  t.section = std::move(section);
  t.parameters.name = std::move(word);
  return t;
}

inline registry::Registry make_registry() {
  using namespace registry;
  Registry r;
  add(r, type("fake.Source",
              {expression("interarrival").must().in("time").because("time between arrivals"),
               reference("entity", "entities"), integer("batch").at_least(1).by_default("1")},
              {{"out", false, "entity", "new entities"}}));
  const Record seizure{
      "seizure",
      "",
      {reference("resource", "resources").must(), integer("quantity").at_least(1).by_default("1")},
      {}};
  ComponentType server =
      type("fake.Server",
           {expression("delay").must().in("time").because("service time"),
            one_or_list("resources", record_or("", seizure, FieldType::kReference, "resource")),
            reference("queue", "queues"), choice("rule", {"Wait", "Ignore", "Preempt"}).by_default("Wait"),
            number("probability").at_least(0).at_most(1), duration("patience").above(0)},
           {{"in", true, "entity", "arrivals"},
            {"out", false, "entity", "the served"},
            {"balk", false, "entity", "those that find it full", true}});
  server.composition = "QUEUE, SEIZE, DELAY, RELEASE";
  server.statistics = {{"NumberIn", "counter", "entities that came"},
                       {"Queue.WaitingTime", "tally", "their waits"}};
  add(r, std::move(server));
  add(r, type("fake.Sink", {}, {{"in", true, "entity", ""}}));
  ComponentType branch =
      type("fake.Branch", {list("branches", string("")).must()}, {{"in", true, "entity", ""}});
  branch.ports_of = [ports = branch.ports](const Value& use) {
    std::vector<PortInfo> all = ports;
    for (const Value& name : use.find("branches")->items()) all.push_back({name.text(), false, "entity", ""});
    return all;
  };
  add(r, std::move(branch));
  add(r, type("fake.Gain", {number("gain").by_default("1"), reference("watch", "")},
              {{"in", true, "real", ""}, {"out", false, "real", ""}}));
  add(r, element("fake.EntityType", "entities", "entity type", {boolean("report").by_default("true")}));
  add(r, element("fake.Resource", "resources", "resource",
                 {integer("capacity").at_least(0).by_default("1").because("units that can be busy"),
                  expression("cost").in("cost/h")}));
  add(r, element("fake.Queue", "queues", "queue", {choice("ranking", {"FIFO", "LIFO"}).by_default("FIFO")}));
  add(r, element("fake.Attribute", "attributes", "attribute", {number("initial")}), false);
  return r;
}

// A sound study: source, server with a resource, sink.
inline const char* const kDrillPress = R"json({
  "format": 1, "name": "drill-press", "timeUnit": "min",
  "entities":  {"Part": {}},
  "resources": {"Drill": {"capacity": 1}},
  "model": {
    "components": {
      "Arrivals": {"type": "fake.Source", "entity": "Part", "interarrival": "EXPO(5)"},
      "Drilling": {"type": "fake.Server", "resources": ["Drill"], "delay": "TRIA(1, 3, 6)"},
      "Done":     {"type": "fake.Sink"}
    },
    "couplings": ["Arrivals.out -> Drilling.in", "Drilling.out -> Done.in"]
  },
  "experiment": {"replications": 10, "length": "8 h", "warmup": 60}
}
)json";

// `text` with the first `from` replaced by `to`.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw InternalError("test: '" + from + "' is not in the text");
  return text.replace(at, from.size(), to);
}

// "line:column message|remedy" of each fault that `action` throws.
template <class Action>
std::vector<std::string> faults(Action action) {
  std::vector<std::string> all;
  try {
    action();
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics())
      all.push_back(std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.message +
                    "|" + d.remedy);
  }
  return all;
}

}  // namespace escapement::json::fake
