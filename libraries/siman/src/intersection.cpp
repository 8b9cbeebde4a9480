// SPDX-License-Identifier: MIT
#include "escapement/siman/intersection.h"

namespace escapement::siman {

registry::ComponentType Intersection::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Intersection";
  type.section = "intersections";
  type.doc = "An intersection of a guide path: where links meet, a zone that one vehicle can have.";
  type.parameters = {
      "intersection",
      "",
      {number("length").at_least(0).in("length").by_default("0").because("of the way across it"),
       number("velocityFactor")
           .above(0)
           .by_default("1")
           .because("vehicles cross it at their velocity times this")},
      {}};
  type.statistics = {{"Utilization", "timePersistent", "1 while a vehicle has it, 0 else"}};
  return type;
}

Intersection::Options Intersection::options_from(const registry::Arguments& arguments) {
  return {arguments.number("length", 0), arguments.number("velocityFactor", 1)};
}

void Intersection::declare(Binder& binder) {
  utilization_ = &binder.time_persistent(*this, path() + ".Utilization");
}

}  // namespace escapement::siman
