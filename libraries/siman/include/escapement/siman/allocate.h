// SPDX-License-Identifier: MIT
// ALLOCATE: gives an entity a unit of a transporter, which stays where it is; until then it waits in the
// Queue block before it. REQUEST: the same, and the unit moves to the entity's station; the entity goes on
// when it is there, and this time is charged to Transfer. A guided unit may be sent to another place than the
// station's. Who is served is told in transporter.h.
//
// Rules when several units are free: Cyclical, Random, PreferredOrder, SpecificMember, LargestDistance and
// SmallestDistance from the unit to the entity's station (selection.h); ties go to the first unit.
//
// Of a set of transporters the rule chooses the member, of those with a free unit: SpecificMember names it by
// its number in the set, Largest- and SmallestDistance measure to its farthest and its nearest free unit. The
// entity gets that unit, by other rules the first free one, and the saved attribute the number of the member.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/guided_place.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/selection.h"
#include "escapement/siman/transporter_choice.h"

namespace escapement::siman {

class Allocate : public HoldBlock, public UnitUser {
 public:
  struct Options {
    Reference transporter;          // or a set of them
    ExpressionText priority = 1.0;  // smaller is more urgent
    Selection selection{};
    Reference save{};           // attribute that gets the number of the unit, or of the set's member, from 1
    ExpressionText velocity{};  // Request: of the unit on its way; empty: the transporter's
    std::optional<std::uint64_t> stream{};
    bool request = false;
    GuidedPlace::Options place{};  // Request: where the unit comes to; empty: the entity's station
  };
  Allocate(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static registry::ComponentType request_descriptor();
  static std::vector<registry::Field> fields(bool request, const char* default_rule);
  static Options options_from(const registry::Arguments& arguments, bool request, const char* default_rule);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void archive(Archive& archive) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void add_queue(QueueElement& queue) override;
  Lack lacks(Entity& entity) override;
  Block* next() const override { return next_; }
  void due(Entity* entity) override;
  Block* came(Entity& entity) override;

  // For Transporter::serve.
  bool can_serve(Entity& entity, const Transporter& by);
  double nearest(Entity& entity, const Transporter& by);
  void grant(Entity& entity, bool moving);

 private:
  // What the rule chooses among: units of the transporter, or members of the set.
  std::size_t choices() const;
  bool usable(std::size_t choice, Entity& entity);
  bool any_usable(Entity& entity);
  // How far the choice is; of a set that of the unit there that best_unit() answers.
  double away(std::size_t choice, const Entity& entity) const;
  std::size_t best_unit(const Transporter& member, const Entity& entity) const;
  // Takes a unit and, for a request, sends it; answers where the entity goes on, nullptr when it has to wait.
  Block* take(Entity& entity);
  Options options_;
  TransporterChoice transporters_;
  Selector selector_;
  std::optional<std::size_t> slot_;
  GuidedPlace place_;
  expressions::Expression priority_, velocity_;
  Block* next_ = nullptr;
};

}  // namespace escapement::siman
