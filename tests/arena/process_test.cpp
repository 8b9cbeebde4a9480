// SPDX-License-Identifier: MIT
#include "escapement/arena/process.h"

#include <gtest/gtest.h>

#include "escapement/arena/create.h"
#include "escapement/arena/dispose.h"
#include "siman/support.h"

namespace escapement::arena {
namespace {

using namespace siman::testing_support;
using siman::HostingMode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Parts at 0, 1, 2 into a chain of processes.
struct Line : Model {
  explicit Line(std::vector<Process::Options> steps, double machines = 1) {
    add<siman::EntityType>("Part");
    add<siman::Resource>("Machine", machines);
    siman::Create::Options c;
    c.interarrival = 1.0;
    c.max_batches = 3;
    auto& create = add<Create>("Arrivals", c);
    PortBase* last = &create.out();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      auto& process = top.add<Process>("Step" + std::to_string(i + 1), std::move(steps[i]));
      link(*last, process.in());
      last = &process.out();
    }
    log = &add<Log>("Log");
    auto& done = add<Dispose>("Done");
    link(*last, log->in);
    link(log->out, done.in());
  }
  Log* log;
};

Process::Options options(Process::Action action, siman::ExpressionText delay) {
  Process::Options o;
  o.action = action;
  if (action != Process::Action::kDelay) o.resources = {{"Machine"}};
  o.delay = std::move(delay);
  return o;
}

TEST(Process, SeizeDelayReleaseWithTheStatisticsOfTheMessagesPaper) {
  Line line({options(Process::Action::kSeizeDelayRelease, 4.0)});
  line.run();
  EXPECT_THAT(line.log->times, ElementsAre(4, 8, 12));
  EXPECT_EQ(line.count("Arrivals.NumberOut"), 3);
  EXPECT_EQ(line.count("Step1.NumberIn"), 3);
  EXPECT_EQ(line.count("Step1.NumberOut"), 3);
  EXPECT_EQ(line.count("Done.NumberIn"), 3);
  EXPECT_DOUBLE_EQ(line.tally("Step1.VATime"), 4);
  EXPECT_DOUBLE_EQ(line.tally("Step1.NVATime"), 0);
  EXPECT_DOUBLE_EQ(line.tally("Step1.TranTime"), 0);
  EXPECT_DOUBLE_EQ(line.tally("Step1.OtherTime"), 0);
  EXPECT_DOUBLE_EQ(line.tally("Step1.WaitTime"), (0 + 3 + 6) / 3.0);
  EXPECT_DOUBLE_EQ(line.tally("Step1.TotalTime"), (4 + 7 + 10) / 3.0);
  EXPECT_DOUBLE_EQ(line.tally("Step1.Queue.WaitingTime"), 3);
  EXPECT_DOUBLE_EQ(line.average("Step1.Queue.NumberInQueue"), 9.0 / 12);
  EXPECT_EQ(line.persistent("Step1.Queue.NumberInQueue").maximum(), 2);
  EXPECT_EQ(line.count("System.NumberIn"), 3);
  EXPECT_EQ(line.count("System.NumberOut"), 3);
  EXPECT_DOUBLE_EQ(line.tally("Part.TotalTime"), 7);
}

TEST(Process, DelayNeedsNoResource) {
  Process::Options o = options(Process::Action::kDelay, 4.0);
  o.allocation = siman::Category::kTransfer;
  Line line({o});
  line.run();
  EXPECT_THAT(line.log->times, ElementsAre(4, 5, 6));
  EXPECT_DOUBLE_EQ(line.tally("Step1.TranTime"), 4);
  EXPECT_DOUBLE_EQ(line.tally("Step1.VATime"), 0);
  EXPECT_EQ(line.statistics.find_tally("Step1.Queue.WaitingTime"), nullptr);
}

TEST(Process, SeizeDelayHoldsUntilDelayReleaseGivesBack) {
  Line line({options(Process::Action::kSeizeDelay, 2.0), options(Process::Action::kDelay, 1.0),
             options(Process::Action::kDelayRelease, 3.0)});
  line.run();
  EXPECT_THAT(line.log->times, ElementsAre(6, 12, 18));
  EXPECT_DOUBLE_EQ(line.tally("Step1.WaitTime"), (0 + 5 + 10) / 3.0);
  EXPECT_DOUBLE_EQ(line.tally("Step3.TotalTime"), 3);  // time in this module only
  EXPECT_DOUBLE_EQ(line.tally("Step3.WaitTime"), 0);
  EXPECT_DOUBLE_EQ(line.tally("Part.WaitTime"), 5);
  EXPECT_DOUBLE_EQ(line.average("Machine.NumberBusy"), 1);
}

TEST(Process, SharedQueueAndRanking) {
  Model model;
  model.add<siman::EntityType>("Part");
  model.add<siman::Resource>("Machine");
  siman::Create::Options c;
  c.interarrival = 1.0;
  c.max_batches = 4;
  auto& create = model.add<Create>("Arrivals", c);
  Process::Options o = options(Process::Action::kSeizeDelayRelease, 10.0);
  o.queue_options = {siman::Ranking::kLastInFirstOut};
  auto& process = model.add<Process>("Work", o);
  auto& log = model.add<Log>("Log");
  model.link(create.out(), process.in());
  model.link(process.out(), log.in);
  model.run();
  EXPECT_THAT(log.records, ElementsAre(1, 4, 3, 2));
}

TEST(Process, TwoProcessesShareAQueueAndPriorityDecides) {
  Model model;
  model.add<siman::EntityType>("Part");
  model.add<siman::Resource>("Machine");
  model.add<siman::QueueElement>("Common");
  std::vector<Log*> logs;
  for (const char* name : {"High", "Low"}) {
    siman::Create::Options c;
    c.first = name[0] == 'H' ? 3.0 : 0.0;
    c.interarrival = 1.0;
    c.max_batches = 2;
    auto& create = model.top.add<Create>(std::string(name) + "Arrivals", c);
    Process::Options o = options(Process::Action::kSeizeDelayRelease, 10.0);
    o.queue = "Common";
    o.priority = name[0] == 'H' ? 1.0 : 3.0;
    auto& process = model.top.add<Process>(std::string(name) + "Work", o);
    logs.push_back(&model.top.add<Log>(name));
    model.link(create.out(), process.in());
    model.link(process.out(), logs.back()->in);
  }
  model.run();
  EXPECT_THAT(logs[1]->times, ElementsAre(10, 40));
  EXPECT_THAT(logs[0]->times, ElementsAre(20, 30));
  EXPECT_EQ(model.observations("Common.WaitingTime"), 4u);
}

TEST(Process, NoSuchPort) {
  Process process("P", options(Process::Action::kSeizeDelayRelease, 1.0));
  try {
    process.out("true");
    FAIL();
  } catch (const BuildError& e) {
    EXPECT_STREQ(e.what(), "'P' has no port 'true'; it has 'in' or 'out'");
  }
}

TEST(Process, FaultsNameTheModule) {
  Process::Options o = options(Process::Action::kSeizeDelayRelease, "EXPO(");
  o.resources = {{"Machin"}};
  Line line({o});
  const std::string faults = line.faults();
  EXPECT_THAT(faults, HasSubstr("unknown resource 'Machin' in 'Step1' | did you mean 'Machine'?"));
  EXPECT_THAT(faults, HasSubstr("in delay 'EXPO(', column 6"));
}

}  // namespace
}  // namespace escapement::arena
