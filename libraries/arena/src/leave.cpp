// SPDX-License-Identifier: MIT
#include "escapement/arena/leave.h"

#include "escapement/siman/access.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/seize.h"

namespace escapement::arena {

Leave::Leave(std::string name, Options options) : Module(std::move(name)) {
  const std::optional<std::uint64_t> stream = options.onward.stream;
  PortBase* first = nullptr;
  PortBase* last = nullptr;
  const auto append = [&](auto& next) {
    if (last == nullptr)
      first = &next.in;
    else
      couple(*last, next.in);
    last = &next.out;
  };
  const bool seizes = !options.resources.empty(), accesses = !options.onward.conveyor.empty(),
             requests = !options.onward.transporter.empty();
  if (seizes || accesses || requests) append(line(options.queue));
  if (seizes)
    append(block<siman::Seize>("Seize", siman::Seize::Options{options.resources, options.priority, stream}));
  if (accesses)
    append(block<siman::Access>("Access",
                                siman::Access::Options{options.onward.conveyor, options.cells, stream}));
  if (requests) append(block<siman::Allocate>("Request", std::move(options.request)));
  if (!options.delay.empty() || last == nullptr) {
    siman::Delay::Options load{options.delay.empty() ? siman::ExpressionText(0.0) : options.delay,
                               options.allocation, stream};
    load.field = "delay";
    append(block<siman::Delay>("Delay", std::move(load)));
  }
  entry(*first);
  onward(*last, options.onward);
}

registry::ComponentType Leave::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Leave";
  type.doc = "Leave: entities get what they need to go, are loaded, and are sent to a station.";
  type.parameters = {
      "arena.Leave",
      "",
      {siman::ResourceUnits::field("resources", "what is seized before they go", siman::UnitsFor::kSeize,
                                   "Cyclical"),
       reference("conveyor", "conveyors").because("the conveyor that they access before they go"),
       expression("cells").at_least(1).by_default("1").because("of the conveyor: cells that they need")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        OwnQueue::check(v, out);
        siman::Selection::check(v, out);
        if ((v.find("resources") != nullptr) + (v.find("conveyor") != nullptr) +
                (v.find("transporter") != nullptr) >
            1)
          out.push_back({v.where(), "a Leave takes one kind of thing",
                         "keep one of \"resources\", \"conveyor\" and \"transporter\""});
        if (Onward::check(v, out) != Onward::Kind::kConnect) siman::Destination::check(v, out);
      }};
  std::vector<Field>& fields = type.parameters.fields;
  for (Field& field : siman::Allocate::fields(true, "Cyclical")) {  // its stream serves the whole module
    field.required = false;
    fields.push_back(std::move(field));
  }
  for (Field& field : OwnQueue::fields()) fields.push_back(std::move(field));
  fields.push_back(expression("delay").at_least(0).in("time").because("for loading; none when absent"));
  fields.push_back(choice("allocation", siman::category_names())
                       .by_default("Other")
                       .because("the category that the delay is charged to"));
  for (Field& field : Onward::fields()) fields.push_back(std::move(field));
  for (Field& field : siman::Destination::fields()) fields.push_back(std::move(field));
  type.ports = {entity_in()};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in()};
    const Value* transfer = v.find("transfer");
    if (transfer != nullptr && transfer->text() == "Connect") ports.push_back(entity_out());
    return ports;
  };
  type.composition =
      "siman.Queue -> siman.Seize, siman.Access or siman.Request -> siman.Delay -> siman.Route, siman.Convey "
      "or "
      "siman.Transport";
  type.statistics = OwnQueue::statistics();
  return type;
}

Leave::Options Leave::options_from(const registry::Arguments& arguments) {
  Options options;
  options.resources = siman::ResourceUnits::from(arguments, "resources", "Cyclical");
  options.cells = arguments.expression("cells", 1.0);
  if (arguments.has("transporter"))
    options.request = siman::Allocate::options_from(arguments, true, "Cyclical");
  options.priority = arguments.expression("priority", 1.0);
  options.queue = OwnQueue::from(arguments);
  options.delay = arguments.expression("delay");
  options.allocation = siman::category_from(arguments.string("allocation", "Other"));
  options.onward = Onward::from(arguments);
  options.onward.destination = siman::Destination::options_from(arguments);
  return options;
}

}  // namespace escapement::arena
