// SPDX-License-Identifier: MIT
#include "escapement/siman/world.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/checkpoint_file.h"
#include "escapement/siman/block.h"
#include "escapement/siman/deadlock.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/members.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/storage.h"
#include "escapement/siman/variable.h"

namespace escapement::siman {

World::World(registry::Environment& environment)
    : environment_(environment),
      number_in_(environment.statistics.counter("System.NumberIn")),
      number_out_(environment.statistics.counter("System.NumberOut")) {}

Entity& World::create(EntityType& type, double t) {
  make_room();
  Entity& entity = pool_.make();
  entity.type = &type;
  entity.serial = ++serial_;
  entity.record = ++record_;
  entity.create_time = entity.visit_start = t;
  if (costs_) [[unlikely]] {
    entity.costs = type.initial_costs();
    entity.costs_before_visit = {};
    entity.holding_rate = type.holding_cost();
    entity.cost_rate = type.per_time_unit(entity.holding_rate);
  }
  number_in_.increment();
  type.count_in(t, entity.holding_rate);
  return entity;
}

Entity& World::duplicate(const Entity& original, double t) {
  make_room();
  Entity& copy = pool_.make();
  copy.type = original.type;
  copy.serial = original.serial;
  copy.record = ++record_;
  copy.create_time = original.create_time;
  copy.times = original.times;
  if (costs_) {
    copy.costs = original.costs;
    copy.costs_before_visit = original.costs_before_visit;
    copy.holding_rate = original.holding_rate;
    copy.cost_rate = copy.type->per_time_unit(copy.holding_rate);
  }
  copy.visit = original.visit;
  copy.visit_start = original.visit_start;
  copy.itinerary = original.itinerary;
  copy.area = original.area;
  copy.moved_at = original.moved_at;  // so that a loop of copies that each move once is found
  copy.moves = original.moves;
  std::copy_n(original.attributes, pool_.attributes(), copy.attributes);
  for (const Entity* member : original.members) copy.members.push_back(&duplicate(*member, t));
  number_in_.increment();
  copy.type->count_in(t, copy.holding_rate);
  return copy;
}

void World::refuse_more() const {
  std::string message = "the model has " + std::to_string(environment_.most_entities) +
                        " entities at one time, and may not have more";
  const QueueElement* longest = nullptr;
  for (const QueueElement* queue : elements<QueueElement>())
    if (longest == nullptr || queue->size() > longest->size()) longest = queue;
  if (longest != nullptr && longest->size() > 0)
    message += "; " + std::to_string(longest->size()) + " of them are in queue '" + longest->path() +
               "', the longest";
  throw Error(message +
              ". If entities come faster than they leave, give more resources, fewer arrivals or "
              "queues with a capacity; else raise \"maxEntities\" in \"experiment\"");
}

void World::destroy(Entity& entity, double t, bool record) {
  if (!entity.members.empty()) destroy_members(entity, t, record);
  if (!entity.storages.empty()) leave_storages(entity);
  if (record) record_times(entity, t);
  number_out_.increment();
  entity.type->count_out(t, entity.holding_rate);
  pool_.give_back(entity);
  if (background_) [[unlikely]]
    end_when_empty();
}

bool World::only_background() const {
  return std::all_of(hosts_.begin(), hosts_.end(),
                     [](const ProcessHost* host) { return host->only_background(); });
}

void World::end_when_empty() {
  if (background_ && pool_.alive() == 0 && only_background()) stop();
}

void World::after_background_event() {
  if (!background_) return;
  if (!only_background()) {
    quiet_ = 0;
    return;
  }
  if (pool_.alive() == 0) return stop();
  const bool others =
      std::any_of(hosts_.begin(), hosts_.end(), [](const ProcessHost* host) { return host->hears_others(); });
  if (terminator_ || others || ++quiet_ < kMostQuiet) return;
  if (const auto deadlock = find_deadlock(
          *this, "nothing happens any more but schedules and failures, which do not let them go"))
    throw SimulationError(deadlock->model_path, hosts_.front()->time(), deadlock->message);
  stop();
}

void World::discharge(std::vector<const Member*> leaving) {
  std::sort(leaving.begin(), leaving.end());
  std::erase_if(members_, [&leaving](const Member* member) {
    return std::binary_search(leaving.begin(), leaving.end(), member);
  });
}

void World::remove_host(ProcessHost& host) {
  hosts_.erase(std::find(hosts_.begin(), hosts_.end(), &host));
}

void World::end_warmup(double t) {
  for (Variable* variable : cleared_at_warmup) variable->end_warmup(t);
}

void World::end_replication(double t) {
  for (Output* output : told_at_end) output->end_replication(t);
}

void World::destroy_members(Entity& entity, double t, bool record) {
  while (!entity.members.empty()) destroy(take_member(entity, 0), t, record);
}

void World::leave_storages(Entity& entity) {
  while (!entity.storages.empty()) entity.storages.back()->leave(entity);
}

void World::record_times(const Entity& entity, double t) {
  entity.type->record(entity, t);
}

void World::archive(Archive& archive) {
  std::string paths;
  for (Member* member : members_) {
    archive.identify(*member);
    paths += member->path() + '\n';
  }
  std::uint64_t saved = checksum(paths);
  archive(saved);
  if (saved != checksum(paths))
    throw ArchiveError(
        "the process blocks and elements have other names than in the model that the state was saved from");
  archive(serial_, record_, order_, stopped_, search_index, quiet_);
  archive(texts_);
  for (const auto& process : arrival_processes) archive(*process);
  archive(pool_);
}

}  // namespace escapement::siman
