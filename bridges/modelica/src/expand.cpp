// SPDX-License-Identifier: MIT
// Classes to their members (Modelica 3.6, sections 5.6.1, 7.1 and 7.3).
#include <algorithm>

#include "instantiator.h"

namespace escapement::modelica {

using ast::ClassForm;
using ast::ClassKind;
using ast::Element;
using ast::ElementKind;

namespace {
// Whether two texts differ in blanks only.
bool same_words(std::string_view a, std::string_view b) {
  const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  std::size_t i = 0, j = 0;
  for (;;) {
    while (i < a.size() && blank(a[i])) ++i;
    while (j < b.size() && blank(b[j])) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (a[i++] != b[j++]) return false;
  }
}

constexpr int kMostDepth = 120;  // of bases and components within each other
}  // namespace

Instantiator::Instantiator(Library& library, Reporter& reporter, Arena& arena,
                           std::deque<EnumerationType>& enumerations)
    : library_(library), reporter_(reporter), arena_(arena), enumerations_(enumerations) {
  root_ = new_node({});
  root_->state = ClassNode::State::kReady;
  predefined("Real", Builtin::kReal);
  predefined("Integer", Builtin::kInteger);
  predefined("Boolean", Builtin::kBoolean);
  predefined("String", Builtin::kString);
  predefined("Clock", Builtin::kClock);
  predefined("ExternalObject", Builtin::kExternalObject);
  predefined("StateSelect", Builtin::kEnumeration, {"never", "avoid", "default", "prefer", "always"});
  predefined("AssertionLevel", Builtin::kEnumeration, {"warning", "error"});
}

void Instantiator::predefined(std::string_view name, Builtin builtin, std::vector<std::string> literals) {
  ClassNode* node = new_node({});
  node->builtin = builtin;
  node->enclosing = root_;
  node->state = ClassNode::State::kReady;
  if (!literals.empty()) {
    enumerations_.push_back({std::string(name), std::move(literals)});
    node->enumeration = &enumerations_.back();
  }
  Member member;
  member.kind = MemberKind::kClass;
  member.name = name;
  member.scope = member.holder = root_;
  member.node = node;
  Member* made = new_member(member);
  node->class_member = made;
  root_->table.emplace(name, made);
}

ClassNode* Instantiator::new_node(ClassNode node) {
  nodes_.push_back(std::move(node));
  ClassNode* made = &nodes_.back();
  if (made->instance == nullptr) made->instance = made;
  return made;
}

Member* Instantiator::new_member(Member member) {
  members_.push_back(std::move(member));
  return &members_.back();
}

std::string Instantiator::full_name(const ClassNode& node) {
  std::string name;
  for (const ClassNode* at = &node; at != nullptr && at != root_; at = at->enclosing) {
    const std::string_view part = at->definition != nullptr     ? at->definition->name
                                  : at->class_member != nullptr ? at->class_member->name
                                                                : std::string_view();
    name = std::string(part) + (name.empty() ? "" : "." + name);
  }
  return name;
}

ClassNode* Instantiator::node_of(Member& member) {
  if (member.node == nullptr) member.node = instance_of(member, nullptr, nullptr, nullptr);
  return member.node;
}

ClassNode* Instantiator::instance_of(Member& member, const Modifier* modifier, Member* component,
                                     ClassNode* base_of) {
  ClassNode node;
  node.definition = member.definition;
  node.enclosing = member.scope;
  node.modifier = merge(modifier, member.modifier);
  node.class_member = &member;
  node.component = component;
  node.is_instance = component != nullptr;
  node.depth = 0;
  if (base_of != nullptr) {
    node.instance = base_of->instance;
    node.component = base_of->component;
    node.is_instance = base_of->is_instance;
    node.is_function_scope = base_of->is_function_scope;
    node.depth = base_of->depth + 1;
  } else if (component != nullptr) {
    node.depth = component->holder->depth + 1;
  }
  if (node.depth > kMostDepth)
    reporter_.fail(component != nullptr           ? component->element->place
                   : member.definition == nullptr ? Place{}
                                                  : member.definition->place,
                   "'" + std::string(member.name) + "' contains or extends itself, or is nested more than " +
                       std::to_string(kMostDepth) + " deep",
                   "break the circle");
  if (member.definition == nullptr) {  // predefined
    node.builtin = member.node->builtin;
    node.enumeration = member.node->enumeration;
    node.state = ClassNode::State::kReady;
  }
  return new_node(std::move(node));
}

ClassNode* Instantiator::root_instance(Member& member) {
  ClassNode* made = instance_of(member, nullptr, nullptr, nullptr);
  made->is_instance = true;
  return made;
}

ClassNode* Instantiator::builtin_node(ClassNode& node) {
  if (node.builtin != Builtin::kNone) return &node;
  expand(node);
  for (const Base& base : node.bases)
    if (ClassNode* found = builtin_node(*base.node)) return found;
  return nullptr;
}

ClassKind Instantiator::kind_of(ClassNode& node) {
  if (node.definition == nullptr) return ClassKind::kType;
  if (node.definition->kind == ClassKind::kClass || node.definition->kind == ClassKind::kType ||
      node.definition->kind == ClassKind::kModel) {
    // a short class of a record is a record, whatever word it was defined with
    if (node.definition->form == ClassForm::kShort) {
      expand(node);
      if (!node.bases.empty()) {
        const ClassKind kind = kind_of(*node.bases.front().node);
        if (node.definition->kind != ClassKind::kModel || kind != ClassKind::kType) return kind;
      }
    }
  }
  return node.definition->kind;
}

bool Instantiator::is_expandable(ClassNode& node) {
  if (node.definition != nullptr && node.definition->expandable) return true;
  expand(node);
  if (node.definition != nullptr && node.definition->form == ClassForm::kShort && !node.bases.empty())
    return is_expandable(*node.bases.front().node);
  return false;
}

void Instantiator::expand(ClassNode& node) {
  if (node.state != ClassNode::State::kNew) return;
  node.state = ClassNode::State::kExpanding;
  try {
    switch (node.definition->form) {
      case ClassForm::kShort:
      case ClassForm::kDerivative:  // the inputs and outputs are those of its function
        expand_short(node);
        break;
      case ClassForm::kEnumeration:
        expand_enumeration(node);
        break;
      case ClassForm::kLong:
      case ClassForm::kExtends:
        expand_long(node);
        break;
    }
  } catch (Abandon) {
    if (node.class_member != nullptr) node.class_member->failed = true;
  }
  node.state = ClassNode::State::kReady;
  if (node.instance == &node && node.modifier != nullptr) check_names(node.modifier, node, full_name(node));
}

// Each modification must name something that is there.
void Instantiator::check_names(const Modifier* modifier, ClassNode& node, const std::string& what) {
  if (builtin_node(node) != nullptr) return;  // attributes are checked where they are used
  if (node.class_member != nullptr && node.class_member->failed) return;
  for (const NamedModifier& entry : modifier->children) {
    if (entry.modifier->lenient || entry.modifier->removed) continue;
    if (find(node, entry.name) != nullptr) continue;
    std::vector<std::string> names = known_names(node, false);
    const std::string near(nearest_name(entry.name, names));
    std::string remedy = "did you mean '" + near + "'?";
    if (near.empty())
      remedy = names.empty() ? std::string("it has no elements") : "it has " + list_text(names, 8);
    reporter_.error(entry.modifier->place,
                    "'" + what + "' has no element '" + std::string(entry.name) + "' to modify", remedy);
  }
}

void Instantiator::expand_enumeration(ClassNode& node) {
  const EnumerationType*& known = enumeration_of_[node.definition];
  if (known == nullptr) {
    EnumerationType made;
    made.name = full_name(node);
    for (const ast::EnumerationLiteral& literal : node.definition->literals) {
      if (std::find(made.literals.begin(), made.literals.end(), literal.name) != made.literals.end())
        reporter_.error(literal.place, "the literal '" + std::string(literal.name) + "' is there twice",
                        "name each literal once");
      static constexpr std::string_view kReserved[] = {"quantity", "min", "max", "start", "fixed"};
      if (std::find(std::begin(kReserved), std::end(kReserved), literal.name) != std::end(kReserved))
        reporter_.error(literal.place,
                        "the literal '" + std::string(literal.name) + "' has the name of an attribute",
                        "choose another name than quantity, min, max, start and fixed");
      made.literals.emplace_back(literal.name);
    }
    enumerations_.push_back(std::move(made));
    known = &enumerations_.back();
  }
  ClassNode base;
  base.builtin = Builtin::kEnumeration;
  base.enclosing = root_;
  base.instance = node.instance;
  base.component = node.component;
  base.is_instance = node.is_instance;
  base.modifier = node.modifier;
  base.enumeration = known;
  base.class_member = node.class_member;
  base.state = ClassNode::State::kReady;
  node.bases.push_back({new_node(std::move(base)), nullptr});
}

void Instantiator::add_base(ClassNode& node, Member& member, const Modifier* modifier,
                            const Element* clause) {
  for (const ClassNode* at = &node; at != nullptr; at = at->enclosing)
    if (at->definition == member.definition && at->state == ClassNode::State::kExpanding &&
        member.definition != nullptr && (at == &node || at->instance == node.instance))
      reporter_.fail(clause != nullptr ? clause->place : node.definition->place,
                     "'" + full_name(node) + "' extends itself by way of '" + std::string(member.name) + "'",
                     "break the circle");
  ClassNode* base = instance_of(member, modifier, nullptr, &node);
  node.bases.push_back({base, clause});
  expand(*base);
  if (member.failed && node.class_member != nullptr) node.class_member->failed = true;
}

void Instantiator::expand_short(ClassNode& node) {
  const ast::Class& definition = *node.definition;
  Member* base = class_by_name(definition.base, node.enclosing);
  check_base(node, *base, definition.base.place, true);
  const Modifier* own = from_ast(definition.modification, node.enclosing);
  const Modifier* modifier = merge(node.modifier, own);
  if (!definition.dimensions.empty() && modifier != nullptr) {
    Layer layer{static_cast<int>(definition.dimensions.size()), false, {}};
    const Modifier* children = with_layer(without_value(modifier), layer);
    Modifier made = *children;
    made.value = modifier->value;
    made.scope = modifier->scope;
    made.layers = modifier->layers;
    modifier = arena_.make<Modifier>(made);
  }
  add_base(node, *base, modifier, nullptr);
  if (own != nullptr) check_names(own, *node.bases.front().node, std::string(base->name));
  take_members(node, *node.bases.front().node, nullptr);
}

void Instantiator::expand_long(ClassNode& node) {
  const ast::Class& definition = *node.definition;
  std::vector<NamedModifier> redeclares;
  for (Element* element : definition.elements) {
    if (element->kind != ElementKind::kClass && element->kind != ElementKind::kComponent) continue;
    const bool class_extends =
        element->kind == ElementKind::kClass && element->class_definition->form == ClassForm::kExtends;
    if (element->redeclare || class_extends) {
      Modifier redeclare;
      redeclare.redeclare = element;
      redeclare.redeclare_scope = &node;
      redeclare.redeclare_modifies = true;
      redeclare.place = element->place;
      redeclares.push_back({element->name, arena_.make<Modifier>(redeclare)});
      continue;
    }
    Member* member = make_member(node, *element);
    if (!node.table.emplace(element->name, member).second)
      reporter_.error(element->place,
                      "'" + std::string(element->name) + "' is declared twice in '" + full_name(node) + "'",
                      "give each element a name of its own");
  }
  const Modifier* own_redeclares = nullptr;
  if (!redeclares.empty()) {
    Modifier made;
    made.children = arena_.copy(redeclares);
    own_redeclares = arena_.make<Modifier>(made);
  }
  if (definition.form == ClassForm::kExtends) {
    Member* extended = node.class_member == nullptr ? nullptr : node.class_member->extended;
    if (extended == nullptr)
      reporter_.fail(definition.place,
                     "'class extends " + std::string(definition.name) +
                         "' has no inherited class of that name to extend",
                     "inherit one, or name the base: 'extends ...' in an ordinary class");
    add_base(node, *extended, merge(node.modifier, from_ast(definition.modification, &node)), nullptr);
  }
  for (Element* element : definition.elements) {
    if (element->kind != ElementKind::kExtends) continue;
    try {
      inherit(node, *element, own_redeclares);
    } catch (Abandon) {
      if (node.class_member != nullptr) node.class_member->failed = true;
    }
  }
  // In order: what is inherited stands where the clause stands.
  std::size_t next_base = 0;
  if (definition.form == ClassForm::kExtends) take_members(node, *node.bases[next_base++].node, nullptr);
  for (Element* element : definition.elements) {
    if (element->kind == ElementKind::kExtends) {
      if (next_base < node.bases.size() && node.bases[next_base].clause == element)
        take_members(node, *node.bases[next_base++].node, element);
    } else if (element->kind != ElementKind::kImport) {
      const auto own = node.table.find(element->name);
      if (own != node.table.end() && own->second->holder == &node &&
          (own->second->element == element || own->second->original == element) &&
          std::find(node.members.begin(), node.members.end(), own->second) == node.members.end())
        node.members.push_back(own->second);
    }
  }
  check_elements(node);
  for (const NamedModifier& entry : redeclares) {
    bool found = false;
    for (const Base& base : node.bases) found = found || find(*base.node, entry.name) != nullptr;
    if (!found && !(node.class_member != nullptr && node.class_member->failed))
      reporter_.error(entry.modifier->place,
                      "'" + std::string(entry.name) + "' is redeclared, but no base class has it",
                      "drop 'redeclare', or look at the name");
  }
}

void Instantiator::inherit(ClassNode& node, const Element& clause, const Modifier* own_redeclares) {
  Member* base = class_by_name(clause.type, &node);
  check_base(node, *base, clause.place, false);
  const Modifier* own = from_ast(clause.modification, &node);
  if (base->replaceable && clause.type.parts.size() == 1 && base->holder == &node)
    reporter_.error(clause.place, "the base class '" + std::string(base->name) + "' is replaceable",
                    "inherit from a class that nobody can exchange");
  if (const auto own_base = node.table.find(clause.type.parts[0].name);
      clause.type.parts.size() == 1 && own_base != node.table.end() && own_base->second == base &&
      base->holder != &node)
    reporter_.error(clause.place, "the base class '" + std::string(base->name) + "' is itself inherited",
                    "name a base class that is found without inheritance");
  const Modifier* passed = node.modifier;
  if (passed != nullptr) {  // what the derived class has itself is not the base's; the base's may have it too
    std::vector<NamedModifier> children;
    for (const NamedModifier& entry : passed->children) {
      const auto mine = node.table.find(entry.name);
      if (mine == node.table.end() || mine->second->holder != &node) children.push_back(entry);
    }
    Modifier made = *passed;
    made.children = arena_.copy(children);
    passed = arena_.make<Modifier>(made);
  }
  add_base(node, *base, merge(passed, merge(own_redeclares, own)), &clause);
  ClassNode& made = *node.bases.back().node;
  if (own != nullptr) check_names(own, made, std::string(base->name));
}

// A base has its element from another base of the derived class, for the two are the same.
void Instantiator::adopt(ClassNode& base, Member& mine) {
  const auto found = base.table.find(mine.name);
  if (found == base.table.end() || found->second == &mine) return;
  std::replace(base.members.begin(), base.members.end(), found->second, &mine);
  found->second = &mine;
  for (const Base& inner : base.bases) adopt(*inner.node, mine);
}

void Instantiator::take_members(ClassNode& node, ClassNode& base, const Element* clause) {
  for (Member* member : base.members) {
    if (clause != nullptr && clause->is_protected) member->is_protected = true;
    const auto [at, fresh] = node.table.emplace(member->name, member);
    if (fresh) {
      node.members.push_back(member);
      continue;
    }
    const Member* mine = at->second;
    if (mine == member) {
      if (std::find(node.members.begin(), node.members.end(), member) == node.members.end())
        node.members.push_back(member);
      continue;
    }
    // The same element by two ways is one element; other ones of the same name contradict each other.
    if (mine->kind == MemberKind::kClass && member->kind == MemberKind::kClass &&
        mine->definition != member->definition && mine->definition != nullptr &&
        member->definition != nullptr && mine->original == nullptr && member->original == nullptr &&
        mine->definition->form == ClassForm::kLong && member->definition->form == ClassForm::kLong &&
        !same_words(mine->definition->source, member->definition->source))
      reporter_.error(mine->definition->place,
                      "the class '" + std::string(member->name) + "' of '" + full_name(node) +
                          "' is inherited as well, with another content",
                      "give one of the two another name, or redeclare it");
    if (mine->kind == MemberKind::kComponent && member->kind == MemberKind::kComponent &&
        mine->original == nullptr && member->original == nullptr && mine->element != member->element &&
        mine->element->type.parts.size() == 1 && member->element->type.parts.size() == 1 &&
        mine->element->type.parts[0].name != member->element->type.parts[0].name) {
      Member* one = root_->table.count(mine->element->type.parts[0].name) > 0
                        ? root_->table[mine->element->type.parts[0].name]
                        : nullptr;
      Member* two = root_->table.count(member->element->type.parts[0].name) > 0
                        ? root_->table[member->element->type.parts[0].name]
                        : nullptr;
      if (one != nullptr && two != nullptr && one->definition == nullptr && two->definition == nullptr)
        reporter_.error(mine->element->place,
                        "'" + std::string(member->name) + "' of '" + full_name(node) +
                            "' is inherited as well, with another type",
                        "keep one of the two");
    }
    if (mine->kind == member->kind) adopt(base, *at->second);

    if (mine->element != member->element && mine->kind != member->kind)
      reporter_.error(
          mine->element != nullptr ? mine->element->place : node.definition->place,
          "'" + std::string(member->name) + "' is both a class and a component in '" + full_name(node) + "'",
          "give one of them another name");
  }
}

}  // namespace escapement::modelica
