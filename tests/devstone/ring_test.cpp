// SPDX-License-Identifier: MIT
#include "escapement/devstone/ring.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"

namespace escapement::devstone {
namespace {

TEST(Ring, KernelAndHandDoTheSameWork) {
  for (const int atomics : {2, 3, 1000}) {
    const RingByHand by_hand = run_ring_by_hand(atomics, 20000);
    const auto ring = build_ring(atomics);
    Simulator sim(flatten(*ring));
    while (sim.counts().internal_transitions < 20000) sim.step();
    EXPECT_EQ(sim.now(), by_hand.time);
    EXPECT_EQ(received_in_ring(*ring), 20000u);
    EXPECT_EQ(by_hand.received, 20000u);
    EXPECT_EQ(sim.counts().external_transitions, 20000u);
  }
}

TEST(Ring, OneAloneSendsToNobody) {
  EXPECT_EQ(run_ring_by_hand(1, 100).received, 0u);
  const auto ring = build_ring(1);
  Simulator sim(flatten(*ring));
  sim.run(10);
  EXPECT_EQ(received_in_ring(*ring), 0u);
}

TEST(Ring, TimesAreExponentialOfMeanOne) {
  QuickRandom random(1);
  double sum = 0, square = 0;
  constexpr int kDraws = 1000000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.exponential();
    ASSERT_GT(x, 0);
    sum += x;
    square += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 1, 0.005);      // five standard errors
  EXPECT_NEAR(square / kDraws, 2, 0.0224);  // Var(X^2) = 20
}

TEST(Ring, Sizes) {
  EXPECT_THROWS(build_ring(0), BuildError, "a ring has 1 atomic or more, not 0");
  EXPECT_THROWS(run_ring_by_hand(-1, 5), BuildError, "a ring has 1 atomic or more, not -1");
}

}  // namespace
}  // namespace escapement::devstone
