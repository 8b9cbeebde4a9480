// SPDX-License-Identifier: MIT
// Operators and constructors of records (Modelica 3.6, chapter 14 and section 12.6).

#include <algorithm>

#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

const Expr* Flattener::record_call(ClassNode& node, Member& member, const ast::Expr& written,
                                   Context& context) {
  if (Member* constructor = tree_.find(node, "'constructor'");
      constructor != nullptr && constructor->kind == MemberKind::kClass) {
    std::vector<const Expr*> args;
    for (const ast::Expr* part : written.args) args.push_back(expression(*part, context));
    ClassNode* operators = tree_.node_of(*constructor);
    tree_.expand(*operators);
    const Function* chosen = nullptr;
    std::vector<const Function*> fitting;
    if (tree_.kind_of(*operators) == ClassKind::kFunction) chosen = function_of(*operators, written.place);
    for (Member* inner : operators->members) {
      if (inner->kind != MemberKind::kClass || chosen != nullptr) continue;
      const Function* function = function_of(*tree_.node_of(*inner), written.place);
      if (function->outputs != 1)
        reporter_.fail(
            function->place,
            "the constructor '" + function->name + "' has " + std::to_string(function->outputs) + " outputs",
            "a constructor gives one record");
      if (matches(*function, args, written)) fitting.push_back(function);
    }
    // Without conversions of arguments, if one fits so; more than one must not.
    const auto converts = [&](const Function* function) {
      for (std::size_t i = 0; i < args.size(); ++i)
        if (function->variables[i].type.base != args[i]->type.base) return true;
      return false;
    };
    const bool exact =
        std::any_of(fitting.begin(), fitting.end(), [&](const Function* f) { return !converts(f); });
    if (exact) std::erase_if(fitting, converts);
    if (fitting.size() > 1)
      reporter_.fail(written.place,
                     "'" + fitting[0]->name + "' and '" + fitting[1]->name + "' both take these arguments",
                     "constructors of one record differ in the types of their inputs");
    if (!fitting.empty()) chosen = fitting.front();
    if (chosen != nullptr) return function_call(*chosen, written, context);
  }
  return function_call(*constructor_of(node, member, written.place), written, context);
}

// Whether a function can be called with these arguments by position and the names that were written.
bool Flattener::matches(const Function& function, const std::vector<const Expr*>& args,
                        const ast::Expr& written) const {
  if (args.size() > static_cast<std::size_t>(function.inputs)) return false;
  std::vector<bool> given(static_cast<std::size_t>(function.inputs), false);
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!assignable(function.variables[i].type, args[i]->type)) return false;
    given[i] = true;
  }
  for (const ast::NamedArgument& argument : written.named) {
    bool found = false;
    for (std::size_t i = args.size(); i < given.size(); ++i)
      if (function.variables[i].name == argument.name) found = given[i] = true;
    if (!found) return false;
  }
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!given[i] && function.variables[i].binding == nullptr) return false;
  return true;
}

const Expr* Flattener::operator_call(const std::string& name, std::vector<const Expr*> args, Place place) {
  Context context;
  context.scope = &tree_.root();
  for (const Expr* side : args) {
    if (side->type.base != BaseType::kRecord) continue;
    const auto found = record_nodes_.find(side->type.record);
    if (found == record_nodes_.end()) continue;
    Member* operators = tree_.find(*found->second, name);
    if (operators == nullptr || operators->kind != MemberKind::kClass) continue;
    ClassNode* node = tree_.node_of(*operators);
    tree_.expand(*node);
    for (const Member* inner : node->members)
      if (inner->kind == MemberKind::kComponent && tree_.kind_of(*node) == ClassKind::kOperator)
        reporter_.error(inner->element->place,
                        "the operator '" + tree_.full_name(*node) + "' has a component",
                        "operators have functions only");
    std::vector<const Function*> candidates;
    if (tree_.kind_of(*node) == ClassKind::kFunction) candidates.push_back(function_of(*node, place));
    for (Member* inner : node->members)
      if (inner->kind == MemberKind::kClass) candidates.push_back(function_of(*tree_.node_of(*inner), place));
    // As they are, then with the other operand made a record by the constructor; arrays element by element.
    std::vector<const Expr*> converted = args;
    for (const Expr*& arg : converted)
      if (arg->type.base != BaseType::kRecord)
        if (const Expr* made = converted_record(*found->second, arg, place)) arg = made;
    const bool product = name == "'*'" || name == "'/'";
    for (const bool whole : {true, false})
      for (const std::vector<const Expr*>* variant : {&args, &converted}) {
        std::vector<const Expr*> scalars;
        bool sizes_fit = true;
        for (const Expr* arg : *variant) {
          Expr* one = arena_.make<Expr>(*arg);
          one->type.dims = {};
          scalars.push_back(one);
          sizes_fit =
              sizes_fit && (same_dims(arg->type, variant->front()->type) ||
                            (product && (arg->type.is_scalar() || variant->front()->type.is_scalar())));
        }
        ast::Expr written{};
        for (const Function* function : candidates) {
          if (whole ? !matches(*function, *variant, written)
                    : !(sizes_fit && matches(*function, scalars, written)))
            continue;
          std::vector<const Expr*> all = *variant;
          all.resize(static_cast<std::size_t>(function->inputs), nullptr);
          return finish_call(*function, std::move(all), place, context);
        }
      }
  }
  std::string types;
  for (const Expr* side : args) types += (types.empty() ? "" : " and ") + type_text(side->type);
  reporter_.fail(place, "the operator " + name + " is not defined for " + types,
                 "records have operators only when they are operator records that define them");
}

// The record made of a number by the operator record's constructor, or null.
const Expr* Flattener::converted_record(ClassNode& node, const Expr* from, Place place) {
  Member* constructor = tree_.find(node, "'constructor'");
  if (constructor == nullptr || constructor->kind != MemberKind::kClass) return nullptr;
  ClassNode* operators = tree_.node_of(*constructor);
  tree_.expand(*operators);
  ast::Expr written{};
  Context context;
  context.scope = &tree_.root();
  for (Member* inner : operators->members) {
    if (inner->kind != MemberKind::kClass) continue;
    const Function* function = function_of(*tree_.node_of(*inner), place);
    Expr* one = arena_.make<Expr>(*from);
    one->type.dims = {};
    if (!matches(*function, {one}, written)) continue;
    std::vector<const Expr*> all{from};
    all.resize(static_cast<std::size_t>(function->inputs), nullptr);
    return finish_call(*function, std::move(all), place, context);
  }
  return nullptr;
}

}  // namespace escapement::modelica
