// SPDX-License-Identifier: MIT
// Models of textbooks whose results are printed there, or follow exactly from what is printed:
//   A. M. Law, Simulation Modeling and Analysis: the single server by hand (ch. 1), the inventory system (ch.
//   1) J. Banks, J. S. Carson, B. L. Nelson, D. M. Nicol, Discrete-Event System Simulation: the dump trucks
//   (ch. 3) M. D. Rossetti, Simulation Modeling and Arena: M/M/1 (ch. 5) W. D. Kelton, R. P. Sadowski, N. B.
//   Zupick, Simulation with Arena: the carpet and the barges (ch. 11) C. D. Pegden, R. E. Shannon, R. P.
//   Sadowski, Introduction to Simulation Using SIMAN: the machine of ch. 3
#include "studies/support.h"

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

}  // namespace
}  // namespace escapement::studies::textbooks
