// SPDX-License-Identifier: MIT
#include "escapement/devstone/load.h"

#include <gtest/gtest.h>

#include <chrono>

#include "escapement/core/error.h"
#include "escapement/coupled/flatten.h"
#include "escapement/devstone/devstone.h"
#include "escapement/devstone/hand_written.h"

namespace escapement::devstone {
namespace {

TEST(Load, DependsOnEachRound) {
  EXPECT_EQ(do_work(0, 7), 7u);
  EXPECT_NE(do_work(5, 7), do_work(6, 7));
  EXPECT_EQ(do_work(5, 7), do_work(5, 7));
}

TEST(Load, RoundsAreAboutAsLongAsAskedFor) {
  const std::uint64_t rounds = rounds_for(2e-3);
  double best = 1;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    do_work(rounds, 1);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  EXPECT_GT(best, 1e-3);
  EXPECT_EQ(rounds_for(0), 0u);
  EXPECT_GE(rounds_for(1e-12), 1u);
}

TEST(Load, OutOfRangeIsRefused) {
  for (const double seconds : {-1.0, 2.0, 0.0 / 0.0}) EXPECT_THROW(rounds_for(seconds), BuildError);
  try {
    rounds_for(-1);
  } catch (const BuildError& e) {
    EXPECT_STREQ(e.what(), "a load of -1 s for a transition is out of range: 0 to 1");
  }
}

// A load changes no count, with threads or without.
TEST(Load, CountsOfALoadedModelAreThoseOfTheFormulas) {
  for (const Kind kind : {Kind::kLI, Kind::kHI, Kind::kHO, Kind::kHOmod})
    for (const unsigned threads : {1u, 2u}) {
      const Model model = build(kind, 8, 8, {3, 2});
      Simulator simulator(flatten(*model.root), {.threads = threads, .always_parallel = true});
      model.send_input(simulator, 0);
      simulator.run();
      const std::uint64_t expected = expected_counts(kind, 8, 8).transitions;
      EXPECT_EQ(simulator.counts().internal_transitions, expected);
      EXPECT_EQ(simulator.counts().external_transitions, expected);
      EXPECT_EQ(run_by_hand(kind, 8, 8, 1, {3, 2}).internal_transitions, expected);
    }
}

}  // namespace
}  // namespace escapement::devstone
