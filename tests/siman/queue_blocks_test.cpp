// SPDX-License-Identifier: MIT
#include "escapement/siman/queue_blocks.h"

#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Parts 1 ... `most` at 0, 1, 2 ... wait in Line for good; a visitor comes at 10.
struct Held : Model {
  explicit Held(double most, QueueElement::Options options = {}) {
    add<EntityType>("Part");
    add<EntityType>("Visitor");
    add<Attribute>("weight");
    add<QueueElement>("Line", options);
    Create::Options c;
    c.entity = "Part";
    c.interarrival = 1.0;
    c.max_batches = most;
    auto& create = add<Create>("Arrivals", c);
    auto& mark = add<Assign>("Mark", Assign::Options{{Assignment::parse({"weight = TNOW + 1"})}});
    auto& queue = add<Queue>("Enter", Queue::Options{"Line"});
    link(create.out, mark.in);
    link(mark.out, queue.in);
    link(queue.out, add<Detach>("Hold").in);
    Create::Options v;
    v.entity = "Visitor";
    v.first = 10.0;
    visitor = &add<Create>("Visit", v);
    gone = &add<Log>("Gone");
    taken = &add<Log>("Taken");
    taken->logged_attributes = 1;
    gone->together = taken->together = &order;
  }
  Create* visitor;
  Log *gone, *taken;
  std::vector<std::string> order;
};

TEST(Remove, TakesTheEntityAtARankAndGoesFirst) {
  Held model(3);
  auto& remove = model.add<Remove>("Remove", QueuePlace{"Line", "NQ(Line) - 1"});
  model.link(model.visitor->out, remove.in);
  model.link(remove.out, model.gone->in);
  model.link(remove.removed, model.taken->in);
  model.run();
  EXPECT_THAT(model.order, ElementsAre("Gone4", "Taken2"));
  EXPECT_DOUBLE_EQ(model.tally("Line.WaitingTime"), 9);  // it came at 1
  EXPECT_EQ(model.persistent("Line.NumberInQueue").value(), 2);
}

TEST(Remove, NobodyAtTheRankIsAnError) {
  Held model(3);
  auto& remove = model.add<Remove>("Remove", QueuePlace{"Line", 4.0});
  model.link(model.visitor->out, remove.in);
  model.link(remove.out, model.gone->in);
  model.link(remove.removed, model.taken->in);
  EXPECT_THAT(model.failure()->what(), HasSubstr("the rank '4' is 4, and 3 entities are in queue 'Line'; a "
                                                 "whole number from 1 to 3 is allowed"));
  Held empty(0);
  auto& from_none = empty.add<Remove>("Remove", QueuePlace{"Line"});
  empty.link(empty.visitor->out, from_none.in);
  empty.link(from_none.out, empty.gone->in);
  empty.link(from_none.removed, empty.taken->in);
  EXPECT_THAT(empty.failure()->what(), HasSubstr("nobody is there: test NQ(queue) first"));
}

// One server of two units. At 0 somebody takes one for 100; at 1 a job asks for two and waits; at 2 one asks
// for one and waits behind (no jumping). When the first is removed at 10 the other is served.
TEST(Remove, ThoseBehindOneThatIsRemovedMayBeServed) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("Server", 2.0);
  model.add<QueueElement>("Line");
  model.add<Attribute>("units");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 3);
  auto& mark = model.add<Assign>("Mark", Assign::Options{{Assignment::parse({"units = 1 + (TNOW == 1)"})}});
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  auto& seize = model.add<Seize>("Seize", Seize::Options{{{"Server", "units"}}});
  auto& begin = model.add<Log>("Begin");
  auto& delay = model.add<Delay>("Work", Delay::Options{100.0});
  auto& end = model.add<Log>("End");
  auto& visitor = model.arrivals("Visit", 10.0, {}, 1);
  auto& remove = model.add<Remove>("Remove", QueuePlace{"Line"});
  auto& gone = model.add<Log>("Gone");
  auto& taken = model.add<Log>("Taken");
  model.link(create.out, mark.in);
  model.link(mark.out, queue.in);
  model.link(queue.out, seize.in);
  model.link(seize.out, begin.in);
  model.link(begin.out, delay.in);
  model.link(delay.out, end.in);
  model.link(visitor.out, remove.in);
  model.link(remove.out, gone.in);
  model.link(remove.removed, taken.in);
  model.run(50);
  EXPECT_THAT(begin.times, ElementsAre(0, 10));
  EXPECT_THAT(taken.times, ElementsAre(10));
  EXPECT_EQ(model.persistent("Server.NumberBusy").value(), 2);
}

TEST(Copy, TheOneInTheQueueStays) {
  Held model(3);
  auto& copy = model.add<Copy>("Copy", QueuePlace{"Line", 2.0});
  model.link(model.visitor->out, copy.in);
  model.link(copy.out, model.gone->in);
  model.link(copy.copy, model.taken->in);
  model.run();
  EXPECT_THAT(model.order, ElementsAre("Gone4", "Taken5"));
  EXPECT_THAT(model.taken->entities, ElementsAre(2));  // the serial number of the one that was copied
  EXPECT_THAT(model.taken->attributes, ElementsAre(2));
  EXPECT_EQ(model.persistent("Line.NumberInQueue").value(), 3);
  EXPECT_EQ(model.count("Part.NumberIn"), 4);
}

// A visitor of weight 0.5 is put at the rank at 10, then all are removed from the head at 20, 21, 22, 23.
std::vector<std::uint64_t> after_insert(Ranking ranking, double rank) {
  Held model(3, QueueElement::Options{ranking, ranking >= Ranking::kLowestFirst ? "weight" : ""});
  auto& mark = model.add<Assign>("MarkVisitor", Assign::Options{{Assignment::parse({"weight = 0.5"})}});
  auto& insert = model.add<Insert>("Insert", QueuePlace{"Line", rank});
  model.link(model.visitor->out, mark.in);
  model.link(mark.out, insert.in);
  Create::Options c;
  c.entity = "Visitor";
  c.first = 20.0;
  c.interarrival = 1.0;
  c.max_batches = 4;
  auto& more = model.add<Create>("More", c);
  auto& remove = model.add<Remove>("Remove", QueuePlace{"Line"});
  model.link(more.out, remove.in);
  model.link(remove.out, model.gone->in);
  model.link(remove.removed, model.taken->in);
  model.run();
  return model.taken->records;
}

TEST(Insert, PutsTheEntityAtARankWhateverTheRanking) {
  EXPECT_THAT(after_insert(Ranking::kFirstInFirstOut, 2), ElementsAre(1, 4, 2, 3));
  EXPECT_THAT(after_insert(Ranking::kFirstInFirstOut, 4), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(after_insert(Ranking::kLastInFirstOut, 1), ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(after_insert(Ranking::kLastInFirstOut, 3), ElementsAre(3, 2, 4, 1));
  EXPECT_THAT(after_insert(Ranking::kLowestFirst, 3), ElementsAre(1, 2, 4, 3));
  EXPECT_THAT(after_insert(Ranking::kLowestFirst, 4), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(after_insert(Ranking::kHighestFirst, 1), ElementsAre(4, 3, 2, 1));
}

TEST(Insert, InFrontOfALineForAResource) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("Server", 1.0);
  model.add<QueueElement>("Line");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 3);
  Station station(model, "Serve", "Line", {{"Server"}}, 10.0);
  auto& urgent = model.arrivals("Urgent", 5.0, {}, 1);
  auto& insert = model.add<Insert>("Insert", QueuePlace{"Line", 1.0});
  model.link(create.out, station.enqueue.in);
  model.link(urgent.out, insert.in);
  model.run();
  EXPECT_THAT(station.end.records, ElementsAre(1, 4, 2, 3));
  EXPECT_THAT(station.end.times, ElementsAre(10, 20, 30, 40));
}

TEST(Insert, NeedsOneBlockBehindTheQueue) {
  Model model;
  model.add<EntityType>("Job");
  model.add<QueueElement>("Line");
  auto& create = model.arrivals("Arrivals", 0.0, {}, 1);
  auto& insert = model.add<Insert>("Insert", QueuePlace{"Line", 1.0});
  model.link(create.out, insert.in);
  EXPECT_THAT(model.failure()->what(),
              HasSubstr("only when one block waits behind it, and there are 0; let one siman.Queue"));
}

}  // namespace
}  // namespace escapement::siman
