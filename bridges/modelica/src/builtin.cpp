// SPDX-License-Identifier: MIT
// Built-in functions and operators (Modelica 3.6, sections 3.7 and 10.3): arguments, types, and where they
// may stand.
#include <algorithm>
#include <array>

#include "flattener.h"

namespace escapement::modelica {

namespace {

struct Signature {
  std::string_view name;
  std::array<std::string_view, 5> inputs;  // names, for named arguments
  int least, most;
};

// What each takes. Vectors and events have rules of their own below.
constexpr Signature kSignatures[] = {
    {"sin", {"u"}, 1, 1},
    {"cos", {"u"}, 1, 1},
    {"tan", {"u"}, 1, 1},
    {"asin", {"u"}, 1, 1},
    {"acos", {"u"}, 1, 1},
    {"atan", {"u"}, 1, 1},
    {"atan2", {"u1", "u2"}, 2, 2},
    {"sinh", {"u"}, 1, 1},
    {"cosh", {"u"}, 1, 1},
    {"tanh", {"u"}, 1, 1},
    {"exp", {"u"}, 1, 1},
    {"log", {"u"}, 1, 1},
    {"log10", {"u"}, 1, 1},
    {"sqrt", {"u"}, 1, 1},
    {"abs", {"v"}, 1, 1},
    {"sign", {"v"}, 1, 1},
    {"floor", {"x"}, 1, 1},
    {"ceil", {"x"}, 1, 1},
    {"integer", {"x"}, 1, 1},
    {"Integer", {"e"}, 1, 1},
    {"div", {"x", "y"}, 2, 2},
    {"mod", {"x", "y"}, 2, 2},
    {"rem", {"x", "y"}, 2, 2},
    {"String", {"x", "minimumLength", "leftJustified", "significantDigits", "format"}, 1, 5},
    {"der", {"expr"}, 1, 1},
    {"pre", {"y"}, 1, 1},
    {"edge", {"b"}, 1, 1},
    {"change", {"v"}, 1, 1},
    {"reinit", {"x", "expr"}, 2, 2},
    {"initial", {}, 0, 0},
    {"terminal", {}, 0, 0},
    {"noEvent", {"expr"}, 1, 1},
    {"smooth", {"p", "expr"}, 2, 2},
    {"sample", {"start", "interval"}, 2, 2},
    {"homotopy", {"actual", "simplified"}, 2, 2},
    {"delay", {"expr", "delayTime", "delayMax"}, 2, 3},
    {"semiLinear", {"x", "positiveSlope", "negativeSlope"}, 3, 3},
    {"spatialDistribution", {"in0", "in1", "x", "positiveVelocity", ""}, 4, 6},
    {"cardinality", {"c"}, 1, 1},
    {"inStream", {"v"}, 1, 1},
    {"actualStream", {"v"}, 1, 1},
    {"getInstanceName", {}, 0, 0},
    {"assert", {"condition", "message", "level"}, 2, 3},
    {"terminate", {"message"}, 1, 1},
    {"min", {}, 1, 2},
    {"max", {}, 1, 2},
    {"sum", {"A"}, 1, 1},
    {"product", {"A"}, 1, 1},
    {"size", {}, 1, 2},
    {"ndims", {"A"}, 1, 1},
    {"fill", {}, 1, 20},
    {"zeros", {}, 1, 20},
    {"ones", {}, 1, 20},
    {"identity", {"n"}, 1, 1},
    {"diagonal", {"v"}, 1, 1},
    {"linspace", {"x1", "x2", "n"}, 3, 3},
    {"transpose", {"A"}, 1, 1},
    {"symmetric", {"A"}, 1, 1},
    {"outerProduct", {"v1", "v2"}, 2, 2},
    {"cross", {"x", "y"}, 2, 2},
    {"skew", {"x"}, 1, 1},
    {"scalar", {"A"}, 1, 1},
    {"vector", {"A"}, 1, 1},
    {"matrix", {"A"}, 1, 1},
    {"cat", {}, 2, 200},
    {"promote", {"A", "n"}, 2, 2},
    {"array", {}, 1, 10000},
    {"Connections.root", {}, 1, 1},
    {"Connections.isRoot", {}, 1, 1},
    {"Connections.rooted", {}, 1, 1},
    {"rooted", {}, 1, 1},
    {"Connections.uniqueRoot", {}, 1, 2},
    {"Connections.uniqueRootIndices", {}, 3, 3},
    {"Connections.branch", {}, 2, 2},
    {"Connections.potentialRoot", {}, 1, 2},
    // of chapters 16 and 17, refused by name
    {"previous", {}, 0, 99},
    {"hold", {}, 0, 99},
    {"subSample", {}, 0, 99},
    {"superSample", {}, 0, 99},
    {"shiftSample", {}, 0, 99},
    {"backSample", {}, 0, 99},
    {"noClock", {}, 0, 99},
    {"Clock", {}, 0, 99},
    {"firstTick", {}, 0, 99},
    {"interval", {}, 0, 99},
    {"transition", {}, 0, 99},
    {"initialState", {}, 0, 99},
    {"activeState", {}, 0, 99},
    {"ticksInState", {}, 0, 99},
    {"timeInState", {}, 0, 99},
};

const Signature* signature(std::string_view name) {
  for (const Signature& entry : kSignatures)
    if (entry.name == name) return &entry;
  return nullptr;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Flattener::is_builtin(std::string_view name) const {
  return signature(name) != nullptr;
}

const Expr* Flattener::builtin_call(std::string_view name, const ast::Expr& written, Context& context) {
  const Signature& known = *signature(name);
  const std::string text(name);
  if (known.most == 99)
    reporter_.not_supported(written.place, text + "() (clocks and state machines, chapters 16 and 17)");
  if (name == "spatialDistribution") reporter_.not_supported(written.place, "spatialDistribution()");
  if (!written.iterators.empty()) return reduction(name, written, context);
  if (is_one_of(name, {"cardinality", "inStream", "actualStream"}) || name.substr(0, 12) == "Connections." ||
      name == "rooted")
    return connector_operator(name, written, context);
  if (context.function != nullptr && is_one_of(name, {"der", "pre", "edge", "change", "reinit", "initial",
                                                      "terminal", "sample", "delay", "terminate"}))
    reporter_.fail(written.place, text + "() stands in a function, which knows no time",
                   "compute it outside and hand it over");
  if (name == "getInstanceName") {
    std::string path(flat_->name);
    if (context.scope->instance->component != nullptr)
      path += "." + tree_.path_of(*context.scope->instance->component);
    return string_literal(path, written.place);
  }
  std::vector<const Expr*> args;
  std::vector<const ast::Expr*> places;
  for (const ast::Expr* part : written.args) {
    args.push_back(expression(*part, context));
    places.push_back(part);
  }
  for (const ast::NamedArgument& argument : written.named) {
    std::size_t at = 0;
    while (at < known.inputs.size() && known.inputs[at] != argument.name) ++at;
    if (at == known.inputs.size())
      reporter_.fail(argument.place, text + "() has no argument '" + std::string(argument.name) + "'");
    if (at >= args.size()) {
      args.resize(at + 1, nullptr);
      places.resize(at + 1, nullptr);
    }
    if (args[at] != nullptr)
      reporter_.fail(argument.place,
                     "the argument '" + std::string(argument.name) + "' of " + text + "() is given twice");
    args[at] = expression(*argument.value, context);
    places[at] = argument.value;
  }
  const int count = static_cast<int>(args.size());
  if (count < known.least || count > known.most) {
    // String(x, significantDigits, minimumLength, leftJustified) of reals has an order of its own
    const std::string wanted = known.least == known.most
                                   ? std::to_string(known.least)
                                   : std::to_string(known.least) + " to " + std::to_string(known.most);
    reporter_.fail(written.place,
                   text + "() takes " + wanted + " arguments and gets " + std::to_string(count));
  }
  for (int i = 0; i < known.least; ++i)
    if (args[static_cast<std::size_t>(i)] == nullptr)
      reporter_.fail(written.place, text + "() lacks its argument '" +
                                        std::string(known.inputs[static_cast<std::size_t>(i)]) + "'");
  if (name == "String") return string_call(written, std::move(args));
  if (const Expr* made = event_builtin(name, written, args, context)) return made;
  if (const Expr* made = array_builtin(name, written, args, context)) return made;
  // What is left works on scalars, element by element on arrays.
  const auto wrong = [&](std::size_t i, const char* wanted) {
    reporter_.fail(
        written.args.size() > i ? written.args[i]->place : written.place,
        "argument " + std::to_string(i + 1) + " of " + text + "() is of type " + type_text(args[i]->type),
        wanted);
  };
  Type type{BaseType::kReal};
  if (name == "Integer") {
    if (args[0]->type.base != BaseType::kEnumeration && args[0]->type.base != BaseType::kInteger)
      wrong(0, "it takes a value of an enumeration");
    type.base = BaseType::kInteger;
  } else {
    for (std::size_t i = 0; i < args.size(); ++i)
      if (!args[i]->type.is_numeric()) wrong(i, "it takes numbers");
    bool integers = true;
    for (const Expr* arg : args) integers = integers && arg->type.base == BaseType::kInteger;
    if (is_one_of(name, {"abs", "div", "mod", "rem"}))
      type.base = integers ? BaseType::kInteger : BaseType::kReal;
    if (is_one_of(name, {"sign", "integer"})) type.base = BaseType::kInteger;
  }
  bool elementwise = false;
  for (const Expr* arg : args) {
    if (arg->type.is_scalar()) continue;
    if (elementwise && !same_dims(type, Type{type.base, nullptr, nullptr, arg->type.dims}))
      reporter_.fail(written.place, text + "() gets arrays of different sizes");
    elementwise = true;
    type.dims = arg->type.dims;
  }
  Expr* made = arena_.make<Expr>(*call(name, std::move(args), type, written.place));
  made->elementwise = elementwise;
  bool all_known = !elementwise && is_structural(made);
  for (const Expr* arg : made->args) all_known = all_known && try_evaluate(arg).has_value();
  if (all_known) {
    try {
      evaluate(made);
    } catch (const NotConstant& fault) {
      reporter_.fail(written.place, "this has no value: " + fault.reason);
    }
  }
  return made;
}

// String(x, minimumLength, leftJustified, significantDigits) in the flat model, whatever order was written.
const Expr* Flattener::string_call(const ast::Expr& written, std::vector<const Expr*> args) {
  const Expr* x = args[0];
  if (!x->type.is_scalar() || x->type.base == BaseType::kNone || x->type.base == BaseType::kTuple)
    reporter_.fail(written.place, "String() is applied to a value of type " + type_text(x->type),
                   "it takes a scalar");
  if (x->type.base == BaseType::kRecord) return operator_call("'String'", {x}, written.place);
  args.resize(5, nullptr);
  // By position a Real has its significant digits first.
  if (written.args.size() > 1) {
    if (x->type.base == BaseType::kReal && args[1]->type.base == BaseType::kInteger) {
      std::vector<const Expr*> given(args.begin() + 1,
                                     args.begin() + static_cast<std::ptrdiff_t>(written.args.size()));
      for (std::size_t i = 0; i < given.size(); ++i) args[1 + i] = nullptr;
      const std::size_t order[] = {3, 1, 2};
      for (std::size_t i = 0; i < given.size() && i < 3; ++i) args[order[i]] = given[i];
      // named arguments were written last and stay
      for (const ast::NamedArgument& argument : written.named) static_cast<void>(argument);
    } else if (args[1] != nullptr && args[1]->type.base == BaseType::kString) {
      args[4] = args[1];
      args[1] = nullptr;
    }
  }
  if (args[4] != nullptr) return call("StringFormat", {x, args[4]}, Type{BaseType::kString}, written.place);
  if (args[1] == nullptr) args[1] = integer_literal(0, written.place);
  if (args[2] == nullptr) args[2] = boolean_literal(true, written.place);
  if (args[3] == nullptr) args[3] = integer_literal(6, written.place);
  if (args[1]->type.base != BaseType::kInteger || args[2]->type.base != BaseType::kBoolean ||
      args[3]->type.base != BaseType::kInteger)
    reporter_.fail(written.place, "an argument of String() is of the wrong type",
                   "minimumLength and significantDigits are Integer, leftJustified is Boolean");
  args.resize(4);
  return call("String", std::move(args), Type{BaseType::kString}, written.place);
}

bool Flattener::is_discrete(const Expr* e) const {
  return variability_of(e) <= Variability::kDiscrete;
}

// Operators that have to do with events; null when `name` is none of them.
const Expr* Flattener::event_builtin(std::string_view name, const ast::Expr& written,
                                     const std::vector<const Expr*>& args, Context& context) {
  const Place place = written.place;
  const std::string text(name);
  const auto is_boolean = [&](const Expr* e) { return e->type.base == BaseType::kBoolean; };
  if (name == "der") {
    const Expr* x = args[0];
    if (x->type.base == BaseType::kInteger && x->kind == ExprKind::kInteger) return real_literal(0, place);
    if (x->type.base != BaseType::kReal)
      reporter_.fail(place, "der() is applied to a value of type " + type_text(x->type),
                     "only Reals have derivatives");
    if (variability_of(x) == Variability::kDiscrete)
      reporter_.fail(place, "der() is applied to a discrete value",
                     "only continuous variables have derivatives");
    Expr* made = arena_.make<Expr>(*call(name, args, x->type, place));
    made->elementwise = !x->type.is_scalar();
    return made;
  }
  if (is_one_of(name, {"pre", "edge", "change"})) {
    const Expr* x = args[0];
    if (x->kind != ExprKind::kVariable && x->kind != ExprKind::kRecord)
      reporter_.fail(place, text + "() is applied to an expression", "it takes a variable");
    if (name == "edge" && !is_boolean(x))
      reporter_.fail(place, "edge() is applied to a value of type " + type_text(x->type),
                     "it takes a Boolean variable");
    if (variability_of(x) == Variability::kContinuous && !context.in_when)
      pre_uses_.push_back(x);  // right if the variable turns out to be set by a when
    Type type = x->type;
    if (name != "pre") type.base = BaseType::kBoolean, type.enumeration = nullptr;
    Expr* made = arena_.make<Expr>(*call(name, args, type, place));
    made->elementwise = !x->type.is_scalar();
    return made;
  }
  if (name == "reinit") {
    reporter_.fail(place, "reinit() stands inside of an expression",
                   "it is an equation of its own, in a when");
  }
  if (name == "initial" || name == "terminal") return call(name, {}, Type{BaseType::kBoolean}, place);
  if (name == "noEvent") {
    Expr* made = arena_.make<Expr>(*call(name, args, args[0]->type, place));
    return made;
  }
  if (name == "smooth") {
    if (args[0]->type.base != BaseType::kInteger || variability_of(args[0]) > Variability::kParameter)
      reporter_.fail(place,
                     "the order of smooth() is of type " + type_text(args[0]->type) + " or no parameter",
                     "it is an Integer constant of 0 or more");
    if (args[1]->type.base != BaseType::kReal && args[1]->type.base != BaseType::kRecord &&
        args[1]->type.base != BaseType::kInteger)
      reporter_.fail(place, "smooth() is applied to a value of type " + type_text(args[1]->type),
                     "it takes Reals");
    return call(name, args, args[1]->type, place);
  }
  if (name == "sample") {
    for (const Expr* arg : args) {
      if (!arg->type.is_numeric() || !arg->type.is_scalar())
        reporter_.fail(place, "sample() is applied to a value of type " + type_text(arg->type),
                       "it takes two numbers: start and interval");
      if (variability_of(arg) > Variability::kParameter)
        reporter_.fail(place, "an argument of sample() changes in the simulation",
                       "start and interval are parameters");
    }
    return call(name, args, Type{BaseType::kBoolean}, place);
  }
  if (name == "homotopy") {
    const std::optional<Type> type = common_type(args[0]->type, args[1]->type);
    if (!type)
      reporter_.fail(place,
                     "the arguments of homotopy() are of types " + type_text(args[0]->type) + " and " +
                         type_text(args[1]->type),
                     "they need one type");
    return call(name, args, *type, place);
  }
  if (name == "delay") {
    for (const Expr* arg : args)
      if (!arg->type.is_numeric() && arg->type.base != BaseType::kBoolean)
        reporter_.fail(place, "delay() is applied to a value of type " + type_text(arg->type));
    if (args.size() == 2 && variability_of(args[1]) > Variability::kParameter)
      reporter_.fail(place, "the delay time of delay() changes in the simulation",
                     "give its bound as a third argument, delayMax");
    if (args.size() == 3 && variability_of(args[2]) > Variability::kParameter)
      reporter_.fail(place, "delayMax of delay() changes in the simulation", "it is a parameter");
    if (args.size() == 3 && is_structural(args[1]) && is_structural(args[2])) {
      const std::optional<Value> time = try_evaluate(args[1]), most = try_evaluate(args[2]);
      if (time && most && time->number > most->number)
        reporter_.fail(place, "the delay time " + to_text(time->number) + " is above delayMax, " +
                                  to_text(most->number));
    }
    Type type = args[0]->type;
    if (type.base == BaseType::kInteger) type.base = BaseType::kReal;
    return call(name, args, type, place);
  }
  if (name == "semiLinear") {
    for (const Expr* arg : args)
      if (!arg->type.is_numeric())
        reporter_.fail(place, "semiLinear() is applied to a value of type " + type_text(arg->type),
                       "it takes three numbers");
    Type type{BaseType::kReal};
    for (const Expr* arg : args)
      if (!arg->type.is_scalar()) type.dims = arg->type.dims;
    Expr* made = arena_.make<Expr>(*call(name, args, type, place));
    made->elementwise = !type.is_scalar();
    return made;
  }
  if (name == "assert") {
    if (!is_boolean(args[0]) || !args[0]->type.is_scalar())
      reporter_.fail(place, "the condition of assert() is of type " + type_text(args[0]->type),
                     "it is a scalar Boolean");
    if (args[1]->type.base != BaseType::kString)
      reporter_.fail(place, "the message of assert() is of type " + type_text(args[1]->type),
                     "it is a String");
    if (args.size() > 2) {
      if (args[2]->type.base != BaseType::kEnumeration || args[2]->type.enumeration->name != "AssertionLevel")
        reporter_.fail(place, "the level of assert() is of type " + type_text(args[2]->type),
                       "it is AssertionLevel.error or AssertionLevel.warning");
      if (variability_of(args[2]) > Variability::kParameter)
        reporter_.fail(place, "the level of assert() changes in the simulation", "it is a parameter");
    }
    if (!context.in_when && !context.in_branch && !context.in_loop && context.function == nullptr &&
        is_structural(args[0]) && (args.size() < 3 || args[2]->integer != 2))
      if (const std::optional<Value> known = try_evaluate(args[0]); known && !known->is_true()) {
        const std::optional<Value> message = try_evaluate(args[1]);
        reporter_.error(place, "an assert can never hold: " +
                                   (message ? message->text : std::string("its condition is false")));
      }
    return call(name, args, Type{}, place);
  }
  if (name == "terminate") {
    if (args[0]->type.base != BaseType::kString)
      reporter_.fail(place, "the message of terminate() is of type " + type_text(args[0]->type),
                     "it is a String");
    return call(name, args, Type{}, place);
  }
  return nullptr;
}

const Expr* Flattener::reduction(std::string_view name, const ast::Expr& written, Context& context) {
  const std::string text(name);
  if (!is_one_of(name, {"sum", "product", "min", "max", "array"}) || written.args.size() != 1)
    reporter_.fail(written.place, text + "() takes no iterators",
                   "sum, product, min, max and array do, with one argument");
  const Expr* values = comprehension(written, context);
  if (name == "array") return values;
  Type type = values->type;
  type.dims = {};
  const std::size_t inner = values->type.rank() - written.iterators.size();
  if (inner > 0 && name != "sum")
    reporter_.fail(written.place, text + "() with iterators takes scalars, and gets values of type " +
                                      type_text(values->type));
  if (inner > 0) type.dims = Span<std::int64_t>(values->type.dims.begin() + written.iterators.size(), inner);
  const bool ordered = name == "min" || name == "max";
  if (!type.is_numeric() &&
      !(ordered && (type.base == BaseType::kEnumeration || type.base == BaseType::kBoolean)) &&
      type.base != BaseType::kRecord)
    reporter_.fail(written.place, text + "() is applied to values of type " + type_text(type),
                   "it takes numbers");
  return call(name, {values}, type, written.place);
}

const Expr* Flattener::size_call(std::vector<const Expr*> args, Place place) {
  const Type& type = args[0]->type;
  if (args.size() == 1) {
    std::vector<const Expr*> sizes;
    bool known = true;
    for (const std::int64_t size : type.dims) {
      sizes.push_back(integer_literal(size, place));
      known = known && size >= 0;
    }
    if (known && !sizes.empty()) return array_of(std::move(sizes), place);
    return call("size", std::move(args),
                with_dims(Type{BaseType::kInteger}, {static_cast<std::int64_t>(type.rank())}), place);
  }
  if (args[1]->type.base != BaseType::kInteger || !args[1]->type.is_scalar())
    reporter_.fail(place, "the dimension of size() is of type " + type_text(args[1]->type),
                   "it is an Integer");
  if (args[1]->kind == ExprKind::kInteger) {
    const std::int64_t dimension = args[1]->integer;
    if (dimension < 1 || dimension > static_cast<std::int64_t>(type.rank()))
      reporter_.fail(
          place,
          "size() of dimension " + std::to_string(dimension) + " of a value of type " + type_text(type),
          "it has " + std::to_string(type.rank()) + " dimensions");
    const std::int64_t size = type.dims[static_cast<std::size_t>(dimension - 1)];
    if (size >= 0) return integer_literal(size, place);
  }
  return call("size", std::move(args), Type{BaseType::kInteger}, place);
}

}  // namespace escapement::modelica
