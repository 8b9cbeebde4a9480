// SPDX-License-Identifier: MIT
// A transporter (TRANSPORTERS): units that carry entities between stations on free paths, one entity at a
// time (Pegden, Shannon and Sadowski 1995; Kelton, Sadowski and Zupick, "transporters"). An entity allocates
// a unit, moves it to where it is, is transported, and frees the unit, which stays where it is.
//
// Who gets a free unit:
//   T1  Of the waiting entities that can use a free unit, those of the smallest priority; among these the one
//   whose
//       station is nearest to such a unit; among these the one that came first. Of one queue only the first
//       that can use one is looked at.
//   T2  Which unit it gets, when several are free, its block says by a rule (allocate.h).
// Halting: a unit that is allocated goes on until it is freed and counts as active so long; nobody gets it
// after. A unit that is activated is given to those that wait at once. A move takes distance by velocity,
// nothing when the unit is there. While a unit is allocated it is busy.
//
// Statistics: NumberBusy, NumberScheduled (active units), ScheduledUtilization (the integral of the first
// over that of the second). NT(transporter) and MT(transporter) are the first two now.
#pragma once

#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/distances.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Allocate;
class QueueElement;

class Transporter : public Member {
 public:
  struct Options {
    std::size_t units = 1;
    double velocity = 1;  // lengths per time unit
    Reference distances{};
    std::vector<Reference> positions{};  // where the units are at first: one station for all, or one for each
    bool active = true;
  };
  struct Unit {
    StationElement* at = nullptr;
    StationElement* to = nullptr;  // while it moves
    std::uint64_t holder = 0;      // record of the entity that it is allocated to; 0: free
    bool active = true;
    bool halted = false;  // inactive when it is freed
    void archive(Archive& archive);
    bool is_free() const { return active && holder == 0; }
  };
  Transporter(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void archive(Archive& archive) override;

  const std::vector<Unit>& units() const { return units_; }
  // From the unit's place to a station. Throws SimulationError in `by` when the distance is not given.
  double distance(std::size_t unit, const StationElement& to, const Member& by) const;
  // How near the unit is to the entity; infinite when that is not known.
  double nearness(std::size_t unit, const Entity& entity) const;
  double velocity() const { return options_.velocity; }

  void allocate_to(Entity& entity, std::size_t unit);
  // The unit that the entity has: that of the number, from 1, or with 0 the first. Throws SimulationError in
  // `by` when it has none or not that one.
  std::size_t unit_of(const Entity& entity, double number, const Member& by) const;
  // The unit of that number, from 1. Throws as unit_of().
  std::size_t unit_at(double number, const Member& by) const;
  // The unit moves, for the block, whose due() comes for the entity when it is there. Answers false when it
  // is there now. Throws SimulationError in the block for a bad velocity and as distance() does.
  bool send(std::size_t unit, StationElement& to, double velocity, Entity& entity, Member& block);
  // It has come to where it was sent.
  void come(std::size_t unit);
  void free(std::size_t unit);
  void set_active(std::size_t unit, bool active);

  void add_line(Allocate& allocate, QueueElement& queue);
  void change_waiting(int by) { waiting_ += static_cast<std::size_t>(by); }
  std::size_t waiting() const { return waiting_; }
  // T1 and T2; true when `moving`, the entity that moves now, was among those that got a unit.
  bool serve(const Entity* moving = nullptr);

  double busy() const;    // NT
  double active() const;  // MT

 private:
  struct Line {
    Allocate* allocate;
    QueueElement* queue;
  };
  void observe();
  Options options_;
  Distances* distances_ = nullptr;
  std::vector<StationElement*> positions_;
  std::vector<Unit> units_;
  std::vector<Line> lines_;
  std::size_t waiting_ = 0;
  statistics::TimePersistent* number_busy_ = nullptr;
  statistics::TimePersistent* number_scheduled_ = nullptr;
};

}  // namespace escapement::siman
