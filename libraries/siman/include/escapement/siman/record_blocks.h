// SPDX-License-Identifier: MIT
// COUNT and TALLY: blocks that observe entities as they pass; no time goes by.
#pragma once

#include <optional>
#include <string>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/statistic_elements.h"

namespace escapement::siman {

// Adds `increment`, which may be negative, to a counter.
class Count : public Block {
 public:
  struct Options {
    // A declared counter; else a statistic of this name is made. Empty: the block's own path.
    Reference counter{};
    ExpressionText increment = 1.0;
    bool module_statistic = false;  // without a reference: named after the module around the block
    std::optional<std::uint64_t> stream{};
  };
  Count(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}

 private:
  Options options_;
  Counter* element_ = nullptr;
  statistics::Counter* own_ = nullptr;
  expressions::Expression increment_;
};

// Observes a value, the time since an attribute's value, the time since the last entity passed, or the times
// of the entity by category as Dispose does.
class Tally : public Block {
 public:
  enum class What { kExpression, kInterval, kBetween, kEntity };
  struct Options {
    What what = What::kExpression;
    ExpressionText value{};  // the expression; for kInterval the time it began
    Reference tally{};       // as Count::Options::counter
    bool module_statistic = false;
    std::optional<std::uint64_t> stream{};
  };
  Tally(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override { last_.reset(); }
  Block* enter(Entity& entity) override;
  void archive(Archive& archive) override;

 private:
  void observe(double value);

  Options options_;
  TallyElement* element_ = nullptr;
  statistics::Tally* own_ = nullptr;
  expressions::Expression value_;
  std::optional<double> last_;
};

}  // namespace escapement::siman
