// SPDX-License-Identifier: MIT
// Types and sizes of components.
#include "flattener.h"

namespace escapement::modelica {

Member& Flattener::target(Member& member) {
  Member* at = &member;
  for (int hops = 0; hops < 50; ++hops) {
    tree_.type_component(*at);
    if (!at->is_outer || at->is_inner) return *at;
    if (at->outer_target == nullptr && !tree_.is_partial(*at->node) && model_ != nullptr) {
      const auto known = model_->table.find(at->name);
      if (known == model_->table.end()) {
        Member* made = tree_.copy_member(*model_, *at, at->name);
        made->made_inner = true;
        reporter_.warning(at->element->place,
                          "'" + tree_.path_of(*at) +
                              "' is outer, and nothing around it declares it inner: the model got one",
                          "declare 'inner' with the values that you want");
        at->outer_target = made;
        walk_member(*made);
      } else if (known->second->made_inner) {
        at->outer_target = known->second;
        tree_.type_component(*known->second);
        check_outer(*at, *known->second);
      }
    }
    if (at->outer_target == nullptr)
      reporter_.fail(
          at->element->place,
          "'" + tree_.path_of(*at) + "' is outer, and nothing around it declares it inner",
          "declare 'inner " + tree_.full_name(*at->node) + " " + std::string(at->name) + "' in the model");
    at = at->outer_target;
  }
  return *at;
}

const std::vector<Iterator>& Flattener::canonical_iterators(Member& member) {
  const auto known = canonical_.find(&member);
  if (known != canonical_.end()) return known->second;
  std::vector<Iterator> made;
  for (const std::int64_t size : own_dims(member)) {
    Expr* range = make(ExprKind::kRange, member.element->place, with_dims(Type{BaseType::kInteger}, {size}));
    range->args =
        arena_.copy(std::vector<const Expr*>{integer_literal(1, {}), nullptr, integer_literal(size, {})});
    const std::uint32_t id = next_iterator_++;
    made.push_back({arena_.copy(std::string_view("i" + std::to_string(id))), id, range});
    iterator_owner_[id] = &member;
  }
  return canonical_.emplace(&member, std::move(made)).first->second;
}

// Of all arrays of components that the instance lies in, outermost first.
std::vector<Iterator> Flattener::context_iterators(const ClassNode& node) {
  std::vector<Iterator> made;
  const ClassNode* instance = node.instance;
  if (instance->component == nullptr) return made;
  Member& member = *instance->component;
  made = context_iterators(*member.holder);
  if (member.expanded) return made;
  const std::vector<Iterator>& own = canonical_iterators(member);
  made.insert(made.end(), own.begin(), own.end());
  return made;
}

std::vector<std::int64_t> Flattener::full_dims(Member& member) {
  std::vector<std::int64_t> dims;
  for (const Iterator& iterator : context_iterators(*member.holder))
    dims.push_back(iterator.range->args[2]->integer);
  if (!member.expanded)
    for (const std::int64_t size : own_dims(member)) dims.push_back(size);
  return dims;
}

// The sizes that a type brings along: type Vector = Real[3], or a class that extends it.
void Flattener::class_dimensions(ClassNode& node,
                                 std::vector<std::pair<const ast::Expr*, ClassNode*>>& written) {
  if (node.definition == nullptr) return;
  if (node.definition->form == ast::ClassForm::kShort)
    for (ast::Expr* e : node.definition->dimensions) written.emplace_back(e, node.enclosing);
  for (const Base& base : node.bases)
    if (node.definition->form == ast::ClassForm::kShort || tree_.builtin_node(*base.node) != nullptr) {
      class_dimensions(*base.node, written);
      return;
    }
}

Span<std::int64_t> Flattener::own_dims(Member& member) {
  if (member.dims_known) return member.own_dims;
  tree_.type_component(member);
  if (member.dims_running && !member.own_dims.empty()) return member.own_dims;
  if (member.dims_running)
    reporter_.fail(member.element->place, "the size of '" + tree_.path_of(member) + "' depends on itself",
                   "give it a size by number or parameter");
  member.dims_running = true;
  struct Leave {
    Member& member;
    ~Leave() { member.dims_running = false; }
  } leave{member};
  member.own_dims = {};
  std::vector<std::pair<const ast::Expr*, ClassNode*>> written;
  const ast::Element& element = *member.element;
  ClassNode* scope = member.scope;
  if (element.dimensions.empty() && element.type_dimensions.empty() && member.original != nullptr) {
    for (ast::Expr* e : member.original->dimensions) written.emplace_back(e, member.original_scope);
    for (ast::Expr* e : member.original->type_dimensions) written.emplace_back(e, member.original_scope);
  } else {
    for (ast::Expr* e : element.dimensions) written.emplace_back(e, scope);
    for (ast::Expr* e : element.type_dimensions) written.emplace_back(e, scope);
  }
  class_dimensions(*member.node, written);
  const bool in_function = member.holder->instance->is_function_scope;
  std::vector<std::int64_t> dims;
  std::optional<Type> bound;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const ast::Expr& size = *written[i].first;
    if (i > 0) {  // A[:, size(A, 1)]: a later dimension may ask for an earlier one
      std::vector<std::int64_t> so_far = dims;
      so_far.resize(written.size(), kUnknownSize);
      member.own_dims = arena_.copy(so_far);
    }
    if (size.kind == ast::ExprKind::kColon) {
      if (in_function || !member.holder->instance->is_instance) {
        if (in_function) {
          dims.push_back(kUnknownSize);
          continue;
        }
      }
      if (!bound) {
        const Modifier* modifier = member.modifier;
        const Binding binding = modifier != nullptr && modifier->value != nullptr
                                    ? Binding{nullptr, {}, modifier->place}
                                    : declared_binding(member);
        const Expr* value = binding.value;
        if (modifier != nullptr && modifier->value != nullptr) {
          Context context;
          context.scope = modifier->scope;
          context.in_binding = true;
          value = expression(*modifier->value, context);
        }
        if (value == nullptr)
          reporter_.fail(size.place,
                         "the size of '" + tree_.path_of(member) + "' is open (':') and no value tells it",
                         "give the component a value or a size");
        bound = value->type;
      }
      const std::size_t at = bound->rank() + i - written.size();
      if (bound->rank() + i < written.size() || at >= bound->rank())
        reporter_.fail(size.place, "'" + tree_.path_of(member) + "' has " + std::to_string(written.size()) +
                                       " dimensions and its value has " + std::to_string(bound->rank()));
      dims.push_back(bound->dims[at]);
      continue;
    }
    Context context;
    context.scope = written[i].second;
    context.in_binding = true;
    // A type as a size: Boolean or an enumeration
    if (size.kind == ast::ExprKind::kReference) {
      const std::optional<std::int64_t> count = type_size(size, context);
      if (count) {
        dims.push_back(*count);
        continue;
      }
    }
    const Expr* e = expression(size, context);
    if (!e->type.is_scalar() || e->type.base != BaseType::kInteger)
      reporter_.fail(size.place, "a size of '" + tree_.path_of(member) + "' is of type " + type_text(e->type),
                     "a size is an Integer, Boolean, the name of an enumeration, or ':'");
    std::int64_t value = kUnknownSize;
    if (in_function || !member.holder->instance->is_instance) {
      const std::optional<std::int64_t> known = try_integer(e);
      if (known) value = *known;
    } else {
      value = static_cast<std::int64_t>(uniform_value(e, "size of '" + tree_.path_of(member) + "'").number);
      if (value < 0)
        reporter_.fail(size.place, "a size of '" + tree_.path_of(member) + "' is " + std::to_string(value),
                       "a size is 0 or more");
    }
    dims.push_back(value);
  }
  member.own_dims = arena_.copy(dims);
  member.dims_known = true;
  if (member.variable >= 0) {  // asked for by its own size, when that was known in part
    Variable& variable = flat_->variables[static_cast<std::size_t>(member.variable)];
    variable.type = with_dims(variable.type, full_dims(member));
  }
  return member.own_dims;
}

// The number of values of Boolean or of an enumeration, when the name is one of a type.
std::optional<std::int64_t> Flattener::type_size(const ast::Expr& name, Context& context) {
  ClassNode* node = type_named(name, context);
  if (node == nullptr) return std::nullopt;
  ClassNode* builtin = tree_.builtin_node(*node);
  if (builtin == nullptr) return std::nullopt;
  if (builtin->builtin == Builtin::kBoolean) return 2;
  if (builtin->builtin == Builtin::kEnumeration)
    return static_cast<std::int64_t>(builtin->enumeration->literals.size());
  return std::nullopt;
}

ClassNode* Flattener::type_named(const ast::Expr& name, Context& context) {
  for (const LocalIterator& iterator : context.iterators)
    if (name.parts.size() == 1 && iterator.name == name.parts[0].name) return nullptr;
  Member* member = name.global ? tree_.find(tree_.root(), name.parts[0].name)
                               : tree_.lookup(context.scope, name.parts[0].name);
  for (std::size_t i = 0; member != nullptr; ++i) {
    if (member->kind != MemberKind::kClass || !name.parts[i].subscripts.empty()) return nullptr;
    if (i + 1 == name.parts.size()) return tree_.node_of(*member);
    member = tree_.find(*tree_.node_of(*member), name.parts[i + 1].name);
  }
  return nullptr;
}

Type Flattener::type_of_class(ClassNode& node, Place place) {
  Type type;
  ClassNode* builtin = tree_.builtin_node(node);
  if (builtin != nullptr) {
    static constexpr BaseType kBases[] = {
        BaseType::kNone,    BaseType::kReal,           BaseType::kInteger,
        BaseType::kBoolean, BaseType::kString,         BaseType::kEnumeration,
        BaseType::kNone,    BaseType::kExternalObject, BaseType::kNone};
    type.base = kBases[static_cast<int>(builtin->builtin)];
    type.enumeration = builtin->enumeration;
    if (builtin->builtin == Builtin::kClock)
      reporter_.not_supported(place, "clocks (synchronous language elements, chapter 16)");
    if (builtin->builtin == Builtin::kExternalObject) {
      RecordType*& known = external_objects_[tree_.full_name(node)];
      if (known == nullptr) {
        flat_->records.push_back({tree_.full_name(node), {}});
        known = &flat_->records.back();
        record_nodes_[known] = &node;
      }
      type.record = known;
    }
    return type;
  }
  type.base = BaseType::kRecord;
  if (tree_.kind_of(node) == ast::ClassKind::kFunction) {
    type.base = BaseType::kFunction;
    return type;
  }
  type.record = record_type(node);
  return type;
}

Type Flattener::type_of(Member& member) {
  tree_.type_component(member);
  Type type = type_of_class(*member.node, member.element->place);
  type.dims = own_dims(member);
  return type;
}

const RecordType* Flattener::record_type(ClassNode& node) {
  const auto known = records_.find(&node);
  if (known != records_.end()) {
    if (known->second == nullptr)
      reporter_.fail(node.definition->place, "the record '" + tree_.full_name(node) + "' contains itself");
    return known->second;
  }
  records_[&node] = nullptr;
  RecordType made;
  made.name = tree_.full_name(node);
  tree_.expand(node);
  std::string key = made.name;
  for (Member* member : node.members) {
    if (member->kind != MemberKind::kComponent) continue;
    try {
      Member& field = *member;
      Type type = type_of(field);
      made.fields.push_back({std::string(field.name), type});
      key += ";" + std::string(field.name) + ":" + type_text(type);
    } catch (Abandon) {
      records_.erase(&node);
      throw;
    }
  }
  const RecordType*& shared = record_by_text_[key];
  if (shared == nullptr) {
    flat_->records.push_back(std::move(made));
    shared = &flat_->records.back();
    record_nodes_[shared] = &node;
  }
  records_[&node] = shared;
  return shared;
}

}  // namespace escapement::modelica
