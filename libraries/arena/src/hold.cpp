// SPDX-License-Identifier: MIT
#include "escapement/arena/hold.h"

#include "escapement/siman/detach.h"
#include "escapement/siman/scan.h"

namespace escapement::arena {
namespace {

const std::vector<std::string> kHoldKinds = {"WaitForSignal", "ScanForCondition", "InfiniteHold"};

}  // namespace

Hold::Hold(std::string name, Options options) : Module(std::move(name)) {
  auto& queue = line(options.queue);
  entry(queue.in);
  switch (options.kind) {
    case Kind::kSignal: {
      auto& wait = block<siman::Wait>(
          "Wait", siman::Wait::Options{std::move(options.value), std::move(options.limit), options.stream});
      couple(queue.out, wait.in);
      exit(wait.out);
      break;
    }
    case Kind::kCondition: {
      auto& scan = block<siman::Scan>("Scan", siman::Scan::Options{std::move(options.value), options.stream});
      couple(queue.out, scan.in);
      exit(scan.out);
      break;
    }
    case Kind::kInfinite: {
      couple(queue.out, block<siman::Detach>("Detach").in);
      break;
    }
  }
}

registry::ComponentType Hold::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Hold";
  type.doc = "Hold: entities wait for a signal, for a condition, or until they are taken.";
  type.parameters = {
      "arena.Hold",
      "",
      {choice("kind", kHoldKinds).because("deduced from the other parameters when absent"),
       expression("signal").because(
           "WaitForSignal: the number that an entity waits for, evaluated when it comes"),
       expression("limit").at_least(0).because(
           "WaitForSignal: entities that one signal lets go here at the most; all when absent"),
       expression("condition")
           .because("ScanForCondition: looked at when something that it reads has changed"),
       integer("stream").at_least(1).because("pins the stream of variates in these, by number")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        OwnQueue::check(v, out);
        const bool signal = v.find("signal") != nullptr, condition = v.find("condition") != nullptr;
        if (signal && condition) {
          out.push_back({v.where(), "a Hold waits for a signal or for a condition, not for both",
                         "remove \"signal\" or \"condition\""});
          return;
        }
        const std::string& fits = kHoldKinds[signal ? 0 : condition ? 1 : 2];
        if (const Value* kind = v.find("kind"); kind != nullptr && kind->text() != fits)
          out.push_back(
              {kind->where(),
               "kind " + kind->text() + " does not fit the other parameters, which mean " + fits,
               "give \"signal\" for WaitForSignal, \"condition\" for ScanForCondition, none of them "
               "for InfiniteHold"});
        if (const Value* limit = v.find("limit"); limit != nullptr && !signal)
          out.push_back({limit->where(), "\"limit\" has no meaning without \"signal\"", "remove it"});
      }};
  for (Field& field : OwnQueue::fields()) type.parameters.fields.push_back(std::move(field));
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in()};
    if (v.find("signal") != nullptr || v.find("condition") != nullptr)
      ports.push_back(entity_out("out", "entities that were let go"));
    return ports;
  };
  type.ports = {entity_in(), entity_out("out", "entities that were let go; none with InfiniteHold")};
  type.composition = "siman.Queue -> siman.Wait, siman.Scan or siman.Detach";
  type.statistics = OwnQueue::statistics();
  return type;
}

Hold::Options Hold::options_from(const registry::Arguments& arguments) {
  Options options;
  options.kind = arguments.has("signal")      ? Kind::kSignal
                 : arguments.has("condition") ? Kind::kCondition
                                              : Kind::kInfinite;
  options.value = arguments.expression(options.kind == Kind::kSignal ? "signal" : "condition");
  options.limit = arguments.expression("limit");
  options.queue = OwnQueue::from(arguments);
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

Signal::Signal(std::string name, siman::Signal::Options options) : Module(std::move(name)) {
  auto& signal = block<siman::Signal>("Signal", std::move(options));
  entry(signal.in);
  exit(signal.out);
}

registry::ComponentType Signal::descriptor() {
  registry::ComponentType type = siman::Signal::descriptor();
  type.parameters.name = type.name = "arena.Signal";
  type.doc = "Signal: lets entities go that wait for this signal, in every Hold of the model.";
  type.composition = "siman.Signal";
  return type;
}

siman::Signal::Options Signal::options_from(const registry::Arguments& arguments) {
  siman::Signal::Options options{arguments.expression("signal"), arguments.expression("limit"), {}};
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
