// SPDX-License-Identifier: MIT
#include "escapement/equations/time_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "equations/support.h"

namespace escapement::equations {
namespace {

using testing_support::FlatText;

constexpr double kPi = 3.14159265358979323846;

std::optional<double> crossing(const std::string& text, double from, double to) {
  FlatText m;
  const Term term = m.term(text);
  return TimeSearch(m.system.terms, term).next_crossing({}, from, to).crossing;
}

TEST(TimeSearch, FindsNarrowWindowsHoweverFarTheyAre) {
  // sin(2 pi 1000 t) > 0.99: between asin(0.99)/(2 pi 1000) and half a period less that, in each millisecond
  const std::string text = "sin(6283.185307179586*time) - 0.99";
  const double up = std::asin(0.99) / (2 * kPi * 1000);
  double at = 0;
  for (int k = 0; k < 50; ++k) {
    const auto rise = crossing(text, at, 1);
    ASSERT_TRUE(rise);
    EXPECT_NEAR(*rise, k / 1000.0 + up, 1e-12);
    const auto fall = crossing(text, *rise, 1);
    ASSERT_TRUE(fall);
    EXPECT_NEAR(*fall, (k + 0.5) / 1000.0 - up, 1e-12);
    at = *fall;
  }
}

// min(50*time, 50) - 50 has come to rest on zero at 1: no crossing from then on, and none to be searched for.
TEST(TimeSearch, AFunctionAtRestOnItsBorderDoesNotCross) {
  FlatText m;
  TimeSearch search(m.system.terms, m.term("abs(if time < 1 then 50*time else 50) - 50"));
  const TimeSearch::Found found = search.next_crossing({}, 1, 1e4);
  EXPECT_FALSE(found.crossing);
  EXPECT_EQ(found.until, 1e4);  // searched in one piece
}

TEST(TimeSearch, TellsWhenThereIsNone) {
  EXPECT_FALSE(crossing("2 + sin(time)", 0, 1000));
  EXPECT_FALSE(crossing("time - 10", 0, 9.5));
  EXPECT_FALSE(crossing("exp(-time)", 0, 100));
}

TEST(TimeSearch, TouchingIsNoCrossing) {
  const auto found = crossing("(time - 1)^2*(time - 3)", 0, 10);
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found, 3, 1e-12);
}

TEST(TimeSearch, BeginsOnAZero) {
  const auto found = crossing("sin(time)", 0, 10);
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found, kPi, 1e-15);
  EXPECT_GT(std::abs(*crossing("time*(2 - time)", 0, 10) - 0), 1.9);
}

// A function of which intervals cannot tell that it has no zero: the search says how far it came.
TEST(TimeSearch, GivesUpInTime) {
  FlatText m;
  const Term term = m.term("(sin(1000*time) + 1)^2 - sin(1000*time)*(sin(1000*time) + 2) - 0.999999999");
  const auto found = TimeSearch(m.system.terms, term).next_crossing({}, 0, 1000);
  EXPECT_FALSE(found.crossing);
  EXPECT_LT(found.until, 1000);
}

// As above, searched on from where each search ends: the whole of 0 to 1000 within a few, not in millions.
TEST(TimeSearch, SearchesOnToTheEnd) {
  FlatText m;
  const Term term = m.term("(sin(1000*time) + 1)^2 - sin(1000*time)*(sin(1000*time) + 2) - 0.999999999");
  TimeSearch search(m.system.terms, term);
  double at = 0;
  int searches = 0;
  while (at < 1000 && searches < 100) {
    const auto found = search.next_crossing({}, at, 1000);
    EXPECT_FALSE(found.crossing);
    at = found.until;
    ++searches;
  }
  EXPECT_EQ(at, 1000);
  EXPECT_LT(searches, 15);
}

// Five rounds of Newton's method for sqrt(2 + time), from 2 + time: off by less than 1e-9 up to time 1 and by
// 1e-6*(2 + time) never. Ranges read x so often that they would need stretches of 1e-8.
TEST(TimeSearch, KnowsMoreThanRangesOfFormulas) {
  FlatText m;
  Terms& t = m.system.terms;
  const Term a = m.term("2 + time");
  Term x = a;
  for (int round = 0; round < 5; ++round) x = t.multiply(t.constant(0.5), t.add(x, t.divide(a, x)));
  const Term gap = t.subtract(t.multiply(x, x), a);
  TimeSearch search(t, t.subtract(gap, t.multiply(t.constant(1e-6), a)));
  const auto found = search.next_crossing({}, 0, 1);
  EXPECT_FALSE(found.crossing);
  EXPECT_EQ(found.until, 1);
  EXPECT_EQ(search.side(), -1);
}

// (1 + t)^2 - (1 + 2 t + t^2) has roundings for values and no side.
TEST(TimeSearch, RoundingsAreNoCrossings) {
  FlatText m;
  TimeSearch search(m.system.terms, m.term("(1 + time)^2 - (1 + 2*time + time^2)"));
  EXPECT_FALSE(search.next_crossing({}, 0.3, 1).crossing);
  EXPECT_EQ(search.side(), 0);
}

// Six rounds for sqrt(2 + time) are exact at the start, but for roundings, and off by 1e-7 or so at 60: where
// the gap is seen the search ends, and from there on it has a side.
TEST(TimeSearch, EndsWhereRoundingsEnd) {
  FlatText m;
  Terms& t = m.system.terms;
  const Term a = m.term("2 + time");
  Term x = a;
  for (int round = 0; round < 6; ++round) x = t.multiply(t.constant(0.5), t.add(x, t.divide(a, x)));
  TimeSearch search(t, t.subtract(t.multiply(x, x), a));
  double at = 0;
  int searches = 0;
  do {
    const auto found = search.next_crossing({}, at, 60);
    EXPECT_FALSE(found.crossing);
    if (search.side() != 0) break;
    at = found.until;
  } while (at < 60 && ++searches < 30);
  EXPECT_EQ(search.side(), 1);
  EXPECT_LT(at, 60);
}

TEST(TimeSearch, FollowsPieces) {
  EXPECT_NEAR(*crossing("if time < 2 then 1 else 3 - time", 0, 10), 3, 1e-15);
  EXPECT_NEAR(*crossing("if time < 2 then 1 else -1", 0, 10), 2, 1e-12);
  EXPECT_NEAR(*crossing("abs(time - 5) - 4", 0, 20), 1, 1e-15);
}

// Every operation: the value at random points lies in what the interval tells.
TEST(Interval, HoldsWhatItShould) {
  constexpr unsigned kSeed = 5;
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> anywhere(-3, 3);
  for (const OperationInfo& about : operations()) {
    if (about.kind == OperationKind::kLeaf) continue;
    for (int round = 0; round < 2000; ++round) {
      double low[3], high[3];
      Interval ranges[3];
      for (int i = 0; i < 3; ++i) {
        low[i] = anywhere(random);
        high[i] = round % 5 == 0 ? low[i] : low[i] + std::abs(anywhere(random)) * (round % 3 == 0 ? 5 : 0.1);
        ranges[i] = Interval(low[i], high[i]);
      }
      const Interval told = apply(about.operation, ranges[0], ranges[1], ranges[2]);
      double at[3];
      for (int i = 0; i < 3; ++i) at[i] = std::uniform_real_distribution<double>(low[i], high[i])(random);
      const double value = apply(about.operation, at[0], at[1], at[2]);
      if (std::isnan(value)) continue;
      EXPECT_TRUE(told.holds(value)) << about.name << " of " << at[0] << ", " << at[1] << ", " << at[2]
                                     << " is " << value << ", told " << told.low() << " to " << told.high();
    }
  }
}

// Just after 0: sin(t) rises from zero, -t falls, and min(t, 0) stays there.
TEST(TimeSearch, TellsTheSideOnWhichItBegan) {
  const auto side = [](const std::string& text, double from) {
    FlatText m;
    const Term term = m.term(text);
    TimeSearch search(m.system.terms, term);
    search.next_crossing({}, from, from + 1);
    return search.side();
  };
  EXPECT_EQ(side("sin(time)", 0), 1);
  EXPECT_EQ(side("sin(time)", 4), -1);
  EXPECT_EQ(side("0 - time", 0), -1);
  EXPECT_EQ(side("0*time", 0), 0);
}

}  // namespace
}  // namespace escapement::equations
