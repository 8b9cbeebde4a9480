// SPDX-License-Identifier: MIT
#include "escapement/siman/preempt.h"

#include <gtest/gtest.h>

#include "escapement/siman/interrupt.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Queue, PREEMPT, Delay, Release for entities that come at `at`, every `gap`.
struct Urgent {
  Urgent(Shop& shop, const std::string& name, const char* resource, ExpressionText at, ExpressionText gap,
         double count, ExpressionText duration, double priority = 1, Reference remaining = {})
      : create(shop.arrivals((name + "Arrives").c_str(), std::move(at), std::move(gap), count)),
        enqueue(shop.top.add<Queue>(name + "Queue", Queue::Options{"Other"})),
        preempt(shop.top.add<Preempt>(name + "Preempt", Preempt::Options{{resource}, priority, remaining})),
        begin(shop.top.add<Log>(name + "Begin")),
        delay(shop.top.add<Delay>(name + "Delay", Delay::Options{std::move(duration)})),
        release(shop.top.add<Release>(name + "Release", std::vector<ResourceUnits>{{resource}})),
        end(shop.top.add<Log>(name + "End")) {
    shop.link(create.out, enqueue.in);
    shop.link(enqueue.out, preempt.in);
    shop.link(preempt.out, begin.in);
    shop.link(begin.out, delay.in);
    shop.link(delay.out, release.in);
    shop.link(release.out, end.in);
  }
  Create& create;
  Queue& enqueue;
  Preempt& preempt;
  Log& begin;
  Delay& delay;
  Release& release;
  Log& end;
};

TEST(Preempt, TakesTheUnitAndTheHolderResumesFirst) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& low = shop.job("A", 0, {{"X"}}, 10, 2);
  auto& next = shop.job("B", 1, {{"X"}}, 1, 2);
  Urgent urgent(shop, "U", "X", 4.0, {}, 1, 3.0);
  shop.run();
  EXPECT_THAT(urgent.end.times, ElementsAre(7));
  EXPECT_THAT(low.end.times, ElementsAre(13));  // 4 of 10 done at 4; 6 more from 7
  EXPECT_THAT(next.begin.times, ElementsAre(13));
  EXPECT_DOUBLE_EQ(shop.average("X.NumberBusy"), 1);  // never idle in between
  EXPECT_EQ(shop.persistent("X.NumberBusy").changes(), 2u);
  EXPECT_EQ(shop.count("X.TotalNumberSeized"), 3);  // to get it back is no seize
}

TEST(Preempt, WaitsForHoldersThatAreAsUrgentAndForDelaysThatEndNow) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& first = shop.job("A", 0, {{"X"}}, 4, 1);
  auto& second = shop.job("B", 0, {{"X"}}, 4, 2);
  Urgent as_urgent(shop, "U", "X", 2.0, {}, 1, 1.0);
  Urgent at_end(shop, "V", "X", 9.0, {}, 1, 1.0);  // B works 5-9
  shop.run();
  EXPECT_THAT(first.end.times, ElementsAre(4));
  EXPECT_THAT(as_urgent.begin.times, ElementsAre(4));
  EXPECT_THAT(second.end.times, ElementsAre(9));
  EXPECT_THAT(at_end.begin.times, ElementsAre(9));
}

TEST(Preempt, TakesFromTheLeastUrgentAndThenFromTheLatest) {
  Shop shop;
  shop.add<Resource>("X", 3.0);
  auto& middle = shop.job("A", 0, {{"X"}}, 10, 2);
  auto& low = shop.job("B", 1, {{"X"}}, 10, 3);
  auto& latest = shop.job("C", 2, {{"X"}}, 10, 3);
  Urgent urgent(shop, "U", "X", 4.0, 1.0, 2, 20.0);
  shop.run();
  EXPECT_THAT(urgent.begin.times, ElementsAre(4, 5));
  EXPECT_THAT(middle.end.times, ElementsAre(10));
  // At 10 A's unit is free: C lost its unit first, 8 to do; then B at 24, 6 to do.
  EXPECT_THAT(latest.end.times, ElementsAre(18));
  EXPECT_THAT(low.end.times, ElementsAre(24));  // C's unit, free at 18
}

TEST(Preempt, SendsThePreemptedOnWithTheTimeThatWasLeft) {
  Shop shop;
  shop.add<Attribute>("left");
  shop.add<Resource>("X", 1.0);
  auto& low = shop.job("A", 0, {{"X"}}, 10, 2);
  Urgent urgent(shop, "U", "X", 4.0, {}, 1, 3.0, 1, "left");
  auto& out = shop.add<Log>("Out");
  out.logged_attributes = 1;
  shop.link(urgent.preempt.preempted, out.in);
  shop.run();
  EXPECT_THAT(low.end.times, ElementsAre());
  EXPECT_THAT(out.times, ElementsAre(4));
  EXPECT_THAT(out.attributes, ElementsAre(6));
  EXPECT_EQ(shop.simulator->now(), 7);
}

// The holder of X and Y loses X, keeps Y, and goes on when it has X back.
TEST(Preempt, KeepsTheOtherResourceMeanwhile) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  auto& both = shop.job("A", 0, {{"X"}, {"Y"}}, 10, 2);
  auto& other = shop.job("B", 1, {{"Y"}}, 1, 2);
  Urgent urgent(shop, "U", "X", 4.0, {}, 1, 3.0);
  shop.run();
  EXPECT_THAT(both.end.times, ElementsAre(13));
  EXPECT_THAT(other.begin.times, ElementsAre(13));
  EXPECT_DOUBLE_EQ(shop.persistent("Y.NumberBusy").integral(14), 14);
}

// It loses both, one after another, and goes on when it has both back.
TEST(Preempt, LosesTwoResources) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  auto& both = shop.job("A", 0, {{"X"}, {"Y"}}, 10, 2);
  Urgent first(shop, "U", "X", 4.0, {}, 1, 3.0);
  Urgent second(shop, "V", "Y", 5.0, {}, 1, 6.0);
  for (Log* end : {&both.end, &first.end, &second.end}) shop.record_after(*end);
  shop.run();
  EXPECT_THAT(both.end.times, ElementsAre(17));  // 6 to do from 11
  EXPECT_DOUBLE_EQ(shop.tally("Job.VATime"), (10 + 3 + 6) / 3.0);
}

// A holder that waits elsewhere loses the unit, too; its next delay waits for it.
TEST(Preempt, HolderOutsideOfADelay) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  shop.job("B", 0, {{"Y"}}, 5);
  auto& create = shop.arrivals("Arrives", 1.0, {}, 1);
  auto& queue_x = shop.add<Queue>("QueueX", Queue::Options{"Line"});
  auto& seize_x = shop.add<Seize>("SeizeX", Seize::Options{{{"X"}}, 2.0});
  auto& queue_y = shop.add<Queue>("QueueY", Queue::Options{"Line"});
  auto& seize_y = shop.add<Seize>("SeizeY", Seize::Options{{{"Y"}}, 2.0});
  auto& got = shop.add<Log>("Got");
  auto& delay = shop.add<Delay>("Work", Delay::Options{2.0});
  auto& release = shop.add<Release>("Free", std::vector<ResourceUnits>{{"X"}, {"Y"}});
  auto& end = shop.add<Log>("End");
  shop.link(create.out, queue_x.in);
  shop.link(queue_x.out, seize_x.in);
  shop.link(seize_x.out, queue_y.in);
  shop.link(queue_y.out, seize_y.in);
  shop.link(seize_y.out, got.in);
  shop.link(got.out, delay.in);
  shop.link(delay.out, release.in);
  shop.link(release.out, end.in);
  Urgent urgent(shop, "U", "X", 3.0, {}, 1, 4.0);  // 3-7
  shop.run();
  EXPECT_THAT(urgent.begin.times, ElementsAre(3));
  EXPECT_THAT(got.times, ElementsAre(5));
  EXPECT_THAT(end.times, ElementsAre(9));  // 7 + 2
}

TEST(Preempt, ReleasingWhatIsLostGivesUpTheClaim) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& create = shop.arrivals("Arrives", 0.0, {}, 1);
  auto& queue = shop.add<Queue>("QueueX", Queue::Options{"Line"});
  auto& seize = shop.add<Seize>("SeizeX", Seize::Options{{{"X"}}, 2.0});
  auto& work = shop.add<Delay>("Work", Delay::Options{10.0});
  auto& release = shop.add<Release>("Free", std::vector<ResourceUnits>{{"X"}});
  auto& end = shop.add<Log>("End");
  shop.link(create.out, queue.in);
  shop.link(queue.out, seize.in);
  shop.link(seize.out, work.in);
  shop.link(work.out, release.in);
  shop.link(work.interrupted, release.in);
  shop.link(release.out, end.in);
  Urgent urgent(shop, "U", "X", 3.0, {}, 1, 4.0);
  auto& alarm = shop.arrivals("Alarm", 5.0, {}, 1);
  auto& interrupt = shop.add<Interrupt>("Stop", Interrupt::Options{"Work"});
  auto& done = shop.add<Dispose>("Done");
  shop.link(alarm.out, interrupt.in);
  shop.link(interrupt.out, done.in);
  shop.run();
  EXPECT_THAT(end.times, ElementsAre(5));
  EXPECT_THAT(urgent.end.times, ElementsAre(7));
  EXPECT_EQ(shop.persistent("X.NumberBusy").value(), 0);
}

// r-simmer/simmer issue 187: at 2 the blocker sends the customer from its work of 5 to a handler of 1, and
// takes the server for 20. The handler begins when the customer has the server back: 2, 22, 22, 23.
TEST(Preempt, InterruptionAndPreemptionAtOneTime) {
  Shop shop;
  shop.add<Resource>("Server", 1.0);
  auto& create = shop.arrivals("Customer", 0.0, {}, 1);
  auto& queue = shop.add<Queue>("CustomerQueue", Queue::Options{"Line"});
  auto& seize = shop.add<Seize>("CustomerSeize", Seize::Options{{{"Server"}}, 2.0});
  auto& work = shop.add<Delay>("Work", Delay::Options{5.0});
  auto& handler = shop.add<Delay>("Handler", Delay::Options{1.0});
  auto& release = shop.add<Release>("CustomerRelease", std::vector<ResourceUnits>{{"Server"}});
  auto& end = shop.add<Log>("End");
  shop.link(create.out, queue.in);
  shop.link(queue.out, seize.in);
  shop.link(seize.out, work.in);
  shop.link(work.out, release.in);
  shop.link(work.interrupted, handler.in);
  shop.link(handler.out, release.in);
  shop.link(release.out, end.in);
  auto& blocker = shop.arrivals("Blocker", 2.0, {}, 1);
  auto& signal = shop.add<Interrupt>("Signal", Interrupt::Options{"Work"});
  auto& blocker_queue = shop.add<Queue>("BlockerQueue", Queue::Options{"Other"});
  auto& preempt = shop.add<Preempt>("Preempt", Preempt::Options{{"Server"}});
  auto& got = shop.add<Log>("Got");
  auto& block = shop.add<Delay>("Block", Delay::Options{20.0});
  auto& unblock = shop.add<Release>("Unblock", std::vector<ResourceUnits>{{"Server"}});
  auto& gone = shop.add<Log>("Gone");
  shop.link(blocker.out, signal.in);
  shop.link(signal.out, blocker_queue.in);
  shop.link(blocker_queue.out, preempt.in);
  shop.link(preempt.out, got.in);
  shop.link(got.out, block.in);
  shop.link(block.out, unblock.in);
  shop.link(unblock.out, gone.in);
  shop.run();
  EXPECT_THAT(got.times, ElementsAre(2));
  EXPECT_THAT(gone.times, ElementsAre(22));
  EXPECT_THAT(end.times, ElementsAre(23));
}

TEST(Preempt, InterruptKeepsTheTimeLeftAndSparesWhatEndsNow) {
  Shop shop;
  shop.add<Attribute>("left");
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 3);
  auto& work = shop.add<Delay>("Work", Delay::Options{5.0});
  auto& end = shop.add<Log>("End");
  auto& out = shop.add<Log>("Out");
  out.logged_attributes = 1;
  shop.link(create.out, work.in);
  shop.link(work.out, end.in);
  shop.link(work.interrupted, out.in);
  auto& alarm = shop.arrivals("Alarm", 5.0, {}, 1);
  auto& stop = shop.add<Interrupt>("Stop", Interrupt::Options{"Work", "left"});
  auto& done = shop.add<Dispose>("Done");
  shop.link(alarm.out, stop.in);
  shop.link(stop.out, done.in);
  shop.run();
  EXPECT_THAT(end.times, ElementsAre(5));
  EXPECT_THAT(out.times, ElementsAre(5, 5));
  EXPECT_THAT(out.attributes, ElementsAre(1, 2));
}

// Of three that work the second one, which has the number 2, is interrupted; nobody has the number 9.
TEST(Preempt, InterruptOfOneByItsNumber) {
  Shop shop;
  shop.add<Attribute>("left");
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 3);
  auto& work = shop.add<Delay>("Work", Delay::Options{5.0});
  auto& end = shop.add<Log>("End");
  auto& out = shop.add<Log>("Out");
  shop.link(create.out, work.in);
  shop.link(work.out, end.in);
  shop.link(work.interrupted, out.in);
  auto& alarm = shop.arrivals("Alarm", 3.0, {}, 1);
  auto& stop = shop.add<Interrupt>("Stop", Interrupt::Options{"Work", "left", 2.0});
  auto& nobody = shop.add<Interrupt>("Nobody", Interrupt::Options{"Work", {}, 9.0});
  auto& done = shop.add<Dispose>("Done");
  shop.link(alarm.out, stop.in);
  shop.link(stop.out, nobody.in);
  shop.link(nobody.out, done.in);
  shop.run();
  EXPECT_THAT(out.records, ElementsAre(2));
  EXPECT_THAT(out.times, ElementsAre(3));
  EXPECT_THAT(end.times, ElementsAre(5, 7));
}

TEST(Preempt, FaultsOfBuilding) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  Urgent a(shop, "U", "Y", 3.0, {}, 1, 4.0, 1, "nothing");
  auto& stop = shop.add<Interrupt>("Stop", Interrupt::Options{"Work"});
  auto& done = shop.add<Dispose>("Done");
  shop.link(stop.out, done.in);
  shop.link(a.end.out, stop.in);
  const std::string faults = shop.faults();
  EXPECT_THAT(faults, HasSubstr("unknown resource 'Y' in 'UPreempt'"));
  EXPECT_THAT(faults, HasSubstr("unknown attribute 'nothing' in 'UPreempt'"));
  EXPECT_THAT(faults, HasSubstr("unknown Delay block 'Work' in 'Stop'"));
}

}  // namespace
}  // namespace escapement::siman
