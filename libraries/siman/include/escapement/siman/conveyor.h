// SPDX-License-Identifier: MIT
// A conveyor (CONVEYORS): a path of cells of equal length that carries entities from station to station
// (Pegden, Shannon and Sadowski 1995; Rossetti, Simulation Modeling and Arena, "conveyors"). An entity
// accesses cells at a station, conveys to another, and exits there. Lengths are in any unit that segments and
// velocity share.
//
// Where entities are: an entity that holds k cells has its front at a place of the path and occupies the k
// cells behind it. At Access the front is at the station; the entity arrives when its front is at the
// destination. At the beginning of a path that is no loop the cells behind the front are not on the path yet.
//
// Non-accumulating:
//   N1  The belt moves as a whole, when the conveyor is active, carries somebody, and nobody stands on it: it
//       stops when an entity has its cells until it conveys, and from an entity's arrival to its Exit.
//       Distances between entities never change.
//   N2  The belt is cut in cells. Cells are given when their edge is at the station. An empty belt stands
//   ready.
// Accumulating:
//   A1  The conveyor moves under its entities all the time that it is active. An entity stands while it is
//   loaded
//       or unloaded; one that comes up to a standing one stops, its front the accumulation length behind the
//       other's. It is accumulated.
//   A2  One behind an entity that moves off again follows when the other is as far ahead as its cells are
//   long:
//       they start in sequence. One behind an entity that stands closes up at once.
//   A3  Cells are given when there is room: nobody in them, and nobody's cells over the station.
//   A4  An entity that comes up to another at the instant at which that one moves off does not stop, and one
//   that
//       stood for no time lets nobody close up. So the order of events at one time makes no difference.
// Both:
//   C1  Waiting entities are served at each station by themselves, in the order of their queue.
//   C2  Start and Stop act at once; on a conveyor that is stopped nobody moves and no cells are given.
//   C3  An entity whose front is at its destination has come, even if the conveyor stops at that instant.
//   C4  All times are computed when something changes: no event per cell.
//
// Statistics: Utilization (occupied length by the length there is, MLC), NumberConveying, NumberAccumulated,
// Status (ICS: 0 idle, 1 moving, 2 blocked, 3 inactive; an accumulating conveyor is never blocked).
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/segments.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Access;
class Belt;
class QueueElement;

class Conveyor : public Member {
 public:
  struct Options {
    Reference segments;
    bool accumulating = false;
    double velocity = 1;  // lengths per time unit, above 0
    double cell = 1;      // its length; the segments' lengths are whole numbers of cells
    double max_cells = 1;
    double accumulation_length = 0;  // 0, or more than the entity's cells are long: that length
    bool active = true;
  };
  Conveyor(std::string name, Options options);
  ~Conveyor() override;
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void due(Entity* entity) override;
  void archive(Archive& archive) override;

  // Where the entity is on the path. Throws SimulationError in `by` when it is at no station of it.
  double place_of(const Entity& entity, const Member& by) const;
  // That many cells may be given now at the place.
  bool is_free(double place, double cells) const;
  // Gives them, without looking.
  void load(Entity& entity, double place, double cells);
  bool carries(const Entity& entity) const;
  // Throws SimulationError in `by` when the entity has no cells, is under way, or the station lies behind.
  void convey(Entity& entity, StationElement& to, const Member& by);
  // Gives the cells back, and cells to those that wait. Throws as convey().
  void unload(Entity& entity, const Member& by);
  void set_active(bool active);
  void set_velocity(double velocity, const Member& by);

  // Places where entities wait for cells.
  void add_line(Access& access, QueueElement& queue);
  void change_waiting(double place, int by);
  bool somebody_waits(double place) const;
  // C1.
  void serve();

  double max_cells() const { return options_.max_cells; }
  double cell() const { return options_.cell; }
  bool active() const { return active_; }
  double status() const;                            // ICS
  double length() const { return total_length_; }   // MLC
  double velocity() const { return velocity_; }     // VC
  double occupied_cells() const { return cells_; }  // LC
  double conveying_length() const;                  // LEC: of the cells of those that convey and move
  double accumulated_length() const;                // CLA
  double conveying() const;                         // NEC
  double accumulated() const;                       // NEA
  // The front of an entity's place, from the beginning of the path; nullopt when it has no cells.
  std::optional<double> position(const Entity& entity) const;
  // It is under way on it, or held up there.
  bool conveys(const Entity& entity) const;
  // The records of those that stand on it, being loaded or unloaded: who waits for cells waits for them.
  std::vector<std::uint64_t> standing() const;

 private:
  friend class Belt;
  struct Line {
    Access* access;
    QueueElement* queue;
  };
  void observe();

  Options options_;
  Segments* segments_ = nullptr;
  std::unique_ptr<Belt> belt_;
  bool active_ = true;
  double velocity_ = 1;
  double total_length_ = 0;
  double cells_ = 0;
  std::vector<Line> lines_;
  std::unordered_map<double, std::size_t> waiting_;  // entities by place
  std::uint32_t check_ = Entity::kNoEvent;           // when cells may be given next
  statistics::TimePersistent* utilization_ = nullptr;
  statistics::TimePersistent* number_conveying_ = nullptr;
  statistics::TimePersistent* number_accumulated_ = nullptr;
  statistics::TimePersistent* state_ = nullptr;
};

}  // namespace escapement::siman
