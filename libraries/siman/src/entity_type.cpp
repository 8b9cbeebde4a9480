// SPDX-License-Identifier: MIT
#include "escapement/siman/entity_type.h"

#include "escapement/core/error.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

const std::array<const char*, kCategories> kCategoryTimeNames = {"VATime", "NVATime", "TranTime", "WaitTime",
                                                                 "OtherTime"};

std::vector<std::string> category_names() {
  return {"VA", "NVA", "Transfer", "Wait", "Other"};
}

Category category_from(const std::string& name) {
  const std::vector<std::string> names = category_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Category>(i);
  throw InternalError("'" + name + "' is no category of time; known: " + list_text(names));
}

registry::ComponentType EntityType::descriptor() {
  registry::ComponentType type;
  type.name = "siman.EntityType";
  type.section = "entities";
  type.doc = "A type of entity: what flows through the blocks.";
  type.parameters = {"entity type", "", {}, {}};
  type.statistics = {{"NumberIn", "counter", "entities of the type that came in"},
                     {"NumberOut", "counter", "entities of the type that left"},
                     {"WIP", "timePersistent", "entities of the type in the system"}};
  for (std::size_t c = 0; c < kCategories; ++c)
    type.statistics.push_back({kCategoryTimeNames[c], "tally",
                               "time of an entity in category " + category_names()[c] + ", when it leaves"});
  type.statistics.push_back({"TotalTime", "tally", "time of an entity in the system, when it leaves"});
  return type;
}

void EntityType::declare(Binder& binder) {
  number_in_ = &binder.counter(*this, path() + ".NumberIn");
  number_out_ = &binder.counter(*this, path() + ".NumberOut");
  wip_ = &binder.time_persistent(*this, path() + ".WIP");
  for (std::size_t c = 0; c < kCategories; ++c)
    times_[c] = &binder.tally(*this, path() + "." + kCategoryTimeNames[c]);
  total_ = &binder.tally(*this, path() + ".TotalTime");
}

void EntityType::count_in(double t) {
  number_in_->increment();
  change_wip(t, 1);
}

void EntityType::count_out(double t) {
  number_out_->increment();
  change_wip(t, -1);
}

void EntityType::change_wip(double t, double by) {
  wip_->set(t, wip_->value() + by);
}

void EntityType::record(const Entity& entity, double t) {
  for (std::size_t c = 0; c < kCategories; ++c) times_[c]->observe(entity.times[c]);
  total_->observe(t - entity.create_time);
}

}  // namespace escapement::siman
