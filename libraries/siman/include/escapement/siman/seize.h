// SPDX-License-Identifier: MIT
// SEIZE: takes units of one or several resources, all together or none. Entities wait in the queue of the
// Queue block before it; the handshake between queue, seize and resource is native and takes no micro-step.
// Who is served is told in resource.h.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {

// "Drill" or {"resource": "Drill", "units": 2}.
struct ResourceUnits {
  Reference resource;
  ExpressionText units = 1.0;
  static registry::Field field(const char* name, const char* doc);
  static std::vector<ResourceUnits> from(const registry::Arguments& arguments, std::string_view name);
  expressions::Expression compile(Member& member, Binder& binder) const;
};

// Units are whole: 1, 2, 3 ...
inline bool is_unit_count(double units) {
  return units >= 1 && units == std::floor(units) && units < kInfinity;
}

class Seize : public HoldBlock {
 public:
  struct Options {
    std::vector<ResourceUnits> resources;
    ExpressionText priority = 1.0;  // smaller is more urgent; evaluated when the entity comes
    std::optional<std::uint64_t> stream{};
    Category allocation = Category::kOther;  // of the cost of use
  };
  Seize(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void fed_by(Block& feeder) override;
  Block* enter(Entity& entity) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void left_early() override;
  void add_queue(QueueElement& queue) override;
  Block* next() const override { return out.next(); }

  // The first entity of `queue` that waits for this block.
  Entity* first_in(const QueueElement& queue) const;
  // For Resource::allocate: what is short for the entity or keeps it back for others (resource.h, A4 and A5),
  // nullptr when nothing does. `own` is looked at first.
  Resource* short_of(Entity& entity, Resource& own);
  double units_of(const Resource& resource, const Entity& entity);
  // Takes the units and takes the entity out of its queue.
  void grant(Entity& entity);
  void observe_resources();

 private:
  struct Need {
    Resource* resource;
    expressions::Expression units;
    double fixed = 0;  // the units where they are constant, else 0
  };
  double units(const Need& need, const Entity& entity) {
    return need.fixed > 0 ? need.fixed : evaluated_units(need, entity);
  }
  double evaluated_units(const Need& need, const Entity& entity);

  void take_all(Entity& entity);

  Options options_;
  std::vector<Need> needs_;
  bool costs_ = false;
  expressions::Expression priority_;
  std::vector<QueueElement*> queues_;
};

}  // namespace escapement::siman
