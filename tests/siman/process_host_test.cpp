// SPDX-License-Identifier: MIT
#include "escapement/siman/process_host.h"

#include <gtest/gtest.h>

#include <sstream>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ProcessHost, ArrivalsComeBeforeEndsOfDelaysAtOneTime) {  // H2 and calendar.h
  Model model;
  model.add<EntityType>("Job");
  std::vector<std::string> order;
  auto& a = model.arrivals("A", 0.0, {}, 1);
  auto& delay = model.add<Delay>("Work", Delay::Options{5.0});
  auto& done = model.add<Log>("Done");
  auto& b = model.arrivals("B", 5.0, {}, 1);
  auto& came = model.add<Log>("Came");
  done.together = came.together = &order;
  model.link(a.out, delay.in);
  model.link(delay.out, done.in);
  model.link(b.out, came.in);
  model.run();
  EXPECT_THAT(order, ElementsAre("Came2", "Done1"));
}

TEST(ProcessHost, DelaysThatEndAtOneTimeEndInTheOrderInWhichTheyBegan) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("A", 0.0, 1.0, 4);
  auto& delay = model.add<Delay>("Work", Delay::Options{"5 - TNOW"});
  auto& done = model.add<Log>("Done");
  model.link(create.out, delay.in);
  model.link(delay.out, done.in);
  model.run();
  EXPECT_THAT(done.times, ElementsAre(5, 5, 5, 5));
  EXPECT_THAT(done.records, ElementsAre(1, 2, 3, 4));
}

TEST(ProcessHost, ZeroDelayLetsOthersGoFirst) {
  Model model;
  model.add<EntityType>("Job");
  std::vector<std::string> order;
  Create::Options two;
  two.batch = 2.0;
  auto& create = model.add<Create>("A", two);
  auto& before = model.add<Log>("Before");
  auto& delay = model.add<Delay>("Work", Delay::Options{0.0});
  auto& after = model.add<Log>("After");
  before.together = after.together = &order;
  model.link(create.out, before.in);
  model.link(before.out, delay.in);
  model.link(delay.out, after.in);
  model.run();
  EXPECT_THAT(order, ElementsAre("Before1", "Before2", "After1", "After2"));
  EXPECT_EQ(model.simulator->now(), 0);
}

TEST(ProcessHost, ALoopWithoutTimeIsReportedWithItsBlocks) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Variable>("x");
  auto& create = model.arrivals("Arrivals", 7.0, {}, 1);
  auto& assign = model.add<Assign>("Again", Assign::Options{{Assignment::parse({"x = x + 1"})}});
  auto& branch =
      model.add<Branch>("Enough", Branch::Options{{{Branch::Rule::kIf, "x < 0"}, {Branch::Rule::kElse}}, 1});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, assign.in);
  model.link(assign.out, branch.in);
  model.link(branch.exit(0), done.in);
  model.link(branch.exit(1), assign.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->clock(), 7);
  EXPECT_THAT(failure->message(),
              HasSubstr("zero-time loop: an entity of type 'Job' entered 100000 blocks without time "
                        "passing, at last in turn 'Again' -> 'Enough'; let it wait"));
  EXPECT_THAT(model.hosting->world().statistics().find_counter("Job.NumberIn")->value(), 1);
}

TEST(ProcessHost, ALoopOfZeroDelaysIsReportedToo) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 1.0, {}, 1);
  auto& a = model.add<Delay>("Left", Delay::Options{0.0});
  auto& b = model.add<Delay>("Right", Delay::Options{"0 * TNOW"});
  model.link(create.out, a.in);
  model.link(a.out, b.in);
  model.link(b.out, a.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->clock(), 1);
  EXPECT_THAT(failure->message(), HasSubstr("'Left' -> 'Right'"));
}

TEST(ProcessHost, LongChainsWithoutTimePass) {
  Model model;
  model.add<EntityType>("Job");
  Log* last = nullptr;
  auto& create = model.arrivals("Arrivals", 1.0, 1.0, 3);
  for (int i = 0; i < 500; ++i) {
    auto& next = model.top.add<Log>("Log" + std::to_string(i));
    model.link(last == nullptr ? static_cast<PortBase&>(create.out) : last->out, next.in);
    last = &next;
  }
  model.run();
  EXPECT_THAT(last->times, ElementsAre(1, 2, 3));
}

TEST(ProcessHost, DelaysOfWrongLengthStopTheRun) {
  const auto message = [](const char* duration) {
    Model model;
    model.add<EntityType>("Job");
    model.add<Variable>("v", -2.0);
    auto& create = model.arrivals("Arrivals", 12.0, {}, 1);
    auto& delay = model.add<Delay>("Work", Delay::Options{duration});
    auto& done = model.add<Dispose>("Done");
    model.link(create.out, delay.in);
    model.link(delay.out, done.in);
    const auto failure = model.failure();
    EXPECT_TRUE(failure);
    EXPECT_EQ(model.count("Job.NumberIn"), 1);
    EXPECT_THROW(model.run(), Error);  // it stays failed
    return failure ? std::string(failure->what()) : "";
  };
  EXPECT_THAT(message("v"),
              HasSubstr("at time 12 in Work: the delay 'v' is -2; it must be a finite time of 0 or more"));
  EXPECT_THAT(message("SQRT(v)"), HasSubstr("the delay 'SQRT(v)' is nan"));
  EXPECT_THAT(message("1 / (v + 2)"), HasSubstr("the delay '1 / (v + 2)' is inf"));
  EXPECT_THAT(message("EXPO(v)"), HasSubstr("at time 12 in Work: "));
}

TEST(ProcessHost, MinusZeroIsZero) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 12.0, {}, 1);
  auto& delay = model.add<Delay>("Work", Delay::Options{"-0.0 * TNOW"});
  auto& done = model.add<Log>("Done");
  model.link(create.out, delay.in);
  model.link(delay.out, done.in);
  model.run();
  EXPECT_THAT(done.times, ElementsAre(12));
}

TEST(ProcessHost, FaultsOfDelays) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 12.0, {}, 1);
  auto& negative = model.add<Delay>("Negative", Delay::Options{-2.0});
  auto& nothing = model.add<Delay>("Nothing", Delay::Options{});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, negative.in);
  model.link(negative.out, nothing.in);
  model.link(nothing.out, done.in);
  const std::string faults = model.faults();
  EXPECT_THAT(faults, HasSubstr("duration of 'Negative' is -2 | it must be 0 or more"));
  EXPECT_THAT(faults, HasSubstr("'Nothing' lacks the expression 'duration'"));
}

TEST(ProcessHost, TimesGoToTheirCategories) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 2);
  const Category categories[] = {Category::kValueAdded, Category::kNonValueAdded, Category::kTransfer,
                                 Category::kWait, Category::kOther};
  PortBase* last = &create.out;
  for (int c = 0; c < 5; ++c) {
    auto& delay = model.top.add<Delay>("D" + std::to_string(c),
                                       Delay::Options{static_cast<double>(1 << c), categories[c]});
    model.link(*last, delay.in);
    last = &delay.out;
  }
  auto& done = model.add<Dispose>("Done");
  model.link(*last, done.in);
  model.run();
  EXPECT_EQ(model.tally("Job.VATime"), 1);
  EXPECT_EQ(model.tally("Job.NVATime"), 2);
  EXPECT_EQ(model.tally("Job.TranTime"), 4);
  EXPECT_EQ(model.tally("Job.WaitTime"), 8);
  EXPECT_EQ(model.tally("Job.OtherTime"), 16);
  EXPECT_EQ(model.tally("Job.TotalTime"), 31);
  EXPECT_DOUBLE_EQ(model.average("Job.WIP"), 62.0 / 32);
  EXPECT_EQ(model.observations("Job.TotalTime"), 2u);
}

TEST(ProcessHost, DisposeWithoutRecordingTalliesNothing) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 3);
  auto& done = model.add<Dispose>("Done", false);
  model.link(create.out, done.in);
  model.run();
  EXPECT_EQ(model.count("Job.NumberOut"), 3);
  EXPECT_EQ(model.count("System.NumberOut"), 3);
  EXPECT_EQ(model.observations("Job.TotalTime"), 0u);
}

TEST(ProcessHost, TraceTellsWhichBlocksEntitiesEnter) {
  Model model;
  model.add<EntityType>("Job");
  auto& create = model.arrivals("Arrivals", 2.0, {}, 1);
  auto& delay = model.add<Delay>("Work", Delay::Options{3.0});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, delay.in);
  model.link(delay.out, done.in);
  std::ostringstream text;
  CsvTrace trace(text);
  model.build().add_observer(trace);
  model.hosting->world().trace_entities(&trace);
  model.run();
  EXPECT_THAT(text.str(), HasSubstr("enter,Work"));
  EXPECT_THAT(text.str(), HasSubstr("Job 1"));
}

TEST(ProcessHost, RunTwiceToOneTimeIsOnce) {
  Model once, twice;
  for (Model* model : {&once, &twice}) {
    model->add<EntityType>("Job");
    auto& create = model->arrivals("Arrivals", 0.0, 1.0);
    auto& done = model->add<Log>("Done");
    model->link(create.out, done.in);
  }
  once.run(2);
  twice.run(1);
  twice.run(2);
  twice.run(2);
  EXPECT_EQ(once.count("Job.NumberIn"), 3);
  EXPECT_EQ(twice.count("Job.NumberIn"), 3);
}

}  // namespace
}  // namespace escapement::siman
