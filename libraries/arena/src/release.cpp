// SPDX-License-Identifier: MIT
#include "escapement/arena/release.h"

#include "escapement/siman/release.h"

namespace escapement::arena {

Release::Release(std::string name, std::vector<siman::ResourceUnits> resources) : Module(std::move(name)) {
  auto& release = block<siman::Release>("Release", std::move(resources));
  entry(release.in);
  exit(release.out);
}

registry::ComponentType Release::descriptor() {
  registry::ComponentType type = siman::Release::descriptor();
  type.parameters.name = type.name = "arena.Release";
  type.doc = "Release: gives units of resources back; the entity moves on before those that waited.";
  type.composition = "siman.Release";
  return type;
}

}  // namespace escapement::arena
