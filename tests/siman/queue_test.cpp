// SPDX-License-Identifier: MIT
#include "escapement/siman/queue.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One server that works 10; arrivals at 0, 1, 2, 3; room for `capacity` in the line.
struct SmallLine : Model {
  explicit SmallLine(double capacity, bool couple_balk) {
    add<EntityType>("Job");
    add<Resource>("Server", 1.0);
    add<QueueElement>("Line");
    auto& create = arrivals("Arrivals", 0.0, 1.0, 4);
    auto& queue = add<Queue>("Enter", Queue::Options{"Line", capacity});
    auto& seize = add<Seize>("Seize", Seize::Options{{{"Server"}}});
    auto& delay = add<Delay>("Work", Delay::Options{10.0});
    auto& release = add<Release>("Release", std::vector<ResourceUnits>{{"Server"}});
    done = &add<Log>("Done");
    balked = &add<Log>("Balked");
    link(create.out, queue.in);
    link(queue.out, seize.in);
    link(seize.out, delay.in);
    link(delay.out, release.in);
    link(release.out, done->in);
    if (couple_balk) link(queue.balk, balked->in);
  }
  Log *done, *balked;
};

TEST(Queue, EntitiesThatFindItFullBalk) {
  SmallLine line(1, true);
  line.run();
  EXPECT_THAT(line.done->records, ElementsAre(1, 2));
  EXPECT_THAT(line.done->times, ElementsAre(10, 20));
  EXPECT_THAT(line.balked->times, ElementsAre(2, 3));
  EXPECT_EQ(line.persistent("Line.NumberInQueue").maximum(), 1);
  EXPECT_EQ(line.observations("Line.WaitingTime"), 2u);  // those that balked did not wait
}

TEST(Queue, WithoutABalkExitTheyEnd) {
  SmallLine line(0, false);
  line.run();
  EXPECT_THAT(line.done->records, ElementsAre(1));  // capacity 0: served at once or not at all
  EXPECT_EQ(line.count("System.NumberOut"), 4);
  EXPECT_EQ(line.persistent("Job.WIP").value(), 0);
}

TEST(Queue, AFullQueueStillLetsThroughWhoCanBeServed) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("Server", 2.0);
  model.add<QueueElement>("Line");
  model.add<Attribute>("urgency");
  auto& a = model.arrivals("A", 0.0, {}, 1);
  auto& b = model.arrivals("B", 1.0, {}, 1);
  auto& c = model.arrivals("C", 2.0, {}, 1);
  Station first(model, "First", "Line", {{"Server"}}, 10.0);
  Station big(model, "Big", "Line", {{"Server", 2.0}}, 1.0, 2.0);
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line", 1});
  auto& seize = model.add<Seize>("Seize", Seize::Options{{{"Server"}}, 1.0});
  auto& log = model.add<Log>("Served");
  model.link(a.out, first.enqueue.in);
  model.link(b.out, big.enqueue.in);
  model.link(c.out, queue.in);
  model.link(queue.out, seize.in);
  model.link(seize.out, log.in);
  model.run();
  EXPECT_THAT(log.times, ElementsAre(2));  // more urgent than the two-unit job that fills the line
}

TEST(Queue, MustLeadToABlockThatHolds) {
  Model model;
  model.add<EntityType>("Job");
  model.add<QueueElement>("Line");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 4);
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  auto& delay = model.add<Delay>("Work", Delay::Options{10.0});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, queue.in);
  model.link(queue.out, delay.in);
  model.link(delay.out, done.in);
  EXPECT_THAT(
      model.faults(),
      HasSubstr(
          "'Enter' must lead to a block that entities wait for, such as siman.Seize, but leads to 'Work'"));
}

TEST(Queue, LeadingNowhereIsAFault) {
  Model model;
  model.add<EntityType>("Job");
  model.add<QueueElement>("Line");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 4);
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  model.link(create.out, queue.in);
  EXPECT_THAT(model.faults(), HasSubstr("Enter.out"));
}

TEST(Queue, UnknownElement) {
  SmallLine line(1, true);
  auto& queue = line.add<Queue>("Other", Queue::Options{"Lin"});
  auto& seize = line.add<Seize>("OtherSeize", Seize::Options{{{"Server"}}});
  auto& done = line.add<Dispose>("OtherDone");
  line.link(queue.out, seize.in);
  line.link(seize.out, done.in);
  EXPECT_THAT(line.faults(), HasSubstr("unknown queue 'Lin' in 'Other' | did you mean 'Line'?"));
}

TEST(Queue, ElementOfAnotherKind) {
  SmallLine line(1, true);
  auto& queue = line.add<Queue>("Other", Queue::Options{"Server"});
  auto& seize = line.add<Seize>("OtherSeize", Seize::Options{{{"Server"}}});
  auto& done = line.add<Dispose>("OtherDone");
  line.link(queue.out, seize.in);
  line.link(seize.out, done.in);
  EXPECT_THAT(line.faults(), HasSubstr("'Server' is no queue, but 'Other' needs one | known: 'Line'"));
}

TEST(Queue, SeizeNeedsAQueueBeforeIt) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("Server", 1.0);
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 4);
  auto& seize = model.add<Seize>("Seize", Seize::Options{{{"Server"}}});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, seize.in);
  model.link(seize.out, done.in);
  EXPECT_THAT(model.faults(),
              HasSubstr("'Arrivals' leads to 'Seize' directly; entities must be able to wait"));
}

// One clerk, one place to wait: of four that come at 0 two find it full.
TEST(Queue, CountsThoseThatBalk) {
  Model model;
  model.add<EntityType>("Caller");
  model.add<QueueElement>("Line");
  model.add<Resource>("Clerk", 1.0);
  auto& create = model.arrivals("Calls", 0.0, 0.0, 4);
  Station station(model, "S", "Line", {{"Clerk"}}, 10.0);
  auto& limited = model.add<Queue>("Limited", Queue::Options{"Line", 1});
  model.link(create.out, limited.in);
  model.link(limited.out, station.seize.in);
  auto& none = model.arrivals("None", 0.0, {}, 0);
  model.link(none.out, station.enqueue.in);
  model.run();
  EXPECT_EQ(model.count("Limited.NumberBalked"), 2);
  EXPECT_EQ(model.statistics.find_counter("SQueue.NumberBalked"), nullptr);
}

}  // namespace
}  // namespace escapement::siman
