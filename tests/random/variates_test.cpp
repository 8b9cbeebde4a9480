// SPDX-License-Identifier: MIT
// Each variate against the formula of its contract, for the numbers that the stream deals.
#include "escapement/random/variates.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "escapement/random/distribution.h"

namespace escapement::random {
namespace {

constexpr int kVariates = 2000;

// Runs `check(u, variate)` for many numbers u and the variates made of the same numbers.
void compare(const std::function<double(Stream&)>& draw, const std::function<void(double, double)>& check) {
  Stream numbers;
  Stream variates;
  for (int i = 0; i < kVariates; ++i) {
    const double u = numbers.uniform();
    check(u, draw(variates));
    ASSERT_EQ(numbers.state(), variates.state()) << "one number per variate";
  }
}

TEST(Variates, ExpoIsMinusMeanTimesLogExactly) {
  compare([](Stream& s) { return expo(s, 5.0); },
          [](double u, double x) { EXPECT_EQ(x, -5.0 * std::log(u)); });
  Stream s;
  EXPECT_DOUBLE_EQ(expo(s, 5.0), 10.3174031059406420);  // -5 ln 0.12701112204657714
}

TEST(Variates, ExpoOfMeanZeroIsZero) {
  compare([](Stream& s) { return expo(s, 0.0); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
}

TEST(Variates, ErlaIsTheSumOfExpoDraws) {
  Stream a;
  Stream b;
  for (int i = 0; i < kVariates; ++i) {
    const double first = expo(b, 1.5);
    const double second = expo(b, 1.5);
    EXPECT_EQ(erla(a, 1.5, 3.0), first + second + expo(b, 1.5));
  }
  EXPECT_EQ(a.state(), b.state());
}

TEST(Variates, UnifAndUnif01) {
  compare([](Stream& s) { return unif(s, 10.0, 20.0); },
          [](double u, double x) { EXPECT_EQ(x, 10.0 + 10.0 * u); });
  compare([](Stream& s) { return unif01(s); }, [](double u, double x) { EXPECT_EQ(x, u); });
  compare([](Stream& s) { return unif(s, 3.0, 3.0); }, [](double, double x) { EXPECT_EQ(x, 3.0); });
}

TEST(Variates, Bernoulli) {
  compare([](Stream& s) { return bernoulli(s, 0.4); },
          [](double u, double x) { EXPECT_EQ(x, u <= 0.4 ? 1.0 : 0.0); });
  compare([](Stream& s) { return bernoulli(s, 0.0); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return bernoulli(s, 1.0); }, [](double, double x) { EXPECT_EQ(x, 1.0); });
}

TEST(Variates, DiscreteUniformIsRandInt) {
  compare([](Stream& s) { return discrete_uniform(s, -2.0, 4.0); },
          [](double u, double x) { EXPECT_EQ(x, -2.0 + std::floor(7.0 * u)); });
  Stream s;
  const double edge = std::ldexp(1.0, 51);
  EXPECT_LE(std::fabs(discrete_uniform(s, -edge, edge)), edge);
}

TEST(Variates, DiscByHand) {
  const std::array<double, 6> table{0.3, 50.0, 0.75, 80.0, 1.0, 100.0};
  compare([&](Stream& s) { return disc(s, table); },
          [](double u, double x) {
            EXPECT_EQ(x, u <= 0.3 ? 50.0 : u <= 0.75 ? 80.0 : 100.0);
          });
}

TEST(Variates, DiscLeavesOutWhatHasNoProbability) {
  const std::array<double, 8> table{0.0, -1.0, 0.5, 1.0, 0.5, 2.0, 1.0, 3.0};
  compare([&](Stream& s) { return disc(s, table); },
          [](double u, double x) { EXPECT_EQ(x, u <= 0.5 ? 1.0 : 3.0); });
}

TEST(Variates, ContByHand) {
  const std::array<double, 6> table{0.2, 1.0, 0.6, 3.0, 1.0, 4.0};  // a mass of 0.2 at 1
  compare([&](Stream& s) { return cont(s, table); },
          [](double u, double x) {
            if (u <= 0.2) {
              EXPECT_EQ(x, 1.0);
            } else if (u <= 0.6) {
              EXPECT_NEAR(x, 1.0 + (u - 0.2) / 0.4 * 2.0, 1e-14);
            } else {
              EXPECT_NEAR(x, 3.0 + (u - 0.6) / 0.4, 1e-14);
            }
          });
}

TEST(Variates, LongTablesAreSearchedRight) {
  for (const int count : {1, 2, 3, 7, 8, 100}) {
    std::vector<double> table;
    for (int i = 1; i <= count; ++i) {
      table.push_back(static_cast<double>(i) / count);
      table.push_back(i);
    }
    compare([&](Stream& s) { return disc(s, table); },
            [&](double u, double x) { EXPECT_EQ(x, std::ceil(u * count)) << count; });
  }
}

// An unchecked table gives some value, but nothing outside of it is read.
TEST(Variates, WrongTablesAreSafe) {
  Stream s;
  EXPECT_EQ(disc(s, {}), 0.0);
  EXPECT_EQ(cont(s, {}), 0.0);
  const std::array<double, 2> short_of_one{0.001, 7.0};
  EXPECT_EQ(disc(s, short_of_one), 7.0);
  const std::array<double, 4> falling{0.9, 1.0, 0.0001, 2.0};
  for (int i = 0; i < 100; ++i) {
    const double x = cont(s, falling);
    EXPECT_TRUE(x >= 1.0 && x <= 2.0) << x;
  }
}

struct VariateCase {
  const char* name;
  std::vector<double> parameters;

  friend void PrintTo(const VariateCase& c, std::ostream* out) {
    *out << c.name << testing::PrintToString(c.parameters);
  }
};

std::string variate_name(const testing::TestParamInfo<VariateCase>& info) {
  return std::string(info.param.name) + "_" + std::to_string(info.index);
}

class Inversion : public testing::TestWithParam<VariateCase> {};

// For continuous F: F(x) = u (or 1 - u). For discrete F: F(x - 1) < u <= F(x), x being whole.
TEST_P(Inversion, VariateIsTheQuantileOfItsNumber) {
  const Distribution* d = find_distribution(GetParam().name);
  ASSERT_NE(d, nullptr);
  const std::vector<double>& p = GetParam().parameters;
  ASSERT_EQ(d->check(p), "");
  const bool falling = d->name == "EXPO" || d->name == "WEIB";
  compare([&](Stream& s) { return d->sample(s, p); },
          [&](double u, double x) {
            if (d->discrete) {
              EXPECT_EQ(x, std::floor(x));
              EXPECT_GE(d->cdf(x, p), u * (1.0 - 1e-11)) << x;
              EXPECT_LT(d->cdf(x - 1.0, p), u * (1.0 + 1e-11)) << x;
            } else {
              EXPECT_NEAR(d->cdf(x, p), falling ? 1.0 - u : u, 1e-11) << x;
            }
          });
}

// Rare numbers as well: the outermost that the generator can give.
TEST_P(Inversion, HoldsFarInTheTails) {
  const Distribution* d = find_distribution(GetParam().name);
  Stream s;
  s.set_start({0, 0, 1, 0, 1, 0});  // p = q = 0 comes next, which gives the greatest number
  const double greatest = s.duplicate().uniform();
  ASSERT_GT(greatest, 1.0 - 3e-10);
  for (const bool antithetic : {false, true}) {
    Stream copy = s.duplicate();
    copy.set_antithetic(antithetic);
    const double u = antithetic ? 1.0 - greatest : greatest;
    const double x = d->sample(copy, GetParam().parameters);
    ASSERT_TRUE(std::isfinite(x));
    if (d->discrete) {
      EXPECT_GE(d->cdf(x, GetParam().parameters), u * (1.0 - 1e-6));
      EXPECT_LE(d->cdf(x - 1.0, GetParam().parameters), u * (1.0 + 1e-6));
    }
  }
}

// The antithetic variate has the opposite rank.
TEST_P(Inversion, AntitheticVariatesCorrelateNegatively) {
  const Distribution* d = find_distribution(GetParam().name);
  const std::vector<double>& p = GetParam().parameters;
  Stream a;
  Stream b;
  b.set_antithetic(true);
  const double mean = d->mean(p);
  double covariance = 0.0;
  for (int i = 0; i < kVariates; ++i) covariance += (d->sample(a, p) - mean) * (d->sample(b, p) - mean);
  EXPECT_LT(covariance, 0.0);
}

INSTANTIATE_TEST_SUITE_P(
    Continuous, Inversion,
    testing::Values(VariateCase{"EXPO", {5}}, VariateCase{"UNIF", {-1, 4}}, VariateCase{"TRIA", {1, 3, 6}},
                    VariateCase{"TRIA", {1, 1, 6}}, VariateCase{"TRIA", {1, 6, 6}},
                    VariateCase{"NORM", {-3, 2}}, VariateCase{"LOGN", {4, 3}}, VariateCase{"WEIB", {2, 0.5}},
                    VariateCase{"WEIB", {2, 3}}, VariateCase{"GAMM", {2, 0.1}}, VariateCase{"GAMM", {2, 0.5}},
                    VariateCase{"GAMM", {2, 1}}, VariateCase{"GAMM", {0.5, 7.5}},
                    VariateCase{"GAMM", {3, 1000}}, VariateCase{"BETA", {0.5, 0.5}},
                    VariateCase{"BETA", {1.5, 5}}, VariateCase{"BETA", {30, 2}}, VariateCase{"BETA", {1, 1}},
                    VariateCase{"JOHN", {0.5, 1.2, 3, 1}}, VariateCase{"JOHN", {-1, 0.4, 10, -5}},
                    VariateCase{"JOHN", {0.5, -1.2, 3, 1}}, VariateCase{"JOHN", {0, -3, 1, 0}}),
    variate_name);

INSTANTIATE_TEST_SUITE_P(
    Discrete, Inversion,
    testing::Values(VariateCase{"POIS", {0.3}}, VariateCase{"POIS", {8}}, VariateCase{"POIS", {40}},
                    VariateCase{"POIS", {40.5}}, VariateCase{"POIS", {1234.5}}, VariateCase{"POIS", {1e6}},
                    VariateCase{"BINOMIAL", {4, 0.3}}, VariateCase{"BINOMIAL", {50, 0.97}},
                    VariateCase{"BINOMIAL", {1000, 0.5}}, VariateCase{"BINOMIAL", {1e9, 1e-9}},
                    VariateCase{"BINOMIAL", {1e6, 0.999999}}, VariateCase{"GEOMETRIC", {0.25}},
                    VariateCase{"GEOMETRIC", {0.001}}, VariateCase{"NEGATIVEBINOMIAL", {6, 0.2}},
                    VariateCase{"NEGATIVEBINOMIAL", {1, 0.01}}, VariateCase{"NEGATIVEBINOMIAL", {3, 1e-6}},
                    VariateCase{"NEGATIVEBINOMIAL", {1000, 0.9}}),
    variate_name);

TEST(Variates, LimitsOfTheDiscreteOnes) {
  compare([](Stream& s) { return pois(s, 0.0); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return binomial(s, 7.0, 1.0); }, [](double, double x) { EXPECT_EQ(x, 7.0); });
  compare([](Stream& s) { return binomial(s, 7.0, 0.0); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return binomial(s, 0.0, 0.5); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return geometric(s, 1.0); }, [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return negative_binomial(s, 3.0, 1.0); },
          [](double, double x) { EXPECT_EQ(x, 0.0); });
  compare([](Stream& s) { return norm(s, 2.0, 0.0); }, [](double, double x) { EXPECT_EQ(x, 2.0); });
  compare([](Stream& s) { return logn(s, 2.0, 0.0); }, [](double, double x) { EXPECT_EQ(x, 2.0); });
}

TEST(Variates, EndEvenInDoublePrecision) {
  Stream s;
  s.set_increased_precision(true);
  for (int i = 0; i < 20000; ++i) {
    EXPECT_LT(pois(s, 3.0), 60.0);
    EXPECT_LT(negative_binomial(s, 2.0, 0.5), 120.0);
    EXPECT_LE(binomial(s, 20.0, 0.3), 20.0);
  }
}

TEST(Variates, WrongParametersThrowAndDrawNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::function<void(Stream&)>> bad{
      [](Stream& s) { expo(s, -1); },
      [=](Stream& s) { expo(s, nan); },
      [=](Stream& s) { expo(s, inf); },
      [](Stream& s) { erla(s, -1, 2); },
      [](Stream& s) { erla(s, 1, 0); },
      [](Stream& s) { erla(s, 1, 2.5); },
      [=](Stream& s) { erla(s, 1, nan); },
      [](Stream& s) { unif(s, 2, 1); },
      [](Stream& s) { unif(s, -1e308, 1e308); },
      [=](Stream& s) { unif(s, nan, 1); },
      [=](Stream& s) { unif(s, inf, inf); },
      [](Stream& s) { tria(s, 1, 0, 3); },
      [](Stream& s) { tria(s, 1, 4, 3); },
      [](Stream& s) { tria(s, 1, 1, 1); },
      [=](Stream& s) { tria(s, 1, nan, 3); },
      [](Stream& s) { norm(s, 1, -1); },
      [=](Stream& s) { norm(s, inf, 1); },
      [](Stream& s) { logn(s, 0, 1); },
      [](Stream& s) { logn(s, 1, -1); },
      [](Stream& s) { weib(s, 0, 1); },
      [](Stream& s) { weib(s, 1, -1); },
      [](Stream& s) { gamm(s, -1, 1); },
      [=](Stream& s) { gamm(s, 1, inf); },
      [](Stream& s) { beta(s, 0, 1); },
      [](Stream& s) { beta(s, 1, 0); },
      [](Stream& s) { beta(s, 1e7, 1); },
      [=](Stream& s) { beta(s, nan, 1); },
      [](Stream& s) { john(s, 0, 0, 1, 0); },
      [](Stream& s) { john(s, 0, 1, 0, 0); },
      [=](Stream& s) { john(s, nan, 1, 1, 0); },
      [](Stream& s) { pois(s, -1); },
      [](Stream& s) { pois(s, 2e9); },
      [](Stream& s) { bernoulli(s, 1.01); },
      [=](Stream& s) { bernoulli(s, nan); },
      [](Stream& s) { discrete_uniform(s, 2, 1); },
      [](Stream& s) { discrete_uniform(s, 1.5, 2); },
      [](Stream& s) { discrete_uniform(s, 1, 1e16); },
      [](Stream& s) { binomial(s, -1, 0.5); },
      [](Stream& s) { binomial(s, 2, 1.5); },
      [](Stream& s) { geometric(s, 0); },
      [](Stream& s) { geometric(s, 1.5); },
      [](Stream& s) { negative_binomial(s, 0, 0.5); },
      [](Stream& s) { negative_binomial(s, 1, 0); },
  };
  Stream s;
  const State before = s.state();
  for (std::size_t i = 0; i < bad.size(); ++i) {
    EXPECT_THROW(bad[i](s), ParameterError) << i;
    EXPECT_EQ(s.state(), before) << i;
  }
  EXPECT_THAT([&] { expo(s, -3); },
              testing::ThrowsMessage<ParameterError>(
                  "EXPO: Mean is -3; it must be finite and at least 0 (a mean, not a rate)"));
}

// A defect inside this room, not a user's mistake.
TEST(Variates, RefusalWithoutAReasonIsAnInternalError) {
  EXPECT_THROW(internal::refuse_parameters("EXPO", {1.0}), InternalError);
  EXPECT_THROW(internal::refuse_parameters("NONE", {1.0}), InternalError);
}

}  // namespace
}  // namespace escapement::random
