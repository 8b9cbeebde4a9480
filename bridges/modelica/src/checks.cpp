// SPDX-License-Identifier: MIT
// Rules about declarations that no step of flattening needs, and that users break all the same.
#include <algorithm>
#include <functional>
#include <set>

#include "escapement/modelica/balance.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

// Which kinds of sections and elements a kind of class may have (section 4.6), and names used twice.
void Flattener::check_class(ClassNode& node) {
  const ast::Class* definition = node.definition;
  if (definition == nullptr) return;
  for (Member* member : node.members)
    if (member->kind == MemberKind::kClass) tree_.check_constraint(*member);
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
    if (definition->expandable && element->flow)
      reporter_.error(
          element->place,
          "'" + std::string(element->name) + "' of the expandable connector '" + name + "' is a flow",
          "expandable connectors have no flows of their own");
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

void Flattener::check_outer(Member& member, Member& inner) {
  const std::string path = tree_.path_of(member);
  if (member.modifier != nullptr && (member.modifier->value != nullptr || !member.modifier->children.empty()))
    reporter_.error(member.modifier->place, "'" + path + "' is outer and modified", "modify the inner one");
  std::string fault = tree_.misfit(*inner.node, *member.node, 0);
  if (fault.empty() && inner.made_inner && inner.node->definition != member.node->definition)
    fault =
        "nobody declares it, and another outer one of that name is of '" + tree_.full_name(*inner.node) + "'";
  if (!fault.empty())
    reporter_.error(
        member.element->place,
        "the inner '" + tree_.path_of(inner) + "' does not fit the outer '" + path + "': " + fault,
        "give both one type");
  else if (tree_.builtin_node(*member.node) != nullptr && !same_dims(type_of(member), type_of(inner)))
    reporter_.error(member.element->place,
                    "the inner '" + tree_.path_of(inner) + "' is of type " + type_text(type_of(inner)) +
                        " and the outer '" + path + "' of type " + type_text(type_of(member)),
                    "give both one type");
}

// What the declaration of an outer component does not know is not there, whatever the inner one has.
void Flattener::check_outer_part(Member& outer, const ast::RefPart& part) {
  if (tree_.builtin_node(*outer.node) == nullptr && !tree_.is_expandable(*outer.node) &&
      tree_.find(*outer.node, part.name) == nullptr)
    reporter_.fail(part.place,
                   "the outer '" + std::string(outer.name) + "' is declared as '" +
                       tree_.full_name(*outer.node) + "', which has no '" + std::string(part.name) + "'",
                   "declare it with a class that has it");
}

// Prefixes of components whose classes do not take them (section 4.4.2).
void Flattener::check_prefixes(Member& member) {
  const ast::Element& element = *member.element;
  const ClassKind kind = tree_.kind_of(*member.node);
  const std::string path = tree_.path_of(member);
  const bool directed = element.causality != ast::Causality::kNone;
  bool twice = false, by_class = false;  // a direction that a short class gives
  for (const ClassNode* at = member.node;
       at != nullptr && at->definition != nullptr && at->definition->form == ast::ClassForm::kShort;
       at = at->bases.empty() ? nullptr : at->bases.front().node) {
    const bool gives = at->definition->causality != ast::Causality::kNone;
    twice = twice || (gives && (directed || by_class));
    by_class = by_class || gives;
  }
  if (tree_.builtin_node(*member.node) == nullptr && (directed || by_class || element.flow || element.stream))
    for (Member* part : member.node->members) {
      if (part->kind != MemberKind::kComponent) continue;
      tree_.type_component(*part);
      twice = twice || ((element.flow || element.stream) && (part->flow || part->element->stream)) ||
              ((directed || by_class) && part->causality != ast::Causality::kNone);
    }
  if (twice)
    reporter_.error(
        element.place,
        "'" + path + "' has a prefix input, output, flow or stream, and so has its class or an element of it",
        "keep one of the two");
  if (tree_.builtin_node(*member.node) != nullptr) return;
  if ((kind == ClassKind::kModel || kind == ClassKind::kBlock) &&
      (element.prefixed_variability || element.causality != ast::Causality::kNone || element.flow ||
       element.stream))
    reporter_.error(element.place,
                    "'" + path + "' is of the " + std::string(ast::kind_name(kind)) + " '" +
                        tree_.full_name(*member.node) + "' and has a prefix that it cannot have",
                    "parameter, constant, discrete, input, output, flow and stream belong to types, records "
                    "and connectors");
  if (kind == ClassKind::kConnector && member.variability > ast::Variability::kDiscrete)
    reporter_.error(element.place,
                    "the connector '" + path + "' is a " +
                        (member.variability == ast::Variability::kConstant ? "constant" : "parameter"),
                    "connectors connect what changes");
}

// As many flows as potentials, and one flow beside streams (sections 9.3.1 and 15.1).
void Flattener::check_connector(Member& member) {
  ClassNode& node = *member.node;
  if (tree_.builtin_node(node) != nullptr || tree_.kind_of(node) != ClassKind::kConnector ||
      tree_.is_expandable(node) || member.causality != ast::Causality::kNone)
    return;
  std::int64_t flows = 0, potentials = 0, streams = 0;
  bool odd = false;
  const std::function<void(ClassNode&, std::int64_t, bool, bool, bool)> count =
      [&](ClassNode& at, std::int64_t times, bool flow, bool causal, bool stream) {
        for (Member* part : at.members) {
          if (part->kind != MemberKind::kComponent) continue;
          tree_.type_component(*part);
          if (!is_present(*part) || part->variability > ast::Variability::kDiscrete) continue;
          std::int64_t size = times;
          for (const std::int64_t one : own_dims(*part)) size *= one;
          odd = odd || part->is_outer;
          if (is_overconstrained(*part->node)) {  // as many as its equalityConstraint() gives (section 9.4.3)
            const std::optional<std::int64_t> residues = residues_of(*part->node, part->element->place);
            odd = odd || !residues;
            potentials += times * residues.value_or(0);
            continue;
          }
          const bool is_flow = flow || part->flow,
                     is_causal = causal || part->causality != ast::Causality::kNone;
          if (tree_.builtin_node(*part->node) == nullptr) {
            count(*part->node, size, is_flow, is_causal, stream || part->stream);
          } else if (part->stream || stream) {
            streams += size;
          } else if (is_flow) {
            flows += size;
          } else if (!is_causal) {
            potentials += size;
          }
        }
      };
  count(node, 1, false, false, false);
  if (odd) return;
  if (streams > 0 && flows != 1)
    reporter_.error(member.element->place,
                    "the connector '" + tree_.path_of(member) + "' has stream variables and " +
                        std::to_string(flows) + " flow variables",
                    "a connector with streams has one scalar flow");
  else if (flows != potentials && told_connectors_.insert(node.definition).second)
    reporter_.error(
        member.element->place,
        "the connector '" + tree_.path_of(member) + "' has " + std::to_string(flows) + " flows and " +
            std::to_string(potentials) + " potentials",
        "a connector has as many of one as of the other, inputs and outputs not counted: write 'flow' "
        "before what sums to zero where connectors meet");
}

// Values of constants and parameters that come back to themselves.
void Flattener::check_cycles() {
  std::vector<int> state(flat_->variables.size(), 0);
  const std::function<bool(std::uint32_t)> visit = [&](std::uint32_t number) -> bool {
    if (state[number] == 2) return false;
    if (state[number] == 1) return true;
    state[number] = 1;
    const std::function<bool(const Expr*)> search = [&](const Expr* e) -> bool {
      if (e == nullptr) return false;
      if (e->kind == ExprKind::kVariable && flat_->variables[e->variable].type.is_scalar() &&
          flat_->variables[e->variable].variability <= Variability::kParameter && visit(e->variable))
        return true;
      if (e->kind == ExprKind::kCall && (e->text == "size" || e->text == "ndims")) return false;
      if (e->kind == ExprKind::kIf) {  // only what the conditions choose counts
        for (std::size_t i = 0; i < e->args.size(); i += 2) {
          if (i + 1 == e->args.size()) return search(e->args[i]);
          const std::optional<Value> known = try_evaluate(e->args[i]);
          if (!known) return false;
          if (known->is_true()) return search(e->args[i + 1]);
        }
        return false;
      }
      for (const Expr* part : e->args)
        if (search(part)) return true;
      return false;
    };
    const bool found = search(flat_->variables[number].binding.value);
    state[number] = 2;
    if (found)
      reporter_.error(flat_->variables[number].binding.place,
                      "the value of '" + flat_->variables[number].name + "' depends on itself",
                      "break the circle");
    return false;
  };
  for (std::uint32_t i = 0; i < flat_->variables.size(); ++i)
    if (flat_->variables[i].type.is_scalar() && flat_->variables[i].variability <= Variability::kParameter)
      visit(i);
}

// What is declared discrete changes in a when only (section 4.4.4); constants have values.
void Flattener::check_declared_discrete() {
  std::set<std::uint32_t> set_by_when;
  const std::function<void(const Expr*)> mark = [&](const Expr* e) {
    if (e == nullptr) return;
    if (e->kind == ExprKind::kVariable) set_by_when.insert(e->variable);
    for (const Expr* part : e->args) mark(part);
  };
  for (const Expr* e : when_targets_) mark(e);
  for (Member* member : order_) {
    const auto number = static_cast<std::uint32_t>(member->variable);
    const Variable& variable = flat_->variables[number];
    if (member->variability == ast::Variability::kDiscrete && variable.type.base == BaseType::kReal &&
        variable.causality == Causality::kLocal && member->causality == ast::Causality::kNone &&
        set_by_when.count(number) == 0)
      reporter_.error(variable.place, "the discrete variable '" + variable.name + "' is set by no when",
                      "set it in a when, or drop 'discrete'");
    if (variable.binding.present() && variable.variability > Variability::kParameter) {
      try {
        check_changes_at_events(variable.type, variable.binding.value, variable.binding.place);
      } catch (Abandon) {
      }
    }
    const bool computed = variable.fixed.present();  // fixed = false: by the initial equations
    if (variable.variability == Variability::kParameter && !variable.binding.present() &&
        !variable.start.present() && !computed && variable.type.base != BaseType::kString &&
        variable.type.base != BaseType::kExternalObject && variable.type.base != BaseType::kEnumeration)
      reporter_.warning(variable.place,
                        "the parameter '" + variable.name + "' has no value and is taken for 0",
                        "give it one");
    if (variable.variability == Variability::kConstant && !variable.binding.present())
      reporter_.error(variable.place, "the constant '" + variable.name + "' has no value", "give it one");
  }
}

// What comes into a block and what goes out is said of every variable of its connectors (section 4.7).
void Flattener::check_block(Member& member) {
  if (member.is_protected || member.causality != ast::Causality::kNone || member.is_outer ||
      tree_.kind_of(*member.holder->instance) != ClassKind::kBlock ||
      tree_.kind_of(*member.node) != ClassKind::kConnector || tree_.builtin_node(*member.node) != nullptr ||
      tree_.is_expandable(*member.node))
    return;
  for (Member* part : member.node->members) {
    if (part->kind != MemberKind::kComponent) continue;
    tree_.type_component(*part);
    if (part->causality == ast::Causality::kNone && part->variability == ast::Variability::kContinuous &&
        tree_.builtin_node(*part->node) != nullptr) {
      reporter_.error(member.element->place,
                      "'" + std::string(part->name) + "' of the connector '" + tree_.path_of(member) +
                          "' of a block is neither input nor output",
                      "say which it is, or make the block a model");
      return;
    }
  }
}

void Flattener::check_component(Member& member) {
  check_prefixes(member);
  // What an expandable connector declares is there only where something connects to it (section 9.1.3), but
  // for its parameters and constants.
  const auto is_signal = [&](std::string_view name) {
    Member* part = tree_.find(*member.node, name);
    if (part == nullptr || part->kind != MemberKind::kComponent) return false;
    tree_.type_component(*part);
    return part->variability < ast::Variability::kParameter;
  };
  if (member.modifier != nullptr && tree_.is_expandable(*member.node))
    for (const NamedModifier& entry : member.modifier->children)
      if (entry.modifier->value != nullptr && is_signal(entry.name))
        reporter_.error(entry.modifier->place,
                        "'" + std::string(entry.name) + "' of the expandable connector '" +
                            tree_.path_of(member) + "' gets a value by a modification",
                        "connect what gives the value");
  check_block(member);
  tree_.check_constraint(member);
  check_connector(member);
  if (member.stream) {
    const ClassNode* around_it = member.holder;
    const Member* whole = around_it->instance->component;  // a stream of records
    if ((around_it->definition == nullptr || around_it->definition->kind != ClassKind::kConnector) &&
        !(whole != nullptr && whole->stream))
      reporter_.error(member.element->place,
                      "'" + tree_.path_of(member) + "' is a stream outside of a connector",
                      "streams are elements of connectors");
    if (tree_.builtin_node(*member.node) != nullptr &&
        type_of_class(*member.node, member.element->place).base != BaseType::kReal)
      reporter_.error(member.element->place,
                      "'" + tree_.path_of(member) + "' is a stream of type " +
                          type_text(type_of_class(*member.node, member.element->place)),
                      "streams are Reals");
  }
  if (member.flow && tree_.builtin_node(*member.node) == nullptr && member.node->definition != nullptr &&
      member.node->definition->operator_prefix)
    for (const char* name : {"'+'", "'-'", "'0'"})
      if (tree_.find(*member.node, name) == nullptr)
        reporter_.error(member.element->place,
                        "the flow '" + tree_.path_of(member) + "' is of '" + tree_.full_name(*member.node) +
                            "', which does not define " + name,
                        "flows of operator records need '+', '-' and '0'");
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

}  // namespace escapement::modelica
