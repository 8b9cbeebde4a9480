// SPDX-License-Identifier: MIT
// Built-in functions of arrays (Modelica 3.6, section 10.3).
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

const Expr* Flattener::array_builtin(std::string_view name, const ast::Expr& written,
                                     std::vector<const Expr*> args, Context& context) {
  const Place place = written.place;
  const std::string text(name);
  const Type& type = args.empty() ? Type{} : args[0]->type;
  const auto fail = [&](const std::string& fault, const char* remedy) {
    reporter_.fail(place, fault, remedy);
  };
  const auto sizes = [&](std::size_t from) {
    std::vector<std::int64_t> dims;
    for (std::size_t i = from; i < args.size(); ++i) {
      if (args[i]->type.base != BaseType::kInteger || !args[i]->type.is_scalar())
        fail("a size in " + text + "() is of type " + type_text(args[i]->type), "sizes are Integers");
      dims.push_back(structural_size(args[i], context));
      if (dims.back() < kUnknownSize)
        fail("a size in " + text + "() is " + std::to_string(dims.back()), "sizes are 0 or more");
    }
    return dims;
  };
  if (name == "size") return size_call(std::move(args), place);
  if (name == "ndims") return integer_literal(static_cast<std::int64_t>(type.rank()), place);
  if (name == "array") return array_of(std::move(args), place);
  if (name == "min" || name == "max" || name == "sum" || name == "product") {
    const bool ordered = name == "min" || name == "max";
    if (args.size() == 2) {
      if (!type.is_scalar() || !args[1]->type.is_scalar())
        fail(text + "() of two arguments gets arrays", "give it one array, or two scalars");
      const std::optional<Type> common = common_type(type, args[1]->type);
      if (!common || common->base == BaseType::kString || common->base == BaseType::kRecord)
        fail(
            text + "() is applied to values of types " + type_text(type) + " and " + type_text(args[1]->type),
            "it takes two of one ordered type");
      return call(name, std::move(args), *common, place);
    }
    if (type.is_scalar())
      fail(text + "() of one argument is applied to a scalar of type " + type_text(type),
           ordered ? "give it an array or two scalars" : "it takes an array");
    Type element = type;
    element.dims = {};
    if (!type.is_numeric() &&
        !(ordered && (type.base == BaseType::kEnumeration || type.base == BaseType::kBoolean)) &&
        !(name == "sum" && type.base == BaseType::kRecord))
      fail(text + "() is applied to a value of type " + type_text(type), "it takes numbers");
    return call(name, std::move(args), element, place);
  }
  if (name == "fill") {
    if (args.size() < 2) fail("fill() takes a value and at least one size", "fill(value, n)");
    std::vector<std::int64_t> dims = sizes(1);
    dims.insert(dims.end(), type.dims.begin(), type.dims.end());
    const Type made = with_dims(type, dims);
    return call(name, std::move(args), made, place);
  }
  if (name == "zeros" || name == "ones") {
    const std::vector<std::int64_t> dims = sizes(0);
    return call(name, std::move(args), with_dims(Type{BaseType::kInteger}, dims), place);
  }
  if (name == "identity") {
    const std::int64_t n = sizes(0)[0];
    return call(name, std::move(args), with_dims(Type{BaseType::kInteger}, {n, n}), place);
  }
  if (name == "diagonal") {
    if (type.rank() != 1 || !type.is_numeric())
      fail("diagonal() is applied to a value of type " + type_text(type), "it takes a vector of numbers");
    const Type made = with_dims(type, {type.dims[0], type.dims[0]});
    return call(name, std::move(args), made, place);
  }
  if (name == "linspace") {
    if (!type.is_numeric() || !args[1]->type.is_numeric() || args[2]->type.base != BaseType::kInteger)
      fail("linspace() gets values of types " + type_text(type) + ", " + type_text(args[1]->type) + " and " +
               type_text(args[2]->type),
           "it takes two numbers and an Integer");
    const std::int64_t n = structural_size(args[2], context);
    if (n == 0) fail("linspace() of 0 points", "it takes 1 or more");
    return call(name, std::move(args), with_dims(Type{BaseType::kReal}, {n}), place);
  }
  if (name == "transpose") {
    if (type.rank() < 2)
      fail("transpose() is applied to a value of type " + type_text(type), "it takes a matrix");
    std::vector<std::int64_t> dims(type.dims.begin(), type.dims.end());
    std::swap(dims[0], dims[1]);
    return call(name, {args[0]}, with_dims(type, dims), place);
  }
  if (name == "symmetric") {
    if (type.rank() != 2 || !same_size(type.dims[0], type.dims[1]) || !type.is_numeric())
      fail("symmetric() is applied to a value of type " + type_text(type), "it takes a square matrix");
    return call(name, std::move(args), type, place);
  }
  if (name == "outerProduct" || name == "cross") {
    const Type& other = args[1]->type;
    if (type.rank() != 1 || other.rank() != 1 || !type.is_numeric() || !other.is_numeric())
      fail(text + "() gets values of types " + type_text(type) + " and " + type_text(other),
           "it takes two vectors of numbers");
    Type made{type.base == BaseType::kInteger && other.base == BaseType::kInteger ? BaseType::kInteger
                                                                                  : BaseType::kReal};
    if (name == "cross" && (!same_size(type.dims[0], 3) || !same_size(other.dims[0], 3)))
      fail("cross() gets vectors of sizes " + size_text(type) + " and " + size_text(other),
           "it takes vectors of 3");
    made = name == "cross" ? with_dims(made, {3}) : with_dims(made, {type.dims[0], other.dims[0]});
    return call(name, std::move(args), made, place);
  }
  if (name == "skew") {
    if (type.rank() != 1 || !same_size(type.dims[0], 3) || !type.is_numeric())
      fail("skew() is applied to a value of type " + type_text(type), "it takes a vector of 3");
    return call(name, {args[0]}, with_dims(type, {3, 3}), place);
  }
  if (name == "scalar" || name == "vector" || name == "matrix") {
    std::int64_t count = 1;
    std::size_t wide = 0;
    bool known = true;
    for (const std::int64_t size : type.dims) {
      known = known && size >= 0;
      count *= size;
      wide += size == 1 ? 0 : 1;
    }
    if (name == "scalar") {
      if (known && count != 1)
        fail("scalar() is applied to a value of type " + type_text(type), "all its sizes must be 1");
      Type made = type;
      made.dims = {};
      if (args[0]->kind == ExprKind::kArray && type.rank() == 1) return args[0]->args[0];
      return call(name, std::move(args), made, place);
    }
    if (name == "vector") {
      if (known && wide > 1)
        fail("vector() is applied to a value of type " + type_text(type),
             "at most one of its sizes may be other than 1");
      if (type.rank() == 1) return args[0];
      return call(name, {args[0]}, with_dims(type, {known ? count : kUnknownSize}), place);
    }
    if (type.rank() == 2) return args[0];
    for (std::size_t i = 2; i < type.rank(); ++i)
      if (!same_size(type.dims[i], 1))
        fail("matrix() is applied to a value of type " + type_text(type),
             "sizes beyond the second must be 1");
    if (type.rank() < 2) return promote(args[0], 2, place);
    return call(name, {args[0]}, with_dims(type, {type.dims[0], type.dims[1]}), place);
  }
  if (name == "cat") {
    if (args[0]->type.base != BaseType::kInteger || !args[0]->type.is_scalar())
      fail("the dimension of cat() is of type " + type_text(type), "it is an Integer");
    const std::optional<Value> dimension =
        variability_of(args[0]) <= Variability::kParameter ? quiet_value(args[0]) : std::nullopt;
    if (!dimension) fail("the dimension of cat() is not known before the simulation", "write it as a number");
    if (dimension->number < 1 || dimension->number > static_cast<double>(args[1]->type.rank()))
      fail("cat() joins along dimension " + std::to_string(static_cast<int>(dimension->number)) +
               " values of type " + type_text(args[1]->type),
           "join along a dimension that is there");
    return concatenate(static_cast<std::size_t>(dimension->number), {args.begin() + 1, args.end()}, place);
  }
  if (name == "promote") {
    const std::optional<Value> rank = quiet_value(args[1]);
    if (!rank || rank->number < static_cast<double>(type.rank()))
      fail("promote() to fewer dimensions than there are", "");
    return promote(args[0], static_cast<std::size_t>(rank->number), place);
  }
  return nullptr;
}

// A size that shapes an array: known when it can be; in functions it may be unknown.
std::int64_t Flattener::structural_size(const Expr* e, Context& context) {
  if (e->kind == ExprKind::kInteger) return e->integer;
  if (context.function != nullptr) {
    const std::optional<std::int64_t> known = try_integer(e);
    return known ? *known : kUnknownSize;
  }
  return static_cast<std::int64_t>(uniform_value(e, "size").number);
}

}  // namespace escapement::modelica
