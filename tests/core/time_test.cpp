// SPDX-License-Identifier: MIT
#include "escapement/core/time.h"

#include <gtest/gtest.h>

namespace escapement {
namespace {

TEST(TimeAdvance, IsRelativeOrAbsolute) {
  const TimeAdvance plain = 2.5;
  EXPECT_EQ(plain.value(), 2.5);
  EXPECT_FALSE(plain.absolute());
  EXPECT_FALSE(TimeAdvance::after(1).absolute());
  EXPECT_TRUE(TimeAdvance::at(1).absolute());
  EXPECT_EQ(TimeAdvance::never().value(), kInfinity);
}

TEST(Instant, EqualWhenTimeAndStepAre) {
  EXPECT_EQ((Instant{1, 2}), (Instant{1, 2}));
  EXPECT_FALSE((Instant{1, 2}) == (Instant{1, 3}));
}

}  // namespace
}  // namespace escapement
