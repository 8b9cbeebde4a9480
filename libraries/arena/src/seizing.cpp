// SPDX-License-Identifier: MIT
#include "escapement/arena/seizing.h"

#include "escapement/arena/own_queue.h"

namespace escapement::arena {

std::vector<registry::Field> SeizingOptions::fields() {
  using namespace registry;
  std::vector<Field> all = {
      expression("priority")
          .by_default("2")
          .because("among those that wait for one resource: High (1), Medium (2), Low (3), or a number")};
  for (Field& field : OwnQueue::fields()) all.push_back(std::move(field));
  all.push_back(
      integer("queueCapacity")
          .at_least(0)
          .because(
              "entities that may wait; one that finds it full leaves by \"balked\". Infinite when absent"));
  all.push_back(
      expression("patience")
          .at_least(0)
          .in("time")
          .because("an entity that has waited so long leaves by \"reneged\"; for ever when absent"));
  return all;
}

void SeizingOptions::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  OwnQueue::check(v, out);
}

SeizingOptions SeizingOptions::from(const registry::Arguments& arguments) {
  SeizingOptions options;
  options.resources = siman::ResourceUnits::from(arguments, "resources", "Cyclical");
  options.priority = arguments.expression("priority", 2.0);
  const std::string words[] = {"High", "Medium", "Low"};  // and as Arena shows them, "High(1)"
  for (int i = 0; i < 3; ++i)
    if (options.priority.text == words[i] ||
        options.priority.text == words[i] + "(" + std::to_string(i + 1) + ")")
      options.priority = i + 1.0;
  options.queue = siman::ElementName::from(arguments, kSharedQueueKeys);
  if (const registry::Value* queue = arguments.value("queue"))
    options.queue_options =
        siman::QueueElement::options_from(registry::Arguments(*queue, arguments.environment()));
  if (arguments.has("queueCapacity"))
    options.queue_capacity = static_cast<double>(arguments.integer("queueCapacity", 0));
  options.patience = arguments.expression("patience");
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

std::vector<registry::PortInfo> SeizingOptions::more_ports(const registry::Value& v) {
  std::vector<registry::PortInfo> ports;
  if (v.find("queueCapacity") != nullptr)
    ports.push_back({"balked", false, "entity", "entities that find the queue full", true});
  if (v.find("patience") != nullptr)
    ports.push_back({"reneged", false, "entity", "entities whose patience has ended", true});
  return ports;
}

std::vector<registry::StatisticInfo> SeizingOptions::statistics() {
  return {{"Queue.NumberInQueue", "timePersistent", "entities that wait"},
          {"Queue.WaitingTime", "tally", "wait of an entity"},
          {"Queue.WaitingCost", "tally", "where the model has costs: what an entity cost while it waited"},
          {"NumberBalked", "counter", "with a queueCapacity: entities that found the queue full"},
          {"NumberReneged", "counter", "with a patience: entities that gave up"}};
}

SeizingModule::Seizing SeizingModule::seizing(const SeizingOptions& options) {
  siman::Queue::Options queue_block{options.queue, options.queue_capacity, options.patience, options.stream};
  if (options.queue.empty()) {
    add<siman::QueueElement>("Queue", options.queue_options);
    queue_block.queue = "Queue";
  }
  auto& queue = block<siman::Queue>("Enqueue", std::move(queue_block));
  auto& seize = block<siman::Seize>("Seize", siman::Seize::Options{options.resources, options.priority,
                                                                   options.stream, options.allocation});
  couple(queue.out, seize.in);
  return {queue, seize};
}

}  // namespace escapement::arena
