// SPDX-License-Identifier: MIT
// What tests of whole studies share: running a text and looking at its statistics.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "escapement/cli/standard_registry.h"
#include "escapement/experiment/runner.h"
#include "escapement/json/replication.h"

namespace escapement::studies {

inline const registry::Registry& known_types() {
  static const registry::Registry registry = cli::standard_registry();
  return registry;
}

// One replication of a study, run to its end.
class StudyRun {
 public:
  explicit StudyRun(json::Study study, const json::ReplicationOptions& options = {}, int replication = 0)
      : study_(std::move(study)), replication_(study_, replication, options) {
    replication_.run({});
    summaries_ = replication_.summarize();
  }
  static StudyRun of(const std::string& text, const json::ReplicationOptions& options = {},
                     int replication = 0, const std::vector<std::string>& sets = {}) {
    return StudyRun(json::Study::from_text(text, "test.json", known_types(), {sets, {}}), options,
                    replication);
  }

  const std::vector<statistics::Summary>& all() const { return summaries_; }
  const statistics::Summary& operator[](const std::string& name) const {
    for (const statistics::Summary& s : summaries_)
      if (s.name == name) return s;
    throw std::runtime_error("no statistic '" + name + "'");
  }
  double average(const std::string& name) const { return (*this)[name].average.value(); }
  double clock() const { return replication_.clock(); }

 private:
  json::Study study_;
  json::StudyReplication replication_;
  std::vector<statistics::Summary> summaries_;
};

// A model of components and couplings with sections before it; single quotes stand for double ones.
inline std::string quoted(std::string text) {
  for (char& c : text)
    if (c == '\'') c = '"';
  return text;
}

struct Expected {
  const char* name;
  double value;
};

// Runs the replications of a study on two threads and asks that a 99 % interval covers each value with a
// half-width under 2 %. Seeds are fixed, so the outcome is too.
inline void expect_long_run(const std::string& text, const std::vector<Expected>& expected) {
  const json::Study study = json::Study::from_text(text, "test.json", known_types());
  experiment::Plan plan = json::plan_of(study);
  ASSERT_GE(plan.replications, 20);
  plan.threads = 2;
  const experiment::Results results = experiment::run_experiment(
      plan, [&](int r) { return std::make_unique<json::StudyReplication>(study, r); });
  ASSERT_EQ(results.completed, plan.replications);
  for (const Expected& e : expected) {
    bool found = false;
    for (const experiment::Result& r : results.statistics) {
      if (r.name != e.name) continue;
      found = true;
      const double n = plan.replications;
      double mean = 0, squares = 0;
      for (const auto& x : r.replication_averages) mean += x.value() / n;
      for (const auto& x : r.replication_averages) squares += (x.value() - mean) * (x.value() - mean);
      constexpr double kStudent = 2.8609;  // 0.995 quantile with 19 degrees of freedom, the fewest there are
      const double half_width = kStudent * std::sqrt(squares / (n - 1) / n);
      EXPECT_NEAR(mean, e.value, half_width) << e.name;
      EXPECT_LT(half_width, 0.02 * e.value) << e.name << " is " << mean;
    }
    EXPECT_TRUE(found) << e.name;
  }
}

// "" when the study is sound and can be built, else all faults as people see them.
inline std::string faults_of(const std::string& text) {
  try {
    const json::Study study = json::Study::from_text(text, "test.json", known_types());
    json::StudyReplication replication(study, 0);
    return "";
  } catch (const InputError& e) {
    std::string faults;
    for (const Diagnostic& d : e.diagnostics()) faults += d.text() + "\n";
    return faults;
  }
}

}  // namespace escapement::studies
