// SPDX-License-Identifier: MIT
// Studies that nothing ends, and queues that grow for ever.
#include "studies/support.h"

namespace escapement::studies::endless {
namespace {

using ::testing::HasSubstr;

std::string endless_line(const std::string& arrivals, const std::string& experiment,
                         const std::string& sections = "") {
  return quoted("{'entities': {'Part': {}}, 'resources': {'Drill': {}}, " + sections +
                "'model': {'components': {'In': {'type': 'arena.Create', " + arrivals +
                "}, 'Work': {'type': 'arena.Process', 'resources': 'Drill', 'delay': 10}, 'Out': {'type': "
                "'arena.Dispose'}}, 'couplings': ['In -> Work -> Out']}, 'experiment': {" +
                experiment + "}}");
}

std::string notices_of(const std::string& text) {
  std::string notices;
  const json::Study study = json::Study::from_text(text, "test.json", known_types());
  for (const Diagnostic& notice : study.notices()) notices += notice.text() + "\n";
  return notices;
}

TEST(EndlessStudy, IsToldBeforeItRuns) {
  const std::string told = notices_of(endless_line("'interarrival': 1", ""));
  EXPECT_THAT(
      told, HasSubstr("warning: nothing ends a replication of this study: 'In' makes arrivals without end"));
  EXPECT_THAT(told, HasSubstr("give \"length\" or \"terminate\" in \"experiment\""));
  EXPECT_THAT(notices_of(endless_line("'schedule': 'Rate'", "",
                                      "'schedules': {'Rate': {'type': 'Arrival', 'values': "
                                      "[{'value': 2, 'duration': 5}]}}, ")),
              HasSubstr("nothing ends"));
}

TEST(EndlessStudy, AnyEndIsEnough) {
  const auto rates = [](const std::string& last) {
    return "'schedules': {'Rate': {'type': 'Arrival', 'values': [{'value': 2, 'duration': 5}, " + last +
           "]}}, ";
  };
  EXPECT_EQ(notices_of(endless_line("'schedule': 'Rate'", "", rates("{'value': 0}"))), "");
  EXPECT_THAT(notices_of(endless_line("'schedule': 'Rate'", "", rates("{'value': 1}"))),
              HasSubstr("nothing ends"));
  EXPECT_EQ(notices_of(endless_line("'interarrival': 1", "'length': 10")), "");
  EXPECT_EQ(notices_of(endless_line("'interarrival': 1", "'terminate': 'NQ(Work.Queue) > 3'")), "");
  EXPECT_EQ(notices_of(endless_line("'interarrival': 1, 'maxArrivals': 3", "")), "");
  EXPECT_EQ(notices_of(endless_line("'firstCreation': 1", "")), "");  // one arrival
  EXPECT_EQ(notices_of(endless_line("'interarrival': 1", "", "'counters': {'C': {'limit': 5}}, ")), "");
  EXPECT_THAT(notices_of(endless_line("'interarrival': 1", "", "'counters': {'C': {}}, ")),
              HasSubstr("nothing ends"));
}

// Arrivals at 0, 1, 2 ...; the sixth, at 5, is one too many. One is drilled, four wait.
TEST(EndlessStudy, EntitiesHaveABoundThatKeepsTheResults) {
  const json::Study study = json::Study::from_text(endless_line("'interarrival': 1", "'maxEntities': 5"),
                                                   "test.json", known_types());
  const experiment::Results results = experiment::run_experiment(
      json::plan_of(study), [&](int r) { return std::make_unique<json::StudyReplication>(study, r); });
  ASSERT_EQ(results.failures.size(), 1u);
  const experiment::Failure& failure = results.failures[0];
  EXPECT_EQ(failure.clock, 5);
  EXPECT_EQ(failure.model_path, "In");
  EXPECT_THAT(failure.message,
              HasSubstr("the model has 5 entities at one time, and may not have more; 4 of them are "
                        "in queue 'Work.Queue', the longest"));
  EXPECT_THAT(failure.message, HasSubstr("raise \"maxEntities\" in \"experiment\""));
  bool found = false;
  for (const experiment::Result& result : results.statistics)
    if (result.name == "Work.Queue.NumberInQueue") {
      found = true;
      EXPECT_EQ(result.average, (0 + 1 + 2 + 3 + 4) / 5.0);
    }
  EXPECT_TRUE(found);
}

TEST(EndlessStudy, CopiesCountAndThoseThatLeftDoNot) {
  const auto study = [](const std::string& duplicates, const std::string& most) {
    return quoted(
        "{'entities': {'Part': {}}, 'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': "
        "1, "
        "'maxArrivals': 50}, 'Copy': {'type': 'arena.Separate', 'duplicates': " +
        duplicates +
        "}, 'Stay': {'type': 'arena.Delay', 'delay': 0.5}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': "
        "['In -> Copy', "
        "'Copy.out -> Stay', 'Copy.duplicate -> Stay', 'Stay -> Out']}, 'experiment': {'maxEntities': " +
        most + "}}");
  };
  EXPECT_EQ(StudyRun::of(study("4", "5")).average("Out.NumberIn"), 250);
  try {
    StudyRun::of(study("5", "5"));
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_EQ(e.model_path(), "Copy");
    EXPECT_EQ(e.clock(), 0);
  }
}

// The drill's schedule never offers it; before, such a run turned through the schedule for ever.
TEST(EndlessStudy, SchedulesThatLetNobodyGoEndARunWithoutALength) {
  const std::string idle =
      "'schedules': {'Never': {'values': [{'value': 0, 'duration': 5}, {'value': 0, 'duration': 3}]}}, ";
  const auto study = [&](const std::string& work, const std::string& experiment) {
    return quoted(
        "{'entities': {'Part': {}}, 'resources': {'Drill': {'schedule': 'Never'}}, " + idle +
        "'model': {'components': {'In': {'type': 'arena.Create'}, 'Work': " + work +
        ", 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Work -> Out']}, 'experiment': {" +
        experiment + "}}");
  };
  const std::string process = "{'type': 'arena.Process', 'resources': 'Drill', 'delay': 10}";
  try {
    StudyRun::of(study(process, ""));
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_EQ(e.model_path(), "Work");
    EXPECT_THAT(e.message(), HasSubstr("nothing happens any more but schedules and failures"));
    EXPECT_THAT(e.message(), HasSubstr("for 1 of 'Drill' (0 of 0 busy)"));
  }
  EXPECT_EQ(StudyRun::of(study(process, "'terminate': 'TNOW >= 800000'")).clock(), 800000);
  EXPECT_EQ(StudyRun::of(study(process, "'length': 1000")).clock(), 1000);
  // Nobody wants what another has: it ends as if no event were left.
  EXPECT_EQ(
      StudyRun::of(study("{'type': 'arena.Hold', 'signal': 1}", "")).average("Work.Queue.NumberInQueue"), 1);
}

TEST(EndlessStudy, ARunNeedsNoRateForItsLength) {
  const std::string none =
      "'schedules': {'Rate': {'type': 'Arrival', 'values': [{'value': 0, 'duration': 5}]}}, ";
  EXPECT_EQ(StudyRun::of(endless_line("'schedule': 'Rate'", "'length': 100", none)).average("Part.NumberIn"),
            0);
  try {
    StudyRun::of(endless_line("'schedule': 'Rate'", "", none));
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_THAT(e.message(), HasSubstr("no arrival in a million items of the schedule"));
  }
}

}  // namespace
}  // namespace escapement::studies::endless
