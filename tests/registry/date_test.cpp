// SPDX-License-Identifier: MIT
#include "escapement/registry/date.h"

#include <gtest/gtest.h>

namespace escapement::registry {
namespace {

// Known days: 2000-01-01 is day 10957 after 1970-01-01 (30 years with 7 leap days), and was a Saturday.
TEST(Date, CountsSecondsSince1970) {
  EXPECT_EQ(parse_date("1970-01-01"), 0);
  EXPECT_EQ(parse_date("2000-01-01"), (30 * 365 + 7) * kSecondsInDay);
  EXPECT_EQ(parse_date("1969-12-31 23:59:59"), -1);
  EXPECT_EQ(parse_date("2000-01-01T06:30"), (30 * 365 + 7) * kSecondsInDay + 6 * 3600 + 30 * 60);
  EXPECT_EQ(*parse_date("2024-03-01") - *parse_date("2024-02-28"), 2 * kSecondsInDay);  // a leap year
}

TEST(Date, RefusesWhatIsNone) {
  for (const char* text :
       {"", "2026", "2026-1-1", "2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-01-01 24:00",
        "2026-01-01 6", "2026-01-01x", "2026-01-01 06:60", "1582-12-31", "2026/01/01", "2026-01-01 06:00 "})
    EXPECT_FALSE(parse_date(text)) << text;
}

TEST(Date, TimesOfDay) {
  EXPECT_EQ(parse_time_of_day("08:00"), 8 * 3600);
  EXPECT_EQ(parse_time_of_day("8:05:09"), 8 * 3600 + 5 * 60 + 9);
  EXPECT_EQ(parse_time_of_day("24:00"), kSecondsInDay);
  for (const char* text : {"", "8", "24:01", "8:0", "08:00:60", "08:00h", "-1:00"})
    EXPECT_FALSE(parse_time_of_day(text)) << text;
}

TEST(Date, Weekdays) {
  EXPECT_EQ(weekday(0), 3);      // a Thursday
  EXPECT_EQ(weekday(10957), 5);  // a Saturday
  EXPECT_EQ(weekday(-3), 0);     // 1969-12-29, a Monday
  EXPECT_EQ(weekday(-10), 0);
}

}  // namespace
}  // namespace escapement::registry
