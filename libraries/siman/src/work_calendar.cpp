// SPDX-License-Identifier: MIT
#include "escapement/siman/work_calendar.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/registry/date.h"

namespace escapement::siman {
namespace {

using registry::kSecondsInDay;

const std::vector<std::string> kWeekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                            "Friday", "Saturday", "Sunday"};
constexpr const char* kOff = "Off";

std::int64_t floor_days(std::int64_t seconds) {
  return (seconds - (seconds % kSecondsInDay + kSecondsInDay) % kSecondsInDay) / kSecondsInDay;
}

class Reader {
 public:
  WorkCalendar read(const registry::Arguments& arguments) {
    if (const registry::Value* days = arguments.value("days"))
      for (const registry::Value::Member& day : days->members()) read_day(day, arguments.environment());
    if (const registry::Value* week = arguments.value("week"))
      for (std::size_t d = 0; d < kWeekdays.size(); ++d)
        if (const registry::Value* day = week->find(kWeekdays[d]))
          calendar_.week[d] = known_day(day->text(), day->where());
    for (const registry::Arguments& each : arguments.records("exceptions")) read_exception(each);
    calendar_.otherwise = arguments.number("otherwise", 0);
    if (!faults_.empty()) throw InputError(std::move(faults_));
    return std::move(calendar_);
  }

 private:
  void fault(SourceLocation where, std::string message, std::string remedy) {
    faults_.push_back({std::move(where), std::move(message), std::move(remedy)});
  }

  void read_day(const registry::Value::Member& day, const registry::Environment& environment) {
    const std::string& name = day.key;
    if (name == kOff) fault(day.key_where, "the day \"Off\" cannot be given periods", "name it otherwise");
    std::vector<WorkCalendar::Period>& periods = calendar_.days[name];
    for (const registry::Value& item : day.value.items()) {
      const registry::Arguments each(item, environment);
      periods.push_back({time(each, "from", 0), time(each, "to", kSecondsInDay), each.number("value", 0)});
    }
    for (std::size_t i = 0; i < periods.size(); ++i)
      if (periods[i].from >= periods[i].to || (i > 0 && periods[i].from < periods[i - 1].to))
        fault(day.value.items()[i].where(),
              "period " + std::to_string(i + 1) + " of day '" + name + "' " +
                  (periods[i].from >= periods[i].to ? "ends before it begins"
                                                    : "begins before the one before it ends"),
              "give the periods of a day in order of time, without overlap; one over midnight is two");
  }

  std::int64_t time(const registry::Arguments& period, const char* field, std::int64_t absent) {
    if (!period.has(field)) return absent;
    const std::string text = period.string(field, "");
    const auto seconds = registry::parse_time_of_day(text);
    if (!seconds)
      fault(period.where(field), std::string("'") + field + "' must be a time of day, not '" + text + "'",
            "write \"08:00\", up to \"24:00\"");
    return seconds.value_or(absent);
  }

  void read_exception(const registry::Arguments& each) {
    WorkCalendar::Exception exception;
    exception.where = each.object().where();
    exception.first = exception.last = date(each, "date");
    if (each.has("until")) exception.last = date(each, "until");
    if (exception.last < exception.first)
      fault(each.where("until"), "the exception ends before it begins", "\"until\" is its last day");
    exception.day = known_day(each.string("day", kOff), each.where("day"));
    calendar_.exceptions.push_back(std::move(exception));
  }

  std::int64_t date(const registry::Arguments& each, const char* field) {
    const std::string text = each.string(field, "");
    const auto seconds = registry::parse_date(text);
    if (!seconds || *seconds % kSecondsInDay != 0)
      fault(each.where(field), std::string("'") + field + "' must be a date, not '" + text + "'",
            "write \"2026-12-24\"");
    return floor_days(seconds.value_or(0));
  }

  std::string known_day(const std::string& name, const SourceLocation& where) {
    if (name == kOff || calendar_.days.count(name) != 0) return name;
    std::vector<std::string> known = {kOff};
    for (const auto& [day, periods] : calendar_.days) known.push_back(day);
    fault(where, "there is no day '" + name + "'", "known: " + list_text(known));
    return kOff;
  }

  WorkCalendar calendar_;
  std::vector<Diagnostic> faults_;
};

void append(std::vector<WorkCalendar::Stretch>& stretches, std::size_t first, double value,
            std::int64_t seconds) {
  if (seconds <= 0) return;
  if (stretches.size() > first && stretches.back().value == value)
    stretches.back().seconds += seconds;
  else
    stretches.push_back({value, seconds});
}

}  // namespace

registry::Record WorkCalendar::record() {
  using namespace registry;
  Record period{"period of a day",
                "",
                {string("from").by_default("00:00").because("time of day"),
                 string("to").by_default("24:00").because("time of day"),
                 number("value").must().because("the schedule's value in it")},
                {}};
  Record week{"week", "", {}, {}};
  for (const std::string& name : kWeekdays)
    week.fields.push_back(string(name).by_default(kOff).because("name of a day pattern"));
  Record exception{"exception",
                   "",
                   {string("date").must().because("its day, or its first day, as \"2026-12-24\""),
                    string("until").because("its last day"),
                    string("day").by_default(kOff).because("the day pattern that counts then")},
                   {}};
  return {"calendar",
          "Values by the calendar.",
          {map("days", list("day", registry::record("period", std::move(period))))
               .because("patterns of days, by name: the periods of each, in order of time"),
           registry::record("week", std::move(week)).because("the pattern of each day of the week"),
           list("exceptions", registry::record("exception", std::move(exception)))
               .because("days that differ from the week; they need a startDate of the experiment"),
           number("otherwise").by_default("0").because("the value outside of all periods")},
          {}};
}

WorkCalendar WorkCalendar::from(const registry::Arguments& arguments) {
  return Reader().read(arguments);
}

const std::vector<WorkCalendar::Period>& WorkCalendar::periods_of(std::int64_t day) const {
  static const std::vector<Period> none;
  const std::string* name = &week[static_cast<std::size_t>(registry::weekday(day))];
  for (const Exception& exception : exceptions)
    if (day >= exception.first && day <= exception.last) name = &exception.day;
  const auto found = days.find(*name);
  return found == days.end() ? none : found->second;
}

WorkCalendar::Timeline WorkCalendar::timeline(std::int64_t start) const {
  const std::int64_t first_day = floor_days(start);
  std::int64_t first_regular = first_day;
  for (const Exception& exception : exceptions) first_regular = std::max(first_regular, exception.last + 1);
  if (start % kSecondsInDay != 0) first_regular = std::max(first_regular, first_day + 1);
  std::int64_t first_monday = first_regular;
  while (registry::weekday(first_monday) != 0) ++first_monday;
  Timeline timeline;
  for (std::int64_t day = first_day; day < first_monday + 7; ++day) {
    if (day == first_monday) timeline.repeats_from = timeline.stretches.size();
    std::int64_t at = std::max<std::int64_t>(0, start - day * kSecondsInDay);
    const auto go_to = [&](double value, std::int64_t to) {
      append(timeline.stretches, timeline.repeats_from, value, to - at);
      at = std::max(at, to);
    };
    for (const Period& period : periods_of(day)) {
      go_to(otherwise, period.from);
      go_to(period.value, period.to);
    }
    go_to(otherwise, kSecondsInDay);
  }
  return timeline;
}

}  // namespace escapement::siman
