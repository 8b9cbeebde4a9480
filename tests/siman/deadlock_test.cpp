// SPDX-License-Identifier: MIT
#include "escapement/siman/deadlock.h"

#include <gtest/gtest.h>

#include "escapement/siman/access.h"
#include "escapement/siman/capture.h"
#include "escapement/siman/convey.h"
#include "escapement/siman/schedule.h"
#include "siman/rails.h"
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

TEST(Deadlock, TellsOfUnitsOfTransporters) {
  // Entity 1 has the van and waits for the crane, entity 2 the other way round.
  Yard yard({"A"});
  yard.add<QueueElement>("Line");
  yard.add<Distances>("Ways", std::vector<Distances::Pair>{});
  for (const char* name : {"Crane", "Van"})
    yard.add<Transporter>(name, Transporter::Options{1, 1, "Ways", {"A"}});
  const auto grab = [&](const std::string& name, const char* first, const char* second) {
    auto& create = yard.arrivals((name + "Comes").c_str(), 0.0, {}, 1);
    auto& queue1 = yard.top.add<Queue>(name + "Queue1", Queue::Options{"Line"});
    auto& get1 = yard.top.add<Allocate>(name + "Gets1", Allocate::Options{first});
    auto& work = yard.top.add<Delay>(name + "Work", Delay::Options{1.0});
    auto& queue2 = yard.top.add<Queue>(name + "Queue2", Queue::Options{"Line"});
    auto& get2 = yard.top.add<Allocate>(name + "Gets2", Allocate::Options{second});
    auto& done = yard.top.add<Dispose>(name + "Done");
    yard.chain(create, queue1, get1, work, queue2, get2, done);
  };
  grab("A1", "Van", "Crane");
  grab("B1", "Crane", "Van");
  yard.run();
  const auto deadlock = find_deadlock(yard.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->model_path, "A1Gets2");
  EXPECT_EQ(
      deadlock->message,
      "entities wait and no event is left; entity 1 of type 'Part' waits at 'A1Gets2' for a unit of "
      "transporter 'Crane' (1 of 1 busy), which entity 2 holds; entity 2 of type 'Part' waits at 'B1Gets2' "
      "for a unit of transporter 'Van' (1 of 1 busy), which entity 1 holds; that closes the cycle: seize in "
      "one order everywhere, or all at once");
}

// The first comes to B at 5, stands there and waits for the clerk. The second has the clerk since 1. At 6 it
// is at A, where it waits for 6 cells, for the first one's are over the station; or gets one and stands with
// the belt.
std::string conveyor_deadlock(double cells) {
  Yard yard({"A", "B"});
  yard.add<QueueElement>("Line");
  yard.add<Resource>("Clerk", 1.0);
  yard.add<Segments>("Path", Segments::Options{"A", {{"B", 5}}});
  yard.add<Conveyor>("Belt", [] {
    Conveyor::Options options;
    options.segments = "Path";
    options.max_cells = 6;
    return options;
  }());
  auto& first = yard.arrivals("First", 0.0, {}, 1);
  auto& at_a = yard.add<StationBlock>("AtA", StationBlock::Options{{"A"}});
  auto& line_a = yard.add<Queue>("LineA", Queue::Options{"Line"});
  auto& on = yard.add<Access>("On", Access::Options{"Belt", cells});
  auto& go = yard.add<Convey>("Go", Convey::Options{"Belt", yard.to("B")});
  auto& at_b = yard.add<StationBlock>("AtB", StationBlock::Options{{"B"}});
  auto& line_b = yard.add<Queue>("LineB", Queue::Options{"Line"});
  auto& ask = yard.add<Seize>("Ask", Seize::Options{{{"Clerk"}}});
  auto& done = yard.add<Dispose>("Done");
  auto& second = yard.arrivals("Second", 1.0, {}, 1);
  auto& line = yard.add<Queue>("LineClerk", Queue::Options{"Line"});
  auto& take = yard.add<Seize>("Take", Seize::Options{{{"Clerk"}}});
  auto& work = yard.add<Delay>("Work", Delay::Options{5.0});
  yard.chain(first, at_a, line_a, on);
  yard.link(on.out, go.in);
  yard.chain(at_b, line_b, ask, done);
  yard.chain(second, line, take, work);
  yard.link(work.out, at_a.in);
  yard.run();
  const auto deadlock = find_deadlock(yard.hosting->world());
  return deadlock ? deadlock->model_path + ": " + deadlock->message : "";
}

TEST(Deadlock, TellsOfCellsOfConveyors) {
  const std::string begin =
      "Ask: entities wait for resources and no event is left; entity 1 of type 'Part' waits at 'Ask' for 1 "
      "of "
      "'Clerk' (1 of 1 busy), which entity 2 holds; entity 2 of type 'Part' waits ";
  const std::string end =
      ", which entity 1 holds; that closes the cycle: seize in one order everywhere, or all at once";
  EXPECT_EQ(conveyor_deadlock(6), begin + "at 'On' for 6 cells of conveyor 'Belt'" + end);
  EXPECT_EQ(conveyor_deadlock(1), begin + "on conveyor 'Belt' for the cells ahead" + end);
}

TEST(Deadlock, TellsOfZonesAndVehicles) {
  // Unit 1 goes from A to B, where unit 2 stands, which nobody has: entity 1 waits for ever. Entity 3 has
  // captured C and waits at 'Again' for B; nobody holds that either.
  Rails rails;
  rails.link("AB", "A", "B", 1, 10);
  rails.link("BC", "B", "C", 1, 10);
  rails.unit("A");
  rails.unit("B");
  rails.finish();
  rails.drive("One", 0, 1, {{"B"}});
  rails.run();
  const auto deadlock = find_deadlock(rails.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->model_path, "Cart");
  EXPECT_EQ(
      deadlock->message,
      "entities wait and no event is left; entity 1 of type 'Part' waits for unit 1 of 'Cart', which stands "
      "because of 'B', where unit 2 of 'Cart' is, which no entity in the model holds");
}

TEST(Deadlock, TellsOfACircleOfZonesAndResources) {
  // Entity 2 has captured B and, from 5 on, waits for the crew; entity 1 has the crew and waits for its
  // vehicle, which stands before B.
  Rails rails;
  rails.link("AB", "A", "B", 1, 10);
  rails.add<Resource>("Crew", 1.0);
  rails.unit("A");
  rails.finish();
  const auto start = [&](const char* name, double at) -> Create& { return rails.arrivals(name, at, {}, 1); };
  auto& first = start("First", 0);
  auto& line1 = rails.add<Queue>("Line1", Queue::Options{"Line"});
  auto& crew = rails.add<Seize>("TakeCrew", Seize::Options{{{"Crew"}}});
  auto& line2 = rails.add<Queue>("Line2", Queue::Options{"Line"});
  auto& get = rails.add<Allocate>("Get", Allocate::Options{"Cart"});
  TransporterBlock::Options to_b{"Cart"};
  to_b.place.intersection = "B";
  auto& move = rails.add<Move>("Go", to_b);
  auto& done = rails.add<Dispose>("Done");
  rails.chain(first, line1, crew, line2, get, move, done);
  auto& second = start("Second", 1);
  auto& line3 = rails.add<Queue>("Line3", Queue::Options{"Line"});
  auto& capture = rails.add<Capture>("Capture", Capture::Options{"Paths", {{"B"}}});
  auto& work = rails.add<Delay>("Work", Delay::Options{4.0});
  auto& line4 = rails.add<Queue>("Line4", Queue::Options{"Line"});
  auto& ask = rails.add<Seize>("AskCrew", Seize::Options{{{"Crew"}}});
  auto& gone = rails.add<Dispose>("Gone");
  rails.chain(second, line3, capture, work, line4, ask, gone);
  auto& third = start("Third", 20);
  auto& line5 = rails.add<Queue>("Line5", Queue::Options{"Line"});
  auto& also = rails.add<Capture>("Also", Capture::Options{"Paths", {{"B"}}});
  auto& never = rails.add<Dispose>("Never");
  rails.chain(third, line5, also, never);
  rails.run();
  const auto deadlock = find_deadlock(rails.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(
      deadlock->message,
      "entities wait for resources and no event is left; entity 2 of type 'Part' waits at 'AskCrew' for 1 of "
      "'Crew' (1 of 1 busy), which entity 1 holds; entity 1 of type 'Part' waits for unit 1 of 'Cart', which "
      "stands because of 'B', which entity 2 holds; that closes the cycle: seize in one order everywhere, or "
      "all at once");
  const Entity* last = rails.hosting->world().pool().find(3);
  ASSERT_NE(last, nullptr);
  const HoldBlock::Lack lack = also.lacks(const_cast<Entity&>(*last));
  EXPECT_EQ(lack.what, "'B', which is captured");
  EXPECT_THAT(lack.holders, testing::ElementsAre(2));
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
