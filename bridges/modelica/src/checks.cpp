// SPDX-License-Identifier: MIT
// Rules about declarations that no step of flattening needs, and that users break all the same.
#include <algorithm>

#include "escapement/modelica/balance.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

// Which kinds of sections and elements a kind of class may have (section 4.6), and names used twice.
void Flattener::check_class(ClassNode& node) {
  const ast::Class* definition = node.definition;
  if (definition == nullptr) return;
  const auto kind = definition->kind;
  const std::string name = tree_.full_name(node);
  const bool plain = kind == ClassKind::kRecord || kind == ClassKind::kConnector ||
                     kind == ClassKind::kPackage || kind == ClassKind::kType;
  if (plain)
    for (const ast::Section& section : definition->sections)
      reporter_.error(section.place,
                      std::string("the ") + ast::kind_name(kind) + " '" + name + "' has " +
                          (section.algorithm ? "an algorithm" : "equations"),
                      "only models, blocks and functions may");
  for (const ast::Element* element : definition->elements) {
    if (element->kind != ast::ElementKind::kComponent) continue;
    if ((kind == ClassKind::kRecord || kind == ClassKind::kConnector) && element->is_protected)
      reporter_.error(element->place,
                      "'" + std::string(element->name) + "' is protected in the " + ast::kind_name(kind) +
                          " '" + name + "'",
                      "records and connectors have public elements only");
    if (kind == ClassKind::kConnector && (element->inner || element->outer))
      reporter_.error(
          element->place,
          "'" + std::string(element->name) + "' is inner or outer in the connector '" + name + "'",
          "connectors have neither");
    if (kind == ClassKind::kRecord &&
        (element->inner || element->outer || element->flow || element->stream ||
         element->causality != ast::Causality::kNone) &&
        !node.is_function_scope)
      reporter_.error(element->place,
                      "'" + std::string(element->name) + "' of the record '" + name +
                          "' has a prefix that records do not know",
                      "drop input, output, flow, stream, inner and outer");
    if (kind == ClassKind::kPackage && element->variability != ast::Variability::kConstant)
      reporter_.error(element->place,
                      "'" + std::string(element->name) + "' of the package '" + name + "' is no constant",
                      "packages have classes and constants only");
  }
  for (const Base& base : node.bases) check_class(*base.node);
}

void Flattener::check_component(Member& member) {
  const ast::Element& element = *member.element;
  const ClassKind kind = tree_.kind_of(*member.node);
  const ClassNode* holder = member.holder;
  const ClassKind around = holder->definition == nullptr ? ClassKind::kClass : holder->definition->kind;
  const std::string path = tree_.path_of(member);
  if ((around == ClassKind::kRecord || around == ClassKind::kConnector) &&
      tree_.builtin_node(*member.node) == nullptr && (kind == ClassKind::kModel || kind == ClassKind::kBlock))
    reporter_.error(element.place,
                    "'" + path + "' of the " + ast::kind_name(around) + " '" + tree_.full_name(*holder) +
                        "' is of the " + ast::kind_name(kind) + " '" + tree_.full_name(*member.node) + "'",
                    "records and connectors have elements of types, records and connectors");
  if (around == ClassKind::kRecord && kind == ClassKind::kConnector &&
      tree_.builtin_node(*member.node) == nullptr)
    reporter_.error(element.place,
                    "'" + path + "' of the record '" + tree_.full_name(*holder) + "' is a connector",
                    "records have elements of types and records");
  if (around == ClassKind::kBlock && kind == ClassKind::kConnector &&
      member.causality == ast::Causality::kNone && !member.is_protected &&
      tree_.builtin_node(*member.node) != nullptr && member.variability < ast::Variability::kParameter)
    reporter_.error(element.place,
                    "the connector '" + path + "' of the block '" + tree_.full_name(*holder) +
                        "' is neither input nor output",
                    "connectors of blocks have a direction");
  if (member.flow && member.variability > ast::Variability::kDiscrete)
    reporter_.error(element.place, "'" + path + "' is a flow and a parameter or constant",
                    "drop one of the prefixes");
  if (member.flow && tree_.builtin_node(*member.node) != nullptr) {
    const BaseType base = type_of_class(*member.node, element.place).base;
    if (base != BaseType::kReal)
      reporter_.error(
          element.place,
          "'" + path + "' is a flow of type " + type_text(type_of_class(*member.node, element.place)),
          "flows are Reals");
  }
  if (member.causality != ast::Causality::kNone && member.variability > ast::Variability::kDiscrete &&
      element.prefixed_variability && element.causality != ast::Causality::kNone &&
      member.variability == ast::Variability::kConstant)
    reporter_.error(element.place, "'" + path + "' is a constant and an input or output",
                    "drop one of the prefixes");
  if (element.condition != nullptr && member.is_inner && false) reporter_.error(element.place, "");
}

// Branches of an if-equation whose condition changes in the simulation have as many equations
// (section 8.3.4).
void Flattener::check_branches(const Equation& made) {
  std::vector<std::int64_t> counts;
  for (const EquationBranch& branch : made.branches) {
    std::int64_t count = 0;
    for (const Equation& part : branch.body) count += equation_count(part, *flat_);
    counts.push_back(count);
  }
  const bool has_else = !made.branches.empty() && made.branches.back().condition == nullptr;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] != counts[0]) {
      reporter_.error(made.place,
                      "the branches of an if-equation have " + std::to_string(counts[0]) + " and " +
                          std::to_string(counts[i]) + " equations",
                      "each branch needs as many, unless the condition is a parameter");
      return;
    }
  if (!has_else && counts[0] > 0)
    reporter_.error(made.place, "an if-equation has " + std::to_string(counts[0]) + " equations and no else",
                    "say in an else what holds otherwise, unless the condition is a parameter");
}

void Flattener::report_balance() {
  const Balance balance = balance_of(*flat_);
  if (balance.even()) return;
  const std::int64_t unknowns = balance.variables - balance.inputs;
  const bool few = balance.equations < unknowns;
  reporter_.error(model_->definition->place,
                  "'" + flat_->name + "' has " + std::to_string(balance.equations) + " equations for " +
                      std::to_string(unknowns) + " unknowns: " +
                      std::to_string(few ? unknowns - balance.equations : balance.equations - unknowns) +
                      (few ? " too few" : " too many"),
                  few ? "add equations, or give values to the variables that have none"
                      : "drop equations, or values of variables that equations determine already");
}

}  // namespace escapement::modelica
