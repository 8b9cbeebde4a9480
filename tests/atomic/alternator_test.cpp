// SPDX-License-Identifier: MIT
#include "escapement/atomic/alternator.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

TEST(Alternator, DealsInTurn) {
  Alternator a("A");
  Bench bench(a);
  bench.feed(a.in, 1, 1.0).feed(a.in, 2, 2.0).feed(a.in, 3, 3.0);
  EXPECT_EQ(bench.run(5), (Log{"1 out1 1", "2 out2 2", "3 out1 3"}));
  EXPECT_EQ(testing_support::state_of(a), "next to out2");
}

TEST(Alternator, DealsABagInItsOrder) {
  Alternator a("A");
  Bench bench(a);
  bench.feed(a.in, 1, 1.0).feed(a.in, 1, 2.0).feed(a.in, 1, 3.0).feed(a.in, 2, 4.0);
  EXPECT_EQ(bench.run(5), (Log{"1 out1 1", "1 out1 3", "1 out2 2", "2 out2 4"}));
  EXPECT_EQ(testing_support::state_of(a), "next to out1");
}

}  // namespace
}  // namespace escapement
