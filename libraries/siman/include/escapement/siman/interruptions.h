// SPDX-License-Identifier: MIT
// Who holds a resource that can be taken away, and who lost units of it and waits to have them back: by a
// PREEMPT block, or by a schedule or a failure with rule Preempt (Pegden, Shannon and Sadowski 1995; Kelton,
// Sadowski and Zupick, Simulation with Arena; preemptive resume as in queueing theory).
//
//   I1  Units are taken from the least urgent holder first; among equals from the one that seized last. A
//       holder whose delay ends now keeps its units.
//   I2  A holder that is in a delay stops there; what is left of the delay is kept. One that is elsewhere (in
//       a queue, or ready to move) goes on, but its next delay does not begin before it has all units back.
//   I3  It keeps what else it holds. Several resources may be lost one after another.
//   I4  Free units go to those that lost units to a schedule or a failure, in order of the loss; then to
//   those
//       that lost them to a PREEMPT and to those that wait in queues, by priority, and among equals to those
//       that lost them first. When an entity has all back, its delay goes on.
//   I5  An entity that releases units which it has lost, or that ends, gives up its claim to them.
// The time without its units is charged to the category Wait.
#pragma once

#include <cstddef>
#include <vector>

#include "escapement/siman/block.h"
#include "escapement/siman/entity.h"

namespace escapement::siman {

class Interruptions {
 public:
  // What takes the units.
  struct Cause {
    double priority = -kInfinity;  // only from holders that are less urgent than this
    bool first = true;             // they come first when units are free (I4)
    Exit* exit = nullptr;          // those in a delay leave by it and lose their claim
    std::size_t slot = kNoSlot;    // attribute that gets the time left
  };
  static constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
  struct Loss {
    Entity* entity;
    double units;
    double priority;
    bool first;
  };

  explicit Interruptions(Resource& resource) : resource_(resource) {}
  void clear();

  void seized(Entity& entity) { holders_.push_back(&entity); }
  void released(Entity& entity);  // all that it held

  // I1 and I2: takes up to `units`; answers how many. Nothing is handed on.
  double take(double units, const Cause& cause);
  // How many units take() would find.
  double takeable(const Cause& cause) const;
  // I5: gives up its claim to `units`, as far as it has one; answers to how many.
  double forgo(Entity& entity, double units);
  // The entity ends.
  void forget(Entity& entity);

  // Whose loss is made good first, nullptr when there is none.
  const Loss* first() const;
  // Whether that one comes before the candidate from a queue (I4).
  static bool comes_before(const Loss& loss, const Entity& candidate) {
    return loss.first || loss.priority <= candidate.priority;
  }
  // It has its units back: takes the first loss off the list and lets the entity go on when that was all.
  void restore();

 private:
  bool may_take(const Entity& entity, const Cause& cause) const;
  void interrupt(Entity& entity, double units, double priority, const Cause& cause);
  void erase(std::size_t place);
  std::size_t first_place() const;

  Resource& resource_;
  std::vector<Entity*> holders_;  // in order of seizing
  std::vector<Loss> losses_;      // in order of the loss
};

}  // namespace escapement::siman
