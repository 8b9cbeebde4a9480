// SPDX-License-Identifier: MIT
#include "escapement/siman/deadlock.h"

#include <gtest/gtest.h>

#include "escapement/siman/schedule.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// Seizes one resource, works, seizes a second one while it holds the first.
void grabber(Shop& shop, const std::string& name, const char* first, const char* second) {
  auto& create = shop.arrivals((name + "Arrives").c_str(), 0.0, {}, 1);
  auto& queue1 = shop.top.add<Queue>(name + "Queue1", Queue::Options{"Line"});
  auto& seize1 = shop.top.add<Seize>(name + "Seize1", Seize::Options{{{first}}});
  auto& work = shop.top.add<Delay>(name + "Work", Delay::Options{1.0});
  auto& queue2 = shop.top.add<Queue>(name + "Queue2", Queue::Options{"Other"});
  auto& seize2 = shop.top.add<Seize>(name + "Seize2", Seize::Options{{{second}}});
  auto& done = shop.top.add<Dispose>(name + "Done");
  shop.link(create.out, queue1.in);
  shop.link(queue1.out, seize1.in);
  shop.link(seize1.out, work.in);
  shop.link(work.out, queue2.in);
  shop.link(queue2.out, seize2.in);
  shop.link(seize2.out, done.in);
}

TEST(Deadlock, TellsTheCycleOfWaits) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  grabber(shop, "A", "X", "Y");
  grabber(shop, "B", "Y", "X");
  shop.run();
  const auto deadlock = find_deadlock(shop.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->model_path, "ASeize2");
  EXPECT_EQ(
      deadlock->message,
      "entities wait for resources and no event is left; entity 1 of type 'Job' waits at 'ASeize2' for 1 of "
      "'Y' (1 of 1 busy), which entity 2 holds; entity 2 of type 'Job' waits at 'BSeize2' for 1 of 'X' (1 of "
      "1 busy), which entity 1 holds; that closes the cycle: seize in one order everywhere, or all at once");
}

TEST(Deadlock, TellsOfUnitsThatNobodyHolds) {
  Shop shop;
  shop.add<Resource>("X", 0.0);
  shop.job("A", 0, {{"X"}}, 1);
  shop.run();
  const auto deadlock = find_deadlock(shop.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_THAT(deadlock->message,
              HasSubstr("waits at 'ASeize' for 1 of 'X' (0 of 0 busy), which no entity in the model holds"));
}

TEST(Deadlock, IsNoneWhenNobodyWaits) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.jobs("A", 0, 0.0, 5, {{"X"}}, 1.0);
  shop.run();
  EXPECT_FALSE(find_deadlock(shop.hosting->world()));
}

TEST(Deadlock, TellsOfAScheduleThatHasEnded) {
  Shop shop;
  Schedule::Options shift;
  shift.items = {{1.0, 5.0}, {0.0}};
  shop.add<Schedule>("Shift", shift);
  Resource::Options options;
  options.schedule = "Shift";
  shop.add<Resource>("X", options);
  shop.job("Late", 6, {{"X"}}, 1);
  shop.run();
  const auto deadlock = find_deadlock(shop.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_THAT(deadlock->message,
              ::testing::HasSubstr("waits at 'LateSeize' for 1 of 'X' (0 of 0 busy), whose "
                                   "schedule has ended with a capacity of 0"));
}

}  // namespace
}  // namespace escapement::siman
