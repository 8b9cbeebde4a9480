// SPDX-License-Identifier: MIT
// Elements of a class with the modifications and redeclarations that reach them (Modelica 3.6, section 7.3).
#include <algorithm>

#include "instantiator.h"

namespace escapement::modelica {

using ast::ClassForm;
using ast::ClassKind;
using ast::Element;
using ast::ElementKind;

// Elements that are not there are passed over: what a constraining clause gives need not all be in the class
// that is taken.
const Modifier* Instantiator::lenient(const Modifier* constraint) {
  if (constraint == nullptr) return nullptr;
  Modifier made = *constraint;
  std::vector<NamedModifier> children;
  for (const NamedModifier& entry : constraint->children) {
    Modifier child = *entry.modifier;
    child.lenient = true;
    children.push_back({entry.name, arena_.make<Modifier>(child)});
  }
  made.children = arena_.copy(children);
  return arena_.make<Modifier>(made);
}

Member* Instantiator::make_member(ClassNode& node, const Element& element) {
  Member member;
  member.kind = element.kind == ElementKind::kClass ? MemberKind::kClass : MemberKind::kComponent;
  member.name = element.name;
  member.element = &element;
  member.definition = element.class_definition;
  member.scope = member.holder = &node;
  member.is_protected = element.is_protected;
  member.is_final = element.final;
  member.replaceable = element.replaceable;
  const Modifier* outer = node.modifier == nullptr ? nullptr : node.modifier->child(element.name);
  if (outer != nullptr && element.final && !outer->lenient)
    reporter_.error(outer->place, "'" + std::string(element.name) + "' is final and cannot be modified",
                    "drop the modification; it was declared at " + reporter_.location(element.place).file +
                        ":" + std::to_string(element.place.line));
  if (outer != nullptr && outer->redeclare != nullptr) {
    apply_redeclare(node, member, *outer);
  } else {
    // The constraining clause modifies what is declared here too (section 7.3.2).
    const Modifier* own = from_ast(element.modification, &node, true);
    if (!element.constraining.parts.empty() && element.constraining_modification != nullptr)
      own = merge(own, lenient(from_ast(element.constraining_modification, &node)));
    member.modifier = merge(outer, own);
    if (outer != nullptr && element.is_protected && !outer->from_declaration && !outer->lenient &&
        outer->scope != nullptr && outer->scope->instance != node.instance)
      reporter_.error(outer->place,
                      "'" + std::string(element.name) + "' is protected and cannot be modified from outside",
                      "inherit and modify there, or make it public");
  }
  return new_member(std::move(member));
}

void Instantiator::apply_redeclare(ClassNode& node, Member& member, const Modifier& outer) {
  const Element& original = *member.element;
  const Element& made = *outer.redeclare;
  const bool extends = made.kind == ElementKind::kClass && made.class_definition->form == ClassForm::kExtends;
  if (made.kind != original.kind) {
    reporter_.error(outer.place,
                    "'" + std::string(member.name) + "' is " +
                        (original.kind == ElementKind::kClass ? "a class and redeclared as a component"
                                                              : "a component and redeclared as a class"),
                    "redeclare a class by a class, and a component by a component");
    return;
  }
  // Sizes may be given anew where the type stays (section 7.3.3).
  const auto same_type = [&] {
    return made.kind == ElementKind::kComponent && made.type.global == original.type.global &&
           std::equal(made.type.parts.begin(), made.type.parts.end(), original.type.parts.begin(),
                      original.type.parts.end(),
                      [](const ast::RefPart& a, const ast::RefPart& b) { return a.name == b.name; }) &&
           !made.dimensions.empty() && made.dimensions.size() == original.dimensions.size();
  };
  if (!original.replaceable && outer.redeclare_modifies && !same_type() &&
      original.variability != ast::Variability::kConstant) {
    reporter_.error(outer.place, "'" + std::string(member.name) + "' is not replaceable",
                    "write 'replaceable' at its declaration, " + reporter_.location(original.place).file +
                        ":" + std::to_string(original.place.line));
  }
  const bool from_outside =
      outer.redeclare_scope != nullptr && outer.redeclare_scope->instance != node.instance;
  if (original.is_protected && from_outside && outer.redeclare_modifies)
    reporter_.error(outer.place,
                    "'" + std::string(member.name) + "' is protected and cannot be redeclared from outside",
                    "inherit and redeclare there, or make it public");
  if (!from_outside && made.owner != nullptr && original.is_protected != made.is_protected)
    reporter_.error(outer.place,
                    "'" + std::string(member.name) + "' is " +
                        (original.is_protected ? "protected and redeclared as public"
                                               : "public and redeclared as protected"),
                    "keep it where it was");
  if (original.kind == ElementKind::kComponent && original.variability == ast::Variability::kConstant)
    reporter_.error(outer.place, "'" + std::string(member.name) + "' is a constant and cannot be redeclared",
                    "modify its value instead");
  member.original = &original;
  member.original_scope = &node;
  if (extends) {
    Member base = member;
    base.name = original.name;
    if (outer.beneath != nullptr && outer.beneath->redeclare != nullptr) {
      base.original = nullptr;
      apply_redeclare(node, base, *outer.beneath);
    } else {
      base.modifier = from_ast(original.modification, &node);
    }
    member.extended = new_member(std::move(base));
  }
  const Modifier* constraint = nullptr;
  if (!original.constraining.parts.empty())
    constraint = from_ast(original.constraining_modification, &node);
  else if (original.kind == ElementKind::kComponent)
    constraint = original.replaceable || !same_type() ? without_value(from_ast(original.modification, &node))
                                                      : from_ast(original.modification, &node);
  else if (original.class_definition->form == ClassForm::kShort)
    constraint = without_value(from_ast(original.class_definition->modification, &node));
  constraint = lenient(constraint);
  member.element = &made;
  member.definition = made.class_definition;
  member.scope = outer.redeclare_scope;
  member.replaceable = made.replaceable;
  member.is_final = member.is_final || made.final;
  Modifier rest = outer;
  rest.redeclare = nullptr;
  rest.redeclare_scope = nullptr;
  rest.place = outer.place;
  const Modifier* own = from_ast(made.modification, outer.redeclare_scope, true);
  if (extends) constraint = nullptr;
  member.modifier = merge(arena_.make<Modifier>(rest), merge(own, constraint));
}

}  // namespace escapement::modelica
