// SPDX-License-Identifier: MIT
#include "escapement/siman/schedule.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kKinds = {"Capacity", "Arrival", "Other"};

// Sums of decimal fractions are exact in millionths; a number that is none stays as it is.
std::string exact_text(double value) {
  constexpr double kParts = 1e6, kExact = 9e15;
  const double parts = std::round(value * kParts);
  if (parts > kExact || std::abs(parts / kParts - value) > 4e-16 * value) return to_text(value);
  return std::to_string(static_cast<long long>(parts)) + "/1000000";
}

}  // namespace

const char* Schedule::kind_name(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)].c_str();
}

registry::ComponentType Schedule::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Schedule";
  type.section = "schedules";
  type.doc = "A schedule: a value that changes at known times.";
  Record item{"schedule item",
              "",
              {expression("value").at_least(0).must().because("units, entities per hour, or any number"),
               expression("duration")
                   .at_least(0)
                   .in("time")
                   .because("how long the value holds; the last one may be left out: for ever")},
              {}};
  type.parameters = {
      "schedule",
      "",
      {choice("type", kKinds)
           .by_default(kKinds[0])
           .because("what the values are: units of a resource, arrivals per hour, or any number"),
       list("values", record("item", std::move(item)))
           .must()
           .because("in order of time; begins again after the last, unless that has no duration"),
       number("scaleFactor").above(0).by_default("1").because("all values are multiplied by it")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* values = v.find("values");
        if (values == nullptr || !values->is(Value::Type::kArray)) return;
        if (values->items().empty())
          out.push_back(
              {values->where(), "a schedule needs a value", "add {\"value\": ..., \"duration\": ...}"});
        for (std::size_t i = 0; i + 1 < values->items().size(); ++i)
          if (values->items()[i].is(Value::Type::kObject) && values->items()[i].find("duration") == nullptr)
            out.push_back({values->items()[i].where(),
                           "only the last item of a schedule may lack \"duration\"", "add it"});
      }};
  return type;
}

Schedule::Options Schedule::options_from(const registry::Arguments& arguments) {
  Options options;
  const auto kind = std::find(kKinds.begin(), kKinds.end(), arguments.string("type", kKinds[0]));
  options.kind = static_cast<Kind>(kind - kKinds.begin());
  for (const registry::Arguments& item : arguments.records("values"))
    options.items.push_back({item.expression("value"), item.expression("duration")});
  options.scale = arguments.number("scaleFactor", 1);
  return options;
}

void Schedule::bind(Binder& binder) {
  const double least = kind() == Kind::kOther ? -kInfinity : 0;
  constant_ = true;
  for (const Item& item : options_.items) {
    Part part;
    part.value = binder.compile_in(*this, "value", item.value, least, kInfinity, {.entity = false});
    part.duration =
        binder.compile_in(*this, "duration", item.duration, 0, kInfinity, {.entity = false, .time = true});
    constant_ = constant_ && part.value.is_constant() && (!part.duration || part.duration.is_constant());
    if (const auto units = part.value.constant();
        kind() == Kind::kCapacity && units && *units >= 0 &&
        options_.scale * *units != std::floor(options_.scale * *units))
      binder.fault(*this, item.value.where,
                   "schedule '" + path() + "' gives a capacity of " + to_text(options_.scale * *units),
                   "give a whole number");
    if (item.duration.empty() && &item != &options_.items.back())
      binder.fault(*this, item.value.where, "an item of schedule '" + path() + "' lacks its duration",
                   "only the last may lack it");
    items_.push_back(std::move(part));
  }
  if (items_.empty()) {
    binder.fault(*this, {}, "schedule '" + path() + "' has no values");
    return;
  }
  repeats_ = static_cast<bool>(items_.back().duration);
  double total = 0;
  for (const Part& part : items_) total += part.duration.constant().value_or(1);
  if (!(total > 0))
    binder.fault(*this, options_.items.back().duration.where, "no item of schedule '" + path() + "' lasts",
                 "give a duration above 0, or none in the last item");
  else
    make_timeline();
}

void Schedule::make_timeline() {
  double at = 0;
  for (const Part& part : items_) {
    if (part.duration && !part.duration.is_constant()) return;
    offsets_.push_back(at);
    at += part.duration ? *part.duration.constant() : 0;
  }
  if (repeats_) period_ = at;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (repeats_)
      begins_.emplace_back(std::in_place, exact_text(offsets_[i]), exact_text(period_));
    else
      begins_.emplace_back();
  }
}

double Schedule::value(std::uint64_t k) {
  EntityFrame frame(nullptr);
  const expressions::Expression& value = items_[k % size()].value;
  return options_.scale * value.evaluate_checked(frame);
}

double Schedule::duration(std::uint64_t k) {
  EntityFrame frame(nullptr);
  const expressions::Expression& duration = items_[k % size()].duration;
  if (!duration) return kInfinity;
  const double lasts = duration.evaluate(frame);
  if (!(lasts >= 0))
    host().fail(*this, "the duration '" + duration.text() + "' is " + to_text(lasts) +
                           "; it must be a time of 0 or more (MX(0, ...) keeps it so)");
  return lasts;
}

Time Schedule::begin(std::uint64_t k) const {
  const std::size_t i = k % size();
  if (begins_[i]) return begins_[i]->tick(k / size());
  return k < size() ? offsets_[i] : kInfinity;
}

double Schedule::value_at(Time t) const {
  const std::uint64_t round = period_ == kInfinity ? 0 : static_cast<std::uint64_t>(t / period_);
  // One round before the computed one is where rounding can have put t.
  std::uint64_t k = (round > 0 ? round - 1 : 0) * size();
  while (begin(k + 1) <= t) ++k;
  return options_.scale * *items_[k % size()].value.constant();
}

double Schedule::greatest_value() const {
  double greatest = 0;
  for (const Part& part : items_) greatest = std::max(greatest, *part.value.constant());
  return options_.scale * greatest;
}

Time ScheduleCursor::end(Schedule& schedule, Time began) const {
  if (!shifted && schedule.has_constant_durations()) return schedule.begin(item + 1);
  return began + schedule.duration(item);
}

}  // namespace escapement::siman
