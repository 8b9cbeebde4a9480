// SPDX-License-Identifier: MIT
// A vehicle on a guide path: one unit of a transporter of kind Guided. How it moves is told in
// guide_network.h, G2 to G7; what it is like in transporter.h.
#pragma once

#include <vector>

#include "escapement/siman/calendar.h"
#include "escapement/siman/transporter.h"
#include "motion.h"
#include "traffic.h"

namespace escapement::siman {

class Vehicle {
 public:
  using Zone = GuideNetwork::Zone;
  using Place = GuideNetwork::Place;

  Vehicle(Transporter& owner, std::size_t unit, Place front) : owner_(&owner), unit_(unit), front_(front) {}
  // Takes the zones where it is at first. Throws SimulationError when another is there.
  void place();
  // It sets out with the velocity; the entity waits, and goes on where the block says when it has come.
  // False: it is there now. Throws SimulationError in the block when there is no way.
  bool send(Zone to, double velocity, Entity& entity, Block& block);
  // While it is under way: it goes to that zone instead, by the shortest way from the last zone that it has.
  // False when it stands and nobody sent it.
  bool redirect(Zone to, const Member& by);
  // An event of it has come.
  void due();
  // For the traffic: it stood, and what it lacked has been given up.
  void go_on();
  void archive(Archive& archive);

  const Place& front() const { return front_; }
  const std::vector<Zone>& zones() const { return held_; }  // the rearmost first
  Zone goal() const { return way_.empty() ? front_.zone : way_.back(); }
  bool under_way() const { return entity_ != nullptr; }
  bool blocked() const { return blocked_; }
  std::uint64_t asked() const { return asked_; }  // when it came to stand, as an order
  void ask(std::uint64_t order) { asked_ = order; }
  const Traffic::Hindrance& hindrance() const { return hindrance_; }
  void set_hindrance(Traffic::Hindrance hindrance) { hindrance_ = hindrance; }
  Entity* entity() const { return entity_; }  // that waits for it, under way
  const Block* block() const { return block_; }
  std::uint64_t captor() const;  // the record of the entity that has the unit
  double distance(Zone to) const;
  Transporter& owner() const { return *owner_; }
  std::string name() const;  // "unit 2 of 'Cart'"

 private:
  const Transporter::Guide& guide() const { return owner_->guide(); }
  GuideNetwork& network() const { return owner_->network(); }
  Traffic& traffic() const { return network().traffic(); }
  void choose_way(Zone to, const Member& by);
  void proceed();
  void claim();
  bool begin_zone();
  void end_zone();
  void come();
  void give_up_rear(std::size_t keep);
  double limit(std::size_t step) const;  // G6: of the velocity in a zone of the way
  bool turns_in(std::size_t step) const;
  double exit_velocity() const;
  double length(std::size_t step) const { return network().zone(way_[step]).length; }

  Transporter* owner_;
  std::size_t unit_;
  Place front_;
  std::vector<Zone> held_;   // those that it is in, and then those that it has got ahead
  std::size_t claimed_ = 0;  // of them: whose end the front has not reached
  std::vector<Zone> way_;
  std::size_t next_ = 0;  // of the way: where it is going
  double velocity_ = 1;   // of this move
  double speed_ = 0;      // now, at the end of a zone
  double credit_ = 0;     // length that it need not go, having turned round at a dead end
  double since_ = 0, run_ = 0,
         pace_ = 0;        // with steady velocity: began when, length since then, and with what
  double due_ = -1;        // when it reaches the end of the zone
  bool gives_up_ = false;  // its next event is a distance into the zone
  bool blocked_ = false;
  std::uint64_t asked_ = 0;
  Traffic::Hindrance hindrance_{};
  Entity* entity_ = nullptr;  // that waits for it to come
  Block* block_ = nullptr;    // at this block
  bool setting_out_ = false;
};

}  // namespace escapement::siman
