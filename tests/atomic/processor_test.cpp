// SPDX-License-Identifier: MIT
#include "escapement/atomic/processor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "atomic/bench.h"
#include "core/expect_throw.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

TEST(Processor, HoldsAJobForTheServiceTimeAndLosesOthers) {
  Processor p("P", 2);
  Bench bench(p);
  bench.feed(p.in, 1, 7.0).feed(p.in, 2, 8.0).feed(p.in, 4, 9.0);
  bench.run(2);
  EXPECT_EQ(testing_support::state_of(p), "busy with 7 until 3");
  EXPECT_EQ(bench.run(10), (Log{"3 out 7", "6 out 9"}));
  EXPECT_EQ(p.received(), 3u);
  EXPECT_EQ(p.lost(), 1u);
  EXPECT_EQ(p.served(), 2u);
  EXPECT_FALSE(p.busy());
  EXPECT_EQ(p.job(), 9);
  EXPECT_EQ(testing_support::state_of(p), "idle");
}

TEST(Processor, TakesTheFirstOfABagAndBalksTheRest) {
  Processor p("P", 1);
  Bench bench(p);
  bench.feed(p.in, 1, 5.0).feed(p.in, 1, 6.0).feed(p.in, 1, 7.0);
  EXPECT_EQ(bench.run(10), (Log{"2 out 5"}));
  EXPECT_EQ(p.received(), 3u);
  EXPECT_EQ(p.lost(), 2u);
}

TEST(Processor, AJobAtTheInstantOfACompletionIsTaken) {
  Processor p("P", 2);
  Bench bench(p);
  bench.feed(p.in, 1, 1.0).feed(p.in, 3, 2.0);
  EXPECT_EQ(bench.run(10), (Log{"3 out 1", "5 out 2"}));
  EXPECT_EQ(p.lost(), 0u);
}

TEST(Processor, ServiceTimeMayBeZeroButNotLess) {
  Processor p("P", 0);
  Bench bench(p);
  bench.feed(p.in, 1, 1.0);
  EXPECT_EQ(bench.run(1), (Log{"1 out 1"}));
  EXPECT_THROWS(Processor("P", -2), BuildError,
                "processor 'P' has service time -2; it must be 0 or more and finite");
  EXPECT_THROWS(Processor("P", kInfinity), BuildError, "processor 'P' has service time inf; .*");
  EXPECT_THROWS(Processor("P", std::nan("")), BuildError, "processor 'P' has service time nan; .*");
}

}  // namespace
}  // namespace escapement
