// SPDX-License-Identifier: MIT
// The entity type element (ENTITIES): what Table 1 of the messages paper asks for is collected for each type:
// NumberIn, NumberOut, WIP, and for entities that leave VATime, NVATime, TranTime, WaitTime, OtherTime,
// TotalTime.
#pragma once

#include <array>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/tally.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

// "VATime", "NVATime", "TranTime", "WaitTime", "OtherTime": in the order of Category.
extern const std::array<const char*, kCategories> kCategoryTimeNames;
// "VA", "NVA", "Transfer", "Wait", "Other", as studies write them.
std::vector<std::string> category_names();
Category category_from(const std::string& name);  // throws InternalError for another word

class EntityType : public Member {
 public:
  using Member::Member;
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void archive(Archive&) override {}

  void count_in(double t);
  void count_out(double t);
  void change_wip(double t, double by);
  void record(const Entity& entity, double t);

  double number_in() const { return number_in_->value(); }
  double number_out() const { return number_out_->value(); }
  double wip() const { return wip_->value(); }
  std::int64_t index() const { return index_; }  // from 1, in path order: the value of Entity.Type
  void set_index(std::int64_t index) { index_ = index; }

 private:
  statistics::Counter* number_in_ = nullptr;
  statistics::Counter* number_out_ = nullptr;
  statistics::TimePersistent* wip_ = nullptr;
  std::array<statistics::Tally*, kCategories> times_{};
  statistics::Tally* total_ = nullptr;
  std::int64_t index_ = 0;
};

}  // namespace escapement::siman
