// SPDX-License-Identifier: MIT
// States that are fast only together: how they choose together, and what that does to whole systems.
#include "group.h"

#include <gtest/gtest.h>

#include <random>

#include "pair.h"
#include "support.h"

namespace escapement::qss_solver {
namespace {

using testing_support::method;
using testing_support::start;
using testing_support::Text;

Group random_group(std::mt19937& random, std::size_t size) {
  std::uniform_real_distribution<double> any(-1, 1);
  Group group;
  group.begin(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) group.slope(i, j) = any(random) - (i == j ? 2 : 0);
    group.x[i] = any(random);
    group.quantum[i] = 0.1 + 0.05 * any(random);
    for (std::size_t k = 0; k < 3; ++k) group.u[k][i] = any(random);
  }
  return group;
}

double polynomial(const std::array<Group::Vector, 3>& q, std::size_t i, std::size_t order, double e) {
  double sum = 0;
  for (std::size_t k = order; k-- > 0;) sum = sum * e + q[k][i];
  return sum;
}

// x' = A q + u, both polynomials, is integrated by hand: after the step x and q meet, and so do their
// derivatives up to the order; all q begin within their bands, and one of them at its border.
template <int N>
void meet_after_the_step() {
  std::mt19937 random(31);
  for (int round = 0; round < 200; ++round) {
    const std::size_t m = 2 + random() % 5;
    Group group = random_group(random, m);
    std::array<Group::Vector, 3> q;
    const Group::Found found = group.choose<N>(0, q);
    ASSERT_NE(found, Group::Found::kNothing) << "seed 31, round " << round;
    const double h = group.step();
    double nearest = 1;
    for (std::size_t i = 0; i < m; ++i) {
      nearest = std::min(nearest, 1 - std::abs(q[0][i] - group.x[i]) / group.quantum[i]);
      ASSERT_GE(nearest, 0);
      if (h > 1e3) continue;  // all rest, and powers of h would show rounding only
      double rate[3], x = group.x[i];
      for (std::size_t k = 0; k < N; ++k) {
        rate[k] = group.u[k][i];
        for (std::size_t j = 0; j < m; ++j) rate[k] += group.slope(i, j) * q[k][j];
        x += rate[k] * std::pow(h, k + 1) / static_cast<double>(k + 1);
      }
      const double size = 1 + std::pow(h, N);
      EXPECT_NEAR(x, polynomial(q, i, N, h), 1e-9 * size);
      if (N > 1) {
        double slope = 0, of_q = 0;
        for (std::size_t k = 0; k < N; ++k) slope += rate[k] * std::pow(h, k);
        for (std::size_t k = 1; k < N; ++k) of_q += static_cast<double>(k) * q[k][i] * std::pow(h, k - 1);
        EXPECT_NEAR(slope, of_q, 1e-9 * size);
      }
    }
    if (h < 1e3) {
      EXPECT_LT(nearest, 0.35) << "a longer step was possible";
    }
  }
}

TEST(Group, MeetsAfterTheStepLiqss1) {
  meet_after_the_step<1>();
}
TEST(Group, MeetsAfterTheStepLiqss2) {
  meet_after_the_step<2>();
}
TEST(Group, MeetsAfterTheStepLiqss3) {
  meet_after_the_step<3>();
}

// For the same step a group of two chooses what a pair does (closed formulas, pair.h).
TEST(Group, OfTwoIsAPair) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    Group group = random_group(random, 2);
    std::array<Group::Vector, 3> q;
    ASSERT_NE(group.choose<3>(0, q), Group::Found::kNothing);
    Pair pair{{group.slope(0, 0), group.slope(0, 1), group.slope(1, 0), group.slope(1, 1)},
              {group.x[0], group.x[1]},
              {},
              {group.quantum[0], group.quantum[1]}};
    for (std::size_t k = 0; k < 3; ++k) pair.u[k] = {group.u[k][0], group.u[k][1]};
    std::array<Vector2, 3> of_pair;
    if (group.step() > 1e3) continue;
    ASSERT_TRUE(pair.attempt<3>(group.step(), of_pair));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(q[k][0], of_pair[k].a, 1e-9 * (1 + std::abs(q[k][0])));
      EXPECT_NEAR(q[k][1], of_pair[k].b, 1e-9 * (1 + std::abs(q[k][1])));
    }
  }
}

TEST(Group, NeedsSlopes) {
  Group group;
  group.begin(3);
  std::array<Group::Vector, 3> q;
  EXPECT_EQ(group.choose<2>(0, q), Group::Found::kNothing);
}

// x_i' = K (mean - x_i) - x_i: the mean falls as exp(-t), what differs from it as exp(-(K + 1) t). Each state
// alone, or in pairs, steps with the time constant 1/K, some 300 000 times; together they follow the slow
// decay.
void expect_few_steps(const std::string& method_name, std::size_t size, std::uint64_t most) {
  Text text;
  std::string sum;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string name = "x" + std::to_string(i);
    start(text, name, static_cast<double>(i + 1));
    sum += (i == 0 ? "" : " + ") + name;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const std::string name = "x" + std::to_string(i);
    text.equation("d." + name + " = 1e5*((" + sum + ")/" + std::to_string(size) + " - " + name + ") - " +
                  name);
  }
  Solver solver(std::move(text.system), qss::method_of(method_name, 1e-3));
  solver.start(0);
  solver.advance(1);
  const double mean = 0.5 * static_cast<double>(size + 1) * std::exp(-1);
  for (std::size_t i = 0; i < size; ++i)
    EXPECT_NEAR(solver.state(i, 1), mean, 1e-2 * mean) << method_name << " of " << size;
  EXPECT_LT(solver.counts().steps, most) << method_name << " of " << size;
}

TEST(Group, StiffOnlyTogetherTakesFewSteps) {
  for (const std::size_t size : {3, 5, 8, 40}) {
    expect_few_steps("liqss2", size, 8000);
    expect_few_steps("liqss3", size, 4000);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
