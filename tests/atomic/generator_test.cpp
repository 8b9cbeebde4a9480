// SPDX-License-Identifier: MIT
#include "escapement/atomic/generator.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

TEST(Generator, DefaultsSendOneEachTimeUnitFromOne) {
  Generator g("G");
  Bench bench(g);
  EXPECT_EQ(bench.run(3), (Log{"1 out 1", "2 out 1", "3 out 1"}));
  EXPECT_EQ(g.sent(), 3u);
  EXPECT_EQ(testing_support::state_of(g), "active, sent 3");
}

// First at 0, stop 10: messages at 0, 1, ..., 10, which are 11.
TEST(Generator, FirstAtZeroAndTheStopTimeCount) {
  Generator g("G", {.ticks = Periodic("0", "1")});
  Bench bench(g);
  const Log& lines = bench.run(10);
  EXPECT_EQ(lines.size(), 11u);
  EXPECT_EQ(lines.front(), "0 out 1");
  EXPECT_EQ(lines.back(), "10 out 1");
}

TEST(Generator, CountsUpToItsLimit) {
  Generator g("G", {.ticks = Periodic("0.5", "0.1"), .value = 10, .increment = -2.5, .limit = 3});
  Bench bench(g);
  EXPECT_EQ(bench.run(100), (Log{"0.5 out 10", "0.6 out 7.5", "0.7 out 5"}));
}

TEST(Generator, StopsWhenTold) {
  Generator g("G");
  Bench bench(g);
  bench.feed(g.stop, 2, 0.0);  // the tick at 2 is still sent
  EXPECT_EQ(bench.run(10), (Log{"1 out 1", "2 out 1"}));
  EXPECT_EQ(testing_support::state_of(g), "stopped, sent 2");
}

// A million ticks of a tenth: no drift, 1 000 001 of them with both ends.
TEST(Generator, DoesNotDrift) {
  Generator g("G", {.ticks = Periodic("0", "0.1")});
  Simulator sim(testing_support::SmallNetwork().add(g).build());
  sim.run(1e5);
  EXPECT_EQ(g.sent(), 1000001u);
}

}  // namespace
}  // namespace escapement
