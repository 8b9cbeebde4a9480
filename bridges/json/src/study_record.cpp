// SPDX-License-Identifier: MIT
#include "escapement/json/migrate.h"
#include "escapement/json/scenarios.h"
#include "escapement/json/study.h"

namespace escapement::json {

using registry::Field;
using registry::Record;
using registry::Registry;

namespace {

void add_sections(Record& record, const Registry& registry) {
  for (const registry::ComponentType* type : registry.sections()) {
    Field section = registry::map(type->section, registry::record("", type->parameters));
    section.doc = type->doc.substr(0, type->doc.find('\n'));
    record.fields.push_back(std::move(section));
  }
  record.refused = registry.refused_sections();
}

}  // namespace

Record experiment_record(const std::vector<Field>& more) {
  using namespace registry;
  Record record;
  record.name = "experiment";
  record.doc = "How often and how long the model is run.";
  record.fields = {
      integer("replications")
          .at_least(1)
          .at_most(1e9)
          .by_default("1")
          .because("independent runs of the model"),
      duration("length").above(0).because(
          "when each replication ends, warm-up included; until no event is left when absent"),
      duration("warmup").by_default("0").because("statistics are cleared at this time"),
      integer("seed")
          .at_least(1)
          .at_most(4294944442.0)
          .by_default("12345")
          .because("all six words of the package seed of the generator MRG32k3a (L'Ecuyer 1999)"),
      integer("threads").at_least(1).at_most(4096).because(
          "replications that run at the same time; results do not depend on it"),
      string("startDate")
          .because("date of time 0, \"2026-11-30\" or \"2026-11-30 06:00\", for schedules by the "
                   "calendar; Monday at midnight when absent"),
      expression("terminate").because("a replication ends as soon as this is not 0"),
      integer("maxEntities")
          .at_least(1)
          .at_most(1e12)
          .by_default(std::to_string(kMostEntities))
          .because("entities that there may be at one time; a replication that makes more fails and tells "
                   "where they wait, before the memory is full"),
      boolean("antithetic")
          .by_default("false")
          .because(
              "replications come in pairs, the second with 1 - U where the first has the random number U"),
  };
  for (Field& field : scenario_fields()) record.fields.push_back(std::move(field));
  record.fields.insert(record.fields.end(), more.begin(), more.end());
  return record;
}

Record coupled_record(const Registry& registry) {
  using namespace registry;
  Record record;
  record.name = "coupled model";
  record.doc = "Components and the couplings between their ports.";
  record.fields = {
      string("description").because("for readers"),
      map("components", any("")).must().because("by name: {\"type\": ..., parameters} or a coupled model"),
      list("couplings", string("")).because("texts \"A.out -> B.in\""),
      list("inputs", string("")).because("names of the model's own inputs"),
      list("outputs", string("")).because("names of the model's own outputs"),
  };
  add_sections(record, registry);
  return record;
}

Record study_record(const Registry& registry, const LoadOptions& options) {
  using namespace registry;
  Record record;
  record.name = "the study";
  record.doc = "A model and the experiment to run with it.";
  record.fields = {
      integer("format").at_least(1).at_most(kCurrentFormat).by_default("1").because("version of this format"),
      string("name").because("of the study, in reports"),
      string("description").because("for readers, in reports"),
      choice("timeUnit", {"s", "min", "h", "d"})
          .by_default("s")
          .because("unit of all times that are bare numbers"),
      registry::record("experiment", experiment_record(options.experiment_fields))
          .because("how often and how long the model is run"),
      registry::record("model", coupled_record(registry)).must().because("the outermost coupled model"),
  };
  add_sections(record, registry);
  return record;
}

}  // namespace escapement::json
