// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using testing_support::Log;

TEST(Calendar, OrdersByTimeThenClassThenScheduling) {
  Log blocks[] = {Log("A"), Log("B"), Log("C"), Log("D"), Log("E"), Log("F")};
  Calendar calendar;
  calendar.schedule(5, EventClass::kDelayEnd, blocks[0], nullptr);
  calendar.schedule(5, EventClass::kArrival, blocks[1], nullptr);
  calendar.schedule(5, EventClass::kFailure, blocks[2], nullptr);
  calendar.schedule(5, EventClass::kCapacity, blocks[3], nullptr);
  calendar.schedule(5, EventClass::kArrival, blocks[4], nullptr);
  calendar.schedule(4, EventClass::kDelayEnd, blocks[5], nullptr);
  std::string order;
  while (!calendar.empty()) order += calendar.pop().block->name();
  EXPECT_EQ(order, "FDCBEA");
  EXPECT_EQ(calendar.next(), kInfinity);
}

TEST(Calendar, CancelledEventsDoNotComeAndTheirPlacesServeAgain) {
  Log a("A"), b("B"), c("C");
  Calendar calendar;
  const Calendar::Id first = calendar.schedule(1, EventClass::kArrival, a, nullptr);
  calendar.schedule(2, EventClass::kArrival, b, nullptr);
  calendar.cancel(first);
  calendar.cancel(first);  // twice is once
  EXPECT_EQ(calendar.next(), 2);
  EXPECT_EQ(calendar.size(), 1u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(calendar.schedule(3, EventClass::kArrival, c, nullptr), first) << i;
    calendar.cancel(first);
  }
  EXPECT_EQ(calendar.pop().block, &b);
}

// Scheduled from the last to the first, so that each is put before all others: what the row cannot hold goes
// to the heap, and comes back in order. Negative times and -0 are times as others.
TEST(Calendar, ManyEventsThatComeInTheContraryOrder) {
  Log block("A");
  std::vector<Entity> entities(200);
  Calendar calendar;
  std::vector<Calendar::Id> ids;
  for (int i = 199; i >= 0; --i)
    ids.push_back(
        calendar.schedule(i - 100.0, EventClass::kArrival, block, &entities[static_cast<std::size_t>(i)]));
  calendar.schedule(-0.0, EventClass::kDelayEnd, block, nullptr);
  for (std::size_t i = 0; i < 200; i += 3) calendar.cancel(ids[199 - i]);  // of times -100, -97 ...
  EXPECT_EQ(calendar.size(), 201u - 67u);
  for (std::size_t i = 0; i < 200; ++i) {
    if (i % 3 == 0) continue;
    EXPECT_EQ(calendar.next(), static_cast<double>(i) - 100.0);
    EXPECT_EQ(calendar.pop().entity, &entities[i]);
    if (i == 100) {  // at 0, in the class behind
      EXPECT_EQ(calendar.next(), 0);
      EXPECT_EQ(calendar.pop().entity, nullptr);
    }
  }
  EXPECT_TRUE(calendar.empty());
}

// An event that does nothing changes nobody's order.
TEST(Calendar, OrderIsStableUnderOtherEvents) {
  Log a("A"), b("B"), c("C"), other("X");
  Calendar calendar;
  calendar.schedule(5, EventClass::kArrival, a, nullptr);
  calendar.schedule(1, EventClass::kArrival, other, nullptr);
  calendar.schedule(5, EventClass::kArrival, b, nullptr);
  calendar.schedule(kInfinity, EventClass::kArrival, other, nullptr);
  calendar.schedule(5, EventClass::kArrival, c, nullptr);
  std::string order;
  for (int i = 0; i < 4; ++i) order += calendar.pop().block->name();
  EXPECT_EQ(order, "XABC");
}

// Sixteen at one time fill the row; what comes then goes in front of its last, or behind it into the heap.
TEST(Calendar, EventsOfOneTimeKeepTheirOrderWhereTheRowIsFull) {
  Log block("A");
  std::vector<Entity> entities(24);
  Calendar calendar;
  for (std::size_t i = 0; i < 16; ++i)
    calendar.schedule(3, i % 2 == 0 ? EventClass::kDelayEnd : EventClass::kArrival, block, &entities[i]);
  for (std::size_t i = 16; i < 20; ++i)
    calendar.schedule(3, EventClass::kCapacity, block, &entities[i]);  // before all others
  for (std::size_t i = 20; i < 24; ++i) calendar.schedule(3, EventClass::kDelayEnd, block, &entities[i]);
  for (std::size_t i :
       {16, 17, 18, 19, 1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 14, 20, 21, 22, 23}) {
    EXPECT_EQ(calendar.next(), 3);
    EXPECT_EQ(calendar.pop().entity, &entities[i]) << i;
  }
  EXPECT_TRUE(calendar.empty());
}

// As a host does: after an event come none, one or several new ones, and some are cancelled. A map sorted by
// time, class and order of scheduling is the reference.
TEST(Calendar, GivesWhatASortedMapGives) {
  std::mt19937 engine(7);
  const auto random = [&engine] { return static_cast<unsigned>(engine()); };
  Log block("A");
  std::vector<Entity> entities(64);
  for (int round = 0; round < 50; ++round) {
    Calendar calendar;
    std::map<std::tuple<double, unsigned, std::uint64_t>, std::pair<Calendar::Id, Entity*>> reference;
    std::uint64_t order = 0;
    double now = 0;
    const auto schedule = [&] {
      Entity* entity = &entities[random() % entities.size()];
      const double at = now + random() % 5;
      const unsigned event_class = 1 + random() % 4;
      const Calendar::Id id = calendar.schedule(at, static_cast<EventClass>(event_class), block, entity);
      reference[{at, event_class, order++}] = {id, entity};
    };
    for (unsigned i = random() % (round % 3 == 0 ? 120 : 12); i-- > 0;) schedule();
    for (int step = 0; step < 300 && !reference.empty(); ++step) {
      ASSERT_EQ(calendar.size(), reference.size());
      ASSERT_EQ(calendar.next(), std::get<0>(reference.begin()->first));
      now = calendar.next();
      ASSERT_EQ(calendar.pop().entity, reference.begin()->second.second);
      reference.erase(reference.begin());
      ASSERT_EQ(calendar.next(), reference.empty() ? kInfinity : std::get<0>(reference.begin()->first));
      if (random() % 4 == 0 && !reference.empty()) {
        const auto victim =
            std::next(reference.begin(), static_cast<std::ptrdiff_t>(random() % reference.size()));
        calendar.cancel(victim->second.first);
        reference.erase(victim);
      }
      const unsigned burst = random() % 64 == 0 ? 40 : 0;  // more than the row holds
      for (unsigned i = random() % 3 + burst; i-- > 0;) schedule();
      ASSERT_EQ(calendar.empty(), reference.empty());
    }
  }
}

}  // namespace
}  // namespace escapement::siman
