// SPDX-License-Identifier: MIT
#include "escapement/siman/record_blocks.h"

#include "escapement/core/archive.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

// The statistic that a recording block makes when it refers to no declared element. A name that is given is
// local to the model around the block, or around its module, and several blocks may share it.
struct OwnStatistic {
  std::string name;
  Sharing sharing{};

  OwnStatistic(const Block& block, const Reference& reference, bool of_module) {
    const Component& recorder = of_module ? *block.parent() : static_cast<const Component&>(block);
    name = reference.empty() ? recorder.path() : Binder::local_name(recorder, reference.name);
    if (!reference.empty()) sharing = {recorder.parent(), reference.where};
  }
};

}  // namespace

registry::ComponentType Count::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Count";
  type.doc = "COUNT: adds to a counter.";
  type.parameters = {
      "siman.Count",
      "",
      {string("counter").because(
           "a declared counter, or the name of the statistic to make; the block's path when absent"),
       expression("increment").by_default("1").because("what is added; may be negative"), stream_field()},
      {}};
  type.ports = {entity_in(), entity_out()};
  type.statistics = {{"", "counter", "the count, when no declared counter is named"}};
  return type;
}

void Count::declare(Binder& binder) {
  if (auto* element = dynamic_cast<Counter*>(Binder::find_any(*this, options_.counter.name));
      element != nullptr) {
    element_ = element;
    binder.use(*this, *element);
  } else {
    const OwnStatistic own(*this, options_.counter, options_.module_statistic);
    own_ = &binder.counter(*this, own.name, own.sharing);
  }
}

void Count::bind(Binder& binder) {
  increment_ = binder.compile_required(*this, "increment", options_.increment, {.stream = options_.stream});
}

Block* Count::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const double by = increment_.evaluate_checked(frame);
  if (element_ != nullptr)
    element_->add(by);
  else
    own_->increment(by);
  return out.leave(entity);
}

registry::ComponentType Tally::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Tally";
  type.doc = "TALLY: observes a value, an interval or the time between passages.";
  type.parameters = {
      "siman.Tally",
      "",
      {string("tally").because(
           "a declared tally, or the name of the statistic to make; the block's path when absent"),
       expression("value").because("observe this expression"),
       expression("interval")
           .because("observe the time since this value, usually an attribute that holds a time"),
       boolean("between").because("observe the time since the last entity passed here"), stream_field()},
      [](const Value& v, std::vector<Diagnostic>& out) {
        int kinds = 0;
        for (const char* key : {"value", "interval", "between"}) kinds += v.find(key) != nullptr;
        if (kinds != 1)
          out.push_back({v.where(), "a tally block observes " + std::to_string(kinds) + " things",
                         "give exactly one of value, interval, between"});
        if (const Value* on = v.find("between");
            on != nullptr && on->is(Value::Type::kBoolean) && !on->boolean())
          out.push_back({on->where(), "\"between\" is false", "write true, or observe something else"});
      }};
  type.ports = {entity_in(), entity_out()};
  type.statistics = {{"", "tally", "the observations, when no declared tally is named"}};
  return type;
}

void Tally::declare(Binder& binder) {
  if (options_.what == What::kEntity) return;
  if (auto* element = dynamic_cast<TallyElement*>(Binder::find_any(*this, options_.tally.name));
      element != nullptr) {
    element_ = element;
    binder.use(*this, *element);
  } else {
    const OwnStatistic own(*this, options_.tally, options_.module_statistic);
    own_ = &binder.tally(*this, own.name, own.sharing);
  }
}

void Tally::bind(Binder& binder) {
  if (options_.what == What::kExpression || options_.what == What::kInterval)
    value_ = binder.compile_required(*this, "value", options_.value, {.stream = options_.stream});
}

void Tally::observe(double value) {
  if (element_ != nullptr)
    element_->observe(value);
  else
    own_->observe(value);
}

Block* Tally::enter(Entity& entity) {
  EntityFrame frame(&entity);
  switch (options_.what) {
    case What::kExpression:
      observe(value_.evaluate_checked(frame));
      break;
    case What::kInterval:
      observe(now() - value_.evaluate_checked(frame));
      break;
    case What::kBetween:
      if (last_) observe(now() - *last_);
      last_ = now();
      break;
    case What::kEntity:
      World::record_times(entity, now());
      break;
  }
  return out.leave(entity);
}

void Tally::archive(Archive& archive) {
  archive(last_);
}

}  // namespace escapement::siman
