// SPDX-License-Identifier: MIT
// What instantiation makes: classes with the modifications that apply to them (ClassNode), their members, and
// the modifications themselves, merged outermost first (Modelica 3.6, chapters 5.6 and 7.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast.h"
#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct ClassNode;
struct Member;
struct Modifier;
struct Value;

// A modification passed through an array of components: it is the same for each element, or an element of its
// value belongs to each. A fixed index (from 1) is that of an element that was instantiated on its own.
struct Layer {
  int rank;
  bool each;
  std::int64_t fixed[4];  // zeros: not fixed
};

struct NamedModifier {
  std::string_view name;
  const Modifier* modifier;
};

// Never changed once it is made.
struct Modifier {
  const ast::Expr* value = nullptr;
  ClassNode* scope = nullptr;  // where names in value, and of a redeclared type, are looked up
  Place place{};
  bool each = false, final = false, removed = false;
  bool from_declaration = false;  // written at the component itself, not by a user of it
  const ast::Element* redeclare = nullptr;
  ClassNode* redeclare_scope = nullptr;
  const Modifier* beneath = nullptr;  // of `redeclare class extends`: the redeclaration that it extends

  bool redeclare_modifies = false;  // `redeclare` was written, and not only `replaceable`
  bool lenient = false;             // of a constraining clause: names that are not there are passed over
  Span<Layer> layers{};
  Span<NamedModifier> children{};

  const Modifier* child(std::string_view name) const {
    for (const NamedModifier& entry : children)
      if (entry.name == name) return entry.modifier;
    return nullptr;
  }
};

enum class Builtin : std::uint8_t {
  kNone,
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,
  kClock,
  kExternalObject,
  kStateSelect,  // only while the predefined types are made
};

struct Base {
  ClassNode* node;
  const ast::Element* clause;  // null for a short class
};

struct ClassNode {
  const ast::Class* definition = nullptr;  // null: the root of all, or a predefined type
  Builtin builtin = Builtin::kNone;        // of a predefined type itself
  ClassNode* enclosing = nullptr;          // lexically
  const Modifier* modifier = nullptr;
  Member* component = nullptr;     // whose type this is
  ClassNode* instance = nullptr;   // the most derived node of which this is a base, or this
  Member* class_member = nullptr;  // through which the class was found
  bool is_instance = false;        // lies in the tree of the model
  bool is_function_scope = false;
  enum class State : std::uint8_t { kNew, kExpanding, kReady } state = State::kNew;
  int depth = 0;  // of bases and components, bounded

  std::vector<Base> bases;
  std::vector<Member*> members;  // own and inherited, in order
  std::unordered_map<std::string_view, Member*> table;
  std::vector<const ast::Element*> imports;
  const EnumerationType* enumeration = nullptr;  // of Builtin::kEnumeration
  std::string element_suffix;                    // "[2]": of an array that is instantiated element by element
};

enum class MemberKind : std::uint8_t { kClass, kComponent };

struct Member {
  MemberKind kind = MemberKind::kComponent;
  std::string_view name;
  const ast::Element* element = nullptr;   // null for classes of files
  const ast::Class* definition = nullptr;  // of a class
  ClassNode* scope = nullptr;              // where its type is looked up; what encloses a class
  ClassNode* holder = nullptr;             // whose member it is: the node that declares it
  const Modifier* modifier = nullptr;      // outer and own, merged
  const ast::Element* original = nullptr;  // what a redeclaration replaced
  ClassNode* original_scope = nullptr;
  Member* extended = nullptr;  // by a class that is `redeclare class extends`
  bool is_protected = false;
  bool is_final = false;
  bool replaceable = false;

  ClassNode* node = nullptr;  // of a class; of a component its type, once it was asked for
  bool checked = false;
  bool failed = false;  // reported already

  // Components, filled in on demand.
  bool typed = false, typing = false;
  std::vector<ClassNode*> elements;  // of an array that is not kept as a whole
  bool expanded = false;
  ast::Variability variability = ast::Variability::kContinuous;
  ast::Causality causality = ast::Causality::kNone;
  bool flow = false, stream = false, is_inner = false, is_outer = false;
  Member* outer_target = nullptr;
  Span<std::int64_t> own_dims{};  // of the declaration and of its type
  bool dims_known = false, dims_running = false;
  enum class Presence : std::uint8_t { kUnknown, kPresent, kAbsent, kRunning } presence = Presence::kUnknown;
  std::int64_t variable = -1;  // of FlatModel, when it is one
  int local = -1;              // of a function
  const Value* value = nullptr;
  bool evaluating = false, structural = false;
  bool made_inner = false;  // declared by the model itself, for outer ones that find no inner
};

}  // namespace escapement::modelica
