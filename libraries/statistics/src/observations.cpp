// SPDX-License-Identifier: MIT
#include "escapement/statistics/observations.h"

#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {

void Observations::archive(Archive& archive) {
  archive(name, kind, times, values);
}

ObservationRecorder::ObservationRecorder(Collector& collector, const std::vector<std::string>& names,
                                         double length)
    : step_(length / kSteps) {
  std::vector<Diagnostic> faults;
  for (const std::string& name : names) {
    Watched one;
    one.seen.name = name;
    one.tally = collector.find_tally(name);
    one.value = collector.find_time_persistent(name);
    const auto kind = collector.find_kind(name);
    if (!kind) {
      const std::vector<std::string> known = collector.names();
      const std::string near(nearest_name(name, known));
      faults.push_back({{},
                        "there is no statistic '" + name + "' whose observations could be kept",
                        near.empty() ? "there are " + list_text(known) : "did you mean '" + near + "'?"});
    } else if (one.tally == nullptr && one.value == nullptr) {
      faults.push_back(
          {{},
           "'" + name + "' is of kind " + kind_name(*kind) + ", which is not observed one by one",
           "name a tally, such as a waiting time, or a value over time, such as a queue's length"});
    } else if (one.value != nullptr && std::isinf(length)) {
      faults.push_back({{},
                        "'" + name +
                            "' is a value over time, and the replications have no length to divide "
                            "into steps",
                        "give \"length\" in \"experiment\""});
    }
    if (one.tally != nullptr) one.tally->record_values(true);
    one.seen.kind = one.value != nullptr ? Kind::kTimePersistent : Kind::kTally;
    watched_.push_back(std::move(one));
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

void ObservationRecorder::close_steps(double t) {
  for (double end; (end = static_cast<double>(closed_ + 1) * step_) <= t && closed_ < kSteps; ++closed_)
    for (Watched& one : watched_) {
      if (one.value == nullptr) continue;
      const double integral = one.value->integral(end);
      one.seen.times.push_back(static_cast<double>(closed_) * step_);
      one.seen.values.push_back((one.area + integral - one.integral) / step_);
      one.integral = integral;
      one.area = 0;
    }
}

void ObservationRecorder::before(double t) {
  close_steps(t);
}

void ObservationRecorder::after(double t) {
  for (Watched& one : watched_) {
    if (one.tally == nullptr || one.tally->observations() == one.count) continue;
    one.tally->take_values(one.seen.values);
    one.seen.times.resize(one.seen.values.size(), t);
    one.count = one.tally->observations();
  }
}

void ObservationRecorder::before_clear(double t) {
  close_steps(t);
  after(t);
  for (Watched& one : watched_)
    if (one.value != nullptr) one.area += one.value->integral(t) - one.integral;
}

void ObservationRecorder::after_clear() {
  for (Watched& one : watched_) one.integral = 0, one.count = 0;
}

std::vector<Observations> ObservationRecorder::take(double t_end) {
  close_steps(t_end);
  std::vector<Observations> all;
  for (Watched& one : watched_) all.push_back(std::move(one.seen));
  watched_.clear();
  return all;
}

}  // namespace escapement::statistics
