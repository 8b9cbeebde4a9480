// SPDX-License-Identifier: MIT
#include "escapement/arena/seizing.h"

#include <gtest/gtest.h>

#include "escapement/arena/create.h"
#include "escapement/arena/delay.h"
#include "escapement/arena/dispose.h"
#include "escapement/arena/process.h"
#include "escapement/arena/release.h"
#include "escapement/arena/seize.h"
#include "escapement/siman/interrupt.h"
#include "siman/support.h"

namespace escapement::arena {
namespace {

using namespace siman::testing_support;
using ::testing::ElementsAre;

struct Shop : Model {
  Shop() {
    add<siman::EntityType>("Part");
    add<siman::Resource>("Machine", 1.0);
  }
  Create& parts(const char* name, double first, double gap, double count) {
    siman::Create::Options c;
    c.first = first;
    c.interarrival = gap;
    c.max_batches = count;
    return add<Create>(name, c);
  }
};

// The same blocks as in a Process: parts at 0, 1, 2, work of 4.
TEST(Seizing, SeizeDelayReleaseInThreeModules) {
  Shop shop;
  auto& create = shop.parts("Arrivals", 0, 1, 3);
  SeizingOptions options;
  options.resources = {{"Machine"}};
  auto& seize = shop.add<Seize>("Take", options);
  auto& delay = shop.add<Delay>("Work", siman::Delay::Options{4.0});
  auto& release = shop.add<Release>("Free", std::vector<siman::ResourceUnits>{{"Machine"}});
  auto& log = shop.add<Log>("Log");
  shop.link(create.out(), seize.in());
  shop.link(seize.out(), delay.in());
  shop.link(delay.out(), release.in());
  shop.link(release.out(), log.in);
  shop.run();
  EXPECT_THAT(log.times, ElementsAre(4, 8, 12));
  EXPECT_DOUBLE_EQ(shop.tally("Take.Queue.WaitingTime"), 3);
}

// Parts at 0, 1, 2, 3 with work of 10: the second waits, gives up at 1 + 6; the third and fourth find it
// full.
TEST(Seizing, ProcessWithAFullQueueAndPatience) {
  Shop shop;
  auto& create = shop.parts("Arrivals", 0, 1, 4);
  Process::Options options;
  options.resources = {{"Machine"}};
  options.delay = 10.0;
  options.queue_capacity = 1;
  options.patience = 6.0;
  auto& process = shop.add<Process>("Work", options);
  auto& log = shop.add<Log>("Log");
  auto& balked = shop.add<Log>("Balked");
  shop.link(create.out(), process.in());
  shop.link(process.out(), log.in);
  shop.link(process.out("balked"), balked.in);  // reneged is not coupled: those entities end
  shop.run();
  EXPECT_THAT(log.times, ElementsAre(10));
  EXPECT_THAT(balked.times, ElementsAre(2, 3));
  EXPECT_EQ(shop.count("Work.NumberReneged"), 1);
  EXPECT_EQ(shop.count("Work.NumberIn"), 4);
  EXPECT_EQ(shop.count("Work.NumberOut"), 4);
  EXPECT_EQ(shop.observations("Work.TotalTime"), 1u);
  EXPECT_EQ(shop.count("System.NumberOut"), 4);
}

TEST(Seizing, DelayOfAModuleIsInterrupted) {
  Shop shop;
  auto& create = shop.parts("Arrivals", 0, 1, 1);
  auto& alarm = shop.parts("Alarm", 3, 1, 1);
  auto& delay = shop.add<Delay>("Work", siman::Delay::Options{4.0});
  auto& stop = shop.add<siman::Interrupt>("Stop", siman::Interrupt::Options{"Work.Delay"});
  auto& done = shop.add<Dispose>("Done");
  auto& log = shop.add<Log>("Log");
  shop.link(create.out(), delay.in());
  shop.link(delay.out(), done.in());
  shop.link(delay.out("interrupted"), log.in);
  shop.link(alarm.out(), stop.in);
  shop.link(stop.out, done.in());
  shop.run();
  EXPECT_THAT(log.times, ElementsAre(3));
}

}  // namespace
}  // namespace escapement::arena
