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

Process::Process(std::string name, Options options) : SeizingModule(std::move(name)) {
  auto& begin = block<VisitBegin>("Enter");
  auto& delay = block<siman::Delay>(
      "Delay", siman::Delay::Options{options.delay, options.allocation, options.stream, "delay"});
  std::vector<siman::Category> accumulated = {options.allocation};
  if (seizes(options.action) && options.allocation != siman::Category::kWait)
    accumulated.push_back(siman::Category::kWait);
  auto& end = block<VisitEnd>("Leave", std::move(accumulated));
  begin.set_reported(options.report);
  end.set_reported(options.report);
  entry(begin.in);
  if (seizes(options.action)) {
    const Seizing blocks = seizing(options);
    blocks.queue.set_reported(options.report);
    couple(begin.out, blocks.queue.in);
    couple(blocks.seize.out, delay.in);
    if (options.limited()) leave_early(blocks.queue.balk, "Balked", "balked", options.report);
    if (!options.patience.empty()) leave_early(blocks.queue.reneged, "Reneged", "reneged", options.report);
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
  leave_early(delay.interrupted, "Interrupted", "interrupted", options.report);
}

void Process::leave_early(PortBase& from, const char* name, const char* port, bool report) {
  auto& count = block<CountBlock>(name, "NumberOut");
  count.set_reported(report);
  couple(from, count.in);
  count.out.make_optional();
  exit(count.out, port);
}

registry::ComponentType Process::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Process";
  type.doc = "Process: an activity, with the resources that it needs.";
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
       choice("allocation", siman::category_names())
           .by_default("VA")
           .because("the category that the delay is charged to"),
       boolean("report").by_default("true").because(
           "whether its own statistics stand in the results; expressions may read them all the same"),
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
        SeizingOptions::check(v, out);
      }};
  for (Field& field : SeizingOptions::fields()) type.parameters.fields.push_back(std::move(field));
  const PortInfo interrupted{
      "interrupted", false, "entity",
      "entities that an Interrupt block takes out of the delay; they keep what they seized", true};
  type.ports = {entity_in(), entity_out(), interrupted};
  type.ports_of = [interrupted](const Value& v) {
    std::vector<PortInfo> ports = {entity_in(), entity_out(), interrupted};
    for (PortInfo& port : SeizingOptions::more_ports(v)) ports.push_back(std::move(port));
    return ports;
  };
  type.composition =
      "[siman.Queue -> siman.Seize ->] siman.Delay [-> siman.Release], between counts of entry and exit";
  type.statistics = {{"NumberIn", "counter", "entities that came"},
                     {"NumberOut", "counter", "entities that left"}};
  for (StatisticInfo& info : SeizingOptions::statistics()) type.statistics.push_back(std::move(info));
  for (StatisticInfo& info : visit_statistics()) type.statistics.push_back(std::move(info));
  return type;
}

Process::Options Process::options_from(const registry::Arguments& arguments) {
  Options options;
  static_cast<SeizingOptions&>(options) = SeizingOptions::from(arguments);
  const std::string action =
      arguments.string("action", arguments.has("resources") ? "SeizeDelayRelease" : "Delay");
  for (std::size_t i = 0; i < kActions.size(); ++i)
    if (kActions[i] == action) options.action = static_cast<Action>(i);
  options.delay = arguments.expression("delay");
  options.report = arguments.boolean("report", true);
  options.allocation = siman::category_from(arguments.string("allocation", "VA"));
  return options;
}

}  // namespace escapement::arena
