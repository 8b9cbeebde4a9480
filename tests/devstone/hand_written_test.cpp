// SPDX-License-Identifier: MIT
#include "escapement/devstone/hand_written.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "escapement/core/error.h"

namespace escapement::devstone {
namespace {

TEST(HandWritten, DoesThePredictedWork) {
  for (const Kind kind : {Kind::kLI, Kind::kHI, Kind::kHO, Kind::kHOmod}) {
    const HandWrittenResult result = run_by_hand(kind, 6, 5, 3);
    EXPECT_EQ(result.internal_transitions, 3 * expected_counts(kind, 6, 5).transitions);
    EXPECT_EQ(result.external_transitions, 3 * expected_counts(kind, 6, 5).transitions);
    EXPECT_GE(result.simulation_seconds, 0);
    EXPECT_GE(result.setup_seconds, 0);
  }
  EXPECT_THROWS(run_by_hand(Kind::kLI, 0, 1, 1), BuildError, "a DEVStone model has width and depth of 1 .*");
}

}  // namespace
}  // namespace escapement::devstone
