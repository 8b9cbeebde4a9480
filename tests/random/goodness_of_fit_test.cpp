// SPDX-License-Identifier: MIT
// Do the draws follow the distribution? 100 000 draws of each, from a fixed stream: Kolmogorov-Smirnov for
// continuous ones, chi-square for discrete ones, both at a level of 0.1 %; mean and variance within 4
// standard errors of their closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "escapement/random/distribution.h"
#include "escapement/random/stream_set.h"

namespace escapement::random {
namespace {

constexpr int kDraws = 100000;

struct Case {
  const char* name;
  std::vector<double> parameters;

  friend void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name << testing::PrintToString(c.parameters);
  }
};

class GoodnessOfFit : public testing::TestWithParam<Case> {
 protected:
  GoodnessOfFit() : distribution_(*find_distribution(GetParam().name)), p_(GetParam().parameters) {
    StreamSet set;
    std::string name = GetParam().name;
    for (const double x : p_) name += "," + std::to_string(x);
    Stream& stream = set.named(name);
    RecordProperty("stream", name);
    for (int i = 0; i < kDraws; ++i) draws_.push_back(distribution_.sample(stream, p_));
  }

  const Distribution& distribution_;
  std::vector<double> p_;
  std::vector<double> draws_;
};

double ks_distance(std::vector<double> draws, const Distribution& d, const std::vector<double>& p) {
  std::sort(draws.begin(), draws.end());
  const double n = static_cast<double>(draws.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const bool last_of_equals = i + 1 == draws.size() || draws[i + 1] != draws[i];
    const double f = d.cdf(draws[i], p);
    if (last_of_equals) distance = std::max(distance, std::fabs(f - static_cast<double>(i + 1) / n));
    const double just_below = d.cdf(std::nextafter(draws[i], -INFINITY), p);  // differs where there is a mass
    const bool first_of_equals = i == 0 || draws[i - 1] != draws[i];
    if (first_of_equals) distance = std::max(distance, std::fabs(just_below - static_cast<double>(i) / n));
  }
  return distance;
}

// P value of Pearson's statistic; neighbouring values are pooled until 10 are expected.
double chi_square_p_value(const std::vector<double>& draws, const Distribution& d,
                          const std::vector<double>& p) {
  std::map<double, double> observed;
  for (const double x : draws) observed[x] += 1.0;
  const double n = static_cast<double>(draws.size());
  double statistic = 0.0;
  double seen = 0.0;
  double below = 0.0;
  int cells = 0;
  for (const auto& [value, count] : observed) {
    seen += count;
    const double up_to = d.cdf(value, p);
    const double expected = n * (up_to - below);
    const bool rest_is_enough = n * (1.0 - up_to) >= 10.0;
    if (expected < 10.0 || (!rest_is_enough && n * (1.0 - up_to) > 0.0)) continue;
    statistic += (seen - expected) * (seen - expected) / expected;
    ++cells;
    seen = 0.0;
    below = up_to;
  }
  const double expected = n * (1.0 - below);
  if (expected > 0.0) {
    statistic += (seen - expected) * (seen - expected) / expected;
    ++cells;
  }
  if (cells < 2) return 1.0;
  return boost::math::cdf(complement(boost::math::chi_squared(cells - 1), statistic));
}

TEST_P(GoodnessOfFit, FollowsItsDistributionFunction) {
  if (distribution_.discrete) {
    EXPECT_GT(chi_square_p_value(draws_, distribution_, p_), 0.001);
  } else {
    EXPECT_LT(ks_distance(draws_, distribution_, p_) * std::sqrt(double{kDraws}),
              1.9495);  // 0.1 % of Kolmogorov
  }
}

TEST_P(GoodnessOfFit, HasItsMeanAndVariance) {
  const double mean = distribution_.mean(p_);
  const double variance = distribution_.variance(p_);
  double sum = 0.0;
  double square = 0.0;
  double fourth = 0.0;
  for (const double x : draws_) {
    const double c = x - mean;
    sum += c;
    square += c * c;
    fourth += c * c * c * c;
  }
  const double n = kDraws;
  EXPECT_LE(std::fabs(sum / n), 4.0 * std::sqrt(variance / n));
  const double spread = std::sqrt(std::max(0.0, fourth / n - square / n * square / n) / n);
  EXPECT_LE(std::fabs(square / n - variance), 4.0 * spread + 1e-12 * variance);
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.name) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(
    All, GoodnessOfFit,
    testing::Values(Case{"RA", {}}, Case{"UNIF", {-2, 5}}, Case{"EXPO", {5}}, Case{"ERLA", {1.5, 3}},
                    Case{"ERLA", {0.25, 20}}, Case{"TRIA", {1, 3, 6}}, Case{"TRIA", {0, 0, 2}},
                    Case{"NORM", {10, 2}}, Case{"LOGN", {4, 2}}, Case{"WEIB", {2, 1.5}},
                    Case{"WEIB", {10, 0.8}}, Case{"GAMM", {2, 0.5}}, Case{"GAMM", {3, 2.5}},
                    Case{"GAMM", {1, 40}}, Case{"BETA", {1.5, 5}}, Case{"BETA", {0.6, 0.4}},
                    Case{"JOHN", {0.5, 1.2, 3, 1}}, Case{"JOHN", {-0.3, 0.5, 10, 0}},
                    Case{"JOHN", {0.5, -2, 3, 1}}, Case{"CONT", {0, 1, 0.4, 2, 0.9, 5, 1, 9}},
                    Case{"CONT", {0.25, 0, 0.5, 1, 1, 4}}, Case{"DISC", {0.3, 50, 0.75, 80, 1, 100}},
                    Case{"POIS", {0.7}}, Case{"POIS", {12}}, Case{"POIS", {60}}, Case{"BERNOULLI", {0.35}},
                    Case{"DISCRETEUNIFORM", {-3, 7}}, Case{"BINOMIAL", {10, 0.3}},
                    Case{"BINOMIAL", {200, 0.6}}, Case{"GEOMETRIC", {0.2}},
                    Case{"NEGATIVEBINOMIAL", {4, 0.3}}, Case{"NEGATIVEBINOMIAL", {10, 0.05}}),
    name_of);

// A distribution that is not in the list above would go untested.
TEST(GoodnessOfFitCover, EveryDistributionIsDrawn) {
  const std::vector<std::string> drawn{"RA",
                                       "UNIF",
                                       "EXPO",
                                       "ERLA",
                                       "TRIA",
                                       "NORM",
                                       "LOGN",
                                       "WEIB",
                                       "GAMM",
                                       "BETA",
                                       "JOHN",
                                       "CONT",
                                       "DISC",
                                       "POIS",
                                       "BERNOULLI",
                                       "DISCRETEUNIFORM",
                                       "BINOMIAL",
                                       "GEOMETRIC",
                                       "NEGATIVEBINOMIAL"};
  for (const Distribution& d : distributions()) {
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), d.name), drawn.end()) << d.name;
  }
  EXPECT_EQ(drawn.size(), distributions().size());
}

}  // namespace
}  // namespace escapement::random
