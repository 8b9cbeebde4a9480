// SPDX-License-Identifier: MIT
#include "escapement/siman/assign.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"
#include "escapement/registry/validate.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/expression_element.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/resource.h"
#include "fields.h"
#include "model_scope.h"

namespace escapement::siman {
namespace {

// The '=' of an assignment: not part of ==, <=, >= or !=, and not inside parentheses.
std::size_t find_assignment(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != '=' || depth != 0) continue;
    const char before = i > 0 ? text[i - 1] : ' ', after = i + 1 < text.size() ? text[i + 1] : ' ';
    if (after == '=' || before == '=' || before == '<' || before == '>' || before == '!')
      return std::string::npos;
    return i;
  }
  return std::string::npos;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// A part of an expression's text that keeps its place. Leading blanks stay, so that columns stay right.
ExpressionText part(const ExpressionText& whole, std::size_t from, std::size_t count = std::string::npos) {
  ExpressionText out = whole;
  out.text = whole.text.substr(from, count);
  out.offset += from;
  return out;
}

}  // namespace

registry::Field Assignment::list(const char* name) {
  using namespace registry;
  Record record{
      "assignment",
      "",
      {string("set").because("short form: \"target = expression\""), reference("attribute", "attributes"),
       reference("variable", "variables"), reference("entityType", "entities"),
       choice("entityAttribute", writable_entity_words()).because("an attribute that every entity has"),
       string("other").because("\"MR(resource)\", \"STATE(resource)\", of a resource by its name or its "
                               "number, or \"VC(conveyor)\""),
       expression("row").because("subscript of an array"),
       expression("column").because("second subscript of a table"),
       expression("value").because("the new value")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        int targets = 0;
        for (const char* key : {"set", "attribute", "variable", "entityType", "entityAttribute", "other"})
          targets += v.find(key) != nullptr;
        if (targets != 1)
          out.push_back(
              {v.where(), "an assignment has " + std::to_string(targets) + " targets",
               "give exactly one of attribute, variable, entityType, entityAttribute, other, or the "
               "short form \"target = value\""});
        const bool needs_value = v.find("attribute") != nullptr || v.find("variable") != nullptr ||
                                 v.find("entityAttribute") != nullptr || v.find("other") != nullptr;
        if (needs_value && v.find("value") == nullptr)
          out.push_back({v.where(), "an assignment lacks \"value\"", "add it"});
      }};
  return registry::list(name, record_or("assignment", std::move(record), FieldType::kString, "set"))
      .because(
          "done in order; {\"attribute\": ..., \"value\": ...}, {\"variable\": ..., \"row\": ..., \"value\": "
          "...}, "
          "{\"entityType\": ...} or \"target = value\"");
}

Assignment Assignment::parse(const ExpressionText& text) {
  const std::size_t at = find_assignment(text.text);
  if (at == std::string::npos)
    throw InputError(
        Diagnostic{text.where, "'" + text.text + "' is no assignment", "write \"target = expression\""});
  Assignment a;
  a.value = part(text, at + 1);
  std::string target = trimmed(text.text.substr(0, at));
  const std::size_t open = target.find('(');
  if (open != std::string::npos && target.back() == ')') {
    const std::size_t inside = text.text.find('(') + 1;
    const std::string subscripts = target.substr(open + 1, target.size() - open - 2);
    int depth = 0;
    std::size_t comma = std::string::npos;
    for (std::size_t i = 0; i < subscripts.size() && comma == std::string::npos; ++i) {
      depth += subscripts[i] == '(' ? 1 : subscripts[i] == ')' ? -1 : 0;
      if (subscripts[i] == ',' && depth == 0) comma = i;
    }
    a.target = Target::kVariable;
    a.row = part(text, inside, comma == std::string::npos ? subscripts.size() : comma);
    if (comma != std::string::npos) a.column = part(text, inside + comma + 1, subscripts.size() - comma - 1);
    target = trimmed(target.substr(0, open));
  }
  a.name.name = a.field = target;
  a.name.where = text.where;
  return a;
}

std::vector<Assignment> Assignment::list_from(const registry::Arguments& arguments, std::string_view name) {
  std::vector<Assignment> all;
  for (const registry::Arguments& each : arguments.records(name)) {
    Assignment a;
    if (each.has("set")) {
      a = parse(each.expression("set"));
    } else if (each.has("entityAttribute")) {
      a.name = reference_from(each, "entityAttribute");
      a.value = each.expression("value");
    } else if (each.has("other")) {
      ExpressionText text = each.expression("other");
      text.text += " = 0";
      a = parse(text);
      a.value = each.expression("value");
    } else if (each.has("entityType")) {
      a.target = Target::kEntityType;
      a.name = reference_from(each, "entityType");
    } else {
      a.target = each.has("attribute") ? Target::kAttribute : Target::kVariable;
      a.name = reference_from(each, each.has("attribute") ? "attribute" : "variable");
      a.row = each.expression("row");
      a.column = each.expression("column");
      a.value = each.expression("value");
    }
    a.field = a.name.name.empty() ? "value" : a.name.name;
    all.push_back(std::move(a));
  }
  return all;
}

registry::ComponentType Assign::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Assign";
  type.doc = "ASSIGN: sets attributes, variables or the entity's type, in no time.";
  type.parameters = {"siman.Assign", "", {Assignment::list("assignments").must(), stream_field()}, {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

namespace {

// The element whose value is the target, an empty name when the target is none of these words.
std::string element_of(const Assignment& a, const Member& block, std::initializer_list<const char*> words) {
  const bool word = std::any_of(words.begin(), words.end(), [&](const char* each) {
    return expressions::equal_ignoring_case(a.name.name, each);
  });
  const bool declared = dynamic_cast<Variable*>(Binder::find_any(block, a.name.name)) != nullptr;
  return word && !declared && a.column.empty() ? trimmed(a.row.text) : "";
}

// The resource whose capacity or state is the target.
std::string resource_of(const Assignment& a, const Member& block) {
  return element_of(a, block, {"MR", "STATE"});
}

// Whether what stands in the parentheses is the number of a resource, as MEMBER(Drills, 2) is, or a number
// that an attribute or a variable holds; else it is meant as a name.
bool is_by_number(const std::string& text, const Member& block) {
  const Component* found = Binder::find_any(block, text);
  if (found != nullptr)
    return dynamic_cast<const Attribute*>(found) != nullptr ||
           dynamic_cast<const Variable*>(found) != nullptr ||
           dynamic_cast<const ExpressionElement*>(found) != nullptr;
  return text.find_first_of("(+-*/") != std::string::npos || (text[0] >= '0' && text[0] <= '9');
}

// A name that is meant for a state of the resource and is none, and nothing else either.
bool is_unknown_state(const std::string& text, const Resource& resource, const Member& block) {
  constexpr const char* kNumbers[] = {"J", "IDENT", "NG", "NREP", "TNOW", "M", "NS", "IS"};
  return registry::is_name(text) && resource.state_by_name(text) == 0 && !text.ends_with("_RES") &&
         Binder::find_any(block, text) == nullptr &&
         std::none_of(std::begin(kNumbers), std::end(kNumbers),
                      [&text](const char* number) { return expressions::equal_ignoring_case(text, number); });
}

// Words that expressions read, and that people try to assign.
bool is_read_only(const std::string& name) {
  constexpr const char* kWords[] = {"Entity.Picture",
                                    "TNOW",
                                    "TFIN",
                                    "NREP",
                                    "IDENT",
                                    "NG",
                                    "NQ",
                                    "NR",
                                    "NSTO",
                                    "NC",
                                    "NE",
                                    "NT",
                                    "MT",
                                    "IT",
                                    "VT",
                                    "LC",
                                    "LEC",
                                    "CLA",
                                    "NEC",
                                    "NEA",
                                    "ICS",
                                    "MLC",
                                    "NL",
                                    "RESUTIL"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&name](const char* word) { return expressions::equal_ignoring_case(name, word); });
}

bool is_entity_type(const std::string& name) {
  return expressions::equal_ignoring_case(name, "Entity.Type");
}

bool is_entity_word(const std::string& name) {
  return is_entity_type(name) || entity_writer(name) != nullptr;
}

bool any_named(const std::vector<Assignment>& list, bool (*is_one)(std::string_view)) {
  return std::any_of(list.begin(), list.end(), [is_one](const Assignment& a) { return is_one(a.name.name); });
}

void change_type(Entity& entity, EntityType& type, const Member& member) {
  if (&type == entity.type) return;
  entity.type->count_out(member.now(),
                         entity.holding_rate);  // so that in = out + present holds for each type
  entity.type = &type;
  if (member.world().costs()) {
    entity.holding_rate = type.holding_cost();
    Resource::renew_cost_rate(entity);
  }
  entity.type->count_in(member.now(), entity.holding_rate);
}

}  // namespace

bool Assignments::assign_costs(const std::vector<Assignment>& list) {
  return any_named(list, is_cost_word);
}

bool Assignments::assign_holding_rates(const std::vector<Assignment>& list) {
  return any_named(list, is_holding_rate_word);
}

// A type by its name, or by a number such as another entity's Entity.Type that was kept.
void Assignments::bind_entity_word(const Assignment& a, Member& member, Binder& binder,
                                   const ExpressionRules& rules) {
  Step step;
  step.write = entity_writer(a.name.name);
  if (step.write == nullptr) {
    step.types = binder.world().elements<EntityType>();
    step.type = dynamic_cast<EntityType*>(Binder::find_any(member, trimmed(a.value.text)));
  }
  if (step.type == nullptr) step.value = binder.compile_required(member, a.field, a.value, rules);
  steps_.push_back(std::move(step));
}

void Assignments::declare(const std::vector<Assignment>& list, const Member& member, Binder& binder) {
  for (const Assignment& a : list) {
    const std::string name = resource_of(a, member);
    if (name.empty()) continue;
    if (is_by_number(name, member))
      for (Resource* each : binder.world().elements<Resource>()) each->note_altered(binder);
    else if (auto* resource = dynamic_cast<Resource*>(Binder::find_any(member, name)))
      resource->note_altered(binder);
  }
}

bool Assignments::bind_velocity(const Assignment& a, Member& member, Binder& binder,
                                const ExpressionRules& rules) {
  Reference reference(element_of(a, member, {"VC"}));
  if (reference.empty()) return false;
  reference.where = a.row.where;
  Step step;
  step.conveyor = binder.find<Conveyor>(member, reference, "conveyor");
  step.value = binder.compile_required(member, a.field, a.value, rules);
  steps_.push_back(std::move(step));
  return true;
}

void Assignments::bind_resource(const Assignment& a, Member& member, Binder& binder,
                                const ExpressionRules& rules) {
  Step step;
  Reference reference(resource_of(a, member));
  reference.where = a.row.where;
  step.is_state = expressions::equal_ignoring_case(a.name.name, "STATE");
  if (is_by_number(reference.name, member)) {
    step.resources = binder.world().elements<Resource>();
    for (Resource* each : step.resources) binder.use(member, *each);
    ExpressionRules of_number = rules;
    of_number.random = false;
    step.row = binder.compile_required(member, a.field, a.row, of_number);
    const std::string state = trimmed(a.value.text);
    if (step.is_state && std::any_of(step.resources.begin(), step.resources.end(),
                                     [&](const Resource* r) { return r->state_by_name(state) != 0; }))
      step.state = state;
    step.value = step.state.empty() ? binder.compile_required(member, a.field, a.value, rules)
                                    : expressions::Expression(0.0);
    steps_.push_back(std::move(step));
    return;
  }
  step.resource = binder.find<Resource>(member, reference, "resource");
  const std::string state = trimmed(a.value.text);
  if (step.is_state && step.resource != nullptr && is_unknown_state(state, *step.resource, member)) {
    binder.fault(
        member, a.value.where, "resource '" + step.resource->path() + "' has no state '" + state + "'",
        "add it to the \"states\" of the resource's \"stateSet\"; its automatic states are IDLE_RES, "
        "BUSY_RES, INACTIVE_RES and FAILED_RES");
    return;
  }
  const double named = step.is_state && step.resource != nullptr ? step.resource->state_by_name(state) : 0;
  step.value =
      named != 0 ? expressions::Expression(named) : binder.compile_required(member, a.field, a.value, rules);
  steps_.push_back(std::move(step));
}

void Assignments::bind(const std::vector<Assignment>& list, Member& member, Binder& binder,
                       std::optional<std::uint64_t> stream) {
  const ExpressionRules rules{.stream = stream};
  for (const Assignment& a : list) {
    Step step;
    if (a.target == Assignment::Target::kEntityType) {
      step.type = binder.find<EntityType>(member, a.name, "entity type");
      steps_.push_back(std::move(step));
      continue;
    }
    if (!resource_of(a, member).empty()) {
      bind_resource(a, member, binder, rules);
      continue;
    }
    if (bind_velocity(a, member, binder, rules)) continue;
    Component* found = Binder::find_any(member, a.name.name);
    if (found == nullptr && is_read_only(a.name.name)) {
      const bool picture = expressions::equal_ignoring_case(a.name.name, "Entity.Picture");
      binder.fault(
          member, a.name.where, "'" + a.name.name + "' in '" + member.address() + "' cannot be assigned",
          picture ? "there is no animation; an attribute or the entity's type tells what an entity is"
                  : "what can: variables, attributes, words of the entity, MR and STATE of a resource, VC of "
                    "a conveyor, J");
      continue;
    }
    if (found == nullptr && a.target == Assignment::Target::kAny && is_entity_word(a.name.name)) {
      bind_entity_word(a, member, binder, rules);
      continue;
    }
    if (found == nullptr && a.target == Assignment::Target::kAny &&
        expressions::equal_ignoring_case(a.name.name, "J")) {
      binder.use_all();  // any expression may read it
      step.is_index = true;
      step.value = binder.compile_required(member, a.field, a.value, rules);
      steps_.push_back(std::move(step));
      continue;
    }
    if (a.target == Assignment::Target::kAny && dynamic_cast<Attribute*>(found) == nullptr &&
        dynamic_cast<Variable*>(found) == nullptr) {
      std::vector<std::string> known;
      for (const Component* c : Binder::visible(member))
        if (dynamic_cast<const Attribute*>(c) != nullptr || dynamic_cast<const Variable*>(c) != nullptr)
          known.push_back(Binder::name_from(member, *c));
      const std::string near(nearest_name(a.name.name, known));
      binder.fault(member, a.name.where,
                   "'" + a.name.name + "' in '" + member.address() + "' is no attribute and no variable",
                   near.empty()
                       ? "declare it under \"attributes\" or \"variables\"; known: " + list_text(known)
                       : "did you mean '" + near + "'?");
      continue;
    }
    const bool attribute =
        a.target == Assignment::Target::kAttribute ||
        (a.target == Assignment::Target::kAny && dynamic_cast<Attribute*>(found) != nullptr);
    if (attribute)
      step.attribute = binder.find<Attribute>(member, a.name, "attribute");
    else
      step.variable = binder.find<Variable>(member, a.name, "variable");
    if (step.attribute != nullptr) step.slot = step.attribute->slot();
    if (step.variable != nullptr) {
      const std::size_t wanted = !step.variable->is_array() ? 0 : step.variable->columns() > 1 ? 2 : 1;
      const std::size_t given = (a.row.empty() ? 0u : 1u) + (a.column.empty() ? 0u : 1u);
      if (wanted != given)
        binder.fault(member, a.name.where,
                     "variable '" + a.name.name + "' takes " + std::to_string(wanted) + " subscripts, got " +
                         std::to_string(given));
    }
    step.row = binder.compile(member, a.field, a.row, rules);
    step.column = binder.compile(member, a.field, a.column, rules);
    ExpressionRules of_value = rules;
    of_value.text = true;
    step.value = binder.compile_required(member, a.field, a.value, of_value);
    const bool wants_text = (step.attribute != nullptr && step.attribute->is_text()) ||
                            (step.variable != nullptr && step.variable->is_text());
    if (step.value && step.value.is_text() != wants_text)
      binder.fault(member, a.value.where,
                   "'" + a.name.name + "' in '" + member.address() + "' is a " +
                       (wants_text ? "text, but '" : "number, but '") + a.value.text + "' is a " +
                       (wants_text ? "number" : "text"),
                   wants_text ? "write a text in quotation marks: 'blue'"
                              : "give it \"dataType\": \"String\" to make it a text");
    steps_.push_back(std::move(step));
  }
}

void Assignments::assign_resource(const Step& step, Resource& resource, double value, const Member& member) {
  if (!step.is_state) return resource.set_capacity(value, member);
  if (step.state.empty()) return resource.set_state(value, member);
  const double state = resource.state_by_name(step.state);
  if (state == 0)
    member.host().fail(member, "resource '" + resource.path() + "' has no state '" + step.state +
                                   "' that it could get; give it a state set that has it");
  resource.set_state(state, member);
}

void Assignments::perform(Entity& entity, const Member& member) const {
  EntityFrame frame(&entity);
  for (const Step& step : steps_)
    if (step.attribute != nullptr) [[likely]]
      entity.attributes[step.slot] = step.value.evaluate_checked(frame);
    else
      perform_other(step, entity, member);
}

[[gnu::noinline]] void Assignments::perform_other(const Step& step, Entity& entity, const Member& member) {
  if (step.type != nullptr) return change_type(entity, *step.type, member);
  EntityFrame frame(&entity);
  const double value = step.value.evaluate_checked(frame);
  if (step.write != nullptr) return step.write(entity, value, member.now());
  if (!step.types.empty())
    return change_type(entity,
                       *step.types[expressions::checked_index("the entity types", value, step.types.size())],
                       member);
  if (step.is_index) {
    member.world().search_index = value;
    return;
  }
  if (step.conveyor != nullptr) return step.conveyor->set_velocity(value, member);
  if (step.resource != nullptr) return assign_resource(step, *step.resource, value, member);
  if (!step.resources.empty()) {
    const double number = step.row.evaluate_checked(frame);
    return assign_resource(
        step,
        *step.resources[expressions::checked_index("the resource numbers", number, step.resources.size())],
        value, member);
  }
  const double row = step.row ? step.row.evaluate_checked(frame) : 1;
  const double column = step.column ? step.column.evaluate_checked(frame) : 1;
  step.variable->set(step.variable->place(row, column), value, member.now());
}

void Assign::declare(Binder& binder) {
  Assignments::declare(options_.assignments, *this, binder);
}

void Assign::bind(Binder& binder) {
  assignments_.bind(options_.assignments, *this, binder, options_.stream);
}

Block* Assign::enter(Entity& entity) {
  assignments_.perform(entity, *this);
  return out.leave(entity);
}

}  // namespace escapement::siman
