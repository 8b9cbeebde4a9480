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
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "escapement/core/archive.h"
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

  bool whole() const { return begun && !stopped && !factory_error; }
  void archive(Archive& archive) { archive(begun, stopped, failure, summaries); }
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
         std::stop_token stop, const Checkpoints& checkpoints)
      : plan_(plan),
        factory_(factory),
        meter_(progress, plan.replications),
        stop_(std::move(stop)),
        checkpoints_(checkpoints),
        complete_(plan.antithetic),
        partial_(plan.antithetic) {}

  Results run() {
    const auto begin = std::chrono::steady_clock::now();
    if (!checkpoints_.resume_from.empty()) resume();
    write_checkpoint();  // C1
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
        std::optional<Outcome> before = done_before(index);
        take(index, before ? std::move(*before) : skip ? Outcome() : simulate(index), pool);
        if (!skip && write_is_due()) write_checkpoint();  // C3
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
      go_on(index, *replication);
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
    running_.erase(index);
    done_before_.erase(index);
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
      return;
    }
    if (completed() == 0) partial_.add(outcome.summaries);
    if (plan_.antithetic) {  // so that those after it keep their partners
      complete_.skip();
      ++left_out_;
    }
  }

  int completed() const { return complete_.replications() - left_out_; }

  // A replication that was saved goes on from there; from now on it is saved at its checkpoint times.
  void go_on(int index, Replication& replication) {
    if (const auto saved = resumed_.find(index); saved != resumed_.end()) {
      std::istringstream in(saved->second);
      Archive archive(in);
      replication.archive(archive);
    }
    if (!checkpoints_.write) return;
    replication.at_checkpoints([this, index, &replication] {  // C2
      if (ending()) return;
      std::ostringstream out;
      try {
        Archive archive(out);
        replication.archive(archive);
        archive.check_refusals();
      } catch (const std::exception& error) {
        if (checkpoints_.refused) checkpoints_.refused(error.what());
        return;
      }
      {
        const std::lock_guard<std::mutex> lock(folding_);
        running_[index] = std::move(out).str();
      }
      write_checkpoint();
    });
  }

  std::optional<Outcome> done_before(int index) {
    const std::lock_guard<std::mutex> lock(folding_);
    const auto found = done_before_.find(index);
    if (found == done_before_.end()) return std::nullopt;
    return found->second;
  }

  bool write_is_due() {
    constexpr std::chrono::seconds kLeast{1};
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return now - std::chrono::steady_clock::duration(written_at_.load()) >= kLeast;
  }

  void write_checkpoint() {
    if (!checkpoints_.write) return;
    const std::lock_guard<std::mutex> one_writer(writing_);
    std::ostringstream out;
    {
      const std::lock_guard<std::mutex> lock(folding_);
      if (ending() || skipped_) return;  // C4
      Archive archive(out);
      this->archive(archive);
    }
    checkpoints_.write(std::move(out).str());
    written_at_.store(std::chrono::steady_clock::now().time_since_epoch().count());
  }

  void resume() {
    std::istringstream in(checkpoints_.resume_from);
    Archive archive(in);
    this->archive(archive);
    next_.store(folded_);
    resumed_ = running_;
    done_before_ = std::move(waiting_);
    waiting_.clear();
    meter_.advance(folded_);
  }

  void archive(Archive& archive) {
    int replications = plan_.replications;
    std::uint64_t seed = plan_.seed;
    archive(replications, seed);
    if (replications != plan_.replications || seed != plan_.seed)
      throw ArchiveError("the experiment was saved with " + std::to_string(replications) +
                         " replications and seed " + std::to_string(seed) + ", not " +
                         std::to_string(plan_.replications) + " and " + std::to_string(plan_.seed));
    std::map<int, Outcome> waiting;
    if (archive.saving()) {
      waiting = done_before_;
      for (const auto& [index, outcome] : waiting_)
        if (outcome.whole()) waiting.emplace(index, outcome);
    }
    archive(folded_, failures_, complete_, partial_, waiting, running_);
    if (archive.loading()) waiting_ = std::move(waiting);
    if (archive.loading() && plan_.antithetic) left_out_ = static_cast<int>(failures_.size());
  }

  Results results() const {
    Results results;
    results.model = plan_.model;
    results.description = plan_.description;
    results.seed = plan_.seed;
    results.replications = plan_.replications;
    results.completed = completed();
    results.length = plan_.length;
    results.start = plan_.start;
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
  const Checkpoints& checkpoints_;
  std::map<int, std::string> resumed_;  // states that replications go on from
  std::atomic<int> broken_{
      std::numeric_limits<int>::max()};  // lowest replication that could not be built or folded
  std::atomic<int> next_{0};

  std::mutex writing_;  // held while a checkpoint is written; taken before folding_
  std::atomic<std::chrono::steady_clock::rep> written_at_{0};

  std::mutex folding_;  // guards what follows
  std::map<int, Outcome> waiting_;
  std::map<int, Outcome> done_before_;  // of replications that were done when the experiment was saved
  std::map<int, std::string> running_;  // the last saved state of each replication that runs
  int folded_ = 0;
  bool skipped_ = false;      // a replication was not begun or told to stop
  std::exception_ptr error_;  // for the caller
  std::vector<Failure> failures_;
  Combiner complete_;
  Combiner partial_;
  int left_out_ = 0;  // of complete_, in their places
};

}  // namespace

void Replication::archive(Archive& /*archive*/) {
  throw Error("this replication does not say how it is saved; override Replication::archive");
}

Results run_experiment(const Plan& plan, const ReplicationFactory& factory, const ProgressCallback& progress,
                       std::stop_token stop, const Checkpoints& checkpoints) {
  validate(plan);
  return Runner(plan, factory, progress, std::move(stop), checkpoints).run();
}

}  // namespace escapement::experiment
