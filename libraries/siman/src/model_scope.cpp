// SPDX-License-Identifier: MIT
#include "model_scope.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "escapement/continuous/run.h"
#include "escapement/expressions/compile.h"
#include "escapement/expressions/errors.h"
#include "escapement/expressions/functions.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/expression_element.h"
#include "escapement/siman/level.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/sequence.h"
#include "escapement/siman/station_element.h"
#include "escapement/siman/variable.h"
#include "scope_nodes.h"
#include "statistic_words.h"

namespace escapement::siman {

using expressions::equal_ignoring_case;
using expressions::NodePtr;
using expressions::ScopeError;

namespace {

struct EntityWord {
  const char* name;
  double (*read)(const Entity&);
};

template <Category kCategory>
double time_in(const Entity& e) {
  return e.times[static_cast<std::size_t>(kCategory)];
}

template <Category kCategory>
double cost_in(const Entity& e) {
  return e.costs[static_cast<std::size_t>(kCategory)];
}

struct WritableWord {
  const char* name;
  EntityWriter write;
  bool of_costs = false;
};

template <Category kCategory>
void set_time_in(Entity& e, double value, double /*now*/) {
  e.times[static_cast<std::size_t>(kCategory)] = value;
}

template <Category kCategory>
void set_cost_in(Entity& e, double value, double /*now*/) {
  e.costs[static_cast<std::size_t>(kCategory)] = value;
}

constexpr const char* kHoldCostRate = "Entity.HoldCostRate";

void set_holding_rate(Entity& e, double value, double now) {
  if (!(value >= 0 && value < kInfinity))
    throw expressions::EvaluationError(std::string(kHoldCostRate) + " would be " + to_text(value) +
                                       "; it must be a finite cost per hour of 0 or more");
  e.type->change_holding_rate(now, value - e.holding_rate);
  e.holding_rate = value;
  Resource::renew_cost_rate(e);
}

void set_serial_number(Entity& e, double value, double /*now*/) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53
  if (!(value >= 0 && value <= kLargest) || value != std::floor(value))
    throw expressions::EvaluationError("a serial number would be " + to_text(value) +
                                       "; it must be a whole number of 0 or more");
  e.serial = static_cast<std::uint64_t>(value);
}

// Of stations, sequences and steps: a whole number.
template <std::int32_t Itinerary::*kField>
void set_place(Entity& e, double value, double /*now*/) {
  if (!(value >= 0 && value <= 2147483647.0) || value != std::floor(value))
    throw expressions::EvaluationError("the number of a station, sequence or step is " + to_text(value) +
                                       "; it must be a whole number of 0 or more");
  e.itinerary.*kField = static_cast<std::int32_t>(value);
}

void set_sequence(Entity& e, double value, double now) {
  set_place<&Itinerary::sequence>(e, value, now);
  e.itinerary.jobstep = 0;
}

template <std::int32_t Itinerary::*kField>
double place_of(const Entity& e) {
  return static_cast<double>(e.itinerary.*kField);
}

constexpr WritableWord kWritableWords[] = {
    {"Entity.Station", set_place<&Itinerary::station>},
    {"M", set_place<&Itinerary::station>},
    {"Entity.Sequence", set_sequence},
    {"NS", set_sequence},
    {"Entity.Jobstep", set_place<&Itinerary::jobstep>},
    {"IS", set_place<&Itinerary::jobstep>},
    {"Entity.SerialNumber", set_serial_number},
    {"Entity.CreateTime", [](Entity& e, double value, double) { e.create_time = value; }},
    {"Entity.StartTime", [](Entity& e, double value, double) { e.visit_start = value; }},
    {"Entity.VATime", set_time_in<Category::kValueAdded>},
    {"Entity.NVATime", set_time_in<Category::kNonValueAdded>},
    {"Entity.TranTime", set_time_in<Category::kTransfer>},
    {"Entity.WaitTime", set_time_in<Category::kWait>},
    {"Entity.OtherTime", set_time_in<Category::kOther>},
    {"Entity.VACost", set_cost_in<Category::kValueAdded>, true},
    {"Entity.NVACost", set_cost_in<Category::kNonValueAdded>, true},
    {"Entity.TranCost", set_cost_in<Category::kTransfer>, true},
    {"Entity.WaitCost", set_cost_in<Category::kWait>, true},
    {"Entity.OtherCost", set_cost_in<Category::kOther>, true},
    {kHoldCostRate, set_holding_rate, true},
};

// The attributes that every entity has.
constexpr EntityWord kEntityWords[] = {
    {"Entity.SerialNumber", [](const Entity& e) { return static_cast<double>(e.serial); }},
    {"IDENT", [](const Entity& e) { return static_cast<double>(e.record); }},
    {"NG", [](const Entity& e) { return static_cast<double>(e.members.size()); }},
    {"Entity.Type", [](const Entity& e) { return static_cast<double>(e.type->index()); }},
    {"Entity.CreateTime", [](const Entity& e) { return e.create_time; }},
    {"Entity.StartTime", [](const Entity& e) { return e.visit_start; }},
    {"Entity.VATime", time_in<Category::kValueAdded>},
    {"Entity.NVATime", time_in<Category::kNonValueAdded>},
    {"Entity.TranTime", time_in<Category::kTransfer>},
    {"Entity.WaitTime", time_in<Category::kWait>},
    {"Entity.OtherTime", time_in<Category::kOther>},
    {"Entity.VACost", cost_in<Category::kValueAdded>},
    {"Entity.NVACost", cost_in<Category::kNonValueAdded>},
    {"Entity.TranCost", cost_in<Category::kTransfer>},
    {"Entity.WaitCost", cost_in<Category::kWait>},
    {"Entity.OtherCost", cost_in<Category::kOther>},
    {kHoldCostRate, [](const Entity& e) { return e.holding_rate; }},
    {"Entity.Station", place_of<&Itinerary::station>},
    {"M", place_of<&Itinerary::station>},
    {"Entity.CurrentStation", place_of<&Itinerary::current>},
    {"Entity.Sequence", place_of<&Itinerary::sequence>},
    {"NS", place_of<&Itinerary::sequence>},
    {"Entity.Jobstep", place_of<&Itinerary::jobstep>},
    {"IS", place_of<&Itinerary::jobstep>},
};

struct StateWord {
  const char* name;
  Resource::State state;
};
constexpr StateWord kStateWords[] = {
    {"IDLE", Resource::State::kIdle},         {"IDLE_RES", Resource::State::kIdle},
    {"BUSY", Resource::State::kBusy},         {"BUSY_RES", Resource::State::kBusy},
    {"INACTIVE", Resource::State::kInactive}, {"INACTIVE_RES", Resource::State::kInactive},
    {"FAILED", Resource::State::kFailed},     {"FAILED_RES", Resource::State::kFailed}};

}  // namespace

EntityWriter entity_writer(std::string_view name) {
  for (const WritableWord& word : kWritableWords)
    if (equal_ignoring_case(name, word.name)) return word.write;
  return nullptr;
}

bool is_cost_word(std::string_view name) {
  return std::any_of(std::begin(kWritableWords), std::end(kWritableWords), [name](const WritableWord& word) {
    return word.of_costs && equal_ignoring_case(name, word.name);
  });
}

bool is_holding_rate_word(std::string_view name) {
  return equal_ignoring_case(name, kHoldCostRate);
}

std::vector<std::string> writable_entity_words() {
  std::vector<std::string> names = {"Entity.Type"};
  for (const WritableWord& word : kWritableWords) names.emplace_back(word.name);
  return names;
}

// The elements of a variable, found without looking at how it was declared.
class TableView {
 public:
  explicit TableView(const Variable& variable)
      : variable_(&variable),
        values_(variable.data()),
        rows_(static_cast<double>(variable.rows())),
        columns_(static_cast<double>(variable.columns())),
        stride_(static_cast<std::int64_t>(variable.columns())) {}
  // By subscripts from 1; place() refuses those that name no element.
  double at(double row, double column) const {
    if (row >= 1 && row <= rows_ && column >= 1 && column <= columns_) [[likely]] {
      const auto i = static_cast<std::int64_t>(row), j = static_cast<std::int64_t>(column);
      if (static_cast<double>(i) == row && static_cast<double>(j) == column) [[likely]]
        return values_[(i - 1) * stride_ + (j - 1)];
    }
    return variable_->value(variable_->place(row, column));
  }

 private:
  const Variable* variable_;
  const double* values_;
  double rows_, columns_;
  std::int64_t stride_;
};

ModelScope::ModelScope(Binder& binder, Member& member, std::string field, const ExpressionRules& rules,
                       const Component* place)
    : binder_(binder),
      member_(member),
      field_(std::move(field)),
      rules_(rules),
      place_(place != nullptr ? place : &member) {}

NodePtr ModelScope::expanded(ExpressionElement& element, std::size_t index) {
  std::vector<const Member*>& open = binder_.expanding();
  if (std::find(open.begin(), open.end(), &element) != open.end()) {
    std::string chain;
    for (const Member* each : open) chain += each->name() + " -> ";
    throw ScopeError("expression '" + element.name() + "' is defined by itself: " + chain + element.name(),
                     "break the circle");
  }
  open.push_back(&element);
  std::vector<expressions::ExpressionError> errors;
  ModelScope inside(binder_, member_, field_, rules_, &element);
  expressions::Expression expression = expressions::compile(element.text(index).text, inside, errors);
  open.pop_back();
  if (!errors.empty())
    throw ScopeError("in expression '" + element.name() + "': " + errors.front().message(),
                     errors.front().remedy());
  if (const auto value = expression.constant())
    return expression.is_text() ? expressions::make_text(*value) : expressions::make_constant(*value);
  const bool is_text = expression.is_text();
  auto shared = std::make_shared<const expressions::Expression>(std::move(expression));
  NodePtr node = read_node([shared](EntityFrame& f) { return shared->evaluate(f); });
  return is_text ? std::make_unique<TextNode>(std::move(node)) : std::move(node);
}

NodePtr ModelScope::element_of(ExpressionElement& element, std::vector<NodePtr> indices) {
  const std::size_t wanted = element.columns() > 1 ? 2 : 1;
  if (!element.is_array())
    throw ScopeError("'" + element.name() + "' is a plain expression and takes no subscript");
  if (indices.size() != wanted)
    throw ScopeError("'" + element.name() + "' takes " + std::to_string(wanted) + " subscript" +
                     (wanted > 1 ? "s" : "") + ", got " + std::to_string(indices.size()));
  auto all = std::make_shared<std::vector<NodePtr>>();
  for (std::size_t i = 0; i < element.size(); ++i) all->push_back(expanded(element, i));
  const auto texts = static_cast<std::size_t>(
      std::count_if(all->begin(), all->end(), [](const NodePtr& node) { return node->is_text(); }));
  if (texts != 0 && texts != all->size())
    throw ScopeError("'" + element.name() + "' has both texts and numbers",
                     "make them all texts, or all numbers");
  const auto list = std::make_shared<std::vector<NodePtr>>(std::move(indices));
  NodePtr node = read_node([all, list, &element](EntityFrame& f) {
    const double row = (*list)[0]->evaluate(f);
    std::size_t place = expressions::checked_index(element.name(), row, element.rows()) * element.columns();
    if (list->size() > 1)
      place += expressions::checked_index(element.name(), (*list)[1]->evaluate(f), element.columns());
    return (*all)[place]->evaluate(f);
  });
  return texts != 0 ? std::make_unique<TextNode>(std::move(node)) : std::move(node);
}

NodePtr ModelScope::entity_word(std::string_view name) {
  for (const EntityWord& word : kEntityWords) {
    if (!equal_ignoring_case(name, word.name)) continue;
    if (!rules_.entity)
      throw ScopeError("'" + std::string(name) + "' needs an entity, and none is at hand here");
    return read_node([read = word.read](const EntityFrame& f) { return read(*f.entity); });
  }
  return nullptr;
}

// A variable of a continuous part, by the part's name, a dot and its own.
NodePtr ModelScope::part_variable(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  auto* part = dynamic_cast<continuous::Part*>(Binder::find_any(viewpoint(), name.substr(0, dot)));
  if (part == nullptr) return nullptr;
  const std::vector<continuous::Variable>& variables = part->variables();
  const std::string_view wanted = name.substr(dot + 1);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name != wanted) continue;
    binder_.use_all();  // it changes all the time
    binder_.read_moving(*part);
    return read_node([part, i, &member = member_,
                      values = std::make_shared<std::vector<double>>(variables.size())](const EntityFrame&) {
      part->values(member.now(), values->data());
      return (*values)[i];
    });
  }
  std::vector<std::string> known;
  for (const continuous::Variable& variable : variables) known.push_back(variable.name);
  const std::string near(nearest_name(wanted, known));
  throw ScopeError("'" + std::string(name.substr(0, dot)) + "' has no variable '" + std::string(wanted) + "'",
                   near.empty() ? "it has " + list_text(known) : "did you mean '" + near + "'?");
}

bool ModelScope::is_word(std::string_view name) {
  for (const char* word : {"J", "NREP", "MREP", "TNOW", "Entity.PlannedStation"})
    if (equal_ignoring_case(name, word)) return true;
  return std::any_of(std::begin(kEntityWords), std::end(kEntityWords),
                     [name](const EntityWord& word) { return equal_ignoring_case(name, word.name); });
}

NodePtr ModelScope::name(std::string_view name) {
  if (Component* found = Binder::find_any(viewpoint(), name)) {
    if (const auto* attribute = dynamic_cast<Attribute*>(found)) {
      if (!rules_.entity)
        throw ScopeError("attribute '" + std::string(name) + "' needs an entity, and none is at hand here");
      NodePtr node = std::make_unique<AttributeNode>(attribute->slot());
      return attribute->is_text() ? std::make_unique<TextNode>(std::move(node)) : std::move(node);
    }
    if (auto* level = dynamic_cast<Level*>(found)) {
      binder_.use(member_, *level);
      binder_.read_moving();
      return read_node([level, &member = member_](const EntityFrame&) { return level->at(member.now()); });
    }
    if (auto* variable = dynamic_cast<Variable*>(found)) {
      if (variable->is_array())
        throw ScopeError(
            "'" + std::string(name) + "' is an array of " + std::to_string(variable->rows()) +
                (variable->columns() > 1 ? " by " + std::to_string(variable->columns()) : ""),
            "name an element, such as " + std::string(name) + (variable->columns() > 1 ? "(1, 1)" : "(1)"));
      binder_.use(member_, *variable);
      NodePtr node = read_node([value = variable->data()](const EntityFrame&) { return *value; });
      return variable->is_text() ? std::make_unique<TextNode>(std::move(node)) : std::move(node);
    }
    if (auto* element = dynamic_cast<ExpressionElement*>(found)) {
      if (element->is_array())
        throw ScopeError(
            "'" + std::string(name) + "' is an array of expressions",
            "name an element, such as " + std::string(name) + (element->columns() > 1 ? "(1, 1)" : "(1)"));
      return expanded(*element, 0);
    }
    if (const auto* type = dynamic_cast<EntityType*>(found))
      return expressions::make_constant(static_cast<double>(type->index()));
    if (dynamic_cast<StationElement*>(found) != nullptr || dynamic_cast<Sequence*>(found) != nullptr)
      return expressions::make_constant(static_cast<double>(dynamic_cast<Member*>(found)->ordinal()));
  }
  if (NodePtr node = part_variable(name)) return node;
  if (NodePtr node = statistic_value(*this, name)) return node;
  const registry::Environment& environment = binder_.world().environment();
  if (equal_ignoring_case(name, "TNOW")) {
    binder_.read_unmarked();
    binder_.read_moving();
    return read_node([&member = member_](const EntityFrame&) { return member.now(); });
  }
  if (equal_ignoring_case(name, "J")) {
    if (!rules_.search_index) binder_.use_all();  // any search may change it
    return read_node([&world = binder_.world()](const EntityFrame&) { return world.search_index; });
  }
  if (equal_ignoring_case(name, "NREP"))
    return expressions::make_constant(static_cast<double>(environment.replication));
  if (equal_ignoring_case(name, "MREP"))
    return expressions::make_constant(static_cast<double>(environment.replications));
  if (equal_ignoring_case(name, "TFIN"))
    return expressions::make_constant(environment.length ? *environment.length : kInfinity);
  for (const StateWord& word : kStateWords)
    if (equal_ignoring_case(name, word.name))
      return expressions::make_constant(static_cast<double>(word.state));
  if (equal_ignoring_case(name, "Entity.PlannedStation") && rules_.entity)
    return read_node([&world = binder_.world()](const EntityFrame& f) {
      return Sequence::planned_station(*f.entity, world);
    });
  if (equal_ignoring_case(name, "Entity.Picture"))
    throw ScopeError("'Entity.Picture' has no value: there are no pictures here",
                     "use an attribute of your own, or Entity.Type");
  return entity_word(name);
}

NodePtr ModelScope::indexed(std::string_view name, std::vector<NodePtr> indices) {
  Component* const found = Binder::find_any(viewpoint(), name);
  if (auto* element = dynamic_cast<ExpressionElement*>(found))
    return element_of(*element, std::move(indices));
  auto* variable = dynamic_cast<Variable*>(found);
  if (variable == nullptr) return nullptr;
  const std::size_t wanted = variable->columns() > 1 ? 2 : 1;
  if (!variable->is_array())
    throw ScopeError("'" + std::string(name) + "' is a plain variable and takes no subscript");
  if (indices.size() != wanted)
    throw ScopeError("'" + std::string(name) + "' takes " + std::to_string(wanted) + " subscript" +
                     (wanted > 1 ? "s" : "") + ", got " + std::to_string(indices.size()));
  binder_.use(member_, *variable);
  NodePtr node = array_value(*variable, std::move(indices));
  return variable->is_text() ? std::make_unique<TextNode>(std::move(node)) : std::move(node);
}

NodePtr ModelScope::array_value(Variable& element, std::vector<NodePtr> indices) {
  Variable* const variable = &element;
  const std::size_t wanted = indices.size();
  const auto row = indices[0]->constant();
  const auto column = wanted == 1 ? std::optional<double>(1) : indices[1]->constant();
  if (row && column) {
    try {
      return read_node(
          [value = variable->data() + variable->place(*row, *column)](const EntityFrame&) { return *value; });
    } catch (const expressions::EvaluationError& e) {
      throw ScopeError(e.what());
    }
  }
  // Tables are read by attributes as a rule.
  const auto* const row_attribute = dynamic_cast<AttributeNode*>(indices[0].get());
  const auto* const column_attribute = wanted == 1 ? nullptr : dynamic_cast<AttributeNode*>(indices[1].get());
  if (wanted == 1 && row_attribute != nullptr)
    return read_node([table = TableView(*variable), slot = row_attribute->slot()](const EntityFrame& f) {
      return table.at(f.entity->attributes[slot], 1);
    });
  if (row_attribute != nullptr && column_attribute != nullptr)
    return read_node([table = TableView(*variable), a = row_attribute->slot(),
                      b = column_attribute->slot()](const EntityFrame& f) {
      return table.at(f.entity->attributes[a], f.entity->attributes[b]);
    });
  if (wanted == 1)
    return read_node([variable, i = std::move(indices[0])](EntityFrame& f) {
      return variable->value(variable->place(i->evaluate(f), 1));
    });
  return read_node([variable, i = std::move(indices[0]), j = std::move(indices[1])](EntityFrame& f) {
    const double at_row = i->evaluate(f);
    return variable->value(variable->place(at_row, j->evaluate(f)));
  });
}

const expressions::Signature* ModelScope::signature(std::string_view name) {
  return expressions::find_signature(model_functions(), name);
}

NodePtr ModelScope::function(const expressions::Signature& signature,
                             std::span<expressions::Argument> arguments) {
  return make_model_function(static_cast<std::size_t>(&signature - model_functions().data()), *this,
                             arguments);
}

random::Stream& ModelScope::stream(std::optional<std::uint64_t> number) {
  if (!rules_.random) throw ScopeError("random variates are not allowed here; use a constant or a variable");
  binder_.read_unmarked();
  random::StreamSet& streams = binder_.world().environment().streams;
  if (!number) number = rules_.stream;
  return number ? streams.numbered(*number) : streams.named(member_.address() + "." + field_);
}

std::vector<std::string> ModelScope::known_names() const {
  std::vector<std::string> names = {"TNOW", "NREP", "MREP", "TFIN", "J"};
  if (rules_.entity) {
    for (const EntityWord& word : kEntityWords) names.emplace_back(word.name);
    names.emplace_back("Entity.PlannedStation");
  }
  for (const Component* c : Binder::visible(viewpoint()))
    if (dynamic_cast<const Variable*>(c) != nullptr || dynamic_cast<const EntityType*>(c) != nullptr ||
        dynamic_cast<const ExpressionElement*>(c) != nullptr ||
        (rules_.entity && dynamic_cast<const Attribute*>(c) != nullptr))
      names.push_back(Binder::name_from(viewpoint(), *c));
  return names;
}

std::vector<std::string> ModelScope::known_functions() const {
  std::vector<std::string> names;
  for (const expressions::Signature& s : model_functions()) names.push_back(s.name);
  return names;
}

NodePtr ModelScope::text(std::string_view text) {
  return expressions::make_text(binder_.world().texts().number_of(text));
}

std::string_view ModelScope::instead_of(std::string_view word) const {
  return instead_of_word(word);
}

std::function<double(const Entity&)> ModelScope::reader(const expressions::Argument& argument,
                                                        std::size_t place) {
  if (Binder::find_any(viewpoint(), argument.text) == nullptr)
    for (const EntityWord& word : kEntityWords)
      if (equal_ignoring_case(argument.text, word.name)) return word.read;
  const Attribute& attribute = element<Attribute>(argument, place, "attribute");
  if (attribute.is_text())
    throw ScopeError("attribute '" + attribute.path() + "' is a text, where a number is needed", {}, place);
  return [slot = attribute.slot()](const Entity& e) { return e.attributes[slot]; };
}

void ModelScope::refuse(const expressions::Argument& argument, std::size_t place, const char* kind,
                        const std::vector<std::string>& known) {
  const std::string near(nearest_name(argument.text, known));
  throw ScopeError("'" + std::string(argument.text) + "' is no " + kind,
                   near.empty() ? "known: " + list_text(known) : "did you mean '" + near + "'?", place);
}

}  // namespace escapement::siman
