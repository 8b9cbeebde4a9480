// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace escapement::siman
