// SPDX-License-Identifier: MIT
// Components: their types and prefixes, and inner for outer (Modelica 3.6, sections 4.4 and 5.4).
#include "instantiator.h"

namespace escapement::modelica {

using ast::ClassKind;

int Instantiator::rank_of(Member& component) {
  const ast::Element& element = *component.element;
  std::size_t rank = element.dimensions.size() + element.type_dimensions.size();
  if (rank == 0 && component.original != nullptr)
    rank = component.original->dimensions.size() + component.original->type_dimensions.size();
  return static_cast<int>(rank);
}

std::string Instantiator::path_of(const Member& component) {
  std::string path(component.name);
  const ClassNode* instance = component.holder->instance;
  while (instance != nullptr && instance->component != nullptr) {
    path = std::string(instance->component->name) + "." + path;
    instance = instance->component->holder->instance;
  }
  return path;
}

Member* Instantiator::find_inner(Member& outer) {
  const ClassNode* instance = outer.holder->instance;
  if (instance->component == nullptr) return nullptr;
  for (instance = instance->component->holder->instance; instance != nullptr;
       instance = instance->component == nullptr ? nullptr : instance->component->holder->instance) {
    const auto found = instance->table.find(outer.name);
    if (found != instance->table.end() && found->second->kind == outer.kind &&
        found->second->element != nullptr &&
        (found->second->made_inner || found->second->element->inner ||
         (found->second->original != nullptr && found->second->original->inner)))
      return found->second;
  }
  return nullptr;
}

Member* Instantiator::copy_member(ClassNode& node, const Member& like, std::string_view name) {
  Member member;
  member.kind = like.kind;
  member.name = name;
  member.element = like.element;
  member.scope = like.scope;
  member.holder = &node;
  member.original = like.original;
  member.original_scope = like.original_scope;
  member.modifier = without_value(like.modifier);
  member.presence = Member::Presence::kPresent;
  Member* made = new_member(std::move(member));
  node.table.emplace(name, made);
  node.members.push_back(made);
  return made;
}

void Instantiator::type_component(Member& component) {
  if (component.typed) {
    if (component.failed) throw Abandon{};
    return;
  }
  if (component.typing)
    reporter_.fail(component.element->place, "the type of '" + path_of(component) + "' depends on itself",
                   "break the circle");
  component.typing = true;
  struct Done {
    Member& member;
    ~Done() {
      member.typing = false;
      member.typed = true;
    }
  } done{component};
  component.failed = true;  // until the end is reached

  const ast::Element& element = *component.element;
  const ast::Element* original = component.original;
  component.variability = element.variability;
  component.causality = element.causality;
  component.flow = element.flow;
  component.stream = element.stream;
  if (const Member* around = component.holder->instance->component)
    component.stream = component.stream || around->stream;
  component.is_inner = element.inner;
  component.is_outer = element.outer && !component.made_inner;
  if (original != nullptr) {  // a redeclaration keeps the prefixes that it does not repeat
    if (!element.prefixed_variability && original->prefixed_variability)
      component.variability = original->variability;
    if (component.causality == ast::Causality::kNone) component.causality = original->causality;
    component.flow = component.flow || original->flow;
    component.stream = component.stream || original->stream;
    component.is_inner = component.is_inner || original->inner;
    component.is_outer = component.is_outer || (original->outer && !component.made_inner);
  }
  if (component.is_outer) component.outer_target = find_inner(component);
  Member* type = class_by_name(element.type, component.scope);
  if (component.replaceable && original == nullptr) static_cast<void>(component);
  const int rank = rank_of(component);
  const Modifier* modifier = component.modifier;
  ClassNode* plain = node_of(*type);
  if (!component.is_outer || component.is_inner || component.outer_target == nullptr) {
    if (rank > 0 && modifier != nullptr) modifier = with_layer(modifier, Layer{rank, false, {}});
  }
  Modifier passed;
  if (modifier != nullptr) {
    passed = *modifier;
    passed.value = nullptr;
    passed.layers = {};
    passed.redeclare = nullptr;
  }
  component.node =
      instance_of(*type, modifier == nullptr ? nullptr : arena_.make<Modifier>(passed), &component, nullptr);
  component.node->is_instance = component.holder->is_instance;
  component.node->is_function_scope = component.holder->is_function_scope;
  expand(*component.node);
  if (type->failed) return;
  // A short class may carry a causality: connector RealInput = input Real.
  for (const ClassNode* at = component.node;
       at != nullptr && at->definition != nullptr && component.causality == ast::Causality::kNone;
       at = at->bases.empty() ? nullptr : at->bases.front().node)
    component.causality = at->definition->causality;
  static_cast<void>(plain);
  const bool partial = is_partial(*component.node);
  if (partial && component.holder->is_instance && !component.is_outer) {
    reporter_.error(
        element.place,
        "'" + path_of(component) + "' is of the partial class '" + full_name(*component.node) + "'",
        component.replaceable || original != nullptr ? "redeclare it with a class that is complete"
                                                     : "use a class that is complete");
    return;
  }
  const ClassKind kind = kind_of(*component.node);
  if (kind == ClassKind::kPackage || (kind == ClassKind::kOperator)) {
    reporter_.error(element.place,
                    "'" + path_of(component) + "' is declared with the " + std::string(ast::kind_name(kind)) +
                        " '" + full_name(*component.node) + "', of which there are no components",
                    "name a type, model, block, record or connector");
    return;
  }
  component.failed = false;
}

}  // namespace escapement::modelica
