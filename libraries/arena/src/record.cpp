// SPDX-License-Identifier: MIT
#include "escapement/arena/record.h"

namespace escapement::arena {
namespace {

const std::vector<std::string> kTypes = {"Count", "EntityStatistics", "TimeInterval", "TimeBetween",
                                         "Expression"};

}  // namespace

Record::Record(std::string name, siman::Count::Options count) : Module(std::move(name)) {
  count.module_statistic = true;
  auto& observer = block<siman::Count>("Count", std::move(count));
  entry(observer.in);
  exit(observer.out);
}

Record::Record(std::string name, siman::Tally::Options tally) : Module(std::move(name)) {
  tally.module_statistic = true;
  auto& observer = block<siman::Tally>("Tally", std::move(tally));
  entry(observer.in);
  exit(observer.out);
}

registry::ComponentType Record::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Record";
  type.doc = "Record: observes entities as they pass.";
  type.parameters = {
      "arena.Record",
      "",
      {choice("kind", kTypes).must().because("what is observed"),
       expression("value").because("Count: what is added, 1 when absent; Expression: what is observed"),
       expression("since").because("TimeInterval: when the interval began, usually an attribute"),
       string("statistic")
           .because("a declared counter or tally, or the name of the statistic to make; the module's name "
                    "when absent"),
       reference("set", "sets")
           .because("of counters or tallies, instead of one statistic: into which member, \"index\" says"),
       expression("index").because("number of the set's member, from 1"),
       integer("stream").at_least(1).because("pins the stream of the value by number")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        siman::SetMember::check(v, "statistic", out);
        const Value* what = v.find("kind");
        if (what == nullptr) return;
        const std::string& kind = what->text();
        const auto needs = [&](const char* field) {
          if (v.find(field) == nullptr)
            out.push_back(
                {what->where(), kind + " needs \"" + field + "\"", std::string("add \"") + field + "\""});
        };
        const auto refuses = [&](const char* field) {
          if (const Value* f = v.find(field))
            out.push_back(
                {f->where(), std::string("\"") + field + "\" has no meaning with " + kind, "remove it"});
        };
        if (kind == "Expression") needs("value");
        if (kind == "TimeInterval") needs("since");
        if (kind != "Expression" && kind != "Count") refuses("value");
        if (kind != "TimeInterval") refuses("since");
        if (kind == "EntityStatistics") refuses("statistic");
        if (kind == "EntityStatistics") refuses("set");
      }};
  type.ports = {entity_in(), entity_out()};
  type.composition = "siman.Count or siman.Tally";
  type.statistics = {{"", "tally", "the observations (a counter with Count), under the module's name"}};
  return type;
}

std::unique_ptr<Record> Record::make(const std::string& name, const registry::Arguments& arguments) {
  const std::string kind = arguments.string("kind", "Count");
  siman::Reference statistic;
  if (arguments.has("statistic")) statistic = siman::reference_from(arguments, "statistic");
  if (kind == "Count") {
    siman::Count::Options options;
    options.counter = statistic;
    options.member = siman::SetMember::from(arguments);
    options.increment = arguments.expression("value", 1.0);
    if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
    return std::make_unique<Record>(name, std::move(options));
  }
  siman::Tally::Options options;
  using What = siman::Tally::What;
  options.what = kind == "EntityStatistics" ? What::kEntity
                 : kind == "TimeInterval"   ? What::kInterval
                 : kind == "TimeBetween"    ? What::kBetween
                                            : What::kExpression;
  options.value = arguments.expression(kind == "TimeInterval" ? "since" : "value");
  options.tally = statistic;
  options.member = siman::SetMember::from(arguments);
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return std::make_unique<Record>(name, std::move(options));
}

}  // namespace escapement::arena
