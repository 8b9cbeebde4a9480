// SPDX-License-Identifier: MIT
#include "escapement/siman/pickup.h"

#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Passengers 1 ... 5 at 0 ... 4 wait at a stop. A bus comes at 10, picks up, drives 6, drops off, drives 3
// and drops all off at the end.
struct Bus : Model {
  Bus(Pickup::Options up, Dropoff::Options off) {
    add<EntityType>("Passenger");
    add<EntityType>("Bus_");
    add<Attribute>("fare", 1.0);
    add<QueueElement>("Stop");
    Create::Options p;
    p.entity = "Passenger";
    p.interarrival = 1.0;
    p.max_batches = 5;
    auto& people = add<Create>("People", p);
    auto& queue = add<Queue>("Enter", Queue::Options{"Stop"});
    link(people.out, queue.in);
    link(queue.out, add<Detach>("Hold").in);
    Create::Options b;
    b.entity = "Bus_";
    b.first = 10.0;
    auto& buses = add<Create>("Buses", b);
    auto& fill = add<Pickup>("Pickup", std::move(up));
    auto& drive = add<Delay>("Drive", Delay::Options{6.0, Category::kTransfer});
    auto& ticket = add<Assign>("Ticket", Assign::Options{{Assignment::parse({"fare = NG"})}});
    auto& drop = add<Dropoff>("Dropoff", std::move(off));
    auto& on = add<Delay>("DriveOn", Delay::Options{3.0, Category::kTransfer});
    auto& rest = add<Dropoff>("Rest", Dropoff::Options{100.0});
    auto& bus = add<Log>("BusEnd");
    auto& bus_done = add<Dispose>("BusDone");
    off_log = &add<Log>("Off");
    off_log->logged_attributes = 1;
    rest_log = &add<Log>("RestOff");
    auto& done = add<Dispose>("Done");
    auto& rest_done = add<Dispose>("RestDone");
    link(buses.out, fill.in);
    link(fill.out, drive.in);
    link(drive.out, ticket.in);
    link(ticket.out, drop.in);
    link(drop.out, on.in);
    link(drop.members, off_log->in);
    link(off_log->out, done.in);
    link(on.out, rest.in);
    link(rest.out, bus.in);
    link(bus.out, bus_done.in);
    link(rest.members, rest_log->in);
    link(rest_log->out, rest_done.in);
  }
  Log *off_log, *rest_log;
};

TEST(Pickup, PassengersRideAlongAndLeaveInOrder) {
  Bus bus({"Stop", 3.0, 2.0}, {2.0, 1.0});
  bus.run();
  EXPECT_THAT(bus.off_log->records, ElementsAre(2, 3));
  EXPECT_THAT(bus.off_log->times, ElementsAre(16, 16));
  EXPECT_THAT(bus.rest_log->records, ElementsAre(4));
  EXPECT_THAT(bus.rest_log->times, ElementsAre(19));
  EXPECT_EQ(bus.persistent("Stop.NumberInQueue").value(), 2);  // 1 and 5 stay
  EXPECT_DOUBLE_EQ(bus.tally("Stop.WaitingTime"), (9 + 8 + 7) / 3.0);
  EXPECT_DOUBLE_EQ(bus.tally("Passenger.TranTime"), (6 + 6 + 9) / 3.0);
  EXPECT_DOUBLE_EQ(bus.tally("Passenger.TotalTime"), (15 + 14 + 16) / 3.0);
  EXPECT_EQ(bus.persistent("Passenger.WIP").value(), 2);
  EXPECT_DOUBLE_EQ(bus.tally("Bus_.TranTime"), 9);
}

TEST(Pickup, TakesWhatIsThere) {
  Bus bus({"Stop", 30.0, 4.0}, {30.0, 2.0});
  bus.run();
  EXPECT_THAT(bus.off_log->records, ElementsAre(5));  // 4 and 5 were aboard, from rank 2 on leave
  EXPECT_THAT(bus.rest_log->records, ElementsAre(4));
  Bus empty({"Stop", 0.0}, {2.0, 1.0});  // of nobody, rank 1 is no error: an empty bus at a stop
  empty.run();
  EXPECT_THAT(empty.off_log->records, IsEmpty());
  Bus none({"Stop", 0.0, 9.0}, {0.0, 9.0});  // nor is any rank, when none is to be taken
  none.run();
  EXPECT_THAT(none.off_log->records, IsEmpty());
}

TEST(Pickup, ARankBeyondTheEndIsAnError) {  // five wait at the stop, two are aboard
  EXPECT_THAT(Bus({"Stop", 2.0, 6.0}, {}).failure()->what(),
              HasSubstr("the rank '6' is 6, and 5 entities are in queue 'Stop'; a rank from 1 to 5 is "
                        "allowed: test NQ(queue) first, or let the quantity be 0 then"));
  EXPECT_THAT(Bus({"Stop", 2.0}, {1.0, 3.0}).failure()->what(),
              HasSubstr("the rank '3' is 3, and 2 entities are in the group; a rank from 1 to 2 is allowed: "
                        "test NG first, or let the quantity be 0 then"));
  EXPECT_THAT(Bus({"Stop", 1.0}, {1.0, 2.0}).failure()->what(),
              HasSubstr("the rank '2' is 2, and 1 entity is in the group; a rank from 1 to 1 is allowed"));
}

TEST(Dropoff, MembersTakeWhatTheyAreToTake) {
  Bus bus({"Stop", 3.0}, {2.0, 1.0, {MemberAttributes::Rule::kTakeSpecific, {"fare"}}});
  bus.run();
  EXPECT_THAT(bus.off_log->attributes, ElementsAre(3, 3));
}

TEST(Pickup, Faults) {
  EXPECT_THAT(Bus({"Stopp", 1.0}, {}).faults(), HasSubstr("unknown queue 'Stopp' in 'Pickup'"));
  EXPECT_THAT(Bus({"Stop", -1.0}, {}).faults(),
              HasSubstr("quantity of 'Pickup' is -1 | it must be 0 or more"));
  EXPECT_THAT(Bus({"Stop", "fare / 2"}, {}).failure()->what(),
              HasSubstr("the quantity 'fare / 2' is 0.5; it must be a whole number of 0 or more"));
  EXPECT_THAT(Bus({"Stop", 1.0}, {1.0, "fare / 2"}).failure()->what(),
              HasSubstr("the rank 'fare / 2' is 0.5; it must be a whole number of 1 or more"));
}

}  // namespace
}  // namespace escapement::siman
