// SPDX-License-Identifier: MIT
// A model with too many or too few equations: which components are to blame (Modelica 3.6, section 4.7,
// "balanced models").
//
// A component has to give its own variables, those of its connectors included, except what comes from
// outside: its inputs, and as many variables as there are flows in its connectors, for each connection gives
// one of every pair. An input of a component that is not connected has to be given by the component around
// it.
#include <algorithm>
#include <map>

#include "balance_hint.h"
#include "escapement/modelica/balance.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

namespace {

constexpr std::size_t kShown = 8;

struct Part {
  std::string class_name;
  Place place{};
  std::int64_t equations = 0, unknowns = 0;
};

std::string path_of(const ClassNode& instance, Instantiator& tree) {
  return instance.component == nullptr ? std::string()
                                       : tree.path_of(*instance.component) + instance.element_suffix;
}

std::string counted(std::int64_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

void Flattener::report_balance() {
  const Balance balance = balance_of(*flat_);
  if (balance.even()) return;
  std::map<std::string, Part> parts;
  const auto part_of = [&](ClassNode* instance) -> Part& {
    Part& part = parts[path_of(*instance, tree_)];
    if (part.class_name.empty()) {
      part.class_name = std::string(instance->definition->name);
      part.place =
          instance->component == nullptr ? instance->definition->place : instance->component->element->place;
    }
    return part;
  };
  part_of(model_);
  for (Member* member : order_) {
    if (member->variable < 0) continue;
    const Variable& variable = flat_->variables[static_cast<std::size_t>(member->variable)];
    if (variable.variability <= Variability::kParameter) continue;
    const std::int64_t count = scalar_count(variable.type);
    bool is_input = member->causality == ast::Causality::kInput, in_connector = false;
    ClassNode* owner = member->holder->instance;
    while (owner->component != nullptr) {
      const ClassKind kind = tree_.kind_of(*owner);
      if (kind != ClassKind::kConnector && kind != ClassKind::kRecord && kind != ClassKind::kOperator) break;
      is_input = is_input || owner->component->causality == ast::Causality::kInput;
      in_connector = in_connector || kind == ClassKind::kConnector;
      owner = owner->component->holder->instance;
    }
    Part& part = part_of(owner);
    part.unknowns += count;
    if (variable.binding.present()) {
      part.equations += count;
    } else if (is_input) {
      part.unknowns -= count;
      if (owner->component != nullptr && connections_.find(*member, false) == nullptr)
        part_of(owner->component->holder->instance).unknowns += count;
    } else if (in_connector && variable.is_flow) {
      part.unknowns -= count;
    }
  }
  for (const Equation& equation : flat_->equations)
    if (!equation.from_connection)
      parts[std::string(equation.origin)].equations += equation_count(equation, *flat_);
  for (const Algorithm& algorithm : flat_->algorithms)
    parts[std::string(algorithm.origin)].equations += equation_count(algorithm, *flat_);

  const std::int64_t unknowns = balance.variables - balance.inputs;
  const bool few = balance.equations < unknowns;
  const auto difference = [](std::int64_t equations, std::int64_t wanted) {
    return equations < wanted ? std::to_string(wanted - equations) + " too few"
                              : std::to_string(equations - wanted) + " too many";
  };
  std::string message = "'" + flat_->name + "' has " + std::to_string(balance.equations) + " equations for " +
                        std::to_string(unknowns) + " unknowns: " + difference(balance.equations, unknowns);
  std::size_t told = 0, guilty = 0;
  for (const auto& [path, part] : parts) {
    if (part.equations == part.unknowns || part.class_name.empty()) continue;
    if (parts.size() == 1) break;  // the model itself, of which all has been said
    if (++guilty > kShown) continue;
    ++told;
    const SourceLocation where = flat_->location(part.place);
    message += "\n    " + (path.empty() ? "the model itself" : "'" + path + "'") + " (" + part.class_name +
               ", line " + std::to_string(where.line) + "): " + counted(part.equations, "equation") +
               " for " + counted(part.unknowns, "unknown") + ", " + difference(part.equations, part.unknowns);
  }
  if (guilty > told)
    message += "\n    and " + counted(static_cast<std::int64_t>(guilty - told), "more component");
  if (guilty == 0 && parts.size() > 1)
    message +=
        "\n    each component is balanced by itself, so it lies in the connections: an input that none "
        "gives, or two";
  flat_->files = reporter_.files();
  message += uneven_part(*flat_);
  reporter_.error(model_->definition->place, message,
                  few ? "add equations, or give values to the variables that have none"
                      : "drop equations, or values of variables that equations determine already");
}

}  // namespace escapement::modelica
