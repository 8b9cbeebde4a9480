// SPDX-License-Identifier: MIT
// Long runs against closed forms of queueing theory (D. Gross et al., Fundamentals of Queueing Theory):
//   M/M/1   Wq = rho / (mu - lambda)             M/M/c   Wq = C(c, a) / (c mu - lambda), Erlang's C
//   M/G/1   Wq = lambda E[S^2] / (2 (1 - rho))   two priorities without preemption, R = lambda E[S^2] / 2:
//           Wq1 = R / (1 - rho1), Wq2 = R / ((1 - rho1) (1 - rho))
#include "studies/support.h"

namespace escapement::studies::queueing {
namespace {

std::string line(const std::string& interarrival, const std::string& service, int servers, double length) {
  return quoted("{'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Server': {'capacity': " +
                std::to_string(servers) + "}}, 'model': {'components': {" +
                "'Arrivals': {'type': 'arena.Create', 'interarrival': '" + interarrival + "'}," +
                "'Service': {'type': 'arena.Process', 'resources': 'Server', 'delay': '" + service + "'}," +
                "'Done': {'type': 'arena.Dispose'}}, 'couplings': ['Arrivals -> Service -> Done']}," +
                "'experiment': {'replications': 20, 'warmup': 1000, 'length': " + to_text(length) + "}}");
}

TEST(Queueing, MM1) {
  expect_long_run(line("EXPO(1.25)", "EXPO(1)", 1, 250000), {{"Service.Queue.WaitingTime", 4},
                                                             {"Service.Queue.NumberInQueue", 3.2},
                                                             {"Customer.TotalTime", 5},
                                                             {"Customer.WIP", 4},
                                                             {"Server.InstantaneousUtilization", 0.8}});
}

TEST(Queueing, MM3) {
  expect_long_run(line("EXPO(1 / 2.4)", "EXPO(1)", 3, 100000), {{"Service.Queue.WaitingTime", 1.0786517},
                                                                {"Service.Queue.NumberInQueue", 2.5887640},
                                                                {"Customer.WIP", 4.9887640},
                                                                {"Server.NumberBusy", 2.4}});
}

TEST(Queueing, MM2) {
  expect_long_run(line("EXPO(1 / 1.5)", "EXPO(1)", 2, 60000),
                  {{"Service.Queue.WaitingTime", 9.0 / 7}, {"Customer.WIP", 24.0 / 7}});
}

TEST(Queueing, ConstantService) {
  expect_long_run(line("EXPO(1.25)", "1", 1, 100000), {{"Service.Queue.WaitingTime", 2}});
}

TEST(Queueing, UniformService) {
  expect_long_run(line("EXPO(1.25)", "UNIF(0.5, 1.5)", 1, 100000), {{"Service.Queue.WaitingTime", 13.0 / 6}});
}

TEST(Queueing, ErlangService) {
  expect_long_run(line("EXPO(1.25)", "ERLA(0.5, 2)", 1, 150000), {{"Service.Queue.WaitingTime", 3}});
}

TEST(Queueing, HyperexponentialService) {
  expect_long_run(line("EXPO(1.25)", "EXPO(DISC(0.75, 0.5, 1, 2.5))", 1, 600000),
                  {{"Service.Queue.WaitingTime", 7}});
}

TEST(Queueing, LognormalService) {
  expect_long_run(line("EXPO(2)", "LOGN(1, 2)", 1, 900000), {{"Service.Queue.WaitingTime", 2.5}});
}

TEST(Queueing, TwoPrioritiesWithoutPreemption) {
  expect_long_run(quoted(R"({
    'timeUnit': 'min', 'entities': {'High': {}, 'Low': {}}, 'resources': {'Server': {}},
    'timePersistents': {'Present': {'value': 'EntitiesWIP(High) + EntitiesWIP(Low)'}},
    'model': {'components': {
        'HighArrivals': {'type': 'arena.Create', 'entity': 'High', 'interarrival': 'EXPO(1 / 0.3)'},
        'LowArrivals': {'type': 'arena.Create', 'entity': 'Low', 'interarrival': 'EXPO(1 / 0.5)'},
        'HighService': {'type': 'arena.Process', 'resources': 'Server', 'priority': 1, 'delay': 'EXPO(1)'},
        'LowService': {'type': 'arena.Process', 'resources': 'Server', 'priority': 3, 'delay': 'EXPO(1)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['HighArrivals -> HighService -> Done', 'LowArrivals -> LowService -> Done']},
    'experiment': {'replications': 20, 'warmup': 1000, 'length': 350000}})"),
                  {{"HighService.Queue.WaitingTime", 1.1428571},
                   {"LowService.Queue.WaitingTime", 5.7142857},
                   {"High.TotalTime", 2.1428571},
                   {"Low.TotalTime", 6.7142857},
                   {"Present", 4}});
}

TEST(Queueing, PrioritiesOfMixedService) {
  expect_long_run(quoted(R"({
    'timeUnit': 'min', 'entities': {'High': {}, 'Low': {}}, 'resources': {'Server': {}}, 'queues': {'Line': {}},
    'model': {'components': {
        'HighArrivals': {'type': 'arena.Create', 'entity': 'High', 'interarrival': 'EXPO(2.5)'},
        'LowArrivals': {'type': 'arena.Create', 'entity': 'Low', 'interarrival': 'EXPO(2.5)'},
        'HighService': {'type': 'arena.Process', 'resources': 'Server', 'priority': 1, 'delay': 0.5},
        'LowService': {'type': 'arena.Process', 'resources': 'Server', 'priority': 2, 'delay': 'EXPO(1)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['HighArrivals -> HighService -> Done', 'LowArrivals -> LowService -> Done']},
    'experiment': {'replications': 20, 'warmup': 1000, 'length': 150000}})"),
                  {{"HighService.Queue.WaitingTime", 0.5625}, {"LowService.Queue.WaitingTime", 1.40625}});
}

// M/M/1//5: five machines run for 10 h and are repaired in 2 h, both exponential, by one mechanic. With r =
// 0.2 the weights of 0 ... 5 machines down are 5! / (5 - k)! r^k, which sum up to 3.5104, and sum k w_k = 5:
// he is busy with 1 - 1 / 3.5104, and 5 / 3.5104 are down. Nobody ever leaves.
TEST(Queueing, MachinesAndAMechanic) {
  expect_long_run(
      quoted("{'timeUnit': 'h', 'entities': {'Machine': {}}, 'resources': {'Mechanic': {}}, "
             "'timePersistents': {'Down': "
             "{'value': 'NQ(Repair.Queue) + NR(Mechanic)'}}, 'model': {'components': {'Buy': {'type': "
             "'arena.Create', "
             "'entitiesPerArrival': 5, 'maxArrivals': 1}, 'Run': {'type': 'arena.Delay', 'delay': "
             "'EXPO(10)'}, 'Repair': "
             "{'type': 'arena.Process', 'resources': 'Mechanic', 'delay': 'EXPO(2)'}}, 'couplings': ['Buy -> "
             "Run -> "
             "Repair -> Run']}, 'experiment': {'replications': 20, 'warmup': 500, 'length': 50000}}"),
      {{"Mechanic.NumberBusy", 1 - 1 / 3.5104}, {"Down", 5 / 3.5104}, {"Repair.TotalTime", 10 / 2.5104}});
}

// M/M/1/3 with rho = 1: all of 0 ... 3 are equally likely, a quarter of the customers find no chair, and
// those that stay wait for 0.75 / 0.075 = 10.
TEST(Queueing, BarberWithTwoChairs) {
  expect_long_run(quoted("{'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Barber': {}}, "
                         "'outputStatistics': {'Lost': "
                         "{'value': 'NC(Cut.NumberBalked) / NC(Arrive.NumberOut)'}}, 'model': {'components': "
                         "{'Arrive': {'type': "
                         "'arena.Create', 'interarrival': 'EXPO(10)'}, 'Cut': {'type': 'arena.Process', "
                         "'resources': 'Barber', 'delay': "
                         "'EXPO(10)', 'queueCapacity': 2}, 'Leave': {'type': 'arena.Dispose'}, 'Away': "
                         "{'type': 'arena.Dispose'}}, "
                         "'couplings': ['Arrive -> Cut -> Leave', 'Cut.balked -> Away']}, 'experiment': "
                         "{'replications': 20, 'warmup': "
                         "1000, 'length': 150000}}"),
                  {{"Lost", 0.25},
                   {"Cut.Queue.WaitingTime", 10},
                   {"Cut.Queue.NumberInQueue", 0.75},
                   {"Barber.NumberBusy", 0.75}});
}

// A Jackson network: a fifth of what is made goes back to the machine, so that it sees 1/8 a minute: loads of
// 3/4 and 1/2, 3 + 1 parts inside, each for 40.
TEST(Queueing, ReworkAsAJacksonNetwork) {
  expect_long_run(
      quoted(
          "{'timeUnit': 'min', 'entities': {'Part': {}}, 'resources': {'Machine': {}, 'Inspector': {}}, "
          "'model': "
          "{'components': {'Arrive': {'type': 'arena.Create', 'interarrival': 'EXPO(10)'}, 'Make': {'type': "
          "'arena.Process', 'resources': 'Machine', 'delay': 'EXPO(6)'}, 'Inspect': {'type': "
          "'arena.Process', "
          "'resources': 'Inspector', 'delay': 'EXPO(4)'}, 'Good': {'type': 'arena.Decide', 'probability': "
          "0.8}, 'Ship': "
          "{'type': 'arena.Dispose'}}, 'couplings': ['Arrive -> Make -> Inspect -> Good', 'Good.true -> "
          "Ship', "
          "'Good.false -> Make']}, 'experiment': {'replications': 20, 'warmup': 5000, 'length': 600000}}"),
      {{"Part.WIP", 4}, {"Part.TotalTime", 40}, {"Inspect.TotalTime", 8}, {"Machine.NumberBusy", 0.75}});
}

// Seeds and replications never share numbers: seed + run would make them meet.
TEST(Queueing, SeedsAndReplicationsAreDisjoint) {
  std::vector<double> averages;
  for (const char* seed : {"1", "2", "3", "4"})
    for (int replication = 0; replication < 4; ++replication) {
      const StudyRun run = StudyRun::of(line("EXPO(1.25)", "EXPO(1)", 1, 1500), {}, replication,
                                        {std::string("experiment.seed=") + seed});
      averages.push_back(run.average("Service.Queue.WaitingTime"));
      const StudyRun again = StudyRun::of(line("EXPO(1.25)", "EXPO(1)", 1, 1500), {}, replication,
                                          {std::string("experiment.seed=") + seed});
      EXPECT_EQ(again.average("Service.Queue.WaitingTime"), averages.back());  // a seed restarts everything
    }
  std::sort(averages.begin(), averages.end());
  EXPECT_EQ(std::adjacent_find(averages.begin(), averages.end()), averages.end());
}

TEST(Queueing, ResultsDoNotDependOnThreads) {
  const json::Study study =
      json::Study::from_text(line("EXPO(1.25)", "EXPO(1)", 1, 3000), "test.json", known_types());
  experiment::Plan plan = json::plan_of(study);
  std::vector<experiment::Results> results;
  for (const unsigned threads : {1u, 4u}) {
    plan.threads = threads;
    results.push_back(experiment::run_experiment(
        plan, [&](int r) { return std::make_unique<json::StudyReplication>(study, r); }));
  }
  ASSERT_EQ(results[0].statistics.size(), results[1].statistics.size());
  for (std::size_t i = 0; i < results[0].statistics.size(); ++i) {
    const experiment::Result &a = results[0].statistics[i], &b = results[1].statistics[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.average, b.average) << a.name;
    EXPECT_EQ(a.half_width.value, b.half_width.value) << a.name;
    EXPECT_EQ(a.replication_averages, b.replication_averages) << a.name;
  }
}

}  // namespace
}  // namespace escapement::studies::queueing
