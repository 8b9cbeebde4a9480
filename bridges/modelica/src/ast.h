// SPDX-License-Identifier: MIT
// What the parser makes of a text: classes, elements, modifications, equations and expressions as they were
// written (Modelica 3.6, appendix A). Nodes lie in the arena of their file, and names are views of its text.
#pragma once

#include <string>
#include <string_view>

#include "escapement/modelica/operator.h"
#include "escapement/modelica/place.h"

namespace escapement::modelica::ast {

struct Expr;
struct Class;
struct Element;
struct Modification;

// One part of a component reference or of a class name: a name and its subscripts.
struct RefPart {
  std::string_view name{};
  Span<Expr*> subscripts;
  Place place;
};

struct Iterator {
  std::string_view name{};
  Expr* range;  // null when the range is to be found from the use of the iterator
  Place place;
};

struct NamedArgument {
  std::string_view name{};
  Expr* value;
  Place place;
};

enum class ExprKind : std::uint8_t {
  kReal,
  kInteger,
  kString,
  kBoolean,
  kReference,        // parts
  kCall,             // parts (function), args, named, iterators when it is a reduction
  kPartialFunction,  // function f(a = 1) as an argument
  kUnary,
  kBinary,
  kIf,      // condition, value, condition, value, ..., otherwise
  kRange,   // from, to or from, step, to
  kArray,   // {a, b}; with iterators {a for i in ...}
  kMatrix,  // [a, b; c, d]: each arg is a kRow
  kRow,
  kTuple,  // (a, , b): a missing part is null
  kColon,  // as a subscript
  kEnd,    // as a part of a subscript
};

struct Expr {
  ExprKind kind;
  Op op = Op::kNone;
  bool global = false;         // a reference that begins with a dot
  bool parenthesised = false;  // (a) and a one-part tuple are told apart by the comma
  bool value = false;          // of kBoolean
  Place place{};
  double number = 0;        // of kReal and kInteger
  std::string_view text{};  // string: what stands between the quotes, escapes and all
  Span<RefPart> parts{};
  Span<Expr*> args{};
  Span<NamedArgument> named{};
  Span<Iterator> iterators{};
};

struct Argument {
  bool each = false, final = false, redeclare = false, replaceable = false, removed = false;
  std::string_view name{};               // a dotted name is nested arguments after parsing
  Modification* modification = nullptr;  // of a plain modification
  Element* element = nullptr;            // of a redeclaration
  std::string_view description{};
  Place place{};
};

struct Modification {
  Span<Argument> arguments{};
  Expr* value = nullptr;
  bool has_list = false;  // parentheses were there, even with nothing in them
  Place place{};
};

struct TypeName {
  bool global = false;
  Span<RefPart> parts{};
  Place place{};
};

enum class Variability : std::uint8_t { kContinuous, kDiscrete, kParameter, kConstant };
enum class Causality : std::uint8_t { kNone, kInput, kOutput };

enum class ElementKind : std::uint8_t { kImport, kExtends, kClass, kComponent };

struct Element {
  ElementKind kind;
  bool is_protected = false, redeclare = false, final = false, inner = false, outer = false;
  bool replaceable = false, flow = false, stream = false, prefixed_variability = false;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kNone;
  std::string_view name{};  // component; import: the local name, empty for imports of all
  TypeName type{};          // component, extends, import
  Span<Expr*> type_dimensions{};
  Span<Expr*> dimensions{};
  Modification* modification = nullptr;
  Expr* condition = nullptr;
  Class* class_definition = nullptr;
  TypeName constraining{};  // no parts when there is none
  Modification* constraining_modification = nullptr;
  bool import_all = false;
  Span<std::string_view> import_names{};  // import A.{b, c}
  std::string_view description{};
  Modification* annotation = nullptr;
  Place place{};
  const Class* owner = nullptr;
};

// Equations and statements share a node: which kinds may stand where is the parser's matter.
enum class StatementKind : std::uint8_t {
  kEqual,
  kAssign,
  kCall,
  kIf,
  kFor,
  kWhile,
  kWhen,
  kConnect,
  kBreak,
  kReturn
};

struct Statement;
struct Branch {
  Expr* condition;  // null for else
  Span<Statement*> body;
  Place place;
};

struct Statement {
  StatementKind kind;
  Expr* left = nullptr;  // also the call
  Expr* right = nullptr;
  Span<Branch> branches{};     // if, when, while (one) and for (one)
  Span<Iterator> iterators{};  // for
  std::string_view description{};
  Modification* annotation = nullptr;
  Place place{};
};

struct Section {
  bool initial = false, algorithm = false;
  Span<Statement*> body{};
  Place place{};
};

enum class ClassKind : std::uint8_t {
  kClass,
  kModel,
  kBlock,
  kConnector,
  kRecord,
  kType,
  kPackage,
  kFunction,
  kOperator,
};
enum class ClassForm : std::uint8_t { kLong, kShort, kEnumeration, kDerivative, kExtends };

struct EnumerationLiteral {
  std::string_view name{};
  std::string_view description{};
  Place place;
};

struct External {
  bool present = false;
  std::string_view language{};
  Expr* call = nullptr;    // f(...) or null
  Expr* result = nullptr;  // component reference that takes the value
  Modification* annotation = nullptr;
  Place place{};
};

struct Class {
  ClassKind kind = ClassKind::kClass;
  ClassForm form = ClassForm::kLong;
  bool partial = false, encapsulated = false, expandable = false, pure = false, impure = false;
  bool operator_prefix = false;  // operator record, operator function
  bool open_enumeration = false;
  Causality causality = Causality::kNone;  // of a short class
  std::string_view name{};
  std::string_view description{};
  Span<Element*> elements{};
  Span<Section> sections{};
  External external{};
  Modification* annotation = nullptr;
  TypeName base{};  // of a short class, der(base, names)
  Span<Expr*> dimensions{};
  Modification* modification = nullptr;
  Span<EnumerationLiteral> literals{};
  Span<std::string_view> derivative_names{};
  Place place{};
  const Class* enclosing = nullptr;
  Element* element = nullptr;  // that defines it, null for the classes of a file
  std::string_view source{};   // the text of a long class, from its name to its end
};

struct StoredFile {
  bool has_within = false;
  Span<std::string_view> within{};
  Span<Class*> classes{};
};

const char* kind_name(ClassKind kind);

// As it was written, for messages; subscripts as "[...]".
inline std::string reference_text(const Expr& written) {
  std::string text = written.global ? "." : "";
  for (std::size_t i = 0; i < written.parts.size(); ++i)
    text += (i == 0 ? "" : ".") + std::string(written.parts[i].name) +
            (written.parts[i].subscripts.empty() ? "" : "[...]");
  return text;
}

}  // namespace escapement::modelica::ast
