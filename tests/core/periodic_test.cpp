// SPDX-License-Identifier: MIT
#include "escapement/core/periodic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/expect_throw.h"
#include "escapement/core/error.h"

namespace escapement {
namespace {

// Ticks every 0.1 up to 1e5: 1 000 001 of them, each the double nearest to k / 10 (adding 0.1 again and again
// would arrive at 100000.00000133288).
TEST(Periodic, DoesNotDrift) {
  const Periodic ticks("0", "0.1");
  std::uint64_t count = 0;
  while (ticks.tick(count) <= 1e5) {
    ASSERT_EQ(ticks.tick(count), static_cast<double>(count) / 10.0);
    ++count;
  }
  EXPECT_EQ(count, 1000001u);
  EXPECT_EQ(ticks.tick(1000000), 1e5);
  EXPECT_EQ(ticks.tick(3), 0.3);  // 0.1 + 0.1 + 0.1 is not
}

TEST(Periodic, SixtyAndTwoHundredHertzMeetTwentyTimesASecond) {
  const Periodic slow = Periodic::from_rate(60), fast = Periodic::from_rate(200);
  std::uint64_t i = 0, j = 0, meetings = 0;
  double last = -1, least_step = 1;
  while (slow.tick(i) < 10 || fast.tick(j) < 10) {
    const double a = slow.tick(i), b = fast.tick(j);
    const double now = std::min(a, b);
    if (a == b) ++meetings;
    if (last >= 0) least_step = std::min(least_step, now - last);
    last = now;
    if (a == now) ++i;
    if (b == now) ++j;
  }
  EXPECT_EQ(meetings, 200u);  // in 10 s
  EXPECT_GT(least_step, 1e-9);
  EXPECT_EQ(i, 600u);
  EXPECT_EQ(j, 2000u);
}

TEST(Periodic, AMillisecondForTwoSecondsIsTwoThousandAndOneTicks) {
  const Periodic ticks("0", "0.001");
  std::uint64_t count = 0;
  while (ticks.tick(count) <= 2) ++count;
  EXPECT_EQ(count, 2001u);
}

TEST(Periodic, ReadsDecimalTextAndQuotients) {
  EXPECT_EQ(Periodic("0", "1/60").tick(60), 1);
  EXPECT_EQ(Periodic("0", "1/60").tick(1), 1.0 / 60);
  EXPECT_EQ(Periodic("1.5", "1e-3").tick(1500), 3);
  EXPECT_EQ(Periodic(".5", "2E+1").tick(2), 40.5);
  EXPECT_EQ(Periodic("1e2", "5.").tick(1), 105);
  EXPECT_EQ(Periodic("0.1/3", "0.2/3").tick(1), 0.1);
  EXPECT_EQ(Periodic(1.5, 0.1).tick(1), 1.6);
  EXPECT_EQ(Periodic::from_rate("1/3", "2").tick(2), 8);
  EXPECT_EQ(Periodic::from_rate(0.25, 0.5).tick(1), 4.5);
  EXPECT_EQ(Periodic("0.3", "1").tick(0), 0.3);
}

// The long way (integers beyond 2^53) against long division by hand with exact powers of two and with
// numbers whose nearest double a compiler knows.
TEST(Periodic, RoundsCorrectlyBeyondTheRangeOfExactIntegers) {
  EXPECT_EQ(Periodic("0", "0.1234567890123456789").tick(1), 0.1234567890123456789);
  EXPECT_EQ(Periodic("0", "0.1234567890123456789").tick(10), 1.234567890123456789);
  EXPECT_EQ(Periodic("0", "3.141592653589793238462643383279").tick(1), 3.141592653589793238462643383279);
  EXPECT_EQ(Periodic("0", "3.141592653589793238462643383279").tick(1000), 3141.592653589793238462643383279);
  EXPECT_EQ(Periodic("1e-200", "1e-200").tick(6), 7e-200);
  EXPECT_EQ(Periodic("1e300", "1e299").tick(3), 1.3e300);
  EXPECT_EQ(Periodic("0", "1").tick((1ull << 53) + 1), 9007199254740992.0);  // a tie goes to even
  EXPECT_EQ(Periodic("0", "1").tick((1ull << 53) + 3), 9007199254740996.0);
  EXPECT_EQ(Periodic("1e300", "1e300").tick(1000000000), kInfinity);
  EXPECT_EQ(Periodic("0", "0.1234567890123456789").tick(0), 0);
  const Periodic copy = Periodic("1/3", "0.12345678901234567890");
  EXPECT_EQ(copy.tick(0), 1.0 / 3);
}

TEST(Periodic, ShortAndLongWayAgreeWhereTheyMeet) {
  const Periodic shorter("0.7", "0.3"),
      longer("0.7000000000000000000000", "3000000000000000000000/10000000000000000000000");
  for (std::uint64_t k = 0; k < 1000; ++k) ASSERT_EQ(shorter.tick(k), longer.tick(k));
  const Periodic fine("0", "1e-15");
  double last = -1;
  for (std::uint64_t k = 9007199254740000; k < 9007199254742000; ++k) {  // across 2^53
    ASSERT_GE(fine.tick(k), last);
    last = fine.tick(k);
    ASSERT_NEAR(last, static_cast<double>(k) * 1e-15, 4e-15);
  }
}

TEST(Periodic, RefusesOtherText) {
  for (const char* bad : {"", "-1", "x", "1x", "1e", "1e-", ".", "1/0", "1/", "1//2", "nan", "inf", "0x1",
                          "1 ", "1e400", "12345678901234567890123456789012345678901"})
    EXPECT_THROWS(
        Periodic(bad, "1"), BuildError,
        "start '" + std::string(bad) +
            "' must be a decimal number of 0 or more such as 0.1, 1e-3 or 1/60, of at most 40 digits "
            "and exponents within 300");
  EXPECT_THROWS(Periodic("0", "0"), BuildError, "period '0' must be a decimal number above 0 such as .*");
  EXPECT_THROWS(Periodic(0, -2.0), BuildError, "period '-2' must be .*");
  EXPECT_THROWS(Periodic::from_rate(0), BuildError, "rate '0' must be a decimal number above 0.*");
  EXPECT_THROWS(Periodic::from_rate(std::nan("")), BuildError, "rate 'nan' must be .*");
}

}  // namespace
}  // namespace escapement
