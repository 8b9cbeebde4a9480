// SPDX-License-Identifier: MIT
// Models of textbooks whose results are printed there, or follow exactly from what is printed:
// - A. M. Law, Simulation Modeling and Analysis: the single server by hand, the inventory system (ch. 1),
//   jockeying (ch. 2)
// - J. Banks, J. S. Carson, B. L. Nelson, D. M. Nicol, Discrete-Event System Simulation: Able and Baker (ch.
// 2),
//   the dump trucks (ch. 3)
// - M. D. Rossetti, Simulation Modeling and Arena: the bank (ch. 2), the career mixer (ch. 3), M/M/1 and the
//   manufacturing system (ch. 5)
// - W. D. Kelton, R. P. Sadowski, N. B. Zupick, Simulation with Arena: the carpet and the barges (ch. 11)
// - C. D. Pegden, R. E. Shannon, R. P. Sadowski, Introduction to Simulation Using SIMAN: the machine of ch. 3
// - closed forms of queueing theory, with their sources below
#include "studies/support.h"

#include <algorithm>
#include <map>

namespace escapement::studies::textbooks {
namespace {

// Law: six delays are awaited. Customers arrive at 0.4, 1.6, 2.1, 3.8, 4.0, 5.6, 5.8, 7.2, 9.1; the sixth
// begins service at 8.6. Printed: mean delay 0.95 = 5.7/6, mean line 1.15 = 9.9/8.6, utilisation 0.90
// = 7.7/8.6.
TEST(Textbooks, LawsSingleServerByHand) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Server': {}}, 'attributes': {'service': {}},
    'variables': {'gaps': {'rows': 9, 'initial': [0.4, 1.2, 0.5, 1.7, 0.2, 1.6, 0.2, 1.4, 1.9]},
                  'services': {'rows': 9, 'initial': [2.0, 0.7, 0.2, 1.1, 3.7, 0.6, 9, 9, 9]}, 'number': {}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'firstCreation': 'gaps(1)', 'interarrival': 'gaps(number + 2)'},
        'Number': {'type': 'arena.Assign', 'assignments': ['number = number + 1', 'service = services(number)']},
        'Serve': {'type': 'arena.Process', 'resources': 'Server', 'delay': 'service'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Number -> Serve -> Done']},
    'experiment': {'terminate': 'RESSEIZES(Server) == 6'}})"));
  EXPECT_NEAR(run.clock(), 8.6, 1e-12);
  EXPECT_EQ(run["Serve.Queue.WaitingTime"].observations, 6u);
  EXPECT_NEAR(run.average("Serve.Queue.WaitingTime"), 5.7 / 6, 1e-12);
  EXPECT_NEAR(run.average("Serve.Queue.NumberInQueue"), 9.9 / 8.6, 1e-12);
  EXPECT_NEAR(run.average("Server.NumberBusy"), 7.7 / 8.6, 1e-12);
}

// Law's inventory system: demands at 10 a month of 1, 2, 3 or 4 items; at the beginning of each of 120 months
// the stock is raised to S if it is below s, after a lead of 0.5 to 1 month. The law of the stock from month
// to month is that of a Markov chain, and the costs of a month are integrals over compound Poisson demand;
// the values are those sums. One run of the book gives, for (20, 40), 126.61 in all, of which 99.26, 9.25
// and 18.10 for ordering, holding and shortage; its five further runs 125.57 on average.
std::string inventory(int s, int big_s) {
  return quoted(
      "{'entities': {'Demand': {}, 'Review': {}}, 'attributes': {'amount': {}}, 'variables': {'s': "
      "{'initial': " +
      std::to_string(s) + "}, 'bigS': {'initial': " + std::to_string(big_s) + R"(},
    'stock': {'initial': 60}, 'ordering': {}},
    'timePersistents': {'Holding': {'value': 'MX(0, stock)'}, 'Shortage': {'value': '5 * MX(0, -stock)'}},
    'outputStatistics': {'Ordering': {'value': 'ordering / 120'},
                         'Cost': {'value': 'ordering / 120 + DAVG(Holding) + DAVG(Shortage)'}},
    'model': {'components': {
        'Demands': {'type': 'arena.Create', 'entity': 'Demand', 'firstCreation': 'EXPO(0.1)', 'interarrival': 'EXPO(0.1)'},
        'Take': {'type': 'arena.Assign', 'assignments': ['stock = stock - DISC(1/6, 1, 0.5, 2, 5/6, 3, 1, 4)']},
        'Months': {'type': 'arena.Create', 'entity': 'Review', 'interarrival': 1, 'maxArrivals': 120},
        'Low': {'type': 'arena.Decide', 'condition': 'stock < s'},
        'Order': {'type': 'arena.Assign', 'assignments': ['amount = bigS - stock', 'ordering = ordering + 32 + 3 * amount']},
        'Lead': {'type': 'arena.Delay', 'delay': 'UNIF(0.5, 1)'},
        'Arrive': {'type': 'arena.Assign', 'assignments': ['stock = stock + amount']},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Demands -> Take -> Done', 'Months -> Low', 'Low.true -> Order.in', 'Low.false -> Done.in',
                    'Order -> Lead -> Arrive -> Done']},
    'experiment': {'replications': 400, 'length': 120}})");
}

TEST(Textbooks, LawsInventorySystem) {
  expect_long_run(inventory(20, 40),
                  {{"Cost", 125.1238}, {"Ordering", 97.6852}, {"Holding", 9.1232}, {"Shortage", 18.3155}});
  expect_long_run(inventory(20, 80), {{"Cost", 121.3456}, {"Ordering", 84.9145}, {"Holding", 26.8843}});
}

// Banks et al., ch. 2: two carhops, Able and Baker; Able serves when both are idle. 26 customers, with the
// random digits of the book's table turned into times between arrivals and services. Printed: 62 minutes, of
// which Able was busy for 56 (90 %) and Baker for 43 (69 %); 9 of 26 wait, 11 minutes in all, on average
// 0.42. In the book those who are done leave before anybody comes (a delay of 0 lets them), and Able is idle
// before Baker (whose services are a hair longer).
TEST(Textbooks, AbleAndBaker) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Able': {}, 'Baker': {}},
    'sets': {'Carhops': {'members': ['Able', 'Baker']}}, 'attributes': {'service': {}, 'carhop': {}},
    'variables': {'number': {}, 'gaps': {'rows': 26, 'initial':
                      [2, 4, 4, 2, 2, 3, 3, 3, 1, 2, 2, 2, 1, 2, 2, 2, 3, 2, 2, 4, 1, 2, 3, 1, 4, 0]},
                  'services': {'rows': 26, 'initial':
                      [5, 3, 3, 5, 6, 3, 2, 4, 4, 3, 3, 4, 5, 3, 4, 4, 4, 5, 2, 4, 3, 3, 5, 3, 6, 3]}},
    'tallies': {'Waits': {}},
    'model': {'components': {
        'Arrive': {'type': 'arena.Create', 'interarrival': 'gaps(number + 1)', 'maxArrivals': 26},
        'Number': {'type': 'arena.Assign', 'assignments': ['number = number + 1', 'service = services(number)']},
        'After': {'type': 'arena.Delay', 'delay': 0},
        'Serve': {'type': 'arena.Process', 'delay': 'service + 1e-9 * (carhop == 2)',
                  'resources': {'resource': 'Carhops', 'rule': 'PreferredOrder', 'saveAttribute': 'carhop'}},
        'Note': {'type': 'siman.Tally', 'tally': 'Waits', 'value': 'Entity.WaitTime > 0.5'},
        'Leave': {'type': 'arena.Dispose'}},
      'couplings': ['Arrive -> Number -> After -> Serve -> Note -> Leave']}})"));
  EXPECT_NEAR(run.clock(), 62, 1e-7);
  EXPECT_NEAR(run.average("Able.NumberBusy") * 62, 56, 1e-6);
  EXPECT_NEAR(run.average("Baker.NumberBusy") * 62, 43, 1e-6);
  EXPECT_DOUBLE_EQ(run.average("Waits") * 26, 9);
  EXPECT_NEAR(run.average("Serve.Queue.WaitingTime") * 26, 11, 1e-6);
  EXPECT_NEAR(run["Serve.Queue.WaitingTime"].maximum.value(), 2, 1e-7);
}

// Banks et al.: six trucks, two loaders, one scale; five trucks are at the loaders and one at the scale at 0.
// The book's table ends at 76, with loaders busy for 49 truck minutes and the scale all the time: 0.32
// and 1.00.
TEST(Textbooks, DumpTrucks) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Truck': {}}, 'resources': {'Loader': {'capacity': 2}, 'Scale': {}},
    'variables': {'loading': {'rows': 7, 'initial': [10, 5, 5, 10, 15, 10, 10]}, 'loaded': {},
                  'weighing': {'rows': 6, 'initial': [12, 12, 12, 16, 12, 16]}, 'weighed': {},
                  'travel': {'rows': 5, 'initial': [60, 100, 40, 40, 80]}, 'gone': {}},
    'model': {'components': {
        'AtLoaders': {'type': 'arena.Create', 'entitiesPerArrival': 5, 'maxArrivals': 1},
        'AtScale': {'type': 'arena.Create', 'maxArrivals': 1},
        'Load': {'type': 'arena.Seize', 'resources': 'Loader'},
        'CountLoad': {'type': 'arena.Assign', 'assignments': ['loaded = loaded + 1']},
        'Loading': {'type': 'arena.Process', 'action': 'DelayRelease', 'resources': 'Loader', 'delay': 'loading(loaded)'},
        'Weigh': {'type': 'arena.Seize', 'resources': 'Scale'},
        'CountWeigh': {'type': 'arena.Assign', 'assignments': ['weighed = weighed + 1']},
        'Weighing': {'type': 'arena.Process', 'action': 'DelayRelease', 'resources': 'Scale', 'delay': 'weighing(weighed)'},
        'CountTravel': {'type': 'arena.Assign', 'assignments': ['gone = gone + 1']},
        'Travel': {'type': 'arena.Delay', 'delay': 'travel(gone)', 'allocation': 'Transfer'}},
      'couplings': ['AtLoaders -> Load -> CountLoad -> Loading -> Weigh -> CountWeigh -> Weighing -> CountTravel',
                    'CountTravel -> Travel -> Load', 'AtScale -> Weigh']},
    'experiment': {'length': 76}})"));
  EXPECT_DOUBLE_EQ(run.average("Loader.NumberBusy") * 76, 49);
  EXPECT_DOUBLE_EQ(run.average("Scale.InstantaneousUtilization"), 1);
  EXPECT_EQ(run["Load.Queue.NumberInQueue"].maximum, 3);
  EXPECT_EQ(run["Weigh.Queue.NumberInQueue"].maximum, 3);
  EXPECT_EQ(run["Loader.NumberBusy"].final_value, 2);  // trucks came back at 72 and 76
}

std::string single_server(const std::string& between, const std::string& service, double length) {
  return quoted(
      "{'entities': {'Job': {}}, 'resources': {'Server': {}}, 'model': {'components': {"
      "'Arrivals': {'type': 'arena.Create', 'interarrival': '" +
      between +
      "'},"
      "'Serve': {'type': 'arena.Process', 'resources': 'Server', 'delay': '" +
      service +
      "'},"
      "'Done': {'type': 'arena.Dispose'}}, 'couplings': ['Arrivals -> Serve -> Done']},"
      "'experiment': {'replications': 20, 'warmup': 2000, 'length': " +
      to_text(length) + "}}");
}

// Rossetti, ch. 2: a bank with one teller by hand, to 31. Seven customers leave, after 48 minutes in all and
// 24 of waiting; areas 28 under the line, 52 under those present, 24 under the busy teller.
TEST(Textbooks, RossettisBankByHand) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Teller': {}}, 'attributes': {'service': {}},
    'variables': {'gaps': {'rows': 9, 'initial': [3, 8, 2, 1, 3, 2, 2, 6, 99]},
                  'services': {'rows': 8, 'initial': [4, 4, 4, 3, 2, 4, 3, 2]}, 'number': {}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'firstCreation': 'gaps(1)', 'interarrival': 'gaps(number + 2)'},
        'Number': {'type': 'arena.Assign', 'assignments': ['number = number + 1', 'service = services(number)']},
        'Serve': {'type': 'arena.Process', 'resources': 'Teller', 'delay': 'service'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Number -> Serve -> Done']},
    'experiment': {'length': 31}})"));
  EXPECT_EQ(run["Customer.TotalTime"].observations, 7u);
  EXPECT_DOUBLE_EQ(run.average("Customer.TotalTime"), 48 / 7.0);
  EXPECT_DOUBLE_EQ(run.average("Customer.WaitTime"), 24 / 7.0);
  EXPECT_DOUBLE_EQ(run.average("Serve.Queue.NumberInQueue"), 28 / 31.0);
  EXPECT_DOUBLE_EQ(run.average("Customer.WIP"), 52 / 31.0);
  EXPECT_DOUBLE_EQ(run.average("Teller.InstantaneousUtilization"), 24 / 31.0);
}

// The mean over replications of each statistic, with the half-width of its 95 % interval.
std::map<std::string, std::pair<double, double>> over_replications(const std::string& text, int replications,
                                                                   const std::vector<std::string>& names) {
  const json::Study study = json::Study::from_text(text, "test.json", known_types());
  std::map<std::string, std::vector<double>> values;
  for (int r = 0; r < replications; ++r) {
    json::StudyReplication replication(study, r);
    replication.run({});
    for (const statistics::Summary& s : replication.summarize())
      if (std::find(names.begin(), names.end(), s.name) != names.end())
        values[s.name].push_back(s.average ? *s.average : s.final_value.value());
  }
  std::map<std::string, std::pair<double, double>> all;
  const double n = replications;
  for (const auto& [name, each] : values) {
    double mean = 0, squares = 0;
    for (const double x : each) mean += x / n;
    for (const double x : each) squares += (x - mean) * (x - mean);
    all[name] = {mean, 1.984 * std::sqrt(squares / (n - 1) / n)};  // of Student with 99 degrees; near enough
  }
  return all;
}

// Rossetti, ch. 3: students at a meeting with companies, six hours. Printed: after 5 replications a time in
// the system of 39.192 with a half-width of 9.09, so that 414 are needed for one of 1; they gave 0.79. (Its
// pseudo-code sends nine of ten wanderers home, which gives half of that time; the text, one.)
TEST(Textbooks, RossettisCareerMixer) {
  auto results = over_replications(quoted(R"({
    'timeUnit': 'min', 'entities': {'Student': {}},
    'resources': {'MalWart': {'capacity': 2}, 'JHBunt': {'capacity': 3}}, 'model': {'components': {
        'Come': {'type': 'arena.Create', 'firstCreation': 'EXPO(2)', 'interarrival': 'EXPO(2)'},
        'NameTag': {'type': 'arena.Delay', 'delay': 'UNIF(10, 45) / 60'},
        'Aimless': {'type': 'arena.Decide', 'probability': 0.5},
        'Wander': {'type': 'arena.Delay', 'delay': 'TRIA(10, 15, 45)'},
        'Timid': {'type': 'arena.Decide', 'probability': 0.1},
        'First': {'type': 'arena.Process', 'resources': 'MalWart', 'delay': 'EXPO(3)'},
        'Second': {'type': 'arena.Process', 'resources': 'JHBunt', 'delay': 'EXPO(6)'},
        'Leave': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> NameTag -> Aimless', 'Aimless.true -> Wander.in', 'Aimless.false -> First.in',
                    'Wander -> Timid', 'Timid.true -> Leave.in', 'Timid.false -> First.in',
                    'First -> Second -> Leave']},
    'experiment': {'length': 360}})"),
                                   414, {"Student.TotalTime"});
  const auto [mean, half_width] = results["Student.TotalTime"];
  EXPECT_NEAR(mean, 39.192, 9.09);
  EXPECT_NEAR(half_width, 0.79, 0.12);  // known to 3.5 % in each of the two programs
}

// Rossetti, ch. 5: a small manufacturing system, months of 30 days that begin empty; 100 replications
// gave 31.73
// +- 0.44 minutes before the palletizer, 0.89 +- 0.01 of the parts under an hour, 8623.36 +- 17.75 parts and
// 861.85 +- 1.77 pallets. Each value here is of fewer replications: it may be off by the root of the sum of
// both squares, half as much again.
TEST(Textbooks, RossettisManufacturingSystem) {
  constexpr int kReplications = 25;
  auto results = over_replications(
      quoted(R"({
    'timeUnit': 'min', 'entities': {'Part': {}}, 'tallies': {'SystemTime': {}, 'UnderAnHour': {}},
    'counters': {'Parts': {}, 'Pallets': {}},
    'resources': {'Preparers': {'capacity': 2}, 'First': {'capacity': 2}, 'Second': {'capacity': 3},
                  'Packers': {'capacity': 2}, 'Palletizer': {}},
    'model': {'components': {
        'Come': {'type': 'arena.Create', 'firstCreation': 'EXPO(5)', 'interarrival': 'EXPO(5)'},
        'Prepare': {'type': 'arena.Process', 'resources': 'Preparers', 'delay': 'EXPO(8)'},
        'Line': {'type': 'arena.Decide', 'probability': 0.3},
        'Build1': {'type': 'arena.Process', 'resources': 'First', 'delay': 'TRIA(2, 6, 8)'},
        'Build2': {'type': 'arena.Process', 'resources': 'Second', 'delay': 'TRIA(3, 6, 7)'},
        'Pack': {'type': 'arena.Process', 'resources': 'Packers', 'delay': 'EXPO(2) + UNIF(1, 2)'},
        'Time': {'type': 'siman.Tally', 'tally': 'SystemTime', 'value': 'TNOW - Entity.CreateTime'},
        'Under': {'type': 'siman.Tally', 'tally': 'UnderAnHour', 'value': 'TNOW - Entity.CreateTime < 60'},
        'Count': {'type': 'siman.Count', 'counter': 'Parts'},
        'Stack': {'type': 'arena.Batch', 'kind': 'Permanent', 'size': 10},
        'Wrap': {'type': 'arena.Process', 'resources': 'Palletizer', 'delay': 2},
        'CountPallet': {'type': 'siman.Count', 'counter': 'Pallets'},
        'Ship': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> Prepare -> Line', 'Line.true -> Build1.in', 'Line.false -> Build2.in',
                    'Build1 -> Pack', 'Build2 -> Pack -> Time -> Under -> Count -> Stack -> Wrap',
                    'Wrap -> CountPallet -> Ship']},
    'experiment': {'length': 43200}})"),
      kReplications,
      {"SystemTime", "UnderAnHour", "Parts", "Pallets", "Preparers.InstantaneousUtilization",
       "First.InstantaneousUtilization", "Second.InstantaneousUtilization",
       "Packers.InstantaneousUtilization", "Palletizer.InstantaneousUtilization"});
  const auto expect = [&](const char* name, double printed, double half_width) {
    EXPECT_NEAR(results[name].first, printed, 1.5 * half_width * std::sqrt(1 + 100.0 / kReplications))
        << name;
  };
  expect("SystemTime", 31.73, 0.44);
  expect("UnderAnHour", 0.89, 0.01);
  expect("Parts", 8623.36, 17.75);
  expect("Pallets", 861.85, 1.77);
  // Printed with two or three figures; by flow alone 8/10, 0.3 x 16/3 / 10, 0.7 x 16/3 / 15, 3.5/10, 2/50.
  expect("Preparers.InstantaneousUtilization", 0.8, 0.003);
  expect("First.InstantaneousUtilization", 0.16, 0.001);
  expect("Second.InstantaneousUtilization", 0.24888888888888888, 0.001);
  expect("Packers.InstantaneousUtilization", 0.35, 0.0015);
  expect("Palletizer.InstantaneousUtilization", 0.04, 0.0005);
}

TEST(Textbooks, RossettisMM1) {  // rho = 0.7: Lq = Wq = 0.49 / 0.3
  expect_long_run(single_server("EXPO(1)", "EXPO(0.7)", 90000),
                  {{"Serve.Queue.WaitingTime", 1.633333}, {"Serve.Queue.NumberInQueue", 1.633333}});
}

// Pegden's machine at 95 % load: E[S^2] = 4.2^2 + 1 / 6, Lq = 10.117, Wq = 44.52. The waits are so correlated
// that a half-width of 2 % would take a minute; utilisation, which does not wait for that, is near.
TEST(Textbooks, PegdensMachine) {
  const std::string text = single_server("EXPO(4.4)", "TRIA(3.2, 4.2, 5.2)", 250000);
  expect_long_run(text, {{"Server.NumberBusy", 0.954545}});
  double sum = 0;
  constexpr int kRuns = 16;
  for (int r = 0; r < kRuns; ++r) sum += StudyRun::of(text, {}, r).average("Serve.Queue.WaitingTime");
  EXPECT_NEAR(sum / kRuns, 44.52, 0.1 * 44.52);  // three standard deviations, 3.3 % each
}

// A Petri net of a single server, as in the ExtendedPetriNets library: a transition fires when there is a
// token at each place before it, which is a Match; the server's token comes back after the service. M/M/1
// with rho = 0.8: Lq = 3.2, Wq = 32.
TEST(Textbooks, PetriNetOfASingleServer) {
  expect_long_run(quoted(R"({
    'entities': {'Customer': {}, 'Server': {}}, 'model': {'components': {
        'Come': {'type': 'arena.Create', 'entity': 'Customer', 'firstCreation': 1, 'interarrival': 'EXPO(10)'},
        'Ready': {'type': 'arena.Create', 'entity': 'Server', 'maxArrivals': 1},
        'Start': {'type': 'arena.Match'},
        'Serve': {'type': 'arena.Delay', 'delay': 'EXPO(8)'},
        'Begun': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> Start.in1', 'Ready -> Start.in2', 'Start.out1 -> Begun', 'Start.out2 -> Serve.in',
                    'Serve.out -> Start.in2']},
    'experiment': {'replications': 20, 'warmup': 10000, 'length': 2000000}})"),
                  {{"Start.Queue1.NumberInQueue", 3.2}, {"Start.Queue1.WaitingTime", 32}});
}

// Kelton et al.: a level that goes from 0 to 100 and back at 10 per time unit, for ever: 100 at 10, 0 at 20.
TEST(Textbooks, CarpetLevel) {
  const auto level_at = [](double length) {
    return StudyRun::of(quoted(
        "{'entities': {'Control': {}}, 'variables': {'level': {'report': true}}, 'model': {'components': {"
        "'Start': {'type': 'arena.Create', 'maxArrivals': 1},"
        "'Up': {'type': 'arena.AdjustVariable', 'variable': 'level', 'to': 100, 'rate': 10, 'interval': 0.5},"
        "'Down': {'type': 'arena.AdjustVariable', 'variable': 'level', 'to': 0, 'rate': 10, 'interval': "
        "0.5}},"
        "'couplings': ['Start -> Up -> Down -> Up']}, 'experiment': {'length': " +
        to_text(length) + "}}"))["level"]
        .final_value.value();
  };
  EXPECT_DOUBLE_EQ(level_at(10), 100);
  EXPECT_NEAR(level_at(20), 0, 1e-12);
  EXPECT_DOUBLE_EQ(level_at(47), 70);
  EXPECT_NEAR(level_at(100), 0, 1e-12);
}

// Kelton et al.: barges of ten sizes at one dock: prepared, filled at 2400 an hour, cleared. Mean size 592.5,
// so the filling takes 0.246875 h and the dock 10.9135 h in all, with E[S^2] = 10.9135^2 + 2.7222 + 0.0056 +
// 0.875.
TEST(Textbooks, BargesAtADock) {
  expect_long_run(
      quoted(R"({
    'timeUnit': 'h', 'entities': {'Barge': {}}, 'resources': {'Dock': {}}, 'attributes': {'size': {}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'interarrival': 'EXPO(20)'},
        'Size': {'type': 'arena.Assign', 'assignments': ['size = DISC(0.12, 300, 0.15, 400, 0.28, 450, 0.35, 500, 0.43, 550, 0.55, 600, 0.79, 650, 0.82, 700, 0.93, 800, 1, 1000)']},
        'Berth': {'type': 'arena.Seize', 'resources': 'Dock'},
        'Prepare': {'type': 'arena.Process', 'delay': 'TRIA(2, 5, 10)'},
        'Fill': {'type': 'arena.Process', 'delay': 'size / 2400'},
        'Clear': {'type': 'arena.Process', 'action': 'DelayRelease', 'resources': 'Dock', 'delay': 'TRIA(3, 4.5, 7.5)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Size -> Berth -> Prepare -> Fill -> Clear -> Done']},
    'experiment': {'replications': 20, 'warmup': 1000, 'length': 400000}})"),
      {{"Fill.VATime", 0.246875}, {"Dock.NumberBusy", 0.545677}, {"Berth.Queue.WaitingTime", 6.7523}});
}

// C. Palm's queue, "Erlang A" (S. Zeltyn, A. Mandelbaum, "Call centers with impatient customers: the M/M/n+G
// queue", 2005): those who wait give up after an exponential time. One server, arrivals and services of rate
// 1, patience of rate 1/2: p(n) = p(0) / ((1 + 0/2)(1 + 1/2) ... (1 + (n-1)/2)), whose sums are these; a
// share of half the mean line gives up, as many as are not served.
TEST(Textbooks, ErlangA) {
  expect_long_run(
      quoted(R"({
    'entities': {'Caller': {}}, 'resources': {'Agent': {}},
    'outputStatistics': {'Lost': {'value': 'Serve.NumberReneged / Call.NumberOut'}},
    'model': {'components': {
        'Call': {'type': 'arena.Create', 'interarrival': 'EXPO(1)'},
        'Serve': {'type': 'arena.Process', 'resources': 'Agent', 'delay': 'EXPO(1)', 'patience': 'EXPO(2)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Call -> Serve', 'Serve.out -> Done', 'Serve.reneged -> Done']},
    'experiment': {'replications': 20, 'warmup': 100, 'length': 50000}})"),
      {{"Serve.Queue.NumberInQueue", 0.6260706}, {"Agent.NumberBusy", 0.6869647}, {"Lost", 0.3130353}});
}

// D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris, Fundamentals of Queueing Theory, ch. 3: arrivals of
// k at a time, M[k]/M/1: L = rho (k + 1) / (2 (1 - rho)). Threes at rate 0.2 and services of 1: rho = 0.6, L
// = 3.
TEST(Textbooks, ArrivalsOfThreeAtATime) {
  expect_long_run(quoted(R"({
    'entities': {'Part': {}}, 'resources': {'Machine': {}},
    'model': {'components': {
        'Come': {'type': 'arena.Create', 'interarrival': 'EXPO(5)', 'entitiesPerArrival': 3},
        'Make': {'type': 'arena.Process', 'resources': 'Machine', 'delay': 'EXPO(1)'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> Make -> Done']},
    'experiment': {'replications': 20, 'warmup': 200, 'length': 150000}})"),
                  {{"Part.WIP", 3}, {"Make.Queue.WaitingTime", 4}, {"Part.TotalTime", 5}});
}

// Law, ch. 2, tells of a bank whose customers jockey: when one leaves, the last in a line goes to another
// that has two fewer with its teller. By hand, two tellers, seven customers who join the shorter line, the
// first of equals. Customer 6 comes to line 1 at 4, goes to line 2 at 7.5 and back at 11, when teller 1 is
// idle.
//   number      1   2    3    4    5    6    7
//   comes       0   1  1.5    2  3.5    4  4.5
//   is served  10   2    1    4  0.5    3    5
//   at          0   1   10    3    7   11  7.5
//   leaves     10   3   11    7  7.5   14 12.5
TEST(Textbooks, CustomersWhoJockey) {
  const std::string first = "NQ(Serve1.Queue) + NR(Teller1)", second = "NQ(Serve2.Queue) + NR(Teller2)";
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Teller1': {}, 'Teller2': {}},
    'attributes': {'service': {}},
    'variables': {'number': {}, 'gaps': {'rows': 7, 'initial': [1, 0.5, 0.5, 1.5, 0.5, 0.5, 0]},
                  'services': {'rows': 7, 'initial': [10, 2, 1, 4, 0.5, 3, 5]}},
    'model': {'components': {
        'Come': {'type': 'arena.Create', 'interarrival': 'gaps(number + 1)', 'maxArrivals': 7},
        'Number': {'type': 'arena.Assign', 'assignments': ['number = number + 1', 'service = services(number)']},
        'Choose': {'type': 'arena.Decide', 'condition': ')" +
                                           first + " <= " + second + R"('},
        'Serve1': {'type': 'arena.Process', 'resources': 'Teller1', 'delay': 'service'},
        'Serve2': {'type': 'arena.Process', 'resources': 'Teller2', 'delay': 'service'},
        'Jockey': {'type': 'arena.Decide', 'condition': [
            'NQ(Serve1.Queue) > 0 && )" + first +
                                           " > " + second + R"( + 1',
            'NQ(Serve2.Queue) > 0 && )" + second +
                                           " > " + first + R"( + 1']},
        'From1': {'type': 'arena.Remove', 'queue': 'Serve1.Queue', 'rank': 'NQ(Serve1.Queue)'},
        'From2': {'type': 'arena.Remove', 'queue': 'Serve2.Queue', 'rank': 'NQ(Serve2.Queue)'},
        'Leave': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> Number -> Choose', 'Choose.true -> Serve1.in', 'Choose.false -> Serve2.in',
                    'Serve1.out -> Jockey', 'Serve2.out -> Jockey', 'Jockey.out1 -> From1.in', 'Jockey.out2 -> From2.in',
                    'Jockey.else -> Leave', 'From1.removed -> Serve2.in', 'From2.removed -> Serve1.in',
                    'From1.out -> Leave', 'From2.out -> Leave']}})"));
  EXPECT_EQ(run.clock(), 14);
  EXPECT_EQ(run.average("Customer.TotalTime") * 7, 10 + 2 + 9.5 + 5 + 4 + 10 + 8);
  EXPECT_EQ(run["Customer.WaitTime"].maximum, 8.5);  // of number 3
  EXPECT_EQ(run.average("Serve1.Queue.WaitingTime") * 4, 0 + 8.5 + 3.5 + 0);
  EXPECT_EQ(run.average("Serve2.Queue.WaitingTime") * 5, 0 + 1 + 3.5 + 3 + 3.5);
  EXPECT_EQ(run["Serve2.NumberIn"].final_value, 5);
  EXPECT_EQ(run["Serve2.NumberOut"].final_value, 4);
}

}  // namespace
}  // namespace escapement::studies::textbooks
