// SPDX-License-Identifier: MIT
// Interrupt: all entities in a Delay, or the one of a number, stop and leave it by its port `interrupted`, in
// order of coming, after the entity that interrupts has moved on. The time that was left can be kept in an
// attribute. An entity whose delay ends now is not interrupted. One that has lost units of a resource leaves,
// too, but its next delay does not begin before it has them back (interruptions.h, I2).
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Delay;

class Interrupt : public Passage {
 public:
  struct Options {
    Reference delay;
    Reference remaining{};    // an attribute
    ExpressionText entity{};  // number (IDENT) of the one that is interrupted; empty: all
    std::optional<std::uint64_t> stream{};
  };
  Interrupt(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  Delay* delay_ = nullptr;
  std::optional<std::size_t> slot_;
  expressions::Expression entity_;
};

}  // namespace escapement::siman
