// SPDX-License-Identifier: MIT
// A sequence (SEQUENCES): the stations that an entity visits, in order, with assignments to make on the way.
// An entity follows the sequence whose number is in Entity.Sequence (NS); Entity.Jobstep (IS) is the step
// that it is at, from 1, 0 before the first.
//
// A transfer by sequence (Pegden, Shannon and Sadowski 1995; Kelton, Sadowski and Zupick, "sequences"):
//   S1  Entity.Jobstep becomes the step after the present one: the one that the present step names as its
//   next,
//       else the next in order. Beyond the last is a run-time error.
//   S2  Entity.Station becomes the station of that step.
//   S3  The assignments of that step are made.
//   S4  The transfer to that station begins.
// Entity.PlannedStation is the station that the next transfer by sequence would lead to, 0 when there is
// none. Assigning Entity.Sequence sets Entity.Jobstep to 0.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/assign.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class Sequence : public Member {
 public:
  struct Step {
    Reference station;
    std::string name{};
    Reference next{};  // name of the step that follows; empty: the next in order
    std::vector<Assignment> assignments{};
  };
  Sequence(std::string name, std::vector<Step> steps) : Member(std::move(name)), steps_(std::move(steps)) {}
  static registry::ComponentType descriptor();
  static std::vector<Step> steps_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  bool declares_costs() const override;
  bool assigns_holding_rates() const override;
  void bind(Binder& binder) override;
  void archive(Archive&) override {}

  std::size_t size() const { return steps_.size(); }
  // The step after `jobstep`; 0 when there is none.
  std::int32_t after(std::int32_t jobstep) const;
  StationElement& station(std::int32_t jobstep) const {
    return *bound_[static_cast<std::size_t>(jobstep) - 1].station;
  }

  // S1 to S3 for an entity that `by` transfers. Throws SimulationError in `by` when it follows no sequence or
  // is at the end of it.
  static StationElement& advance(Entity& entity, const Member& by);
  // Entity.PlannedStation.
  static double planned_station(const Entity& entity, const World& world);

 private:
  struct Bound {
    StationElement* station = nullptr;
    std::int32_t next = 0;  // from 1; 0: the sequence ends
    Assignments assignments{};
  };
  std::vector<Step> steps_;
  std::vector<Bound> bound_;
};

}  // namespace escapement::siman
