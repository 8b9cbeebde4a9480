// SPDX-License-Identifier: MIT
// Values by the calendar, for schedules: patterns of days, a pattern of the week, and days that are
// exceptions (Rockwell Automation, Arena User's Guide, "calendar schedules"). Written as
//
//   {"days": {"Work": [{"from": "08:00", "to": "12:00", "value": 2}, {"from": "13:00", "to": "17:00",
//   "value": 2}],
//             "Half": [{"from": "08:00", "to": "12:00", "value": 1}]},
//    "week": {"Monday": "Work", "Friday": "Half"},
//    "exceptions": [{"date": "2026-12-24", "day": "Half"}, {"date": "2026-12-25", "until": "2026-12-26",
//    "day": "Off"}], "otherwise": 0}
//
// Outside of the periods, and on days without a pattern, the value is "otherwise". "Off" is the pattern
// without periods. A date counts from midnight to midnight; of exceptions for one date the last one counts.
// Where time 0 is in the calendar is told by the start date of the experiment: Monday at midnight when there
// is none.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::siman {

class WorkCalendar {
 public:
  // Within a day, in seconds since midnight.
  struct Period {
    std::int64_t from = 0, to = 0;
    double value = 0;
  };
  struct Exception {
    std::int64_t first = 0, last = 0;  // days since 1970-01-01
    std::string day;
    SourceLocation where{};
  };
  // Some value for so many seconds.
  struct Stretch {
    double value = 0;
    std::int64_t seconds = 0;
  };
  // From a start on. The stretches from `repeats_from` on are a week, which comes again and again.
  struct Timeline {
    std::vector<Stretch> stretches;
    std::size_t repeats_from = 0;
  };
  static constexpr std::int64_t kLongestAhead = 200 * 366;  // days from the start to the last exception

  std::map<std::string, std::vector<Period>> days{};  // by name
  std::array<std::string, 7> week{};                  // from Monday on; empty: Off
  std::vector<Exception> exceptions{};
  double otherwise = 0;

  static registry::Record record();
  // Throws InputError with all that is wrong with times, dates and names of days.
  static WorkCalendar from(const registry::Arguments& arguments);

  // `start` in seconds since 1970-01-01; exceptions that are over by then do not count.
  Timeline timeline(std::int64_t start) const;
  // A Monday at midnight.
  static constexpr std::int64_t kMonday = -3 * 86400;

 private:
  const std::vector<Period>& periods_of(std::int64_t day) const;
};

}  // namespace escapement::siman
