// SPDX-License-Identifier: MIT
// What `escapement experiment` prints and writes: the tables of the report's room, with what the command
// knows beyond them behind each: variance that was saved, Welch's test, the steady state.
//
// Keys that are added to those of report/scenario_report.h (docs/experiments.md tells users):
//   antithetic, randomNumbers, control       where they are not the rule
//   responses[].scenarios[]   varianceSaved, plainHalfWidth; with `values` also values (null: none)
//   comparison                procedure (select), anova {f, numeratorDegrees, denominatorDegrees, p}
//   steadyState[]             {response, scenario, replications, observations, warmup, leftOut, mean,
//   counted,
//                             batchMeans, standardisedSeries {halfWidth, halfWidthReason}, welch {time,
//                             average, smoothed, window}}
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "escapement/experiment/scenario_results.h"
#include "escapement/report/results_table.h"

namespace escapement::cli {

nlohmann::ordered_json experiment_json(const experiment::ScenarioResults& results,
                                       const experiment::ScenarioValues* values = nullptr);
nlohmann::ordered_json course_json(const experiment::Course& course);

std::string experiment_text(const experiment::ScenarioResults& results, const report::TableOptions& options);
// A line or two on one course; `unit` is that of time.
std::string course_text(const experiment::Course& course, const std::string& unit);

// One row per response and scenario:
// response,scenario,average,halfWidth,minimum,maximum,replications,varianceSaved.
std::string experiment_csv(const experiment::ScenarioResults& results);

}  // namespace escapement::cli
