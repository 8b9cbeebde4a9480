// SPDX-License-Identifier: MIT
// Runs the replications of an experiment, several at once, and folds their statistics.
//
// Determinism: replications are folded in their order, not in that of finishing, so the results (wall_seconds
// apart) are equal byte by byte for any number of threads, provided that a replication depends on its number
// only. Memory: a replication is destroyed as soon as it is done, its summaries as soon as they are folded;
// one that is slow lets the others run ahead by a bounded number only.
//
// What goes wrong:
//   - run, clock or summarize throws: a Failure with the error's model path and clock (for other exceptions
//   than
//     SimulationError the replication's own clock); the other replications go on.
//   - A stop is asked for: running replications are told by their progress function and end early, the rest
//   is not
//     begun, interrupted is true, completed says how many are whole.
//   - Statistics of failed or stopped replications are left out when at least one replication completed,
//   since
//     shorter runs would bias the means; they are all there is and are used when none completed.
//   - A saved state cannot be loaded into a replication: as when the factory throws.
//   - The factory throws (bad input), or replications do not fit together (combine.h): no new replication is
//   begun, those that run are told to end, and the
//     exception goes to the caller; of several, that of the lowest replication.
//
// Checkpoints (Checkpoints::write): what the experiment is at, as bytes from which run_experiment goes on to
// the same results.
//   C1  One is written before the first replication begins.
//   C2  A replication that comes to one of its checkpoint times is saved there; then one is written that
//   holds
//       the statistics folded so far, the summaries of replications that wait to be folded, and the last
//       saved state of each that runs. One that was not saved yet will begin anew.
//   C3  One is also written when a replication is done, at most once a second.
//   C4  None is written once a stop was asked for.
// They are written one at a time, each newer than the one before.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/experiment/plan.h"
#include "escapement/experiment/results.h"
#include "escapement/statistics/observations.h"
#include "escapement/statistics/summary.h"

namespace escapement::experiment {

// Gets the part of the run that is done, 0 to 1, now and then; false: end now and return. Costs a few
// nanoseconds, yet is best called once per some thousand events.
using ReplicationProgress = std::function<bool(double fraction)>;

// A model with its own random streams and statistics, ready to run. Used by one thread at a time.
class Replication {
 public:
  virtual ~Replication() = default;
  // Runs to the end, or to where progress says to stop. Called once.
  virtual void run(const ReplicationProgress& progress) = 0;
  virtual double clock() const = 0;
  // Statistics up to clock(), after run; also after run has thrown.
  virtual std::vector<statistics::Summary> summarize() = 0;
  // What was observed one by one, if that was asked for; after run, once. The default has none.
  virtual std::vector<statistics::Observations> observations() { return {}; }

  // Has `reached` called, from run(), at each of the replication's checkpoint times, when it can be saved.
  // The default never calls it.
  virtual void at_checkpoints(std::function<void()> /*reached*/) {}
  // Saves the replication, or loads it before run(), which then goes on. The default throws Error.
  virtual void archive(Archive& archive);
};

struct Checkpoints {
  // Called before the run, then from worker threads, one call at a time. Throws before the run to keep it
  // from beginning; later it must not throw. Empty: no checkpoints.
  std::function<void(const std::string& state)> write{};
  // Why a replication could not be saved at a checkpoint time; its last saved state stays. From worker
  // threads, several at once; must not throw. May be empty.
  std::function<void(const std::string& why)> refused{};
  std::string
      resume_from{};  // what `write` was given, of an experiment of the same plan; empty: from the beginning
};

// Builds replication r, from 0. Called from the worker threads, several at once: what it shares must be
// const.
using ReplicationFactory = std::function<std::unique_ptr<Replication>(int replication)>;

// Gets the part of the whole experiment that is done: never falling, at most 20 times per second, one call at
// a time, from worker threads; at the end once more, with 1, from the caller's. Must not throw. May be empty.
using ProgressCallback = std::function<void(double fraction)>;

// InputError when the plan is not sound (plan.h); ArchiveError when `resume_from` is of another plan;
// InternalError when the factory gives no replication.
Results run_experiment(const Plan& plan, const ReplicationFactory& factory,
                       const ProgressCallback& progress = {}, std::stop_token stop = {},
                       const Checkpoints& checkpoints = {});

}  // namespace escapement::experiment
