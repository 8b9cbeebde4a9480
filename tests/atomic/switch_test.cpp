// SPDX-License-Identifier: MIT
#include "escapement/atomic/switch.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

TEST(Switch, CrossesOverWithoutDelay) {
  Switch s("S");
  Bench bench(s);
  bench.feed(s.in1, 1, 10.0).feed(s.in2, 2, 20.0);
  EXPECT_EQ(bench.run(5), (Log{"1 out2 10", "2 out1 20"}));
  EXPECT_EQ(testing_support::state_of(s), "holds 0");
}

TEST(Switch, LosesNothingWhenBothComeAtOnce) {
  Switch s("S");
  Bench bench(s);
  bench.feed(s.in1, 1, 10.0).feed(s.in2, 1, 20.0).feed(s.in1, 1, 11.0);
  EXPECT_EQ(bench.run(5), (Log{"1 out1 20", "1 out2 10", "1 out2 11"}));
  EXPECT_EQ(bench.simulator().counts().micro_steps, 2u);
}

}  // namespace
}  // namespace escapement
