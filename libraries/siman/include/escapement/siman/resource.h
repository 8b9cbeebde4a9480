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
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Resource : public Member {
 public:
  enum class State { kIdle = -1, kBusy = -2, kInactive = -3, kFailed = -4 };

  explicit Resource(std::string name, double capacity = 1);
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void start() override;
  bool marks_changes() const override { return true; }  // observe() does

  double capacity() const { return capacity_; }  // MR
  double busy() const { return busy_; }          // NR
  double free_units() const { return capacity_ - busy_; }
  double utilization() const;  // RESUTIL
  State state() const;
  double total_seized() const;

  // Units change hands in three steps: given back, handed on, observed. A unit that goes from one entity to
  // the next without time passing is busy throughout, so the statistics do not see it idle in between.

  // Takes units for the entity; the caller has seen that they are free, and calls observe() when it has them
  // all.
  void seize(Entity& entity, double units);
  // Gives units of the entity back, without handing them on; settle() ends what this begins. Throws
  // SimulationError in `by` when the entity does not hold as many.
  void give_back(Entity& entity, double units, const Member& by);
  // Hands free units to waiting entities, as A1-A5 say; those that get theirs become ready. Returns true when
  // `moving`, the entity that moves now, was among them: it goes on by itself.
  bool allocate(const Entity* moving = nullptr);
  // Statistics take the present state, but not between give_back() and settle().
  void observe();
  void settle();

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
  Line* first_line();

  double initial_capacity_;
  double capacity_;
  double busy_ = 0;
  bool settled_ = true;
  std::size_t waiting_ = 0;
  std::vector<Line> lines_;
  statistics::TimePersistent* number_busy_ = nullptr;
  statistics::TimePersistent* number_scheduled_ = nullptr;
  statistics::TimePersistent* utilization_ = nullptr;
  statistics::Counter* seized_ = nullptr;
};

}  // namespace escapement::siman
