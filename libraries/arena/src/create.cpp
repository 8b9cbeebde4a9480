// SPDX-License-Identifier: MIT
#include "escapement/arena/create.h"

namespace escapement::arena {

Create::Create(std::string name, siman::Create::Options options) : Module(std::move(name)) {
  options.first_field = "firstCreation";
  options.batch_field = "entitiesPerArrival";
  options.count_for_module = true;
  exit(block<siman::Create>("Create", std::move(options)).out);
}

registry::ComponentType Create::descriptor() {
  using namespace registry;
  ComponentType type = siman::Create::descriptor();
  // The same parameters under Arena's names.
  const std::pair<const char*, const char*> renamed[] = {
      {"first", "firstCreation"}, {"batch", "entitiesPerArrival"}, {"maxBatches", "maxArrivals"}};
  for (Field& field : type.parameters.fields)
    for (const auto& [siman, arena] : renamed)
      if (field.name == siman) field.name = arena;
  type.parameters.name = type.name = "arena.Create";
  type.parameters.check = [](const Value& v, std::vector<Diagnostic>& out) {
    siman::Create::check_sources(v, "firstCreation", "entitiesPerArrival", out);
  };
  type.never_ends = [](const Value& v) { return siman::Create::never_ends(v, "maxArrivals"); };
  type.doc = "Create: the source of entities.";
  type.composition = "siman.Create";
  type.statistics = {{"NumberOut", "counter", "entities created"}};
  return type;
}

siman::Create::Options Create::options_from(const registry::Arguments& arguments) {
  siman::Create::Options options = siman::Create::options_from(arguments);
  options.first = arguments.expression("firstCreation", 0.0);
  options.batch = arguments.expression("entitiesPerArrival", 1.0);
  if (arguments.has("maxArrivals"))
    options.max_batches = static_cast<double>(arguments.integer("maxArrivals", 0));
  return options;
}

}  // namespace escapement::arena
