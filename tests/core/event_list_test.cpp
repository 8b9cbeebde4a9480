// SPDX-License-Identifier: MIT
#include "escapement/core/event_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace escapement {
namespace {

const auto always = [](Time, std::uint32_t) { return true; };

TEST(EventList, OfNothingTheLeastIsInfinity) {
  const EventList list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.least(), kInfinity);
  EXPECT_EQ(list.least_untaken(), kInfinity);
}

TEST(EventList, TakesAllOfTheLeastTimeAndFillsTheirPlaces) {
  EventList list;
  for (std::uint32_t id = 0; id < 6; ++id) list.insert(id < 4 ? 1 : 2 + id, id);
  std::vector<std::uint32_t> taken;
  list.take_least([&](std::uint32_t id) { taken.push_back(id); });
  std::sort(taken.begin(), taken.end());
  EXPECT_EQ(taken, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(list.least_untaken(), 6);
  list.insert(3, 0);
  EXPECT_EQ(list.least_untaken(), 3);
  list.settle(always);
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(list.least(), 3);
}

TEST(EventList, DropsWhatComesUpAndHoldsNoMore) {
  EventList list;
  list.insert(1, 7);
  list.insert(2, 7);  // scheduled anew: the entry of time 1 holds no more
  list.settle([](Time time, std::uint32_t) { return time == 2; });
  EXPECT_EQ(list.least(), 2);
  EXPECT_EQ(list.size(), 1u);
}

// Against a map from model to due time, driven as the simulator drives it: steps in which all least ones are
// taken and each is scheduled anew, later or never, others are moved, and now and then a rebuild.
TEST(EventList, AgreesWithAMapOnRandomSteps) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    constexpr std::uint32_t kIds = 200;
    EventList list;
    std::map<std::uint32_t, Time> due;
    const auto holds = [&](Time time, std::uint32_t id) { return due.contains(id) && due[id] == time; };
    // Few times at first, so that ties are many; then many.
    const int range = seed == 1 ? 5 : 1000;
    Time now = 0;
    const auto later = [&] { return now + 1 + static_cast<Time>(random() % static_cast<unsigned>(range)); };
    for (std::uint32_t id = 0; id < kIds; ++id) list.insert(due[id] = later(), id);
    list.settle(holds);
    for (int step = 0; step < 20000 && !list.empty(); ++step) {
      Time least = kInfinity;
      std::set<std::uint32_t> expected;
      for (const auto& [id, time] : due) least = std::min(least, time);
      for (const auto& [id, time] : due)
        if (time == least) expected.insert(id);
      ASSERT_EQ(list.least(), least);
      now = least;
      std::set<std::uint32_t> taken;
      list.take_least([&](std::uint32_t id) {
        if (holds(least, id)) taken.insert(id);
      });
      ASSERT_EQ(taken, expected);
      for (const std::uint32_t id : taken) due.erase(id);
      Time others = kInfinity;
      for (const auto& [id, time] : due) others = std::min(others, time);
      ASSERT_LE(list.least_untaken(), others);
      for (const std::uint32_t id : taken)
        if (random() % 50 != 0) list.insert(due[id] = later(), id);
      for (int moved = 0; moved < 3; ++moved) {
        const auto id = static_cast<std::uint32_t>(random() % kIds);
        list.insert(due[id] = later(), id);
      }
      list.settle(holds);
      if (list.size() > 2 * due.size() + 10) {
        std::set<std::uint32_t> kept;
        list.rebuild([&](Time time, std::uint32_t id) { return holds(time, id) && kept.insert(id).second; });
        ASSERT_EQ(list.size(), due.size());
      }
    }
  }
}

}  // namespace
}  // namespace escapement
