// SPDX-License-Identifier: MIT
// What the Jacobian tells before a run, for matrices whose eigenvalues and iterations are known.
#include "escapement/qss/outlook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace escapement::qss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using Dense = std::vector<std::vector<double>>;

std::vector<Outlook> ahead(const Dense& rows, const char* solver, double length, double tolerance = 1e-3,
                           std::size_t together = 1) {
  equations::ColumnPattern pattern;
  std::vector<double> entries;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i][j] != 0) {
        pattern.rows.push_back(static_cast<int>(i));
        entries.push_back(rows[i][j]);
      }
    pattern.column_begin.push_back(static_cast<int>(entries.size()));
  }
  return look_ahead(pattern, entries, method_of(solver, tolerance), length, together);
}

std::string text(const Outlook& one, const char* solver) {
  return text_of(one, method_of(solver), [](std::size_t i) { return "x" + std::to_string(i + 1); });
}

// x_i' = -r (x_i + a x_(i+1)), in a ring of three: eigenvalues -r (1 + a w) with w^3 = 1, so the real parts
// are -r (1 + a) and -r (1 - a/2): stable below a = 2. A sweep of Gauss and Seidel multiplies an error by
// -a^3: it converges below a = 1.
Dense ring(double r, double a) {
  return {{-r, -r * a, 0}, {0, -r, -r * a}, {-r * a, 0, -r}};
}

TEST(Outlook, OfThreeStatesThatAreStiffTogetherIsToldForImplicitMethods) {
  const auto found = ahead(ring(1e5, 1.5), "liqss2", 100);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Outlook::Kind::kMutual);
  EXPECT_THAT(found[0].states, UnorderedElementsAre(0, 1, 2));
  EXPECT_EQ(found[0].rate, 1e5);
  EXPECT_NEAR(found[0].steps, 3e7, 1);
  EXPECT_EQ(
      text(found[0], "liqss2"),
      "as it stands, 'x1', 'x2', 'x3' are stiff together, with time constants from 1e-05 s on. liqss2 treats "
      "no more than 1 state at once as implicit here, and may take some 3e+07 steps in this run; --solver "
      "cvode carries it");
  EXPECT_THAT(ahead(ring(1e5, 1.5), "liqss2", 100, 1e-3, 64), IsEmpty());  // who may choose together
  EXPECT_THAT(ahead(ring(1e5, 1.5), "liqss2", 100, 1e-3, 2), SizeIs(1));
}

TEST(Outlook, IsQuietWhereTheIterationConverges) {
  EXPECT_THAT(ahead(ring(1e5, 0.9), "liqss2", 100), IsEmpty());
  // A cooled rod, the Laplacian: symmetric, so each sweep converges.
  Dense rod(20, std::vector<double>(20, 0));
  for (std::size_t i = 0; i < 20; ++i) {
    rod[i][i] = -2e5;
    if (i > 0) rod[i][i - 1] = rod[i - 1][i] = 1e5;
  }
  EXPECT_THAT(ahead(rod, "liqss2", 100), IsEmpty());
  // Carried along a channel: a triangle.
  Dense channel(20, std::vector<double>(20, 0));
  for (std::size_t i = 0; i < 20; ++i) {
    channel[i][i] = -1e5;
    if (i > 0) channel[i][i - 1] = 1e5;
  }
  EXPECT_THAT(ahead(channel, "liqss2", 100), IsEmpty());
  // An LC line: no state comes back by itself.
  Dense line(20, std::vector<double>(20, 0));
  for (std::size_t i = 0; i + 1 < 20; ++i) {
    line[i][i + 1] = -1e5;
    line[i + 1][i] = 1e5;
  }
  for (const char* solver : {"liqss2", "qss2", "qss3"}) EXPECT_THAT(ahead(line, solver, 100), IsEmpty());
  // Two states that may choose together, whatever their coupling; one by one a sweep multiplies by -9.
  EXPECT_THAT(ahead({{-1e5, -3e5}, {3e5, -1e5}}, "liqss2", 100, 1e-3, 2), IsEmpty());
  EXPECT_THAT(ahead({{-1e5, -3e5}, {3e5, -1e5}}, "liqss2", 100), SizeIs(1));
}

TEST(Outlook, CountsStepsAgainstTheLengthOfTheRun) {
  EXPECT_THAT(ahead(ring(1e5, 1.5), "liqss2", 1), IsEmpty());   // 3e5 steps
  EXPECT_THAT(ahead(ring(1e5, 1.5), "liqss2", 10), SizeIs(1));  // 3e6
}

TEST(Outlook, OfAStiffStateIsToldForExplicitMethods) {
  // Eigenvalues near -0.01 and -99.99 (Migoni and Kofman).
  const Dense matrix{{0, 0.01}, {-100, -100}};
  EXPECT_THAT(ahead(matrix, "qss2", 500), IsEmpty());  // 5e4 steps
  const auto found = ahead(matrix, "qss2", 2e5);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Outlook::Kind::kStiff);
  EXPECT_THAT(found[0].states, ElementsAre(1));
  EXPECT_NEAR(found[0].steps, 2e7, 1);
  EXPECT_EQ(
      text(found[0], "qss2"),
      "as it stands, the model is stiff for qss2: 'x2', with time constants from 0.01 s on, may take some "
      "2e+07 steps in this run. Results hold; --solver liqss2 or cvode needs fewer steps");
  EXPECT_THAT(ahead(matrix, "liqss2", 2e5), IsEmpty());
}

// A speed w out of an angle p by a Derivative of time constant 1e-6, and a current i that w acts on with 50:
// x' = 1e6 (p - x), p' = w0, i' = -100 i - 50 * 1e6 (p - x).
TEST(Outlook, OfADerivativeThatIsReadIsTold) {
  const Dense matrix{{-1e6, 1e6, 0}, {0, 0, 1}, {50e6, -50e6, -100}};
  const auto found = ahead(matrix, "liqss2", 2);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Outlook::Kind::kDerivative);
  EXPECT_THAT(found[0].states, ElementsAre(0, 2));
  EXPECT_THAT(text(found[0], "liqss2"),
              HasSubstr("'x3' reads the derivative of what 'x1' follows with a time "
                        "constant of 1e-06 s: an error of a quantum is 1e+06 times as "
                        "large there"));
  // A quantum of 1e-7 of the way of 2 s is below what goes in 1e-6 s; one with 0.1 s is harmless at 1e-3.
  EXPECT_THAT(ahead(matrix, "liqss2", 2, 1e-7), IsEmpty());
  EXPECT_THAT(ahead({{-10, 10, 0}, {0, 0, 1}, {50e6, -50e6, -100}}, "liqss2", 2), IsEmpty());
  // A small capacitor behind a resistor feels the node that it hangs on, and that one its current.
  EXPECT_THAT(ahead({{-1e6, 1e6}, {1e3, -1.1e3}}, "liqss2", 2), IsEmpty());
  // A fast filter: its value is read, not its derivative.
  EXPECT_THAT(ahead({{-1e6, 1e6, 0}, {0, 0, 1}, {-50e6, 0, -100}}, "liqss2", 2), IsEmpty());
}

TEST(Outlook, SaysNothingOfWhatHasNoValueOrNoLength) {
  EXPECT_THAT(ahead({{std::nan("")}}, "qss2", 1e9), IsEmpty());
  EXPECT_THAT(ahead({{-1e6}}, "qss2", 0), IsEmpty());
  EXPECT_THAT(ahead({{-1e6}}, "qss2", INFINITY), IsEmpty());
  EXPECT_THAT(ahead({}, "qss2", 1), IsEmpty());
}

}  // namespace
}  // namespace escapement::qss
