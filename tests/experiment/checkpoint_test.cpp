// SPDX-License-Identifier: MIT
// Experiments that go on from any of their checkpoints come to the same results, with any number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <sstream>

#include "core/expect_throw.h"
#include "escapement/core/archive.h"
#include "escapement/experiment/runner.h"
#include "escapement/statistics/collector.h"

namespace escapement::experiment {
namespace {

// 100 steps with a checkpoint after each tenth; counts how many steps all of them did.
class Steps : public Replication {
 public:
  Steps(int replication, std::atomic<int>& done, int fails_at = 0)
      : number_(replication), done_(done), fails_at_(fails_at) {
    state_ = static_cast<std::uint64_t>(replication) * 977 + 1;
    collector_.record_plots(true);
  }
  void run(const ReplicationProgress& progress) override {
    while (step_ < 100) {
      ++step_;
      ++done_;
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      collector_.tally("values").observe(static_cast<double>(state_ >> 40) / 7);
      collector_.time_persistent("level").set(step_, static_cast<double>(state_ >> 61));
      if (step_ == fails_at_) throw SimulationError("Saw", step_, "broke");
      if (!progress(step_ / 100.0)) return;
      if (step_ % 10 == 0 && reached_) reached_();
    }
  }
  double clock() const override { return step_; }
  std::vector<statistics::Summary> summarize() override { return collector_.summarize(clock()); }
  void at_checkpoints(std::function<void()> reached) override { reached_ = std::move(reached); }
  void archive(Archive& archive) override {
    int number = number_;
    archive(number, step_, state_, collector_);
    if (number != number_) throw ArchiveError("the state of another replication");
  }

 private:
  int number_, step_ = 0;
  std::uint64_t state_;
  std::atomic<int>& done_;
  int fails_at_;
  statistics::Collector collector_;
  std::function<void()> reached_;
};

Plan plan_of(int replications, unsigned threads) {
  Plan plan;
  plan.replications = replications;
  plan.threads = threads;
  return plan;
}

std::string text_of(Results results) {
  std::ostringstream out;
  Archive archive(out);
  archive(results.completed, results.interrupted, results.failures, results.statistics);
  return std::move(out).str();
}

struct Experiment {
  explicit Experiment(unsigned threads, std::string from = {}, int replications = 7, int failing = -1) {
    Checkpoints checkpoints;
    checkpoints.write = [this](const std::string& state) { written.push_back(state); };
    checkpoints.resume_from = std::move(from);
    results = run_experiment(
        plan_of(replications, threads),
        [&](int r) { return std::make_unique<Steps>(r, steps, r == failing ? 55 : 0); }, {}, {}, checkpoints);
  }
  std::vector<std::string> written;
  std::atomic<int> steps{0};
  Results results;
};

TEST(ExperimentCheckpoint, EveryOneLeadsToTheSameResults) {
  for (const int failing : {-1, 0, 3}) {
    const Experiment whole(1, {}, 7, failing);
    const std::string expected = text_of(whole.results);
    for (const unsigned threads : {1u, 3u}) {
      const Experiment other(threads, {}, 7, failing);
      EXPECT_EQ(text_of(other.results), expected);
      ASSERT_GT(other.written.size(), 60u);  // ten for each replication
      for (std::size_t i = 0; i < other.written.size(); ++i) {
        const Experiment resumed(1 + static_cast<unsigned>(i) % 4, other.written[i], 7, failing);
        ASSERT_EQ(text_of(resumed.results), expected) << threads << " threads, checkpoint " << i;
      }
    }
  }
}

TEST(ExperimentCheckpoint, WhatWasDoneIsNotDoneAgain) {
  const Experiment whole(1, {}, 3);
  EXPECT_EQ(whole.steps, 300);
  // The first is written before anything; the next ten come from replication 1, after 10, 20 ... steps.
  EXPECT_EQ(Experiment(1, whole.written[0], 3).steps, 300);
  EXPECT_EQ(Experiment(1, whole.written[4], 3).steps, 260);
  EXPECT_LE(Experiment(1, whole.written.back(), 3).steps, 100);
}

TEST(ExperimentCheckpoint, TheFirstMustBeWritten) {
  std::atomic<int> steps{0};
  Checkpoints checkpoints;
  checkpoints.write = [](const std::string&) { throw Error("no room"); };
  EXPECT_THROWS(
      run_experiment(
          plan_of(2, 1), [&](int r) { return std::make_unique<Steps>(r, steps); }, {}, {}, checkpoints),
      Error, "no room");
  EXPECT_EQ(steps, 0);
}

TEST(ExperimentCheckpoint, AStoppedRunKeepsItsLastCheckpoint) {
  std::stop_source stop;
  std::vector<std::string> written;
  std::atomic<int> steps{0};
  Checkpoints checkpoints;
  checkpoints.write = [&](const std::string& state) {
    written.push_back(state);
    if (written.size() == 5) stop.request_stop();
  };
  const Results partial = run_experiment(
      plan_of(7, 1), [&](int r) { return std::make_unique<Steps>(r, steps); }, {}, stop.get_token(),
      checkpoints);
  EXPECT_TRUE(partial.interrupted);
  EXPECT_EQ(written.size(), 5u);
  EXPECT_EQ(text_of(Experiment(2, written.back()).results), text_of(Experiment(1).results));
}

TEST(ExperimentCheckpoint, OtherPlansAndReplicationsThatCannotBeSavedAreTold) {
  const Experiment whole(1, {}, 3);
  EXPECT_THROWS(Experiment(1, whole.written.back(), 4), ArchiveError,
                "the experiment was saved with 3 replications and seed 12345, not 4 and 12345");

  struct Unsaid : Steps {
    using Steps::Steps;
    void archive(Archive& archive) override { Replication::archive(archive); }
  };
  std::atomic<int> steps{0};
  std::vector<std::string> refused;
  Checkpoints checkpoints;
  checkpoints.write = [](const std::string&) {};
  checkpoints.refused = [&](const std::string& why) { refused.push_back(why); };
  const Results results = run_experiment(
      plan_of(1, 1), [&](int r) { return std::make_unique<Unsaid>(r, steps); }, {}, {}, checkpoints);
  EXPECT_EQ(results.completed, 1);
  ASSERT_EQ(refused.size(), 10u);
  EXPECT_EQ(refused[0], "this replication does not say how it is saved; override Replication::archive");
}

}  // namespace
}  // namespace escapement::experiment
