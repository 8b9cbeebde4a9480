// SPDX-License-Identifier: MIT
// One replication of a study, ready to run: the model built, flattened and put into a simulator.
//
//   R1  Micro-steps while the next instant is before the end of the warm-up; then all statistics are cleared.
//   R2  Micro-steps while the next instant is at or before the length (without a length: while there is any),
//       and the replication was not stopped by its terminating condition or by a counter's limit.
//   R3  The clock ends at the length; without one, or when stopped, at the last instant.
//   R4  Without a length: when no event is left and entities wait at a Seize, run() throws a SimulationError
//       that tells who waits for whom (siman/deadlock.h). With a length the replication goes on to its end.
#pragma once

#include <iosfwd>
#include <memory>

#include "escapement/core/simulator.h"
#include "escapement/core/trace.h"
#include "escapement/coupled/coupled.h"
#include "escapement/experiment/runner.h"
#include "escapement/json/study.h"
#include "escapement/siman/process_hosting.h"

namespace escapement::json {

struct ReplicationOptions {
  siman::HostingMode hosting = siman::HostingMode::kTogether;
  bool record_plots = false;
  std::ostream* trace = nullptr;  // of the first replication; must outlive it
  bool trace_json_lines = false;  // else CSV
};

class StudyReplication : public experiment::Replication {
 public:
  // `replication` counts from 0. Throws InputError with all faults that show when the model is put together:
  // names that no element bears, faulty expressions. The study must outlive the replication.
  StudyReplication(const Study& study, int replication, const ReplicationOptions& options = {});
  ~StudyReplication() override;

  void run(const experiment::ReplicationProgress& progress) override;
  double clock() const override { return end_.value_or(simulator_->now()); }
  std::vector<statistics::Summary> summarize() override { return statistics_.summarize(clock()); }

  Simulator& simulator() { return *simulator_; }
  statistics::Collector& statistics() { return statistics_; }

 private:
  bool advance(Time until, bool inclusive, const experiment::ReplicationProgress& progress);

  const Study& study_;
  random::StreamSet streams_;
  statistics::Collector statistics_;
  registry::Environment environment_;
  std::unique_ptr<Coupled> model_;
  siman::ProcessHosting hosting_;
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<Simulator> simulator_;
  std::optional<double> end_;
};

// The plan of a study's experiment.
experiment::Plan plan_of(const Study& study);

}  // namespace escapement::json
