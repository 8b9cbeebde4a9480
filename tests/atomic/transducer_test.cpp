// SPDX-License-Identifier: MIT
#include "escapement/atomic/transducer.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"
#include "core/expect_throw.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

// Jobs 1, 2, 3 arrive at 1, 2, 4; 1 and 3 are solved at 3 and 10: turnaround (2 + 6) / 2, throughput 2 / 10.
TEST(Transducer, TellsThroughputAndTurnaround) {
  Transducer t("T", 10);
  Bench bench(t);
  bench.feed(t.arrived, 1, 1.0).feed(t.arrived, 2, 2.0).feed(t.arrived, 4, 3.0);
  bench.feed(t.solved, 3, 1.0).feed(t.solved, 10, 3.0);
  bench.feed(t.arrived, 11, 4.0).feed(t.solved, 12, 2.0);  // too late
  EXPECT_EQ(bench.run(20), (Log{"10 out 0.1"}));           // sent before the job of that instant is seen
  const Transducer::Result r = t.result();
  EXPECT_EQ(r.arrived, 3u);
  EXPECT_EQ(r.solved, 2u);
  EXPECT_EQ(r.unknown, 0u);
  EXPECT_EQ(r.throughput, 0.2);
  EXPECT_EQ(r.mean_turnaround, 4);
  EXPECT_EQ(testing_support::state_of(t), "3 arrived, 2 solved");
}

TEST(Transducer, ObservesWithoutEndAndCountsStrangers) {
  Transducer t("T");
  Bench bench(t);
  EXPECT_EQ(t.result().throughput, 0);
  bench.feed(t.solved, 2, 99.0);
  EXPECT_EQ(bench.run(8), Log{});
  EXPECT_EQ(t.result().unknown, 1u);
  EXPECT_EQ(t.result().throughput, 1.0 / 8);
  EXPECT_EQ(t.result().mean_turnaround, 0);
}

TEST(Transducer, StopsAfterTheStart) {
  EXPECT_THROWS(Transducer("T", 0), BuildError, "transducer 'T' stops at 0; the stop time must be above 0");
}

}  // namespace
}  // namespace escapement
