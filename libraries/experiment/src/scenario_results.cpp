// SPDX-License-Identifier: MIT
#include "escapement/experiment/scenario_results.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/statistics/batch_means.h"
#include "sample.h"

namespace escapement::experiment {
namespace {

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  if (name.empty()) return 0;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw InternalError("tabulate: '" + name + "' is neither scenario nor response");
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<double> values_of(const ScenarioValues& values, std::size_t scenario, std::size_t response) {
  std::vector<double> sample;
  for (const ResponseValues& replication : values.values[scenario])
    if (replication[response]) sample.push_back(*replication[response]);
  return sample;
}

double mean_of(const std::vector<double>& sample) {
  double apart = 0;
  for (const double value : sample) apart += value - sample.front();
  return sample.front() + apart / static_cast<double>(sample.size());
}

ScenarioMean row_of(const ScenarioValues& values, std::size_t scenario, std::size_t response) {
  const std::vector<double> sample = values_of(values, scenario, response);
  ScenarioMean row;
  row.scenario = values.scenarios[scenario];
  row.replications = static_cast<int>(sample.size());
  row.half_width = statistics::half_width_of(sample);
  for (const ResponseValues& replication : values.values[scenario])
    row.values.push_back(replication[response]);
  if (sample.empty()) return row;
  row.average = mean_of(sample);
  row.minimum = *std::min_element(sample.begin(), sample.end());
  row.maximum = *std::max_element(sample.begin(), sample.end());
  return row;
}

void compare_pairs(const Samples& samples, std::size_t base, ComparisonTable& table) {
  const double confidence =
      1 - (1 - table.asked.confidence) / static_cast<double>(std::max<std::size_t>(1, samples.size() - 1));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ComparedScenario& row = table.rows[i];
    if (i == base) {
      row.verdict = "base";
      continue;
    }
    const Difference paired = paired_difference(samples[i], samples[base], confidence);
    row.difference = paired.mean;
    row.half_width = paired.half_width;
    row.independent = welch_difference(samples[i], samples[base], confidence).half_width;
    row.verdict = paired.significant() ? "differs" : "no difference seen";
  }
}

void compare_best(const Samples& samples, ComparisonTable& table) {
  const auto best = compare_with_best(samples, table.asked.goal, table.asked.confidence);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    table.rows[i].lower = best[i].lower;
    table.rows[i].upper = best[i].upper;
    table.rows[i].verdict = best[i].may_be_best ? "may be best" : "not the best";
  }
}

ComparisonTable comparison_of(const ScenarioValues& values, const Comparison& asked) {
  ComparisonTable table;
  table.asked = asked;
  const std::size_t response = place_of(values.responses, asked.response);
  const std::size_t base = place_of(values.scenarios, asked.base);
  table.asked.response = values.responses[response];
  table.asked.base = values.scenarios[base];
  if (asked.method == Compare::kSelect) {
    for (std::size_t i = 0; i < values.scenarios.size(); ++i) {
      const auto sample = values_of(values, i, response);
      table.replications = std::max(table.replications, static_cast<int>(sample.size()));
      if (!sample.empty())
        table.rows.push_back({values.scenarios[i],
                              mean_of(sample),
                              {},
                              {},
                              {},
                              {},
                              {},
                              values.chosen == i ? "chosen" : "not chosen"});
    }
    if (!values.chosen) table.missing = "the selection did not come to its end";
    return table;
  }
  const Samples samples = complete_samples(values, response);
  table.replications = static_cast<int>(samples.front().size());
  if (table.replications < 2) {
    table.missing = "fewer than 2 replications have a value in every scenario";
    return table;
  }
  for (std::size_t i = 0; i < samples.size(); ++i)
    table.rows.push_back({values.scenarios[i], mean_of(samples[i]), {}, {}, {}, {}, {}, ""});
  if (asked.method == Compare::kPaired) compare_pairs(samples, base, table);
  if (asked.method == Compare::kBest) compare_best(samples, table);
  if (asked.method == Compare::kScreening) {
    for (ComparedScenario& row : table.rows) row.verdict = "not the best";
    for (const std::size_t i : screen_paired(samples, asked.goal, asked.confidence))
      table.rows[i].verdict = "may be best";
  }
  return table;
}

}  // namespace

Samples complete_samples(const ScenarioValues& values, std::size_t response) {
  Samples samples(values.scenarios.size());
  std::size_t most = values.values.empty() ? 0 : values.values.front().size();
  for (const auto& scenario : values.values) most = std::min(most, scenario.size());
  for (std::size_t r = 0; r < most; ++r) {
    const bool whole = std::all_of(values.values.begin(), values.values.end(),
                                   [&](const auto& scenario) { return scenario[r][response].has_value(); });
    for (std::size_t i = 0; whole && i < samples.size(); ++i)
      samples[i].push_back(*values.values[i][r][response]);
  }
  return samples;
}

void tabulate(const ScenarioValues& values, const std::optional<Comparison>& asked,
              ScenarioResults& results) {
  results.scenarios = values.scenarios;
  results.responses.clear();
  for (std::size_t response = 0; response < values.responses.size(); ++response) {
    ResponseTable table{values.responses[response], {}};
    for (std::size_t i = 0; i < values.scenarios.size(); ++i)
      table.rows.push_back(row_of(values, i, response));
    results.responses.push_back(std::move(table));
  }
  results.comparison.reset();
  if (asked) results.comparison = comparison_of(values, *asked);
}

std::int64_t next_replications(const ScenarioValues& values, const Until& until, std::int64_t replications) {
  const std::size_t response = place_of(values.responses, until.response);
  double needed = 0;
  for (std::size_t i = 0; i < values.scenarios.size(); ++i) {
    const auto half_width = row_of(values, i, response).half_width.value;
    const double n = static_cast<double>(replications);
    const double ratio = half_width ? *half_width / until.half_width : 2;
    if (ratio > 1) needed = std::max(needed, std::clamp(std::ceil(n * ratio * ratio), n + 1, 2 * n));
  }
  const std::int64_t next = std::max(replications, static_cast<std::int64_t>(needed));
  return std::max(replications, std::min(next, until.most));
}

}  // namespace escapement::experiment
