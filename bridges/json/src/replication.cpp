// SPDX-License-Identifier: MIT
#include "escapement/json/replication.h"

#include <chrono>
#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/coupled/flatten.h"
#include "escapement/json/build.h"
#include "escapement/siman/deadlock.h"
#include "escapement/siman/statistic_elements.h"
#include "place.h"

namespace escapement::json {
namespace {

constexpr int kStepsPerReport = 100;  // micro-steps between two looks at progress and stop

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

StudyReplication::StudyReplication(const Study& study, int replication, const ReplicationOptions& options)
    : study_(study),
      streams_(random::PackageSeed::from_word(static_cast<std::uint64_t>(study.experiment().seed)),
               options.substreams_on +
                   static_cast<std::uint64_t>(study.experiment().antithetic ? replication / 2 : replication)),
      continuous_(options.continuous),
      environment_(environment_for(study, streams_, statistics_, replication + 1)),
      hosting_(environment_, options.hosting),
      start_(options.start),
      checkpoint_every_(options.checkpoint_every) {
  const Clock::time_point begun = Clock::now();
  environment_.continuous = &continuous_;
  if (study.experiment().length) last_ = options.end.value_or(start_ + *study.experiment().length);
  if (replication == 0) continuous_.set_warn(options.warn);
  if (last_) continuous_.plan(start_, *last_);
  streams_.set_antithetic(study.experiment().antithetic && replication % 2 == 1);
  model_ = build(study, environment_);
  if (!study.experiment().terminate.empty()) {
    std::string name = "Terminate_";
    while (model_->find(name) != nullptr) name += '_';  // a component of the study may bear the name
    model_->add<siman::Terminator>(std::move(name), study.experiment().terminate);
  }
  if (!continuous_.empty()) {
    if (!study.experiment().length)
      throw InputError(
          Diagnostic{{study.file(), 0, 0, "/experiment"},
                     "a study with continuous parts needs a length: their solvers never come to an end",
                     "give \"length\" in \"experiment\", or --until"});
    if (replication == 0 && options.take_continuous) {
      std::string name = "Trajectories_";
      while (model_->find(name) != nullptr) name += '_';
      take_continuous_ = options.take_continuous;
      recorder_ = &model_->add<continuous::Recorder>(std::move(name), continuous_, start_, *last_,
                                                     options.continuous.intervals);
    }
  }
  try {
    simulator_ =
        std::make_unique<Simulator>(flatten(*model_, &block_hosting_), SimulatorOptions{.start = start_});
  } catch (const InputError& e) {
    std::vector<Diagnostic> faults = e.diagnostics();
    internal::give_places(study, faults);
    sort_by_place(faults, study.file());
    throw InputError(std::move(faults));
  } catch (const BuildError& e) {
    throw InputError(Diagnostic{{study.file(), 0, 0, {}}, e.what(), ""});
  }
  statistics_.record_plots(options.record_plots);
  if (options.trace != nullptr && replication == 0) {
    trace_stream_ = options.trace;
    archive_trace_ = options.archive_trace;
    if (options.trace_json_lines)
      trace_ = std::make_unique<JsonLinesTrace>(*options.trace);
    else
      trace_ = std::make_unique<CsvTrace>(*options.trace);
    simulator_->add_observer(*trace_);
    hosting_.world().trace_entities(trace_.get());
  }
  if (!options.observe.empty()) observer_.emplace(statistics_, options.observe, last_.value_or(kInfinity));
  if (observer_ && options.take_observations)
    take_observations_ = [take = options.take_observations,
                          replication](std::vector<statistics::Observations> seen) {
      take(replication, std::move(seen));
    };
  setup_seconds_ = seconds_since(begun);
}

std::vector<statistics::Observations> StudyReplication::observations() {
  return observer_ ? observer_->take(clock()) : std::vector<statistics::Observations>();
}

StudyReplication::~StudyReplication() = default;

void StudyReplication::archive(Archive& archive) {
  archive(warmed_up_, end_);
  simulator_->archive(archive);  // first: to begin the run makes statistics and streams
  archive(streams_, statistics_);
  if (archive_trace_) {
    if (archive.saving()) trace_stream_->flush();
    archive_trace_(archive);
  }
}

bool StudyReplication::stopped() {
  return hosting_.world().stopped() || continuous_.ended().has_value();
}

// The least multiple at or after the next event: those before it are behind us, or one and the same state.
void StudyReplication::plan_checkpoint(Time next) {
  if (!reached_ || !(checkpoint_every_ < kInfinity) || next == kInfinity) {
    next_checkpoint_ = kInfinity;
    return;
  }
  const double multiple = std::max(1.0, std::ceil(next / checkpoint_every_));
  next_checkpoint_ = std::max(next, multiple * checkpoint_every_);  // the quotient may have been rounded down
}

// Runs events before `until`, or up to and at it; false when the run was told to end.
bool StudyReplication::advance(Time until, bool inclusive, const experiment::ReplicationProgress& progress) {
  const double length = study_.experiment().length.value_or(0);
  const Time last = inclusive ? until : std::nextafter(until, -kInfinity);
  for (int steps = 0; !stopped(); ++steps) {
    const Time next = simulator_->next_event_time();
    if (next == kInfinity || next > until || (next == until && !inclusive)) return true;
    if (next > next_checkpoint_) {
      reached_();
      plan_checkpoint(next);
    }
    if (steps == kStepsPerReport) {
      steps = 0;
      if (progress && !progress(length > 0 ? (simulator_->now() - start_) / length : 0)) return false;
    }
    if (observer_) {  // one instant at a time, so that each observation is known by its own
      observer_->before(next);
      simulator_->step();
      observer_->after(next);
    } else {
      simulator_->step(std::min(last, next_checkpoint_));
    }
  }
  return true;
}

void StudyReplication::hand_over_continuous(bool failed) {
  if (recorder_ == nullptr || !take_continuous_) return;
  experiment::ContinuousResults results;
  results.solver = continuous_.settings().solver;
  results.tolerance = continuous_.tolerance();
  results.setup_seconds = setup_seconds_;
  results.wall_seconds = wall_seconds_;
  results.trajectory = failed ? recorder_->rescue(clock()) : recorder_->finish(clock());
  take_continuous_(std::move(results));
}

void StudyReplication::run(const experiment::ReplicationProgress& progress) {
  const Clock::time_point begun = Clock::now();
  bool whole = false;
  try {
    whole = run_to_end(progress);
  } catch (...) {  // what there is until here is kept
    wall_seconds_ = seconds_since(begun);
    hand_over_continuous(true);
    throw;
  }
  wall_seconds_ = seconds_since(begun);
  hand_over_continuous(false);
  if (whole && take_observations_) take_observations_(observations());
}

bool StudyReplication::run_to_end(const experiment::ReplicationProgress& progress) {
  const ExperimentSettings& experiment = study_.experiment();
  plan_checkpoint(simulator_->next_event_time());
  if (experiment.warmup > 0 && !warmed_up_) {  // R1
    const double warm = start_ + experiment.warmup;
    if (!advance(warm, false, progress)) return false;
    if (!stopped()) {
      hosting_.world().end_warmup(warm);
      if (observer_) observer_->before_clear(warm);
      statistics_.clear(warm);
      if (observer_) observer_->after_clear();
      end_ = warm;  // when nothing follows
    }
  }
  warmed_up_ = true;
  const bool whole = advance(last_.value_or(kInfinity), true, progress);  // R2
  end_ = std::max(simulator_->now(), end_.value_or(start_));
  if (whole && !experiment.length && !stopped())  // R4
    if (const auto deadlock = siman::find_deadlock(hosting_.world()))
      throw SimulationError(deadlock->model_path, *end_, deadlock->message);
  if (whole && last_ && !stopped()) {  // R3
    simulator_->run(*last_);
    end_ = *last_;
  }
  if (whole) continuous_.finish(*end_);
  if (whole) hosting_.world().end_replication(*end_);
  if (trace_stream_ != nullptr) trace_stream_->flush();
  return whole;
}

experiment::Plan plan_of(const Study& study) {
  experiment::Plan plan;
  const ExperimentSettings& experiment = study.experiment();
  plan.model = study.name();
  plan.description = study.description();
  plan.replications = static_cast<int>(experiment.replications);
  plan.length = experiment.length;
  plan.warmup = experiment.warmup;
  plan.seed = static_cast<std::uint64_t>(experiment.seed);
  plan.threads = static_cast<unsigned>(experiment.threads.value_or(0));
  plan.time_unit = study.time_unit();
  plan.antithetic = experiment.antithetic;
  return plan;
}

}  // namespace escapement::json
