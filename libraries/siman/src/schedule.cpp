// SPDX-License-Identifier: MIT
#include "escapement/siman/schedule.h"

#include <algorithm>
#include <cmath>
#include "escapement/core/archive.h"

#include "escapement/core/error.h"
#include "escapement/registry/date.h"
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
              {expression("value").must().because("units, entities per hour, or of type Other any number"),
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
           .because("in order of time; begins again after the last, unless that has no duration"),
       record("calendar", WorkCalendar::record())
           .because("values by the calendar, instead of a list of values: days, a week, exceptions"),
       number("scaleFactor").above(0).by_default("1").because("all values are multiplied by it")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* values = v.find("values");
        if ((values == nullptr) == (v.find("calendar") == nullptr))
          out.push_back({v.where(), "a schedule has a list of values or a calendar",
                         "give \"values\" or \"calendar\", one of them"});
        if (values == nullptr || !values->is(Value::Type::kArray)) return;
        if (values->items().empty())
          out.push_back(
              {values->where(), "a schedule needs a value", "add {\"value\": ..., \"duration\": ...}"});
        for (std::size_t i = 0; i + 1 < values->items().size(); ++i)
          if (values->items()[i].is(Value::Type::kObject) && values->items()[i].find("duration") == nullptr)
            out.push_back({values->items()[i].where(),
                           "only the last item of a schedule may lack \"duration\"", "add it"});
      }};
  // Arrivals come to an end with a last rate of 0 that holds for ever.
  type.may_end_run = [](const Value& v) {
    const Value* kind = v.find("type");
    const Value* values = v.find("values");
    if (kind == nullptr || kind->text() != kKinds[1] || values == nullptr || values->items().empty())
      return false;
    const Value* rate = values->items().back().find("value");
    return values->items().back().find("duration") == nullptr && rate != nullptr &&
           rate->is(Value::Type::kNumber) && rate->number() == 0;
  };
  return type;
}

Schedule::Options Schedule::options_from(const registry::Arguments& arguments) {
  Options options;
  const auto kind = std::find(kKinds.begin(), kKinds.end(), arguments.string("type", kKinds[0]));
  options.kind = static_cast<Kind>(kind - kKinds.begin());
  for (const registry::Arguments& item : arguments.records("values"))
    options.items.push_back({item.expression("value"), item.expression("duration")});
  if (const registry::Value* calendar = arguments.value("calendar"))
    options.calendar = WorkCalendar::from(registry::Arguments(*calendar, arguments.environment()));
  options.where = arguments.where("calendar");
  options.scale = arguments.number("scaleFactor", 1);
  return options;
}

void Schedule::start() {
  item_ = 0;
  if (!read_ || !constant_) return;
  world().note_background();
  plan_change();
}

void Schedule::plan_change() {
  const Time next = begin(item_ + 1);
  if (next < kInfinity) host().schedule(next, EventClass::kCapacity, *this, nullptr);
}

void Schedule::due(Entity* /*entity*/) {
  ++item_;
  changed();
  plan_change();
  world().after_background_event();
}

void Schedule::archive(Archive& archive) {
  archive(item_);
}

void Schedule::bind(Binder& binder) {
  if (options_.calendar)
    bind_calendar(binder);
  else
    bind_items(binder);
}

void Schedule::bind_calendar(Binder& binder) {
  const registry::Environment& environment = binder.world().environment();
  const WorkCalendar& calendar = *options_.calendar;
  if (!calendar.exceptions.empty() && !environment.start_date)
    binder.fault(*this, calendar.exceptions.front().where,
                 "the exceptions of schedule '" + path() + "' need to know when time 0 is",
                 "add \"startDate\" to the experiment, such as \"2026-11-30\"");
  const std::int64_t start = environment.start_date.value_or(WorkCalendar::kMonday);
  for (const WorkCalendar::Exception& exception : calendar.exceptions)
    if (exception.last * registry::kSecondsInDay - start >
        WorkCalendar::kLongestAhead * registry::kSecondsInDay) {
      binder.fault(*this, exception.where,
                   "an exception of schedule '" + path() + "' is more than 200 years after the start",
                   "mend its date, or the startDate");
      return;
    }
  const WorkCalendar::Timeline timeline = calendar.timeline(start);
  const auto unit = static_cast<std::int64_t>(registry::seconds_in(environment.time_unit).value_or(1));
  const auto in_time_units = [unit](std::int64_t seconds) {
    return std::to_string(seconds) + "/" + std::to_string(unit);
  };
  std::int64_t at = 0;
  std::vector<std::int64_t> offsets;
  for (const WorkCalendar::Stretch& stretch : timeline.stretches) {
    const double value = options_.scale * stretch.value;
    if (kind() != Kind::kOther && !(value >= 0 && (kind() == Kind::kArrival || value == std::floor(value)))) {
      binder.fault(
          *this, options_.where,
          "the calendar of schedule '" + path() + "' gives " +
              (kind() == Kind::kCapacity ? "a capacity of " : "a rate of ") + to_text(value),
          kind() == Kind::kCapacity ? "give a whole number of 0 or more" : "give a rate of 0 or more");
      return;
    }
    items_.push_back(
        {expressions::Expression(stretch.value),
         expressions::Expression(static_cast<double>(stretch.seconds) / static_cast<double>(unit))});
    offsets.push_back(at);
    offsets_.push_back(static_cast<double>(at) / static_cast<double>(unit));
    at += stretch.seconds;
  }
  repeats_ = constant_ = true;
  repeats_from_ = timeline.repeats_from;
  const std::int64_t week = at - offsets[repeats_from_];
  period_ = static_cast<double>(week) / static_cast<double>(unit);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i >= repeats_from_)
      begins_.emplace_back(std::in_place, in_time_units(offsets[i]), in_time_units(week));
    else
      begins_.emplace_back();
  }
}

void Schedule::bind_items(Binder& binder) {
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
  const expressions::Expression& value = items_[place(k)].value;
  return options_.scale * value.evaluate_checked(frame);
}

double Schedule::duration(std::uint64_t k) {
  EntityFrame frame(nullptr);
  const expressions::Expression& duration = items_[place(k)].duration;
  if (!duration) return kInfinity;
  const double lasts = duration.evaluate(frame);
  if (!(lasts >= 0))
    host().fail(*this, "the duration '" + duration.text() + "' is " + to_text(lasts) +
                           "; it must be a time of 0 or more (MX(0, ...) keeps it so)");
  return lasts;
}

Time Schedule::begin(std::uint64_t k) const {
  const std::size_t i = place(k);
  if (begins_[i]) return begins_[i]->tick((k - repeats_from_) / (size() - repeats_from_));
  return k < size() ? offsets_[i] : kInfinity;
}

double Schedule::value_at(Time t) const {
  const double repeating = t - offsets_[repeats_from_];
  std::uint64_t k = 0;
  if (repeating < 0 || period_ == kInfinity) {
    const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), t);
    k = static_cast<std::uint64_t>(after - offsets_.begin()) - 1;
  } else {
    // One round before the computed one is where rounding can have put t.
    const auto round = static_cast<std::uint64_t>(repeating / period_);
    k = repeats_from_ + (round > 0 ? round - 1 : 0) * (size() - repeats_from_);
  }
  while (begin(k + 1) <= t) ++k;
  return options_.scale * *items_[place(k)].value.constant();
}

double Schedule::greatest_value() const {
  double greatest = 0;
  for (const Part& part : items_) greatest = std::max(greatest, *part.value.constant());
  return options_.scale * greatest;
}

Time ScheduleCursor::end(Schedule& schedule, Time began) const {
  if (schedule.keeps_dates()) return std::max(began, schedule.begin(item + 1));
  if (!shifted && schedule.has_constant_durations()) return schedule.begin(item + 1);
  return began + schedule.duration(item);
}

}  // namespace escapement::siman
