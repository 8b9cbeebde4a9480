// SPDX-License-Identifier: MIT
// A guide path (NETWORKS): links between intersections, on which vehicles compete for space (Pegden, Shannon
// and Sadowski 1995; Rossetti, Simulation Modeling and Arena, "guided path transporters"). Vehicles are the
// units of transporters of kind Guided (transporter.h), of one or several; how they move is told in G1 to G8.
//
//   G1  The zones of the links and the intersections, each a zone too, are what vehicles have; a zone has one
//       vehicle at the most. A vehicle is in its zones in the order of its way, its front at the end of the
//       foremost. Of an intersection of length 0 it is at the end at once.
//   G2  A vehicle that is sent somewhere takes the shortest way; among equally long ones that whose links
//   come
//       first in path order. It may turn back on links that go both ways.
//   G3  Before it leaves a zone it must have the next one. It gets it when no vehicle has it and nobody else
//       has captured it (capture.h); and to come onto a Bidirectional link or a Spur no vehicle may be on it
//       that goes the other way; and a vehicle that goes to the end of a Spur gets neither the intersection
//       before it nor its first zone while another vehicle has a zone of the Spur or its end.
//   G4  It gives its rearmost zone up as its transporter says: when it starts into the next zone (Start),
//   when
//       it has come to the end of it (End), or after a distance in it (Distance; at the end of zones that are
//       shorter). It keeps as many zones as it is long.
//   G5  A vehicle that cannot go on stands, and is in line for what it lacks. When that is given up, those in
//       line try again in the order in which they came to stand, entities at a Capture among them.
//   G6  A zone takes its length by the velocity of the move, times the factor of the link or intersection,
//   and
//       times the transporter's turning factor in an intersection where directions of links differ. With an
//       acceleration or a deceleration the velocity changes steadily: a vehicle starts from rest, and is slow
//       enough at each place that it can stop where its zones end. For that it gets zones ahead, as far as
//       its way of braking; it decides at the beginning of each zone.
//   G7  At the start a vehicle that is longer than one zone and stands in an intersection has only this; the
//       others come as it moves. On a link it has the zones behind it, as far as the link goes.
//   G8  Vehicles that wait for each other in a circle can never move: the run fails and tells who has what
//   and
//       waits for what. One that waits for a vehicle that stands for another reason is no failure.
//
// Statistics: NumberBlocked, the vehicles that stand because they cannot go on; Utilization, the zones that
// vehicles have by all zones, intersections included.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "escapement/siman/network_link.h"

namespace escapement::siman {

class Traffic;
class Transporter;

class GuideNetwork : public Member {
 public:
  struct Options {
    std::vector<Reference> links{};
  };
  // Zones are numbered: the intersections first, in path order, then those of each link from its beginning.
  using Zone = std::uint32_t;
  static constexpr Zone kNowhere = 0xffffffffu;
  struct ZoneInfo {
    double length = 0, velocity_factor = 1;
    Intersection* intersection = nullptr;  // or a zone of a link:
    std::size_t link = 0;                  // place in links()
    std::size_t number = 0;                // in the link, from 1; 0: an intersection
    bool on_link() const { return number > 0; }
  };
  // Where a front is, and on a link which way it goes: +1 to its end, -1 to its beginning.
  struct Place {
    Zone zone = kNowhere;
    int heading = 0;
    void archive(Archive& archive);
  };
  struct Way {
    std::vector<Zone> zones{};  // to be entered, in order; none: it is there
    double length = 0;
  };

  GuideNetwork(std::string name, Options options);
  ~GuideNetwork() override;
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override { find(binder); }
  void start() override;
  void archive(Archive& archive) override;
  // Finds links and intersections, once; false with faults when something is wrong.
  bool find(Binder& binder);

  const std::vector<NetworkLink*>& links() const { return links_; }
  const ZoneInfo& zone(Zone zone) const { return zones_[zone]; }
  std::size_t zones() const { return zones_.size(); }
  std::size_t intersections() const { return intersections_.size(); }
  // kNowhere when it is not on this network, or the link has no such zone.
  Zone zone_of(const Intersection& intersection) const;
  Zone zone_of(const NetworkLink& link, double number) const;
  Zone first_zone(std::size_t link) const { return first_[link]; }
  Zone begin_of(std::size_t link) const { return zone_of(links_[link]->from()); }
  Zone end_of(std::size_t link) const { return zone_of(links_[link]->to()); }
  std::string name_of(Zone zone) const;  // "'I1'", "zone 3 of link 'L2'"
  // The Spur at whose end, or in which, the zone is; links().size() when there is none.
  std::size_t spur_of(Zone zone) const {
    const ZoneInfo& info = zones_[zone];
    if (!info.on_link()) return spurs_[zone];
    return links_[info.link]->kind() == LinkKind::kSpur ? info.link : links_.size();
  }
  // Only one link leads to this intersection.
  bool is_dead_end(Zone zone) const { return !zones_[zone].on_link() && degree_[zone] == 1; }
  // The heading of a front that comes from a zone to the next of its way; 0 in an intersection.
  int heading_into(Zone from, Zone to) const;

  // G2; nullopt when there is none.
  std::optional<Way> way(const Place& from, Zone to) const;
  double distance(const Place& from, Zone to) const;  // infinite when there is no way

  Traffic& traffic() { return *traffic_; }
  void observe_blocked(std::size_t vehicles);
  void observe_occupied(std::size_t zones);
  void begin_statistics();  // as Intersection's, of all that is in it

 private:
  // The shortest ways from all intersections to one of them.
  struct Tree {
    std::vector<double> length;     // by intersection; infinite: there is none
    std::vector<std::size_t> next;  // the step that it begins with: twice the link, plus 1 when backwards
  };
  const Tree& tree(Zone to) const;
  double reach(Zone intersection, Zone to) const;
  double leave(const Place& from, int heading, Zone to) const;
  void append_reach(std::vector<Zone>& zones, Zone intersection, Zone to) const;
  void append_link(std::vector<Zone>& zones, std::size_t link, std::size_t first, std::size_t last) const;
  void check_spurs(Binder& binder);

  Options options_;
  bool found_ = false, valid_ = false;
  std::vector<NetworkLink*> links_;
  std::vector<Intersection*> intersections_;
  std::vector<ZoneInfo> zones_;
  std::vector<Zone> first_;                           // zone 1 of each link
  std::vector<Zone> by_ordinal_;                      // intersections by their numbers
  std::vector<std::size_t> spurs_;                    // that end at each intersection
  std::vector<std::size_t> degree_;                   // links at each intersection
  mutable std::vector<std::unique_ptr<Tree>> trees_;  // as they are asked for
  std::unique_ptr<Traffic> traffic_;
  statistics::TimePersistent* blocked_ = nullptr;
  statistics::TimePersistent* utilization_ = nullptr;
};

}  // namespace escapement::siman
