// SPDX-License-Identifier: MIT
// Components to variables: names, prefixes, bindings and attributes.
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

ast::Variability Flattener::effective_variability(const Member& member) {
  ast::Variability variability = member.variability;
  for (const ClassNode* instance = member.holder->instance; instance->component != nullptr;
       instance = instance->component->holder->instance)
    variability = std::max(variability, instance->component->variability);
  return variability;
}

bool Flattener::effective_flow(const Member& member) {
  bool flow = member.flow;
  for (const ClassNode* instance = member.holder->instance;
       instance->component != nullptr && instance->is_instance;
       instance = instance->component->holder->instance)
    flow = flow || instance->component->flow;
  return flow;
}

Variability Flattener::flat_variability(Member& member, BaseType base) {
  switch (effective_variability(member)) {
    case ast::Variability::kConstant:
      return Variability::kConstant;
    case ast::Variability::kParameter:
      return Variability::kParameter;
    case ast::Variability::kDiscrete:
      return Variability::kDiscrete;
    case ast::Variability::kContinuous:
      break;
  }
  if (base == BaseType::kExternalObject) return Variability::kParameter;
  return base == BaseType::kReal ? Variability::kContinuous : Variability::kDiscrete;
}

bool Flattener::is_present(Member& member) {
  if (member.presence == Member::Presence::kPresent) return true;
  if (member.presence == Member::Presence::kAbsent) return false;
  const Modifier* modifier = member.modifier;
  if (modifier != nullptr && modifier->removed) {
    member.presence = Member::Presence::kAbsent;
    return false;
  }
  const ast::Expr* condition = member.element->condition;
  ClassNode* scope = member.scope;
  if (condition == nullptr && member.original != nullptr) {
    condition = member.original->condition;
    scope = member.original_scope;
  }
  if (condition == nullptr) {
    member.presence = Member::Presence::kPresent;
    return true;
  }
  if (member.presence == Member::Presence::kRunning)
    reporter_.fail(condition->place, "the condition of '" + tree_.path_of(member) + "' depends on itself",
                   "break the circle");
  member.presence = Member::Presence::kRunning;
  try {
    Context context;
    context.scope = scope;
    context.in_binding = true;
    const Expr* e = expression(*condition, context);
    if (e->type.base != BaseType::kBoolean || !e->type.is_scalar())
      reporter_.fail(condition->place,
                     "the condition of '" + tree_.path_of(member) + "' is of type " + type_text(e->type),
                     "a condition is a Boolean of parameters and constants");
    const bool present = uniform_value(e, "condition of '" + tree_.path_of(member) + "'").is_true();
    member.presence = present ? Member::Presence::kPresent : Member::Presence::kAbsent;
  } catch (Abandon) {
    member.presence = Member::Presence::kAbsent;
    throw;
  }
  return member.presence == Member::Presence::kPresent;
}

std::uint32_t Flattener::variable_of(Member& member) {
  if (member.variable >= 0) return static_cast<std::uint32_t>(member.variable);
  Variable variable;
  const Type own = type_of(member);
  std::vector<std::int64_t> dims = full_dims(member);
  variable.type = with_dims(own, dims);
  variable.place = member.element->place;
  variable.comment = unescape(member.element->description);
  variable.variability = flat_variability(member, own.base);
  variable.is_flow = effective_flow(member);
  variable.is_protected = member.is_protected;
  variable.is_final = member.is_final || (member.modifier != nullptr && member.modifier->final);
  const ClassNode* instance = member.holder->instance;
  if (instance->component == nullptr && member.causality != ast::Causality::kNone && !member.is_protected)
    variable.causality = member.causality == ast::Causality::kInput ? Causality::kInput : Causality::kOutput;
  // Inputs and outputs of connectors at the top are those of the model as well.
  if (instance->component != nullptr && instance->component->holder->instance == model_ &&
      instance->component->causality != ast::Causality::kNone && !instance->component->is_protected)
    variable.causality =
        instance->component->causality == ast::Causality::kInput ? Causality::kInput : Causality::kOutput;
  std::vector<NameSegment> segments{{std::string(member.name), static_cast<int>(own.rank())}};
  for (; instance->component != nullptr; instance = instance->component->holder->instance) {
    const Member& outer = *instance->component;
    variable.is_protected = variable.is_protected || outer.is_protected;
    segments.insert(segments.begin(), {std::string(outer.name) + instance->element_suffix,
                                       outer.expanded ? 0 : static_cast<int>(outer.own_dims.size())});
  }
  for (const NameSegment& segment : segments)
    variable.name += (variable.name.empty() ? "" : ".") + segment.name;
  variable.segments = std::move(segments);
  member.variable = static_cast<std::int64_t>(flat_->variables.size());
  flat_->variables.push_back(std::move(variable));
  variable_members_.push_back(&member);
  return static_cast<std::uint32_t>(member.variable);
}

// The component whose value gives this one its own: itself, or a record that it is a field of.
Member* Flattener::binding_owner(Member& member) {
  const auto level = [](const Modifier& modifier) {
    int depth = -1;
    for (const ClassNode* at = modifier.scope->instance; at != nullptr && at->is_instance;
         at = at->component == nullptr ? nullptr : at->component->holder->instance)
      ++depth;
    return depth;
  };
  Member* owner = member.modifier != nullptr && member.modifier->value != nullptr ? &member : nullptr;
  for (ClassNode* instance = member.holder->instance; instance->component != nullptr;
       instance = instance->component->holder->instance) {
    Member& outer = *instance->component;
    const ClassKind kind = tree_.kind_of(*outer.node);
    if (kind != ClassKind::kRecord && kind != ClassKind::kConnector && kind != ClassKind::kClass &&
        kind != ClassKind::kOperator)
      break;
    if (outer.modifier == nullptr || outer.modifier->value == nullptr) continue;
    // a field that is modified further out than the record as a whole keeps its modification
    if (owner == nullptr || level(*outer.modifier) <= level(*owner->modifier)) owner = &outer;
  }
  return owner;
}

Binding Flattener::declared_binding(Member& member) {
  Member* owner = binding_owner(member);
  if (owner == nullptr) return {};
  Binding binding = binding_from(*owner, *owner->modifier, false, "value");
  if (owner == &member || binding.value == nullptr) return binding;
  std::vector<std::string_view> fields;
  for (const Member* at = &member; at != owner; at = at->holder->instance->component)
    fields.push_back(at->name);
  const Expr* value = binding.value;
  for (std::size_t i = fields.size(); i-- > 0;) value = field_named(value, fields[i], binding.place);
  binding.value = value;
  return binding;
}

Binding Flattener::binding_from(Member& member, const Modifier& modifier, bool attribute, const char* what) {
  Context context;
  context.scope = modifier.scope;
  context.in_binding = true;
  const Expr* value = expression(*modifier.value, context);
  std::vector<Iterator> all = context_iterators(*member.holder);
  const std::size_t own = member.expanded ? 0 : own_dims(member).size();
  if (!member.expanded) {
    const std::vector<Iterator>& mine = canonical_iterators(member);
    all.insert(all.end(), mine.begin(), mine.end());
  }
  const std::size_t region = attribute ? all.size() : all.size() - own;
  const std::size_t from_scope = std::min(context_iterators(*modifier.scope).size(), region);
  std::size_t layered = 0;
  for (const Layer& layer : modifier.layers)
    if (layer.fixed[0] == 0) layered += static_cast<std::size_t>(layer.rank);
  std::vector<bool> each(region, false);
  for (std::size_t i = from_scope; i + layered < region; ++i) each[i] = true;
  std::size_t at = region - std::min(layered, region);
  for (const Layer& layer : modifier.layers)
    if (layer.fixed[0] == 0)
      for (int i = 0; i < layer.rank && at < region; ++i, ++at) each[at] = layer.each;
  std::size_t kept = from_scope;
  for (std::size_t i = from_scope; i < region; ++i)
    if (each[i]) kept = i + 1;
  std::vector<const Expr*> subs;
  std::size_t whole = 0;  // trailing colons
  at = region - std::min(layered, region);
  for (const Layer& layer : modifier.layers) {
    for (int i = 0; i < layer.rank; ++i) {
      const bool fixed = layer.fixed[0] != 0;
      const std::size_t position = fixed ? 0 : at++;
      if (layer.each) continue;
      if (fixed) {
        subs.push_back(integer_literal(layer.fixed[i], modifier.place));
        whole = 0;
      } else if (position < kept) {
        subs.push_back(iterator_reference(all[position], modifier.place));
        whole = 0;
      } else {
        subs.push_back(make(ExprKind::kColon, modifier.place));
        ++whole;
      }
    }
  }
  const std::string path = tree_.path_of(member);
  if (value->type.rank() < subs.size())
    reporter_.fail(modifier.place,
                   "the " + std::string(what) + " of '" + path +
                       "' is one for all elements of an array, and 'each' does not say so",
                   "write 'each' before the modification, or give a value for each element");
  subs.resize(subs.size() - whole);
  if (!subs.empty()) value = index(value, std::move(subs), modifier.place);
  Binding binding;
  binding.value = value;
  binding.place = modifier.place;
  binding.iterators =
      arena_.copy(std::vector<Iterator>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept)));
  // What is left must fit.
  Type wanted = value->type;
  std::vector<std::int64_t> dims;
  for (std::size_t i = kept; i < (attribute ? region : all.size()); ++i)
    dims.push_back(all[i].range->args[2]->integer);
  wanted = with_dims(wanted, dims);
  if (!same_dims(wanted, value->type)) {
    const bool extra_each = modifier.each && value->type.rank() == dims.size() + 0 && !dims.empty();
    static_cast<void>(extra_each);
    reporter_.fail(modifier.place,
                   "the " + std::string(what) + " of '" + path + "' has the size " + size_text(value->type) +
                       ", and " + size_text(wanted) + " is needed",
                   value->type.is_scalar() ? "use fill(), or 'each' in a modification" : "");
  }
  return binding;
}

void Flattener::attributes(Member& member, Variable& variable, ClassNode& builtin) {
  if (builtin.modifier == nullptr) return;
  struct Attribute {
    std::string_view name;
    Binding Variable::*to;
    int type;  // 0: that of the variable, 1: String, 2: Boolean, 3: StateSelect
  };
  static constexpr Attribute kAttributes[] = {{"start", &Variable::start, 0},
                                              {"fixed", &Variable::fixed, 2},
                                              {"nominal", &Variable::nominal, 0},
                                              {"min", &Variable::min, 0},
                                              {"max", &Variable::max, 0},
                                              {"quantity", &Variable::quantity, 1},
                                              {"unit", &Variable::unit, 1},
                                              {"displayUnit", &Variable::display_unit, 1},
                                              {"stateSelect", &Variable::state_select, 3}};
  const Type own = type_of(member);
  for (const NamedModifier& entry : builtin.modifier->children) {
    if (entry.modifier->value == nullptr) continue;
    if (entry.name == "unbounded") continue;
    const auto* attribute = std::find_if(std::begin(kAttributes), std::end(kAttributes),
                                         [&](const Attribute& a) { return a.name == entry.name; });
    static constexpr std::string_view kNot[][6] = {
        {},
        {},
        {"unit", "displayUnit", "nominal", "stateSelect", "", ""},
        {"unit", "displayUnit", "nominal", "stateSelect", "min", "max"},
        {"unit", "displayUnit", "nominal", "stateSelect", "min", "max"},
        {"unit", "displayUnit", "nominal", "stateSelect", "", ""}};
    const auto which = static_cast<std::size_t>(own.base);
    const bool excluded = which < 6 && std::find(std::begin(kNot[which]), std::end(kNot[which]),
                                                 entry.name) != std::end(kNot[which]);
    if (attribute == std::end(kAttributes) || excluded) {
      reporter_.error(entry.modifier->place, "'" + tree_.path_of(member) + "' is of type " + type_text(own) +
                                                 ", which has no attribute '" + std::string(entry.name) +
                                                 "'");
      continue;
    }
    try {
      Binding binding = binding_from(member, *entry.modifier, true, std::string(entry.name).c_str());
      const Type& type = binding.value->type;
      const bool fits =
          attribute->type == 1   ? type.base == BaseType::kString
          : attribute->type == 2 ? type.base == BaseType::kBoolean
          : attribute->type == 3
              ? type.base == BaseType::kEnumeration && type.enumeration->name == "StateSelect"
              : type.base == own.base || (own.base == BaseType::kReal && type.base == BaseType::kInteger);
      if (!fits)
        reporter_.error(entry.modifier->place, "the attribute '" + std::string(entry.name) + "' of '" +
                                                   tree_.path_of(member) + "' cannot be of type " +
                                                   type_text(type));
      else if (variability_of(binding.value) > Variability::kParameter && entry.name != "start")
        reporter_.error(entry.modifier->place,
                        "the attribute '" + std::string(entry.name) + "' of '" + tree_.path_of(member) +
                            "' depends on the simulation",
                        "use parameters and constants");
      else if (variability_of(binding.value) > Variability::kParameter)
        reporter_.error(entry.modifier->place,
                        "the start value of '" + tree_.path_of(member) + "' depends on the simulation",
                        "use parameters and constants, or an initial equation");
      variable.*(attribute->to) = binding;
    } catch (Abandon) {
    }
  }
}

void Flattener::describe_variable(Member& member) {
  const std::uint32_t number = variable_of(member);
  reporter_.set_path(flat_->variables[number].name);
  ClassNode* builtin = tree_.builtin_node(*member.node);
  Variable copy = flat_->variables[number];  // translating may add variables and move them
  attributes(member, copy, *builtin);
  try {
    copy.binding = declared_binding(member);
    if (copy.binding.value != nullptr) {
      Type wanted = copy.type, given = copy.binding.value->type;
      wanted.dims = given.dims;  // sizes were checked
      if (!assignable(wanted, given))
        reporter_.error(copy.binding.place, "the value of '" + copy.name + "' is of type " +
                                                type_text(given) + ", and " +
                                                type_text(with_dims(copy.type, {})) + " is needed");
      const Variability variability = variability_of(copy.binding.value);
      const bool external = copy.type.base == BaseType::kExternalObject;
      if (variability > copy.variability && copy.variability <= Variability::kParameter && !external)
        reporter_.error(
            copy.binding.place,
            std::string(copy.variability == Variability::kConstant ? "the constant '" : "the parameter '") +
                copy.name + "' has a value that " +
                (variability == Variability::kParameter ? "is a parameter's" : "changes in the simulation"),
            copy.variability == Variability::kConstant ? "use constants, or make it a parameter"
                                                       : "use parameters and constants, or drop 'parameter'");
      else if (variability == Variability::kContinuous && copy.variability == Variability::kDiscrete &&
               copy.type.base == BaseType::kReal && member.variability == ast::Variability::kDiscrete)
        reporter_.error(copy.binding.place,
                        "the discrete variable '" + copy.name + "' has a continuous value",
                        "set it in a when, or drop 'discrete'");
    }
  } catch (const NotConstant& fault) {
    reporter_.error(fault.place, "this cannot be worked out: " + fault.reason);
  } catch (Abandon) {
  }
  copy.evaluated = member.structural;
  flat_->variables[number] = std::move(copy);
  reporter_.set_path({});
}

void Flattener::walk(ClassNode& node, int depth) {
  tree_.expand(node);
  instances_.push_back(&node);
  check_class(node);
  for (std::size_t i = 0; i < node.members.size(); ++i) {  // members may be added on the way
    if (node.members[i]->kind != MemberKind::kComponent || node.members[i]->made_inner) continue;
    try {
      walk_member(*node.members[i]);
    } catch (Abandon) {
    } catch (const NotConstant& fault) {
      reporter_.error(fault.place, "this cannot be worked out: " + fault.reason);
    }
  }
  static_cast<void>(depth);
}

void Flattener::walk_member(Member& member) {
  tree_.type_component(member);
  if (!is_present(member)) return;
  if (member.is_outer && !member.is_inner) {
    check_outer(member, target(member));
    return;
  }
  check_component(member);
  if (tree_.kind_of(*member.node) == ClassKind::kFunction)
    reporter_.fail(member.element->place,
                   "'" + tree_.path_of(member) + "' is declared with a function as its type",
                   "call the function instead");
  own_dims(member);
  if (tree_.builtin_node(*member.node) != nullptr) {
    variable_of(member);
    order_.push_back(&member);
    return;
  }
  if (!member.own_dims.empty() && tree_.expand_elements().count(member.element) > 0) expand_array(member);
  if (member.expanded)
    for (ClassNode* element : member.elements) walk(*element, 0);
  else
    walk(*member.node, 0);
}

// An array of components whose elements differ: each becomes an instance of its own.
void Flattener::expand_array(Member& member) {
  if (member.expanded) return;
  std::vector<std::int64_t> dims(member.own_dims.begin(), member.own_dims.end());
  if (dims.size() > 4)
    reporter_.not_supported(member.element->place,
                            "an array of components of more than four dimensions whose elements differ");
  member.expanded = true;
  canonical_.erase(&member);
  std::int64_t count = 1;
  for (const std::int64_t size : dims) count *= size;
  Member* type = member.node->class_member;
  for (std::int64_t i = 0; i < count; ++i) {
    Layer layer{static_cast<int>(dims.size()), false, {}};
    std::int64_t rest = i;
    for (std::size_t d = dims.size(); d-- > 0;) {
      layer.fixed[d] = rest % dims[d] + 1;
      rest /= dims[d];
    }
    const Modifier* modifier = tree_.with_layer(tree_.without_value(member.modifier), layer);
    ClassNode* element = tree_.instance_of(*type, modifier, &member, nullptr);
    element->is_instance = true;
    for (std::size_t d = 0; d < dims.size(); ++d)
      element->element_suffix += (d == 0 ? "[" : ",") + std::to_string(layer.fixed[d]);
    element->element_suffix += "]";
    tree_.expand(*element);
    member.elements.push_back(element);
  }
}

}  // namespace escapement::modelica
