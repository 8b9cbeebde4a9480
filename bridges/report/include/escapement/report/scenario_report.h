// SPDX-License-Identifier: MIT
// The results of an experiment with several scenarios, as text tables and as one JSON object.
//
// The text: a heading, what went wrong, one table per response (Average, Half width, Minimum, Maximum and
// number of replications of each scenario), then the comparison with its verdict for each scenario.
//
// The object: model, description (when there is one), seed, length, warmup, timeUnit, interrupted (only when
// true), scenarios (names), failures (only when there are any: scenario, replication, clock, modelPath,
// message), responses, an array of {name, scenarios: [{scenario, average, halfWidth, halfWidthReason,
// minimum, maximum, replications}]}, comparison (when one was asked for: response, method, goal, confidence,
// base or indifference, replications, missing, scenarios: [{scenario, mean, difference, halfWidth,
// independentHalfWidth, lower, upper, verdict}], with the keys that the method has).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "escapement/experiment/scenario_results.h"
#include "escapement/report/results_table.h"

namespace escapement::report {

std::string to_table(const experiment::ScenarioResults& results, const TableOptions& options = {});
nlohmann::ordered_json to_json(const experiment::ScenarioResults& results);

}  // namespace escapement::report
