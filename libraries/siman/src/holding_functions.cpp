// SPDX-License-Identifier: MIT
// Arena's functions of queued entities, groups and storages (Rockwell Automation, Arena Variables Guide,
// "Queue variables", "Group member variables").
#include "escapement/siman/attribute.h"
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
  return {{name, {}, {{"queue", ParameterKind::kName}}, doc}, [read](ModelScope& scope, CallArguments a) {
            const auto& queue = scope.element<QueueElement>(a[0], 0, "queue");
            return read_node([&queue, read](const EntityFrame&) { return number_of(read(queue)); });
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
           {{"rank"}, {"queue", ParameterKind::kName}},
           "number of the entity at a rank of the queue; 0 when nobody is there"},
          [](ModelScope& scope, CallArguments a) {
            const auto& queue = scope.element<QueueElement>(a[1], 1, "queue");
            return read_node([&queue, rank = std::move(a[0].node)](EntityFrame& f) {
              const double r = rank->evaluate(f);
              return r >= 1 ? number_of(queue.at_rank(static_cast<std::size_t>(r))) : 0;
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
            const std::size_t slot = scope.element<Attribute>(a[1], 1, "attribute").slot();
            return read_node([slot, rank = std::move(a[0].node)](EntityFrame& f) {
              const double r = rank->evaluate(f);
              const auto& members = f.entity->members;
              if (!(r >= 1 && r < static_cast<double>(members.size()) + 1)) return 0.0;
              return members[static_cast<std::size_t>(r) - 1]->attributes[slot];
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
            const std::size_t slot = scope.element<Attribute>(a[0], 0, "attribute").slot();
            return read_node([slot](const EntityFrame& f) {
              double sum = 0;
              for (const Entity* member : f.entity->members) sum += member->attributes[slot];
              return sum;
            });
          }};
}

ModelFunction number_stored() {
  return {{"NSTO", {}, {{"storage", ParameterKind::kName}}, "number of entities in the storage"},
          [](ModelScope& scope, CallArguments a) {
            const auto& storage = scope.element<Storage>(a[0], 0, "storage");
            return read_node([&storage](const EntityFrame&) { return storage.size(); });
          }};
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
  return table;
}

}  // namespace escapement::siman
