// SPDX-License-Identifier: MIT
// The scenarios of a study and what is asked of them: the keys of "experiment" that `escapement experiment`
// reads.
//
//   "scenarios": {"OneClerk": [], "TwoClerks": ["Clerk.capacity=2"]}     settings as those of --set, or
//   "factors": {"clerks": {"path": "Clerk.capacity", "levels": [1, 2]}, "speed": {...}}
//   "responses": ["Service.Queue.WaitingTime"],
//   "compare": {"method": "best", "goal": "smallest", "confidence": 0.95, "response": ..., ...},
//   "until": 0.5        or {"halfWidth": 0.5, "response": ..., "most": 1000}
//   "antithetic": true, "control": {"statistic": "Service.VATime", "mean": 3}, "randomNumbers":
//   "independent", "observations": [names], "steadyState": [names]
//
// Factors make a full design: every combination of levels, the last factor changing fastest, named
// "clerks=1 speed=0.5". With "generators": ["d = a*b*c"] it is a fraction of the two-level design: factors
// that no generator sets run through all combinations, and with levels coded -1 (first) and +1 (second) a
// generator sets its factor to the product, or to minus the product ("d = -a*b") (Box, Hunter and Hunter,
// Statistics for Experimenters, chapter on fractional designs).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/experiment/scenario_results.h"
#include "escapement/json/study.h"

namespace escapement::json {

struct Scenario {
  std::string name;
  std::vector<std::string> settings;  // "path=value"
};

struct ScenarioPlan {
  std::vector<Scenario> scenarios;  // one without settings, "AsIs", when the study names none
  std::vector<std::string> responses;
  SourceLocation responses_where;
  std::optional<experiment::Comparison> compare;
  std::optional<experiment::Until> until;
  bool antithetic = false;
  bool independent = false;   // scenarios share no random numbers; so with a two-stage selection
  bool common_asked = false;  // "randomNumbers": "common" is written
  std::string control;        // the statistic; empty: none
  std::vector<std::string> observations, steady_state;
  SourceLocation compare_where, until_where, control_where;
};

// The fields of the study's record; experiment_record() holds them.
std::vector<registry::Field> scenario_fields();

// The statistics of "steadyState"; that of the control's "mean" in the study of a scenario (0 without one).
std::vector<std::string> steady_state_names(const Study& study);
double control_mean(const Study& study);

// How many scenarios there are, without making them.
double scenario_count(const Study& study);

// Throws InputError with all faults: scenarios and factors together, a factor without levels or named by no
// path, generators of other than two-level factors or of unknown ones, a base that is no scenario, "select"
// without an indifference or with antithetic pairs, a two-stage procedure on common random numbers, a
// comparison without responses, a scenario that changes what is one for all.
ScenarioPlan scenario_plan(const Study& study);

// The study with the settings of one scenario, after those of `options`. Faults in a setting are placed where
// the study writes it, and name the scenario.
Study load_scenario(const Study& base, const Scenario& scenario, const LoadOptions& options = {});

}  // namespace escapement::json
