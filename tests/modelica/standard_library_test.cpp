// SPDX-License-Identifier: MIT
// Examples of the Modelica Standard Library 4.1.0 against trajectories of another tool. The library and the
// trajectories are not ours to hand on: the tests run where MODELICAPATH leads to the library and
// ESCAPEMENT_REFERENCE to a directory with msl-4.1.0/NAME.csv and NAME.signals.txt (the names to compare, one
// a line).
//
// A signal is right at a time when it is within 2e-3 of its range of some value that it has nearby: an event
// may come an output interval earlier or later. Truths that hold for an instant only are in no grid, so up to
// two rows in a thousand may miss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "escapement/qss_solver/solver.h"
#include "running.h"

namespace escapement::modelica {
namespace {

struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  std::size_t column(const std::string& name) const {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
};

Table read_table(const std::string& path) {
  std::ifstream in(path);
  Table table;
  std::string line, cell;
  std::getline(in, line);
  std::istringstream head(line);
  while (std::getline(head, cell, ',')) {
    std::erase_if(cell, [](char c) { return c == '"' || c == '\r'; });
    table.names.push_back(cell);
  }
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<double>& row = table.rows.emplace_back();
    while (std::getline(cells, cell, ',')) row.push_back(std::strtod(cell.c_str(), nullptr));
  }
  return table;
}

class StandardLibrary : public ::testing::TestWithParam<const char*> {};

TEST_P(StandardLibrary, AgreesWithAnotherTool) {
  const char* reference = std::getenv("ESCAPEMENT_REFERENCE");
  if (reference == nullptr || std::getenv("MODELICAPATH") == nullptr)
    GTEST_SKIP() << "needs MODELICAPATH and ESCAPEMENT_REFERENCE";
  const std::string full = GetParam(), name = full.substr(full.rfind('.') + 1);
  const Table table = read_table(std::string(reference) + "/msl-4.1.0/" + name + ".csv");
  ASSERT_FALSE(table.rows.empty());
  std::vector<std::string> signals;
  std::ifstream in(std::string(reference) + "/msl-4.1.0/" + name + ".signals.txt");
  for (std::string line; std::getline(in, line);) {
    std::erase(line, '\r');
    if (!line.empty() && line != "time") signals.push_back(line);
  }
  const double stop = table.rows.back()[0];
  constexpr int kIntervals = 2000, kShift = 4;  // of 500 intervals one is four of these
  RunningClass model(Source{}, full, 1e-7);
  std::map<std::string, std::vector<double>> values;
  for (int k = 0; k <= kIntervals; ++k) {
    model.until(stop * k / kIntervals);
    for (const std::string& signal : signals) values[signal].push_back(model[signal]);
  }
  for (const std::string& signal : signals) {
    const std::size_t column = table.column(signal);
    ASSERT_LT(column, table.names.size()) << signal;
    double low = table.rows[0][column], high = low;
    for (const auto& row : table.rows) {
      low = std::min(low, row[column]);
      high = std::max(high, row[column]);
    }
    const double range = high > low ? high - low : std::max(1e-9, std::abs(low));
    std::size_t wrong = 0;
    for (const auto& row : table.rows) {
      const int at = static_cast<int>(std::lround(row[0] / stop * kIntervals));
      const auto& own = values[signal];
      const auto from = own.begin() + std::max(0, at - kShift - 1);
      const auto past = own.begin() + std::min(kIntervals + 1, at + kShift + 2);
      const auto [least, most] = std::minmax_element(from, past);
      if (row[column] < *least - 2e-3 * range || row[column] > *most + 2e-3 * range) ++wrong;
    }
    EXPECT_LE(wrong, table.rows.size() / 500) << signal;
  }
}

// By quantised states as by CVODE, each variable within this: friction at a stop, whose crossings crowd; a
// machine, whose constraints turn with its rotor (24 turns, tolerance 1e-3); a guard at the rounding of what
// it guards.
struct Quantised {
  const char* name;
  double until;
  std::vector<std::pair<const char*, double>> variables;
};
TEST(StandardLibraryByQuantisedStates, AgreesWithCvode) {
  if (std::getenv("MODELICAPATH") == nullptr) GTEST_SKIP() << "needs MODELICAPATH";
  const Quantised examples[] = {
      {"Modelica.Mechanics.Translational.Examples.Friction",
       1,
       {{"stop1.s", 5e-3}, {"stop2.s", 5e-3}, {"mass.s", 5e-3}, {"mass.v", 2e-2}}},
      {"Modelica.Electrical.Machines.Examples.InductionMachines.IMC_Initialize",
       1.5,
       {{"aimc.inertiaRotor.w", 0.5}, {"aimc.tauElectrical", 5}}},
      {"Modelica.Electrical.Analog.Examples.ShowSaturatingInductor", 6, {{"SaturatingInductance1.i", 1e-2}}},
      {"Modelica.Electrical.Machines.Examples.SynchronousMachines.SMPM_Braking",  // all diodes at 0 at the
                                                                                  // start
       0.01,
       {{"smpm.inertiaRotor.w", 0.5}, {"smpm.tauElectrical", 1}}},
      {"Modelica.Electrical.Analog.Examples.Rectifier",
       0.1,
       {{"Capacitor1.v", 5e-2}, {"Inductor1.i", 2}, {"Inductor2.i", 2}, {"uAC[1]", 2}}},
  };
  for (const Quantised& one : examples) {
    SCOPED_TRACE(one.name);
    RunningClass exact(Source{}, one.name, 1e-7);
    exact.until(one.until);
    const std::unique_ptr<FlatModel> flat = flatten(Source{}, one.name);
    const Translated translated = translate(*flat);
    qss_solver::Solver solver(translated.system, qss::method_of("liqss2", 1e-3),
                              qss_solver::RelativeTo::kTravel);
    solver.start(0);
    solver.advance(one.until);
    for (const auto& [name, allowed] : one.variables)
      EXPECT_NEAR(solver.value(name, one.until), exact[name], allowed) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, StandardLibrary,
                         ::testing::Values("Modelica.Electrical.Analog.Examples.CauerLowPassAnalog",
                                           "Modelica.Electrical.Analog.Examples.CharacteristicIdealDiodes",
                                           "Modelica.Electrical.Analog.Examples.HeatingNPN_NORGate",
                                           "Modelica.Electrical.Analog.Examples.CauerLowPassSC",
                                           "Modelica.Thermal.HeatTransfer.Examples.TwoMasses",
                                           "Modelica.Mechanics.Rotational.Examples.First",
                                           "Modelica.Mechanics.Rotational.Examples.CoupledClutches",
                                           "Modelica.Mechanics.Translational.Examples.Oscillator",
                                           "Modelica.Blocks.Examples.PID_Controller",
                                           "Modelica.StateGraph.Examples.FirstExample"));

}  // namespace
}  // namespace escapement::modelica
