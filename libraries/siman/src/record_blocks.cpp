// SPDX-License-Identifier: MIT
#include "escapement/siman/record_blocks.h"

#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/set.h"
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

// Finds the members of the set, each as an E.
template <class E>
void bind_member(const SetMember& member, Block& block, Binder& binder, const char* kind,
                 std::optional<std::uint64_t> stream, std::vector<E*>& members,
                 expressions::Expression& index) {
  if (member.set.empty()) return;
  if (auto* set = binder.find<Set>(block, member.set, "set"))
    members = set->members_as<E>(binder, block, member.set, kind);
  index = binder.compile_required(block, "index", member.index, {.stream = stream});
}

template <class E>
E& member_at(const std::vector<E*>& members, const expressions::Expression& index, EntityFrame& frame,
             const Block& block) {
  const double i = index.evaluate_checked(frame);
  if (!(i >= 1 && i <= static_cast<double>(members.size())) || i != std::floor(i))
    block.host().fail(block, "the index '" + index.text() + "' is " + to_text(i) +
                                 "; it must be a whole number from 1 to " + std::to_string(members.size()) +
                                 ", the members of the set");
  return *members[static_cast<std::size_t>(i) - 1];
}

}  // namespace

std::vector<registry::Field> SetMember::fields() {
  return {registry::reference("set", "sets")
              .because("a set, instead of one statistic: into which member, \"index\" says"),
          registry::expression("index").because("number of the set's member, from 1")};
}

void SetMember::check(const registry::Value& v, const char* other, std::vector<Diagnostic>& out) {
  const registry::Value *set = v.find("set"), *index = v.find("index"), *one = v.find(other);
  if (set != nullptr && index == nullptr)
    out.push_back(
        {set->where(), "\"set\" needs \"index\"", "add \"index\": the number of the member, from 1"});
  if (index != nullptr && set == nullptr)
    out.push_back({index->where(), "\"index\" has no effect without \"set\"", "name a set, or remove it"});
  if (set != nullptr && one != nullptr)
    out.push_back(
        {one->where(), std::string("\"") + other + "\" has no effect beside \"set\"", "remove one of them"});
}

SetMember SetMember::from(const registry::Arguments& arguments) {
  SetMember member;
  if (arguments.has("set")) member.set = reference_from(arguments, "set");
  member.index = arguments.expression("index");
  return member;
}

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
      [](const Value& v, std::vector<Diagnostic>& out) { SetMember::check(v, "counter", out); }};
  for (Field& field : SetMember::fields()) type.parameters.fields.push_back(std::move(field));
  type.ports = {entity_in(), entity_out()};
  type.statistics = {{"", "counter", "the count, when no declared counter is named"}};
  return type;
}

Count::Options Count::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("counter")) options.counter = reference_from(arguments, "counter");
  options.increment = arguments.expression("increment", 1.0);
  options.stream = stream_from(arguments);
  options.member = SetMember::from(arguments);
  return options;
}

void Count::declare(Binder& binder) {
  if (!options_.member.set.empty()) return;
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
  bind_member(options_.member, *this, binder, "Counter", options_.stream, members_, index_);
}

Block* Count::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const double by = increment_.evaluate_checked(frame);
  if (!members_.empty())
    member_at(members_, index_, frame, *this).add(by);
  else if (element_ != nullptr)
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
        SetMember::check(v, "tally", out);
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
  for (Field& field : SetMember::fields()) type.parameters.fields.push_back(std::move(field));
  type.statistics = {{"", "tally", "the observations, when no declared tally is named"}};
  return type;
}

Tally::Options Tally::options_from(const registry::Arguments& arguments) {
  Options options;
  options.what = arguments.has("value")      ? What::kExpression
                 : arguments.has("interval") ? What::kInterval
                                             : What::kBetween;
  options.value = arguments.has("value") ? arguments.expression("value") : arguments.expression("interval");
  if (arguments.has("tally")) options.tally = reference_from(arguments, "tally");
  options.stream = stream_from(arguments);
  options.member = SetMember::from(arguments);
  return options;
}

void Tally::declare(Binder& binder) {
  if (options_.what == What::kEntity || !options_.member.set.empty()) return;
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
  bind_member(options_.member, *this, binder, "Tally", options_.stream, members_, index_);
}

void Tally::observe(double value, EntityFrame& frame) {
  if (!members_.empty())
    member_at(members_, index_, frame, *this).observe(value);
  else if (element_ != nullptr)
    element_->observe(value);
  else
    own_->observe(value);
}

Block* Tally::enter(Entity& entity) {
  EntityFrame frame(&entity);
  switch (options_.what) {
    case What::kExpression:
      observe(value_.evaluate_checked(frame), frame);
      break;
    case What::kInterval:
      observe(now() - value_.evaluate_checked(frame), frame);
      break;
    case What::kBetween:
      if (last_) observe(now() - *last_, frame);
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
