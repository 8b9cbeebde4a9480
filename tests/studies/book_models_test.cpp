// SPDX-License-Identifier: MIT
// Models of textbooks that the libraries DESLib and SIMANLib are shown with, built anew, against long-run
// formulas.
#include "studies/support.h"

namespace escapement::studies::book_models {
namespace {

std::string stations(const std::string& arrivals, int count, const std::string& service, int servers,
                     double length) {
  std::string resources, components, chain = "Arrivals";
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    resources += (i > 1 ? "," : "") + ("'Clerk" + n) + "': {'capacity': " + std::to_string(servers) + "}";
    components += "'Step" + n + "': {'type': 'arena.Process', 'resources': 'Clerk" + n + "', 'delay': '" +
                  service + "'},";
    chain += " -> Step" + n;
  }
  return quoted(
      "{'timeUnit': 'h', 'entities': {'Loan': {}}, 'resources': {" + resources +
      "}, 'model': {'components': {'Arrivals': {'type': 'arena.Create', 'interarrival': '" + arrivals +
      "'}," + components + "'Done': {'type': 'arena.Dispose'}}, 'couplings': ['" + chain +
      " -> Done']}, 'experiment': {'replications': 20, 'warmup': 1000, 'length': " + to_text(length) + "}}");
}

TEST(BookModels, BankTeller) {  // M/M/1 at 80 %, first customer at 1
  expect_long_run(quoted(R"({
    'timeUnit': 's', 'entities': {'Customer': {}}, 'resources': {'Teller': {}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'firstCreation': 1, 'interarrival': 'EXPO(10)'},
        'Service': {'type': 'arena.Process', 'resources': 'Teller', 'delay': 'EXPO(8)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Service -> Done']},
    'experiment': {'replications': 20, 'warmup': 10000, 'length': 2000000}})"),
                  {{"Service.Queue.NumberInQueue", 3.2},
                   {"Service.Queue.WaitingTime", 32},
                   {"Customer.WIP", 4},
                   {"Customer.TotalTime", 40}});
}

TEST(BookModels, DrillPress) {  // P_3_1
  expect_long_run(stations("EXPO(5)", 1, "TRIA(1, 3, 6)", 1, 300000),
                  {{"Step1.Queue.NumberInQueue", 0.73},
                   {"Step1.Queue.WaitingTime", 3.65},
                   {"Clerk1.InstantaneousUtilization", 2.0 / 3}});
}

TEST(BookModels, FourInSeries) {  // P_3_2: each is M/M/1 by Burke's theorem
  expect_long_run(stations("EXPO(1.25)", 4, "EXPO(1)", 1, 250000), {{"Step1.Queue.WaitingTime", 4},
                                                                    {"Step4.Queue.WaitingTime", 4},
                                                                    {"Loan.TotalTime", 20},
                                                                    {"Loan.WIP", 16}});
}

TEST(BookModels, PoolOfFour) {  // P_3_3: M/E4/4
  expect_long_run(stations("EXPO(1.25)", 1, "EXPO(1) + EXPO(1) + EXPO(1) + EXPO(1)", 4, 250000),
                  {{"Step1.Queue.WaitingTime", 1.9138}, {"Loan.TotalTime", 5.9138}});
}

TEST(BookModels, FourInSeriesOfConstantTimes) {  // P_3_4: only the first line queues
  expect_long_run(stations("EXPO(1.25)", 4, "1", 1, 100000),
                  {{"Step1.Queue.WaitingTime", 2}, {"Loan.TotalTime", 6}});
  const StudyRun run = StudyRun::of(stations("EXPO(1.25)", 4, "1", 1, 5000));
  for (const char* step : {"Step2", "Step3", "Step4"})  // but for the rounding of the clock
    EXPECT_LT(run.average(std::string(step) + ".Queue.WaitingTime"), 1e-9) << step;
}

TEST(BookModels, PoolOfFourOfConstantTimes) {  // P_3_5: M/D/4
  expect_long_run(stations("EXPO(1.25)", 1, "4", 4, 250000),
                  {{"Step1.Queue.WaitingTime", 1.5444}, {"Loan.TotalTime", 5.5444}});
}

// P_4_5: a normal time of mean 3 and deviation 1 is below 0 with chance 0.0013499, 67.5 times in 50 000.
TEST(BookModels, NormalTimesFallBelowZero) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'entities': {'Part': {}}, 'attributes': {'t': {}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'interarrival': 1, 'maxArrivals': 50000},
        'Draw': {'type': 'arena.Assign', 'assignments': ['t = NORM(3, 1)']},
        'Below': {'type': 'arena.Decide', 'condition': 't < 0'},
        'Negative': {'type': 'arena.Record', 'kind': 'Count'},
        'Work': {'type': 'arena.Process', 'delay': 't'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Draw -> Below', 'Below.true -> Negative.in', 'Below.false -> Work.in',
                    'Negative -> Done', 'Work -> Done']}})"));
  EXPECT_NEAR(run["Negative"].final_value.value(), 67.5, 3.3 * 8.2);
  EXPECT_NEAR(run.average("Work.VATime"), 3, 0.02);
}

// P3_3 of Pegden, Shannon and Sadowski: jobs of two types, a machine, an inspector, rework (visits per job 1
// / 0.9).
std::string rework(const std::string& experiment) {
  return quoted(R"({
    'timeUnit': 'min', 'entities': {'Job': {}},
    'attributes': {'kind': {}, 'status': {'initial': 1}, 'urgency': {}, 'verdict': {}},
    'variables': {'mean': {'rows': 2, 'columns': 2, 'initial': [5, 3, 4, 2]},
                  'deviation': {'rows': 2, 'columns': 2, 'initial': [2, 1, 1, 1]}},
    'resources': {'Machine': {}, 'Inspector': {}},
    'outputStatistics': {'AcceptedShare': {'value': 'TNUM(Accepted) / (TNUM(Accepted) + NC(Rejected))'},
                         'VisitsPerJob': {'value': 'NC(Inspecting.NumberOut) / (TNUM(Accepted) + NC(Rejected))'}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'interarrival': 'EXPO(9)'},
        'Kind': {'type': 'arena.Assign', 'assignments': ['kind = DISC(0.3, 1, 1, 2)', 'urgency = kind']},
        'Machining': {'type': 'arena.Process', 'resources': 'Machine',
                      'delay': 'MX(0, NORM(mean(kind, status), deviation(kind, status)))',
                      'queue': {'ranking': 'LowestAttributeValue', 'by': 'urgency'}},
        'Inspecting': {'type': 'arena.Process', 'resources': 'Inspector', 'delay': 'TRIA(5, 8, 10)',
                       'queue': {'ranking': 'LowestAttributeValue', 'by': 'urgency'}},
        'Verdict': {'type': 'arena.Decide', 'probability': [0.8, 0.1]},
        'Again': {'type': 'arena.Assign', 'assignments': ['status = 2', 'urgency = 3']},
        'Accepted': {'type': 'arena.Record', 'kind': 'TimeInterval', 'since': 'Entity.CreateTime'},
        'Rejected': {'type': 'arena.Record', 'kind': 'Count'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Kind -> Machining -> Inspecting -> Verdict', 'Verdict.out1 -> Accepted.in',
                    'Verdict.out2 -> Rejected.in', 'Verdict.else -> Again.in', 'Again -> Machining',
                    'Accepted -> Done', 'Rejected -> Done']},
    'experiment': )" +
                experiment + "}");
}

TEST(BookModels, MachineAndInspector) {
  expect_long_run(rework("{'replications': 20, 'warmup': 2000, 'length': 200000}"),
                  {{"Machine.InstantaneousUtilization", 0.5064},
                   {"Inspector.InstantaneousUtilization", 0.9465},
                   {"AcceptedShare", 8.0 / 9},
                   {"VisitsPerJob", 10.0 / 9}});
}

TEST(BookModels, ManufacturingCellHostedTogetherAndSeparately) {
  const std::string text = rework("{'warmup': 500, 'length': 20000}");
  const StudyRun together = StudyRun::of(text),
                 separate = StudyRun::of(text, {siman::HostingMode::kSeparate});
  ASSERT_EQ(together.all().size(), separate.all().size());
  for (std::size_t i = 0; i < together.all().size(); ++i) {
    const statistics::Summary &a = together.all()[i], &b = separate.all()[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.average, b.average) << a.name;
    EXPECT_EQ(a.observations, b.observations) << a.name;
    EXPECT_EQ(a.maximum, b.maximum) << a.name;
  }
}

// L = lambda W and flow in = flow out + present, exactly, in a run that ends while entities are inside.
TEST(BookModels, FlowIsConserved) {
  const StudyRun run = StudyRun::of(rework("{'length': 20000}"));
  EXPECT_EQ(run["Job.NumberIn"].final_value.value(),
            run["Job.NumberOut"].final_value.value() + run["Job.WIP"].final_value.value());
  EXPECT_EQ(run["Machining.NumberIn"].final_value.value(),
            run["Machining.NumberOut"].final_value.value() +
                run["Machining.Queue.NumberInQueue"].final_value.value() +
                run["Machine.NumberBusy"].final_value.value());
}

}  // namespace
}  // namespace escapement::studies::book_models
