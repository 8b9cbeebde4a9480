// SPDX-License-Identifier: MIT
#include "escapement/statistics/collector.h"

#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Summary& named(const std::vector<Summary>& summaries, const std::string& name) {
  for (const Summary& summary : summaries) {
    if (summary.name == name) return summary;
  }
  throw std::out_of_range(name);
}

TEST(Collector, GivesTheSameObjectForTheSameName) {
  Collector collector;
  Tally& first = collector.tally("A.WaitTime");
  for (int i = 0; i < 1000; ++i) collector.tally("B" + std::to_string(i));
  first.observe(3);
  EXPECT_EQ(&collector.tally("A.WaitTime"), &first);
  EXPECT_EQ(&collector.counter("C"), &collector.counter("C"));
  TimePersistent& level = collector.time_persistent("D", 4);
  EXPECT_EQ(&collector.time_persistent("D"), &level);
  EXPECT_EQ(collector.time_persistent("D").value(), 4);
  Frequency& state = collector.state_frequency("E", {"idle", "busy"});
  EXPECT_EQ(&collector.frequency("E", {}), &state);
}

TEST(Collector, RefusesAnotherKind) {
  Collector collector;
  collector.tally("Drill.Time");
  EXPECT_THAT([&] { collector.counter("Drill.Time"); },
              ThrowsMessage<BuildError>(AllOf(HasSubstr("'Drill.Time'"), HasSubstr("as counter"),
                                              HasSubstr("already as tally"), HasSubstr("another name"))));
  EXPECT_THAT([&] { collector.output("Drill.Time", [] { return 1.0; }); },
              ThrowsMessage<BuildError>(HasSubstr("as output but exists already as tally")));
  EXPECT_THAT([&] { collector.tally(""); }, ThrowsMessage<BuildError>(HasSubstr("empty name")));
  EXPECT_THAT([] { Collector late(std::numeric_limits<double>::infinity()); },
              ThrowsMessage<InternalError>(HasSubstr("cannot start at time inf")));
  EXPECT_THAT(collector.names(), ElementsAre("Drill.Time"));
}

TEST(Collector, RefusesASecondDefinitionOfAnOutput) {
  Collector collector;
  collector.output("Cost", [] { return 1.0; });
  EXPECT_THAT(
      [&] { collector.output("Cost", [] { return 2.0; }); },
      ThrowsMessage<BuildError>(AllOf(HasSubstr("output 'Cost' is defined twice"), HasSubstr("rename"))));
}

TEST(Collector, SummarizesEveryKind) {
  Collector collector;
  Tally& tally = collector.tally("tally");
  tally.observe(1);
  tally.observe(4);
  collector.tally("empty");
  collector.time_persistent("level", 2).set(5, 6);
  collector.counter("count").increment(3);
  collector.counter("count").increment();
  collector.output("output", [&tally] { return *tally.average() * 2; });
  collector.output("clock", [](double t_end) { return t_end; });
  collector.output("none", [] { return 0.0 / 0.0; });
  collector.state_frequency("state", {"idle", "busy"}).set(4, 1);
  const std::vector<Summary> all = collector.summarize(10);
  ASSERT_EQ(all.size(), 8U);

  const Summary& waits = named(all, "tally");
  EXPECT_EQ(waits.kind, Kind::kTally);
  EXPECT_EQ(waits.observations, 2U);
  EXPECT_EQ(waits.average, 2.5);
  EXPECT_EQ(waits.minimum, 1);
  EXPECT_EQ(waits.maximum, 4);
  EXPECT_EQ(waits.final_value, 4);
  EXPECT_EQ(waits.half_width.reason, "insufficient");
  EXPECT_FALSE(waits.histogram.has_value());

  const Summary& empty = named(all, "empty");
  EXPECT_EQ(empty.observations, 0U);
  EXPECT_EQ(empty.average, std::nullopt);
  EXPECT_EQ(empty.minimum, std::nullopt);
  EXPECT_EQ(empty.maximum, std::nullopt);
  EXPECT_EQ(empty.final_value, std::nullopt);
  EXPECT_EQ(empty.half_width.value, std::nullopt);

  const Summary& level = named(all, "level");
  EXPECT_EQ(level.kind, Kind::kTimePersistent);
  EXPECT_EQ(level.average, 4);
  EXPECT_EQ(level.minimum, 2);
  EXPECT_EQ(level.maximum, 6);
  EXPECT_EQ(level.final_value, 6);
  EXPECT_EQ(level.observations, 0U);
  EXPECT_FALSE(level.series.has_value());

  const Summary& count = named(all, "count");
  EXPECT_EQ(count.kind, Kind::kCounter);
  EXPECT_EQ(count.average, 4);
  EXPECT_EQ(count.final_value, 4);
  EXPECT_EQ(count.observations, 2U);

  EXPECT_EQ(named(all, "output").kind, Kind::kOutput);
  EXPECT_EQ(named(all, "output").average, 5);
  EXPECT_EQ(named(all, "clock").average, 10);
  EXPECT_EQ(named(all, "none").average, std::nullopt);

  const Summary& state = named(all, "state");
  EXPECT_EQ(state.kind, Kind::kFrequency);
  EXPECT_EQ(state.observations, 2U);
  ASSERT_EQ(state.frequencies.size(), 3U);
  EXPECT_EQ(state.frequencies[1].standard_percent, 60);
}

TEST(Collector, OrdersByTheComponentsOfNames) {
  Collector collector;
  for (const char* name : {"Drill2.Time", "Drill.Time", "Drill-2.Time", "Drill"}) collector.tally(name);
  std::vector<std::string> names;
  for (const Summary& summary : collector.summarize(0)) names.push_back(summary.name);
  EXPECT_THAT(names, ElementsAre("Drill", "Drill.Time", "Drill-2.Time", "Drill2.Time"));
  EXPECT_EQ(collector.names(), names);
}

// A day of 480 min with a break from 240 to 270 that the busy worker ignores: utilization 480/450.
TEST(Collector, MakesARatioOfIntegrals) {
  Collector collector;
  TimePersistent& busy = collector.time_persistent("Worker.NumberBusy", 1);
  TimePersistent& scheduled = collector.time_persistent("Worker.NumberScheduled", 1);
  collector.output_ratio("Worker.ScheduledUtilization", busy, scheduled);
  scheduled.set(240, 0);
  scheduled.set(270, 1);
  const auto all = collector.summarize(480);
  EXPECT_EQ(named(all, "Worker.NumberScheduled").average, 0.9375);
  EXPECT_NEAR(*named(all, "Worker.ScheduledUtilization").average, 480.0 / 450, 1e-15);
  EXPECT_EQ(named(collector.summarize(480), "Worker.NumberBusy").average, 1);
}

TEST(Collector, HasNoRatioToNothing) {
  Collector collector;
  TimePersistent& busy = collector.time_persistent("busy", 1);
  collector.output_ratio("ratio", busy, collector.time_persistent("scheduled", 0));
  EXPECT_EQ(named(collector.summarize(10), "ratio").average, std::nullopt);
}

TEST(Collector, ClearsAllAtWarmUp) {
  Collector collector;
  collector.tally("tally").observe(9);
  collector.counter("count").increment();
  collector.time_persistent("level").set(3, 3);
  collector.state_frequency("state", {"idle", "busy"}).set(1, 1);
  collector.output("output", [&] { return collector.counter("count").value(); });
  collector.clear(5);
  collector.time_persistent("later", 1).set(9, 0);  // made after the warm-up: counts from its end
  collector.time_persistent("latest", 1, 9).set(11, 0);
  const auto all = collector.summarize(13);
  EXPECT_EQ(named(all, "tally").average, std::nullopt);
  EXPECT_EQ(named(all, "count").average, 0);
  EXPECT_EQ(named(all, "output").average, 0);
  EXPECT_EQ(named(all, "level").average, 3);
  EXPECT_EQ(named(all, "level").minimum, 3);
  EXPECT_EQ(named(all, "later").average, 0.5);
  EXPECT_EQ(named(all, "latest").average, 0.5);
  EXPECT_EQ(named(all, "state").frequencies[1].time, 8);
}

TEST(Collector, RecordsPlotsForOldAndNew) {
  Collector collector;
  collector.tally("old");
  collector.time_persistent("oldLevel", 1);
  collector.record_plots(true);
  collector.tally("old").observe(1);
  collector.tally("new").observe(2);
  collector.time_persistent("newLevel", 2);
  const auto all = collector.summarize(8);
  EXPECT_THAT(named(all, "old").histogram->counts, ElementsAre(1U));
  EXPECT_THAT(named(all, "new").histogram->counts, ElementsAre(1U));
  EXPECT_EQ(named(all, "oldLevel").series->average.back(), 1);
  EXPECT_EQ(named(all, "newLevel").series->average.back(), 2);
  collector.record_plots(false);
  EXPECT_FALSE(named(collector.summarize(8), "old").histogram.has_value());
  EXPECT_FALSE(named(collector.summarize(8), "oldLevel").series.has_value());
}

TEST(Collector, FindsByNameAndKind) {
  Collector collector;
  Tally& tally = collector.tally("tally");
  TimePersistent& level = collector.time_persistent("level");
  Counter& count = collector.counter("count");
  Frequency& state = collector.state_frequency("state", {"idle"});
  collector.output("output", [] { return 7.0; });
  EXPECT_EQ(collector.find_tally("tally"), &tally);
  EXPECT_EQ(collector.find_time_persistent("level"), &level);
  EXPECT_EQ(collector.find_counter("count"), &count);
  EXPECT_EQ(collector.find_frequency("state"), &state);
  ASSERT_NE(collector.find_output("output"), nullptr);
  EXPECT_EQ(collector.find_output("output")->value(0), 7);
  EXPECT_EQ(collector.find_tally("level"), nullptr);
  EXPECT_EQ(collector.find_tally("nothing"), nullptr);
  EXPECT_EQ(collector.find_kind("state"), Kind::kFrequency);
  EXPECT_EQ(collector.find_kind("nothing"), std::nullopt);
}

TEST(Collector, LetsTheErrorOfAnOutputPass) {
  Collector collector;
  collector.output("output", []() -> double { throw std::runtime_error("no such variable"); });
  EXPECT_THAT([&] { collector.summarize(1); },
              ThrowsMessage<std::runtime_error>(HasSubstr("no such variable")));
}

TEST(Collector, LeavesOutWhatIsHidden) {
  Collector collector;
  collector.counter("Seen").increment();
  collector.hide("Unseen");
  collector.counter("Unseen").increment(3);
  ASSERT_EQ(collector.summarize(1).size(), 1U);
  EXPECT_EQ(collector.summarize(1).front().name, "Seen");
  EXPECT_EQ(collector.find_counter("Unseen")->value(), 3);
}

}  // namespace
}  // namespace escapement::statistics
