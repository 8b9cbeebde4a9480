// SPDX-License-Identifier: MIT
// A resource (RESOURCES): units that entities seize and release.
//
// Statistics: NumberBusy, NumberScheduled, InstantaneousUtilization (busy share of the scheduled units, at
// each instant; 1 when more are busy than scheduled), ScheduledUtilization (the integral of busy over the
// integral of scheduled units), TotalNumberSeized (units). See Rossetti, Simulation Modeling and Arena,
// "Resource statistics".
//
// Who gets free units:
//   A1  Candidates are the first entity of each line, that is of each queue before each Seize that names the
//       resource.
//   A2  The candidate with the smallest seize priority comes first; among equals of one queue the one in
//   front,
//       else the one that came first.
//   A3  If all that it asks for is free, it gets all at once and leaves the queue; go to A1.
//   A4  If this resource itself has too few free units, nobody behind is served: no jumping of queues.
//   A5  If only another resource is short, or somebody in front of the candidate in that one's lines waits
//   for it
//       as A4 says, the candidate is passed over: it holds nothing and blocks nobody.
//
// Capacity: a number, or by a schedule; changed by Alter and by assignments to MR(resource), too. What
// happens when it falls while units are busy, and when a failure comes, is told in availability.h; how
// entities lose units and get them back, in interruptions.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/element_choice.h"
#include "escapement/siman/resource_states.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Availability;
class Failure;
class Interruptions;
class Schedule;

class Resource : public Member {
 public:
  using State = ResourceState;
  static constexpr ElementKind kKind{"resource", "resources", "Resource"};
  static constexpr double kMostUnits = 9007199254740992.0;  // 2^53

  using FailureUse = ResourceOptions::FailureUse;
  using Options = ResourceOptions;

  explicit Resource(std::string name, double capacity = 1);
  Resource(std::string name, Options options);
  ~Resource() override;
  static registry::ComponentType descriptor() { return Options::descriptor(); }

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }  // observe() does
  void due(Entity* entity) override;
  bool declares_costs() const override { return options_.has_costs(); }

  double capacity() const { return capacity_; }           // MR
  double busy() const { return busy_; }                   // NR
  double free_units() const { return offered_ - busy_; }  // below 0 when units are to go
  double utilization() const;                             // RESUTIL
  State state() const;                                    // the automatic one
  double state_number() const;  // STATE: that of the state set, from 1, or the automatic one
  double total_seized() const;
  bool ended() const;  // its schedule has no units for anybody any more

  // Names for the numbers of its states, for frequencies; and the number of one by its name, 0 when there is
  // none.
  std::vector<statistics::Category> state_categories() const {
    return ResourceStates::categories(*this, options_);
  }
  double state_by_name(const std::string& name) const {
    return ResourceStates::by_name(*this, options_, name);
  }
  std::vector<std::string> state_names() const { return ResourceStates::names(*this, options_); }

  // The most units that a seize can hope for; infinite when that is not known before the run.
  double greatest_capacity() const;
  // Some block changes the capacity, or takes units away: called before the run.
  void note_altered(Binder& binder);
  void note_preempted(Binder& binder);
  // The new capacity, whatever the schedule says until its next change. A decrease takes effect as busy units
  // are released. Throws SimulationError in `by` when it is no whole number of 0 or more.
  void set_capacity(double capacity, const Member& by);
  double target_capacity() const;  // what the capacity will be when busy units that are to go are released
  // A state of the state set, from 1, until the automatic state changes; 0 or below: the automatic one.
  void set_state(double number, const Member& by);

  // Units change hands in three steps: given back, handed on, observed. A unit that goes from one entity to
  // the next without time passing is busy throughout, so the statistics do not see it idle in between.

  // Takes units for the entity; the caller has seen that they are free, and calls observe() when it has them
  // all.
  void seize(Entity& entity, double units) {
    seized_->increment(units);
    take(entity, units, entity.priority);
  }
  // Gives units of the entity back, without handing them on; settle() ends what this begins. Throws
  // SimulationError in `by` when the entity does not hold as many.
  void give_back(Entity& entity, double units, const Member& by) {
    if (bare_ && !entity.holdings.empty() && entity.holdings.back().resource == this &&
        entity.holdings.back().units == units) [[likely]] {  // as a rule it is what the entity seized last
      entity.holdings.pop_back();
      busy_ -= units;
      settled_ = false;
      return;
    }
    give_some_back(entity, units, by);
  }
  // Hands free units to waiting entities, as A1-A5 say; those that get theirs become ready. Returns true when
  // `moving`, the entity that moves now, was among them: it goes on by itself.
  bool allocate(const Entity* moving = nullptr) {
    if (line_units_ > 0) [[likely]]
      return waiting_ > 0 && allocate_in_line(moving);
    return allocate_by_rules(moving);
  }
  // Statistics take the present state, but not between give_back() and settle().
  void observe() {
    changed();
    if (!settled_) return;
    // As a rule the units that were released have been handed on, and nothing is new.
    if (number_busy_->value() != busy_ || availability_ != nullptr) observe_change();
  }
  void settle() {
    settled_ = true;
    observe();
  }

  // Takes up to `units` from less urgent holders for a PREEMPT; answers how many.
  double preempt(double units, double priority, Exit* exit, std::size_t slot);
  double preemptable(double priority) const;  // units that it could take
  // The entity ends: its units stay busy, but nobody looks for it any more.
  static void forget(Entity& entity);
  // The entity ends and another goes on for it: what it holds is held by that one from here on.
  static void hand_over(Entity& from, Entity& to);
  // Cost of the entity's holdings: charges each unit seized, and renews the rate.
  void charge_use(Entity& entity, double units, Category category) const;
  static void renew_cost_rate(Entity& entity);
  bool has_costs() const { return costs_; }
  double busy_cost_rate() const { return busy_rate_; }  // per time unit
  double total_cost(double t_end) const;

  // Whether somebody who comes before the entity (A2) waits because this resource has too few free units.
  bool holds_back(const Entity& entity) const;

  // A place where entities wait for this resource.
  void add_line(Seize& seize, QueueElement& queue);
  std::size_t waiting() const { return waiting_; }  // entities in all lines
  void change_waiting(int by) { waiting_ += static_cast<std::size_t>(by); }

 private:
  struct Line {
    Seize* seize;
    QueueElement* queue;
    bool passed_over = false;
  };
  friend class Availability;
  friend class Interruptions;
  Line* first_line();
  // allocate() where A1 to A5 come to this: the first in the only line gets its units when they are free.
  bool allocate_in_line(const Entity* moving);
  bool allocate_by_rules(const Entity* moving);
  void find_short_ways();
  void observe_change();
  void give_some_back(Entity& entity, double units, const Member& by);
  // Without handing on: units leave the entity, or come back to it.
  void withdraw(Entity& entity, Entity::Holding& holding, double units);
  void take_back(Entity& entity, Entity::Holding& holding, double units);
  void restore(Entity& entity, double units, double priority);
  void take(Entity& entity, double units, double priority) {
    // As a rule an entity holds nothing before, and has room for what it holds.
    if (!bare_ || !entity.holdings.empty() || entity.holdings.size() == entity.holdings.capacity())
      return take_more(entity, units, priority);
    busy_ += units;
    entity.holdings.push_back({this, units, priority});
  }
  void take_more(Entity& entity, double units, double priority);
  void set_scheduled(double capacity, double offered);
  void declare_costs(Binder& binder);
  Availability& availability();
  Interruptions& interruptions();

  Options options_;
  double capacity_;
  double offered_;  // units that may be busy: fewer than the capacity when a decrease or a failure acts
  double busy_ = 0;
  double idle_rate_ = 0, busy_rate_ = 0;  // per time unit
  bool costs_ = false;
  bool altered_ = false;
  bool settled_ = true;
  bool bare_ = false;  // without costs, and nothing takes units away or changes their number
  std::size_t waiting_ = 0;
  std::vector<Line> lines_;
  double line_units_ = 0;  // where allocate_in_line() will do: what each entity asks for
  Schedule* schedule_ = nullptr;
  ResourceStates states_;
  std::unique_ptr<Availability> availability_;    // of resources with a schedule, failures or changes
  std::unique_ptr<Interruptions> interruptions_;  // of resources that can be taken away
  statistics::TimePersistent* number_busy_ = nullptr;
  statistics::TimePersistent* number_scheduled_ = nullptr;
  statistics::TimePersistent* utilization_ = nullptr;
  statistics::TimePersistent* idle_ = nullptr;  // with an idle cost only
  statistics::Counter* seized_ = nullptr;
};

}  // namespace escapement::siman
