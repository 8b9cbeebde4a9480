// SPDX-License-Identifier: MIT
// The base of process blocks and elements.
//
// A block is a component with entity ports. The host moves one entity at a time: it calls enter() of the
// block that the entity comes to, which does its work and answers with the block where the entity goes on, or
// nullptr when it stays (in a queue, on the calendar) or is gone.
//
//   enter(entity)          the entity arrives; answer: exit.leave(entity) or nullptr
//   due(entity)            an event that this block scheduled has come
//   declare(binder)        once, before the run: register statistics and what others may refer to
//   bind(binder)           then: find elements by name, compile expressions; faults go to the binder
//   start()                at time 0: set the initial state, schedule first events
//   archive(archive)       save the state, or load it after start(); without it a model cannot be saved.
//   Streams,
//                          statistics, the calendar and entities are saved by who owns them; what is left is
//                          the member's own variables, and which entities it holds. (core/archive.h)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/coupled/hosted.h"
#include "escapement/siman/calendar.h"
#include "escapement/siman/entity.h"

namespace escapement::siman {

class Binder;
class Block;
class ProcessHost;
class Scan;
class World;

// Where entities come in.
class Entry : public InPort<EntityHandle> {
 public:
  using InPort<EntityHandle>::InPort;
};

// Where entities go out. An optional exit that is not coupled ends the entities that take it.
class Exit : public OutPort<EntityHandle> {
 public:
  Exit(Component& owner, const char* name, bool optional = false);
  [[gnu::always_inline]] Block* leave(Entity& entity) {
    if (next_ == nullptr) [[unlikely]]
      end(entity);
    return next_;
  }
  Block* next() const { return next_; }
  void lead_to(Block& next) { next_ = &next; }

 private:
  void end(Entity& entity);
  Block* next_ = nullptr;
};

// What blocks and elements have in common.
class Member : public Hosted {
 public:
  using Hosted::Hosted;

  virtual void declare(Binder&) {}
  virtual void bind(Binder&) {}
  virtual void start() {}
  virtual void archive(Archive& archive);
  virtual void due(Entity* entity);
  // Whether it has costs: then the model's entities and resources are charged (entity_type.h).
  virtual bool declares_costs() const { return false; }
  // Whether it assigns Entity.HoldCostRate.
  virtual bool assigns_holding_rates() const { return false; }

  // The address under which a person knows this member: its path or, for a block inside a module such as
  // arena.Process, the module's path. Messages and streams of random numbers are named by it.
  std::string address() const { return in_module_ ? parent()->path() : path(); }
  void speak_for_module() { in_module_ = true; }
  bool speaks_for_module() const { return in_module_; }

  // Whether its statistics stand in the results; they are collected anyway, for expressions.
  bool reported() const { return reported_; }
  void set_reported(bool reported) { reported_ = reported; }

  // For conditions that wait (scan.h). A member that calls changed() whenever what expressions can read of it
  // changes says so by marks_changes(); conditions that read others are looked at after every event.
  virtual bool marks_changes() const { return false; }
  void changed() {
    if (!watchers_.empty()) [[unlikely]]
      tell_watchers();
  }
  void add_watcher(Scan& scan) { watchers_.push_back(&scan); }
  // Its number among all elements of its class, from 1, in path order: what it stands for in expressions.
  std::int64_t ordinal() const { return ordinal_; }
  void set_ordinal(std::int64_t ordinal) { ordinal_ = ordinal; }

  // Set before the run starts.
  ProcessHost& host() const { return *host_; }
  World& world() const { return *world_; }
  Time now() const { return *clock_; }

 protected:
  // For expressions that are evaluated at another time than the host's, such as the end of the run.
  class ClockAt {
   public:
    ClockAt(Member& member, const Time& time) : member_(member), kept_(std::exchange(member.clock_, &time)) {}
    ~ClockAt() { member_.clock_ = kept_; }
    ClockAt(const ClockAt&) = delete;
    ClockAt& operator=(const ClockAt&) = delete;

   private:
    Member& member_;
    const Time* kept_;
  };

 private:
  friend class ProcessHost;
  friend class ProcessHosting;
  void tell_watchers();
  static constexpr Time kStart = 0;
  std::vector<Scan*> watchers_;
  bool in_module_ = false;
  bool reported_ = true;
  std::int64_t ordinal_ = 0;
  ProcessHost* host_ = nullptr;
  World* world_ = nullptr;
  const Time* clock_ = &kStart;
};

class Block : public Member {
 public:
  using Member::Member;

  virtual Block* enter(Entity& entity) = 0;
  // A message at a RealIn port of the block (real_ports.h).
  virtual void receive(double value);
  // Told after all links are known. BuildError, a fault of the model: the block cannot stand where it is.
  virtual void check_links() {}
  // Told for each block that leads here.
  virtual void fed_by(Block& /*feeder*/) {}
  // As fed_by(), for blocks with several entries.
  virtual void fed_at(Block& feeder, PortBase& /*entry*/) { fed_by(feeder); }
};

// A block that entities enter by `in` and leave by `out`, and that keeps nothing between them.
class Passage : public Block {
 public:
  using Block::Block;
  Entry in{*this, "in"};
  Exit out{*this, "out"};
  void archive(Archive&) override {}
};

}  // namespace escapement::siman
