// SPDX-License-Identifier: MIT
// Makes the hosts of a model's process blocks, for flatten().
//
//   ProcessHosting hosting(environment);
//   Simulator simulator(flatten(model, &hosting));
//
// kTogether: one atomic hosts all process blocks; they keep SIMAN's order among themselves.
// kSeparate: each block is an atomic of its own, but blocks that use one element (queue, resource, variable,
//   attribute excepted) stay together, because atomics share no state; a model where an expression reads a
//   statistic that blocks anywhere may change (EntitiesWIP, TAVG of a record) stays whole. Without ties both
//   give the same results.
//
// The hosting must outlive the network that was flattened with it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/coupled/hosted.h"
#include "escapement/siman/world.h"

namespace escapement::siman {

enum class HostingMode { kTogether, kSeparate };

class ProcessHosting : public HostFactory {
 public:
  explicit ProcessHosting(registry::Environment& environment, HostingMode mode = HostingMode::kTogether);
  ~ProcessHosting() override;

  World& world() { return world_; }

  // Finds all names and compiles all expressions; throws InputError with every fault.
  std::vector<std::vector<Hosted*>> partition(const std::vector<Hosted*>& hosted,
                                              const std::vector<Route>& routes) override;
  std::unique_ptr<Host> make(std::string name, const std::vector<Hosted*>& group) override;

 private:
  World world_;
  HostingMode mode_;
};

}  // namespace escapement::siman
