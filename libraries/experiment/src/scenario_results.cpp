// SPDX-License-Identifier: MIT
#include "escapement/experiment/scenario_results.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "escapement/core/error.h"
#include "escapement/experiment/variance_reduction.h"
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

// What there is of each replication, or of each antithetic pair.
std::vector<std::optional<double>> units_of(const std::vector<std::optional<double>>& replications,
                                            bool antithetic) {
  if (!antithetic) return replications;
  std::vector<std::optional<double>> pairs;
  for (std::size_t r = 0; r + 1 < replications.size(); r += 2) {
    const std::optional<double>&a = replications[r], &b = replications[r + 1];
    pairs.push_back(a && b ? std::optional<double>(*a + (*b - *a) / 2) : std::nullopt);
  }
  return pairs;
}

std::vector<std::optional<double>> column_of(const ScenarioValues& values, std::size_t scenario,
                                             std::size_t response) {
  std::vector<std::optional<double>> column;
  for (const ResponseValues& replication : values.values[scenario]) column.push_back(replication[response]);
  return column;
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

// Mean and half-width by antithetic pairs, by a control, or by both; as they are when there are too few
// values.
void reduce(const ScenarioValues& values, std::size_t scenario, std::size_t response, ScenarioMean& row) {
  const auto column = column_of(values, scenario, response);
  const auto units = units_of(column, values.antithetic);
  std::vector<double> first, second, means, controls;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i]) continue;
    means.push_back(*units[i]);
    if (!values.antithetic) continue;
    first.push_back(*column[2 * i]);
    second.push_back(*column[2 * i + 1]);
  }
  std::optional<ReducedMean> reduced;
  if (values.antithetic && first.size() >= 2) reduced = antithetic_pairs(first, second);
  if (values.control) {
    const auto known = units_of(values.control->values[scenario], values.antithetic);
    std::vector<double> with;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!units[i] || !known[i]) continue;
      with.push_back(*units[i]);
      controls.push_back(*known[i]);
    }
    const bool varies =
        std::adjacent_find(controls.begin(), controls.end(), std::not_equal_to<>()) != controls.end();
    if (with.size() >= 3 && varies) {
      ReducedMean controlled = control_variate(with, controls, values.control->means[scenario]);
      if (reduced) controlled.plain_variance = reduced->plain_variance;
      reduced = controlled;
    }
  }
  if (!reduced) {
    if (values.antithetic) row.half_width = statistics::half_width_of(means);
    return;
  }
  row.average = reduced->mean;
  row.half_width = {reduced->half_width, ""};
  row.saved = reduced->saved();
  const double degrees = static_cast<double>(row.replications - 1);
  row.plain_half_width = statistics::student_t_quantile(0.975, degrees) * std::sqrt(reduced->plain_variance);
}

ScenarioMean row_of(const ScenarioValues& values, std::size_t scenario, std::size_t response) {
  const std::vector<double> sample = values_of(values, scenario, response);
  ScenarioMean row;
  row.scenario = values.scenarios[scenario];
  row.replications = static_cast<int>(sample.size());
  row.half_width = statistics::half_width_of(sample);
  if (sample.empty()) return row;
  row.average = mean_of(sample);
  row.minimum = *std::min_element(sample.begin(), sample.end());
  row.maximum = *std::max_element(sample.begin(), sample.end());
  if (values.antithetic || values.control) reduce(values, scenario, response, row);
  return row;
}

void compare_pairs(const Samples& samples, std::size_t base, bool independent, ComparisonTable& table) {
  const double confidence =
      1 - (1 - table.asked.confidence) / static_cast<double>(std::max<std::size_t>(1, samples.size() - 1));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ComparedScenario& row = table.rows[i];
    if (i == base) {
      row.verdict = "base";
      continue;
    }
    const Difference welch = welch_difference(samples[i], samples[base], confidence);
    const Difference own = independent ? welch : paired_difference(samples[i], samples[base], confidence);
    row.difference = own.mean;
    row.half_width = own.half_width;
    row.independent = welch.half_width;
    row.verdict = own.significant() ? "differs" : "no difference seen";
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
  const auto varies = [](const std::vector<double>& sample) {
    return std::adjacent_find(sample.begin(), sample.end(), std::not_equal_to<>()) != sample.end();
  };
  if (values.independent && samples.size() >= 2 && std::all_of(samples.begin(), samples.end(), varies))
    table.anova = welch_anova(samples);
  if (values.antithetic) table.replications *= 2;
  if (asked.method == Compare::kPaired) compare_pairs(samples, base, values.independent, table);
  if (asked.method == Compare::kBest) compare_best(samples, table);
  if (asked.method == Compare::kScreening) {
    for (ComparedScenario& row : table.rows) row.verdict = "not the best";
    for (const std::size_t i : values.independent ? screen_independent(samples, asked.goal, asked.confidence)
                                                  : screen_paired(samples, asked.goal, asked.confidence))
      table.rows[i].verdict = "may be best";
  }
  return table;
}

}  // namespace

Samples complete_samples(const ScenarioValues& values, std::size_t response) {
  Samples samples(values.scenarios.size());
  if (values.antithetic) {
    std::vector<std::vector<std::optional<double>>> pairs;
    for (std::size_t i = 0; i < samples.size(); ++i)
      pairs.push_back(units_of(column_of(values, i, response), true));
    std::size_t fewest = pairs.empty() ? 0 : pairs.front().size();
    for (const auto& scenario : pairs) fewest = std::min(fewest, scenario.size());
    for (std::size_t j = 0; j < fewest; ++j) {
      const bool whole =
          std::all_of(pairs.begin(), pairs.end(), [&](const auto& one) { return one[j].has_value(); });
      for (std::size_t i = 0; whole && i < samples.size(); ++i) samples[i].push_back(*pairs[i][j]);
    }
    return samples;
  }
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
  results.control = values.control ? values.control->statistic : "";
  results.antithetic = values.antithetic;
  results.independent = values.independent;
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
  const std::int64_t step = values.antithetic ? 2 : 1;
  const std::int64_t next = (static_cast<std::int64_t>(needed) + step - 1) / step * step;
  return std::max(replications, std::min(next, until.most / step * step));
}

}  // namespace escapement::experiment
