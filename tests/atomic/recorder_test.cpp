// SPDX-License-Identifier: MIT
#include "escapement/atomic/recorder.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"

namespace escapement {
namespace {

TEST(Recorder, KeepsEachArrivalWithItsInstant) {
  Recorder r("R");
  EXPECT_EQ(testing_support::state_of(r), "0 recorded");
  testing_support::Bench bench(r);
  bench.feed(r.in, 1.5, 3.0).feed(r.in, 1.5, 1.0).feed(r.in, 2, 9.0).run(10);
  EXPECT_EQ(r.entries(), (std::vector<Recorder::Entry>{{1.5, 3}, {1.5, 1}, {2, 9}}));
  EXPECT_EQ(r.count(), 3u);
  EXPECT_EQ(testing_support::state_of(r), "3 recorded, last 9");
}

}  // namespace
}  // namespace escapement
