// SPDX-License-Identifier: MIT
// Results as a planner would get them, made without the framework: two machines in a row, jobs taken first
// come first served, by Lindley's recursion (Lindley 1952): a job starts at the later of its arrival and the
// end of the job before it. Ten replications of 480 minutes with a warm-up of 60, means 5 min between
// arrivals, 3.4 and 3.9 min of work; mt19937 with the replication's number as seed, so every machine makes
// the same figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "escapement/experiment/results.h"

namespace escapement::report::sample {

inline constexpr int kReplications = 10;
inline constexpr double kLength = 480;
inline constexpr double kWarmup = 60;
inline constexpr double kStudent9 = 2.2621571628;  // 97.5 % point of Student's t, 9 degrees of freedom

struct Job {
  double arrival, start, end;
};

// One replication's view of one statistic.
struct Sample {
  std::vector<double> values;  // a tally's observations
  statistics::Series series;   // of a time-persistent one
  double average = 0, minimum = 0, maximum = 0, final_value = 0;
};

inline double exponential(std::mt19937& random, double mean) {
  return -mean * std::log1p(-(static_cast<double>(random()) + 0.5) / 4294967296.0);
}

inline std::vector<Job> serve(std::mt19937& random, const std::vector<double>& arrivals, double mean) {
  std::vector<Job> jobs;
  double free = 0;
  for (const double arrival : arrivals) {
    const double start = std::max(arrival, free);
    free = start + exponential(random, mean);
    jobs.push_back({arrival, start, free});
  }
  return jobs;
}

inline Sample tally(std::vector<double> values) {
  Sample sample;
  if (values.empty()) return sample;
  for (const double value : values) sample.average += value / static_cast<double>(values.size());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  sample.minimum = *low;
  sample.maximum = *high;
  sample.final_value = values.back();
  sample.values = std::move(values);
  return sample;
}

// How many of the intervals [from, to) hold each minute's tenth, averaged over steps of four minutes.
inline Sample level(const std::vector<std::pair<double, double>>& intervals) {
  constexpr int kSteps = 120, kFine = 40;
  constexpr double kFineStep = kLength / (kSteps * kFine);
  std::vector<double> fine(kSteps * kFine, 0.0);
  for (const auto& [from, to] : intervals) {
    const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil(from / kFineStep - 0.5)));
    for (std::size_t i = first; i < fine.size() && (static_cast<double>(i) + 0.5) * kFineStep < to; ++i)
      fine[i] += 1;
  }
  Sample sample;
  sample.series.step = kLength / kSteps;
  for (int step = 0; step < kSteps; ++step) {
    const auto begin = fine.begin() + step * kFine;
    double sum = 0;
    for (auto it = begin; it != begin + kFine; ++it) sum += *it;
    sample.series.average.push_back(sum / kFine);
    sample.series.minimum.push_back(*std::min_element(begin, begin + kFine));
    sample.series.maximum.push_back(*std::max_element(begin, begin + kFine));
  }
  const auto after = fine.begin() + static_cast<std::ptrdiff_t>(kWarmup / kFineStep);
  for (auto it = after; it != fine.end(); ++it)
    sample.average += *it / static_cast<double>(fine.end() - after);
  sample.minimum = *std::min_element(after, fine.end());
  sample.maximum = *std::max_element(after, fine.end());
  sample.final_value = fine.back();
  return sample;
}

inline Sample count(double value) {
  Sample sample;
  sample.average = sample.minimum = sample.maximum = sample.final_value = value;
  return sample;
}

inline statistics::Histogram histogram(const std::vector<Sample>& samples) {
  double high = 0;
  for (const Sample& sample : samples) high = std::max(high, sample.maximum);
  statistics::Histogram bins;
  bins.width = std::exp2(std::ceil(std::log2(std::max(high, 1e-9) / 30)));
  bins.counts.resize(static_cast<std::size_t>(high / bins.width) + 1);
  for (const Sample& sample : samples) {
    for (const double value : sample.values) ++bins.counts[static_cast<std::size_t>(value / bins.width)];
  }
  return bins;
}

inline experiment::Result fold(const std::string& name, statistics::Kind kind,
                               const std::vector<Sample>& samples) {
  experiment::Result result;
  result.name = name;
  result.kind = kind;
  double mean = 0, squares = 0;
  for (const Sample& sample : samples) mean += sample.average / static_cast<double>(samples.size());
  result.minimum = result.minimum_average = std::numeric_limits<double>::infinity();
  result.maximum = result.maximum_average = -std::numeric_limits<double>::infinity();
  for (const Sample& sample : samples) {
    squares += (sample.average - mean) * (sample.average - mean);
    result.minimum = std::min(*result.minimum, sample.minimum);
    result.maximum = std::max(*result.maximum, sample.maximum);
    result.minimum_average = std::min(*result.minimum_average, sample.average);
    result.maximum_average = std::max(*result.maximum_average, sample.average);
    result.replication_averages.emplace_back(sample.average);
    result.observations += kind == statistics::Kind::kCounter ? static_cast<std::uint64_t>(sample.average)
                                                              : sample.values.size();
  }
  const auto n = static_cast<double>(samples.size());
  result.average = mean;
  result.half_width.value = kStudent9 * std::sqrt(squares / (n - 1) / n);
  result.final_value = samples.back().final_value;
  if (kind == statistics::Kind::kTally) result.histogram = histogram(samples);
  if (kind == statistics::Kind::kTimePersistent) result.series = samples.front().series;
  return result;
}

inline experiment::Results machine_shop() {
  experiment::Results results;
  results.model = "machine-shop";
  results.description = "Castings are drilled, then milled, one at a time on each machine.";
  results.replications = results.completed = kReplications;
  results.length = kLength;
  results.warmup = kWarmup;
  results.time_unit = "min";
  results.wall_seconds = 0.042;

  struct Named {
    std::string name;
    statistics::Kind kind;
    std::vector<Sample> samples;
  };
  std::vector<Named> all;
  const auto add = [&all](const std::string& name, statistics::Kind kind, Sample sample) {
    const auto same = [&name](const Named& named) { return named.name == name; };
    auto found = std::find_if(all.begin(), all.end(), same);
    if (found == all.end()) found = all.insert(all.end(), {name, kind, {}});
    found->samples.push_back(std::move(sample));
  };
  using statistics::Kind;
  for (unsigned replication = 1; replication <= kReplications; ++replication) {
    std::mt19937 random(replication);
    std::vector<double> arrivals, between;
    for (double t = exponential(random, 5); t < kLength; t += exponential(random, 5)) arrivals.push_back(t);
    const std::vector<Job> drilled = serve(random, arrivals, 3.4);
    for (const Job& job : drilled) between.push_back(job.end);
    const std::vector<Job> milled = serve(random, between, 3.9);
    const auto counted = [](double t) { return t >= kWarmup && t <= kLength; };
    std::vector<double> work, wait, total;
    std::vector<std::pair<double, double>> present;
    for (std::size_t i = 0; i < milled.size(); ++i) {
      present.emplace_back(drilled[i].arrival, milled[i].end);
      if (!counted(milled[i].end)) continue;
      wait.push_back(drilled[i].start - drilled[i].arrival + milled[i].start - milled[i].arrival);
      work.push_back(drilled[i].end - drilled[i].start + milled[i].end - milled[i].start);
      total.push_back(milled[i].end - drilled[i].arrival);
    }
    const double in = static_cast<double>(std::count_if(arrivals.begin(), arrivals.end(), counted));
    const double out = static_cast<double>(total.size());
    add("System.NumberIn", Kind::kCounter, count(in));
    add("System.NumberOut", Kind::kCounter, count(out));
    add("Casting.NumberIn", Kind::kCounter, count(in));
    add("Casting.NumberOut", Kind::kCounter, count(out));
    add("Casting.WIP", Kind::kTimePersistent, level(present));
    add("Casting.VATime", Kind::kTally, tally(work));
    add("Casting.WaitTime", Kind::kTally, tally(wait));
    add("Casting.TotalTime", Kind::kTally, tally(total));
    for (const auto& [process, resource, jobs] :
         {std::tuple("Drilling", "Drill", &drilled), std::tuple("Milling", "Mill", &milled)}) {
      std::vector<double> waits, stays;
      std::vector<std::pair<double, double>> waiting, working;
      double begun = 0, ended = 0;
      for (const Job& job : *jobs) {
        waiting.emplace_back(job.arrival, job.start);
        working.emplace_back(job.start, job.end);
        if (counted(job.start)) waits.push_back(job.start - job.arrival);
        if (counted(job.end)) stays.push_back(job.end - job.arrival);
        begun += counted(job.arrival) ? 1 : 0;
        ended += counted(job.end) ? 1 : 0;
      }
      const std::string at = process, by = resource;
      add(at + ".NumberIn", Kind::kCounter, count(begun));
      add(at + ".NumberOut", Kind::kCounter, count(ended));
      add(at + ".TotalTime", Kind::kTally, tally(stays));
      add(at + ".Queue.WaitingTime", Kind::kTally, tally(waits));
      add(at + ".Queue.NumberInQueue", Kind::kTimePersistent, level(waiting));
      add(by + ".InstantaneousUtilization", Kind::kTimePersistent, level(working));
      add(by + ".NumberBusy", Kind::kTimePersistent, level(working));
      add(by + ".ScheduledUtilization", Kind::kOutput, count(level(working).average));
      add(by + ".TotalNumberSeized", Kind::kCounter, count(static_cast<double>(waits.size())));
    }
    add("Revenue", Kind::kOutput, count(12.5 * out));
  }
  for (const Named& named : all) results.statistics.push_back(fold(named.name, named.kind, named.samples));

  experiment::Result none;  // an empty tally: nothing was ever reworked
  none.name = "Rework.Delay";
  none.half_width.reason = "insufficient";
  none.replication_averages.resize(kReplications);
  results.statistics.push_back(none);
  experiment::Result states;
  states.name = "Mill.State";
  states.kind = Kind::kFrequency;
  states.half_width.reason = "insufficient";
  states.frequencies = {{"BUSY", true, 210, 3276, {}, {}, {}},
                        {"IDLE", true, 212, 924, {}, {}, {}},
                        {"Out of Range", false, 0, 0, {}, {}, {}}};
  states.observations = 422;
  statistics::complete(states.frequencies);
  results.statistics.push_back(states);
  return results;
}

}  // namespace escapement::report::sample
