// SPDX-License-Identifier: MIT
#include "escapement/siman/attribute.h"

namespace escapement::siman {

registry::ComponentType Attribute::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Attribute";
  type.section = "attributes";
  type.doc = "An attribute: a number that every entity carries.";
  type.parameters = {
      "attribute", "", {registry::number("initial").by_default("0").because("value of a new entity")}, {}};
  return type;
}

}  // namespace escapement::siman
