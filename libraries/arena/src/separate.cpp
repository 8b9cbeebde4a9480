// SPDX-License-Identifier: MIT
#include "escapement/arena/separate.h"

#include "counting.h"
#include "escapement/siman/duplicate.h"
#include "escapement/siman/split.h"

namespace escapement::arena {

Separate::Separate(std::string name, Options options) : Module(std::move(name)) {
  auto& begin = block<CountBlock>("CountIn", "NumberIn");
  auto& end = block<CountBlock>("CountOut", "NumberOut");
  entry(begin.in);
  if (options.split) {
    auto& split = block<siman::Split>("Split", options.members);
    couple(begin.out, split.in);
    couple(split.out, end.in);
    exit(end.out);
    return;
  }
  auto& duplicate = block<siman::Duplicate>(
      "Duplicate",
      siman::Duplicate::Options{{options.duplicates}, options.percent_cost, "duplicates", options.stream});
  auto& copies = block<CountBlock>("CountCopies", "NumberOut");
  couple(begin.out, duplicate.in);
  couple(duplicate.out, end.in);
  couple(duplicate.copies(), copies.in);
  exit(end.out);
  exit(copies.out, "duplicate");
}

registry::ComponentType Separate::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Separate";
  type.doc = "Separate: copies an entity, or splits a temporary batch.";
  type.parameters = {
      "arena.Separate",
      "",
      {choice("kind", {"DuplicateOriginal", "SplitBatch"})
           .by_default("DuplicateOriginal")
           .because("what it does"),
       expression("duplicates").at_least(0).because("DuplicateOriginal: number of copies, 1 when absent"),
       number("percentCost")
           .at_least(0)
           .at_most(100)
           .because("DuplicateOriginal: percentage of the entity's times by category that the copies get, in "
                    "equal parts, 50 when absent; the entity keeps the rest"),
       integer("stream").at_least(1).because("pins the stream of the number of copies, by number")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* kind = v.find("kind");
        const bool split = kind != nullptr && kind->text() == "SplitBatch";
        for (const char* field : {"duplicates", "percentCost", "stream"})
          if (const Value* f = v.find(field); f != nullptr && split)
            out.push_back(
                {f->where(), std::string("\"") + field + "\" has no meaning with SplitBatch", "remove it"});
        for (const char* field : {"memberAttributes", "attributes"})
          if (const Value* f = v.find(field); f != nullptr && !split)
            out.push_back({f->where(), std::string("\"") + field + "\" has no meaning with DuplicateOriginal",
                           "remove it"});
        if (split) siman::MemberAttributes::check(v, out);
      }};
  for (Field& field : siman::MemberAttributes::fields()) {
    field.doc = "SplitBatch: " + field.doc;
    type.parameters.fields.push_back(std::move(field));
  }
  type.ports = {entity_in(), entity_out("out", "the entity, or the members of the batch"),
                entity_out("duplicate", "its copies")};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in(), entity_out("out", "the entity, or the members of the batch")};
    const Value* kind = v.find("kind");
    if (kind == nullptr || kind->text() != "SplitBatch")
      ports.push_back(entity_out("duplicate", "its copies"));
    return ports;
  };
  type.composition = "siman.Duplicate or siman.Split";
  type.statistics = {{"NumberIn", "counter", "entities that came"},
                     {"NumberOut", "counter", "entities that left, copies and members included"}};
  return type;
}

Separate::Options Separate::options_from(const registry::Arguments& arguments) {
  Options options;
  options.split = arguments.string("kind", "DuplicateOriginal") == "SplitBatch";
  options.duplicates = arguments.expression("duplicates", 1.0);
  options.percent_cost = arguments.number("percentCost", 50);
  options.members = siman::MemberAttributes::from(arguments);
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
