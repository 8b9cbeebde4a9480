// SPDX-License-Identifier: MIT
// report_sample DIR: leaves results.json, results.csv and report.html of the sample there, for page_test.mjs.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "escapement/report/report_html.h"
#include "escapement/report/results_csv.h"
#include "escapement/report/results_json.h"
#include "escapement/report/results_table.h"
#include "report/sample_results.h"

int main(int argc, char** argv) {
  using namespace escapement;
  if (argc != 2) {
    std::cerr << "usage: report_sample DIR\n";
    return 2;
  }
  const std::filesystem::path dir = argv[1];
  std::filesystem::create_directories(dir);
  const experiment::Results results = report::sample::machine_shop();
  std::ofstream(dir / "results.json") << report::json_text(report::to_json(results, true));
  std::ofstream(dir / "results.csv") << report::to_csv(results);
  std::ofstream(dir / "report.html") << report::to_html(results,
                                                        {.source = "{\"name\": \"machine-shop\"}\n"});
  std::cout << report::to_table(results);
}
