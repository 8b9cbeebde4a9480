// SPDX-License-Identifier: MIT
// Functions of dates and units of time (Rockwell Automation, Arena Variables Guide, "date and time
// functions"). A base time is a number in the study's time unit; "startDate" of the experiment is the date of
// time 0, Monday at midnight when absent, and then years, months and days of months are not known.
#include <chrono>
#include <cmath>

#include "escapement/expressions/errors.h"
#include "escapement/registry/date.h"
#include "model_scope.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::ScopeError;
using CallArguments = std::span<expressions::Argument>;
constexpr std::int64_t kMondayMidnight = -3 * registry::kSecondsInDay;  // 1969-12-29

std::chrono::year_month_day date_of(std::int64_t days) {
  return std::chrono::sys_days(std::chrono::days(days));
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Of the instant: days since 1970-01-01, and seconds of the day. A time that misses a whole second by
// rounding only counts as that second.
struct Instant {
  std::int64_t days, seconds;
};

// `of(instant)` of a base time. needs_date: it means nothing without a start date.
template <class Of>
ModelFunction of_instant(const char* name, const char* doc, bool needs_date, Of of) {
  return {{name, {}, {{"base time"}}, doc}, [name, needs_date, of](ModelScope& scope, CallArguments a) {
            const registry::Environment& environment = scope.binder().world().environment();
            if (needs_date && !environment.start_date)
              throw ScopeError(std::string(name) + " needs to know the date of time 0",
                               "give \"startDate\" in \"experiment\", such as \"2026-11-30\"");
            const double unit = registry::seconds_in(environment.time_unit).value_or(1);
            const auto start = static_cast<double>(environment.start_date.value_or(kMondayMidnight));
            return read_node([of, unit, start, time = std::move(a[0].node)](EntityFrame& f) {
              const double at = std::floor(start + time->evaluate(f) * unit + 1e-6);
              if (!(std::abs(at) < 1e15))
                throw expressions::EvaluationError("a date of the time " + to_text(time->evaluate(f)) +
                                                   " is asked for; it must be a finite number");
              const auto seconds = static_cast<std::int64_t>(at);
              const std::int64_t days = floor_div(seconds, registry::kSecondsInDay);
              return static_cast<double>(of(Instant{days, seconds - days * registry::kSecondsInDay}));
            });
          }};
}

ModelFunction to_base_time(const char* name, const char* what, double seconds) {
  return {{name, {}, {{what}}, std::string("so many ") + what + " in the study's time unit"},
          [seconds](ModelScope& scope, CallArguments a) {
            const double unit =
                registry::seconds_in(scope.binder().world().environment().time_unit).value_or(1);
            return read_node([seconds, unit, number = std::move(a[0].node)](EntityFrame& f) {
              return number->evaluate(f) * seconds / unit;
            });
          }};
}

}  // namespace

std::vector<ModelFunction> calendar_functions() {
  std::vector<ModelFunction> all;
  all.push_back(of_instant("CalYear", "year of a time by the calendar", true,
                           [](const Instant& i) { return static_cast<int>(date_of(i.days).year()); }));
  all.push_back(of_instant("CalMonth", "month of a time by the calendar, 1 to 12", true,
                           [](const Instant& i) { return static_cast<unsigned>(date_of(i.days).month()); }));
  all.push_back(of_instant("CalDayOfMonth", "day of the month of a time by the calendar, from 1", true,
                           [](const Instant& i) { return static_cast<unsigned>(date_of(i.days).day()); }));
  all.push_back(of_instant("CalDayOfWeek", "day of the week of a time, from 1 for Sunday to 7 for Saturday",
                           false, [](const Instant& i) { return (registry::weekday(i.days) + 1) % 7 + 1; }));
  all.push_back(of_instant("CalHour", "full hours since midnight at a time", false,
                           [](const Instant& i) { return i.seconds / 3600; }));
  all.push_back(of_instant("CalMinute", "full minutes since the hour at a time", false,
                           [](const Instant& i) { return i.seconds / 60 % 60; }));
  all.push_back(of_instant("CalSecond", "full seconds since the minute at a time", false,
                           [](const Instant& i) { return i.seconds % 60; }));
  all.push_back(to_base_time("SecondsToBaseTime", "seconds", 1));
  all.push_back(to_base_time("MinutesToBaseTime", "minutes", 60));
  all.push_back(to_base_time("HoursToBaseTime", "hours", 3600));
  all.push_back(to_base_time("DaysToBaseTime", "days", 86400));
  return all;
}

}  // namespace escapement::siman
