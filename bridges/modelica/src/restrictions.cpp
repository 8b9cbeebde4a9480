// SPDX-License-Identifier: MIT
// What may inherit from what, and what may stand for what (Modelica 3.6, sections 4.6, 7.1.3, 6.4 and 7.3.2).
#include <algorithm>

#include "instantiator.h"

namespace escapement::modelica {

using ast::ClassKind;

namespace {

bool may_extend(ClassKind derived, ClassKind base) {
  if (derived == base || derived == ClassKind::kClass || base == ClassKind::kClass) return true;
  switch (derived) {
    case ClassKind::kBlock:
      return base == ClassKind::kRecord;
    case ClassKind::kModel:
      return base == ClassKind::kRecord || base == ClassKind::kBlock;
    case ClassKind::kConnector:
      return base == ClassKind::kRecord || base == ClassKind::kType;
    case ClassKind::kOperator:
      return base == ClassKind::kRecord || base == ClassKind::kFunction;
    default:
      return false;
  }
}

}  // namespace

void Instantiator::check_base(ClassNode& node, Member& base, Place place, bool short_class) {
  const ast::Class& definition = *node.definition;
  ClassKind kind = base.definition == nullptr ? ClassKind::kType : base.definition->kind;
  if (base.definition != nullptr && base.definition->form == ast::ClassForm::kEnumeration)
    kind = ClassKind::kType;
  if (short_class && (definition.kind == ClassKind::kRecord || definition.kind == ClassKind::kType) &&
      kind != ClassKind::kModel && kind != ClassKind::kBlock)
    return;
  if (short_class && definition.kind == ClassKind::kClass && kind == ClassKind::kFunction) {
    reporter_.error(place,
                    "the class '" + full_name(node) + "' is the function '" + std::string(base.name) + "'",
                    "write 'function " + std::string(definition.name) + " = ...'");
    return;
  }
  if (!may_extend(definition.kind, kind))
    reporter_.error(place,
                    std::string("the ") + ast::kind_name(definition.kind) + " '" + full_name(node) +
                        "' inherits from the " + ast::kind_name(kind) + " '" + std::string(base.name) + "'",
                    std::string("a ") + ast::kind_name(definition.kind) +
                        " inherits from classes of its own kind" +
                        (definition.kind == ClassKind::kModel   ? ", blocks and records"
                         : definition.kind == ClassKind::kBlock ? " and records"
                                                                : ""));
  if (base.definition != nullptr)
    for (const ast::Element* element : base.definition->elements)
      if (element->class_definition != nullptr && element->class_definition->operator_prefix &&
          element->class_definition->kind == ClassKind::kRecord) {
        reporter_.error(
            place,
            "'" + full_name(node) + "' inherits from '" + std::string(base.name) +
                "', which declares the operator record '" + std::string(element->name) + "'",
            "use its classes by their full names: nothing inherits from what is around an operator "
            "record");
        break;
      }
  if (!short_class && base.definition != nullptr && base.definition->operator_prefix &&
      kind == ClassKind::kRecord)
    reporter_.error(place,
                    "'" + full_name(node) + "' extends the operator record '" + std::string(base.name) + "'",
                    "define it as a short class: record A = B");
}

// Names that the language keeps for itself, imports of one name, and arrays or prefixed classes with more
// elements.
void Instantiator::check_elements(ClassNode& node) {
  static constexpr std::string_view kReserved[] = {"Real", "Integer", "Boolean", "String", "time"};
  const auto check_name = [&](std::string_view name, Place place) {
    if (std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved))
      reporter_.error(place, "'" + std::string(name) + "' is a name of the language and declared anew",
                      "choose another name");
  };
  const ast::Class& definition = *node.definition;
  // A class of a file of its own is an element of nothing that is read.
  const ast::Class* around = node.enclosing == nullptr ? nullptr : node.enclosing->definition;
  if (around == nullptr ||
      std::none_of(around->elements.begin(), around->elements.end(),
                   [&](const ast::Element* one) { return one->name == definition.name; }))
    check_name(definition.name, definition.place);
  std::vector<std::string_view> imports;
  for (const ast::Element* element : definition.elements) {
    if (element->kind == ast::ElementKind::kImport) {
      if (element->name.empty()) continue;
      if (std::find(imports.begin(), imports.end(), element->name) != imports.end())
        reporter_.error(element->place, "two imports give the name '" + std::string(element->name) + "'",
                        "rename one of them: import A = ...");
      imports.push_back(element->name);
      continue;
    }
    if (element->kind == ast::ElementKind::kExtends) continue;
    check_name(element->name, element->place);
  }
  for (const Base& base : node.bases) {
    bool shaped = false;
    for (const ClassNode* at = base.node;
         at != nullptr && at->definition != nullptr && at->definition->form == ast::ClassForm::kShort;
         at = at->bases.empty() ? nullptr : at->bases.front().node)
      shaped =
          shaped || !at->definition->dimensions.empty() || at->definition->causality != ast::Causality::kNone;
    if (!shaped && builtin_node(*base.node) == nullptr) continue;
    bool more = node.bases.size() > 1 && shaped;
    for (const Member* member : node.members)
      more = more || (member->kind == MemberKind::kComponent && member->holder == &node);
    if (more && base.clause != nullptr)
      reporter_.error(
          base.clause->place,
          "'" + full_name(node) +
              "' extends a predefined type, an array or a class with a prefix, and has more elements",
          "such a class has nothing else");
  }
}

// Only classes, constants and nothing that happens: what lookup by composite names may pass through
// (section 5.3.2).
bool Instantiator::is_package_like(ClassNode& node) {
  expand(node);
  const ClassKind kind = kind_of(node);
  if (kind == ClassKind::kPackage || node.definition == nullptr || builtin_node(node) != nullptr) return true;
  if (kind == ClassKind::kFunction || kind == ClassKind::kOperator || kind == ClassKind::kRecord ||
      kind == ClassKind::kConnector || kind == ClassKind::kType)
    return true;
  for (const Member* member : node.members)
    if (member->kind == MemberKind::kComponent && member->element->variability != ast::Variability::kConstant)
      return false;
  return true;
}

bool Instantiator::is_partial(const ClassNode& node) const {
  for (const ClassNode* at = &node; at != nullptr && at->definition != nullptr;
       at = at->bases.empty() ? nullptr : at->bases.front().node) {
    if (at->definition->partial) return true;
    if (at->definition->form != ast::ClassForm::kShort) return false;
  }
  return false;
}

// The first public component of `wanted` that `given` lacks or has with another predefined type; empty when
// it fits.
std::string Instantiator::misfit(ClassNode& given, ClassNode& wanted, int depth) {
  ClassNode* a = builtin_node(given);
  ClassNode* b = builtin_node(wanted);
  if (a != nullptr || b != nullptr) {
    if (a == nullptr || b == nullptr || a->builtin != b->builtin) return "it is of another type";
    if (a->builtin == Builtin::kEnumeration && a->enumeration != b->enumeration &&
        !b->enumeration->literals.empty() && a->enumeration->literals != b->enumeration->literals)
      return "it is another enumeration";
    return {};
  }
  expand(given);
  expand(wanted);
  if (depth > 3 || (given.class_member != nullptr && given.class_member->failed)) return {};
  for (Member* member : wanted.members) {
    if (member->kind != MemberKind::kComponent || member->is_protected || member->element->outer) continue;
    Member* mine = find(given, member->name);
    if (mine == nullptr || mine->kind != MemberKind::kComponent)
      return "it lacks the component '" + std::string(member->name) + "'";
  }
  return {};
}

// Dimensions that the class brings along, those of a declaration on the outside not counted.
std::size_t Instantiator::dimensions_of(const ClassNode& node, bool without_own) const {
  std::size_t count = 0;
  for (const ClassNode* at = &node;
       at != nullptr && at->definition != nullptr && at->definition->form == ast::ClassForm::kShort;
       at = at->bases.empty() ? nullptr : at->bases.front().node)
    count += without_own && at == &node ? 0 : at->definition->dimensions.size();
  return count;
}

void Instantiator::check_constraint(Member& member) {
  if (member.checked || member.element == nullptr) return;
  member.checked = true;
  try {
    const ast::Element* original = member.original != nullptr ? member.original : member.element;
    ClassNode* scope = member.original != nullptr ? member.original_scope : member.scope;
    if (member.original == nullptr && original->constraining.parts.empty()) return;
    ClassNode* wanted = nullptr;
    if (!original->constraining.parts.empty()) {
      wanted = node_of(*class_by_name(original->constraining, scope));
    } else if (original->kind == ast::ElementKind::kComponent) {
      wanted = node_of(*class_by_name(original->type, scope));
    } else if (original->class_definition->form != ast::ClassForm::kExtends) {
      Member declared;
      declared.kind = MemberKind::kClass;
      declared.name = original->name;
      declared.definition = original->class_definition;
      declared.scope = declared.holder = scope;
      declared.element = original;
      wanted = node_of(*new_member(declared));
    }
    if (wanted == nullptr) return;
    const bool is_class = member.kind == MemberKind::kClass;
    if (is_class && member.definition->form == ast::ClassForm::kExtends) return;
    ClassNode* given =
        is_class ? node_of(member) : node_of(*class_by_name(member.element->type, member.scope));
    if (kind_of(*wanted) == ClassKind::kFunction || kind_of(*wanted) == ClassKind::kPackage) return;
    std::string fault = misfit(*given, *wanted, 0);
    const std::size_t own = dimensions_of(*given, is_class), asked = dimensions_of(*wanted, false);
    if (fault.empty() && !original->constraining.parts.empty() && own != asked)
      fault = "it has " + std::to_string(own) + (own == 1 ? " dimension" : " dimensions") + " and not " +
              std::to_string(asked);
    if (!fault.empty())
      reporter_.error(member.element->place,
                      "'" + std::string(member.name) + "' cannot be of '" + full_name(*given) +
                          "', which does not fit '" + full_name(*wanted) + "': " + fault,
                      "use a class that has all that '" + full_name(*wanted) + "' has");
    // Who narrows the constraint keeps within the former one.
    if (member.original != nullptr && !member.element->constraining.parts.empty()) {
      ClassNode* narrowed = node_of(*class_by_name(member.element->constraining, member.scope));
      const std::string beyond = misfit(*narrowed, *wanted, 0);
      if (!beyond.empty())
        reporter_.error(member.element->place, "the constraining class '" + full_name(*narrowed) + "' of '" +
                                                   std::string(member.name) +
                                                   "' does not fit the former one, '" + full_name(*wanted) +
                                                   "': " + beyond);
    }
  } catch (Abandon) {
  }
}

}  // namespace escapement::modelica
