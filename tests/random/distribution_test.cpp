// SPDX-License-Identifier: MIT
#include "escapement/random/distribution.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace escapement::random {
namespace {

using Values = std::vector<double>;

const Distribution& get(const char* name) {
  return *find_distribution(name);
}

TEST(Distribution, FoundByNameAndAliasInAnyCase) {
  EXPECT_EQ(find_distribution("expo"), find_distribution("EXPO"));
  EXPECT_EQ(find_distribution("Exponential"), find_distribution("EXPO"));
  EXPECT_EQ(find_distribution("unif01"), find_distribution("RA"));
  EXPECT_EQ(find_distribution("unif"), find_distribution("Uniform"));
  EXPECT_EQ(find_distribution("EXP"), nullptr);
  EXPECT_EQ(find_distribution(""), nullptr);
}

TEST(Distribution, TableIsCompleteSortedAndWithoutDoubles) {
  std::vector<std::string> names;
  std::vector<std::string> all;
  for (const Distribution& d : distributions()) {
    names.push_back(d.name);
    all.push_back(d.name);
    all.insert(all.end(), d.aliases.begin(), d.aliases.end());
    EXPECT_FALSE(d.doc.empty() || d.mean_formula.empty()) << d.name;
    EXPECT_TRUE(d.check && d.sample && d.mean && d.variance && d.cdf) << d.name;
    for (const Parameter& p : d.parameters)
      EXPECT_FALSE(p.name.empty() || p.doc.empty() || p.allowed.empty()) << d.name;
  }
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  for (const char* needed : {"BETA", "CONT", "DISC", "ERLA", "EXPO", "GAMM", "JOHN", "LOGN", "NORM", "POIS",
                             "TRIA", "UNIF", "WEIB", "RA", "UNIF01"}) {
    EXPECT_NE(find_distribution(needed), nullptr) << needed;
  }
}

TEST(Distribution, Signatures) {
  EXPECT_EQ(get("TRIA").signature(), "TRIA(Min, Mode, Max)");
  EXPECT_EQ(get("DISC").signature(), "DISC(CumP1, Val1, ...)");
  EXPECT_EQ(get("RA").signature(), "RA");
}

// Means and variances worked out by hand, or by the closed form of the textbook.
TEST(Distribution, MeansAndVariances) {
  struct Known {
    const char* name;
    Values p;
    double mean, variance;
  };
  const double w = std::exp(0.25);
  const std::vector<Known> cases{
      {"BERNOULLI", {0.25}, 0.25, 0.1875},
      {"BETA", {2, 3}, 0.4, 0.04},
      {"BINOMIAL", {10, 0.3}, 3, 2.1},
      {"CONT", {0, 0, 1, 6}, 3, 3},
      {"CONT", {0.5, 0, 1, 6}, 1.5, 3.75},
      {"DISC", {0.3, 50, 0.75, 80, 1, 100}, 76, 354},
      {"DISCRETEUNIFORM", {1, 6}, 3.5, 35.0 / 12.0},
      {"ERLA", {2, 3}, 6, 12},
      {"EXPO", {5}, 5, 25},
      {"GAMM", {2, 3}, 6, 12},
      {"GEOMETRIC", {0.2}, 4, 20},
      {"JOHN", {0, 1.5, 4, 1}, 3, NAN},
      {"JOHN",
       {1, -2, 3, 7},
       7 - 3 * std::exp(0.125) * std::sinh(0.5),
       4.5 * (w - 1) * (w * std::cosh(1.0) + 1)},
      {"LOGN", {4, 3}, 4, 9},
      {"NEGATIVEBINOMIAL", {6, 0.2}, 24, 120},
      {"NORM", {-2, 3}, -2, 9},
      {"POIS", {7}, 7, 7},
      {"RA", {}, 0.5, 1.0 / 12.0},
      {"TRIA", {1, 3, 6}, 10.0 / 3.0, 19.0 / 18.0},
      {"UNIF", {2, 8}, 5, 3},
      {"WEIB", {2, 1}, 2, 4},
      {"WEIB", {2, 2}, std::sqrt(M_PI), 4 - M_PI},
  };
  for (const Known& c : cases) {
    ASSERT_EQ(get(c.name).check(c.p), "") << c.name;
    EXPECT_NEAR(get(c.name).mean(c.p), c.mean, 1e-12 * (1 + std::fabs(c.mean))) << c.name;
    if (std::isnan(c.variance)) continue;
    EXPECT_NEAR(get(c.name).variance(c.p), c.variance, 1e-10 * c.variance) << c.name;
  }
}

// Where the bounded Johnson variate is nearly a two-point one or nearly normal, its moments are known in the
// limit.
TEST(Distribution, BoundedJohnsonMomentsInTheLimits) {
  const Values two_points{0.5, 0.001, 1, 0};  // 1 with probability P(Z > 0.5)
  const double share = 0.5 * std::erfc(0.5 / std::sqrt(2.0));
  EXPECT_NEAR(get("JOHN").mean(two_points), share, 2e-3);
  EXPECT_NEAR(get("JOHN").variance(two_points), share * (1 - share), 2e-3);
  const Values nearly_normal{0, 100, 400, -200};  // slope 400 / 4 / 100 = 1 at the middle
  EXPECT_NEAR(get("JOHN").mean(nearly_normal), 0.0, 1e-10);
  EXPECT_NEAR(get("JOHN").variance(nearly_normal), 1.0, 1e-4);
}

TEST(Distribution, DistributionFunctionsByHand) {
  EXPECT_NEAR(get("TRIA").cdf(3, Values{1, 3, 6}), 0.4, 1e-15);
  EXPECT_NEAR(get("EXPO").cdf(5, Values{5}), 1 - std::exp(-1), 1e-15);
  EXPECT_NEAR(get("ERLA").cdf(2, Values{2, 2}), 1 - 2 * std::exp(-1), 1e-15);
  EXPECT_NEAR(get("BINOMIAL").cdf(1, Values{3, 0.5}), 0.5, 1e-15);
  EXPECT_NEAR(get("POIS").cdf(1, Values{2}), 3 * std::exp(-2), 1e-15);
  EXPECT_NEAR(get("NEGATIVEBINOMIAL").cdf(1, Values{2, 0.5}), 0.5, 1e-15);
  EXPECT_NEAR(get("GEOMETRIC").cdf(1, Values{0.5}), 0.75, 1e-15);
  EXPECT_NEAR(get("BETA").cdf(0.5, Values{2, 1}), 0.25, 1e-15);
  EXPECT_NEAR(get("WEIB").cdf(2, Values{2, 3}), 1 - std::exp(-1), 1e-15);
  EXPECT_NEAR(get("JOHN").cdf(3, Values{0, 1.5, 4, 1}), 0.5, 1e-15);
  EXPECT_NEAR(get("LOGN").cdf(4 / std::sqrt(1 + 9.0 / 16), Values{4, 3}), 0.5, 1e-15);
  EXPECT_NEAR(get("CONT").cdf(2, Values{0.2, 1, 1, 3}), 0.6, 1e-15);
  EXPECT_NEAR(get("DISC").cdf(80, Values{0.3, 50, 0.75, 80, 1, 100}), 0.75, 1e-15);
}

TEST(Distribution, ConstantsAreSteps) {
  EXPECT_EQ(get("EXPO").cdf(-1e-9, Values{0}), 0.0);
  EXPECT_EQ(get("EXPO").cdf(0, Values{0}), 1.0);
  EXPECT_EQ(get("ERLA").cdf(0, Values{0, 3}), 1.0);
  EXPECT_EQ(get("NORM").cdf(2, Values{2, 0}), 1.0);
  EXPECT_EQ(get("NORM").cdf(1.999, Values{2, 0}), 0.0);
  EXPECT_EQ(get("LOGN").cdf(2, Values{2, 0}), 1.0);
  EXPECT_EQ(get("UNIF").cdf(3, Values{3, 3}), 1.0);
  EXPECT_EQ(get("POIS").cdf(0, Values{0}), 1.0);
}

// Outside the support: 0 below, 1 above.
TEST(Distribution, DistributionFunctionsEndAtZeroAndOne) {
  const std::vector<std::pair<const char*, Values>> cases{{"BERNOULLI", {0.3}},
                                                          {"BETA", {2, 3}},
                                                          {"BINOMIAL", {5, 0.4}},
                                                          {"CONT", {0, 1, 1, 2}},
                                                          {"DISC", {0.5, 1, 1, 2}},
                                                          {"DISCRETEUNIFORM", {1, 3}},
                                                          {"ERLA", {2, 3}},
                                                          {"EXPO", {2}},
                                                          {"GAMM", {2, 3}},
                                                          {"GEOMETRIC", {0.3}},
                                                          {"JOHN", {0, 1, 2, 3}},
                                                          {"JOHN", {0, -1, 2, 3}},
                                                          {"LOGN", {2, 1}},
                                                          {"NEGATIVEBINOMIAL", {2, 0.3}},
                                                          {"NORM", {1, 2}},
                                                          {"POIS", {3}},
                                                          {"RA", {}},
                                                          {"TRIA", {1, 2, 3}},
                                                          {"UNIF", {1, 2}},
                                                          {"WEIB", {1, 2}}};
  for (const auto& [name, p] : cases) {
    EXPECT_NEAR(get(name).cdf(-1e9, p), 0.0, 1e-15) << name;
    EXPECT_NEAR(get(name).cdf(1e9, p), 1.0, 1e-15) << name;
  }
}

struct Fault {
  const char* name;
  Values p;
  const char* message;

  friend void PrintTo(const Fault& f, std::ostream* out) { *out << f.name << testing::PrintToString(f.p); }
};

class FaultTest : public testing::TestWithParam<Fault> {};

TEST_P(FaultTest, IsTold) {
  EXPECT_EQ(get(GetParam().name).check(GetParam().p), GetParam().message);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

INSTANTIATE_TEST_SUITE_P(
    Counts, FaultTest,
    testing::Values(
        Fault{"EXPO", {}, "EXPO takes 1 parameter, not 0; write EXPO(Mean)"},
        Fault{"TRIA", {1, 2}, "TRIA takes 3 parameters, not 2; write TRIA(Min, Mode, Max)"},
        Fault{"RA", {1}, "RA takes 0 parameters, not 1; write RA"},
        Fault{"JOHN", {1}, "JOHN takes 4 parameters, not 1; write JOHN(Gamma, Delta, Lambda, Xi)"},
        Fault{"DISC",
              {},
              "DISC takes pairs of a cumulative probability and a value, but 0 numbers were given; write "
              "DISC(CumP1, Val1, CumP2, Val2, ...)"},
        Fault{"CONT",
              {1},
              "CONT takes pairs of a cumulative probability and a value, but 1 number was given; write "
              "CONT(CumP1, Val1, CumP2, Val2, ...)"}));

INSTANTIATE_TEST_SUITE_P(
    Values_, FaultTest,
    testing::Values(
        Fault{"BERNOULLI",
              {1.5},
              "BERNOULLI: Prob is 1.5; it must be from 0 to 1 (1 is certain; write 25 % as 0.25)"},
        Fault{"BETA", {0, 1}, "BETA: Beta is 0; it must be from 0.001 to 1e+06"},
        Fault{"BETA", {1, -2}, "BETA: Alpha is -2; it must be from 0.001 to 1e+06"},
        Fault{"BINOMIAL", {2.5, 0.5}, "BINOMIAL: Trials is 2.5; it must be an integer from 0 to 1e+09"},
        Fault{"BINOMIAL",
              {2, 50},
              "BINOMIAL: Prob is 50; it must be from 0 to 1 (1 is certain; write 25 % as 0.25)"},
        Fault{"DISCRETEUNIFORM",
              {0.5, 2},
              "DISCRETEUNIFORM: Min is 0.5; it must be an integer from -2251799813685248 "
              "to 2251799813685248"},
        Fault{"DISCRETEUNIFORM",
              {5, 2},
              "DISCRETEUNIFORM: Min is 5 and Max is 2; Min must not exceed Max, so put them "
              "in ascending order"},
        Fault{"ERLA",
              {-1, 2},
              "ERLA: ExpoMean is -1; it must be finite and at least 0 (the mean of one of the k "
              "exponentials)"},
        Fault{"ERLA", {1, 1.5}, "ERLA: k is 1.5; it must be an integer from 1 to 1e+06"},
        Fault{"EXPO", {-3}, "EXPO: Mean is -3; it must be finite and at least 0 (a mean, not a rate)"},
        Fault{"EXPO", {kNaN}, "EXPO: Mean is nan; it must be finite and at least 0 (a mean, not a rate)"},
        Fault{"GAMM",
              {0, 1},
              "GAMM: Beta is 0; it must be finite and above 0 (the scale comes first, then the shape)"},
        Fault{"GEOMETRIC",
              {0},
              "GEOMETRIC: Prob is 0; it must be from 1e-09 to 1 (1 is certain; write 25 % as 0.25)"},
        Fault{"JOHN", {kInf, 1, 1, 0}, "JOHN: Gamma is inf; it must be a finite number"},
        Fault{"JOHN",
              {0, 0, 1, 0},
              "JOHN: Delta is 0; it must be above 0 for the bounded family or below 0 for the "
              "unbounded one"},
        Fault{"JOHN", {0, 1, 0, 0}, "JOHN: Lambda is 0; it must be finite and above 0"},
        Fault{"LOGN",
              {0, 1},
              "LOGN: LogMean is 0; it must be finite and above 0 (of the lognormal itself, not of its "
              "logarithm)"},
        Fault{"LOGN",
              {1, -1},
              "LOGN: LogStd is -1; it must be finite and at least 0 (of the lognormal itself, not of "
              "its logarithm)"},
        Fault{"NEGATIVEBINOMIAL",
              {0, 0.5},
              "NEGATIVEBINOMIAL: Successes is 0; it must be an integer from 1 to 1e+06"},
        Fault{"NORM",
              {1, -2},
              "NORM: StdDev is -2; it must be finite and at least 0 (a standard deviation, not a "
              "variance)"},
        Fault{"POIS", {-1}, "POIS: Mean is -1; it must be from 0 to 1e+09"},
        Fault{"TRIA",
              {3, 1, 6},
              "TRIA: Min is 3 and Mode is 1; Min must not exceed Mode, so put them in ascending "
              "order"},
        Fault{"TRIA",
              {1, 7, 6},
              "TRIA: Mode is 7 and Max is 6; Mode must not exceed Max, so put them in ascending "
              "order"},
        Fault{"TRIA",
              {2, 2, 2},
              "TRIA: Min and Max are both 2; Min must be below Max (write the number alone for a "
              "constant)"},
        Fault{"TRIA",
              {-1e308, 0, 1e308},
              "TRIA: Max - Min is too large for a number; bring Min and Max closer "
              "together"},
        Fault{"UNIF",
              {2, 1},
              "UNIF: Min is 2 and Max is 1; Min must not exceed Max, so put them in ascending order"},
        Fault{"UNIF",
              {-1e308, 1e308},
              "UNIF: Max - Min is too large for a number; bring Min and Max closer together"},
        Fault{"WEIB",
              {1, 0},
              "WEIB: Alpha is 0; it must be finite and above 0 (the scale comes first, then the "
              "shape)"}));

INSTANTIATE_TEST_SUITE_P(
    Pairs, FaultTest,
    testing::Values(Fault{"DISC",
                          {30, 1, 100, 2},
                          "DISC: CumP1 is 30; it must be from 0 to 1 (1 is certain; write 25 % as 0.25)"},
                    Fault{"DISC",
                          {kNaN, 1},
                          "DISC: CumP1 is nan; it must be from 0 to 1 (1 is certain; write 25 % as 0.25)"},
                    Fault{"DISC",
                          {0.3, 1, 0.2, 2, 1, 3},
                          "DISC: CumP2 is 0.2, less than the 0.3 before it; the probabilities are "
                          "cumulative, so add each one to those before it"},
                    Fault{"DISC",
                          {0.3, 1, 0.9, 2},
                          "DISC: the last cumulative probability is 0.9; it must be 1 (within 1e-9), so "
                          "add the pair that is missing or the probabilities along the list"},
                    Fault{"DISC", {0.3, kInf, 1, 2}, "DISC: Val1 is inf; it must be a finite number"},
                    Fault{"CONT",
                          {0, 4, 1, 2},
                          "CONT: Val2 is 2, less than the 4 before it; put the pairs in ascending order of "
                          "their values"}));

TEST(Distribution, PairsWithinTheToleranceAreFine) {
  EXPECT_EQ(get("DISC").check(Values{0.1 + 0.2, 1, 0.1 + 0.2 + 0.7, 5}), "");
  EXPECT_EQ(get("DISC").check(Values{0.3, 9, 1 - 1e-10, 5}), "");
  EXPECT_EQ(get("CONT").check(Values{0, 1, 1 + 1e-10, 5}), "");
}

}  // namespace
}  // namespace escapement::random
