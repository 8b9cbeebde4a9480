// SPDX-License-Identifier: MIT
// How the entities on a conveyor move (conveyor.h, N1 to A3).
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "escapement/siman/conveyor.h"

namespace escapement::siman {

class Belt {
 public:
  enum class State { kStanding, kMoving, kAccumulated };
  struct Item {
    Entity* entity = nullptr;  // to be used only while it is conveyed: then the conveyor has it
    std::uint64_t record = 0;  // of the entity: what it is found by
    double length = 0;         // of its cells
    double front = 0;          // at the anchor
    double anchor = 0;         // a time or, on a rigid belt, how far the belt has come
    double target = 0;  // what is left of its way at the anchor or, on a rigid belt, where the belt is then
    State state = State::kStanding;
    double stopped = -1;  // when it came up to a standing one
    double closing = -1;  // when it began to close up to a standing one
    StationElement* to = nullptr;
    std::uint32_t event = Entity::kNoEvent;
    void archive(Archive& archive);
  };

  Belt(Conveyor& conveyor, const Segments& path)
      : conveyor_(conveyor), path_(path), tolerance_(1e-9 * (1 + path.length())) {}
  virtual ~Belt() = default;
  Belt(const Belt&) = delete;
  Belt& operator=(const Belt&) = delete;

  // An entity's cells begin at the place; it stands.
  virtual void load(Entity& entity, double place, double length) = 0;
  virtual void convey(Item& item, double distance) = 0;
  virtual void unload(Item& item) = 0;
  // The conveyor is about to be started, stopped, or change its velocity; then it has.
  virtual void before_change() = 0;
  virtual void after_change() = 0;
  // In how long the cells may be free at the place; 0: they are free now; infinite: not before something
  // changes.
  virtual double free_after(double place, double length) const = 0;
  virtual double position(const Item& item) const = 0;
  virtual void due(Item& item) = 0;
  virtual void archive(Archive& archive);

  Item* find(const Entity& entity) const;
  // The entities in that state, those that are farthest on first.
  std::vector<std::uint64_t> records(State state) const;
  bool empty() const { return items_.empty(); }
  std::size_t count(State state) const { return counts_[static_cast<std::size_t>(state)]; }
  // Of those in the state: their cells, or their accumulation lengths.
  double length(State state) const { return lengths_[static_cast<std::size_t>(state)]; }

 protected:
  using Items = std::vector<std::unique_ptr<Item>>;
  // From the front of a standing one to the front of the next behind it.
  static double accumulation_length(const Conveyor& conveyor, const Item& item) {
    const double length = conveyor.options_.accumulation_length;
    return length > 0 && length < item.length ? length : item.length;
  }
  double velocity() const { return conveyor_.velocity(); }
  Item& add(Entity& entity, double place, double length);  // behind the one that is next ahead
  void remove(Item& item);
  void set_state(Item& item, State state);
  void count(const Item& item, int by);
  // The item's entity goes on at its station.
  void deliver(Item& item);
  void schedule(Item& item, Time at);
  void cancel(Item& item);
  // How far the place b is ahead of a; on a loop from 0 to less than its length.
  double ahead(double a, double b) const;

  Conveyor& conveyor_;
  const Segments& path_;
  const double tolerance_;
  Items items_;  // in the direction against travel: each is behind the one before

 private:
  std::unordered_map<std::uint64_t, Item*> by_record_;
  std::size_t counts_[3] = {};
  double lengths_[3] = {};
};

class RigidBelt final : public Belt {
 public:
  using Belt::Belt;
  void load(Entity& entity, double place, double length) override;
  void convey(Item& item, double distance) override;
  void unload(Item& item) override;
  void before_change() override { settle(); }
  void after_change() override { plan(); }
  double free_after(double place, double length) const override;
  double position(const Item& item) const override;
  void due(Item& item) override;
  void archive(Archive& archive) override;

 private:
  double travelled() const;
  void settle();
  void plan();
  double way_ = 0;  // how far the belt has come, at since_
  Time since_ = 0;
  bool running_ = false;
  Item* next_ = nullptr;  // the one with the event
};

class AccumulatingBelt final : public Belt {
 public:
  using Belt::Belt;
  void load(Entity& entity, double place, double length) override;
  void convey(Item& item, double distance) override;
  void unload(Item& item) override;
  void before_change() override;
  void after_change() override;
  double free_after(double place, double length) const override;
  double position(const Item& item) const override;
  void due(Item& item) override;

 private:
  std::size_t place_of(const Item& item) const;
  Item* ahead_of(std::size_t i) const;   // nullptr: nobody
  Item* behind(const Item& item) const;  // nullptr: nobody
  void settle(Item& item);
  // Finds out what the item does next, and does it if it is now.
  void plan(Item& item);
  void change(Item& item, State state);
};

}  // namespace escapement::siman
