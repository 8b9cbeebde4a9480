// SPDX-License-Identifier: MIT
#include "escapement/arena/assign.h"

namespace escapement::arena {

Assign::Assign(std::string name, siman::Assign::Options options) : Module(std::move(name)) {
  auto& assign = block<siman::Assign>("Assign", std::move(options));
  entry(assign.in);
  exit(assign.out);
}

registry::ComponentType Assign::descriptor() {
  registry::ComponentType type = siman::Assign::descriptor();
  type.parameters.name = type.name = "arena.Assign";
  type.doc = "Assign: sets attributes, variables or the entity's type, in no time.";
  type.composition = "siman.Assign";
  return type;
}

siman::Assign::Options Assign::options_from(const registry::Arguments& arguments) {
  siman::Assign::Options options{siman::Assignment::list_from(arguments, "assignments"), {}};
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
