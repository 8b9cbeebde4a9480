// SPDX-License-Identifier: MIT
#include "escapement/experiment/course.h"

#include <algorithm>

#include "escapement/statistics/batch_means.h"
#include "escapement/statistics/steady_state.h"
#include "escapement/statistics/tally.h"

namespace escapement::experiment {
namespace {

using statistics::Observations;

constexpr std::size_t kMostPoints = 400;
constexpr std::size_t kWindowShare = 20;  // of the points

// Measured from the first, so that equal values give themselves.
template <typename At>
double mean_over(std::size_t begin, std::size_t end, At at) {
  const double origin = at(begin);
  double apart = 0;
  for (std::size_t i = begin; i < end; ++i) apart += at(i) - origin;
  return origin + apart / static_cast<double>(end - begin);
}

WelchPlot welch_plot(const std::vector<double>& times, const std::vector<double>& values) {
  WelchPlot plot;
  const std::size_t group = (values.size() + kMostPoints - 1) / kMostPoints;
  for (std::size_t i = 0; i + group <= values.size(); i += group) {
    plot.times.push_back(times[i]);
    plot.average.push_back(mean_over(i, i + group, [&](std::size_t j) { return values[j]; }));
  }
  plot.window = plot.average.size() / kWindowShare;
  for (std::size_t i = 0; i + plot.window < plot.average.size(); ++i) {
    const std::size_t w = std::min(i, plot.window);
    plot.smoothed.push_back(mean_over(i - w, i + w + 1, [&](std::size_t j) { return plot.average[j]; }));
  }
  return plot;
}

void add_intervals(const Observations& run, double warmup, Course& course) {
  std::vector<double> values;
  for (std::size_t i = 0; i < run.values.size(); ++i)
    if (run.times[i] >= warmup) values.push_back(run.values[i]);
  course.counted = values.size();
  course.standardised_series = statistics::standardised_series(values);
  if (values.empty()) {
    course.batch_means.reason = statistics::kInsufficient;
    return;
  }
  course.mean = mean_over(0, values.size(), [&](std::size_t i) { return values[i]; });
  if (run.kind == statistics::Kind::kTally) {
    statistics::Tally tally;
    for (const double value : values) tally.observe(value);
    course.batch_means = tally.half_width();
  } else {
    statistics::BatchMeans batches;
    for (const double value : values) batches.add(value);
    course.batch_means = batches.half_width();
  }
}

}  // namespace

Course course_of(const std::string& response, const std::vector<const Observations*>& replications,
                 double warmup) {
  Course course;
  course.response = response;
  std::vector<const Observations*> runs;
  for (const Observations* run : replications)
    if (!run->values.empty()) runs.push_back(run);
  course.replications = static_cast<int>(runs.size());
  if (runs.empty()) {
    course.batch_means.reason = course.standardised_series.reason = statistics::kInsufficient;
    return course;
  }
  std::size_t shortest = runs.front()->values.size();
  for (const Observations* run : runs) shortest = std::min(shortest, run->values.size());
  course.observations = shortest;
  std::vector<double> times(shortest), values(shortest);
  for (std::size_t j = 0; j < shortest; ++j) {
    times[j] = mean_over(0, runs.size(), [&](std::size_t r) { return runs[r]->times[j]; });
    values[j] = mean_over(0, runs.size(), [&](std::size_t r) { return runs[r]->values[j]; });
  }
  if (const auto cut = statistics::mser5(values).values) {
    course.left_out = *cut;
    course.warmup = *cut == 0 ? 0 : times[*cut];
  }
  course.welch = welch_plot(times, values);
  add_intervals(*runs.front(), warmup, course);
  return course;
}

}  // namespace escapement::experiment
