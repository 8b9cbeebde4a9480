// SPDX-License-Identifier: MIT
// Blocks that only modules use: they count entities and tally their times between entry and exit of a module.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/siman/world.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/tally.h"

namespace escapement::arena {

// Counts entities into the statistic <module>.<suffix>.
class CountBlock : public siman::Block {
 public:
  CountBlock(std::string name, const char* suffix) : Block(std::move(name)), suffix_(suffix) {}
  siman::Entry in{*this, "in"};
  siman::Exit out{*this, "out"};
  void declare(siman::Binder& binder) override;
  siman::Block* enter(siman::Entity& entity) override {
    counter_->increment();
    return out.leave(entity);
  }
  void archive(Archive&) override {}

 protected:
  statistics::Counter* counter_ = nullptr;

 private:
  const char* suffix_;
};

// The entity's time in the module begins.
class VisitBegin : public CountBlock {
 public:
  explicit VisitBegin(std::string name) : CountBlock(std::move(name), "NumberIn") {}
  siman::Block* enter(siman::Entity& entity) override {
    entity.visit = {};
    entity.visit_start = now();
    if (world().costs()) [[unlikely]]
      entity.costs_before_visit = entity.costs;
    return CountBlock::enter(entity);
  }
};

// It ends: VATime, NVATime, TranTime, WaitTime, OtherTime, TotalTime of the module; where the model has costs
// VACost ... TotalCost too; and the sums over all entities of the categories that the module spends time in.
class VisitEnd : public CountBlock {
 public:
  VisitEnd(std::string name, std::vector<siman::Category> accumulated)
      : CountBlock(std::move(name), "NumberOut"), accumulated_(std::move(accumulated)) {}
  void declare(siman::Binder& binder) override;
  siman::Block* enter(siman::Entity& entity) override {
    for (std::size_t c = 0; c < siman::kCategories; ++c) times_[c]->observe(entity.visit[c]);
    total_->observe(now() - entity.visit_start);
    if (total_cost_ != nullptr) [[unlikely]]
      observe_costs(entity);
    return CountBlock::enter(entity);
  }

 private:
  void observe_costs(const siman::Entity& entity);
  std::vector<siman::Category> accumulated_;
  std::array<statistics::Tally*, siman::kCategories> times_{}, costs_{};
  statistics::Tally* total_ = nullptr;
  statistics::Tally* total_cost_ = nullptr;
};

// What VisitEnd collects, for descriptors of modules.
std::vector<registry::StatisticInfo> visit_statistics();

}  // namespace escapement::arena
