// SPDX-License-Identifier: MIT
// What modules that seize have in common: resources, the queue to wait in and its limits. Blocks: QUEUE and
// SEIZE.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/seize.h"

namespace escapement::arena {

struct SeizingOptions {
  std::vector<siman::ResourceUnits> resources{};
  siman::ExpressionText priority = 2.0;                  // 1 high, 2 medium, 3 low
  siman::Category allocation = siman::Category::kOther;  // of the cost of use
  siman::ElementName queue{};  // declared queues; empty: <module>.Queue, of the module's own
  siman::QueueElement::Options queue_options{};  // of the module's own queue
  double queue_capacity = std::numeric_limits<double>::infinity();
  siman::ExpressionText patience{};  // empty: for ever
  std::optional<std::uint64_t> stream{};
  bool limited() const { return queue_capacity < std::numeric_limits<double>::infinity(); }

  // Fields of a descriptor beside "resources", and what all of them say.
  static std::vector<registry::Field> fields();
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static SeizingOptions from(const registry::Arguments& arguments);
  // Ports that the parameters add: "balked" with a queueCapacity, "reneged" with a patience.
  static std::vector<registry::PortInfo> more_ports(const registry::Value& parameters);
  static std::vector<registry::StatisticInfo> statistics();
};

class SeizingModule : public Module {
 public:
  using Module::Module;

 protected:
  struct Seizing {
    siman::Queue& queue;
    siman::Seize& seize;
  };
  Seizing seizing(const SeizingOptions& options);
};

}  // namespace escapement::arena
