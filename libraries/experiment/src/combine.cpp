// SPDX-License-Identifier: MIT
#include "escapement/experiment/combine.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/statistics/batch_means.h"
#include "escapement/statistics/histogram.h"

namespace escapement::experiment {
namespace {

using statistics::FrequencyRow;
using statistics::Summary;

std::optional<double> least(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::min(*a, *b) : (a ? a : b);
}

std::optional<double> greatest(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::max(*a, *b) : (a ? a : b);
}

void join_frequencies(const Summary& summary, std::vector<FrequencyRow>& rows) {
  const std::vector<FrequencyRow>& more = summary.frequencies;
  const auto same_name = [](const FrequencyRow& a, const FrequencyRow& b) { return a.name == b.name; };
  if (!std::equal(rows.begin(), rows.end(), more.begin(), more.end(), same_name)) {
    throw InternalError("combine: frequency '" + summary.name +
                        "' has other categories than in an earlier replication; every replication must be "
                        "built from the same model");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].visits += more[i].visits;
    rows[i].time += more[i].time;
  }
}

std::vector<double> pair_means(const std::vector<std::optional<double>>& averages) {
  std::vector<double> means;
  for (std::size_t i = 0; i + 1 < averages.size(); i += 2)
    if (averages[i] && averages[i + 1]) means.push_back(*averages[i] + (*averages[i + 1] - *averages[i]) / 2);
  return means;
}

// The mean of averages, measured from the first so that equal ones give themselves.
void set_averages(Result& result, bool antithetic) {
  std::vector<double> values;
  for (const std::optional<double>& average : result.replication_averages) {
    if (average) values.push_back(*average);
  }
  if (values.empty()) return;
  double apart = 0;
  for (const double value : values) apart += value - values.front();
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  result.minimum_average = *low;
  result.maximum_average = *high;
  result.average = std::clamp(values.front() + apart / static_cast<double>(values.size()), *low, *high);
  if (result.replication_averages.size() > 1)
    result.half_width =
        statistics::half_width_of(antithetic ? pair_means(result.replication_averages) : values);
}

}  // namespace

void Combiner::join(const Summary& summary, Result& result) const {
  if (result.name.empty()) {
    result.name = summary.name;
    result.kind = summary.kind;
    result.half_width = summary.half_width;
    result.frequencies = summary.frequencies;
  } else if (result.kind != summary.kind) {
    throw InternalError("combine: statistic '" + summary.name + "' is of kind " + kind_name(summary.kind) +
                        " but was " + kind_name(result.kind) +
                        " in an earlier replication; every replication must be built from the same model");
  } else {
    join_frequencies(summary, result.frequencies);
  }
  result.minimum = least(result.minimum, summary.minimum);
  result.maximum = greatest(result.maximum, summary.maximum);
  if (summary.final_value) result.final_value = summary.final_value;
  result.observations += summary.observations;
  result.replication_averages.resize(static_cast<std::size_t>(replications_));
  result.replication_averages.back() = summary.average;
  if (summary.histogram) {
    result.histogram =
        result.histogram ? statistics::merge(*result.histogram, *summary.histogram) : summary.histogram;
  }
  if (!result.series) result.series = summary.series;
}

void Combiner::add(const std::vector<Summary>& replication) {
  ++replications_;
  for (const Summary& summary : replication) join(summary, results_[summary.name]);
}

std::vector<Result> Combiner::results() const {
  std::vector<Result> all;
  all.reserve(results_.size());
  for (const auto& [name, joined] : results_) {
    Result result = joined;
    result.replication_averages.resize(static_cast<std::size_t>(replications_));
    if (replications_ > 1) result.half_width = {std::nullopt, statistics::kInsufficient};
    set_averages(result, antithetic_);
    statistics::complete(result.frequencies);
    all.push_back(std::move(result));
  }
  return all;
}

std::vector<Result> combine(const std::vector<std::vector<Summary>>& per_replication) {
  Combiner combiner;
  for (const std::vector<Summary>& replication : per_replication) combiner.add(replication);
  return combiner.results();
}

void Combiner::archive(Archive& archive) {
  std::vector<Result> all;
  if (archive.saving())
    for (const auto& [name, joined] : results_) all.push_back(joined);
  archive(replications_, all);
  if (archive.saving()) return;
  results_.clear();
  for (Result& joined : all) {
    std::string name = joined.name;
    results_.emplace(std::move(name), std::move(joined));
  }
}

}  // namespace escapement::experiment
