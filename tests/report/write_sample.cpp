// SPDX-License-Identifier: MIT
// report_sample DIR: leaves pages and the results that they must show there, for page_test.mjs.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "escapement/report/report_html.h"
#include "escapement/report/results_csv.h"
#include "escapement/report/results_json.h"
#include "escapement/report/results_table.h"
#include "report/sample_pages.h"
#include "report/sample_results.h"

namespace {

using namespace escapement;

// A run that failed at once, of a model of one block: nothing was observed.
std::string failed_page() {
  experiment::Results results;
  results.model = report::sample::kHostile;
  results.replications = 1;
  results.failures = {{1, 0.5, "Only", report::sample::kHostile}};
  experiment::ModelOutline outline;
  outline.name = "failed";
  outline.components = {report::sample::leaf("Only", "arena.Create")};
  return report::to_html(results, {.outline = &outline});
}

// A Modelica class that is run alone: a ramp from 1 to 3 in 2 s.
std::string equations_page() {
  experiment::Results results;
  results.model = "Ramp";
  results.replications = results.completed = 1;
  results.length = 2;
  experiment::ContinuousResults& continuous = results.continuous.emplace();
  continuous.solver = "cvode";
  continuous.tolerance = 1e-6;
  continuous.trajectory.names = {"y"};
  continuous.trajectory.units = {"m"};
  continuous.trajectory.times = {0, 1, 2};
  continuous.trajectory.columns = {{1, 2, 3}};
  continuous.trajectory.final_values = {3};
  experiment::ModelOutline outline;
  outline.name = "Ramp";
  outline.components = {report::sample::leaf("model", "modelica")};
  return report::to_html(results, {.outline = &outline});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: report_sample DIR\n";
    return 2;
  }
  const std::filesystem::path dir = argv[1];
  std::filesystem::create_directories(dir);
  const auto write = [&dir](const char* name, const std::string& text) { std::ofstream(dir / name) << text; };
  const experiment::Results results = report::sample::machine_shop();
  const experiment::ModelOutline outline = report::sample::machine_shop_outline();
  std::istringstream trace(report::sample::kTrace);
  report::Playback playback = report::read_playback(trace, outline);
  playback.cut = true;
  write("results.json", report::json_text(report::to_json(results, true)));
  write("results.csv", report::to_csv(results));
  write("report.html", report::to_html(results, {.source = "{\"name\": \"machine-shop\"}\n",
                                                 .outline = &outline,
                                                 .playback = &playback}));
  write("experiment.json", report::json_text(report::sample::experiment_json()));
  write("experiment.html", report::experiment_to_html(report::sample::experiment_json(), "a table"));
  write("fit.json", report::json_text(report::sample::fit_json()));
  write("fit.html", report::fit_to_html("data.csv: minutes", report::sample::fit_json()));
  write("failed.html", failed_page());
  write("equations.html", equations_page());
  std::cout << report::to_table(results);
}
