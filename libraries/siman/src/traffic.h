// SPDX-License-Identifier: MIT
// Who has which zone of a guide path, who has captured it, and who waits for it (guide_network.h, G3 to G5
// and G8).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "escapement/siman/guide_network.h"

namespace escapement::siman {

class Capture;
class Vehicle;

class Traffic {
 public:
  using Zone = GuideNetwork::Zone;
  // What keeps a vehicle from a zone: a zone, or the vehicles on a link.
  struct Hindrance {
    enum class Kind : std::uint8_t { kNone, kZone, kLink } kind = Kind::kNone;
    std::uint32_t place = 0;  // the zone, or the place of the link
    explicit operator bool() const { return kind != Kind::kNone; }
    void archive(Archive& archive);
  };

  explicit Traffic(GuideNetwork& network) : network_(network) {}
  void enlist(Transporter& fleet) { fleets_.push_back(&fleet); }  // in path order
  void enlist(Capture& capture) { captures_.push_back(&capture); }
  // All zones are free, and all vehicles get their first places.
  void start();
  void archive(Archive& archive);

  // G3.
  Hindrance hindrance(const Vehicle& vehicle, Zone zone, int heading) const;
  // It must not be hindered.
  void take(Vehicle& vehicle, Zone zone, int heading);
  // Those that wait for it are served by serve().
  void give_up(Zone zone);
  // The vehicle stands and is in line. Throws SimulationError when vehicles wait for each other in a circle.
  void stand(Vehicle& vehicle, Hindrance hindrance);
  void leave_line(Vehicle& vehicle);
  void count_blocked(int by);
  // G5.
  void serve();

  const Vehicle* holder(Zone zone) const { return zones_[zone].holder; }
  // The record of the entity that has captured it, 0 for none.
  std::uint64_t captor(Zone zone) const { return zones_[zone].captor; }
  void capture(Zone zone, std::uint64_t record) { zones_[zone].captor = record; }
  void relinquish(Zone zone);
  // The vehicle of which the entity has the unit and for which it waits, while this stands; else nullptr.
  const Vehicle* standing_for(const Entity& entity) const;
  // What keeps the vehicle, which stands, and who: vehicles, or an entity that has captured the zone.
  struct Obstacle {
    std::string what;
    std::vector<const Vehicle*> vehicles{};
    std::uint64_t captor = 0;
  };
  Obstacle obstacle(const Vehicle& vehicle) const;

 private:
  struct ZoneState {
    Vehicle* holder = nullptr;
    std::uint64_t captor = 0;
    std::vector<Vehicle*> line{};  // in order of coming to stand
  };
  struct LinkState {
    int heading = 0;
    std::size_t occupied = 0;
    std::vector<Vehicle*> line{};
  };
  template <class Visit>
  void each_vehicle(Visit visit) const;
  bool all_are_of(const Vehicle& vehicle, std::size_t link) const;
  std::size_t spur_in_the_way(const Vehicle& vehicle, Zone zone) const;
  std::vector<Vehicle*>& line_of(const Hindrance& hindrance);
  void changed(const GuideNetwork::ZoneInfo& info);
  void observe();
  void fail_if_circular(const Vehicle& vehicle) const;

  GuideNetwork& network_;
  std::vector<Transporter*> fleets_;
  std::vector<Capture*> captures_;
  std::vector<ZoneState> zones_;
  std::vector<LinkState> links_;
  std::size_t occupied_ = 0, blocked_ = 0;
  std::deque<Zone> freed_;
  std::vector<std::size_t> changed_;  // links whose statistics are to be renewed
  bool serving_ = false;
};

}  // namespace escapement::siman
