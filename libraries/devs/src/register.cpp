// SPDX-License-Identifier: MIT
#include "escapement/devs/register.h"

#include "escapement/atomic/alternator.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/processor.h"
#include "escapement/atomic/recorder.h"
#include "escapement/atomic/switch.h"
#include "escapement/atomic/transducer.h"

namespace escapement::devs {
namespace {

using namespace registry;

// An atomic whose counts become outputs of the replication once its path is known, that is at its start.
template <class Base>
class Reported final : public Base {
 public:
  using Outputs = std::vector<std::pair<const char*, double (*)(const Base&)>>;

  template <class... Args>
  Reported(std::string name, Environment& environment, Outputs outputs, Args&&... args)
      : Base(std::move(name), std::forward<Args>(args)...),
        environment_(environment),
        outputs_(std::move(outputs)) {}

  void initialize() override {
    Base::initialize();
    for (const auto& [suffix, read] : outputs_)
      environment_.statistics.output(this->path() + "." + suffix,
                                     [this, read = read] { return read(*this); });
  }

 private:
  Environment& environment_;
  Outputs outputs_;
};

PortInfo in(const char* name, const char* doc) {
  return {name, true, "real", doc};
}
PortInfo out(const char* name, const char* doc) {
  return {name, false, "real", doc};
}

ComponentType type_of(const char* name, const char* doc, std::vector<Field> fields,
                      std::vector<PortInfo> ports, std::vector<StatisticInfo> statistics = {}) {
  ComponentType type;
  type.name = name;
  type.doc = doc;
  type.parameters = {name, "", std::move(fields), {}};
  type.ports = std::move(ports);
  type.statistics = std::move(statistics);
  return type;
}

// The text of a duration in the study's unit: as written where it is a number, so that periods stay exact.
std::string exact_text(const Arguments& arguments, std::string_view name, const char* absent) {
  const Value* value = arguments.value(name);
  if (value == nullptr) return absent;
  return value->is(Value::Type::kNumber) ? value->text() : to_text(arguments.duration(name, 0));
}

void add_generator(Registry& registry) {
  registry.add(
      type_of(
          "devs.Generator", "Generator: sends a real at equal steps of time, without drift.",
          {duration("first").by_default("1").because("time of the first message"),
           duration("period").above(0).by_default("1").because("time from message to message"),
           number("value").by_default("1").because("of the first message"),
           number("increment").by_default("0").because("added from message to message; 1 counts 1, 2, 3 ..."),
           integer("limit").at_least(0).because("messages at the most; no limit when absent")},
          {in("stop", "any message ends the generator"), out("out", "the messages")},
          {{"Sent", "output", "messages sent"}}),
      [](const std::string& name, const Arguments& a, Environment& e) -> std::unique_ptr<Component> {
        GeneratorOptions options;
        options.ticks = Periodic(exact_text(a, "first", "1"), exact_text(a, "period", "1"));
        options.value = a.number("value", 1);
        options.increment = a.number("increment", 0);
        if (a.has("limit")) options.limit = static_cast<std::uint64_t>(a.integer("limit", 0));
        using Made = Reported<Generator>;
        return std::make_unique<Made>(
            name, e,
            Made::Outputs{{"Sent", [](const Generator& g) { return static_cast<double>(g.sent()); }}},
            options);
      });
}

void add_processor(Registry& registry) {
  registry.add(
      type_of("devs.Processor",
              "Processor: serves one real at a time; those that come while it is busy are lost.",
              {duration("serviceTime").must().because("time of a service")},
              {in("in", "jobs"), out("out", "jobs that are done")},
              {{"Received", "output", "jobs that came"},
               {"Lost", "output", "jobs lost"},
               {"Served", "output", "jobs done"}}),
      [](const std::string& name, const Arguments& a, Environment& e) -> std::unique_ptr<Component> {
        using Made = Reported<Processor>;
        return std::make_unique<Made>(
            name, e,
            Made::Outputs{{"Received", [](const Processor& p) { return static_cast<double>(p.received()); }},
                          {"Lost", [](const Processor& p) { return static_cast<double>(p.lost()); }},
                          {"Served", [](const Processor& p) { return static_cast<double>(p.served()); }}},
            a.duration("serviceTime", 1));
      });
}

void add_recorder(Registry& registry) {
  registry.add(
      type_of(
          "devs.Recorder", "Recorder: counts what comes and keeps the last value; a trace shows them all.",
          {}, {in("in", "what is recorded")},
          {{"Count", "output", "messages that came"}, {"Last", "output", "the last one; 0 when none came"}}),
      [](const std::string& name, const Arguments&, Environment& e) -> std::unique_ptr<Component> {
        using Made = Reported<Recorder>;
        return std::make_unique<Made>(
            name, e,
            Made::Outputs{{"Count", [](const Recorder& r) { return static_cast<double>(r.count()); }},
                          {"Last", [](const Recorder& r) {
                             return r.entries().empty() ? 0 : r.entries().back().value;
                           }}});
      });
}

void add_transducer(Registry& registry) {
  registry.add(
      type_of("devs.Transducer", "Transducer: observes jobs that arrive and jobs that are solved.",
              {duration("stop").above(0).because("observes until then; without end when absent")},
              {in("arrived", "jobs as they arrive"), in("solved", "jobs as they are done"),
               out("out", "the throughput, at stop")},
              {{"Arrived", "output", "jobs that arrived"},
               {"Solved", "output", "jobs that were solved"},
               {"Throughput", "output", "solved jobs per time unit"},
               {"MeanTurnaround", "output", "mean time from arrival to solution"}}),
      [](const std::string& name, const Arguments& a, Environment& e) -> std::unique_ptr<Component> {
        using Made = Reported<Transducer>;
        return std::make_unique<Made>(
            name, e,
            Made::Outputs{
                {"Arrived", [](const Transducer& t) { return static_cast<double>(t.result().arrived); }},
                {"Solved", [](const Transducer& t) { return static_cast<double>(t.result().solved); }},
                {"Throughput", [](const Transducer& t) { return t.result().throughput; }},
                {"MeanTurnaround", [](const Transducer& t) { return t.result().mean_turnaround; }}},
            a.duration("stop", kInfinity));
      });
}

}  // namespace

void register_devs(Registry& registry) {
  add_generator(registry);
  add_processor(registry);
  add_recorder(registry);
  add_transducer(registry);
  registry.add(type_of("devs.Switch", "Switch: crosses over without delay, in1 to out2 and in2 to out1.", {},
                       {in("in1", "goes to out2"), in("in2", "goes to out1"), out("out1", "what came by in2"),
                        out("out2", "what came by in1")}),
               [](const std::string& name, const Arguments&, Environment&) -> std::unique_ptr<Component> {
                 return std::make_unique<Switch>(name);
               });
  registry.add(
      type_of("devs.Alternator", "Alternator: sends what comes to out1 and out2 in turn, without delay.", {},
              {in("in", "what comes"), out("out1", "the first, third ..."),
               out("out2", "the second, fourth ...")}),
      [](const std::string& name, const Arguments&, Environment&) -> std::unique_ptr<Component> {
        return std::make_unique<Alternator>(name);
      });
}

}  // namespace escapement::devs
