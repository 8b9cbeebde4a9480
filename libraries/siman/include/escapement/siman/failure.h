// SPDX-License-Identifier: MIT
// A failure (FAILURES): when a resource breaks down and for how long. What happens then is told in
// availability.h. One failure may be named by several resources; each has clocks of its own.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {

class Failure : public Member {
 public:
  enum class Kind { kTime, kCount };
  struct Options {
    Kind kind = Kind::kTime;
    ExpressionText up_time{};                    // kTime: until it comes
    ExpressionText count{};                      // kCount: releases until it comes
    ExpressionText down_time{};                  // until it is repaired
    std::optional<Resource::State> uptime_in{};  // kTime: the up time passes in this state only
    std::optional<std::uint64_t> stream{};
  };
  Failure(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;

  Kind kind() const { return options_.kind; }
  std::optional<Resource::State> uptime_in() const { return options_.uptime_in; }
  // Throw SimulationError here when what is drawn is out of range.
  double draw_up_time();
  double draw_down_time();
  std::uint64_t draw_count();

 private:
  double draw(const expressions::Expression& expression, const char* what);

  Options options_;
  expressions::Expression up_time_, count_, down_time_;
};

}  // namespace escapement::siman
