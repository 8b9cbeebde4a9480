// SPDX-License-Identifier: MIT
// ROUTE: sends an entity to a station, where it arrives after a time; any number may be on the way.
//
//   R1  The destination is found (destination.h); by sequence, the assignments of the step are made.
//   R2  The duration is drawn. With 0, the entity goes on at the station at once: it keeps moving, and nobody
//       else moves in between.
//   R3  Else it is on its way: NE(station) counts it, Entity.CurrentStation is 0.
//   R4  When the time has passed it is charged to Transfer, and the entity goes on at the block that stands
//   for
//       the station.
#pragma once

#include "escapement/siman/destination.h"

namespace escapement::siman {

class RouteBlock : public Block {
 public:
  struct Options {
    Destination::Options destination;
    ExpressionText duration = 0.0;
    std::optional<std::uint64_t> stream{};
  };
  RouteBlock(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};

  void bind(Binder& binder) override;
  void check_links() override { destination_.check_block(*this); }
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}
  void due(Entity* entity) override;

 private:
  Options options_;
  Destination destination_;
  expressions::Expression duration_;
};

}  // namespace escapement::siman
