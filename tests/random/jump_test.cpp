// SPDX-License-Identifier: MIT
#include "jump.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"
#include "escapement/random/stream.h"

namespace escapement::random::internal {
namespace {

constexpr State kDefault{12345, 12345, 12345, 12345, 12345, 12345};

// The matrices printed by L'Ecuyer, Simard, Chen and Kelton (2002).
TEST(Jump, MatricesAreThePublishedOnes) {
  EXPECT_EQ(jump_matrix(0, 76), (Matrix{{{82758667, 1871391091, 4127413238},
                                         {3672831523, 69195019, 1871391091},
                                         {3672091415, 3528743235, 69195019}}}));
  EXPECT_EQ(jump_matrix(1, 76), (Matrix{{{1511326704, 3759209742, 1610795712},
                                         {4292754251, 1511326704, 3889917532},
                                         {3859662829, 4292754251, 3708466080}}}));
  EXPECT_EQ(jump_matrix(0, 127), (Matrix{{{2427906178, 3580155704, 949770784},
                                          {226153695, 1230515664, 3580155704},
                                          {1988835001, 986791581, 1230515664}}}));
  EXPECT_EQ(jump_matrix(1, 127), (Matrix{{{1464411153, 277697599, 1610723613},
                                          {32183930, 1464411153, 1022607788},
                                          {2824425944, 32183930, 2093834863}}}));
}

TEST(Jump, AgreesWithSingleSteps) {
  Stream stream(kDefault);
  for (std::uint64_t n = 0; n < 300; ++n) {
    EXPECT_EQ(jump(kDefault, n, 0), stream.state()) << n;
    EXPECT_EQ(jump(stream.state(), n, 0, Direction::kBackward), kDefault) << n;
    stream.uniform();
  }
}

TEST(Jump, MultiplesAddUp) {
  State by_ones = kDefault;
  for (std::uint64_t k = 0; k < 40; ++k) {
    EXPECT_EQ(jump(kDefault, k, 127), by_ones) << k;
    by_ones = jump(by_ones, 1, 127);
  }
  EXPECT_EQ(jump(kDefault, 1, 130), jump(kDefault, 8, 127));
  const std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(jump(jump(kDefault, all, 127), 1, 127), jump(jump(kDefault, 1, 190), 1, 190));
  EXPECT_EQ(jump(jump(kDefault, all, 127), all, 127, Direction::kBackward), kDefault);
}

TEST(Jump, RefusesMoreThanThePeriod) {
  EXPECT_NO_THROW(jump(kDefault, 1, 191));
  try {
    jump(kDefault, 2, 191);
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "random: a jump of 2^192 steps is outside 2^0 to 2^191");
  }
}

}  // namespace
}  // namespace escapement::random::internal
