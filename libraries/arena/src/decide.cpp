// SPDX-License-Identifier: MIT
#include "escapement/arena/decide.h"

#include "counting.h"
#include "escapement/core/error.h"

namespace escapement::arena {
namespace {

const std::vector<std::string> kDecideKinds = {"2WayByChance", "NWayByChance", "2WayByCondition",
                                               "NWayByCondition"};

// The exits in the order of the branch rules.
std::vector<std::string> exit_names(bool two_way, std::size_t tests) {
  if (two_way) return {"true", "false"};
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= tests; ++i) names.push_back("out" + std::to_string(i));
  names.emplace_back("else");
  return names;
}

}  // namespace

Decide::Decide(std::string name, Options options) : Module(std::move(name)) {
  if (options.tests.empty() || (options.two_way && options.tests.size() != 1))
    throw BuildError("'" + this->name() + "' has " + std::to_string(options.tests.size()) +
                     " tests; a two-way Decide takes one, others one or more");
  using siman::Branch;
  Branch::Options branch;
  branch.max_branches = 1;
  branch.stream = options.stream;
  branch.field = options.by_chance ? "probability" : "condition";
  const std::vector<std::string> names = exit_names(options.two_way, options.tests.size());
  for (std::size_t i = 0; i < options.tests.size(); ++i)
    branch.rules.push_back(
        {options.by_chance ? Branch::Rule::kWith : Branch::Rule::kIf, options.tests[i], names[i]});
  branch.rules.push_back({Branch::Rule::kElse, {}, names.back()});
  auto& fork = block<Branch>("Branch", std::move(branch));
  entry(fork.in);
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto& count = block<CountBlock>("Count" + std::to_string(i + 1), "NumberOut");
    couple(fork.exit(i), count.in);
    exit(count.out, names[i]);
  }
}

registry::ComponentType Decide::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "arena.Decide";
  type.doc = "Decide: by chance or by condition, two ways or many.";
  type.parameters = {
      "arena.Decide",
      "",
      {choice("kind", kDecideKinds).because("deduced from the other parameters when absent"),
       one_or_list("probability", expression("probability").at_least(0).at_most(1))
           .because("chance of exit true; or a list of chances of out1, out2 ..., the rest takes else"),
       one_or_list("condition", expression("condition"))
           .because(
               "exit true when it holds; or a list tested in order for out1, out2 ..., else when none holds"),
       integer("stream").at_least(1).because("pins the stream of the chance by number")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* probability = v.find("probability");
        const Value* condition = v.find("condition");
        if ((probability == nullptr) == (condition == nullptr)) {
          out.push_back({v.where(), "a Decide needs either \"probability\" or \"condition\"",
                         "give exactly one of them"});
          return;
        }
        const Value& tests = probability != nullptr ? *probability : *condition;
        const bool many = tests.is(Value::Type::kArray);
        if (many && tests.items().empty())
          out.push_back({tests.where(), "the list is empty", "give one entry for each exit but else"});
        const std::string fits =
            std::string(many ? "NWayBy" : "2WayBy") + (probability != nullptr ? "Chance" : "Condition");
        if (const Value* kind = v.find("kind");
            kind != nullptr && kind->is(Value::Type::kString) && kind->text() != fits)
          out.push_back({kind->where(),
                         "kind " + kind->text() + " does not fit the other parameters, which mean " + fits,
                         "a single value is two-way, a list is n-way"});
      }};
  type.ports = {entity_in(), entity_out("true", "when the test holds"),
                entity_out("false", "when it does not")};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in()};
    const Value* tests = v.find("probability") != nullptr ? v.find("probability") : v.find("condition");
    const bool many = tests != nullptr && tests->is(Value::Type::kArray);
    for (std::string& name : exit_names(!many, many ? tests->items().size() : 1))
      ports.push_back(entity_out(std::move(name)));
    return ports;
  };
  type.composition = "siman.Branch with at most one branch taken";
  type.statistics = {{"NumberOut", "counter", "entities that passed"}};
  return type;
}

Decide::Options Decide::options_from(const registry::Arguments& arguments) {
  Options options;
  options.by_chance = arguments.has("probability");
  const char* field = options.by_chance ? "probability" : "condition";
  const registry::Value& tests = *arguments.value(field);
  options.two_way = !tests.is(registry::Value::Type::kArray);
  options.tests = arguments.expressions(field);
  if (arguments.has("stream")) options.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return options;
}

}  // namespace escapement::arena
