// SPDX-License-Identifier: MIT
// An intersection (INTERSECTIONS) of a guide path: where links meet, and one zone of its own, which one
// vehicle at a time can have (Pegden, Shannon and Sadowski 1995; Rossetti, Simulation Modeling and Arena,
// "guided path transporters"). Stations are places of guided transporters by the intersection that they name.
//
// Statistics: Utilization, 1 while a vehicle has it and 0 else.
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Intersection : public Member {
 public:
  struct Options {
    double length = 0;           // of the way across, 0 or more
    double velocity_factor = 1;  // vehicles cross at their velocity times this, above 0
  };
  explicit Intersection(std::string name) : Intersection(std::move(name), Options{}) {}
  Intersection(std::string name, Options options) : Member(std::move(name)), options_(options) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void archive(Archive&) override {}

  double length() const { return options_.length; }  // LX
  double velocity_factor() const { return options_.velocity_factor; }
  // For the traffic: a vehicle has it from now on, or not any more.
  void observe(bool occupied) { utilization_->set(now(), occupied ? 1 : 0); }
  // Vehicles have their first places: statistics begin with these.
  void begin_statistics() { utilization_->clear(now()); }

 private:
  Options options_;
  statistics::TimePersistent* utilization_ = nullptr;
};

}  // namespace escapement::siman
