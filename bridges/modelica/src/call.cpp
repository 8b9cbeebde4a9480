// SPDX-License-Identifier: MIT
// Calls (Modelica 3.6, chapter 12): who is called, arguments by position and name, defaults, vectorisation.
#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

namespace {
std::string called_text(const ast::Expr& written) {
  std::string text;
  for (const ast::RefPart& part : written.parts) text += (text.empty() ? "" : ".") + std::string(part.name);
  return text;
}
}  // namespace

Member* Flattener::called_member(const ast::Expr& written, Context& context) {
  Member* member = written.global ? tree_.find(tree_.root(), written.parts[0].name)
                                  : tree_.lookup(context.scope, written.parts[0].name);
  bool through_class = false;  // what comes before parts[i - 1] is a class
  for (std::size_t i = 1; member != nullptr && i < written.parts.size(); ++i) {
    ClassNode* node = nullptr;
    if (member->kind == MemberKind::kClass) {
      node = tree_.node_of(*member);
    } else {
      member = &target(*member);
      if (member->element->condition != nullptr)
        reporter_.error(written.parts[i].place,
                        "'" + called_text(written) + "' is looked up in a conditional component",
                        "conditional components may be used in connect only");
      if (!own_dims(*member).empty())
        reporter_.error(written.parts[i].place,
                        "'" + called_text(written) + "' is looked up in an array of components",
                        "look it up in the class");
      node = member->expanded ? member->elements.front() : member->node;
      if (through_class)
        reporter_.error(written.parts[i].place,
                        "'" + called_text(written) + "' is looked up in the component '" +
                            std::string(written.parts[i - 1].name) + "' of a class",
                        "after a class only classes may follow: name the class of the component");
    }
    through_class = member->kind == MemberKind::kClass;
    Member* next = tree_.find(*node, written.parts[i].name);
    if (next == nullptr && tree_.builtin_node(*node) == nullptr) {
      const std::vector<std::string> names = tree_.known_names(*node, true);
      const std::string near(nearest_name(written.parts[i].name, names));
      reporter_.fail(
          written.parts[i].place,
          "'" + tree_.full_name(*node) + "' has no function '" + std::string(written.parts[i].name) + "'",
          near.empty() ? "" : "did you mean '" + near + "'?");
    }
    if (next != nullptr && next->is_protected)
      reporter_.error(written.parts[i].place,
                      "'" + called_text(written) + "' is protected in '" + tree_.full_name(*node) + "'",
                      "use a public function");
    member = next;
  }
  return member;
}

const Expr* Flattener::call_expression(const ast::Expr& written, Context& context) {
  const std::string name = called_text(written);
  Member* member = nullptr;
  const bool single = written.parts.size() == 1;
  if (single) {
    member = written.global ? tree_.find(tree_.root(), written.parts[0].name)
                            : tree_.lookup(context.scope, written.parts[0].name);
    const bool predefined = member == nullptr || member->holder == &tree_.root();
    const bool own = member != nullptr && member->kind == MemberKind::kClass && !predefined;
    if (!own && is_builtin(name) &&
        (member == nullptr || member->kind != MemberKind::kComponent || !is_function_variable(*member)))
      return builtin_call(name, written, context);
  } else if (written.parts.size() == 2 && written.parts[0].name == "Connections" && is_builtin(name)) {
    return builtin_call(name, written, context);
  } else if (written.parts[0].name == "Subtask") {
    reporter_.not_supported(written.place, name + "()");
  }
  if (!single || member == nullptr) member = called_member(written, context);
  if (member == nullptr) {
    std::vector<std::string> names;
    for (ClassNode* at = context.scope; at != nullptr; at = at->enclosing)
      for (std::string& known : tree_.known_names(*at, true)) names.push_back(std::move(known));
    const std::string near(nearest_name(written.parts[0].name, names));
    reporter_.fail(written.place, "there is no function '" + name + "'",
                   near.empty() ? "" : "did you mean '" + near + "'?");
  }
  if (member->kind == MemberKind::kComponent) {
    tree_.type_component(*member);
    if (is_function_variable(*member) && context.function != nullptr && member->local >= 0)
      return functional_call(*member, written, context);
    reporter_.fail(written.place, "'" + name + "' is a component and is called like a function",
                   "subscripts are written in [ ]");
  }
  ClassNode* node = tree_.node_of(*member);
  tree_.expand(*node);
  if (member->failed) throw Abandon{};
  ClassNode* builtin = tree_.builtin_node(*node);
  const ClassKind kind = tree_.kind_of(*node);
  if (builtin != nullptr && builtin->builtin == Builtin::kEnumeration) {
    const Expr* number = written.args.size() == 1 ? expression(*written.args[0], context) : nullptr;
    if (number == nullptr || number->type.base != BaseType::kInteger || !written.named.empty())
      reporter_.fail(written.place,
                     "'" + name + "(...)' takes one Integer and gives the literal of that number");
    Type type{BaseType::kEnumeration, builtin->enumeration, nullptr, number->type.dims};
    return call("EnumerationValue", {number}, type, written.place);
  }
  if (builtin != nullptr && builtin->builtin == Builtin::kExternalObject) {
    Member* constructor = tree_.find(*node, "constructor");
    if (constructor == nullptr || constructor->kind != MemberKind::kClass)
      reporter_.fail(written.place, "the external object '" + name + "' has no constructor",
                     "declare a function 'constructor' in it");
    ClassNode* function = tree_.node_of(*constructor);
    const Function* made = function_of(*function, written.place);
    return function_call(*made, written, context);
  }
  if (kind == ClassKind::kRecord || (kind == ClassKind::kClass && builtin == nullptr))
    return record_call(*node, *member, written, context);
  if (kind == ClassKind::kOperator) {
    // An operator of one function is called by the operator's name.
    for (Member* inner : node->members)
      if (inner->kind == MemberKind::kClass)
        return function_call(*function_of(*tree_.node_of(*inner), written.place), written, context);
  }
  if (kind != ClassKind::kFunction)
    reporter_.fail(written.place,
                   "'" + name + "' is a " + ast::kind_name(kind) + " and is called like a function");
  if (const std::string_view alias = builtin_alias(*node); !alias.empty())
    return builtin_call(alias, written, context);
  const Function* function = function_of(*node, written.place);
  if (tree_.is_partial(*node))
    reporter_.fail(written.place, "the function '" + function->name + "' is partial and cannot be called",
                   "redeclare it, or its package, with one that is complete");
  return function_call(*function, written, context);
}

bool Flattener::is_function_variable(Member& member) {
  if (member.holder->instance->is_function_scope == false) return false;
  tree_.type_component(member);
  return tree_.kind_of(*member.node) == ClassKind::kFunction;
}

// An external "builtin" function is the built-in one of that name.
std::string_view Flattener::builtin_alias(ClassNode& node) {
  tree_.expand(node);
  if (node.definition == nullptr) return {};
  const ast::External& external = node.definition->external;
  if (external.present && external.language == "builtin") {
    const std::string_view name =
        external.call == nullptr ? node.definition->name : external.call->parts[0].name;
    return is_builtin(name) ? name : std::string_view();
  }
  for (const Base& base : node.bases)
    if (const std::string_view found = builtin_alias(*base.node); !found.empty()) return found;
  return {};
}

const Expr* Flattener::function_call(const Function& function, const ast::Expr& written, Context& context) {
  const auto inputs = static_cast<std::size_t>(function.inputs);
  std::vector<const Expr*> args(inputs, nullptr);
  if (!written.iterators.empty()) return vectorised_by_iterators(function, written, context);
  if (written.args.size() > inputs)
    reporter_.fail(written.args[inputs]->place, "'" + function.name + "' takes " + std::to_string(inputs) +
                                                    " arguments and gets " +
                                                    std::to_string(written.args.size()));
  for (std::size_t i = 0; i < written.args.size(); ++i) args[i] = expression(*written.args[i], context);
  for (const ast::NamedArgument& argument : written.named) {
    std::size_t at = 0;
    while (at < inputs && function.variables[at].name != argument.name) ++at;
    if (at == inputs) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < inputs; ++i) names.push_back(function.variables[i].name);
      reporter_.fail(argument.place,
                     "'" + function.name + "' has no input '" + std::string(argument.name) + "'",
                     names.empty() ? "it has none" : "it has " + list_text(names));
    }
    if (args[at] != nullptr)
      reporter_.fail(argument.place, "the input '" + std::string(argument.name) + "' of '" + function.name +
                                         "' is given twice");
    args[at] = expression(*argument.value, context);
  }
  return finish_call(function, std::move(args), written.place, context);
}

const Expr* Flattener::vectorised_by_iterators(const Function& function, const ast::Expr& written,
                                               Context& context) {
  reporter_.fail(
      written.place,
      "'" + function.name + "' is called with an iterator, which only sum, product, min, max and array take",
      "write {" + function.name + "(...) for ...}");
  static_cast<void>(context);
}

// The argument for a variable of the function; a default may refer to other ones.
const Expr* Flattener::argument_or_default(const Function& function, std::size_t number,
                                           std::vector<const Expr*>& args, Place place) {
  if (number < args.size() && args[number] != nullptr) return args[number];
  const FunctionVariable& variable = function.variables[number];
  const auto inputs = static_cast<std::size_t>(function.inputs);
  if (variable.binding == nullptr) {
    if (number >= inputs)
      throw NotConstant{place, "'" + variable.name + "' of '" + function.name + "' is no input with a value"};
    reporter_.fail(
        place,
        "the call of '" + function.name + "' lacks the input '" + variable.name + "', which has no default",
        "give it a value");
  }
  if (defaults_running_ > 50)
    reporter_.fail(place, "the defaults of '" + function.name + "' depend on each other in a circle",
                   "give the arguments values");
  ++defaults_running_;
  struct Leave {
    int& count;
    ~Leave() { --count; }
  } leave{defaults_running_};
  const Expr* made = substitute(variable.binding, args, &function);
  if (number < args.size()) args[number] = made;
  return made;
}

// Fills defaults in, checks types, finds out whether the call is meant for each element of an array.
const Expr* Flattener::finish_call(const Function& function, std::vector<const Expr*> args, Place place,
                                   Context& context) {
  const auto inputs = static_cast<std::size_t>(function.inputs);
  for (std::size_t i = 0; i < inputs; ++i) argument_or_default(function, i, args, place);
  std::vector<std::int64_t> extra;
  bool vectorised = false;
  for (std::size_t i = 0; i < inputs; ++i) {
    const Type& formal = function.variables[i].type;
    const Type& actual = args[i]->type;
    const auto wrong = [&] {
      reporter_.fail(args[i]->place.line != 0 ? args[i]->place : place,
                     "the input '" + function.variables[i].name + "' of '" + function.name + "' is of type " +
                         type_text(formal) + " and gets a value of type " + type_text(actual));
    };
    if (actual.rank() < formal.rank()) wrong();
    const std::size_t more = actual.rank() - formal.rank();
    Type inner = actual;
    inner.dims = Span<std::int64_t>(actual.dims.begin() + more, actual.dims.size() - more);
    if (!assignable(formal, inner) &&
        !(formal.base == BaseType::kExternalObject && actual.base == BaseType::kExternalObject))
      wrong();
    if (more == 0) continue;
    const std::vector<std::int64_t> dims(actual.dims.begin(), actual.dims.begin() + more);
    bool fits = !vectorised || extra.size() == dims.size();
    for (std::size_t d = 0; vectorised && fits && d < dims.size(); ++d) fits = same_size(extra[d], dims[d]);
    if (!fits)
      reporter_.fail(place, "the call of '" + function.name +
                                "' gets arrays of different sizes to work on element by element");
    vectorised = true;
    extra = dims;
  }
  Type type{function.outputs == 0 ? BaseType::kNone : BaseType::kReal};
  if (function.outputs > 0) {
    type = output_type(function, 0, args, place, context);
    extra.insert(extra.end(), type.dims.begin(), type.dims.end());
    if (vectorised) type = with_dims(type, extra);
  }
  if (function.is_record_constructor && !vectorised) {
    const RecordType& record = *function.variables[inputs].type.record;
    std::vector<const Expr*> fields;
    for (const RecordField& wanted : record.fields) {
      const Expr* value = nullptr;
      for (std::size_t i = 0; i < function.variables.size(); ++i) {
        if (function.variables[i].name != wanted.name || i == inputs) continue;
        value = i < inputs ? args[i]
                : function.variables[i].binding == nullptr
                    ? nullptr
                    : substitute(function.variables[i].binding, args, &function);
      }
      if (value == nullptr)
        reporter_.fail(
            place, "the record '" + record.name + "' cannot be made, for '" + wanted.name + "' has no value");
      fields.push_back(value);
    }
    return record_of(record, std::move(fields), {}, place);
  }
  Expr* made = make(ExprKind::kCall, place, type);
  made->function = &function;
  made->text = function.name;
  made->elementwise = vectorised;
  made->args = arena_.copy(args);
  return made;
}

// The type of an output, with sizes worked out from the arguments where that is possible.
Type Flattener::output_type(const Function& function, std::size_t number,
                            const std::vector<const Expr*>& args, Place place, Context& context) {
  const auto at = static_cast<std::size_t>(function.inputs) + number;
  const FunctionVariable& output = function.variables[at];
  Type type = output.type;
  std::vector<std::int64_t> dims;
  bool unknown = false;
  for (std::size_t d = 0; d < type.rank(); ++d) {
    std::int64_t size = type.dims[d];
    if (size < 0 && d < output.sizes.size() && output.sizes[d] != nullptr) {
      try {
        const Expr* written = substitute(output.sizes[d], args);
        const std::optional<Value> value =
            context.function != nullptr ? try_evaluate(written) : quiet_value(written);
        if (value) size = static_cast<std::int64_t>(value->number);
      } catch (const NotConstant&) {
      }
    }
    unknown = unknown || size < 0;
    dims.push_back(size);
  }
  if (unknown && context.function == nullptr) {
    // Only the function itself can tell: then it is run.
    bool known = false;
    try {
      ++marking_;
      struct Leave {
        int& count;
        ~Leave() { --count; }
      } leave{marking_};
      Environment environment;
      std::vector<Value> values;
      Expr* whole = make(ExprKind::kCall, place, type);
      whole->function = &function;
      whole->args = arena_.copy(args);
      const std::vector<Value> results = call_for_all(whole, environment);
      if (number < results.size()) {
        dims = results[number].dims();
        dims.resize(type.rank(), 0);
        known = true;
      }
    } catch (const NotConstant&) {
    }
    if (!known)
      reporter_.fail(place,
                     "the size of what '" + function.name +
                         "' gives cannot be told before the simulation: not supported yet",
                     "declare the sizes of its output by sizes of its inputs");
  }
  return with_dims(type, dims);
}

// An expression of a function's inputs, with the arguments in their place.
const Expr* Flattener::substitute(const Expr* e, const std::vector<const Expr*>& args,
                                  const Function* function) {
  if (e == nullptr) return nullptr;
  if (e->kind == ExprKind::kLocal) {
    const Expr* value = e->variable < args.size() ? args[e->variable] : nullptr;
    if (value == nullptr && function != nullptr) {
      std::vector<const Expr*> copy = args;
      value = argument_or_default(*function, e->variable, copy, e->place);
    }
    if (value == nullptr)
      throw NotConstant{e->place, "'" + std::string(e->text) + "' is no input with a value"};
    std::vector<const Expr*> subs;
    for (const Expr* part : e->args)
      subs.push_back(part->kind == ExprKind::kColon ? part : substitute(part, args, function));
    return index(value, std::move(subs), e->place);
  }
  if (e->args.empty() && e->iterators.empty()) return e;
  std::vector<const Expr*> parts;
  bool same = true;
  for (const Expr* part : e->args) {
    parts.push_back(substitute(part, args, function));
    same = same && parts.back() == part;
  }
  if (e->kind == ExprKind::kCall && e->function == nullptr && e->text == "size")
    return size_call(std::move(parts), e->place);
  if (e->kind == ExprKind::kField) return field(parts[0], static_cast<std::size_t>(e->integer), e->place);
  if (e->kind == ExprKind::kIndex) return index(parts[0], {parts.begin() + 1, parts.end()}, e->place);
  if (e->kind == ExprKind::kBinary) return same ? e : binary(e->op, parts[0], parts[1], e->place);
  std::vector<Iterator> iterators(e->iterators.begin(), e->iterators.end());
  for (Iterator& iterator : iterators) {
    const Expr* range = substitute(iterator.range, args, function);
    same = same && range == iterator.range;
    iterator.range = range;
  }
  if (same) return e;
  Expr* made = arena_.make<Expr>(*e);
  made->args = arena_.copy(parts);
  made->iterators = arena_.copy(iterators);
  if (made->kind == ExprKind::kVariable) variable_uses_.push_back(made);
  return made;
}

const Expr* Flattener::partial_function(const ast::Expr& written, Context& context) {
  Member* member = called_member(written, context);
  if (member == nullptr || member->kind != MemberKind::kClass ||
      tree_.kind_of(*tree_.node_of(*member)) != ClassKind::kFunction)
    reporter_.fail(written.place, "there is no function '" + called_text(written) + "' to hand over");
  const Function* function = function_of(*tree_.node_of(*member), written.place);
  std::vector<const Expr*> args(static_cast<std::size_t>(function->inputs), nullptr);
  for (const ast::NamedArgument& argument : written.named) {
    std::size_t at = 0;
    while (at < args.size() && function->variables[at].name != argument.name) ++at;
    if (at == args.size())
      reporter_.fail(argument.place,
                     "'" + function->name + "' has no input '" + std::string(argument.name) + "'");
    args[at] = expression(*argument.value, context);
    if (!assignable(function->variables[at].type, args[at]->type))
      reporter_.fail(argument.place, "the input '" + std::string(argument.name) + "' of '" + function->name +
                                         "' is of type " + type_text(function->variables[at].type) +
                                         " and gets a value of type " + type_text(args[at]->type));
  }
  Expr* made = make(ExprKind::kFunction, written.place, Type{BaseType::kFunction});
  made->function = function;
  made->args = arena_.copy(args);
  return made;
}

// A call of an input that is a function: "call" with the input first.
const Expr* Flattener::functional_call(Member& member, const ast::Expr& written, Context& context) {
  const Function* face = function_of(*interface_node(member), written.place);
  std::vector<const Expr*> args{local_reference(member, context, written.place)};
  std::vector<const Expr*> given(static_cast<std::size_t>(face->inputs), nullptr);
  if (written.args.size() > given.size())
    reporter_.fail(written.place, "'" + face->name + "' takes " + std::to_string(given.size()) +
                                      " arguments and gets " + std::to_string(written.args.size()));
  for (std::size_t i = 0; i < written.args.size(); ++i) given[i] = expression(*written.args[i], context);
  for (const ast::NamedArgument& argument : written.named)
    for (std::size_t i = 0; i < given.size(); ++i)
      if (face->variables[i].name == argument.name) given[i] = expression(*argument.value, context);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == nullptr && face->variables[i].binding != nullptr)
      given[i] = substitute(face->variables[i].binding, given);
    if (given[i] == nullptr)
      reporter_.fail(written.place, "the call of '" + std::string(member.name) + "' lacks the input '" +
                                        face->variables[i].name + "'");
    args.push_back(given[i]);
  }
  Type type = face->outputs == 0 ? Type{} : face->variables[static_cast<std::size_t>(face->inputs)].type;
  return call("call", std::move(args), type, written.place);
}

}  // namespace escapement::modelica
