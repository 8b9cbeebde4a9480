// SPDX-License-Identifier: MIT
// Send: an entity that comes by sends a number to a model outside, such as the input of an `ode`, and goes
// on. The model gets it at the same time, in the micro-step after the one in which the entity moves.
#pragma once

#include <string>

#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/real_ports.h"

namespace escapement::siman {

class Send final : public Passage {
 public:
  struct Options {
    ExpressionText value{};
    std::optional<std::uint64_t> stream{};
  };
  Send(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  RealOut signal{*this, "signal"};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  expressions::Expression value_;
};

}  // namespace escapement::siman
