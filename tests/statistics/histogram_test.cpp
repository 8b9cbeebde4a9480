// SPDX-License-Identifier: MIT
#include "escapement/statistics/histogram.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <span>

namespace escapement::statistics {
namespace {

using testing::ElementsAre;

Histogram histogram_of(std::span<const double> values) {
  HistogramRecorder recorder;
  for (const double value : values) recorder.add(value);
  return recorder.data();
}

void expect_equal(const Histogram& a, const Histogram& b) {
  EXPECT_EQ(a.origin, b.origin);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(a.non_finite, b.non_finite);
}

TEST(Histogram, IsEmptyAtFirst) {
  const Histogram empty = HistogramRecorder().data();
  EXPECT_TRUE(empty.counts.empty());
  EXPECT_EQ(empty.width, 0);
}

// 0 ... 63 fill 64 bins of width 1; 64 makes the 65th, so pairs join into bins of width 2.
TEST(Histogram, DoublesItsWidthWhenBinsRunOut) {
  HistogramRecorder recorder;
  for (int i = 0; i < 64; ++i) recorder.add(i);
  EXPECT_EQ(recorder.data().width, 1);
  EXPECT_EQ(recorder.data().counts.size(), 64U);
  recorder.add(64);
  const Histogram wide = recorder.data();
  EXPECT_EQ(wide.width, 2);
  EXPECT_EQ(wide.origin, 0);
  ASSERT_EQ(wide.counts.size(), 33U);
  EXPECT_EQ(wide.counts[0], 2U);
  EXPECT_EQ(wide.counts[32], 1U);
}

TEST(Histogram, HoldsTheLowerEdgeOfABin) {
  const double values[] = {0, 63, 1, 1.5, 2};
  const Histogram histogram = histogram_of(values);
  EXPECT_EQ(histogram.width, 1);
  EXPECT_EQ(histogram.counts[1], 2U);
  EXPECT_EQ(histogram.counts[2], 1U);
}

// From -32 to 31.5 in bins of 1: 64 of them, the first at -32.
TEST(Histogram, HandlesNegativeValues) {
  const double values[] = {-32, -0.5, 0, 31.5};
  const Histogram histogram = histogram_of(values);
  EXPECT_EQ(histogram.origin, -32);
  EXPECT_EQ(histogram.width, 1);
  EXPECT_EQ(histogram.counts.size(), 64U);
  EXPECT_EQ(histogram.counts[31], 1U);
  EXPECT_EQ(histogram.counts[32], 1U);
}

TEST(Histogram, GivesOneValueOneNarrowBin) {
  const double values[] = {5.25, 5.25, 5.25};
  const Histogram histogram = histogram_of(values);
  EXPECT_EQ(histogram.origin, 5.25);
  EXPECT_EQ(histogram.width, std::ldexp(1.0, -50));
  EXPECT_THAT(histogram.counts, ElementsAre(3U));
}

TEST(Histogram, CountsApartWhatNoBinHolds) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double values[] = {1, infinity, -infinity, std::nan(""), 0x1p1023, 2};
  const Histogram histogram = histogram_of(values);
  EXPECT_EQ(histogram.non_finite, 4U);
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0), 2);
}

TEST(Histogram, SpansAllMagnitudes) {
  const double values[] = {1e-320, -1e-320, 1e300, -1e-300, 8e307, -8e307, 0};
  const Histogram histogram = histogram_of(values);
  EXPECT_LE(histogram.counts.size(), 64U);
  EXPECT_TRUE(std::isfinite(histogram.origin));
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0), 7);
  const auto zero = static_cast<std::size_t>(-histogram.origin / histogram.width);
  EXPECT_EQ(histogram.counts[zero - 1], 2U) << "however small, below zero is below zero";
  EXPECT_EQ(histogram.counts[zero], 3U) << "0, 1e-320 and 1e300";
}

TEST(Histogram, IsTheSameInAnyOrderAndFromAnyParts) {
  constexpr std::uint64_t kSeed = 4711;
  std::mt19937_64 generator(kSeed);
  for (int round = 0; round < 200; ++round) {
    std::uniform_real_distribution<double> exponent(-8, 8);
    std::vector<double> values(1 + generator() % 60);
    for (double& value : values) {
      value = std::pow(10, exponent(generator)) * (generator() % 2 == 0 ? 1 : -1);
      if (generator() % 5 == 0) value = values.front();
    }
    const Histogram whole = histogram_of(values);
    ASSERT_LE(whole.counts.size(), 64U);
    ASSERT_EQ(std::accumulate(whole.counts.begin(), whole.counts.end(), std::size_t{0}), values.size());
    ASSERT_GT(whole.counts.front(), 0U);
    ASSERT_GT(whole.counts.back(), 0U);
    std::shuffle(values.begin(), values.end(), generator);
    expect_equal(whole, histogram_of(values));
    const std::span<const double> all(values);
    const std::size_t a = generator() % (values.size() + 1);
    const std::size_t b = a + generator() % (values.size() - a + 1);
    const Histogram first = histogram_of(all.first(a));
    const Histogram middle = histogram_of(all.subspan(a, b - a));
    const Histogram last = histogram_of(all.subspan(b));
    expect_equal(whole, merge(merge(first, middle), last));
    expect_equal(whole, merge(first, merge(last, middle)));
    ASSERT_FALSE(HasFailure()) << "seed " << kSeed << ", round " << round;
  }
}

TEST(Histogram, MergesCloseValuesExactly) {
  const double close[] = {1, std::nextafter(1.0, 2)};
  expect_equal(histogram_of(close), merge(histogram_of({close, 1}), histogram_of({close + 1, 1})));
  EXPECT_EQ(histogram_of(close).counts.size(), 2U);
}

TEST(Histogram, AddsUpWhatIsNotFinite) {
  const double values[] = {std::nan("")};
  EXPECT_EQ(merge(histogram_of(values), histogram_of(values)).non_finite, 2U);
}

}  // namespace
}  // namespace escapement::statistics
