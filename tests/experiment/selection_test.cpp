// SPDX-License-Identifier: MIT
#include "escapement/experiment/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "escapement/core/error.h"
#include "escapement/statistics/batch_means.h"

namespace escapement::experiment {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// For k = 2 the constant is a quantile of the sum of two independent t variables. With one degree of freedom
// each is a Cauchy variable, and so is half their sum: h = 2 tan(pi (P - 1/2)).
TEST(RinottConstant, OfTwoSystemsAndTwoReplicationsIsCauchys) {
  for (const double p : {0.75, 0.9, 0.95})
    EXPECT_NEAR(rinott_constant(2, 2, p), 2 * std::tan(std::numbers::pi * (p - 0.5)), 1e-5) << p;
}

// With very many replications variances are known: Phi(h / sqrt 2)^(k-1) = P.
TEST(RinottConstant, ComesToTheOneOfKnownVariances) {
  for (const int k : {2, 5, 10}) {
    const double z = statistics::normal_quantile(std::pow(0.95, 1.0 / (k - 1)));
    EXPECT_NEAR(rinott_constant(k, 200001, 0.95), std::sqrt(2.0) * z, 2e-4) << k;
  }
}

// By simulation of the definition: systems with equal variance, the best better by h sqrt(1/n0)-scaled units,
// is Z sqrt(v/x + v/y) <= h for all k-1 others, x of each and y of the best chi-square with v degrees.
TEST(RinottConstant, KeepsItsProbability) {
  const double h = rinott_constant(4, 10, 0.9);
  std::mt19937_64 generator(31);
  std::chi_squared_distribution<double> chi(9);
  std::normal_distribution<double> normal;
  int correct = 0;
  constexpr int kTrials = 20000;
  for (int trial = 0; trial < kTrials; ++trial) {
    const double y = chi(generator);
    bool all = true;
    for (int i = 0; i < 3; ++i) {
      // Conditionally on y the k-1 events are independent in the definition.
      all = (normal(generator) * std::sqrt(9 / chi(generator) + 9 / y) <= h) && all;
    }
    correct += all ? 1 : 0;
  }
  EXPECT_NEAR(correct / double(kTrials), 0.9, 3 * std::sqrt(0.09 / kTrials));
}

// s^2 = 1 and 0, n0 = 3: ceil((h s / d)^2), and n0 where that is less.
TEST(RinottReplications, ByHand) {
  const double h = rinott_constant(2, 3, 0.95);
  const auto n = rinott_replications({{1, 2, 3}, {5, 5, 5}}, 0.95, 0.5);
  EXPECT_THAT(n, ElementsAre(static_cast<std::int64_t>(std::ceil(4 * h * h)), 3));
}

// k = 2, n0 = 5, confidence 0.95: eta = ((0.1)^(-1/2) - 1)/2 = 1.08114, h^2 = 8 eta = 8.64911. Differences
// 2nd - 1st of the first stage -1, 1, -1, 1, 0: variance 1. With d = 1: W(r) = (8.64911 - r)/2. At r = 5 the
// sums differ by 0, W = 1.82; +1 at r = 6: 1 <= 1.32; +1 at r = 7: 2 > 0.82, so the 1st leaves.
TEST(KimNelson, ByHand) {
  const Samples first = {{0, 0, 0, 0, 0}, {-1, 1, -1, 1, 0}};
  KimNelson race(first, Goal::kLargest, 0.95, 1);
  EXPECT_FALSE(race.finished());
  const double step[] = {0, 1};
  race.add(step);
  EXPECT_THAT(race.left(), ElementsAre(0, 1));
  race.add(step);
  ASSERT_TRUE(race.finished());
  EXPECT_EQ(race.chosen(), 1U);
  EXPECT_EQ(race.replications(), 7);
  KimNelson mirrored(first, Goal::kSmallest, 0.95, 1);
  mirrored.add(step);
  mirrored.add(step);
  ASSERT_TRUE(mirrored.finished());
  EXPECT_EQ(mirrored.chosen(), 0U);
}

// Equal all the way: when no allowance is left (r > 8.649) the best mean is chosen.
TEST(KimNelson, EndsWhenNoAllowanceIsLeft) {
  KimNelson race({{0, 0, 0, 0, 0}, {-1, 1, -1, 1, 0}}, Goal::kLargest, 0.95, 1);
  const double step[] = {0, 0};
  while (!race.finished()) race.add(step);
  EXPECT_EQ(race.replications(), 9);
  race.add({});  // nothing is left to add
  EXPECT_EQ(race.replications(), 9);
}

// The best of five is better by the indifference, the hardest case: over 1000 races it is chosen in 95 % at
// least, less three standard errors of 0.0069; with a common part in all values just as well, and sooner than
// with independent values of the same variance.
TEST(KimNelson, KeepsItsPromise) {
  std::mt19937_64 generator(4711);
  std::normal_distribution<double> normal;
  double runs[2] = {0, 0};
  for (const bool shared : {false, true}) {
    int correct = 0;
    const double common = shared ? std::sqrt(0.8) : 0, own = shared ? std::sqrt(0.2) : 1;
    for (int trial = 0; trial < 1000; ++trial) {
      const auto draw = [&](const std::vector<std::size_t>& systems) {
        const double part = common * normal(generator);
        std::vector<double> values;
        for (const std::size_t i : systems)
          values.push_back((i == 0 ? 0.5 : 0) + part + own * normal(generator));
        return values;
      };
      Samples first(5);
      for (int r = 0; r < 10; ++r) {
        const auto values = draw({0, 1, 2, 3, 4});
        for (std::size_t i = 0; i < 5; ++i) first[i].push_back(values[i]);
      }
      KimNelson race(first, Goal::kLargest, 0.95, 0.5);
      while (!race.finished()) {
        runs[shared] += static_cast<double>(race.left().size());
        race.add(draw(race.left()));
      }
      correct += race.chosen() == 0 ? 1 : 0;
    }
    EXPECT_GE(correct, 929) << (shared ? "with" : "without") << " common random numbers";
  }
  EXPECT_LT(runs[1], runs[0] / 2);
}

TEST(Selection, RefusesWhatItCannotUse) {
  EXPECT_THAT([] { rinott_constant(1, 10, 0.95); }, ThrowsMessage<InputError>(HasSubstr("1 systems")));
  EXPECT_THAT([] { rinott_constant(2, 1, 0.95); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("first stage of 1"), HasSubstr("at least 2"))));
  EXPECT_THAT([] { rinott_constant(4, 10, 0.25); }, ThrowsMessage<InputError>(HasSubstr("choosing blindly")));
  EXPECT_THAT([] { rinott_constant(2, 10, 1); }, ThrowsMessage<InputError>(HasSubstr("confidence is 1")));
  const Samples samples = {{1, 2, 3}, {2, 2, 4}};
  EXPECT_THAT([&] { rinott_replications(samples, 0.95, 0); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("indifference is 0"), HasSubstr("above 0"))));
  EXPECT_THAT([&] { KimNelson(samples, Goal::kLargest, 0.95, -1); },
              ThrowsMessage<InputError>(HasSubstr("indifference is -1")));
  EXPECT_THAT([&] { KimNelson(samples, Goal::kLargest, 0.4, 1); },
              ThrowsMessage<InputError>(HasSubstr("too little for 2 systems")));
  KimNelson race({{0, 1, 0, 1, 0}, {-1, 1, -1, 1, 0}}, Goal::kLargest, 0.95, 0.1);
  const double three[] = {1, 2, 3};
  EXPECT_THAT([&] { race.add(three); },
              ThrowsMessage<InputError>(HasSubstr("3 values for the 2 systems that are left")));
}

}  // namespace
}  // namespace escapement::experiment
