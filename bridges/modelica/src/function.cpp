// SPDX-License-Identifier: MIT
// Functions: their variables, bodies and annotations (Modelica 3.6, chapter 12).
#include <algorithm>

#include "assigned_locals.h"
#include "escapement/modelica/print.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

// The node of the function that a function-valued input stands for.
ClassNode* Flattener::interface_node(Member& member) {
  ClassNode*& known = interfaces_[&member];
  if (known == nullptr) known = tree_.instance_of(*member.node->class_member, nullptr, nullptr, nullptr);
  return known;
}

FunctionVariable Flattener::function_variable(Member& member, Function& made) {
  tree_.type_component(member);
  FunctionVariable variable;
  variable.name = std::string(member.name);
  variable.causality = member.causality == ast::Causality::kInput    ? Causality::kInput
                       : member.causality == ast::Causality::kOutput ? Causality::kOutput
                                                                     : Causality::kLocal;
  variable.is_constant =
      member.variability == ast::Variability::kConstant || member.variability == ast::Variability::kParameter;
  variable.type = type_of_class(*member.node, member.element->place);
  const ast::Element& element = *member.element;
  std::vector<std::pair<const ast::Expr*, ClassNode*>> written;
  for (ast::Expr* e : element.dimensions) written.emplace_back(e, member.scope);
  for (ast::Expr* e : element.type_dimensions) written.emplace_back(e, member.scope);
  class_dimensions(*member.node, written);
  // While sizes are worked out the variable is known as one of unknown size: A[:, size(A, 1)].
  made.variables[static_cast<std::size_t>(member.local)].type =
      with_dims(variable.type, std::vector<std::int64_t>(written.size(), kUnknownSize));
  std::vector<std::int64_t> dims;
  for (const auto& [size, scope] : written) {
    if (size->kind == ast::ExprKind::kColon) {
      variable.sizes.push_back(nullptr);
      dims.push_back(kUnknownSize);
      continue;
    }
    Context context;
    context.scope = scope;
    context.function = &made;
    if (size->kind == ast::ExprKind::kReference)
      if (const std::optional<std::int64_t> count = type_size(*size, context)) {
        variable.sizes.push_back(integer_literal(*count, size->place));
        dims.push_back(*count);
        continue;
      }
    const Expr* e = expression(*size, context);
    if (e->type.base != BaseType::kInteger || !e->type.is_scalar())
      reporter_.fail(size->place, "a size of '" + variable.name + "' is of type " + type_text(e->type),
                     "a size is an Integer");
    variable.sizes.push_back(e);
    const std::optional<std::int64_t> known = try_integer(e);
    dims.push_back(known ? *known : kUnknownSize);
  }
  variable.type = with_dims(variable.type, dims);
  member.own_dims = variable.type.dims;
  member.dims_known = true;
  return variable;
}

const Function* Flattener::function_of(ClassNode& node, Place use) {
  const auto known = functions_.find(&node);
  if (known != functions_.end()) return known->second;
  if (functions_.size() > 20000) reporter_.fail(use, "more than 20000 functions are needed");
  node.is_function_scope = true;
  tree_.expand(node);
  if (node.class_member != nullptr && node.class_member->failed) throw Abandon{};
  flat_->function_storage.emplace_back();
  Function& made = flat_->function_storage.back();
  functions_[&node] = &made;
  made.name = tree_.full_name(node);
  made.place = node.definition != nullptr ? node.definition->place : use;
  // Constants of the model must be found when the body uses them, so errors inside name the function.
  fill_function(node, made);
  function_annotations(node, made);
  // The same function through two instances of a package is one function, if it came out the same.
  const std::string text = print_function(made);
  auto& same_name = function_texts_[made.name];
  for (const auto& [other, function] : same_name)
    if (other == text) {
      functions_[&node] = function;
      return function;
    }
  if (!same_name.empty()) made.name += "_" + std::to_string(same_name.size() + 1);
  same_name.emplace_back(text, &made);
  flat_->functions.push_back(&made);
  return &made;
}

// Sizes may be asked for before their turn, by the size of an earlier variable.
void Flattener::variable_ready(Member& member, Function& made) {
  const auto at = static_cast<std::size_t>(member.local);
  if (made.variables[at].type.base != BaseType::kNone) return;
  FunctionVariable variable = function_variable(member, made);
  if (variable.type.base == BaseType::kNone)
    reporter_.not_supported(member.element->place, "a variable of a function of this type");
  variable.binding = made.variables[at].binding;
  made.variables[at] = std::move(variable);
}

void Flattener::fill_function(ClassNode& node, Function& made) {
  std::vector<Member*> members;
  for (const ast::Causality wanted : {ast::Causality::kInput, ast::Causality::kOutput, ast::Causality::kNone})
    for (Member* member : node.members) {
      if (member->kind != MemberKind::kComponent) continue;
      tree_.type_component(*member);
      if (member->causality == wanted) members.push_back(member);
    }
  for (Member* member : members) {
    made.inputs += member->causality == ast::Causality::kInput ? 1 : 0;
    made.outputs += member->causality == ast::Causality::kOutput ? 1 : 0;
    member->local = static_cast<int>(made.variables.size());
    FunctionVariable variable;
    variable.name = std::string(member->name);
    made.variables.push_back(std::move(variable));
  }
  for (Member* member : members) {
    if (member->causality == ast::Causality::kNone && !member->is_protected &&
        tree_.kind_of(node) == ClassKind::kFunction && member->variability > ast::Variability::kDiscrete)
      continue;  // public constants and parameters of functions are old style, and harmless
  }
  for (Member* member : members) variable_ready(*member, made);
  for (Member* member : members) {
    FunctionVariable& variable = made.variables[static_cast<std::size_t>(member->local)];
    if (member->modifier == nullptr) continue;
    if (member->modifier->value == nullptr) {
      // A record with modified fields starts as its constructor makes it.
      continue;
    }
    Context context;
    context.scope = member->modifier->scope;
    context.function = &made;
    const Expr* value = expression(*member->modifier->value, context);
    Type wanted = variable.type;
    if (!assignable(wanted, value->type))
      reporter_.fail(member->modifier->place, "the value of '" + variable.name + "' of '" + made.name +
                                                  "' is of type " + type_text(value->type) + ", and " +
                                                  type_text(variable.type) + " is needed");
    variable.binding = value;
    if (variable.type.rank() > 0 && member->causality != ast::Causality::kInput)
      variable.type.dims = value->type.dims;
  }
  for (Member* member : members) {  // records without a value: their fields may have some
    FunctionVariable& variable = made.variables[static_cast<std::size_t>(member->local)];
    if (variable.binding != nullptr || variable.type.base != BaseType::kRecord ||
        !variable.type.is_scalar() || member->causality == ast::Causality::kInput)
      continue;
    variable.binding = default_record(*member, made);
  }
  check_function(node, made);
  find_partial(node, made);
  ClassNode* scope = nullptr;
  const ast::Class* body = function_body(node, &scope);
  if (body == nullptr) return;
  made.is_pure = true;
  for (ClassNode* at = &node; at != nullptr && at->definition != nullptr;
       at = at->bases.empty() ? nullptr : at->bases.front().node)
    if (at->definition->impure) made.is_pure = false;
  Context context;
  context.scope = scope;
  context.function = &made;
  context.in_algorithm = true;
  if (body->external.present) {
    external_of(*body, made, context);
    return;
  }
  const std::string path = reporter_.path();
  reporter_.set_path(made.name);
  for (const ast::Section& section : body->sections)
    if (section.algorithm && !section.initial) statements(section.body, context, made.body);
  reporter_.set_path(path);
  const std::set<std::uint32_t> assigned = assigned_locals(made.body);
  for (const Member* member : members) {
    const auto local = static_cast<std::uint32_t>(member->local);
    if (member->causality != ast::Causality::kOutput || made.variables[local].binding != nullptr ||
        assigned.contains(local))
      continue;
    reporter_.warning(member->element->place,
                      "the function '" + made.name + "' never gives its output '" +
                          made.variables[local].name + "' a value, which is taken for 0",
                      "assign it in the algorithm, or give it a value where it is declared");
  }
}

// derivative(order = 2, noDerivative = a) = f, inverse(u = g(y)) and Inline (sections 12.7 and 12.8). They
// are advice: what they name and cannot be had is left out.
void Flattener::function_annotations(ClassNode& node, Function& made) {
  if (node.definition == nullptr || node.definition->annotation == nullptr) return;
  Context context;
  context.scope = &node;
  const auto number_of = [&](std::string_view name) {
    for (std::size_t i = 0; i < made.variables.size(); ++i)
      if (made.variables[i].name == name) return static_cast<int>(i);
    return -1;
  };
  const auto function_named = [&](const ast::Expr& written) -> const Function* {
    const Reporter before = reporter_;
    try {
      Member* member = called_member(written, context);
      if (member == nullptr || member->kind != MemberKind::kClass) return nullptr;
      const Function* found = function_of(*tree_.node_of(*member), written.place);
      if (reporter_.errors() == before.errors()) return found;
    } catch (Abandon) {
    } catch (const NotConstant&) {
    }
    reporter_.forget_faults_since(before);
    return nullptr;
  };
  for (const ast::Argument& argument : node.definition->annotation->arguments) {
    const ast::Modification* given = argument.modification;
    if (given == nullptr) continue;
    if (argument.name == "Inline" && given->value != nullptr) made.inline_function = given->value->value;
    if (argument.name == "derivative" && given->value != nullptr &&
        given->value->kind == ast::ExprKind::kReference) {
      DerivativeAnnotation one;
      for (const ast::Argument& part : given->arguments) {
        const ast::Expr* value = part.modification == nullptr ? nullptr : part.modification->value;
        if (part.name == "order" && value != nullptr) one.order = static_cast<int>(value->number);
        const std::string name =
            value != nullptr && !value->parts.empty() ? std::string(value->parts[0].name) : std::string();
        if (part.name == "zeroDerivative") one.zero_derivative.push_back(name);
        if (part.name == "noDerivative") one.no_derivative.push_back(name);
      }
      one.function = function_named(*given->value);
      if (one.function != nullptr) made.derivatives.push_back(std::move(one));
    }
    if (argument.name == "inverse")
      for (const ast::Argument& part : given->arguments) {
        const ast::Expr* call = part.modification == nullptr ? nullptr : part.modification->value;
        if (call == nullptr || call->kind != ast::ExprKind::kCall) continue;
        InverseAnnotation one;
        one.input = number_of(part.name);
        bool plain = one.input >= 0 && one.input < made.inputs;
        for (const ast::Expr* written : call->args) {
          const int number =
              written->kind == ast::ExprKind::kReference ? number_of(written->parts[0].name) : -1;
          plain = plain && number >= 0;
          one.arguments.push_back(number >= made.inputs ? -1 : number);
        }
        one.function = plain ? function_named(*call) : nullptr;
        if (one.function != nullptr) made.inverses.push_back(std::move(one));
      }
  }
}

const Expr* Flattener::default_record(Member& member, Function& made) {
  std::vector<const Expr*> fields;
  bool any = false;
  for (Member* part : member.node->members) {
    if (part->kind != MemberKind::kComponent) continue;
    if (part->modifier == nullptr || part->modifier->value == nullptr) return nullptr;
    Context context;
    context.scope = part->modifier->scope;
    context.function = &made;
    if (context.scope->instance == member.node->instance) return nullptr;
    fields.push_back(expression(*part->modifier->value, context));
    any = true;
  }
  return any ? record_of(*made.variables[static_cast<std::size_t>(member.local)].type.record,
                         std::move(fields), {}, member.element->place)
             : nullptr;
}

const ast::Class* Flattener::function_body(ClassNode& node, ClassNode** scope) {
  tree_.expand(node);
  if (node.definition != nullptr) {
    bool own = node.definition->external.present;
    for (const ast::Section& section : node.definition->sections) own = own || section.algorithm;
    if (own) {
      *scope = &node;
      return node.definition;
    }
  }
  for (const Base& base : node.bases)
    if (const ast::Class* found = function_body(*base.node, scope)) return found;
  return nullptr;
}

void Flattener::external_of(const ast::Class& body, Function& made, Context& context) {
  const ast::External& external = body.external;
  made.is_external = true;
  made.external_language = external.language.empty() ? "C" : std::string(external.language);
  static constexpr std::string_view kLanguages[] = {"C", "FORTRAN 77", "builtin"};
  if (std::find(std::begin(kLanguages), std::end(kLanguages), made.external_language) == std::end(kLanguages))
    reporter_.error(external.place, "\"" + made.external_language + "\" is no language of external functions",
                    "\"C\", \"FORTRAN 77\" and \"builtin\" are");
  made.external_name = std::string(external.call == nullptr ? body.name : external.call->parts[0].name);
  if (external.call != nullptr)
    for (const ast::Expr* argument : external.call->args)
      made.external_arguments.push_back(expression(*argument, context));
  if (external.result != nullptr) made.external_result = expression(*external.result, context);
  if (external.call != nullptr) return;
  // Nothing written: the inputs are the arguments; one output is the result, several are arguments too.
  const auto local = [&](int number) {
    const FunctionVariable& variable = made.variables[static_cast<std::size_t>(number)];
    Expr* e = make(ExprKind::kLocal, external.place, variable.type);
    e->variable = static_cast<std::uint32_t>(number);
    e->text = arena_.copy(std::string_view(variable.name));
    return e;
  };
  for (int i = 0; i < made.inputs; ++i) made.external_arguments.push_back(local(i));
  if (made.outputs == 1) made.external_result = local(made.inputs);
  for (int i = 0; made.outputs > 1 && i < made.outputs; ++i)
    made.external_arguments.push_back(local(made.inputs + i));
}

// The constructor of a record: its public elements are inputs, in their order (section 12.6).
const Function* Flattener::constructor_of(ClassNode& record, Member& member, Place use) {
  const Function*& known = constructors_[&record];
  if (known != nullptr) return known;
  ClassNode* node = tree_.instance_of(member, nullptr, nullptr, nullptr);
  node->is_function_scope = true;
  tree_.expand(*node);
  flat_->function_storage.emplace_back();
  Function& made = flat_->function_storage.back();
  known = &made;
  made.name = tree_.full_name(record);
  made.is_record_constructor = true;
  made.place = use;
  std::vector<Member*> inputs, others;
  for (Member* part : node->members) {
    if (part->kind != MemberKind::kComponent) continue;
    tree_.type_component(*part);
    const bool fixed = part->is_protected || part->is_final ||
                       (part->modifier != nullptr && part->modifier->final) ||
                       (part->variability == ast::Variability::kConstant && part->modifier != nullptr &&
                        part->modifier->value != nullptr);
    (fixed ? others : inputs).push_back(part);
  }
  made.inputs = static_cast<int>(inputs.size());
  made.outputs = 1;
  std::vector<Member*> all = inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i]->local = static_cast<int>(i);
  for (std::size_t i = 0; i < others.size(); ++i) others[i]->local = static_cast<int>(inputs.size() + 1 + i);
  made.variables.resize(inputs.size() + 1 + others.size());
  for (std::vector<Member*>* list : {&inputs, &others})
    for (Member* part : *list) {
      FunctionVariable variable = function_variable(*part, made);
      if (list == &inputs) variable.causality = Causality::kInput;
      made.variables[static_cast<std::size_t>(part->local)] = std::move(variable);
    }
  FunctionVariable& output = made.variables[inputs.size()];
  output.name = "result";
  output.causality = Causality::kOutput;
  output.type = Type{BaseType::kRecord, nullptr, record_type(record), {}};
  for (std::vector<Member*>* list : {&inputs, &others})
    for (Member* part : *list) {
      if (part->modifier == nullptr || part->modifier->value == nullptr) continue;
      Context context;
      context.scope = part->modifier->scope;
      context.function = &made;
      made.variables[static_cast<std::size_t>(part->local)].binding =
          expression(*part->modifier->value, context);
    }
  // A record-valued field whose own fields have defaults has one itself.
  for (Member* part : inputs) {
    FunctionVariable& variable = made.variables[static_cast<std::size_t>(part->local)];
    if (variable.binding == nullptr && variable.type.base == BaseType::kRecord && variable.type.is_scalar())
      variable.binding = default_record_of(*part);
  }
  return known;
}

const Expr* Flattener::default_record_of(Member& member) {
  std::vector<const Expr*> fields;
  for (Member* part : member.node->members) {
    if (part->kind != MemberKind::kComponent) continue;
    tree_.type_component(*part);
    if (part->modifier == nullptr || part->modifier->value == nullptr) return nullptr;
    try {
      const Binding binding = declared_binding(*part);
      if (!binding.present() || variability_of(binding.value) != Variability::kConstant) return nullptr;
      fields.push_back(binding.value);
    } catch (Abandon) {
      return nullptr;
    }
  }
  const RecordType* type = record_type(*member.node);
  return fields.size() == type->fields.size() && !fields.empty()
             ? record_of(*type, std::move(fields), {}, member.element->place)
             : nullptr;
}

// function g = der(f, x, y): by which inputs (section 12.7.2). f may be such a function itself.
void Flattener::find_partial(ClassNode& node, Function& made) {
  std::vector<int> found;
  for (const ClassNode* at = &node; at != nullptr && at->definition != nullptr;
       at = at->bases.empty() ? nullptr : at->bases.front().node) {
    if (at->definition->form != ast::ClassForm::kDerivative) continue;
    const Place place = at->definition->place;
    std::vector<int> own;
    std::vector<std::string> inputs;
    for (int i = 0; i < made.inputs; ++i) inputs.push_back(made.variables[static_cast<std::size_t>(i)].name);
    if (at->definition->derivative_names.empty())
      reporter_.error(place, "'" + made.name + "' is the partial derivative of a function by no input",
                      "name inputs: der(f, x)");
    for (const std::string_view name : at->definition->derivative_names) {
      const auto input = std::find(inputs.begin(), inputs.end(), name);
      if (input == inputs.end()) {
        reporter_.error(place,
                        "'" + std::string(name) + "', by which '" + made.name +
                            "' is a partial derivative, is no input of the function",
                        "its inputs are " + list_text(inputs, 8));
        continue;
      }
      const Type& type = made.variables[static_cast<std::size_t>(input - inputs.begin())].type;
      if (type.base != BaseType::kReal || !type.is_scalar())
        reporter_.error(place,
                        "'" + std::string(name) + "', by which '" + made.name +
                            "' is a partial derivative, is of type " + type_text(type),
                        "it must be a scalar Real");
      own.push_back(static_cast<int>(input - inputs.begin()));
    }
    found.insert(found.begin(), own.begin(), own.end());  // the inner one first
  }
  for (int i = made.inputs; !found.empty() && i < made.inputs + made.outputs; ++i) {
    const FunctionVariable& output = made.variables[static_cast<std::size_t>(i)];
    if (output.type.base != BaseType::kReal)
      reporter_.error(made.place,
                      "'" + made.name + "' is a partial derivative of '" + output.name +
                          "', which is of type " + type_text(output.type),
                      "the outputs of the function must be Reals");
  }
  made.partial = std::move(found);
}

// Rules of section 12.2.
void Flattener::check_function(ClassNode& node, Function& made) {
  ClassNode* scope = nullptr;
  const ast::Class* body = function_body(node, &scope);
  for (const ClassNode* at = &node; at != nullptr && at->definition != nullptr;
       at = at->bases.empty() ? nullptr : at->bases.front().node) {
    std::size_t algorithms = 0;
    for (const ast::Section& section : at->definition->sections) {
      if (!section.algorithm)
        reporter_.error(section.place, "the function '" + made.name + "' has equations",
                        "a function has an algorithm, or is external");
      else if (section.initial)
        reporter_.error(section.place, "the function '" + made.name + "' has an initial algorithm",
                        "a function has one algorithm");
      else
        ++algorithms;
    }
    if (algorithms > 1)
      reporter_.error(at->definition->place,
                      "the function '" + made.name + "' has " + std::to_string(algorithms) + " algorithms",
                      "join them into one");
    if (algorithms > 0 && at->definition->external.present)
      reporter_.error(at->definition->external.place,
                      "the function '" + made.name + "' is external and has an algorithm",
                      "keep one of the two");
  }
  static_cast<void>(body);
  for (Member* member : node.members) {
    if (member->kind != MemberKind::kComponent) continue;
    const ast::Element& element = *member->element;
    if (member->causality == ast::Causality::kNone && !member->is_protected)
      reporter_.error(element.place,
                      "'" + std::string(member->name) + "' of the function '" + made.name +
                          "' is public and neither input nor output",
                      "make it an input or an output, or protected");
    if (member->causality != ast::Causality::kNone && member->is_protected)
      reporter_.error(element.place,
                      "'" + std::string(member->name) + "' of the function '" + made.name +
                          "' is an input or output and protected",
                      "move it to the public part");
    if (element.inner || element.outer)
      reporter_.error(
          element.place,
          "'" + std::string(member->name) + "' of the function '" + made.name + "' is inner or outer",
          "hand it over as an input");
    const ClassKind kind = tree_.kind_of(*member->node);
    if (kind == ClassKind::kModel || kind == ClassKind::kBlock || kind == ClassKind::kConnector)
      if (tree_.builtin_node(*member->node) == nullptr)
        reporter_.error(element.place,
                        "'" + std::string(member->name) + "' of the function '" + made.name + "' is of the " +
                            ast::kind_name(kind) + " '" + tree_.full_name(*member->node) + "'",
                        "functions have variables of types and records");
  }
}

}  // namespace escapement::modelica
