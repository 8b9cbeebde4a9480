// SPDX-License-Identifier: MIT
#include "escapement/experiment/runner.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "escapement/core/error.h"
#include "escapement/statistics/collector.h"

namespace escapement::experiment {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using namespace std::chrono_literals;

// Runs 100 steps of one time unit; at each it may do something.
class RunnerSteps : public Replication {
 public:
  using Action = std::function<void(int step)>;

  explicit RunnerSteps(int replication, Action action = {})
      : generator_(replication), action_(std::move(action)) {
    collector_.record_plots(true);
  }

  void run(const ReplicationProgress& progress) override {
    for (int step = 1; step <= 100; ++step) {
      clock_ = step;
      collector_.tally("values").observe(static_cast<double>(generator_() % 1000) / 7);
      collector_.time_persistent("level").set(clock_, static_cast<double>(generator_() % 9));
      collector_.counter("steps").increment();
      if (action_) action_(step);
      if (!progress(step / 100.0)) return;
    }
  }
  double clock() const override { return clock_; }
  std::vector<statistics::Summary> summarize() override { return collector_.summarize(clock_); }

 private:
  std::mt19937_64 generator_;
  Action action_;
  double clock_ = 0;
  statistics::Collector collector_;
};

Plan runner_plan(int replications, unsigned threads) {
  Plan plan;
  plan.model = "steps";
  plan.replications = replications;
  plan.threads = threads;
  plan.length = 100;
  return plan;
}

std::unique_ptr<Replication> plain(int replication) {
  return std::make_unique<RunnerSteps>(replication);
}

const Result& named(const Results& results, const std::string& name) {
  for (const Result& result : results.statistics) {
    if (result.name == name) return result;
  }
  throw std::out_of_range(name);
}

// Every bit that a report could show.
std::string text_of_results(const Results& results) {
  std::ostringstream out;
  out << std::hexfloat << results.completed << results.interrupted;
  const auto put = [&](const std::optional<double>& value) { value ? out << *value << ' ' : out << "- "; };
  for (const Failure& failure : results.failures)
    out << failure.replication << failure.clock << failure.message;
  for (const Result& result : results.statistics) {
    out << '\n' << result.name << ' ' << result.observations << result.half_width.reason;
    for (const auto& value : {result.average, result.half_width.value, result.minimum, result.maximum,
                              result.minimum_average, result.maximum_average, result.final_value}) {
      put(value);
    }
    for (const auto& value : result.replication_averages) put(value);
    if (result.histogram) {
      out << result.histogram->origin << result.histogram->width;
      for (const auto count : result.histogram->counts) out << ' ' << count;
    }
    if (result.series) {
      for (const double value : result.series->average) out << ' ' << value;
    }
  }
  return out.str();
}

TEST(Runner, CarriesThePlanIntoTheResults) {
  Plan plan = runner_plan(3, 2);
  plan.description = "a walk";
  plan.warmup = 5;
  plan.seed = 99;
  plan.time_unit = "min";
  const Results results = run_experiment(plan, plain);
  EXPECT_EQ(results.model, "steps");
  EXPECT_EQ(results.description, "a walk");
  EXPECT_EQ(results.replications, 3);
  EXPECT_EQ(results.completed, 3);
  EXPECT_EQ(results.length, 100);
  EXPECT_EQ(results.warmup, 5);
  EXPECT_EQ(results.seed, 99U);
  EXPECT_EQ(results.time_unit, "min");
  EXPECT_FALSE(results.interrupted);
  EXPECT_TRUE(results.failures.empty());
  EXPECT_GT(results.wall_seconds, 0);
  EXPECT_EQ(named(results, "steps").average, 100);
  EXPECT_EQ(named(results, "steps").half_width.value, 0.0);
  EXPECT_EQ(named(results, "values").observations, 300U);
}

TEST(Runner, GivesTheSameBytesForAnyNumberOfThreads) {
  const auto uneven = [](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [replication](int step) {
      if (step == 50 && replication % 5 == 0) std::this_thread::sleep_for(2ms);
      if (step == 70 && replication == 3) throw std::runtime_error("broken");
    });
  };
  const std::string one = text_of_results(run_experiment(runner_plan(40, 1), uneven));
  EXPECT_THAT(one, HasSubstr("broken"));
  for (const unsigned threads : {2U, 4U, 8U, 0U}) {
    EXPECT_EQ(text_of_results(run_experiment(runner_plan(40, threads), uneven)), one)
        << threads << " threads";
  }
}

TEST(Runner, RunsReplicationsAtOnce) {
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  const auto counted = [&](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [&](int step) {
      if (step != 1) return;
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      for (int i = 0; i < 5000 && most < 2; ++i) std::this_thread::sleep_for(1ms);  // for company
      --inside;
    });
  };
  run_experiment(runner_plan(12, 3), counted);
  EXPECT_GE(most, 2);
  EXPECT_LE(most, 3);
}

// However many there are: while the first is slow, the others run ahead by 4 per thread, and no model is
// kept.
TEST(Runner, BoundsWhatWaits) {
  std::atomic<int> alive{0};
  std::atomic<int> most_alive{0};
  std::atomic<int> begun{0};
  class Counted : public RunnerSteps {
   public:
    Counted(int replication, Action action, std::atomic<int>& alive_now)
        : RunnerSteps(replication, std::move(action)), alive_(alive_now) {}
    ~Counted() override { --alive_; }

   private:
    std::atomic<int>& alive_;
  };
  int begun_before_the_first_ended = 0;
  const auto slow_first = [&](int replication) -> std::unique_ptr<Replication> {
    most_alive = std::max(most_alive.load(), ++alive);
    ++begun;
    return std::make_unique<Counted>(
        replication,
        [&, replication](int step) {
          if (replication != 0 || step != 100) return;
          std::this_thread::sleep_for(50ms);
          begun_before_the_first_ended = begun;
        },
        alive);
  };
  EXPECT_EQ(run_experiment(runner_plan(200, 2), slow_first).completed, 200);
  EXPECT_LE(begun_before_the_first_ended, 8);
  EXPECT_LE(most_alive, 2);
  EXPECT_EQ(alive, 0);
}

TEST(Runner, RecordsFailuresAndFinishesTheOthers) {
  const auto failing = [](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [replication](int step) {
      if (replication == 1 && step == 30) throw SimulationError("Shop.Drill", 29.5, "delay is -1");
      if (replication == 2 && step == 40) throw std::runtime_error("out of parts");
      if (replication == 4 && step == 50) throw 42;
    });
  };
  const Results results = run_experiment(runner_plan(5, 2), failing);
  EXPECT_EQ(results.completed, 2);
  EXPECT_FALSE(results.interrupted);
  ASSERT_EQ(results.failures.size(), 3U);
  EXPECT_EQ(results.failures[0].replication, 2);
  EXPECT_EQ(results.failures[0].clock, 29.5);
  EXPECT_EQ(results.failures[0].model_path, "Shop.Drill");
  EXPECT_EQ(results.failures[0].message, "delay is -1");
  EXPECT_EQ(results.failures[1].replication, 3);
  EXPECT_EQ(results.failures[1].clock, 40);
  EXPECT_EQ(results.failures[1].model_path, "");
  EXPECT_EQ(results.failures[1].message, "out of parts");
  EXPECT_EQ(results.failures[2].replication, 5);
  EXPECT_THAT(results.failures[2].message, HasSubstr("unknown type"));
  EXPECT_EQ(named(results, "steps").average, 100) << "failed replications are left out";
  EXPECT_EQ(named(results, "steps").replication_averages.size(), 2U);
}

TEST(Runner, KeepsWhatFailedReplicationsCollectedWhenThatIsAll) {
  const auto failing = [](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [replication](int step) {
      if (step == 30 + replication) throw std::runtime_error("broken");
    });
  };
  const Results results = run_experiment(runner_plan(2, 2), failing);
  EXPECT_EQ(results.completed, 0);
  EXPECT_EQ(results.failures.size(), 2U);
  EXPECT_THAT(named(results, "steps").replication_averages, ElementsAre(30, 31));
}

// The partner of one that failed is in no pair, and those after it keep theirs: replications 1 and 2, 5
// and 6.
TEST(Runner, AntitheticPairsStayTogetherWhenOneFails) {
  Plan plan = runner_plan(6, 2);
  plan.antithetic = true;
  const Results results = run_experiment(plan, [](int replication) {
    return std::make_unique<RunnerSteps>(replication, [replication](int step) {
      if (replication == 2 && step == 50) throw SimulationError("Drill", 50, "broke");
    });
  });
  EXPECT_EQ(results.completed, 5);
  ASSERT_EQ(results.failures.size(), 1U);
  const Result& values = named(results, "values");
  ASSERT_EQ(values.replication_averages.size(), 6U);
  EXPECT_FALSE(values.replication_averages[2].has_value());
  const auto pair = [&](std::size_t i) {
    return (*values.replication_averages[i] + *values.replication_averages[i + 1]) / 2;
  };
  // Of two values: t(1) = 12.7062 times half their difference.
  EXPECT_NEAR(values.half_width.value.value(), 12.706204736 * std::abs(pair(0) - pair(4)) / 2, 1e-6);
}

TEST(Runner, RecordsAnErrorOfSummarize) {
  class Silent : public RunnerSteps {
   public:
    using RunnerSteps::RunnerSteps;
    std::vector<statistics::Summary> summarize() override { throw std::runtime_error("no such variable"); }
  };
  const Results results = run_experiment(
      runner_plan(1, 1), [](int r) -> std::unique_ptr<Replication> { return std::make_unique<Silent>(r); });
  ASSERT_EQ(results.failures.size(), 1U);
  EXPECT_EQ(results.failures[0].message, "no such variable");
  EXPECT_EQ(results.failures[0].clock, 100);
  EXPECT_TRUE(results.statistics.empty());
}

TEST(Runner, StopsWhenAsked) {
  std::stop_source stop;
  const auto stopping = [&](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [&, replication](int step) {
      if (replication == 2 && step == 60) stop.request_stop();
    });
  };
  const Results results = run_experiment(runner_plan(50, 1), stopping, {}, stop.get_token());
  EXPECT_TRUE(results.interrupted);
  EXPECT_EQ(results.completed, 2);
  EXPECT_TRUE(results.failures.empty());
  EXPECT_THAT(named(results, "steps").replication_averages, ElementsAre(100, 100));
}

TEST(Runner, KeepsWhatAStoppedReplicationCollectedWhenThatIsAll) {
  std::stop_source stop;
  const auto stopping = [&](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [&](int step) {
      if (step == 60) stop.request_stop();
    });
  };
  const Results results = run_experiment(runner_plan(5, 1), stopping, {}, stop.get_token());
  EXPECT_TRUE(results.interrupted);
  EXPECT_EQ(results.completed, 0);
  EXPECT_EQ(named(results, "steps").average, 60);
}

TEST(Runner, StopsFromAnotherThreadWithSeveralRunning) {
  std::stop_source stop;
  std::atomic<int> begun{0};
  const auto endless = [&](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [&](int step) {
      if (step == 1) ++begun;
      while (begun >= 2 && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
    });
  };
  std::jthread user([&] {
    while (begun < 2) std::this_thread::sleep_for(1ms);
    stop.request_stop();
  });
  const Results results = run_experiment(runner_plan(1000, 4), endless, {}, stop.get_token());
  EXPECT_TRUE(results.interrupted);
  EXPECT_LT(results.completed, 1000);
  EXPECT_FALSE(results.statistics.empty());
}

TEST(Runner, RunsNothingWhenStoppedBefore) {
  std::stop_source stop;
  stop.request_stop();
  const Results results = run_experiment(runner_plan(5, 2), plain, {}, stop.get_token());
  EXPECT_TRUE(results.interrupted);
  EXPECT_EQ(results.completed, 0);
  EXPECT_TRUE(results.statistics.empty());
}

TEST(Runner, IsNotInterruptedByAStopAtTheEnd) {
  std::stop_source stop;
  const auto late = [&](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [&, replication](int step) {
      if (replication == 2 && step == 100) stop.request_stop();
    });
  };
  const Results results = run_experiment(runner_plan(3, 1), late, {}, stop.get_token());
  EXPECT_FALSE(results.interrupted);
  EXPECT_EQ(results.completed, 3);
}

TEST(Runner, PassesTheFactorysErrorOfTheLowestReplication) {
  for (int round = 0; round < 20; ++round) {
    const auto bad = [](int replication) -> std::unique_ptr<Replication> {
      if (replication >= 3)
        throw BuildError("replication " + std::to_string(replication) + " cannot be built");
      return plain(replication);
    };
    EXPECT_THAT([&] { run_experiment(runner_plan(20, 4), bad); },
                ThrowsMessage<BuildError>(HasSubstr("replication 3 cannot be built")));
  }
  EXPECT_THAT([] { run_experiment(runner_plan(2, 1), [](int) { return std::unique_ptr<Replication>(); }); },
              ThrowsMessage<InternalError>(HasSubstr("gave no model for replication 1")));
}

TEST(Runner, PassesTheErrorOfReplicationsThatDoNotFit) {
  class Other : public RunnerSteps {
   public:
    using RunnerSteps::RunnerSteps;
    std::vector<statistics::Summary> summarize() override {
      auto all = RunnerSteps::summarize();
      for (auto& summary : all) summary.kind = statistics::Kind::kCounter;
      return all;
    }
  };
  const auto mixed = [](int replication) -> std::unique_ptr<Replication> {
    if (replication == 7) return std::make_unique<Other>(replication);
    return plain(replication);
  };
  EXPECT_THAT([&] { run_experiment(runner_plan(20, 2), mixed); },
              ThrowsMessage<InternalError>(HasSubstr("built from the same model")));
}

TEST(Runner, RefusesABadPlan) {
  EXPECT_THAT([] { run_experiment(runner_plan(0, 1), plain); },
              ThrowsMessage<InputError>(HasSubstr("replications is 0")));
}

TEST(Runner, ReportsProgressSeldomAndInOrder) {
  std::vector<double> fractions;  // callbacks come one at a time
  const auto slow = [](int replication) -> std::unique_ptr<Replication> {
    return std::make_unique<RunnerSteps>(replication, [](int) { std::this_thread::sleep_for(1ms); });
  };
  const auto begin = std::chrono::steady_clock::now();
  run_experiment(runner_plan(8, 4), slow, [&](double fraction) { fractions.push_back(fraction); });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ASSERT_GE(fractions.size(), 3U);
  EXPECT_LE(static_cast<double>(fractions.size()), seconds * 20 + 2);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_GT(fractions.front(), 0);
  EXPECT_LT(fractions.front(), 1);
  EXPECT_EQ(fractions.back(), 1);
}

}  // namespace
}  // namespace escapement::experiment
