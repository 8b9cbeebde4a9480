// SPDX-License-Identifier: MIT
// A station (STATIONS): a place that entities are sent to. One siman.Station block stands for it; entities
// that are sent there come out of that block, without a drawn coupling. Guided transporters find it by the
// intersection at which it is (guide_network.h). Statistics: NumberEnRoute, the
// entities that are on their way there by whatever means; NE(station) is the same now.
//
// Stations are numbered from 1 in the order of their paths. Every entity carries Entity.Station (M), where it
// is or is sent to, and Entity.CurrentStation, where it is, 0 on the way (Pegden, Shannon and Sadowski 1995;
// Kelton, Sadowski and Zupick, "entity transfer").
#pragma once

#include <string>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Intersection;
class StationBlock;

class StationElement : public Member {
 public:
  explicit StationElement(std::string name, Reference intersection = {}, Reference area = {})
      : Member(std::move(name)), at_(std::move(intersection)), belongs_to_(std::move(area)) {}
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override { en_route_ = 0; }
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }

  // The entity is on its way here from now on, until arrive().
  void send(Entity& entity);
  // The entity, which is on its way here, goes to another station instead.
  void divert(Entity& entity, StationElement& to);
  // It has come; answers the block where it goes on. Throws SimulationError in `by` when no block stands for
  // this station.
  Block* arrive(Entity& entity, const Member& by);
  // As send() and arrive() at one instant: the entity was never on its way.
  Block* receive(Entity& entity, const Member& by);

  double en_route() const { return en_route_; }
  // Where it is on a network; nullptr when that is not said. The first finds it.
  const Intersection* intersection(Binder& binder);
  const Intersection* intersection() const { return intersection_; }
  ActivityArea* area() const { return area_; }  // nullptr when it belongs to none
  // The block that stands for it, nullptr when none does. A second one is a fault.
  StationBlock* block() const { return block_; }
  void stand(StationBlock& block, Binder& binder);
  // Throws BuildError naming `sender`, which leads here, when no block stands for it.
  void need_block(const Member& sender) const;

 private:
  void change(double by);
  Reference at_, belongs_to_;
  ActivityArea* area_ = nullptr;
  Intersection* intersection_ = nullptr;
  StationBlock* block_ = nullptr;
  double en_route_ = 0;
  statistics::TimePersistent* number_ = nullptr;
};

}  // namespace escapement::siman
