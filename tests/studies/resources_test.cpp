// SPDX-License-Identifier: MIT
// Resources in whole studies: preemption and failures against closed forms of queueing theory (D. Gross et
// al., Fundamentals of Queueing Theory; Avi-Itzhak and Naor 1963 for servers that break down), and every
// section and block as studies write them.
#include "studies/support.h"

namespace escapement::studies::resources {
namespace {

using ::testing::HasSubstr;

// Two classes at one server; class 1 takes it from class 2.
std::string preemptive(const std::string& between1, const std::string& service1, const std::string& between2,
                       const std::string& service2, double length) {
  return quoted(
      "{'entities': {'Urgent': {}, 'Plain': {}}, 'queues': {'Line': {}}, 'resources': {'Server': {}},"
      "'model': {'components': {"
      "'UrgentArrivals': {'type': 'arena.Create', 'entity': 'Urgent', 'interarrival': '" +
      between1 +
      "'},"
      "'UrgentQueue': {'type': 'siman.Queue', 'queue': 'Line'},"
      "'Take': {'type': 'siman.Preempt', 'resource': 'Server', 'priority': 1},"
      "'UrgentWork': {'type': 'siman.Delay', 'duration': '" +
      service1 +
      "'},"
      "'PlainArrivals': {'type': 'arena.Create', 'entity': 'Plain', 'interarrival': '" +
      between2 +
      "'},"
      "'PlainQueue': {'type': 'siman.Queue', 'queue': 'Line'},"
      "'Seize': {'type': 'siman.Seize', 'resources': 'Server', 'priority': 2},"
      "'PlainWork': {'type': 'siman.Delay', 'duration': '" +
      service2 +
      "'},"
      "'Release': {'type': 'siman.Release', 'resources': 'Server'}, 'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['UrgentArrivals -> UrgentQueue -> Take -> UrgentWork -> Release -> Done',"
      "'PlainArrivals -> PlainQueue -> Seize -> PlainWork -> Release']},"
      "'experiment': {'replications': 20, 'warmup': 1000, 'length': " +
      to_text(length) + "}}");
}

// W1 = (1/mu)/(1 - rho1), W2 = (1/mu)/((1 - rho1)(1 - rho)) with mu = 1, rho1 = 0.3, rho = 0.8; and L = 4.
TEST(Resources, PreemptiveResumeMM1) {
  expect_long_run(
      preemptive("EXPO(1 / 0.3)", "EXPO(1)", "EXPO(2)", "EXPO(1)", 300000),
      {{"Urgent.TotalTime", 1 / 0.7}, {"Plain.TotalTime", 1 / (0.7 * 0.2)}, {"Server.NumberBusy", 0.8}});
}

// Class 1: constant 0.5, rate 0.4, as if alone: M/D/1, W1 = 0.5 + 0.4 * 0.25 / (2 * 0.8). Class 2:
// exponential 1, rate 0.4: W2 = 1 / (1 - rho1) + R / ((1 - rho1)(1 - rho)), R = (0.4 * 0.25 + 0.4 * 2) / 2 =
// 0.45.
TEST(Resources, PreemptiveResumeWithMixedServices) {
  expect_long_run(preemptive("EXPO(2.5)", "0.5", "EXPO(2.5)", "EXPO(1)", 60000),
                  {{"Urgent.TotalTime", 0.5625}, {"Plain.TotalTime", 1 / 0.8 + 0.45 / (0.8 * 0.4)}});
}

// A server that breaks down only while it works, after EXPO(10) of work, for EXPO(2); the work goes on then.
// The time at the server is C = S + repairs: E[C] = 1 + 0.1 * 2 = 1.2, E[C^2] = 2 * 1.2^2 + 0.1 * 8 = 3.68.
// With arrivals at 0.5 the wait is 0.5 * 3.68 / (2 * (1 - 0.6)) = 2.3 and the stay 3.5.
TEST(Resources, ServerThatBreaksDownWhileItWorks) {
  expect_long_run(
      quoted("{'entities': {'Job': {}},"
             "'failures': {'Break': {'upTime': 'EXPO(10)', 'downTime': 'EXPO(2)', 'uptimeIn': 'Busy'}},"
             "'resources': {'Server': {'failures': {'failure': 'Break', 'rule': 'Preempt'}}},"
             "'model': {'components': {"
             "'Arrivals': {'type': 'arena.Create', 'interarrival': 'EXPO(2)'},"
             "'Work': {'type': 'arena.Process', 'resources': 'Server', 'delay': 'EXPO(1)'},"
             "'Done': {'type': 'arena.Dispose'}}, 'couplings': ['Arrivals -> Work -> Done']},"
             "'experiment': {'replications': 20, 'warmup': 1000, 'length': 200000}}"),
      {{"Work.Queue.WaitingTime", 2.3}, {"Job.TotalTime", 3.5}, {"Server.NumberBusy", 0.5}});
}

// Machines that fail after EXPO(30) and are repaired in EXPO(10) are failed a quarter of the time.
TEST(Resources, FrequencyOfFailure) {
  const StudyRun run = StudyRun::of(quoted(
      "{'entities': {'Job': {}}, 'failures': {'Break': {'upTime': 'EXPO(30)', 'downTime': 'EXPO(10)'}},"
      "'resources': {'Machine': {'failures': 'Break'}}, 'frequencies': {'States': {'resource': 'Machine'}},"
      "'model': {'components': {}, 'couplings': []}, 'experiment': {'length': 4000000}}"));
  double failed = 0;
  for (const auto& row : run["States"].frequencies)
    if (row.name == "Failed") failed = row.time;
  EXPECT_NEAR(failed / 4e6, 0.25, 0.005);  // 100 000 cycles: the standard deviation is 0.0008
}

TEST(Resources, EverySectionAsItIsWritten) {
  const StudyRun run = StudyRun::of(quoted(
      "{'timeUnit': 'min', 'entities': {'Job': {'holdingCost': 60}}, 'attributes': {'which': {}},"
      "'schedules': {'Shift': {'type': 'Capacity', 'values': [{'value': 1, 'duration': '4 h'},"
      "                        {'value': 0, 'duration': '0.5 h'}, {'value': 1, 'duration': 210}]}},"
      "'failures': {'Jam': {'type': 'Count', 'count': 100, 'downTime': '5 min'}},"
      "'stateSets': {'Names': {'states': ['Setup', {'state': 'Working', 'auto': 'Busy'},"
      "                        {'state': 'Jammed', 'failure': 'Jam'}]}},"
      "'resources': {'A': {'schedule': 'Shift', 'scheduleRule': 'Ignore', 'stateSet': 'Names', 'failures': "
      "['Jam']},"
      "              'B': {'capacity': 2, 'busyCost': 6, 'idleCost': 3, 'useCost': 1}},"
      "'sets': {'Both': {'type': 'Resource', 'members': ['A', 'B']}},"
      "'frequencies': {'StatesOfA': {'resource': 'A'},"
      "                'Line': {'value': 'NQ(Work.Queue)', 'categories': [{'name': 'None', 'value': 0},"
      "                         {'name': 'Some', 'low': 0}]}},"
      "'model': {'components': {"
      "'Arrivals': {'type': 'arena.Create', 'interarrival': 10, 'maxArrivals': 40},"
      "'Work': {'type': 'arena.Process', 'resources': {'resource': 'Both', 'rule': 'Cyclical',"
      "         'saveAttribute': 'which'}, 'delay': 15, 'priority': 'High(1)', 'queueCapacity': 5, "
      "'patience': "
      "60},"
      "'Gone': {'type': 'arena.Dispose'}, 'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['Arrivals -> Work -> Done', 'Work.balked -> Gone', 'Work.reneged -> Gone']},"
      "'experiment': {'length': 480}}"));
  // Every 10 a job of 15, in turn at A and B (and at B alone in the break): nobody waits.
  EXPECT_EQ(run["System.NumberOut"].final_value, 40);
  EXPECT_EQ(run.average("Work.Queue.WaitingTime"), 0);
  EXPECT_DOUBLE_EQ(run.average("A.NumberScheduled"), 0.9375);
  const double busy_b = run.average("B.NumberBusy") * 480;
  EXPECT_DOUBLE_EQ(busy_b + run.average("A.NumberBusy") * 480, 40 * 15);
  EXPECT_DOUBLE_EQ(run.average("B.BusyCost"), busy_b * 6 / 60);
  EXPECT_DOUBLE_EQ(run.average("B.IdleCost"), (2 * 480 - busy_b) * 3 / 60);
  EXPECT_DOUBLE_EQ(run.average("B.UsageCost"), busy_b / 15);
  EXPECT_EQ(run["A.TotalNumberSeized"].final_value.value() + run["B.TotalNumberSeized"].final_value.value(),
            40);
  EXPECT_DOUBLE_EQ(run.average("System.TotalCost"),
                   40 * 15 + busy_b * 0.1 + (960 - busy_b) * 0.05 + busy_b / 15);
}

// r-simmer/simmer issue 227 in modules: the second reneges at 8, queues again and is served 10-20.
TEST(Resources, RenegeAndSeizeAgain) {
  const StudyRun run = StudyRun::of(quoted(
      "{'entities': {'Job': {}}, 'resources': {'Clerk': {}}, 'model': {'components': {"
      "'Arrivals': {'type': 'arena.Create', 'interarrival': 3, 'maxArrivals': 2},"
      "'First': {'type': 'arena.Seize', 'resources': 'Clerk', 'patience': 5},"
      "'Again': {'type': 'arena.Seize', 'resources': 'Clerk'},"
      "'Serve': {'type': 'arena.Delay', 'delay': 10}, 'Free': {'type': 'arena.Release', 'resources': "
      "'Clerk'},"
      "'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['Arrivals -> First -> Serve -> Free -> Done', 'First.reneged -> Again -> Serve']}}"));
  EXPECT_EQ(run.clock(), 20);
  EXPECT_DOUBLE_EQ(run.average("First.Queue.WaitingTime"), 2.5);
  EXPECT_DOUBLE_EQ(run.average("Again.Queue.WaitingTime"), 2);
  EXPECT_EQ(run["First.NumberReneged"].final_value, 1);
  EXPECT_DOUBLE_EQ(run.average("Job.TotalTime"), (10 + 17) / 2.0);
}

// SELECT, PICKQ, QPICK, ALTER and Interrupt in one study; the tests of the blocks tell what each does.
TEST(Resources, ChoicesAsTheyAreWritten) {
  const StudyRun run = StudyRun::of(quoted(
      "{'entities': {'Job': {}, 'Boss': {}}, 'queues': {'L1': {}, 'L2': {}, 'L3': {}},"
      "'attributes': {'left': {}}, 'resources': {'X': {}, 'Y': {}, 'Z': {}}, 'model': {'components': {"
      "'Arrivals': {'type': 'arena.Create', 'entity': 'Job', 'interarrival': 1, 'maxArrivals': 12},"
      "'Pick': {'type': 'siman.PickQ', 'exits': ['a', 'b'], 'rule': 'SmallestNumberInQueue'},"
      "'Q1': {'type': 'siman.Queue', 'queue': 'L1', 'capacity': 100},"
      "'Q2': {'type': 'siman.Queue', 'queue': 'L2', 'patience': 1000},"
      "'Choose': {'type': 'siman.QPick', 'queues': ['L1', 'L2'], 'rule': 'LargestNumberInQueue'},"
      "'SZ': {'type': 'siman.Seize', 'resources': 'Z'}, 'WorkZ': {'type': 'siman.Delay', 'duration': 2},"
      "'FreeZ': {'type': 'siman.Release', 'resources': 'Z'},"
      "'Q3': {'type': 'siman.Queue', 'queue': 'L3'},"
      "'Pair': {'type': 'siman.Select', 'exits': ['x', 'y'], 'rule': 'SmallestNumberBusy'},"
      "'SX': {'type': 'siman.Seize', 'resources': 'X'}, 'WX': {'type': 'siman.Delay', 'duration': 5},"
      "'FX': {'type': 'siman.Release', 'resources': 'X'}, 'SY': {'type': 'siman.Seize', 'resources': 'Y'},"
      "'WY': {'type': 'siman.Delay', 'duration': 5}, 'FY': {'type': 'siman.Release', 'resources': 'Y'},"
      "'Comes': {'type': 'arena.Create', 'entity': 'Boss', 'firstCreation': 6.5},"
      "'More': {'type': 'siman.Alter', 'changes': {'resource': 'Z', 'by': 1}},"
      "'Stop': {'type': 'siman.Interrupt', 'delay': 'WX', 'remaining': 'left'},"
      "'Set': {'type': 'siman.Assign', 'assignments': [{'other': 'MR(Y)', 'value': 2}, 'MR(X) = 2']},"
      "'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['Arrivals -> Pick', 'Pick.a -> Q1 -> Choose', 'Pick.b -> Q2 -> Choose', 'Choose -> SZ "
      "-> "
      "WorkZ',"
      "'WorkZ -> FreeZ -> Q3 -> Pair', 'Pair.x -> SX -> WX', 'Pair.y -> SY -> WY', 'WX -> FX', "
      "'WX.interrupted -> FX',"
      "'FX -> Done', 'WY -> FY -> Done', 'Comes -> More -> Stop -> Set -> Done']}}"));
  EXPECT_EQ(run["Job.NumberOut"].final_value, 12);
  EXPECT_EQ(run["Z.NumberScheduled"].final_value, 2);
  EXPECT_EQ(run["X.NumberScheduled"].final_value, 2);
  EXPECT_EQ(run["Y.NumberScheduled"].final_value, 2);
  EXPECT_EQ(run["X.TotalNumberSeized"].final_value.value() + run["Y.TotalNumberSeized"].final_value.value(),
            12);
}

// MR and STATE of a resource by its number: Y is member 2 of the set, and number 2 of all.
TEST(Resources, CapacitiesAndStatesByNumber) {
  const auto study = [](const std::string& assignments) {
    return quoted(
        "{'entities': {'Part': {}}, 'attributes': {'which': {'initial': 2}}, 'stateSets': {'Odd': {'states': "
        "['Dirty', "
        "'Clean']}}, 'resources': {'X': {}, 'Y': {'stateSet': 'Odd'}}, 'sets': {'Both': {'members': ['X', "
        "'Y']}}, "
        "'tallies': {'State': {}}, 'model': {'components': {'In': {'type': 'arena.Create', 'firstCreation': "
        "5}, 'Set': "
        "{'type': 'arena.Assign', 'assignments': [" +
        assignments +
        "]}, 'Stay': {'type': 'arena.Delay', 'delay': 5}, 'Note': {'type': 'arena.Record', 'kind': "
        "'Expression', "
        "'statistic': 'State', 'value': 'STATE(Y)'}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> "
        "Set -> Stay "
        "-> Note -> Out']}}");
  };
  const StudyRun run = StudyRun::of(
      study("'MR(MEMBER(Both, which)) = 3', 'STATE(which) = Clean', {'other': 'MR(1)', 'value': 0}"));
  EXPECT_EQ(run.average("Y.NumberScheduled"), 2);
  EXPECT_EQ(run.average("X.NumberScheduled"), 0.5);
  EXPECT_EQ(run.average("State"), 2);
  EXPECT_EQ(StudyRun::of(study("'STATE(MEMBER(Both, 2)) = 1'")).average("State"), 1);
  const auto failure = [&](const std::string& assignments) -> std::string {
    try {
      StudyRun::of(study(assignments));
    } catch (const SimulationError& e) {
      return e.message();
    }
    return "";
  };
  EXPECT_THAT(failure("'STATE(which - 1) = Clean'"),
              HasSubstr("resource 'X' has no state 'Clean' that it could get"));
  EXPECT_THAT(failure("'MR(which + 1) = 1'"), HasSubstr("the resource numbers"));
  EXPECT_THAT(faults_of(study("'MR(Z) = 1'")), HasSubstr("unknown resource 'Z' in 'Set'"));
}

TEST(Resources, DeadlockWithoutALengthFailsTheRun) {
  const std::string text =
      "{'entities': {'Job': {}}, 'resources': {'X': {}, 'Y': {}}, 'model': {'components': {"
      "'A': {'type': 'arena.Create', 'maxArrivals': 1}, 'B': {'type': 'arena.Create', 'maxArrivals': 1},"
      "'AX': {'type': 'arena.Process', 'action': 'SeizeDelay', 'resources': 'X', 'delay': 1},"
      "'AY': {'type': 'arena.Seize', 'resources': 'Y'}, 'BY': {'type': 'arena.Process', 'action': "
      "'SeizeDelay',"
      "'resources': 'Y', 'delay': 1}, 'BX': {'type': 'arena.Seize', 'resources': 'X'},"
      "'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['A -> AX -> AY -> Done', 'B -> BY -> BX -> Done']}";
  try {
    StudyRun::of(quoted(text + "}"));
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_EQ(e.model_path(), "AY");
    EXPECT_EQ(e.clock(), 1);
    EXPECT_THAT(e.message(), HasSubstr("which entity 1 holds; that closes the cycle"));
  }
  EXPECT_EQ(StudyRun::of(quoted(text + ", 'experiment': {'length': 10}}")).clock(), 10);
}

TEST(Resources, FaultsOfWriting) {
  const std::string faults = faults_of(quoted(
      "{'entities': {'Job': {}},"
      "'schedules': {'S': {'values': []}, 'T': {'values': [{'value': 1}, {'value': 2}]}},"
      "'failures': {'F': {'downTime': 1}, 'G': {'type': 'Count', 'count': 3, 'upTime': 2, 'downTime': 1}, "
      "             'H': {'upTime': 1}},"
      "'stateSets': {'N': {'states': [{'state': 'A', 'auto': 'Busy', 'failure': 'F'}]}},"
      "'frequencies': {'P': {}, 'Q': {'value': 'TNOW'}, 'R': {'value': 'TNOW', 'categories': [{'name': "
      "'a'}]}},"
      "'sets': {'M': {'members': ['A']}},"
      "'resources': {'A': {'capacity': 1, 'schedule': 'S'}, 'B': {'scheduleRule': 'Wait'}, 'C': "
      "{'initialState': 'x'}},"
      "'model': {'components': {"
      "'P1': {'type': 'arena.Process', 'resources': {'resource': 'M', 'rule': 'SpecificMember'}, 'delay': 1},"
      "'P2': {'type': 'arena.Process', 'resources': {'resource': 'M', 'member': 1}, 'delay': 1},"
      "'K': {'type': 'siman.PickQ', 'exits': ['a'], 'rule': 'SpecificMember'},"
      "'W': {'type': 'arena.Seize', 'resources': 'A', 'queue': {}, 'sharedQueue': 'Q'},"
      "'D': {'type': 'arena.Decide', 'condition': 'TNOW > 1'}, 'End': {'type': 'arena.Dispose'}},"
      "'couplings': ['D -> End']}}"));
  for (const char* fault :
       {"a schedule needs a value", "only the last item of a schedule may lack \"duration\"",
        "a failure of type Time needs \"upTime\"", "\"upTime\" has no effect in a failure of type Count",
        "\"downTime\"", "a state stands for an automatic state or for a failure, not both",
        "a frequency watches a resource or a value", "give \"value\" and \"categories\" together",
        "a category is one value or a range", "a resource has a capacity or a schedule, not both",
        "\"scheduleRule\" has no effect without a schedule",
        "\"initialState\" has no effect without a state set", "rule SpecificMember needs \"member\"",
        "\"member\" has no effect without rule SpecificMember",
        "a module waits in its own queue or in a shared one, not in both",
        "'D' alone does not say which port is meant: it has 2 outputs"})
    EXPECT_THAT(faults, HasSubstr(fault));
}

}  // namespace
}  // namespace escapement::studies::resources
