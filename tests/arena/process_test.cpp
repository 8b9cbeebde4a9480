// SPDX-License-Identifier: MIT
#include "escapement/arena/process.h"

#include <gtest/gtest.h>

#include "escapement/arena/create.h"
#include "escapement/arena/dispose.h"
#include "escapement/siman/interrupt.h"
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
    EXPECT_STREQ(e.what(), "'P' has no port 'true'; it has 'in', 'out' or 'interrupted'");
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

// In hours: parts at 0, 1, 2 cost 2 per hour; the machine 10 per hour when busy and 5 per use, 4 h each.
// Waits 0, 3, 6. Value added: 4 h at 12 and the use, 53 each; waiting 0, 6, 12. What a part has cost before
// (7) is not the module's.
TEST(Process, CostsPerEntityAndInAll) {
  Model model;
  model.environment.time_unit = "h";
  siman::EntityType::Costs costs;
  costs.holding = 2;
  costs.initial[static_cast<std::size_t>(siman::Category::kOther)] = 7;
  model.add<siman::EntityType>("Part", costs);
  siman::Resource::Options machine;
  machine.busy_cost = 10;
  machine.use_cost = 5;
  model.add<siman::Resource>("Machine", machine);
  siman::Create::Options c;
  c.interarrival = 1.0;
  c.max_batches = 3;
  auto& create = model.add<Create>("Arrivals", c);
  auto& step = model.add<Process>("Step", options(Process::Action::kSeizeDelayRelease, 4.0));
  auto& done = model.add<Dispose>("Done");
  model.link(create.out(), step.in());
  model.link(step.out(), done.in());
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Step.VACost"), 53);
  EXPECT_DOUBLE_EQ(model.tally("Step.WaitCost"), 6);
  EXPECT_DOUBLE_EQ(model.tally("Step.OtherCost"), 0);
  EXPECT_DOUBLE_EQ(model.tally("Step.TotalCost"), 59);
  EXPECT_DOUBLE_EQ(model.output("Step.AccumulatedVACost"), 159);
  EXPECT_DOUBLE_EQ(model.output("Step.AccumulatedWaitCost"), 18);
  EXPECT_DOUBLE_EQ(model.output("Step.AccumulatedTotalCost"), 177);
  EXPECT_DOUBLE_EQ(model.output("Step.AccumulatedVATime"), 12);
  EXPECT_DOUBLE_EQ(model.output("Step.AccumulatedWaitTime"), 9);
  EXPECT_DOUBLE_EQ(model.tally("Step.Queue.WaitingCost"), 6);
  EXPECT_DOUBLE_EQ(model.tally("Part.TotalCost"), 59 + 7);
  EXPECT_DOUBLE_EQ(model.output("System.TotalCost"), 177);  // the machine is never idle at a cost
}

TEST(Process, AccumulatesOnlyWhatItSpendsTimeIn) {
  Line line({options(Process::Action::kDelay, 4.0)});
  line.run();
  EXPECT_DOUBLE_EQ(line.output("Step1.AccumulatedVATime"), 12);
  EXPECT_EQ(line.statistics.find_output("Step1.AccumulatedWaitTime"), nullptr);
  EXPECT_EQ(line.statistics.find_output("Step1.AccumulatedVACost"), nullptr);
  EXPECT_EQ(line.statistics.find_tally("Step1.VACost"), nullptr);
}

// Two work when an alarm comes at 3: they leave by another way, and still have their machines.
TEST(Process, EntitiesThatAreInterruptedLeaveByAPortOfTheirOwn) {
  Model model;
  model.add<siman::EntityType>("Part");
  model.add<siman::Resource>("Machine", 2.0);
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 2);
  auto& step = model.add<Process>("Step", options(Process::Action::kSeizeDelayRelease, 9.0));
  auto& done = model.add<Dispose>("Done");
  auto& release = model.add<siman::Release>("Release", std::vector<siman::ResourceUnits>{{"Machine"}});
  auto& log = model.add<Log>("Stopped");
  auto& alarm = model.arrivals("Alarm", 3.0, {}, 1);
  auto& stop = model.add<siman::Interrupt>("Stop", siman::Interrupt::Options{"Step.Delay"});
  model.link(create.out, step.in());
  model.link(step.out(), done.in());
  model.link(step.out("interrupted"), release.in);
  model.link(release.out, log.in);
  model.link(alarm.out, stop.in);
  model.link(stop.out, model.add<Dispose>("Silence").in());
  model.run();
  EXPECT_THAT(log.times, ElementsAre(3, 3));
  EXPECT_EQ(model.count("Step.NumberOut"), 2);
  EXPECT_EQ(model.observations("Step.VATime"), 0u);
  EXPECT_DOUBLE_EQ(model.average("Machine.NumberBusy"), (3 + 2) / 3.0);
}

}  // namespace
}  // namespace escapement::arena
