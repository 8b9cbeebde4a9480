// SPDX-License-Identifier: MIT
// A transporter (TRANSPORTERS): units that carry entities between stations, one entity at a time (Pegden,
// Shannon and Sadowski 1995; Kelton, Sadowski and Zupick, "transporters"). An entity allocates a unit, moves
// it to where it is, is transported, and frees the unit, which stays where it is.
//
// On free paths (kind FreePath) units do not meet: a move takes distance by velocity, nothing when the unit
// is there. Guided ones are vehicles on a network, where they compete for space; guide_network.h tells how
// they move. What a vehicle is like: its acceleration and deceleration, the factor of its velocity in turns,
// when it gives up the zone behind it, and its size, in zones or as a length. One with a length has one zone
// at a time, which must be as long, and when it leaves a dead end (an intersection with one link) it has its
// length less to go, for it turns round within it; so Arena's vehicles do (Rossetti, "simple AGV example").
//
// Who gets a free unit:
//   T1  Of the waiting entities that can use a free unit, those of the smallest priority; among these the one
//   whose
//       station is nearest to such a unit; among these the one that came first. Of one queue only the first
//       that can use one is looked at.
//   T2  Which unit it gets, when several are free, its block says by a rule (allocate.h).
// Halting: a unit that is allocated goes on until it is freed and counts as active so long; nobody gets it
// after. A unit that is activated is given to those that wait at once. While a unit is allocated it is busy.
//
// Statistics: NumberBusy, NumberScheduled (active units), ScheduledUtilization (the integral of the first
// over that of the second). NT(transporter) and MT(transporter) are the first two now.
#pragma once

#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/distances.h"
#include "escapement/siman/guide_network.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Allocate;
class QueueElement;
class Vehicle;

// When a vehicle gives up its rearmost zone (guide_network.h, G4).
enum class ZoneControl { kStart, kEnd, kDistance };

// A block whose entities wait until their unit has come.
class UnitUser {
 public:
  virtual ~UnitUser() = default;
  // It has: answers the block where the entity goes on, nullptr when it ends.
  virtual Block* came(Entity& entity) = 0;
  // Whether the unit carries the entity, which then comes where the unit comes.
  virtual bool carries(const Entity& /*entity*/) const { return false; }
};

class Transporter : public Member {
 public:
  struct Guide {
    double acceleration = kInfinity, deceleration = kInfinity;  // lengths per time unit squared, above 0
    double turning_factor = 1;  // of the velocity in turns, above 0, at most 1
    std::size_t zones = 1;      // its size
    double length = 0;          // or this, when it is above 0
    ZoneControl control = ZoneControl::kStart;
    double distance = 0;  // of kDistance
  };
  struct Options {
    std::size_t units = 1;
    double velocity = 1;  // lengths per time unit
    Reference distances{};
    // Where the units are at first: one station for all, or one for each. Guided: a station, an intersection
    // or a link for each.
    std::vector<Reference> positions{};
    bool active = true;
    Reference network{};  // Guided ones have it instead of distances
    Guide guide{};
    std::vector<std::size_t> position_zones{};  // of positions that are links, from 1
    std::vector<bool> position_active{};        // of each position; empty: as `active` says
    bool starts_active(std::size_t unit) const {
      return position_active.empty() ? active : position_active[position_active.size() == 1 ? 0 : unit];
    }
  };
  struct Unit {
    StationElement* at = nullptr;  // on free paths
    StationElement* to = nullptr;  // while it moves there
    std::uint64_t holder = 0;      // record of the entity that it is allocated to; 0: free
    bool active = true;
    bool halted = false;    // inactive when it is freed
    bool picks_up = false;  // guided: it was sent to the entity, to no station
    void archive(Archive& archive);
    bool is_free() const { return active && holder == 0; }
  };
  Transporter(std::string name, Options options);
  ~Transporter() override;
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void due(Entity* entity) override;  // guided
  void archive(Archive& archive) override;

  const std::vector<Unit>& units() const { return units_; }
  bool has_free_unit() const;
  // On free paths: from the unit's place to a station. Throws SimulationError in `by` when the distance is
  // not given.
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
  // On free paths: it has come to where it was sent.
  void come(std::size_t unit);
  // Throws SimulationError in `by` when the unit is not where the entity is.
  void check_together(std::size_t unit, const Entity& entity, const Member& by) const;

  bool guided() const { return network_ != nullptr; }
  // Of guided ones. A unit may be sent to any zone.
  GuideNetwork& network() const { return *network_; }
  const Guide& guide() const { return options_.guide; }
  std::vector<Vehicle>& vehicles() { return vehicles_; }
  const std::vector<Vehicle>& vehicles() const { return vehicles_; }
  // Finds it, once.
  void find_network(Binder& binder);
  void place_vehicles();
  // Whether the unit is where its entity is, though at no station.
  void note_pick_up(std::size_t unit, bool picks_up) { units_[unit].picks_up = picks_up; }
  bool send(std::size_t unit, GuideNetwork::Zone to, double velocity, Entity& entity, Member& block);
  // While it is under way, it goes there instead, and what it carries to the station, if there is one.
  void redirect(std::size_t unit, GuideNetwork::Zone to, StationElement* station, const Member& by);
  // The zone of the station's intersection. Throws SimulationError in `by` when it has none on the network.
  GuideNetwork::Zone zone_of(const StationElement& station, const Member& by) const;
  [[noreturn]] void fail_no_way(const std::string& vehicle, GuideNetwork::Zone from, GuideNetwork::Zone to,
                                const Member& by) const;

  void free(std::size_t unit);
  void set_active(std::size_t unit, bool active);

  void add_line(Allocate& allocate, QueueElement& queue);
  void change_waiting(int by) { waiting_ += static_cast<std::size_t>(by); }
  std::size_t waiting() const { return waiting_; }
  // T1 and T2; true when `moving`, the entity that moves now, was among those that got a unit.
  bool serve(const Entity* moving = nullptr);

  double busy() const;    // NT
  double active() const;  // MT
  // The place of the unit of that number, from 1. Throws EvaluationError when there is none.
  std::size_t unit_numbered(double number) const;
  double status(std::size_t unit) const;  // IT: 0 idle, 1 busy, 2 inactive

 private:
  struct Line {
    Allocate* allocate;
    QueueElement* queue;
  };
  void observe();
  void check_velocity(double velocity, const Member& block) const;
  void bind_guided(Binder& binder);
  void bind_position(Binder& binder, std::size_t place);
  void fault_no_zones(Binder& binder, const Reference& reference);
  Options options_;
  Distances* distances_ = nullptr;
  std::vector<StationElement*> positions_;
  GuideNetwork* network_ = nullptr;
  bool sought_network_ = false;
  std::vector<GuideNetwork::Place> places_;  // guided: where the units are at first
  std::vector<Vehicle> vehicles_;
  std::vector<Unit> units_;
  std::vector<Line> lines_;
  std::size_t waiting_ = 0;
  statistics::TimePersistent* number_busy_ = nullptr;
  statistics::TimePersistent* number_scheduled_ = nullptr;
};

}  // namespace escapement::siman
