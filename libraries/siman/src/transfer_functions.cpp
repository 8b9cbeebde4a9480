// SPDX-License-Identifier: MIT
// Arena's functions of stations, conveyors, transporters and guide paths (Rockwell Automation, Arena
// Variables Guide, "Conveyor variables", "Transporter variables").
#include "element_argument.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/network_link.h"
#include "escapement/siman/station_element.h"
#include "escapement/siman/transporter.h"
#include "model_scope.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::Argument;
using expressions::ParameterKind;

template <class E>
ModelFunction of(const char* name, const char* kind, const char* doc, double (E::*read)() const) {
  return {{name, {}, {{kind, ParameterKind::kNameOrExpression}}, doc},
          [kind, read](ModelScope& scope, std::span<Argument> a) {
            return read_node([element = ElementArgument<E>(scope, a[0], 0, kind), read](EntityFrame& f) {
              return (element.get(f).*read)();
            });
          }};
}

}  // namespace

std::vector<ModelFunction> transfer_functions() {
  std::vector<ModelFunction> all;
  all.push_back(
      of("NE", "station", "entities that are on their way to the station", &StationElement::en_route));
  const char* const conveyor = "conveyor";
  all.push_back(of("ICS", conveyor, "status of the conveyor: 0 idle, 1 moving, 2 blocked, 3 inactive",
                   &Conveyor::status));
  all.push_back(of("MLC", conveyor,
                   "length of the conveyor; of one that is no loop with that of the most cells of an entity",
                   &Conveyor::length));
  all.push_back(of("VC", conveyor, "velocity of the conveyor", &Conveyor::velocity));
  all.push_back(of("LC", conveyor, "occupied cells of the conveyor", &Conveyor::occupied_cells));
  all.push_back(of("LEC", conveyor, "length of the cells of entities that are conveyed and not accumulated",
                   &Conveyor::conveying_length));
  all.push_back(of("CLA", conveyor, "length of accumulated entities", &Conveyor::accumulated_length));
  all.push_back(of("NEC", conveyor, "entities that are conveyed and not accumulated", &Conveyor::conveying));
  all.push_back(of("NEA", conveyor, "accumulated entities", &Conveyor::accumulated));
  all.push_back(of("NT", "transporter", "units of the transporter that are busy", &Transporter::busy));
  all.push_back(of("MT", "transporter", "units of the transporter that are active", &Transporter::active));
  all.push_back(of("VT", "transporter", "velocity of the transporter", &Transporter::velocity));
  const expressions::Signature status{
      "IT",
      {},
      {{"transporter", ParameterKind::kNameOrExpression}, {"unit", ParameterKind::kExpression}},
      "status of a unit of the transporter: 0 idle, 1 busy, 2 inactive"};
  all.push_back({status, [](ModelScope& scope, std::span<Argument> a) {
                   return read_node([element = ElementArgument<Transporter>(scope, a[0], 0, "transporter"),
                                     unit = std::move(a[1].node)](EntityFrame& f) {
                     const Transporter& transporter = element.get(f);
                     return transporter.status(transporter.unit_numbered(unit->evaluate(f)));
                   });
                 }});
  all.push_back(of("NL", "link", "zones of the link that vehicles have", &NetworkLink::occupied));
  all.push_back(of("MZ", "link", "zones of the link", &NetworkLink::zone_count));
  all.push_back(of("LENZ", "link", "length of the zones of the link", &NetworkLink::zone_length));
  all.push_back(
      of("LTYP", "link", "kind of the link: 1 Unidirectional, 2 Bidirectional, 3 Spur", &NetworkLink::type));
  all.push_back(of("NDX", "link",
                   "number of the intersection that the vehicles on the link go to, 0 when there are none",
                   &NetworkLink::leads_to));
  all.push_back(of("LX", "intersection", "length of the intersection", &Intersection::length));
  return all;
}

}  // namespace escapement::siman
