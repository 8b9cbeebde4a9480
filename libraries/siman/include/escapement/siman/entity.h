// SPDX-License-Identifier: MIT
// Entities: what flows through process blocks. An entity is moved, never copied, and has one owner at a time:
// the block that holds it, the calendar, a queue, or an EntityHandle on its way between atomics.
#pragma once

#include <algorithm>
#include <array>
#include <boost/intrusive/list_hook.hpp>
#include <boost/intrusive/set_hook.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"

namespace escapement::siman {

class ActivityArea;
class Context;
class Delay;
class EntityType;
class EntityPool;
class QueueElement;
class Resource;
class HoldBlock;
class Seize;
class Storage;

// Where an entity's time goes (Kelton, Sadowski and Zupick, Simulation with Arena, "activity-based costing").
enum class Category : std::uint8_t { kValueAdded, kNonValueAdded, kTransfer, kWait, kOther };
inline constexpr std::size_t kCategories = 5;
using CategoryTimes = std::array<double, kCategories>;

using ListHook =
    boost::intrusive::list_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>>;
using TreeHook =
    boost::intrusive::set_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>>;

// Where an entity is and goes: numbers of stations and sequences, 0 for none (station_element.h, sequence.h).
struct Itinerary {
  std::int32_t station = 0;  // where it is or is sent to: Entity.Station
  std::int32_t current = 0;  // where it is, 0 on the way: Entity.CurrentStation
  std::int32_t sequence = 0;
  std::int32_t jobstep = 0;  // of the sequence, from 1; 0 before the first
};

void spend_in(ActivityArea& area, Category category, double duration, double cost);  // activity_area.h

struct alignas(64) Entity {
  // Units of a resource that the entity holds.
  struct Holding {
    Resource* resource = nullptr;
    double units = 0;
    double priority = 1;  // of the seize; smaller is more urgent
    void archive(Archive& archive);
  };
  static constexpr std::uint32_t kNoEvent = 0x7fffffffu;

  // Its place in a ranked queue: what a search there reads of each entity that it passes, on one line of the
  // cache.
  TreeHook in_tree;
  double rank = 0;          // key in a ranked queue
  std::uint64_t order = 0;  // of arrival at queues, over the whole host
  double priority = 0;      // of the seize it waits for; smaller is more urgent
  QueueElement* queue = nullptr;

  // What nearly every block looks at. Plain links: a queue that is destroyed with entities in it does not
  // touch them any more.
  ListHook in_list;
  HoldBlock* waits_for = nullptr;
  double since = 0;              // when its wait or its delay began
  double* attributes = nullptr;  // user attributes, by slot
  EntityType* type = nullptr;
  // Blocks entered at `moved_at` without time passing, to find loops.
  double moved_at = -1;
  long moves = 0;

  // While it is delayed.
  Delay* delay = nullptr;                       // where, interrupted or not
  double due = 0;                               // when the delay ends
  std::uint32_t event = kNoEvent;               // on the calendar: the end of its delay or of its patience
  Category allocation = Category::kValueAdded;  // of the delay
  std::vector<Holding> holdings;

  double cost_rate = 0;          // per time unit, at which its costs grow now
  ActivityArea* area = nullptr;  // of the station where it came last, if that has one
  double visit_start = 0;        // Entity.StartTime
  double create_time = 0;
  CategoryTimes times{};           // since creation, by category
  CategoryTimes visit{};           // since the entity entered the module that it passes
  std::uint64_t serial = 0;        // Entity.SerialNumber; copies share it
  std::uint64_t record = 0;        // IDENT, unique among the entities of a run
  Context* context = nullptr;      // the process in code that it is (code.h)
  std::vector<Entity*> members;    // of the group that it stands for; it owns them (members.h)
  std::vector<Storage*> storages;  // that it is in, the last one entered last
  Itinerary itinerary{};
  double code = 0;  // what it waits by: the signal of a Wait, the match of a Group or a Match

  // Of those that were interrupted (interruptions.h): what is left of the delay, and the resources that it
  // lost units of and waits for. An entity that has lost any begins no delay.
  std::vector<Resource*> lost;
  double remaining = 0;

  // Where the model has any: the part of the cost rate that is the entity's own, per hour
  // (Entity.HoldCostRate), costs by category, and what it had cost when it entered the module that it passes.
  double holding_rate = 0;
  CategoryTimes costs{};
  CategoryTimes costs_before_visit{};

  EntityPool* pool = nullptr;

  void spend(Category category, double duration) {
    times[static_cast<std::size_t>(category)] += duration;
    visit[static_cast<std::size_t>(category)] += duration;
    if (cost_rate != 0) [[unlikely]]
      costs[static_cast<std::size_t>(category)] += cost_rate * duration;
    if (area != nullptr) [[unlikely]]
      spend_in(*area, category, duration, cost_rate * duration);
  }
};

// Memory of entities; those that are done serve again, so a steady model allocates nothing.
class EntityPool {
 public:
  EntityPool() = default;
  EntityPool(const EntityPool&) = delete;
  EntityPool& operator=(const EntityPool&) = delete;

  // How many attribute slots entities have, and what they hold at first. Before the first make().
  void set_attributes(std::vector<double> initial) { initial_ = std::move(initial); }
  Entity& make() {
    if (free_count_ == 0) [[unlikely]]
      add_entity();
    Entity& entity = *free_[--free_count_];
    ++alive_;
    std::copy(initial_.begin(), initial_.end(), entity.attributes);
    return entity;
  }
  void give_back(Entity& entity);
  std::size_t alive() const { return alive_; }
  // The live entity of that number (IDENT), nullptr when there is none. Looks through all.
  const Entity* find(double record) const;
  const std::deque<Entity>& all() const { return entities_; }  // those that are done hold and await nothing
  std::size_t attributes() const { return initial_.size(); }

  // The entities that are alive, in order of their records; loading makes them and identifies each as Entity.
  // What they refer to must have been identified as Member; the queue that one waits in is left to the queue.
  void archive(Archive& archive);

 private:
  void add_entity();
  void end_obligations(Entity& entity);
  std::vector<Entity*> living() const;
  void archive_entity(Archive& archive, Entity& entity);

  std::deque<Entity> entities_;
  std::deque<std::unique_ptr<double[]>> attributes_;  // of several entities each
  std::vector<Entity*> free_;                         // room for all, of which free_count_ are in it
  std::size_t free_count_ = 0;
  std::vector<double> initial_;
  std::size_t alive_ = 0;
};

// An entity between atomics. Whoever lets go of the handle ends the entity.
class EntityHandle {
 public:
  EntityHandle() = default;
  explicit EntityHandle(Entity& entity) : entity_(&entity) {}
  EntityHandle(EntityHandle&& other) noexcept : entity_(std::exchange(other.entity_, nullptr)) {}
  EntityHandle& operator=(EntityHandle&& other) noexcept;
  ~EntityHandle();

  explicit operator bool() const { return entity_ != nullptr; }
  Entity& operator*() const { return *entity_; }
  Entity* operator->() const { return entity_; }
  Entity& release() { return *std::exchange(entity_, nullptr); }

 private:
  Entity* entity_ = nullptr;
};

}  // namespace escapement::siman
