// SPDX-License-Identifier: MIT
// Builds ClassNodes on demand: expands classes (own elements, bases, redeclarations), looks names up and
// gives components their types. It knows nothing of expressions' values; who needs one asks the translator.
//
//   expand:      5.6.1, 7.1   own elements, then bases in order, each with the modifications that reach it
//   lookup:      5.3          own and inherited members, imports, then the enclosing class, until one is
//   encapsulated modifiers:   7.2          merged outermost first redeclare:   7.3          the outermost
//   redeclaration wins; modifications of the constraining clause stay
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>

#include "library.h"
#include "node.h"

namespace escapement::modelica {

class Instantiator {
 public:
  // `enumerations` keeps the types that flat expressions go on to use.
  Instantiator(Library& library, Reporter& reporter, Arena& arena, std::deque<EnumerationType>& enumerations);

  // Lookup
  ClassNode& root() { return *root_; }
  // A member of the node itself, inherited ones included; null when there is none.
  Member* find(ClassNode& node, std::string_view name);
  // A simple name from inside of `scope`; null when there is none. `found_in` gets the node whose member it
  // is.
  Member* lookup(ClassNode* scope, std::string_view name, ClassNode** found_in = nullptr);
  // A class by its dotted name; reports and throws Abandon when there is none.
  Member* class_by_name(const ast::TypeName& name, ClassNode* scope);
  // The same from the root, null when there is none: then `missing` is the part that is not in `holder`.
  Member* class_by_text(std::string_view dotted, ClassNode** holder = nullptr,
                        std::string_view* missing = nullptr);
  // The dotted names of its own models and blocks that are complete, as far as they are read; for messages.
  std::vector<std::string> models_in(ClassNode& package);
  // What the members of a class lead to, as far as names can be resolved: for "did you mean".
  std::vector<std::string> known_names(ClassNode& node, bool classes_only);

  // Nodes
  void expand(ClassNode& node);
  ClassNode* node_of(Member& class_member);
  ClassNode* instance_of(Member& class_member, const Modifier* modifier, Member* component,
                         ClassNode* base_of);
  ClassNode* root_instance(Member& class_member);
  // Of the predefined type that the class is or extends; null when it is none.
  ClassNode* builtin_node(ClassNode& node);
  // Kind of the class, seen through short definitions.
  ast::ClassKind kind_of(ClassNode& node);
  bool is_expandable(ClassNode& node);
  std::string full_name(const ClassNode& node);
  bool is_package_like(ClassNode& node);
  bool is_partial(const ClassNode& node) const;
  // Whether a redeclared or replaceable element keeps what its constraining class promises.
  void check_constraint(Member& member);
  std::size_t dimensions_of(const ClassNode& node, bool without_own) const;
  std::string misfit(ClassNode& given, ClassNode& wanted, int depth);
  std::string path_of(const Member& component);

  // Components
  void type_component(Member& component);
  int rank_of(Member& component);  // own dimensions, those of its type not counted
  Member* find_inner(Member& outer);
  // A member of `node` declared as `like` is, under another name: what expandable connectors get.
  Member* copy_member(ClassNode& node, const Member& like, std::string_view name);

  // Modifiers
  const Modifier* merge(const Modifier* outer, const Modifier* inner);
  const Modifier* from_ast(const ast::Modification* modification, ClassNode* scope, bool own = false);
  const Modifier* with_layer(const Modifier* modifier, Layer layer);
  const Modifier* without_value(const Modifier* modifier);

  // Arrays of components that are to be instantiated element by element.
  std::set<const ast::Element*>& expand_elements() { return expand_elements_; }

  Reporter& reporter() { return reporter_; }
  Arena& arena() { return arena_; }
  Library& library() { return library_; }

 private:
  ClassNode* new_node(ClassNode node);
  Member* new_member(Member member);
  void predefined(std::string_view name, Builtin builtin, std::vector<std::string> literals = {});
  void expand_short(ClassNode& node);
  void expand_long(ClassNode& node);
  void expand_enumeration(ClassNode& node);
  void inherit(ClassNode& node, const ast::Element& clause, const Modifier* own_redeclares);
  void take_members(ClassNode& node, ClassNode& base, const ast::Element* clause);
  void check_base(ClassNode& node, Member& base, Place place, bool short_class);
  void check_elements(ClassNode& node);
  void adopt(ClassNode& base, Member& mine);
  void add_base(ClassNode& node, Member& base, const Modifier* modifier, const ast::Element* clause);
  Member* make_member(ClassNode& node, const ast::Element& element);
  const Modifier* lenient(const Modifier* constraint);
  void apply_redeclare(ClassNode& node, Member& member, const Modifier& outer);
  void import_checks(const ast::Element& element, const Member* member);
  Member* imported(ClassNode& node, std::string_view name);
  Member* stored(ClassNode& node, std::string_view name);
  Member* path_from_root(const ast::TypeName& name, std::size_t parts);
  void check_names(const Modifier* modifier, ClassNode& node, const std::string& what);
  Member* child_class(ClassNode& node, const ast::Class& definition);

  Library& library_;
  Reporter& reporter_;
  Arena& arena_;
  std::deque<ClassNode> nodes_;
  std::deque<Member> members_;
  std::deque<EnumerationType>& enumerations_;
  std::unordered_map<const ast::Class*, const EnumerationType*> enumeration_of_;
  std::set<const ast::Element*> expand_elements_;
  std::set<std::pair<const ClassNode*, std::string_view>> importing_;
  ClassNode* root_ = nullptr;
};

}  // namespace escapement::modelica
