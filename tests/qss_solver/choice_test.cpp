// SPDX-License-Identifier: MIT
#include "choice.h"

#include <gmock/gmock.h>

#include <random>

namespace escapement::qss_solver {
namespace {

// By hand: 1 - 3e + e^2 falls through -1 at e = 1, where 1 - 3 + 1 = -1; 1/2 + e^2 rises through 3/2 at 1;
// its mirror image falls through -3/2 then; a line of slope -2 from 1/2 is at -1 after 3/4; one that rests
// stays.
TEST(LeavesBand, KnownPolynomials) {
  EXPECT_DOUBLE_EQ(leaves_band(0.9, -2.9, 1, 1), 1);
  EXPECT_DOUBLE_EQ(leaves_band(0.5, 0, 1, 1.5), 1);
  EXPECT_DOUBLE_EQ(leaves_band(-0.5, 0, -1, 1.5), 1);
  EXPECT_DOUBLE_EQ(leaves_band(0.5, -2, 0, 1), 0.75);
  EXPECT_DOUBLE_EQ(leaves_band(0.5, 2, 0, 1), 0.25);
  EXPECT_EQ(leaves_band(0.5, 0, 0, 1), kInfinity);
}

// At the border, on the way out: twice the width is allowed, so 1 + e + e^2 = 2 at (sqrt(5) - 1)/2; on the
// way in: the other side, 1 - 2e = -1 at 1, or back at the border, 1 - e + e^2 = 1 at 1.
TEST(LeavesBand, AtTheBorder) {
  EXPECT_DOUBLE_EQ(leaves_band(1, 1, 1, 1), (std::sqrt(5.0) - 1) / 2);
  EXPECT_DOUBLE_EQ(leaves_band(1, -2, 0, 1), 1);
  EXPECT_DOUBLE_EQ(leaves_band(1, -1, 1, 1), 1);
  EXPECT_EQ(leaves_band(3, 1, 0, 1), 0);  // beyond twice the width, and going on
}

TEST(LeavesBand, IsTheFirstTimeAtWhichTheBorderIsMet) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> inside(-0.99, 0.99), slope(-3, 3);
  for (int k = 0; k < 2000; ++k) {
    const double d0 = inside(random), d1 = slope(random), d2 = slope(random);
    const double e = leaves_band(d0, d1, d2, 1);
    ASSERT_LT(e, kInfinity);
    EXPECT_NEAR(std::abs(d0 + e * (d1 + e * d2)), 1, 1e-12) << d0 << ' ' << d1 << ' ' << d2;
    for (int i = 1; i < 50; ++i) {
      const double before = e * i / 50;
      EXPECT_LT(std::abs(d0 + before * (d1 + before * d2)), 1 + 1e-12) << d0 << ' ' << d1 << ' ' << d2;
    }
  }
}

// Every kind of curve, also lines, curves at rest and such that begin at the border or outside.
TEST(LeavesBand, TwoAtOnceAreTheSameToTheBit) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.2, 1.2);
  const auto one = [&](double scale) {
    const auto kind = random() % 6;
    return kind == 0 ? 0.0 : kind == 1 ? std::copysign(scale, any(random)) : scale * any(random);
  };
  for (int k = 0; k < 20000; ++k) {
    const double width = std::pow(10, 3 * any(random));
    const Two d0{one(width), one(width)}, d1{one(3), one(3)}, d2{one(2), one(2)}, widths{width, width};
    const Two both = leaves_band(d0, d1, d2, widths);
    for (int lane = 0; lane < 2; ++lane)
      ASSERT_EQ(both[lane], leaves_band(d0[lane], d1[lane], d2[lane], width))
          << d0[lane] << ' ' << d1[lane] << ' ' << d2[lane] << ' ' << width;
  }
}

// A state whose rest lies within its band is brought to it by then: x' = a q + u, integrated by hand, meets q
// with its slope, and q begins within the band. One that is near its rest is left there.
TEST(Choice, BringsBackWhatRestsFarFromItsPlace) {
  constexpr double a = -1000, quantum = 0.1, after = 1;
  const double u0 = 1080, u1 = 3, x0 = 1, q0 = 1.02,
               q1 = 0.1;  // at rest: q = 1.079997 + 0.003 t, for q' = a q + u
  const double x2[3] = {x0, a * q0 + u0, (a * q1 + u1) / 2};
  double q[3] = {q0, q1, 0};
  EXPECT_TRUE(choose_liqss2(x2, q, a, quantum));
  EXPECT_NEAR(q[0], 1.079997, 1e-12);
  q[0] = q0;
  q[1] = q1;
  EXPECT_TRUE(choose_liqss2(x2, q, a, quantum, after));
  EXPECT_LE(std::abs(q[0] - x0), quantum);
  EXPECT_NEAR(x0 + after * (a * q[0] + u0) + after * after / 2 * (a * q[1] + u1), q[0] + after * q[1], 1e-9);
  EXPECT_NEAR(a * q[0] + u0 + after * (a * q[1] + u1), q[1], 1e-9);

  constexpr double u2 = -2;
  const double x3[4] = {x0, a * q0 + u0, (a * q1 + u1) / 2, u2 / 3};
  q[0] = q0, q[1] = q1, q[2] = 0;
  EXPECT_TRUE(choose_liqss3(x3, q, a, quantum, after));
  EXPECT_LE(std::abs(q[0] - x0), quantum);
  const double d0 = a * q[0] + u0, d1 = a * q[1] + u1, d2 = a * q[2] + u2;
  EXPECT_NEAR(x0 + after * (d0 + after * (d1 / 2 + after * d2 / 3)), q[0] + after * (q[1] + after * q[2]),
              1e-8);
  EXPECT_NEAR(d0 + after * (d1 + after * d2), q[1] + 2 * after * q[2], 1e-8);
  EXPECT_NEAR(d1 + 2 * after * d2, 2 * q[2], 1e-8);

  const double near[3] = {1.07, x2[1], x2[2]};
  q[0] = q0;
  q[1] = q1;
  EXPECT_TRUE(choose_liqss2(near, q, a, quantum, after));
  EXPECT_NEAR(q[0], 1.079997, 1e-12);
}

}  // namespace
}  // namespace escapement::qss_solver
