// SPDX-License-Identifier: MIT
#include "escapement/devstone/devstone.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "escapement/coupled/flatten.h"

namespace escapement::devstone {
namespace {

void expect_as_predicted(Kind kind, int width, int depth) {
  SCOPED_TRACE(std::string(kind_name(kind)) + " " + std::to_string(width) + " x " + std::to_string(depth));
  const Counts expected = expected_counts(kind, width, depth);
  const Model model = build(kind, width, depth);
  const Counts built = counted(*model.root);
  EXPECT_EQ(built.atomics, expected.atomics);
  EXPECT_EQ(built.internal_couplings, expected.internal_couplings);
  EXPECT_EQ(built.external_input_couplings, expected.external_input_couplings);
  EXPECT_EQ(built.external_output_couplings, expected.external_output_couplings);
  Simulator sim(flatten(*model.root));
  for (int input = 1; input <= 2; ++input) {
    model.send_input(sim, input);
    sim.run();
    EXPECT_EQ(sim.counts().internal_transitions, expected.transitions * static_cast<std::uint64_t>(input));
    EXPECT_EQ(sim.counts().external_transitions, expected.transitions * static_cast<std::uint64_t>(input));
    EXPECT_EQ(sim.now(), input);
  }
}

TEST(DevStone, ModelsHaveThePredictedCounts) {
  for (const Kind kind : {Kind::kLI, Kind::kHI, Kind::kHO, Kind::kHOmod})
    for (const int width : {1, 2, 3, 5, 9})
      for (const int depth : {1, 2, 3, 7}) expect_as_predicted(kind, width, depth);
}

TEST(DevStone, PublishedFigures) {
  const Counts ho = expected_counts(Kind::kHO, 200, 200);
  EXPECT_EQ(ho.atomics, 39602u);
  EXPECT_EQ(ho.transitions, 3960101u);
  EXPECT_EQ(expected_counts(Kind::kHOmod, 20, 20).atomics, 3972u);
  EXPECT_EQ(expected_counts(Kind::kHOmod, 20, 20).transitions, 689872u);
  EXPECT_EQ(expected_counts(Kind::kHOmod, 40, 40).atomics, 31942u);
  EXPECT_EQ(expected_counts(Kind::kHOmod, 40, 40).transitions, 23759542u);
  // The closed form of HOmod, 1 + (d-1)(w-1)^2 + [(d-1) + (w-1)(d-1)(d-2)/2] [(w-1) + g], for w = 20, d = 20.
  EXPECT_EQ(1 + 19 * 19 * 19 + (19 + 19 * 19 * 18 / 2) * (19 + 190), 689872);
}

TEST(DevStone, LargeModelsRunAsPredicted) {
  expect_as_predicted(Kind::kHO, 200, 200);
  expect_as_predicted(Kind::kHOmod, 20, 20);
}

TEST(DevStone, NamesAndSizes) {
  EXPECT_EQ(kind_of("HOmod"), Kind::kHOmod);
  EXPECT_EQ(kind_of("LI"), Kind::kLI);
  EXPECT_THROWS(kind_of("ho"), BuildError, "there is no DEVStone model 'ho'; there are LI, HI, HO and HOmod");
  EXPECT_THROWS(build(Kind::kLI, 0, 3), BuildError,
                "a DEVStone model has width and depth of 1 or more, not 0 and 3");
  EXPECT_THROWS(expected_counts(Kind::kLI, 2, 0), BuildError, "a DEVStone model has .* not 2 and 0");
}

}  // namespace
}  // namespace escapement::devstone
