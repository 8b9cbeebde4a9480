// SPDX-License-Identifier: MIT
#include "escapement/arena/match.h"

#include "escapement/arena/own_queue.h"

namespace escapement::arena {

Match::Match(std::string name, siman::Match::Options options) : Module(std::move(name)) {
  const std::size_t number = options.number;
  auto& match = block<siman::Match>("Match", std::move(options));
  for (std::size_t i = 0; i < number; ++i) {
    const std::string place = std::to_string(i + 1);
    auto& queue = line({}, "Queue" + place);
    entry(queue.in, ("in" + place).c_str());
    couple(queue.out, match.in(i));
    exit(match.out(i), "out" + place);
  }
}

registry::ComponentType Match::descriptor() {
  using namespace registry;
  ComponentType type = siman::Match::descriptor();
  type.name = "arena.Match";
  type.doc = "Match: entities wait at several entries until there is one at each, and go on together.";
  type.parameters = {
      "arena.Match",
      "",
      {integer("number").at_least(2).by_default("2").because("of entries in1, in2 ..."),
       reference("attribute", "attributes")
           .because("only entities with one value of this attribute go together; any when absent")},
      {}};
  type.composition = "a siman.Queue for each entry -> siman.Match";
  type.statistics = {{"Queue1.NumberInQueue", "timePersistent", "entities that wait at in1; so for each"},
                     {"Queue1.WaitingTime", "tally", "wait of an entity at in1; so for each"}};
  return type;
}

siman::Match::Options Match::options_from(const registry::Arguments& arguments) {
  siman::Match::Options options;
  options.number = static_cast<std::size_t>(arguments.integer("number", 2));
  if (arguments.has("attribute")) options.match = arguments.expression("attribute");
  return options;
}

}  // namespace escapement::arena
