// SPDX-License-Identifier: MIT
// A flat hybrid model: what is left of a Modelica class when classes, components, modifications and
// connections are resolved (Modelica 3.6, section 5.6.5 and appendix B). Arrays are still arrays: an array of
// components makes one variable of more dimensions, `for` equations stand as they were written, with typed
// iterators. To make all of it scalar is a pass of its own (scalarize.h), which a back end that likes indexed
// equations leaves out.
//
// Ownership: everything hangs in the arena of the FlatModel; pointers are valid as long as it lives, also
// after moves.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/modelica/operator.h"
#include "escapement/modelica/place.h"

namespace escapement::modelica {

struct Expr;
struct Function;
struct RecordType;

enum class BaseType : std::uint8_t {
  kNone,  // no value: the call of a function without outputs
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,
  kRecord,
  kFunction,        // a function handed over as an argument
  kExternalObject,  // a handle of the standard library: a table, a random state
  kTuple,           // several results of a call
};

struct EnumerationType {
  std::string name;  // dotted
  std::vector<std::string> literals;
};

constexpr std::int64_t kUnknownSize = -1;  // of a `:` dimension inside of functions

struct Type {
  BaseType base = BaseType::kNone;
  const EnumerationType* enumeration = nullptr;
  const RecordType* record = nullptr;  // also names an external object
  Span<std::int64_t> dims{};

  std::size_t rank() const { return dims.size(); }
  bool is_scalar() const { return dims.empty(); }
  bool is_numeric() const { return base == BaseType::kReal || base == BaseType::kInteger; }
  bool is_discrete() const { return base != BaseType::kReal && base != BaseType::kRecord; }
};

struct RecordField {
  std::string name;
  Type type;
};

struct RecordType {
  std::string name;
  std::vector<RecordField> fields;
};

// A name that takes the values of a range; `id` tells iterators of one name apart.
struct Iterator {
  std::string_view name;
  std::uint32_t id;
  const Expr* range;  // a kRange, or any vector
};

enum class ExprKind : std::uint8_t {
  kReal,           // number
  kInteger,        // integer
  kBoolean,        // integer 0 or 1
  kString,         // text, escapes resolved
  kEnumeration,    // integer from 1, the type says of what
  kVariable,       // variable: index into FlatModel::variables; args: subscripts, one per dimension, or none
  kLocal,          // the same for Function::variables
  kIterator,       // iterator: Iterator::id; text: its name
  kTime,           // time
  kUnary,          // op, args[0]
  kBinary,         // op, args[0], args[1]; the dimensions of the operands say what + or * mean
  kIf,             // args: condition, value, condition, value, ..., otherwise
  kCall,           // text: name of a built-in function, or function; args by position, defaults filled in
  kArray,          // args, each with one dimension less
  kComprehension,  // {args[0] for iterators}: one dimension per iterator, the first iterator outermost
  kRange,          // args: from, step, to (step null when it is 1)
  kRecord,         // args: the fields in the order of the type
  kField,          // field number `integer` of args[0]
  kIndex,          // args[0] subscripted by the others
  kTuple,          // args, null for a result that nobody wants; only left of = and :=
  kColon,          // a whole dimension, as a subscript
  kFunction,       // a function as an argument; args: the bound inputs, null where free
};

// A typed expression. Calls of built-in functions of scalars with array arguments are meant element by
// element when `elementwise` is set; so are calls of functions (section 12.4.6), whose scalar arguments are
// then repeated.
struct Expr {
  ExprKind kind = ExprKind::kReal;
  Op op = Op::kNone;
  bool elementwise = false;
  Place place{};
  Type type{};
  double number = 0;
  std::int64_t integer = 0;
  std::uint32_t variable = 0;
  std::uint32_t iterator = 0;
  std::string_view text{};
  const Function* function = nullptr;
  Span<const Expr*> args{};
  Span<Iterator> iterators{};
};

enum class Variability : std::uint8_t { kConstant, kParameter, kDiscrete, kContinuous };
enum class Causality : std::uint8_t { kLocal, kInput, kOutput };

// A value for a variable or for an attribute of it. With iterators, one for each of the variable's first
// dimensions: for all their values, the element (or part) of the variable at these indices has `value`.
// Without, the value is that of the variable as a whole; an attribute of an array with a scalar value holds
// for each element.
struct Binding {
  const Expr* value = nullptr;
  Span<Iterator> iterators{};
  Place place{};
  bool present() const { return value != nullptr; }
};

struct NameSegment {
  std::string name;
  int rank = 0;  // how many of the variable's dimensions are this segment's
};

struct Variable {
  std::string name;  // dotted, without subscripts: "row.cell.v"
  std::vector<NameSegment> segments;
  Type type;
  Variability variability =
      Variability::kContinuous;             // Integers and Booleans that are no parameters are kDiscrete
  Causality causality = Causality::kLocal;  // input and output of the model itself only
  bool is_flow = false, is_protected = false, is_final = false;
  bool evaluated = false;  // a parameter whose value went into the structure: it cannot be changed afterwards
  Binding binding;
  Binding start, fixed, nominal, min, max, quantity, unit, display_unit, state_select;
  std::string comment;
  Place place{};
};

enum class EquationKind : std::uint8_t {
  kEqual,   // left = right
  kIf,      // branches; the last condition is null when there is an else
  kFor,     // iterators, branches[0].body
  kWhen,    // branches: when, elsewhen
  kCall,    // left: assert, terminate, reinit, or a function called for its effect
  kAssign,  // from here on statements of algorithms only; left := right
  kWhile,   // branches[0]
  kBreak,
  kReturn,
};

struct Equation;
struct EquationBranch {
  const Expr* condition = nullptr;
  std::vector<Equation> body;
};

// An equation or a statement.
struct Equation {
  EquationKind kind = EquationKind::kEqual;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
  std::vector<EquationBranch> branches;
  Span<Iterator> iterators{};
  Place place{};
  std::string_view origin;  // path of the component whose class holds it
  bool from_connection = false;
};

struct Algorithm {
  std::vector<Equation> statements;
  std::string_view origin;
  // Over the dimensions of the arrays of components around it: the algorithm stands once for each value.
  Span<Iterator> iterators{};
  Place place{};
};

struct FunctionVariable {
  std::string name;
  Type type;
  Causality causality = Causality::kLocal;
  std::vector<const Expr*>
      sizes;                      // per dimension: null for `:`, else the size, in terms of earlier variables
  const Expr* binding = nullptr;  // default of an input, first value of the others
  bool is_constant = false;
};

struct DerivativeAnnotation {
  const Function* function = nullptr;
  int order = 1;
  std::vector<std::string> zero_derivative, no_derivative;
};

struct InverseAnnotation {
  int input = 0;  // of the function
  const Function* function = nullptr;
  std::vector<int> arguments;  // -1: the function's value, else the number of an input
};

struct Function {
  std::string name;                         // dotted
  std::vector<FunctionVariable> variables;  // inputs first, in order, then outputs, then locals
  int inputs = 0, outputs = 0;
  std::vector<Equation> body;
  bool is_external = false;
  bool is_pure = true;
  bool is_record_constructor = false;
  std::string external_name, external_language;
  const Expr* external_result = nullptr;
  std::vector<const Expr*> external_arguments;
  std::vector<DerivativeAnnotation> derivatives;
  std::vector<InverseAnnotation> inverses;
  bool inline_function = false;
  // Not what the body gives, but its derivative by these inputs, one after the other: der(f, x, y).
  std::vector<int> partial;
  Place place{};
};

struct Experiment {
  std::optional<double> start, stop, tolerance, interval;
};

struct FlatModel {
  std::string name;
  std::string comment;
  std::vector<std::string> files;  // for Place::file
  std::vector<Variable> variables;
  std::vector<Equation> equations, initial_equations;
  std::vector<Algorithm> algorithms, initial_algorithms;
  std::vector<const Function*>
      functions;  // that are used; a callee before its callers, where that is possible
  std::deque<Function> function_storage;
  std::deque<EnumerationType> enumerations;
  std::deque<RecordType> records;
  Experiment experiment;
  std::vector<Diagnostic> warnings;
  Arena arena;

  SourceLocation location(Place place) const;
};

// How many scalars a type holds: the product of its dimensions, times the fields of a record.
std::int64_t scalar_count(const Type& type);

}  // namespace escapement::modelica
