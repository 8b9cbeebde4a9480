// SPDX-License-Identifier: MIT
// What entities do with the unit of a transporter, or of one of a set, that they have (transporter.h,
// transporter_choice.h):
//   MOVE       the unit moves to a station, or a guided one to a place of its network, without the entity,
//              which waits for it; the time is charged to Transfer.
//   TRANSPORT  the unit carries the entity, which must be where the unit is, to a station; charged to
//   Transfer.
//              The entity goes on at the station and still has the unit. A guided unit may be sent to another
//              place than the station's; the entity is at its station when the unit has come there.
//   FREE       the unit is given back and stays where it is; those that wait may get it, and move after the
//              entity.
// and what anybody may do:
//   HALT       a unit, or every unit, becomes inactive: at once, or when it is freed.
//   ACTIVATE   a unit, or every unit, becomes active.
//   REDIRECT   a guided unit that is under way goes to another place instead. An entity that it carries comes
//              to the new station when one is named, else to its own. A unit that is not under way stays
//              where it is.
#pragma once

#include <optional>

#include "escapement/siman/destination.h"
#include "escapement/siman/guided_place.h"
#include "escapement/siman/transporter_choice.h"

namespace escapement::siman {

// A block that does something with a unit of a transporter.
class TransporterBlock : public Block {
 public:
  struct Options {
    Reference transporter;      // or a set of them
    ExpressionText unit{};      // its number, from 1; empty: the one that the entity has, or every one
    ExpressionText velocity{};  // Move, Transport; empty: the transporter's
    Destination::Options destination{};  // Move, Transport
    std::optional<std::uint64_t> stream{};
    GuidedPlace::Options place{};  // Move, Redirect: instead of the destination; Transport: of the unit
    ExpressionText member{};       // of a set: which, from 1; empty: the one of which it has a unit, or all
  };
  TransporterBlock(std::string name, Options options)
      : Block(std::move(name)), options_(std::move(options)) {}
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  void bind(Binder& binder) override;
  void archive(Archive&) override {}

 protected:
  // The unit that the entity has. Throws SimulationError when it has none.
  struct Own {
    Transporter* transporter;
    std::size_t unit;
  };
  Own own(Entity& entity) const;
  // The transporters that are meant where the entity need not have a unit; and the number of the unit, 0 for
  // every one.
  std::vector<Transporter*> meant(Entity& entity) const;
  double unit_number(Entity& entity, const Transporter& of) const;
  double velocity(Entity& entity, const Transporter& of) const;
  void set_active(Entity& entity, bool active) const;  // of those that are meant
  void come(Entity& entity) const;                     // its unit has come
  const TransporterChoice& transporters() const { return transporters_; }
  Options options_;

 private:
  TransporterChoice transporters_;
  expressions::Expression unit_, member_, velocity_;
};

class Move : public TransporterBlock, public UnitUser {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  Block* came(Entity& entity) override;

 private:
  Destination destination_;
  GuidedPlace place_;
};

class Transport : public TransporterBlock, public UnitUser {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
  void bind(Binder& binder) override;
  void check_links() override { destination_.check_block(*this); }
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  Block* came(Entity& entity) override;
  bool carries(const Entity& /*entity*/) const override { return true; }

 private:
  Destination destination_;
  GuidedPlace place_;
};

class Free : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  Block* enter(Entity& entity) override;
};

class Halt : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  Block* enter(Entity& entity) override;
};

class Activate : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  Block* enter(Entity& entity) override;
};

class Redirect : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Destination destination_;
  GuidedPlace place_;
};

}  // namespace escapement::siman
