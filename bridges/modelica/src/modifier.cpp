// SPDX-License-Identifier: MIT
// Modifications: made from what was written, merged, carried through arrays of components.
#include "instantiator.h"

namespace escapement::modelica {

const Modifier* Instantiator::from_ast(const ast::Modification* modification, ClassNode* scope, bool own) {
  if (modification == nullptr) return nullptr;
  Modifier* made = arena_.make<Modifier>();
  made->place = modification->place;
  made->scope = scope;
  made->value = modification->value;
  made->from_declaration = own;
  std::vector<NamedModifier> children;
  for (const ast::Argument& argument : modification->arguments) {
    Modifier child;
    if (argument.modification != nullptr) child = *from_ast(argument.modification, scope);
    child.place = argument.place;
    child.scope = scope;
    child.each = argument.each;
    child.final = argument.final;
    child.removed = argument.removed;
    if (argument.element != nullptr) {
      child.redeclare = argument.element;
      child.redeclare_scope = scope;
      child.redeclare_modifies = argument.redeclare;
    }
    bool found = false;
    for (NamedModifier& entry : children) {
      if (entry.name != argument.name) continue;
      found = true;
      // a.b = 1, a.c = 2 are one modification of a; a = 1, a = 2 is a fault
      if (entry.modifier->value == nullptr && child.value == nullptr &&
          entry.modifier->redeclare == nullptr && child.redeclare == nullptr) {
        for (const NamedModifier& one : entry.modifier->children)
          for (const NamedModifier& two : child.children)
            if (one.name == two.name && one.modifier->value != nullptr && two.modifier->value != nullptr)
              reporter_.error(two.modifier->place,
                              "'" + std::string(argument.name) + "." + std::string(two.name) +
                                  "' is modified twice in one list",
                              "keep one of the two");
        entry.modifier = merge(arena_.make<Modifier>(child), entry.modifier);
      } else if ((entry.modifier->value != nullptr) != (child.value != nullptr) &&
                 entry.modifier->redeclare == nullptr && child.redeclare == nullptr) {
        entry.modifier = merge(arena_.make<Modifier>(child), entry.modifier);
      } else {
        reporter_.error(argument.place, "'" + std::string(argument.name) + "' is modified twice in one list",
                        "keep one of the two");
      }
    }
    if (!found) children.push_back({argument.name, arena_.make<Modifier>(child)});
  }
  made->children = arena_.copy(children);
  return made;
}

const Modifier* Instantiator::merge(const Modifier* outer, const Modifier* inner) {
  if (outer == nullptr) return inner;
  if (inner == nullptr || outer == inner) return outer;
  Modifier made = *outer;
  if (inner->final && !inner->from_declaration && (outer->value != nullptr || outer->redeclare != nullptr) &&
      (inner->value != nullptr || inner->redeclare != nullptr))
    reporter_.error(outer->place, "this modifies what is final",
                    "drop the modification; final was said at " + reporter_.location(inner->place).file +
                        ":" + std::to_string(inner->place.line));
  if (made.value == nullptr && inner->value != nullptr && made.redeclare == nullptr) {
    made.value = inner->value;
    made.scope = inner->scope;
    made.layers = inner->layers;
    made.place = inner->place;
    made.each = inner->each;
    made.from_declaration = inner->from_declaration;
  }
  made.final = outer->final || inner->final;
  if (made.redeclare == nullptr && inner->redeclare != nullptr) {
    made.redeclare = inner->redeclare;
    made.redeclare_scope = inner->redeclare_scope;
    made.redeclare_modifies = inner->redeclare_modifies;
  }
  if (outer->redeclare != nullptr && inner->redeclare != nullptr && outer->redeclare != inner->redeclare &&
      outer->redeclare->kind == ast::ElementKind::kClass &&
      outer->redeclare->class_definition->form == ast::ClassForm::kExtends)
    made.beneath = merge(outer->beneath, inner);
  if (outer->redeclare != nullptr && outer->redeclare_modifies && inner->redeclare != nullptr &&
      outer->redeclare != inner->redeclare && inner->redeclare_modifies && !inner->redeclare->replaceable &&
      (outer->redeclare->kind == ast::ElementKind::kComponent ||
       (outer->redeclare->class_definition->form == ast::ClassForm::kExtends &&
        inner->redeclare->class_definition->form == ast::ClassForm::kExtends)))
    reporter_.error(
        outer->place,
        "'" + std::string(outer->redeclare->name) + "' was redeclared before, without 'replaceable'",
        "write 'redeclare replaceable' there");
  made.removed = outer->removed || inner->removed;
  if (inner->children.empty()) return arena_.make<Modifier>(made);
  if (outer->children.empty()) {
    made.children = inner->children;
    return arena_.make<Modifier>(made);
  }
  std::vector<NamedModifier> children(outer->children.begin(), outer->children.end());
  for (const NamedModifier& entry : inner->children) {
    bool found = false;
    for (NamedModifier& mine : children)
      if (mine.name == entry.name) {
        mine.modifier = merge(mine.modifier, entry.modifier);
        found = true;
      }
    if (!found) children.push_back(entry);
  }
  made.children = arena_.copy(children);
  return arena_.make<Modifier>(made);
}

// What reaches the elements of an array: each value below gets the layer, with each where it was said on the
// way.
const Modifier* Instantiator::with_layer(const Modifier* modifier, Layer layer) {
  if (modifier == nullptr) return nullptr;
  Modifier made = *modifier;
  if (modifier->value != nullptr) {
    std::vector<Layer> layers(modifier->layers.begin(), modifier->layers.end());
    layers.push_back(layer);
    made.layers = arena_.copy(layers);
  }
  std::vector<NamedModifier> children;
  children.reserve(modifier->children.size());
  for (const NamedModifier& entry : modifier->children) {
    Layer mine = layer;  // each at the array itself was about the array around it
    mine.each = layer.each || entry.modifier->each;
    children.push_back({entry.name, with_layer(entry.modifier, mine)});
  }
  made.children = arena_.copy(children);
  return arena_.make<Modifier>(made);
}

const Modifier* Instantiator::without_value(const Modifier* modifier) {
  if (modifier == nullptr) return nullptr;
  Modifier made = *modifier;
  made.value = nullptr;
  made.redeclare = nullptr;
  made.layers = {};
  return arena_.make<Modifier>(made);
}

}  // namespace escapement::modelica
