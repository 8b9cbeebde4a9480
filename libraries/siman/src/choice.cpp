// SPDX-License-Identifier: MIT
#include "escapement/siman/choice.h"

#include "fields.h"

namespace escapement::siman {
namespace {

std::vector<std::string> ways(std::size_t conditions) {
  std::vector<std::string> names = {"then"};
  for (std::size_t i = 1; i < conditions; ++i) names.push_back("elseIf" + std::to_string(i));
  names.emplace_back("else");
  return names;
}

}  // namespace

If::If(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {
  for (std::string& way : ways(options_.conditions.size()))
    exits_.push_back(std::make_unique<Way>(*this, std::move(way)));
}

registry::ComponentType If::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.If";
  type.doc = "IF, ELSEIF, ELSE: the entity goes the way of the first condition that is true.";
  type.parameters = {"siman.If",
                     "",
                     {expression("if").must().because("leads to exit then"),
                      one_or_list("elseIf", expression("condition"))
                          .because("tested in order when it is not true; lead to elseIf1, elseIf2 ..."),
                      stream_field()},
                     {}};
  type.ports = {entity_in(),
                {"then", false, "entity", "when `if` is true"},
                {"else", false, "entity", "when no condition is true"}};
  type.ports_of = [](const Value& v) {
    const Value* more = v.find("elseIf");
    const std::size_t count = more == nullptr ? 0 : more->is(Value::Type::kArray) ? more->items().size() : 1;
    std::vector<PortInfo> ports = {entity_in()};
    for (std::string& way : ways(count + 1)) ports.push_back({std::move(way), false, "entity", "a way on"});
    return ports;
  };
  return type;
}

If::Options If::options_from(const registry::Arguments& arguments) {
  Options options;
  options.conditions.push_back(arguments.expression("if"));
  for (ExpressionText& text : arguments.expressions("elseIf")) options.conditions.push_back(std::move(text));
  options.stream = stream_from(arguments);
  return options;
}

void If::bind(Binder& binder) {
  for (std::size_t i = 0; i < options_.conditions.size(); ++i)
    conditions_.push_back(binder.compile_required(*this, i == 0 ? "if" : "elseIf", options_.conditions[i],
                                                  {.stream = options_.stream}));
}

Block* If::enter(Entity& entity) {
  EntityFrame frame(&entity);
  std::size_t way = 0;
  while (way < conditions_.size() && !conditions_[way].evaluate_truth(frame)) ++way;
  return exits_[way]->port.leave(entity);
}

registry::ComponentType While::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.While";
  type.doc = "WHILE: the entity goes through the body, whose end leads back here, while a condition is true.";
  type.parameters = {"siman.While",
                     "",
                     {expression("condition").must().because("tested at each passage"), stream_field()},
                     {}};
  type.ports = {entity_in("entities that come, and those from the end of the body"),
                {"body", false, "entity", "while the condition is true"},
                {"done", false, "entity", "when it is not"}};
  return type;
}

void While::bind(Binder& binder) {
  condition_ = binder.compile_required(*this, "condition", options_.condition, {.stream = options_.stream});
}

Block* While::enter(Entity& entity) {
  EntityFrame frame(&entity);
  return condition_.evaluate_truth(frame) ? body.leave(entity) : done.leave(entity);
}

}  // namespace escapement::siman
