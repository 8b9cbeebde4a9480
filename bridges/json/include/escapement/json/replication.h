// SPDX-License-Identifier: MIT
// One replication of a study, ready to run: the model built, flattened and put into a simulator.
//
//   R1  Micro-steps while the next instant is before the end of the warm-up; then all statistics are cleared.
//   R2  Micro-steps while the next instant is at or before the length (without a length: while there is any),
//       and the replication was not stopped by its terminating condition, by a counter's limit or by
//       terminate() of a Modelica class.
//   R3  The clock ends at the length; without one, or when stopped, at the last instant. There continuous
//       parts have their last event (terminal()).
// The clock begins at 0; where the options have it begin elsewhere, warm-up and length count from there.
// Checkpoint times are the multiples of `checkpoint_every`. One is reached when all micro-steps up to and at
// it are done and the next is later; where no micro-step lies between several, they are one. What is archived
// then changes nothing: no micro-step more or less, and the clock stays at the last instant.
//   R4  Without a length: when no event is left and entities wait at a Seize, run() throws a SimulationError
//       that tells who waits for whom (siman/deadlock.h). With a length the replication goes on to its end.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>

#include "escapement/continuous/recorder.h"
#include "escapement/continuous/run.h"
#include "escapement/core/simulator.h"
#include "escapement/core/trace.h"
#include "escapement/coupled/coupled.h"
#include "escapement/experiment/results.h"
#include "escapement/experiment/runner.h"
#include "escapement/json/study.h"
#include "escapement/qss/hosting.h"
#include "escapement/siman/process_hosting.h"
#include "escapement/statistics/observations.h"

namespace escapement::json {

struct ReplicationOptions {
  siman::HostingMode hosting = siman::HostingMode::kTogether;
  bool record_plots = false;
  std::ostream* trace = nullptr;  // of the first replication; must outlive it
  bool trace_json_lines = false;  // else CSV
  // Saves how far the trace is, after it was flushed, or cuts it back to where it was. May be empty.
  std::function<void(Archive&)> archive_trace{};
  // Where the clock begins, and where it ends unless that is the start and the study's length.
  double start = 0;
  std::optional<double> end{};
  double checkpoint_every = kInfinity;  // above 0, in the study's time unit
  continuous::Settings continuous{};    // of continuous parts
  // Gets the trajectories of the first replication when it ends, also when it fails, if the model has
  // continuous parts. May be empty.
  std::function<void(experiment::ContinuousResults)> take_continuous{};
  // Gets what continuous parts of the first replication have to tell that is no fault. May be empty.
  continuous::Run::Warn warn{};
  // Added to the number of the substream: replications of several models that are to share no random number
  // take multiples of kIndependent.
  std::uint64_t substreams_on = 0;
  std::vector<std::string> observe{};  // statistics whose observations are kept (observations())
  // Gets them, with the number of the replication from 0, when it has run to its end; from its thread. May be
  // empty.
  std::function<void(int, std::vector<statistics::Observations>)> take_observations{};
};

// More than there are replications of a scenario.
inline constexpr std::uint64_t kIndependent = std::uint64_t{1} << 31;

class StudyReplication : public experiment::Replication {
 public:
  // `replication` counts from 0. Throws InputError with all faults that show when the model is put together:
  // names that no element bears, faulty expressions. The study must outlive the replication.
  // Replication r draws from substream r. In a study with antithetic pairs replications 2j and 2j + 1 both
  // draw from substream j, the second one 1 - U for each U of the first.
  StudyReplication(const Study& study, int replication, const ReplicationOptions& options = {});
  ~StudyReplication() override;

  void run(const experiment::ReplicationProgress& progress) override;
  double clock() const override { return end_.value_or(simulator_->now()); }
  std::vector<statistics::Summary> summarize() override { return statistics_.summarize(clock()); }
  std::vector<statistics::Observations> observations() override;
  void at_checkpoints(std::function<void()> reached) override { reached_ = std::move(reached); }
  // The simulator (which begins the run when that was begun), streams, statistics, the trace.
  void archive(Archive& archive) override;

  Simulator& simulator() { return *simulator_; }
  statistics::Collector& statistics() { return statistics_; }
  const std::set<std::string>& data_files() const { return environment_.data_files; }

 private:
  bool stopped();
  bool run_to_end(const experiment::ReplicationProgress& progress);
  void hand_over_continuous(bool failed);
  bool advance(Time until, bool inclusive, const experiment::ReplicationProgress& progress);
  void plan_checkpoint(Time next);

  const Study& study_;
  random::StreamSet streams_;
  statistics::Collector statistics_;
  continuous::Run continuous_;
  registry::Environment environment_;
  std::unique_ptr<Coupled> model_;
  siman::ProcessHosting hosting_;
  qss::Hosting block_hosting_{&hosting_};
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<Simulator> simulator_;
  double start_;
  std::optional<double> last_;  // of the clock: where the length ends
  std::optional<double> end_;
  bool warmed_up_ = false;
  std::optional<statistics::ObservationRecorder> observer_;
  std::function<void(std::vector<statistics::Observations>)> take_observations_;
  std::ostream* trace_stream_ = nullptr;
  std::function<void(Archive&)> archive_trace_;
  double checkpoint_every_;
  Time next_checkpoint_ = kInfinity;
  std::function<void()> reached_;
  continuous::Recorder* recorder_ = nullptr;  // in the model
  std::function<void(experiment::ContinuousResults)> take_continuous_;
  double setup_seconds_ = 0, wall_seconds_ = 0;
};

// The plan of a study's experiment.
experiment::Plan plan_of(const Study& study);

}  // namespace escapement::json
