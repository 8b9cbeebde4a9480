// SPDX-License-Identifier: MIT
#include "escapement/arena/seize.h"

#include "escapement/siman/entity_type.h"

namespace escapement::arena {

Seize::Seize(std::string name, SeizingOptions options) : SeizingModule(std::move(name)) {
  const Seizing blocks = seizing(options);
  entry(blocks.queue.in);
  exit(blocks.seize.out);
  if (options.limited()) exit(blocks.queue.balk, "balked");
  if (!options.patience.empty()) exit(blocks.queue.reneged, "reneged");
}

registry::ComponentType Seize::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Seize";
  type.doc = "Seize: waits until all units are free and takes them together.";
  type.parameters = {
      "arena.Seize",
      "",
      {siman::ResourceUnits::field(
           "resources", "what is seized: a name, or {\"resource\": ..., \"units\": ...}, or a list",
           siman::UnitsFor::kSeize, "Cyclical")
           .must()},
      SeizingOptions::check};
  for (Field& field : SeizingOptions::fields()) type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(choice("allocation", siman::category_names())
                                       .by_default("Other")
                                       .because("the category that the cost of use is charged to"));
  type.parameters.fields.push_back(
      integer("stream").at_least(1).because("pins the stream of the module's variates by number"));
  type.ports = {entity_in(), entity_out()};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in(), entity_out()};
    for (PortInfo& port : SeizingOptions::more_ports(v)) ports.push_back(std::move(port));
    return ports;
  };
  type.composition = "siman.Queue -> siman.Seize";
  type.statistics = SeizingOptions::statistics();
  return type;
}

SeizingOptions Seize::options_from(const registry::Arguments& arguments) {
  SeizingOptions options = SeizingOptions::from(arguments);
  options.allocation = siman::category_from(arguments.string("allocation", "Other"));
  return options;
}

}  // namespace escapement::arena
