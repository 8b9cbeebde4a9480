// SPDX-License-Identifier: MIT
#include "escapement/arena/delay.h"

namespace escapement::arena {

Delay::Delay(std::string name, siman::Delay::Options options) : Module(std::move(name)) {
  options.field = "delay";
  auto& delay = block<siman::Delay>("Delay", std::move(options));
  entry(delay.in);
  exit(delay.out);
  exit(delay.interrupted, "interrupted");
}

registry::ComponentType Delay::descriptor() {
  registry::ComponentType type = siman::Delay::descriptor();
  type.parameters.name = type.name = "arena.Delay";
  type.doc = "Delay: the entity stays for a time.";
  for (registry::Field& field : type.parameters.fields)
    if (field.name == "duration") field.name = "delay";
  type.composition = "siman.Delay";
  return type;
}

siman::Delay::Options Delay::options_from(const registry::Arguments& arguments) {
  return siman::Delay::options_from(arguments, "delay");
}

}  // namespace escapement::arena
