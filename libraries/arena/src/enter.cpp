// SPDX-License-Identifier: MIT
#include "escapement/arena/enter.h"

#include "escapement/siman/convey.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/transport.h"

namespace escapement::arena {

Enter::Enter(std::string name, Options options) : Module(std::move(name)) {
  auto& station = block<siman::StationBlock>("Station", std::move(options.station));
  entry(station.in);
  PortBase* last = &station.out;
  const auto append = [&](auto& next) {
    couple(*last, next.in);
    last = &next.out;
  };
  if (!options.delay.empty()) {
    siman::Delay::Options unload{options.delay, options.allocation, options.stream};
    unload.field = "delay";
    append(block<siman::Delay>("Delay", std::move(unload)));
  }
  if (!options.resources.empty()) append(block<siman::Release>("Release", options.resources));
  if (!options.conveyor.empty()) append(block<siman::ExitConveyor>("Exit", options.conveyor));
  if (!options.transporter.empty())
    append(block<siman::Free>("Free", siman::Free::Options{options.transporter}));
  exit(*last);
}

registry::ComponentType Enter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Enter";
  type.doc =
      "Enter: entities that are sent to a station come in here, are unloaded, and give back what they came "
      "with.";
  type.parameters = {"arena.Enter", "", siman::StationBlock::descriptor().parameters.fields,
                     [](const Value& v, std::vector<Diagnostic>& out) {
                       const int given = (v.find("resources") != nullptr) + (v.find("conveyor") != nullptr) +
                                         (v.find("transporter") != nullptr);
                       if (given > 1)
                         out.push_back({v.where(), "an Enter gives back one kind of thing",
                                        "keep one of \"resources\", \"conveyor\" and \"transporter\""});
                     }};
  for (Field& field : std::vector<Field>{
           expression("delay").at_least(0).in("time").because("for unloading; none when absent"),
           choice("allocation", siman::category_names())
               .by_default("Other")
               .because("the category that the delay is charged to"),
           siman::ResourceUnits::field("resources", "what is released", siman::UnitsFor::kRelease),
           reference("conveyor", "conveyors").because("the conveyor that entities exit"),
           reference("transporter", "transporters|sets")
               .because("the transporter, or set of transporters, whose unit they free"),
           integer("stream").at_least(1).because("pins the stream of the module's variates by number")})
    type.parameters.fields.push_back(std::move(field));
  type.ports = {entity_in(), entity_out()};
  type.composition = "siman.Station -> siman.Delay -> siman.Release, siman.Exit or siman.Free";
  return type;
}

Enter::Options Enter::options_from(const registry::Arguments& arguments) {
  Options options{siman::StationBlock::options_from(arguments), arguments.expression("delay"),
                  siman::category_from(arguments.string("allocation", "Other"))};
  options.resources = siman::ResourceUnits::from(arguments, "resources");
  if (arguments.has("conveyor")) options.conveyor = siman::reference_from(arguments, "conveyor");
  if (arguments.has("transporter")) options.transporter = siman::reference_from(arguments, "transporter");
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
