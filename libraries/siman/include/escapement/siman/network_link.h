// SPDX-License-Identifier: MIT
// A link (LINKS) of a guide path: a way between two intersections that is cut in zones of equal length, each
// of which one vehicle at a time can have (Pegden, Shannon and Sadowski 1995; Rossetti, "guided path
// transporters").
//
//   Unidirectional  from its beginning to its end only
//   Bidirectional   both ways, but all vehicles on it at one time go the same way
//   Spur            a bidirectional link to a dead end, its end; who is sent there waits before the beginning
//                   while another is on it, so that this one can get out
//
// Directions are angles in degrees (0 is east, 90 is north, as in Arena) in which the link leaves its
// beginning and comes to its end; where those of two links differ a vehicle turns (transporter.h).
//
// Statistics: NumberOccupied, the zones that vehicles have, and Utilization, that by the zones that there
// are.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/intersection.h"

namespace escapement::siman {

enum class LinkKind { kUnidirectional, kBidirectional, kSpur };

class NetworkLink : public Member {
 public:
  struct Options {
    Reference from{}, to{};
    std::size_t zones = 1;
    double zone_length = 1;  // above 0
    LinkKind kind = LinkKind::kUnidirectional;
    double velocity_factor = 1;                          // vehicles go at their velocity times this, above 0
    std::optional<double> direction{}, end_direction{};  // degrees; the second is the first when absent
  };
  NetworkLink(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void archive(Archive&) override {}
  // Finds its intersections, once; false with a fault when it cannot.
  bool find(Binder& binder);

  Intersection& from() const { return *from_; }
  Intersection& to() const { return *to_; }
  std::size_t zones() const { return options_.zones; }
  double zone_count() const { return static_cast<double>(options_.zones); }  // MZ
  double zone_length() const { return options_.zone_length; }                // LENZ
  double length() const { return static_cast<double>(zones()) * zone_length(); }
  LinkKind kind() const { return options_.kind; }
  double type() const { return static_cast<double>(options_.kind) + 1; }  // LTYP
  bool two_way() const { return options_.kind != LinkKind::kUnidirectional; }
  double velocity_factor() const { return options_.velocity_factor; }
  // The direction in which a vehicle goes that leaves the link by its beginning (-1) or comes to it there
  // (+1); and the same at its end. nullopt when none is given.
  std::optional<double> direction_at_begin(int heading) const;
  std::optional<double> direction_at_end(int heading) const;

  // For the traffic.
  void observe(std::size_t occupied, int heading);
  void restore(std::size_t occupied, int heading);  // as observe(), but statistics know it already
  double occupied() const { return static_cast<double>(occupied_); }  // NL
  void begin_statistics() { number_->clear(now()); }                  // as Intersection's
  // NDX: the number of the intersection that the vehicles on it go to, 0 when there are none.
  double leads_to() const;

 private:
  Options options_;
  Intersection* from_ = nullptr;
  Intersection* to_ = nullptr;
  bool found_ = false;
  std::size_t occupied_ = 0;
  int heading_ = 0;
  statistics::TimePersistent* number_ = nullptr;
};

}  // namespace escapement::siman
