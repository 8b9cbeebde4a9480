// SPDX-License-Identifier: MIT
#include "escapement/siman/signal.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Six parts at 0 ... 5, kind 1, 2, 1, 2, 1, 2, wait at A; the same at B when there is one. A signaller comes
// at 10 and at 20.
struct Waiting : Model {
  explicit Waiting(Wait::Options a, Signal::Options s, std::optional<Wait::Options> b = {}) {
    add<EntityType>("Part");
    add<EntityType>("Caller");
    add<Attribute>("kind");
    add_line("A", std::move(a));
    if (b) add_line("B", std::move(*b));
    Create::Options c;
    c.entity = "Caller";
    c.first = c.interarrival = 10.0;
    c.max_batches = 2;
    auto& create = add<Create>("Calls", c);
    auto& signal = add<Signal>("Signal", std::move(s));
    caller = &add<Log>("Caller_");
    caller->together = &order;
    link(create.out, signal.in);
    link(signal.out, caller->in);
  }
  void add_line(const std::string& name, Wait::Options o) {
    top.add<QueueElement>(name + "Line");
    Create::Options c;
    c.entity = "Part";
    c.interarrival = 1.0;
    c.max_batches = 6;
    auto& create = top.add<Create>(name + "Arrivals", c);
    auto& mark =
        top.add<Assign>(name + "Mark", Assign::Options{{Assignment::parse({"kind = 1 + MOD(TNOW, 2)"})}});
    auto& queue = top.add<Queue>(name + "Enter", Queue::Options{(name + "Line").c_str()});
    auto& wait = top.add<Wait>(name + "Wait", std::move(o));
    auto& log = top.add<Log>(name);
    log.together = &order;
    link(create.out, mark.in);
    link(mark.out, queue.in);
    link(queue.out, wait.in);
    link(wait.out, log.in);
    logs.push_back(&log);
  }
  std::vector<Log*> logs;
  Log* caller;
  std::vector<std::string> order;
};

TEST(Signal, LetsThoseGoWhoseSignalItIsAndGoesFirstItself) {
  Waiting model({"kind"}, {1.0});
  model.run();
  EXPECT_THAT(model.logs[0]->times, ElementsAre(10, 10, 10));
  EXPECT_EQ(model.order.front(), "Caller_7");
  // Waits 10 - 0, 10 - 2, 10 - 4; the three others stay.
  EXPECT_DOUBLE_EQ(model.tally("ALine.WaitingTime"), 8);
  EXPECT_EQ(model.persistent("ALine.NumberInQueue").value(), 3);
  EXPECT_DOUBLE_EQ(model.persistent("ALine.NumberInQueue").maximum(), 6);
}

TEST(Signal, TheLimitOfAWaitCountsForEachSignal) {
  Waiting model({5.0, 4.0}, {5.0});
  model.run();
  EXPECT_THAT(model.logs[0]->times, ElementsAre(10, 10, 10, 10, 20, 20));
}

TEST(Signal, TheLimitOfASignalCountsOverAllWaits) {
  Waiting model({5.0, 4.0}, {5.0, "5"}, Wait::Options{5.0});
  model.run();
  // First signal: 4 of A, 1 of B. Second: 2 of A, 3 of B. Two stay.
  EXPECT_THAT(model.logs[0]->times, ElementsAre(10, 10, 10, 10, 20, 20));
  EXPECT_THAT(model.logs[1]->times, ElementsAre(10, 20, 20, 20));
}

TEST(Signal, OneThatWasGivenBeforeDoesNotCount) {
  Waiting model({"kind"}, {"TNOW"});
  model.run();
  EXPECT_THAT(model.logs[0]->times, IsEmpty());
}

TEST(Signal, ReachesWaitsInHostsApart) {  // they are kept together
  Waiting model({"kind"}, {1.0});
  model.run(kForever, HostingMode::kSeparate);
  EXPECT_THAT(model.logs[0]->times, ElementsAre(10, 10, 10));
}

TEST(Signal, Faults) {
  EXPECT_THAT(Waiting({}, {1.0}).faults(), HasSubstr("'AWait' lacks the expression 'signal'"));
  EXPECT_THAT(Waiting({1.0}, {}).faults(), HasSubstr("'Signal' lacks the expression 'signal'"));
  EXPECT_THAT(Waiting({1.0, -1.0}, {1.0}).faults(),
              HasSubstr("limit of 'AWait' is -1 | it must be 0 or more"));
  EXPECT_THAT(Waiting({1.0}, {1.0, "TNOW / 4"}).failure()->what(),
              HasSubstr("the limit 'TNOW / 4' is 2.5; it must be a whole number of 0 or more"));
}

}  // namespace
}  // namespace escapement::siman
