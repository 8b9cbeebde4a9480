// SPDX-License-Identifier: MIT
#include "escapement/arena/process.h"

#include "counting.h"
#include "escapement/core/error.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/release.h"

namespace escapement::arena {
namespace {

const std::vector<std::string> kActions = {"Delay", "SeizeDelay", "SeizeDelayRelease", "DelayRelease"};

bool seizes(Process::Action a) {
  return a == Process::Action::kSeizeDelay || a == Process::Action::kSeizeDelayRelease;
}
bool releases(Process::Action a) {
  return a == Process::Action::kDelayRelease || a == Process::Action::kSeizeDelayRelease;
}

}  // namespace

Process::Process(std::string name, Options options) : Module(std::move(name)) {
  auto& begin = block<VisitBegin>("Enter");
  auto& delay = block<siman::Delay>(
      "Delay", siman::Delay::Options{options.delay, options.allocation, options.stream, "delay"});
  auto& end = block<VisitEnd>("Leave");
  entry(begin.in);
  if (seizes(options.action)) {
    if (options.queue.empty()) {
      add<siman::QueueElement>("Queue", options.queue_options);
      options.queue = "Queue";
    }
    auto& queue = block<siman::Queue>("Enqueue", siman::Queue::Options{options.queue});
    auto& seize = block<siman::Seize>(
        "Seize", siman::Seize::Options{options.resources, options.priority, options.stream});
    couple(begin.out, queue.in);
    couple(queue.out, seize.in);
    couple(seize.out, delay.in);
  } else {
    couple(begin.out, delay.in);
  }
  if (releases(options.action)) {
    auto& release = block<siman::Release>("Release", options.resources);
    couple(delay.out, release.in);
    couple(release.out, end.in);
  } else {
    couple(delay.out, end.in);
  }
  exit(end.out);
}

registry::ComponentType Process::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Process";
  type.doc = "Process: an activity, with the resources that it needs.";
  Record own_queue = siman::QueueElement::descriptor().parameters;
  type.parameters = {
      "arena.Process",
      "",
      {choice("action", kActions)
           .by_default("SeizeDelayRelease, or Delay without resources")
           .because("which steps the module does"),
       siman::ResourceUnits::field(
           "resources",
           "what is seized or released: a name, or {\"resource\": ..., \"units\": ...}, or a list",
           siman::UnitsFor::kSeizeAndRelease, "Cyclical"),
       expression("delay").at_least(0).in("time").must().because(
           "how long the activity lasts, drawn when it starts"),
       expression("priority")
           .by_default("2")
           .because("among those that wait for one resource: 1 high, 2 medium, 3 low"),
       choice("allocation", siman::category_names())
           .by_default("VA")
           .because("the category that the delay is charged to"),
       record("queue", std::move(own_queue)).because("ranking of the module's own queue, <module>.Queue"),
       reference("sharedQueue", "queues").because("a declared queue to wait in, instead of the module's own"),
       integer("stream").at_least(1).because("pins the stream of the delay and the priority by number")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* action = v.find("action");
        const Value* resources = v.find("resources");
        const bool needs = action != nullptr && action->text() != "Delay";
        if (needs && resources == nullptr)
          out.push_back({action->where(), "action " + action->text() + " needs \"resources\"",
                         "name the resources, or use action Delay"});
        if (resources != nullptr && action != nullptr && action->text() == "Delay")
          out.push_back({resources->where(), "\"resources\" has no effect with action Delay",
                         "remove it, or use SeizeDelayRelease"});
        if (v.find("queue") != nullptr && v.find("sharedQueue") != nullptr)
          out.push_back({v.find("queue")->where(),
                         "a process waits in its own queue or in a shared one, not in both",
                         "remove \"queue\" or \"sharedQueue\""});
      }};
  type.ports = {entity_in(), entity_out()};
  type.composition =
      "[siman.Queue -> siman.Seize ->] siman.Delay [-> siman.Release], between counts of entry and exit";
  type.statistics = {{"NumberIn", "counter", "entities that came"},
                     {"NumberOut", "counter", "entities that left"},
                     {"Queue.NumberInQueue", "timePersistent", "entities that wait"},
                     {"Queue.WaitingTime", "tally", "wait of an entity"}};
  for (std::size_t c = 0; c < siman::kCategories; ++c)
    type.statistics.push_back({siman::kCategoryTimeNames[c], "tally",
                               "time of an entity in the module in category " + siman::category_names()[c]});
  type.statistics.push_back({"TotalTime", "tally", "time in the module"});
  return type;
}

Process::Options Process::options_from(const registry::Arguments& arguments) {
  Options options;
  const std::string action =
      arguments.string("action", arguments.has("resources") ? "SeizeDelayRelease" : "Delay");
  for (std::size_t i = 0; i < kActions.size(); ++i)
    if (kActions[i] == action) options.action = static_cast<Action>(i);
  options.resources = siman::ResourceUnits::from(arguments, "resources", "Cyclical");
  options.delay = arguments.expression("delay");
  options.priority = arguments.expression("priority", 2.0);
  options.allocation = siman::category_from(arguments.string("allocation", "VA"));
  if (arguments.has("sharedQueue")) options.queue = siman::reference_from(arguments, "sharedQueue");
  if (const registry::Value* queue = arguments.value("queue"))
    options.queue_options =
        siman::QueueElement::options_from(registry::Arguments(*queue, arguments.environment()));
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
