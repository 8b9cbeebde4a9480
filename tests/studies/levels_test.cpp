// SPDX-License-Identifier: MIT
// Levels, rates and Detect, and process blocks beside continuous parts.
#include "studies/support.h"

namespace escapement::studies::levels {
namespace {

using ::testing::HasSubstr;

// Carpet liquid (Kelton, Sadowski and Zupick, chapter on continuous models): a level rises by 10 and falls by
// 10 between 0 and 100, period 20: level(10) = 100, (20) = 0, (100) = 0.
TEST(Levels, CarpetLiquidByAnEntityWithDelays) {
  const StudyRun run =
      StudyRun::of(quoted("{'entities': {'Valve': {}}, 'rates': {'Flow': {}}, 'levels': {'Liquid': {'rate': "
                          "'Flow', 'unit': 'l'}}, "
                          "'tallies': {'Top': {}, 'Bottom': {}}, 'model': {'components': {"
                          "'Start': {'type': 'siman.Create', 'maxBatches': 1},"
                          "'Fill': {'type': 'siman.Assign', 'assignments': ['Flow = 10']}, 'Up': {'type': "
                          "'siman.Delay', 'duration': 10},"
                          "'Full': {'type': 'siman.Tally', 'value': 'Liquid', 'tally': 'Top'},"
                          "'Drain': {'type': 'siman.Assign', 'assignments': ['Flow = -10']}, 'Down': "
                          "{'type': 'siman.Delay', 'duration': 10},"
                          "'Empty': {'type': 'siman.Tally', 'value': 'Liquid', 'tally': 'Bottom'}},"
                          "'couplings': ['Start -> Fill -> Up -> Full -> Drain -> Down -> Empty -> "
                          "Fill.in']}, 'experiment': {'length': 100}}"));
  EXPECT_EQ(run["Top"].observations, 5u);
  EXPECT_EQ(run["Top"].minimum, 100);
  EXPECT_EQ(run["Top"].maximum, 100);
  EXPECT_EQ(run["Bottom"].observations, 5u);
  EXPECT_EQ(run["Bottom"].maximum, 0);
}

std::string detected(const std::string& experiment) {
  return quoted(
      "{'entities': {'Signal': {}}, 'rates': {'Flow': {'initial': 10}}, 'levels': {'Liquid': {'rate': "
      "'Flow'}}, "
      "'tallies': {'Full': {}, 'Empty': {}}, 'model': {'components': {"
      "'Top': {'type': 'siman.Detect', 'level': 'Liquid', 'threshold': 100},"
      "'Drain': {'type': 'siman.Assign', 'assignments': ['Flow = -10']}, 'AtTop': {'type': 'siman.Tally', "
      "'value': 'TNOW', "
      "'tally': 'Full'}, 'D1': {'type': 'siman.Dispose'},"
      "'Low': {'type': 'siman.Detect', 'level': 'Liquid', 'threshold': 0, 'direction': 'Negative'},"
      "'Fill': {'type': 'siman.Assign', 'assignments': ['Flow = 10']}, 'AtLow': {'type': 'siman.Tally', "
      "'value': 'TNOW', "
      "'tally': 'Empty'}, 'D2': {'type': 'siman.Dispose'}},"
      "'couplings': ['Top -> Drain -> AtTop -> D1', 'Low -> Fill -> AtLow -> D2']}, 'experiment': " +
      experiment + "}");
}

TEST(Levels, CarpetLiquidByDetect) {
  json::ReplicationOptions options;
  experiment::ContinuousResults results;
  options.take_continuous = [&](experiment::ContinuousResults r) { results = std::move(r); };
  const StudyRun run = StudyRun::of(detected("{'length': 100}"), options);
  EXPECT_EQ(run["Full"].observations, 5u);  // 10, 30, 50, 70, 90
  EXPECT_EQ(run["Full"].minimum, 10);
  EXPECT_EQ(run["Full"].maximum, 90);
  EXPECT_EQ(run["Empty"].observations, 5u);  // 20, 40, 60, 80, 100
  EXPECT_EQ(run["Empty"].maximum, 100);
  ASSERT_THAT(results.trajectory.names, ::testing::ElementsAre("Liquid.level"));
  EXPECT_EQ(results.trajectory.final_values[0], 0);
  // The triangle, at every fifth of the 500 intervals: |100 - ... | by its own formula.
  for (std::size_t k = 0; k < results.trajectory.times.size(); ++k) {
    const double phase = std::fmod(results.trajectory.times[k], 20);
    EXPECT_NEAR(results.trajectory.columns[0][k], phase <= 10 ? 10 * phase : 200 - 10 * phase, 1e-9);
  }
}

TEST(Levels, AJumpAcrossTheThresholdIsACrossing) {
  const StudyRun run = StudyRun::of(quoted(
      "{'entities': {'E': {}}, 'levels': {'L': {'initial': 1}}, 'counters': {'Up': {}, 'Down': {}, 'Both': "
      "{}}, 'model': "
      "{'components': {'C': {'type': 'siman.Create', 'interarrival': 1, 'maxBatches': 4},"
      "'Set': {'type': 'siman.Assign', 'assignments': ['L = 5 - L']}, 'X': {'type': 'siman.Dispose'},"  // 4,
                                                                                                        // 1,
                                                                                                        // 4,
                                                                                                        // 1
      "'U': {'type': 'siman.Detect', 'level': 'L', 'threshold': 3}, 'CU': {'type': 'siman.Count', 'counter': "
      "'Up'}, "
      "'X1': {'type': 'siman.Dispose'},"
      "'D': {'type': 'siman.Detect', 'level': 'L', 'threshold': 3, 'direction': 'Negative', 'tolerance': "
      "0.1}, 'CD': "
      "{'type': 'siman.Count', 'counter': 'Down'}, 'X2': {'type': 'siman.Dispose'},"
      "'B': {'type': 'siman.Detect', 'level': 'L', 'threshold': 3, 'direction': 'Either'}, 'CB': {'type': "
      "'siman.Count', "
      "'counter': 'Both'}, 'X3': {'type': 'siman.Dispose'}},"
      "'couplings': ['C -> Set -> X', 'U -> CU -> X1', 'D -> CD -> X2', 'B -> CB -> X3']}, 'experiment': "
      "{'length': 10}}"));
  EXPECT_EQ(run.average("Up"), 2);
  EXPECT_EQ(run.average("Down"), 2);
  EXPECT_EQ(run.average("Both"), 4);
}

// Barges (Kelton, Sadowski and Zupick): every 20 h on average one comes to a single dock, is prepared
// (TRIA(2, 5, 10) h), filled at 2400 an hour up to its capacity, and cleared (TRIA(3, 4.5, 7.5) h).
// Capacities have the mean 592.5, so filling takes 0.246875 h on average.
TEST(Levels, BargesAreFilledToTheirCapacity) {
  const StudyRun run = StudyRun::of(
      quoted("{'timeUnit': 'h', 'entities': {'Barge': {}, 'Signal': {}}, 'attributes': {'Capacity': {}, "
             "'Began': {}}, 'variables': "
             "{'Goal': {'initial': 1e9}}, 'resources': {'Dock': {}}, 'queues': {'Waiting': {}, 'Loading': "
             "{}}, 'rates': {'Flow': {}}, 'levels': {'Hold': {'rate': 'Flow'}}, "
             "'tallies': {'Capacities': {}, 'FillTime': {}, 'Left': {}}, 'model': {'components': {"
             "'Arrive': {'type': 'siman.Create', 'entity': 'Barge', 'interarrival': 'EXPO(20)'},"
             "'Line': {'type': 'siman.Queue', 'queue': 'Waiting'}, 'Take': {'type': 'siman.Seize', "
             "'resources': ['Dock']},"
             "'Prepare': {'type': 'siman.Delay', 'duration': 'TRIA(2, 5, 10)'},"
             "'Load': {'type': 'siman.Assign', 'assignments': ['Capacity = DISC(0.12, 300, 0.15, 400, 0.28, "
             "450, 0.35, 500, 0.43, "
             "550, 0.55, 600, 0.79, 650, 0.82, 700, 0.93, 800, 1, 1000)', 'Hold = 0', 'Goal = Capacity', "
             "'Began = TNOW', 'Flow = "
             "2400']},"
             "'Filling': {'type': 'siman.Queue', 'queue': 'Loading'}, 'Full': {'type': 'siman.Scan', "
             "'condition': 'Hold >= Goal'},"
             "'Size': {'type': 'siman.Tally', 'value': 'Capacity', 'tally': 'Capacities'}, 'Time': {'type': "
             "'siman.Tally', 'value': "
             "'TNOW - Began', 'tally': 'FillTime'}, 'Rest': {'type': 'siman.Tally', 'value': 'Hold - "
             "Capacity', 'tally': 'Left'},"
             "'Clear': {'type': 'siman.Delay', 'duration': 'TRIA(3, 4.5, 7.5)'}, 'Leave': {'type': "
             "'siman.Release', 'resources': "
             "['Dock']}, 'Gone': {'type': 'siman.Dispose'},"
             "'Gauge': {'type': 'siman.Detect', 'entity': 'Signal', 'level': 'Hold', 'threshold': 'Goal'}, "
             "'Close': {'type': "
             "'siman.Assign', 'assignments': ['Flow = 0']}, 'Done': {'type': 'siman.Dispose'}},"
             "'couplings': ['Arrive -> Line -> Take -> Prepare -> Load -> Filling -> Full -> Size -> Time -> "
             "Rest -> Clear -> Leave "
             "-> Gone', 'Gauge -> Close -> Done']}, 'experiment': {'length': 200000, 'seed': 3}}"));
  const double n = static_cast<double>(run["Capacities"].observations);
  EXPECT_GT(n, 9000);
  // Variance of a capacity: 379 500 - 592.5^2 = 28 443.75, so 4 standard errors of the mean are 6.8 or less.
  EXPECT_NEAR(run.average("Capacities"), 592.5, 4 * std::sqrt(28443.75 / n));
  EXPECT_NEAR(run.average("FillTime"), run.average("Capacities") / 2400, 1e-9);
  EXPECT_EQ(run["Left"].minimum, 0);
  EXPECT_EQ(run["Left"].maximum, 0);
}

// An entity opens the inlet of a tank, x' = u, by Send; the tank's own located event closes the loop: x = 1
// at t = 2 + 1/0.25, where Detect makes an entity of the message.
TEST(Levels, EntitiesAndAnOdeTalkByMessages) {
  const StudyRun run = StudyRun::of(
      quoted("{'entities': {'E': {}}, 'attributes': {'Seen': {}}, 'tallies': {'When': {}, 'State': {}, "
             "'Content': {}}, 'model': "
             "{'components': {'C': {'type': 'siman.Create', 'first': 2, 'maxBatches': 1}, 'Open': {'type': "
             "'siman.Send', 'value': "
             "0.25}, 'X': {'type': 'siman.Dispose'},"
             "'Tank': {'type': 'ode', 'states': {'x': 0}, 'inputs': ['u'], 'equations': {'x': 'u'}, "
             "'events': [{'when': 'x >= 1', "
             "'emit': {'port': 'full', 'value': '2*x'}}]},"
             "'Full': {'type': 'siman.Detect', 'attribute': 'Seen'}, 'T': {'type': 'siman.Tally', 'value': "
             "'TNOW', 'tally': 'When'}, "
             "'S': {'type': 'siman.Tally', 'value': 'Seen', 'tally': 'Content'}, 'V': {'type': "
             "'siman.Tally', 'value': 'Tank.x', "
             "'tally': 'State'}, 'Shut': {'type': 'siman.Send', 'value': 0}, 'Y': {'type': 'siman.Dispose'}},"
             "'couplings': ['C -> Open.in', 'Open.out -> X', 'Open.signal -> Tank.u', 'Tank.full -> "
             "Full.signal', 'Full -> T -> S -> "
             "V -> Shut.in', 'Shut.out -> Y', 'Shut.signal -> Tank.u']}, 'experiment': {'length': 20}}"));
  EXPECT_EQ(run["When"].observations, 1u);
  EXPECT_NEAR(run.average("When"), 6, 1e-9);
  EXPECT_NEAR(run.average("Content"), 2, 1e-9);
  EXPECT_NEAR(run.average("State"), 1, 1e-9);
}

TEST(Levels, FaultsAreTold) {
  const auto faults = [](const std::string& components) {
    return faults_of(
        quoted("{'entities': {'E': {}}, 'rates': {'R': {}}, 'levels': {'L': {'rate': 'R'}}, 'model': "
               "{'components': {" +
               components +
               ", 'X': {'type': 'siman.Dispose'}}, 'couplings': ['D -> X']}, 'experiment': "
               "{'length': 1}}"));
  };
  EXPECT_THAT(faults("'D': {'type': 'siman.Detect', 'level': 'L'}"),
              HasSubstr("\"level\" and \"threshold\" go together"));
  EXPECT_THAT(faults("'D': {'type': 'siman.Detect', 'level': 'LL', 'threshold': 1}"),
              HasSubstr("did you mean 'L'?"));
  EXPECT_THAT(faults("'D': {'type': 'siman.Detect', 'level': 'L', 'threshold': 1, 'direction': 'Up'}"),
              HasSubstr("'Positive', 'Negative' or 'Either'"));
  EXPECT_THAT(faults("'M': {'type': 'ode', 'states': {'speed': 0}, 'equations': {'speed': 1}}, 'D': {'type': "
                     "'siman.Detect', 'level': 'L', 'threshold': 'M.sped'}"),
              HasSubstr("'M' has no variable 'sped'"));
}

}  // namespace
}  // namespace escapement::studies::levels
