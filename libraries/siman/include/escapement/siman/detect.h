// SPDX-License-Identifier: MIT
// DETECT: creates an entity when a level crosses a threshold (Pegden, Shannon and Sadowski 1995, chapter 11),
// or when a message comes from a model outside, such as the located event of an `ode`.
//
//   D1  A crossing in the positive direction: the level was below the threshold and is at or above it. In the
//       negative direction: it was above and is at or below.
//   D2  The instant is computed, so that the tolerance that SIMAN asks for is kept whatever it is; at it the
//       level is the threshold exactly. A level that an Assign moves across the threshold crosses it, too.
//   D3  Coupled at `signal`: one entity for each message, at the instant of the message, in their order.
//
// The threshold is evaluated at the start and whenever the level or its rate is set.
#pragma once

#include <optional>
#include <string>

#include "escapement/siman/attribute.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/real_ports.h"

namespace escapement::siman {

class Level;

class Detect final : public Block {
 public:
  enum class Direction { kPositive, kNegative, kEither };
  struct Options {
    Reference entity{};
    Reference level{};  // empty: messages only
    ExpressionText threshold{};
    Direction direction = Direction::kPositive;
    Reference attribute{};  // gets the message, or the threshold; may be empty
  };
  Detect(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  RealIn signal{*this, "signal"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  void receive(double value) override;
  void archive(Archive& archive) override;

  // The level was `before` until t and is what it is now.
  void replan(double before, double t);

 private:
  void create(double value);

  Options options_;
  EntityType* type_ = nullptr;
  Level* level_ = nullptr;
  Attribute* attribute_ = nullptr;
  expressions::Expression threshold_;
  std::optional<Calendar::Id> event_;
  double goal_ = 0;  // the threshold of the event
};

// The type that a block which creates entities names, or the only one that there is; a fault otherwise.
EntityType* created_type(Member& member, const Reference& name, Binder& binder);

}  // namespace escapement::siman
