// SPDX-License-Identifier: MIT
#include "parser.h"

namespace escapement::modelica {

using ast::Argument;
using ast::Element;
using ast::ElementKind;
using ast::Modification;

// (a = 1, b(c = 2)) = 3, = 3 or := 3; null when there is none of these.
Modification* Parser::modification_if_any() {
  if (!is("(") && !is("=") && !is(":=")) return nullptr;
  const Place place = peek().place;
  Modification* made = is("(") ? class_modification() : arena_.make<Modification>();
  if (made->place.line == 0) made->place = place;
  if (is(":=")) reporter_.error(peek().place, "a binding is written with ':='", "write '='");
  if (accept("=") || accept(":=")) made->value = accept("break") ? nullptr : expression();
  return made;
}

Modification* Parser::class_modification() {
  const Depth depth_guard(*this);
  Modification* made = arena_.make<Modification>();
  made->place = peek().place;
  made->has_list = true;
  expect("(", "of a modification");
  std::vector<Argument> arguments;
  if (!is(")")) {
    do arguments.push_back(argument());
    while (accept(","));
  }
  expect(")", "after the modification");
  made->arguments = arena_.copy(arguments);
  return made;
}

Argument Parser::argument() {
  Argument made;
  made.place = peek().place;
  if (accept("break")) {
    made.removed = true;
    if (is("connect")) reporter_.not_supported(peek().place, "removing a connection by 'break'");
    made.name = identifier("after 'break'");
    return made;
  }
  made.redeclare = accept("redeclare");
  made.each = accept("each");
  made.final = accept("final");
  made.replaceable = accept("replaceable");
  if (made.redeclare || made.replaceable) {
    redeclaration(made);
    return made;
  }
  made.place = peek().place;
  std::vector<std::pair<std::string_view, Place>> names;
  do {
    const Place place = peek().place;
    names.emplace_back(identifier("to modify"), place);
    if (is("["))
      reporter_.fail(peek().place,
                     "a modification names the whole of '" + std::string(names.back().first) +
                         "', not one of its elements (section 7.2.5)",
                     "give all of them, as " + std::string(names.back().first) +
                         " = {1, 2, 3}, or what is inside of each, as " + std::string(names.back().first) +
                         "(k = {1, 2, 3})");
  } while (accept("."));
  Modification* inner = modification_if_any();
  made.description = description();
  // a.b.c = 1 is a(b(c = 1)); each and final go with the innermost
  for (std::size_t i = names.size(); i-- > 1;) {
    Argument nested = made;
    nested.name = names[i].first;
    nested.place = names[i].second;
    nested.modification = inner;
    inner = arena_.make<Modification>();
    inner->place = nested.place;
    inner->arguments = arena_.copy(std::vector<Argument>{nested});
    made.final = made.each = false;
    made.description = {};
  }
  made.name = names.front().first;
  made.modification = inner;
  return made;
}

void Parser::redeclaration(Argument& made) {
  Element prefixes{ElementKind::kComponent};
  prefixes.redeclare = made.redeclare;
  prefixes.final = made.final;
  prefixes.replaceable = made.replaceable;
  if (class_begins()) {
    made.element = arena_.make<Element>(prefixes);
    made.element->kind = ElementKind::kClass;
    made.element->class_definition = class_definition(nullptr);
    made.element->class_definition->element = made.element;
    made.element->name = made.element->class_definition->name;
    made.element->place = made.element->class_definition->place;
    constraining(*made.element);
  } else {
    std::vector<Element*> elements;
    component_clause(prefixes, elements, true);
    made.element = elements.front();
  }
  made.name = made.element->name;
}

Modification* Parser::annotation_if_any() {
  if (!accept("annotation")) return nullptr;
  return class_modification();
}

}  // namespace escapement::modelica
