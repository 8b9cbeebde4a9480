// SPDX-License-Identifier: MIT
// Arena's functions of queued entities, groups and storages (Rockwell Automation, Arena Variables Guide,
// "Queue variables", "Group member variables").
#include <algorithm>
#include <cmath>
#include <memory>

#include "element_argument.h"
#include "escapement/expressions/errors.h"
#include "escapement/siman/arrival_process.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/frequency.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/storage.h"
#include "model_scope.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::Argument;
using expressions::NodePtr;
using expressions::ParameterKind;
using expressions::ScopeError;
using CallArguments = std::span<Argument>;

double number_of(const Entity* entity) {
  return entity == nullptr ? 0 : static_cast<double>(entity->record);
}

void need_entity(const ModelScope& scope, const char* name) {
  if (!scope.rules().entity)
    throw ScopeError(std::string("'") + name + "' needs an entity, and none is at hand here");
}

template <class Read>
ModelFunction of_queue(const char* name, const char* doc, Read read) {
  return {{name, {}, {{"queue", ParameterKind::kNameOrExpression}}, doc},
          [read](ModelScope& scope, CallArguments a) {
            return read_node([queue = ElementArgument<QueueElement>(scope, a[0], 0, "queue"),
                              read](EntityFrame& f) { return number_of(read(queue.get(f))); });
          }};
}

// The neighbour of the entity of that number, in the queue where it waits. The entity is looked for in the
// pool: the cost grows with the number of entities.
template <class Read>
ModelFunction of_queued(const char* name, const char* doc, Read read) {
  return {{name, {}, {{"entity number"}}, doc}, [read](ModelScope& scope, CallArguments a) {
            scope.binder().use_all();
            return read_node(
                [&world = scope.binder().world(), read, number = std::move(a[0].node)](EntityFrame& f) {
                  const Entity* entity = world.pool().find(number->evaluate(f));
                  return entity == nullptr || entity->queue == nullptr ? 0 : number_of(read(*entity));
                });
          }};
}

ModelFunction entity_at_rank() {
  return {{"ENTATRANK",
           {},
           {{"rank"}, {"queue", ParameterKind::kNameOrExpression}},
           "number of the entity at a rank of the queue; 0 when nobody is there"},
          [](ModelScope& scope, CallArguments a) {
            return read_node([queue = ElementArgument<QueueElement>(scope, a[1], 1, "queue"),
                              rank = std::move(a[0].node)](EntityFrame& f) {
              const double r = rank->evaluate(f);
              return r >= 1 ? number_of(queue.get(f).at_rank(static_cast<std::size_t>(r))) : 0;
            });
          }};
}

ModelFunction member_attribute() {
  return {{"AG",
           {},
           {{"rank"}, {"attribute", ParameterKind::kName}},
           "value of an attribute of the member at a rank of the entity's group; 0 when there is none"},
          [](ModelScope& scope, CallArguments a) {
            need_entity(scope, "AG");
            return read_node([read = scope.reader(a[1], 1), rank = std::move(a[0].node)](EntityFrame& f) {
              const double r = rank->evaluate(f);
              const auto& members = f.entity->members;
              if (!(r >= 1 && r < static_cast<double>(members.size()) + 1)) return 0.0;
              return read(*members[static_cast<std::size_t>(r) - 1]);
            });
          }};
}

ModelFunction sum_of_members() {
  return {{"SAG",
           {},
           {{"attribute", ParameterKind::kName}},
           "sum of an attribute over the members of the entity's group"},
          [](ModelScope& scope, CallArguments a) {
            need_entity(scope, "SAG");
            return read_node([read = scope.reader(a[0], 0)](const EntityFrame& f) {
              double sum = 0;
              for (const Entity* member : f.entity->members) sum += read(*member);
              return sum;
            });
          }};
}

ModelFunction number_stored() {
  return {{"NSTO", {}, {{"storage", ParameterKind::kNameOrExpression}}, "number of entities in the storage"},
          [](ModelScope& scope, CallArguments a) {
            return read_node([storage = ElementArgument<Storage>(scope, a[0], 0, "storage")](EntityFrame& f) {
              return storage.get(f).size();
            });
          }};
}

// The time to the next arrival of a Poisson process whose rate is a schedule of type Arrival.
ModelFunction time_to_next_arrival() {
  return {{"NSEXPO",
           {},
           {{"schedule", ParameterKind::kName}},
           "time to the next arrival of a Poisson process whose rate per hour is the schedule's value"},
          [](ModelScope& scope, CallArguments a) {
            auto& schedule = scope.element<Schedule>(a[0], 0, "schedule");
            if (schedule.kind() != Schedule::Kind::kArrival)
              throw ScopeError("schedule '" + schedule.path() + "' is of type " +
                                   Schedule::kind_name(schedule.kind()) +
                                   ", but NSEXPO needs one of type Arrival",
                               "set its \"type\" to \"Arrival\"", 0);
            random::Stream& stream = scope.stream(std::nullopt);
            const registry::Environment& environment = scope.binder().world().environment();
            const auto process = std::make_shared<ArrivalProcess>(
                schedule, registry::seconds_in(environment.time_unit).value_or(1) / 3600,
                environment.length.value_or(kInfinity));
            scope.binder().world().arrival_processes.push_back(process);
            return read_node([process, &stream, &member = scope.member()](const EntityFrame&) {
              return process->next(member.now(), -std::log(stream.uniform())) - member.now();
            });
          }};
}

enum class FrequencyValue { kAverage, kVisits, kTime, kStandard, kRestricted };

double value_of(const statistics::FrequencyRow& row, FrequencyValue value) {
  switch (value) {
    case FrequencyValue::kAverage:
      return row.average_time.value_or(0);
    case FrequencyValue::kVisits:
      return static_cast<double>(row.visits);
    case FrequencyValue::kTime:
      return row.time;
    case FrequencyValue::kStandard:
      return row.standard_percent.value_or(0);
    default:
      return row.restricted_percent.value_or(0);
  }
}

const statistics::Frequency& frequency_of(ModelScope& scope, const Argument& argument) {
  auto& element = scope.element<Frequency>(argument, 0, "frequency");
  scope.binder().use_all();
  const statistics::Frequency* found = scope.binder().world().statistics().find_frequency(element.path());
  if (found == nullptr) throw ScopeError("frequency '" + element.path() + "' has faults of its own");
  return *found;
}

// A category is told by its number, from 1, or by its name.
ModelFunction of_category(const char* name, const char* doc, FrequencyValue value) {
  return {{name,
           {},
           {{"frequency", ParameterKind::kName}, {"category", ParameterKind::kNameOrExpression}},
           std::string(doc) + "; a category is named, or told by its number from 1"},
          [value](ModelScope& scope, CallArguments a) {
            const statistics::Frequency& frequency = frequency_of(scope, a[0]);
            NodePtr number = std::move(a[1].node);
            if (number == nullptr) {
              std::vector<std::string> known;
              for (const auto& row : frequency.rows(0)) known.push_back(row.name);
              const auto at = std::find(known.begin(), known.end(), a[1].text);
              if (at == known.end()) ModelScope::refuse(a[1], 1, "category of the frequency", known);
              number = expressions::make_constant(static_cast<double>(at - known.begin()) + 1);
            }
            return read_node(
                [&frequency, value, number = std::move(number), &member = scope.member()](EntityFrame& f) {
                  const auto rows = frequency.rows(member.now());
                  return value_of(rows[expressions::checked_index("the frequency's categories",
                                                                  number->evaluate(f), rows.size())],
                                  value);
                });
          }};
}

ModelFunction of_frequency(const char* name, const char* doc,
                           double (*read)(const statistics::Frequency&, double)) {
  return {{name, {}, {{"frequency", ParameterKind::kName}}, doc}, [read](ModelScope& scope, CallArguments a) {
            const statistics::Frequency& frequency = frequency_of(scope, a[0]);
            return read_node([&frequency, read, &member = scope.member()](const EntityFrame&) {
              return read(frequency, member.now());
            });
          }};
}

double total_time(const statistics::Frequency& frequency, double t, bool restricted_only) {
  double total = 0;
  for (const auto& row : frequency.rows(t))
    if (row.restricted || !restricted_only) total += row.time;
  return total;
}

void add_frequency_functions(std::vector<ModelFunction>& table) {
  using V = FrequencyValue;
  table.push_back(of_category("FAVG", "average time of a visit to a category of a frequency", V::kAverage));
  table.push_back(of_category("FCOUNT", "visits to a category of a frequency", V::kVisits));
  table.push_back(of_category("FRQTIM", "time in a category of a frequency", V::kTime));
  table.push_back(of_category("FSTAND", "percentage of all time in a category of a frequency", V::kStandard));
  table.push_back(of_category("FRESTR",
                              "percentage of the restricted categories' time in a category of a frequency",
                              V::kRestricted));
  table.push_back(
      of_frequency("FTOT", "time over which a frequency was collected",
                   [](const statistics::Frequency& f, double t) { return total_time(f, t, false); }));
  table.push_back(
      of_frequency("FTOTR", "time in the restricted categories of a frequency",
                   [](const statistics::Frequency& f, double t) { return total_time(f, t, true); }));
  table.push_back(of_frequency("FVALUE", "value that a frequency saw last",
                               [](const statistics::Frequency& f, double) { return f.value(); }));
}

}  // namespace

std::vector<ModelFunction> holding_functions() {
  std::vector<ModelFunction> table;
  table.push_back(of_queue("FIRSTINQ", "number (IDENT) of the first entity in the queue; 0 when it is empty",
                           [](const QueueElement& q) { return q.first(); }));
  table.push_back(of_queue("LASTINQ", "number (IDENT) of the last entity in the queue; 0 when it is empty",
                           [](const QueueElement& q) { return q.last(); }));
  table.push_back(entity_at_rank());
  table.push_back(of_queued("PREDECESSOR",
                            "number of the entity in front of the one of this number, where that waits; 0 "
                            "when there is none",
                            [](const Entity& e) { return e.queue->previous(e); }));
  table.push_back(of_queued("SUCCESSOR",
                            "number of the entity behind the one of this number, where that waits; 0 when "
                            "there is none",
                            [](const Entity& e) { return e.queue->next(e); }));
  table.push_back(member_attribute());
  table.push_back(sum_of_members());
  table.push_back(number_stored());
  table.push_back(time_to_next_arrival());
  add_frequency_functions(table);
  return table;
}

}  // namespace escapement::siman
