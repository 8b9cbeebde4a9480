// SPDX-License-Identifier: MIT
#include "escapement/experiment/runner.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "escapement/core/error.h"
#include "escapement/experiment/combine.h"
#include "progress_meter.h"

namespace escapement::experiment {
namespace {

// What a finished replication leaves; its model is gone by then.
struct Outcome {
  bool begun = false;
  bool stopped = false;  // was told to end early
  std::optional<Failure> failure;
  std::exception_ptr factory_error;
  std::vector<statistics::Summary> summaries;
};

double clock_of(const Replication& replication) {
  try {
    return replication.clock();
  } catch (...) {
    return 0;
  }
}

// Calls work; what it throws becomes a failure.
template <typename Work>
std::optional<Failure> attempt(int number, const Replication& replication, Work work) {
  try {
    work();
    return std::nullopt;
  } catch (const SimulationError& error) {
    return Failure{number, error.clock(), error.model_path(), error.message()};
  } catch (const std::exception& error) {
    return Failure{number, clock_of(replication), "", error.what()};
  } catch (...) {
    return Failure{number, clock_of(replication), "", "an exception of unknown type was thrown"};
  }
}

class Runner {
 public:
  Runner(const Plan& plan, const ReplicationFactory& factory, const ProgressCallback& progress,
         std::stop_token stop)
      : plan_(plan), factory_(factory), meter_(progress, plan.replications), stop_(std::move(stop)) {}

  Results run() {
    const auto begin = std::chrono::steady_clock::now();
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads =
        std::min(plan_.threads == 0 ? cores : plan_.threads, static_cast<unsigned>(plan_.replications));
    // Each fold admits one more, so finished replications that wait for a slower one are at most this many.
    const int ahead =
        static_cast<int>(std::min<unsigned>(4 * threads, static_cast<unsigned>(plan_.replications)));
    {
      boost::asio::thread_pool pool(threads);
      for (int i = 0; i < ahead; ++i) admit(pool);
      pool.join();
    }
    if (error_) std::rethrow_exception(error_);
    Results results = this->results();
    if (!results.interrupted) meter_.finish();
    results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return results;
  }

 private:
  bool ending() const { return stop_.stop_requested() || broken_.load() < plan_.replications; }

  void admit(boost::asio::thread_pool& pool) {
    boost::asio::post(pool, [this, &pool] {
      const int index = next_.fetch_add(1);
      if (index >= plan_.replications) return;
      try {
        // Replications before a broken one are still built, so that the lowest error is always found.
        const bool skip = stop_.stop_requested() || index > broken_.load();
        take(index, skip ? Outcome() : simulate(index), pool);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(folding_);
        if (!error_) error_ = std::current_exception();
        break_at(index);
      }
    });
  }

  void break_at(int index) {
    int lowest = broken_.load();
    while (index < lowest && !broken_.compare_exchange_weak(lowest, index)) {
    }
  }

  Outcome simulate(int index) {
    Outcome outcome;
    outcome.begun = true;
    std::unique_ptr<Replication> replication;
    try {
      replication = factory_(index);
      if (!replication) {
        throw InternalError("run_experiment: the factory gave no model for replication " +
                            std::to_string(index + 1) + "; it must return one or throw");
      }
    } catch (...) {
      outcome.factory_error = std::current_exception();
      break_at(index);
      return outcome;
    }
    double done = 0;
    const ReplicationProgress progress = [&](double fraction) {
      if (fraction > done) {
        const double part = std::min(fraction, 1.0) - done;
        done += part;
        meter_.advance(part);
      }
      if (fraction >= 1 || !ending()) return true;  // nothing is left to stop at the end
      outcome.stopped = true;
      return false;
    };
    const int number = index + 1;
    outcome.failure = attempt(number, *replication, [&] { replication->run(progress); });
    const auto failed = attempt(number, *replication, [&] { outcome.summaries = replication->summarize(); });
    if (!outcome.failure) outcome.failure = failed;
    meter_.advance(1 - done);
    return outcome;
  }

  // Folds what is due, in the order of replications.
  void take(int index, Outcome outcome, boost::asio::thread_pool& pool) {
    const std::lock_guard<std::mutex> lock(folding_);
    waiting_.emplace(index, std::move(outcome));
    while (!waiting_.empty() && waiting_.begin()->first == folded_) {
      fold(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++folded_;
      admit(pool);
    }
  }

  void fold(Outcome& outcome) {
    if (outcome.factory_error && !error_) error_ = outcome.factory_error;
    if (!outcome.begun || outcome.factory_error) {
      skipped_ = true;
      return;
    }
    const bool whole = !outcome.failure && !outcome.stopped;
    skipped_ = skipped_ || outcome.stopped;
    if (outcome.failure) failures_.push_back(std::move(*outcome.failure));
    if (whole) {
      complete_.add(outcome.summaries);
    } else if (complete_.replications() == 0) {
      partial_.add(outcome.summaries);
    }
  }

  Results results() const {
    Results results;
    results.model = plan_.model;
    results.description = plan_.description;
    results.seed = plan_.seed;
    results.replications = plan_.replications;
    results.completed = complete_.replications();
    results.length = plan_.length;
    results.warmup = plan_.warmup;
    results.time_unit = plan_.time_unit;
    results.interrupted = skipped_;
    results.failures = failures_;
    results.statistics = results.completed > 0 ? complete_.results() : partial_.results();
    return results;
  }

  const Plan& plan_;
  const ReplicationFactory& factory_;
  internal::ProgressMeter meter_;
  std::stop_token stop_;
  std::atomic<int> broken_{
      std::numeric_limits<int>::max()};  // lowest replication that could not be built or folded
  std::atomic<int> next_{0};

  std::mutex folding_;  // guards what follows
  std::map<int, Outcome> waiting_;
  int folded_ = 0;
  bool skipped_ = false;      // a replication was not begun or told to stop
  std::exception_ptr error_;  // for the caller
  std::vector<Failure> failures_;
  Combiner complete_;
  Combiner partial_;
};

}  // namespace

Results run_experiment(const Plan& plan, const ReplicationFactory& factory, const ProgressCallback& progress,
                       std::stop_token stop) {
  validate(plan);
  return Runner(plan, factory, progress, std::move(stop)).run();
}

}  // namespace escapement::experiment
