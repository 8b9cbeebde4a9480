// SPDX-License-Identifier: MIT
#include "escapement/siman/work_calendar.h"

#include <gtest/gtest.h>

#include "escapement/registry/date.h"
#include "escapement/siman/schedule.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;

// Monday to Friday two people from 8 to 12 and from 13 to 17.
WorkCalendar office() {
  WorkCalendar calendar;
  calendar.days["Work"] = {{8 * kHour, 12 * kHour, 2}, {13 * kHour, 17 * kHour, 2}};
  calendar.days["Half"] = {{8 * kHour, 12 * kHour, 1}};
  for (std::size_t d = 0; d < 5; ++d) calendar.week[d] = "Work";
  return calendar;
}

Schedule& scheduled(Model& model, WorkCalendar calendar, const char* start = nullptr) {
  model.environment.time_unit = "h";
  if (start != nullptr) model.environment.start_date = registry::parse_date(start);
  Schedule::Options options;
  options.calendar = std::move(calendar);
  return model.add<Schedule>("S", options);
}

TEST(WorkCalendar, AWeekFromMondayComesAgain) {
  const WorkCalendar::Timeline timeline = office().timeline(WorkCalendar::kMonday);
  EXPECT_EQ(timeline.repeats_from, 0u);
  ASSERT_EQ(timeline.stretches.size(), 21u);  // 0, 2, 0, 2 on five days, and the rest of the week
  EXPECT_EQ(timeline.stretches[0].seconds, 8 * kHour);
  EXPECT_EQ(timeline.stretches[4].seconds, 15 * kHour);  // from 17 to 8 of the next day
  EXPECT_EQ(timeline.stretches[20].seconds, 7 * kHour + 2 * kDay);
  std::int64_t total = 0;
  for (const auto& stretch : timeline.stretches) total += stretch.seconds;
  EXPECT_EQ(total, 7 * kDay);
}

// In hours from Monday at midnight; the 100th week begins at 16800 h.
TEST(WorkCalendar, ValuesOfASchedule) {
  Model model;
  Schedule& s = scheduled(model, office());
  model.build();
  for (const double week : {0.0, 168.0, 16800.0}) {
    EXPECT_EQ(s.value_at(week), 0);
    EXPECT_EQ(s.value_at(week + 8), 2);
    EXPECT_EQ(s.value_at(week + 12), 0);
    EXPECT_EQ(s.value_at(week + 4 * 24 + 16.999), 2);
    EXPECT_EQ(s.value_at(week + 5 * 24 + 10), 0);
  }
  EXPECT_EQ(s.greatest_value(), 2);
  EXPECT_EQ(s.period(), 168);
  EXPECT_TRUE(s.repeats());
}

// 2026-12-23 is a Wednesday; the run begins at 10:00. The 24th is a half day, the 25th is free; so the
// regular week begins on Monday the 28th, 110 h later.
TEST(WorkCalendar, ExceptionsAndAStartWithinAWeek) {
  Model model;
  WorkCalendar calendar = office();
  const auto day = [](const char* text) { return *registry::parse_date(text) / kDay; };
  calendar.exceptions = {{day("2026-12-24"), day("2026-12-25"), "Off"},
                         {day("2026-12-24"), day("2026-12-24"), "Half"},
                         {day("2026-01-01"), day("2026-01-01"), "Off"}};
  Schedule& s = scheduled(model, std::move(calendar), "2026-12-23 10:00");
  model.build();
  EXPECT_EQ(s.value_at(0), 2);
  EXPECT_EQ(s.begin(1), 2);               // 12:00
  EXPECT_EQ(s.value_at(14 + 9), 1);       // the 24th at 9
  EXPECT_EQ(s.value_at(14 + 13), 0);      // and at 13
  EXPECT_EQ(s.value_at(14 + 24 + 9), 0);  // the 25th
  EXPECT_EQ(s.value_at(110 + 8), 2);      // Monday the 28th at 8
  EXPECT_EQ(s.value_at(110 + 168 + 9), 2);
  EXPECT_EQ(s.value_at(110 + 168 + 5 * 24 + 9), 0);
}

// The job of 5 h that begins on Monday at 10 is at work when the afternoon break begins at 12; by the rule
// Wait the break begins at 15. It ends at 13 by the calendar, that is at once, and the job that waits begins
// at 15.
TEST(WorkCalendar, KeepsToItsDates) {
  Shop shop;
  WorkCalendar calendar = office();
  scheduled(shop, std::move(calendar));
  Resource::Options options;
  options.schedule = "S";
  shop.add<Resource>("X", options);
  auto& first = shop.job("A", 10, {{"X", 2.0}}, 5);
  auto& second = shop.job("B", 12.5, {{"X", 2.0}}, 1);
  shop.run(100);
  EXPECT_THAT(first.end.times, ElementsAre(15));
  EXPECT_THAT(second.begin.times, ElementsAre(15));
}

TEST(WorkCalendar, FaultsOfBuilding) {
  Model undated;
  WorkCalendar calendar = office();
  calendar.exceptions = {{10, 10, "Off"}};
  scheduled(undated, calendar);
  EXPECT_THAT(undated.faults(),
              HasSubstr("the exceptions of schedule 'S' need to know when time 0 is | add \"startDate\""));
  Model far;
  calendar.exceptions = {{100000, 100000, "Off"}};
  scheduled(far, calendar, "1970-01-05");
  EXPECT_THAT(far.faults(), HasSubstr("an exception of schedule 'S' is more than 200 years after the start"));
  Model half;
  calendar = office();
  calendar.days["Half"][0].value = 1.5;
  calendar.week[4] = "Half";
  scheduled(half, calendar);
  EXPECT_THAT(half.faults(),
              HasSubstr("the calendar of schedule 'S' gives a capacity of 1.5 | give a whole number"));
}

}  // namespace
}  // namespace escapement::siman
