// SPDX-License-Identifier: MIT
// What entities do with the unit of a transporter that they have (transporter.h):
//   MOVE       the unit moves to a station without the entity, which waits for it; the time is charged to
//   Wait. TRANSPORT  the unit carries the entity, which must be where the unit is, to a station; charged to
//   Transfer. The
//              entity goes on at the station and still has the unit.
//   FREE       the unit is given back and stays where it is; those that wait may get it, and move after the
//   entity.
// and what anybody may do:
//   HALT       a unit, or every unit, becomes inactive: at once, or when it is freed.
//   ACTIVATE   a unit, or every unit, becomes active.
#pragma once

#include <optional>

#include "escapement/siman/destination.h"
#include "escapement/siman/transporter.h"

namespace escapement::siman {

// A block that does something with a unit of a transporter.
class TransporterBlock : public Block {
 public:
  struct Options {
    Reference transporter;
    ExpressionText unit{};      // its number, from 1; empty: the one that the entity has, or every one
    ExpressionText velocity{};  // Move, Transport; empty: the transporter's
    Destination::Options destination{};  // Move, Transport
    std::optional<std::uint64_t> stream{};
  };
  TransporterBlock(std::string name, Options options)
      : Block(std::move(name)), options_(std::move(options)) {}
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  void bind(Binder& binder) override;
  void archive(Archive&) override {}

 protected:
  double unit_number(Entity& entity) const;
  double velocity(Entity& entity) const;
  Transporter& transporter() const { return *transporter_; }
  Options options_;

 private:
  Transporter* transporter_ = nullptr;
  expressions::Expression unit_, velocity_;
};

class Move : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  Exit out{*this, "out"};
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;

 private:
  Destination destination_;
};

class Transport : public TransporterBlock {
 public:
  using TransporterBlock::TransporterBlock;
  static registry::ComponentType descriptor();
  void bind(Binder& binder) override;
  void check_links() override { destination_.check_block(*this); }
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;

 private:
  Destination destination_;
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

}  // namespace escapement::siman
