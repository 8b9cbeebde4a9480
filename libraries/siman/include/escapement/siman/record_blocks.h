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

// The member of a set that is observed into, by its index from 1: {"set": "Counters", "index": "which"}.
// Without a set: none.
struct SetMember {
  Reference set{};
  ExpressionText index{};
  static std::vector<registry::Field> fields();
  // Faults of the two fields together, and of `other`, the field that names one statistic.
  static void check(const registry::Value& value, const char* other, std::vector<Diagnostic>& out);
  static SetMember from(const registry::Arguments& arguments);
};

// Adds `increment`, which may be negative, to a counter.
class Count : public Passage {
 public:
  struct Options {
    // A declared counter; else a statistic of this name is made. Empty: the block's own path.
    Reference counter{};
    ExpressionText increment = 1.0;
    bool module_statistic = false;  // without a reference: named after the module around the block
    std::optional<std::uint64_t> stream{};
    SetMember member{};  // of a set of counters, instead of one counter
  };
  Count(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  Counter* element_ = nullptr;
  std::vector<Counter*> members_;
  expressions::Expression index_;
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
    SetMember member{};  // of a set of tallies, instead of one tally
  };
  Tally(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override { last_.reset(); }
  Block* enter(Entity& entity) override;
  void archive(Archive& archive) override;

 private:
  void observe(double value, EntityFrame& frame);

  Options options_;
  TallyElement* element_ = nullptr;
  std::vector<TallyElement*> members_;
  expressions::Expression index_;
  statistics::Tally* own_ = nullptr;
  expressions::Expression value_;
  std::optional<double> last_;
};

}  // namespace escapement::siman
