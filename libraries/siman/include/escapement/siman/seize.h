// SPDX-License-Identifier: MIT
// SEIZE: takes units of one or several resources, all together or none. Entities wait in the queue of the
// Queue block before it; the handshake between queue, seize and resource is native and takes no micro-step.
// Who is served is told in resource.h.
#pragma once

#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/resource_units.h"

namespace escapement::siman {

class QPick;

class Seize : public HoldBlock {
 public:
  struct Options {
    std::vector<ResourceUnits> resources;
    ExpressionText priority = 1.0;  // smaller is more urgent; evaluated when the entity comes
    std::optional<std::uint64_t> stream{};
    Category allocation = Category::kOther;  // of the cost of use
  };
  Seize(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void fed_by(Block& feeder) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void left(QueueElement& queue) override;
  void add_queue(QueueElement& queue) override;
  Block* next() const override { return out.next(); }
  void archive(Archive& archive) override;

  // The first entity of `queue` that waits for this block and, where the rule SpecificMember says which
  // member of a set it wants, for `own`.
  Entity* first_in(const QueueElement& queue, const Resource& own);
  // For Resource::allocate: what is short for the entity or keeps it back for others (resource.h, A4 and A5),
  // nullptr when nothing does. `own` is looked at first.
  Resource* short_of(Entity& entity, Resource& own);
  // The first resource that has too few free units for the entity; of a set, its first member.
  const Resource& lacking(Entity& entity);
  double units_of(const Resource& resource, const Entity& entity);
  // Takes the units and takes the entity out of its queue.
  void grant(Entity& entity);

  // Behind a Select, an entity waits for several of these at once.
  struct Alternatives {
    std::vector<Seize*> all;
    Seize* granted = nullptr;  // the one that served last
  };
  void join_alternatives(Alternatives& alternatives);
  // The entity begins to wait for this and, behind a Select, for the others too.
  void begin_wait(Entity& entity);
  // Answers whether it is served at once after all.
  bool serve_now(Entity& entity);
  // Behind a QPick, only the queue that it picks is offered to resources.
  void pick_by(QPick& pick) { pick_ = &pick; }
  bool offers(const QueueElement& queue);
  bool waits_in(const QueueElement& queue) const;  // somebody does, for this
  double free_units() const;                       // of all resources that it names
  double busy_units() const;
  void observe_resources();
  // The units that each entity takes, where they are known before the run, all of one resource, and nothing
  // else is to be looked at: no set, no costs, no Select or QPick. Else 0.
  double plain_units() const;
  // For the Queue before it, where the units that each entity takes are known before the run, of one
  // resource, and pass() needs nothing else: then may_pass(), pass() and wait() come to the three below.
  bool is_plain() const { return plain_ != nullptr && alternatives_ == nullptr; }
  bool passes(Entity& entity) {
    set_priority(entity);
    return plain_->waiting() == 0 && plain_->free_units() >= plain_count_;
  }
  Block* take_plain(Entity& entity) {
    plain_->seize(entity, plain_count_);
    plain_->observe();
    return out.leave(entity);
  }
  bool wait_plain(Entity& entity) {
    entity.waits_for = const_cast<Seize*>(token_);
    plain_->change_waiting(1);
    return plain_->free_units() > 0 && plain_->allocate(&entity);
  }
  Lack lacks(Entity& entity) override;

 protected:
  // After bind(), for a process in code: expressions that are evaluated instead of those of the first need's
  // units and of the priority, and are made of them.
  using Wrap = expressions::Expression (*)(expressions::Expression);
  void wrap(Wrap wrap_units, Wrap wrap_priority);

 private:
  struct Need {
    Resource* resource;  // nullptr: of one of the members
    expressions::Expression units;
    double fixed = 0;  // the units where they are constant, else 0
    std::vector<Resource*> members{};
    Selector selector{};
    std::size_t slot = kNoSlot;    // attribute that gets the member's number
    std::vector<double> states{};  // that the resource, or each member, gets when it is seized
  };
  static constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
  double units(const Need& need, const Entity& entity) {
    return need.fixed > 0 ? need.fixed : evaluated_units(need, entity);
  }
  double evaluated_units(const Need& need, const Entity& entity);
  void set_priority(Entity& entity) {
    if (fixed_priority_) [[likely]]
      entity.priority = *fixed_priority_;
    else
      evaluate_priority(entity);
  }
  void evaluate_priority(Entity& entity);
  // The one resource that can serve the need of the entity; nullptr when any member of a set can.
  Resource* only_of(Need& need, const Entity& entity);
  // Whether it is, or may be, a need of the entity for that resource.
  bool is_for(Need& need, const Entity& entity, const Resource& resource);
  // The resource that serves the need of the entity, of those that may_serve(); nullptr when none can.
  template <class MayServe>
  Resource* choose(Need& need, Entity& entity, MayServe may_serve);
  bool wants(const Entity& entity, const Resource& own);
  bool can_pass(Entity& entity);
  void bind_set(Need& need, const ResourceUnits& part, Binder& binder);
  void bind_state(Need& need, const ResourceUnits& part, Binder& binder);
  void set_state(const Need& need, Resource& resource);
  void refuse_twice(const Resource& resource, const Need& need, const Entity& entity);
  void change_waiting(int by);
  void take_all(Entity& entity, bool passing);

  Options options_;
  std::vector<Need> needs_;
  std::vector<Resource*> resources_;  // all that the needs name, set by set
  bool of_sets_ = false;              // some need is for a set
  bool specific_ = false;             // by rule SpecificMember
  bool by_number_ = false;            // some need is for a resource by its number
  bool costs_ = false;
  // Where all that passing takes is a fixed number of units of one resource, without costs and states: that.
  Resource* plain_ = nullptr;
  double plain_count_ = 0;
  const Seize* token_ = this;             // what entities in its lines wait for
  Alternatives* alternatives_ = nullptr;  // behind a Select
  QPick* pick_ = nullptr;                 // before it
  expressions::Expression priority_;
  std::optional<double> fixed_priority_;  // where it is known before the run
  std::vector<QueueElement*> queues_;
};

}  // namespace escapement::siman
