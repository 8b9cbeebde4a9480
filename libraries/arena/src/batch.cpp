// SPDX-License-Identifier: MIT
#include "escapement/arena/batch.h"

namespace escapement::arena {

Batch::Batch(std::string name, Options options) : Module(std::move(name)) {
  auto& queue = line(options.queue);
  auto& group = block<siman::Group>("Group", std::move(options.group));
  entry(queue.in);
  couple(queue.out, group.in);
  exit(group.out);
}

registry::ComponentType Batch::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Batch";
  type.doc = "Batch: entities wait until there are enough of them, and go on as one.";
  type.parameters = {
      "arena.Batch",
      "",
      {choice("kind", {"Temporary", "Permanent"})
           .by_default("Temporary")
           .because("Temporary: a group, which arena.Separate splits again; Permanent: the members end"),
       expression("size").at_least(1).by_default("2").because(
           "entities in a batch, evaluated at each arrival"),
       siman::save_criterion_field("save"),
       reference("attribute", "attributes")
           .because("only entities with one value of this attribute go together; any when absent"),
       reference("entity", "entities")
           .because("type of the representative; that of the member whose attributes it has when absent"),
       integer("stream").at_least(1).because("pins the stream of the size by number")},
      OwnQueue::check};
  for (Field& field : OwnQueue::fields()) type.parameters.fields.push_back(std::move(field));
  type.ports = {entity_in(), entity_out("out", "the representatives")};
  type.composition = "siman.Queue -> siman.Group or siman.Combine";
  type.statistics = OwnQueue::statistics();
  return type;
}

Batch::Options Batch::options_from(const registry::Arguments& arguments) {
  Options options;
  options.group.permanent = arguments.string("kind", "Temporary") == "Permanent";
  options.group.size = arguments.expression("size", 2.0);
  options.group.save = siman::save_criterion_from(arguments, "save");
  if (arguments.has("attribute")) options.group.match = arguments.expression("attribute");
  if (arguments.has("entity")) options.group.entity = siman::reference_from(arguments, "entity");
  if (arguments.has("stream"))
    options.group.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  options.queue = OwnQueue::from(arguments);
  return options;
}

}  // namespace escapement::arena
