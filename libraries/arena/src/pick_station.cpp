// SPDX-License-Identifier: MIT
#include "escapement/arena/pick_station.h"

namespace escapement::arena {

PickStation::PickStation(std::string name, Options options) : Module(std::move(name)) {
  auto& pick = block<siman::PickStation>("Pick", std::move(options.pick));
  entry(pick.in);
  options.onward.destination.number = "Entity.Station";
  onward(pick.out, options.onward);
}

registry::ComponentType PickStation::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.PickStation";
  type.doc =
      "PickStation: chooses a station by what waits, is busy and is on the way there, and sends entities.";
  type.parameters = {"arena.PickStation", "", siman::PickStation::fields(),
                     [](const Value& v, std::vector<Diagnostic>& out) { Onward::check(v, out); }};
  for (Field& field : Onward::fields()) type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(
      reference("conveyor", "conveyors").because("Convey: the conveyor of which they have cells"));
  type.parameters.fields.push_back(reference("transporter", "transporters|sets")
                                       .because("Transport: the transporter of which they have a unit"));
  type.ports = {entity_in()};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in()};
    const Value* transfer = v.find("transfer");
    if (transfer != nullptr && transfer->text() == "Connect") ports.push_back(entity_out());
    return ports;
  };
  type.composition = "siman.PickStation -> siman.Route, siman.Convey or siman.Transport";
  return type;
}

PickStation::Options PickStation::options_from(const registry::Arguments& arguments) {
  return {siman::PickStation::options_from(arguments), Onward::from(arguments)};
}

}  // namespace escapement::arena
