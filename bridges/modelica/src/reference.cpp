// SPDX-License-Identifier: MIT
// Component references: from names and subscripts to variables, constants, iterators (Modelica 3.6, 5.3
// and 10.5).
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

// One subscript as an Integer, a vector of them, or a colon.
const Expr* Flattener::subscript(const ast::Expr& written, Context& context, const Expr* base, int dimension,
                                 std::int64_t size) {
  if (written.kind == ast::ExprKind::kColon) return make(ExprKind::kColon, written.place);
  context.ends.emplace_back(size >= 0 ? integer_literal(size, written.place) : base,
                            size >= 0 ? -1 : dimension);
  const Expr* e = nullptr;
  try {
    e = expression(written, context);
  } catch (...) {
    context.ends.pop_back();
    throw;
  }
  context.ends.pop_back();
  if (e->type.rank() > 1)
    reporter_.fail(written.place, "a subscript is of type " + type_text(e->type),
                   "a subscript is a scalar or a vector");
  if (e->type.base == BaseType::kEnumeration || e->type.base == BaseType::kBoolean) {
    if (e->kind == ExprKind::kEnumeration)
      e = integer_literal(e->integer, written.place);
    else if (e->kind == ExprKind::kBoolean)
      e = integer_literal(e->integer + 1, written.place);
    else if (e->type.base == BaseType::kEnumeration)
      e = call("Integer", {e}, Type{BaseType::kInteger, nullptr, nullptr, e->type.dims}, written.place);
    else {
      Expr* chosen = make(ExprKind::kIf, written.place, Type{BaseType::kInteger});
      chosen->args = arena_.copy(
          std::vector<const Expr*>{e, integer_literal(2, written.place), integer_literal(1, written.place)});
      e = chosen;
    }
  }
  if (e->type.base != BaseType::kInteger)
    reporter_.fail(written.place, "a subscript is of type " + type_text(e->type),
                   "subscripts are Integers, Booleans or enumeration values");
  if (e->kind == ExprKind::kInteger && size >= 0 && (e->integer < 1 || e->integer > size))
    reporter_.fail(
        written.place,
        "the subscript " + std::to_string(e->integer) + " is outside of 1 to " + std::to_string(size),
        "elements are counted from 1");
  return e;
}

std::vector<const Expr*> Flattener::subscripts(Span<ast::Expr*> written, Context& context, const Expr* base,
                                               Span<std::int64_t> dims, const std::string& name) {
  std::vector<const Expr*> made;
  if (written.size() > dims.size())
    reporter_.fail(written[dims.size()]->place, "'" + name + "' has " + std::to_string(dims.size()) +
                                                    " dimensions and " + std::to_string(written.size()) +
                                                    " subscripts");
  for (std::size_t i = 0; i < written.size(); ++i)
    made.push_back(subscript(*written[i], context, base, static_cast<int>(i), dims[i]));
  return made;
}

const Expr* Flattener::reference(const ast::Expr& written, Context& context) {
  const ast::RefPart& first = written.parts[0];
  if (!written.global) {
    for (std::size_t i = context.iterators.size(); i-- > 0;) {
      const LocalIterator& iterator = context.iterators[i];
      if (iterator.name != first.name) continue;
      if (iterator.constant != nullptr) return path(iterator.constant, written.parts, 0, context);
      Expr* made = make(ExprKind::kIterator, written.place, iterator.type);
      made->iterator = iterator.id;
      made->text = iterator.name;
      return path(made, written.parts, 0, context);
    }
  }
  ClassNode* found_in = nullptr;
  Member* member = written.global ? tree_.find(tree_.root(), first.name)
                                  : tree_.lookup(context.scope, first.name, &found_in);
  if (member == nullptr && first.name == "time" && written.parts.size() == 1) {
    if (context.function != nullptr)
      reporter_.fail(written.place, "'time' is not known inside of functions", "hand it over as an argument");
    const ClassKind kind = tree_.kind_of(*context.scope);
    if (kind == ClassKind::kConnector || kind == ClassKind::kRecord)
      reporter_.fail(written.place, std::string("'time' is not known inside of a ") + ast::kind_name(kind),
                     "models and blocks know it: give the value where the component is declared");
    return make(ExprKind::kTime, written.place, Type{BaseType::kReal});
  }
  if (member == nullptr) unknown_name(written, context);
  return from_member(*member, written, 0, found_in, context);
}

void Flattener::unknown_name(const ast::Expr& written, Context& context) {
  std::vector<std::string> names;
  for (const LocalIterator& iterator : context.iterators) names.emplace_back(iterator.name);
  for (ClassNode* at = context.scope; at != nullptr; at = at->enclosing)
    for (std::string& name : tree_.known_names(*at, false)) names.push_back(std::move(name));
  const std::string unknown(written.parts[0].name), rest = unknown.substr(1);
  const bool derives = unknown[0] == 'd' && std::find(names.begin(), names.end(), rest) != names.end();
  const std::string near(nearest_name(unknown, names)), der = "der(" + rest + ")";
  const std::string meant = derives ? der : near;
  reporter_.fail(written.place, "there is no variable or class '" + unknown + "' here",
                 meant.empty() ? "" : "did you mean '" + meant + "'?");
}

// Goes on from `member`, which parts[at] names.
const Expr* Flattener::from_member(Member& start, const ast::Expr& written, std::size_t at,
                                   ClassNode* found_in, Context& context) {
  Member* member = &start;
  while (member->kind == MemberKind::kClass) {
    ClassNode* node = tree_.node_of(*member);
    if (!written.parts[at].subscripts.empty())
      reporter_.fail(written.parts[at].place, "the class '" + tree_.full_name(*node) + "' has a subscript");
    if (at + 1 == written.parts.size()) {
      if (tree_.kind_of(*node) == ClassKind::kFunction) {
        Expr* made = make(ExprKind::kFunction, written.place, Type{BaseType::kFunction});
        made->function = function_of(*node, written.place);
        return made;
      }
      reporter_.fail(written.place,
                     "'" + reference_text(written) + "' is a class, and a value is needed here");
    }
    tree_.expand(*node);
    ClassNode* builtin = tree_.builtin_node(*node);
    const std::string_view name = written.parts[at + 1].name;
    if (builtin != nullptr && builtin->builtin == Builtin::kEnumeration) {
      const auto& literals = builtin->enumeration->literals;
      const auto found = std::find(literals.begin(), literals.end(), name);
      if (found == literals.end() || at + 2 != written.parts.size())
        reporter_.fail(written.parts[at + 1].place,
                       "'" + builtin->enumeration->name + "' has no literal '" + std::string(name) + "'",
                       "it has " + list_text(literals));
      Expr* made =
          make(ExprKind::kEnumeration, written.place, Type{BaseType::kEnumeration, builtin->enumeration});
      made->integer = found - literals.begin() + 1;
      return made;
    }
    Member* next = tree_.find(*node, name);
    if (next == nullptr) {
      const std::vector<std::string> names = tree_.known_names(*node, false);
      const std::string near(nearest_name(name, names));
      reporter_.fail(written.parts[at + 1].place,
                     "'" + tree_.full_name(*node) + "' has no element '" + std::string(name) + "'",
                     near.empty() ? "" : "did you mean '" + near + "'?");
    }
    if (next->is_protected)
      reporter_.error(written.parts[at + 1].place,
                      "'" + reference_text(written) + "' is protected in '" + tree_.full_name(*node) + "'",
                      "use a public element, or inherit from '" + tree_.full_name(*node) + "'");
    if (next->kind == MemberKind::kComponent && node->definition != nullptr && !node->is_instance) {
      tree_.type_component(*next);
      if (tree_.is_partial(*node) && tree_.kind_of(*node) == ClassKind::kPackage)
        reporter_.error(written.parts[at + 1].place,
                        "'" + reference_text(written) + "' is looked up in the partial package '" +
                            tree_.full_name(*node) + "'",
                        "use a package that is complete");
      if (!tree_.is_package_like(*node))
        reporter_.error(written.parts[at + 1].place,
                        "'" + reference_text(written) + "' is looked up in '" + tree_.full_name(*node) +
                            "', which is no package and does not look like one",
                        "move the constant into a package");
      if (next->variability != ast::Variability::kConstant)
        reporter_.fail(written.parts[at + 1].place,
                       "'" + reference_text(written) + "' is an element of a class and no constant",
                       "only constants are reached through a class; use a component of the class, or declare "
                       "it constant");
      if (node->definition->partial && next->modifier == nullptr && next->element->modification == nullptr &&
          tree_.builtin_node(*next->node) != nullptr)
        reporter_.fail(
            written.parts[at + 1].place,
            "'" + reference_text(written) + "' has no value, for '" + tree_.full_name(*node) + "' is partial",
            "redeclare the package with one that is complete");
    }
    member = next;
    found_in = node;
    ++at;
  }
  tree_.type_component(*member);
  const bool function_local = member->holder->instance->is_function_scope;
  if (at == 0 && found_in != nullptr && !function_local && found_in->instance != context.scope->instance) {
    if (member->variability != ast::Variability::kConstant && !(member->is_outer))
      reporter_.fail(written.place,
                     "'" + std::string(member->name) + "' belongs to the enclosing class '" +
                         tree_.full_name(*found_in) + "' and is no constant",
                     "declare it constant, hand it over by a modification, or use inner and outer");
  }
  if (context.function != nullptr && !function_local && member->variability != ast::Variability::kConstant &&
      context.scope->instance->is_function_scope)
    reporter_.fail(
        written.place,
        "the function uses '" + reference_text(written) + "', which is neither its own nor a constant",
        "make it an input");
  if (member->holder->instance->is_instance && !(context.function != nullptr && !function_local))
    return tree_reference(*member, written, at, {}, context);
  while (!function_local && at + 1 < written.parts.size() && written.parts[at].subscripts.empty() &&
         tree_.builtin_node(*member->node) == nullptr && own_dims(*member).empty() &&
         binding_owner(*member) == nullptr) {
    // A record constant whose elements have values of their own, which may refer to each other.
    member = next_member(*member->node, *member, written, ++at, context);
    if (member->kind != MemberKind::kComponent) return from_member(*member, written, at, found_in, context);
    tree_.type_component(*member);
  }
  const Expr* base = function_local ? local_reference(*member, context, written.place)
                                    : constant_reference(*member, written.place);
  return path(base, written.parts, at, context);
}

// In the tree of the model.
const Expr* Flattener::tree_reference(Member& start, const ast::Expr& written, std::size_t at,
                                      std::vector<const Expr*> subs, Context& context) {
  Member* member = &start;
  if (member->is_outer && !member->is_inner) {
    if (at + 1 < written.parts.size()) check_outer_part(*member, written.parts[at + 1]);
    member = &target(*member);
  }
  if (subs.empty())
    for (const Iterator& iterator : context_iterators(*member->holder))
      subs.push_back(iterator_reference(iterator, written.place));
  for (;;) {
    tree_.type_component(*member);
    const ast::RefPart& part = written.parts[at];
    if (member->element->condition != nullptr)
      reporter_.fail(part.place, "'" + reference_text(written) + "' uses a conditional component",
                     "conditional components may be used in connect only");
    const Span<std::int64_t> dims = own_dims(*member);
    std::vector<const Expr*> mine =
        subscripts(part.subscripts, context, nullptr, dims, reference_text(written));
    check_subscript_types(*member, part, context);
    if (!member->expanded && !dims.empty() && tree_.builtin_node(*member->node) == nullptr &&
        tree_.expand_elements().count(member->element) > 0)
      expand_array(*member);
    if (member->expanded)
      return expanded_reference(*member, std::move(mine), written, at, std::move(subs), context);
    mine.resize(dims.size(), nullptr);
    for (const Expr*& sub : mine)
      if (sub == nullptr) sub = make(ExprKind::kColon, part.place);
    subs.insert(subs.end(), mine.begin(), mine.end());
    if (at + 1 == written.parts.size()) return member_reference(*member, std::move(subs), written.place);
    ++at;
    Member* next = next_member(*member->node, *member, written, at, context);
    if (next->kind == MemberKind::kClass) return from_member(*next, written, at, member->node, context);
    if (next->is_outer && !next->is_inner) return tree_reference(target(*next), written, at, {}, context);
    member = next;
  }
}

// A dimension that is an enumeration or Boolean takes subscripts of that type.
void Flattener::check_subscript_types(Member& member, const ast::RefPart& part, Context& context) {
  for (std::size_t d = 0; d < part.subscripts.size() && d < member.element->dimensions.size(); ++d) {
    const ast::Expr& size = *member.element->dimensions[d];
    if (size.kind != ast::ExprKind::kReference || part.subscripts[d]->kind == ast::ExprKind::kColon) continue;
    Context there;
    there.scope = member.scope;
    ClassNode* node = type_named(size, there);
    ClassNode* builtin = node == nullptr ? nullptr : tree_.builtin_node(*node);
    if (builtin == nullptr) continue;
    if (part.subscripts[d]->kind != ast::ExprKind::kInteger) continue;
    reporter_.error(part.subscripts[d]->place,
                    "'" + std::string(part.name) +
                        "' has a subscript of type Integer, and its dimension is '" + tree_.full_name(*node) +
                        "'",
                    "subscripts are values of that type");
  }
  static_cast<void>(context);
}

Member* Flattener::next_member(ClassNode& node, Member& member, const ast::Expr& written, std::size_t at,
                               Context& context) {
  const std::string_view name = written.parts[at].name;
  Member* next = tree_.builtin_node(node) != nullptr ? nullptr : tree_.find(node, name);
  if (next == nullptr) {
    const std::vector<std::string> names = tree_.known_names(node, false);
    const std::string near(nearest_name(name, names));
    reporter_.fail(written.parts[at].place,
                   "'" + tree_.path_of(member) + "' has no element '" + std::string(name) + "'",
                   near.empty() ? "" : "did you mean '" + near + "'?");
  }
  if (next->is_protected && !context.in_connect)
    reporter_.error(written.parts[at].place,
                    "'" + reference_text(written) + "' is protected in '" + tree_.full_name(node) + "'",
                    "use a public element");
  return next;
}

const Expr* Flattener::expanded_reference(Member& member, std::vector<const Expr*> mine,
                                          const ast::Expr& written, std::size_t at,
                                          std::vector<const Expr*> subs, Context& context) {
  const Span<std::int64_t> dims = member.own_dims;
  // Which elements are meant, per dimension.
  std::vector<std::vector<std::int64_t>> chosen;
  std::vector<bool> scalar;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    chosen.emplace_back();
    if (d >= mine.size() || mine[d]->kind == ExprKind::kColon) {
      scalar.push_back(false);
      for (std::int64_t i = 1; i <= dims[d]; ++i) chosen.back().push_back(i);
      continue;
    }
    scalar.push_back(mine[d]->type.is_scalar());
    if (uses_iterator(mine[d], context)) throw NeedUnrolling{0};
    const Value value = uniform_value(mine[d], "subscript");
    if (value.is_array())
      for (const Value& part : value.parts) chosen.back().push_back(static_cast<std::int64_t>(part.number));
    else
      chosen.back().push_back(static_cast<std::int64_t>(value.number));
    for (const std::int64_t i : chosen.back())
      if (i < 1 || i > dims[d])
        reporter_.fail(written.place, "the subscript " + std::to_string(i) + " is outside of 1 to " +
                                          std::to_string(dims[d]));
  }
  const std::function<const Expr*(std::size_t, std::size_t)> build = [&](std::size_t d,
                                                                         std::size_t offset) -> const Expr* {
    if (d == dims.size()) {
      ClassNode& element = *member.elements[offset];
      if (at + 1 == written.parts.size()) return instance_value(element, member, subs, written.place);
      Member* next = next_member(element, member, written, at + 1, context);
      if (next->kind == MemberKind::kClass) return from_member(*next, written, at + 1, &element, context);
      if (next->is_outer && !next->is_inner)
        return tree_reference(target(*next), written, at + 1, {}, context);
      return tree_reference(*next, written, at + 1, subs, context);
    }
    std::vector<const Expr*> parts;
    for (const std::int64_t i : chosen[d])
      parts.push_back(
          build(d + 1, offset * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(i - 1)));
    if (scalar[d]) return parts[0];
    if (parts.empty()) {
      // An empty array of what would be there.
      Type type = type_of_path(*member.node, written, at + 1, context);
      std::vector<std::int64_t> sizes{0};
      sizes.insert(sizes.end(), type.dims.begin(), type.dims.end());
      return make(ExprKind::kArray, written.place, with_dims(type, sizes));
    }
    return array_of(std::move(parts), written.place);
  };
  return build(0, 0);
}

// The type that parts[at..] would have inside of a node of which there is no element.
Type Flattener::type_of_path(ClassNode& node, const ast::Expr& written, std::size_t at, Context& context) {
  if (at >= written.parts.size()) return type_of_class(node, written.place);
  Member* next = next_member(node, *node.component, written, at, context);
  const Type mine = type_of(*next);
  if (at + 1 == written.parts.size()) return mine;
  Type inner = type_of_path(*next->node, written, at + 1, context);
  std::vector<std::int64_t> dims(mine.dims.begin(), mine.dims.end());
  dims.insert(dims.end(), inner.dims.begin(), inner.dims.end());
  return with_dims(inner, dims);
}

const Expr* Flattener::instance_value(ClassNode& node, Member& member, const std::vector<const Expr*>& subs,
                                      Place place) {
  const ClassKind kind = tree_.kind_of(node);
  if (kind != ClassKind::kRecord && kind != ClassKind::kConnector && kind != ClassKind::kClass &&
      kind != ClassKind::kType)
    reporter_.fail(place,
                   "'" + tree_.path_of(member) + "' is a component of the " + ast::kind_name(kind) + " '" +
                       tree_.full_name(node) + "' and has no value",
                   "name one of its variables");
  const RecordType* type = record_type(node);
  std::vector<const Expr*> fields;
  for (Member* part : node.members) {
    if (part->kind != MemberKind::kComponent) continue;
    if (part->is_outer && !part->is_inner)
      reporter_.fail(place,
                     "'" + tree_.path_of(member) + "' has an outer element and cannot be used as a value");
    std::vector<const Expr*> all = subs;
    for (std::size_t i = 0; i < own_dims(*part).size(); ++i) all.push_back(make(ExprKind::kColon, place));
    if (!is_present(*part))
      reporter_.fail(place, "'" + tree_.path_of(*part) + "' is absent, so the record has no value");
    fields.push_back(member_reference(*part, std::move(all), place));
  }
  std::vector<std::int64_t> dims;
  const std::vector<std::int64_t> full = [&] {
    std::vector<std::int64_t> sizes;
    for (const Iterator& iterator : context_iterators(node))
      sizes.push_back(iterator.range->args[2]->integer);
    return sizes;
  }();
  for (std::size_t i = 0; i < subs.size() && i < full.size(); ++i) {
    if (subs[i]->kind == ExprKind::kColon)
      dims.push_back(full[i]);
    else if (!subs[i]->type.is_scalar())
      dims.push_back(subs[i]->type.dims[0]);
  }
  return record_of(*type, std::move(fields), arena_.copy(dims), place);
}

// `subs`: one for each dimension, those of the surrounding arrays included.
const Expr* Flattener::member_reference(Member& member, std::vector<const Expr*> subs, Place place) {
  tree_.type_component(member);
  if (tree_.builtin_node(*member.node) == nullptr) {
    if (member.expanded) {
      std::vector<const Expr*> parts;
      for (ClassNode* element : member.elements)
        parts.push_back(instance_value(
            *element, member,
            {subs.begin(), subs.end() - static_cast<std::ptrdiff_t>(member.own_dims.size())}, place));
      return array_of(std::move(parts), place);
    }
    return instance_value(*member.node, member, subs, place);
  }
  const std::uint32_t number = variable_of(member);
  const Type& type = flat_->variables[number].type;
  std::vector<std::int64_t> dims;
  bool whole = true;
  for (std::size_t i = 0; i < subs.size(); ++i) {
    if (subs[i]->kind == ExprKind::kColon)
      dims.push_back(type.dims[i]);
    else {
      whole = false;
      if (!subs[i]->type.is_scalar()) dims.push_back(subs[i]->type.dims[0]);
    }
  }
  Expr* made = make(ExprKind::kVariable, place, with_dims(type, dims));
  made->variable = number;
  if (!whole) made->args = arena_.copy(subs);
  variable_uses_.push_back(made);
  return made;
}

// A constant of a package: its value, for no variable of the model stands for it.
const Expr* Flattener::constant_reference(Member& member, Place place) {
  const auto known = constants_.find(&member);
  if (known != constants_.end()) {
    if (known->second == nullptr)
      reporter_.fail(place, "the constant '" + tree_.path_of(member) + "' depends on itself",
                     "break the circle");
    return known->second;
  }
  constants_[&member] = nullptr;
  try {
    const Expr* made = nullptr;
    if (member.variability != ast::Variability::kConstant &&
        member.variability != ast::Variability::kParameter &&
        effective_variability(member) != ast::Variability::kConstant)
      reporter_.fail(place, "'" + tree_.path_of(member) +
                                "' is no constant, and only constants are reached without a component");
    const bool builtin = tree_.builtin_node(*member.node) != nullptr;
    if (!builtin && binding_owner(member) == nullptr) {
      const RecordType* type = record_type(*member.node);
      std::vector<const Expr*> fields;
      for (Member* part : member.node->members)
        if (part->kind == MemberKind::kComponent) {
          tree_.type_component(*part);
          fields.push_back(constant_reference(*part, place));
        }
      made = record_of(*type, std::move(fields), arena_.copy(full_dims(member)), place);
    } else {
      Type type = type_of(member);
      type = with_dims(type, full_dims(member));
      made = literal(value_of(member), place, &type);
    }
    constants_[&member] = made;
    return made;
  } catch (const NotConstant& fault) {
    constants_.erase(&member);
    reporter_.fail(place,
                   "the constant '" + tree_.path_of(member) + "' of '" + tree_.full_name(*member.holder) +
                       "' has no value that is known: " + fault.reason,
                   "give it a value, or use a class that does");
  } catch (...) {
    constants_.erase(&member);
    throw;
  }
}

const Expr* Flattener::local_reference(Member& member, Context& context, Place place) {
  if (context.function == nullptr || member.local < 0) {
    // A constant of the function that is asked for from its declarations, such as a size.
    if (member.variability >= ast::Variability::kParameter) return constant_reference(member, place);
    reporter_.fail(
        place, "'" + std::string(member.name) + "' is a variable of a function and unknown outside of it");
  }
  variable_ready(member, *context.function);
  const FunctionVariable& variable = context.function->variables[static_cast<std::size_t>(member.local)];
  Expr* made = make(ExprKind::kLocal, place, variable.type);
  made->variable = static_cast<std::uint32_t>(member.local);
  made->text = arena_.copy(std::string_view(variable.name));
  return made;
}

// Applies the subscripts of parts[at] and all that follows to a value.
const Expr* Flattener::path(const Expr* base, Span<ast::RefPart> parts, std::size_t at, Context& context) {
  for (;; ++at) {
    const ast::RefPart& part = parts[at];
    if (!part.subscripts.empty()) {
      std::vector<const Expr*> subs =
          subscripts(part.subscripts, context, base, base->type.dims, std::string(part.name));
      base = index(base, std::move(subs), part.place);
    }
    if (at + 1 == parts.size()) return base;
    base = field_named(base, parts[at + 1].name, parts[at + 1].place);
  }
}

}  // namespace escapement::modelica
