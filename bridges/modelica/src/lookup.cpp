// SPDX-License-Identifier: MIT
// Names (Modelica 3.6, section 5.3).
#include <algorithm>

#include "instantiator.h"

namespace escapement::modelica {

namespace {
std::string text_of(const ast::TypeName& name) {
  std::string text;
  for (const ast::RefPart& part : name.parts) text += (text.empty() ? "" : ".") + std::string(part.name);
  return name.global ? "." + text : text;
}
}  // namespace

Member* Instantiator::child_class(ClassNode& node, const ast::Class& definition) {
  Member member;
  member.kind = MemberKind::kClass;
  member.name = definition.name;
  member.definition = &definition;
  member.scope = member.holder = &node;
  if (node.modifier != nullptr) member.modifier = node.modifier->child(definition.name);
  Member* made = new_member(member);
  node.table.emplace(definition.name, made);
  return made;
}

// Classes in files of their own.
Member* Instantiator::stored(ClassNode& node, std::string_view name) {
  const ast::Class* definition = nullptr;
  if (&node == root_)
    definition = library_.top_level(name);
  else if (node.definition != nullptr && node.component == nullptr)
    definition = library_.stored_child(node.definition, name);
  return definition == nullptr ? nullptr : child_class(node, *definition);
}

Member* Instantiator::find(ClassNode& node, std::string_view name) {
  expand(node);
  const auto found = node.table.find(name);
  if (found != node.table.end()) {
    Member* member = found->second;
    // An outer class is the inner one around the instance (section 5.4).
    if (member->kind == MemberKind::kClass && member->element != nullptr && member->element->outer)
      if (Member* inner = find_inner(*member)) return inner;
    return member;
  }
  if (Member* made = stored(node, name)) return made;
  for (const Base& base : node.bases)
    if (Member* made = find(*base.node, name)) {
      node.table.emplace(made->name, made);
      return made;
    }
  return nullptr;
}

Member* Instantiator::path_from_root(const ast::TypeName& name, std::size_t parts) {
  Member* member = nullptr;
  for (std::size_t i = 0; i < parts; ++i) {
    ClassNode* node = i == 0 ? root_ : member->kind == MemberKind::kClass ? node_of(*member) : nullptr;
    member = node == nullptr ? nullptr : find(*node, name.parts[i].name);
    if (member == nullptr) return nullptr;
  }
  return member;
}

void Instantiator::import_checks(const ast::Element& element, const Member* member) {
  if (member->is_protected)
    reporter_.error(element.place, "'" + text_of(element.type) + "' is protected and cannot be imported",
                    "import what is public");
  if (element.type.parts.size() < 2) return;
  Member* package = path_from_root(element.type, element.type.parts.size() - 1);
  if (package != nullptr && package->kind == MemberKind::kClass &&
      kind_of(*node_of(*package)) != ast::ClassKind::kPackage)
    reporter_.error(element.place, "'" + text_of(element.type) + "' is imported from what is no package",
                    "import from packages");
}

Member* Instantiator::imported(ClassNode& node, std::string_view name) {
  if (node.definition == nullptr) return nullptr;
  const auto key = std::make_pair(static_cast<const ClassNode*>(&node), name);
  if (!importing_.insert(key).second) return nullptr;  // an import of what we are just looking for
  struct Leave {
    decltype(importing_)& set;
    std::pair<const ClassNode*, std::string_view> key;
    ~Leave() { set.erase(key); }
  } leave{importing_, key};
  Member* of_all = nullptr;
  for (const ast::Element* element : node.definition->elements) {
    if (element->kind != ast::ElementKind::kImport) continue;
    if (element->name == name) {
      Member* member = path_from_root(element->type, element->type.parts.size());
      if (member == nullptr)
        reporter_.fail(element->place,
                       "'" + text_of(element->type) + "' cannot be imported, for there is no such class",
                       library_.searched());
      import_checks(*element, member);
      return member;
    }
    for (const std::string_view one : element->import_names)
      if (one == name) {
        Member* package = path_from_root(element->type, element->type.parts.size());
        Member* member = package == nullptr || package->kind != MemberKind::kClass
                             ? nullptr
                             : find(*node_of(*package), name);
        if (member == nullptr)
          reporter_.fail(element->place,
                         "'" + text_of(element->type) + "." + std::string(name) +
                             "' cannot be imported, for there is no such class",
                         library_.searched());
        return member;
      }
    if (element->import_all) {
      Member* package = path_from_root(element->type, element->type.parts.size());
      if (package == nullptr)
        reporter_.fail(element->place,
                       "'" + text_of(element->type) + "' cannot be imported, for there is no such package",
                       library_.searched());
      if (package->kind == MemberKind::kClass && kind_of(*node_of(*package)) != ast::ClassKind::kPackage)
        reporter_.error(element->place, "'" + text_of(element->type) + ".*' imports from what is no package",
                        "import from packages");
      Member* before = of_all;
      if (package->kind == MemberKind::kClass) of_all = find(*node_of(*package), name);
      if (of_all != nullptr && of_all->is_protected) of_all = nullptr;
      if (before != nullptr && of_all != nullptr && before != of_all)
        reporter_.error(element->place, "'" + std::string(name) + "' is imported by two imports of all",
                        "import it by its name");
      if (of_all == nullptr) of_all = before;
    }
  }
  return of_all;
}

Member* Instantiator::lookup(ClassNode* scope, std::string_view name, ClassNode** found_in) {
  for (ClassNode* at = scope; at != nullptr; at = at->enclosing) {
    Member* member = find(*at, name);
    if (member == nullptr) member = imported(*at, name);
    if (member != nullptr) {
      if (found_in != nullptr) *found_in = at;
      return member;
    }
    if (at->definition != nullptr && at->definition->encapsulated) {
      const auto predefined = root_->table.find(name);
      if (predefined == root_->table.end() || predefined->second->definition != nullptr) return nullptr;
      if (found_in != nullptr) *found_in = root_;
      return predefined->second;
    }
  }
  return nullptr;
}

std::vector<std::string> Instantiator::known_names(ClassNode& node, bool classes_only) {
  std::vector<std::string> names;
  expand(node);
  for (const Member* member : node.members)
    if (!classes_only || member->kind == MemberKind::kClass) names.emplace_back(member->name);
  if (node.definition != nullptr)
    for (std::string& child : library_.stored_children(node.definition)) names.push_back(std::move(child));
  return names;
}

Member* Instantiator::class_by_name(const ast::TypeName& name, ClassNode* scope) {
  Member* member = nullptr;
  ClassNode* found_in = nullptr;
  for (std::size_t i = 0; i < name.parts.size(); ++i) {
    const ast::RefPart& part = name.parts[i];
    ClassNode* inside = nullptr;
    if (i == 0) {
      member = name.global ? find(*root_, part.name) : lookup(scope, part.name, &found_in);
    } else {
      inside = node_of(*member);
      member = find(*inside, part.name);
    }
    if (member == nullptr) {
      ClassNode* near_node = inside != nullptr ? inside : scope;
      std::vector<std::string> names;
      for (ClassNode* at = near_node; at != nullptr; at = inside != nullptr ? nullptr : at->enclosing)
        for (std::string& known : known_names(*at, true)) names.push_back(std::move(known));
      if (inside == nullptr)
        for (const auto& [known, predefined] : root_->table) names.emplace_back(known);
      const std::string near(nearest_name(part.name, names));
      std::string message = "there is no class '" + text_of(name) + "'";
      if (inside != nullptr)
        message = "there is no class '" + std::string(part.name) + "' in '" + full_name(*inside) + "'";
      else if (name.parts.size() > 1)
        message = "there is no class '" + std::string(part.name) + "', of which '" + text_of(name) +
                  "' would be a part";
      std::string remedy = near.empty() ? "" : "did you mean '" + near + "'?";
      if (inside == nullptr && near.empty()) remedy = library_.searched();
      reporter_.fail(part.place, std::move(message), std::move(remedy));
    }
    if (member->kind != MemberKind::kClass)
      reporter_.fail(part.place,
                     "'" + std::string(part.name) + "' is a component, and a class is needed here",
                     "name a class");
    if (i > 0 && inside != nullptr && !is_package_like(*inside) && member->definition != nullptr &&
        !member->definition->encapsulated)
      reporter_.error(part.place,
                      "'" + text_of(name) + "' is looked up in '" + full_name(*inside) +
                          "', which is no package and does not look like one",
                      "move the class into a package, or make it encapsulated");
    if (i > 0 && member->is_protected)
      reporter_.error(part.place, "'" + text_of(name) + "' is protected in '" + full_name(*inside) + "'",
                      "use a public class, or inherit from '" + full_name(*inside) + "'");
  }
  return member;
}

Member* Instantiator::class_by_text(std::string_view dotted, ClassNode** holder, std::string_view* missing) {
  ClassNode* node = root_;
  Member* member = nullptr;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.front() == '\'' ? dotted.find('\'', 1) + 1 : dotted.find('.');
    const std::string_view name = dotted.substr(0, dot);
    dotted = dot >= dotted.size() ? std::string_view() : dotted.substr(dot + 1);
    if (holder != nullptr) *holder = node;
    if (missing != nullptr) *missing = name;
    member = find(*node, name);
    if (member == nullptr || member->kind != MemberKind::kClass) return nullptr;
    node = node_of(*member);
  }
  return member;
}

std::vector<std::string> Instantiator::models_in(ClassNode& package) {
  expand(package);
  std::vector<std::string> names;
  for (Member* member : package.members) {
    if (member->kind != MemberKind::kClass || member->definition == nullptr) continue;
    const ast::ClassKind kind = member->definition->kind;
    if (!member->definition->partial &&
        (kind == ast::ClassKind::kModel || kind == ast::ClassKind::kBlock || kind == ast::ClassKind::kClass))
      names.push_back(full_name(package) + "." + std::string(member->name));
  }
  return names;
}

}  // namespace escapement::modelica
