// SPDX-License-Identifier: MIT
#include "formula.h"

#include <gmock/gmock.h>

#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using testing::ElementsAre;

struct FormulaTest : testing::Test {
  Text text;
  equations::Families families;

  std::optional<Formula> formula(const std::string& of, int order, const std::string& own,
                                 const std::string& held = "") {
    const equations::Term term = text.formula(of);
    const auto member = families.add(text.system.terms, {&term, 1});
    std::uint32_t place = 0xffffffff;
    names.clear();
    std::vector<bool> rests;
    for (const equations::VariableIndex v : families.variables_of(member)) {
      names.push_back(text.system.variables[v].name);
      if (names.back() == own) place = static_cast<std::uint32_t>(names.size() - 1);
      rests.push_back(names.back() == held);
    }
    return make_formula(families, member.family, order, place, rests);
  }
  // With values, first and second coefficients of x and of y.
  std::vector<double> run(Formula& formula, const std::vector<std::vector<double>>& given) const {
    double* const v = formula.lean.own();
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t place = names[s] == "x" ? 0 : 1;
      v[s] = given[0][place];
      for (std::size_t k = 1; k < given.size(); ++k)
        v[formula.first_slope + 2 * (k - 1) + s] = given[k][place];
    }
    std::vector<double> results(formula.coefficients + (formula.has_own ? 1 : 0));
    formula.run(results);
    return results;
  }
  std::vector<std::string> names;
};

// x = 2 + 3e, y = 1 - e: x^2 y = (4 + 12e + 9e^2)(1 - e) = 4 + 8e - 3e^2 - 9e^3; by x: 2xy = 4. All of it is
// there.
TEST_F(FormulaTest, OfAProductOfLines) {
  auto made = formula("x*x*y", 2, "x");
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->exact);
  EXPECT_THAT(run(*made, {{2, 1}, {3, -1}}), ElementsAre(4, 8, -3, -9, 4));
}

// x = 2 + 3e + e^2, y = 1 - e + 2e^2: x^2 = 4 + 12e + 13e^2 + 6e^3 + e^4, times y = 4 + 8e + 9e^2 + 17e^3 +
// ...
TEST_F(FormulaTest, OfAProductOfParabolasOneMoreThanIsTaken) {
  auto made = formula("x*x*y", 3, "y");
  ASSERT_TRUE(made);
  EXPECT_FALSE(made->exact);
  EXPECT_THAT(run(*made, {{2, 1}, {3, -1}, {1, 2}}), ElementsAre(4, 8, 9, 17, 4));  // by y: x^2
}

TEST_F(FormulaTest, OfTheFirstOrderIsTheValueAndItsSlope) {
  auto made = formula("x*x*y", 1, "x");
  ASSERT_TRUE(made);
  EXPECT_THAT(run(*made, {{2, 1}}), ElementsAre(4, 4));
}

// y does not move, so that x y^3 is a line, whatever its degree in y.
TEST_F(FormulaTest, HeldVariablesDoNotCountInTheDegree) {
  const auto made = formula("x*x*y^3", 2, "x", "y");
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->exact);
  EXPECT_FALSE(formula("x*x*y^3", 2, "x")->exact);
}

TEST_F(FormulaTest, CornersAreLeftToSeries) {
  EXPECT_FALSE(formula("sqrt(x) + y", 2, "x"));
  EXPECT_FALSE(formula("abs(x)*y", 2, "x"));
  EXPECT_FALSE(formula("x^1.5 + y", 2, "x"));
  EXPECT_TRUE(formula("exp(x)/y", 2, "x"));
}

struct Counting final : equations::Executor {
  void prepare(std::span<equations::Program* const> programs, bool) override {
    for (const equations::Program* one : programs) instructions.push_back(one->tape().instructions());
  }
  std::vector<std::size_t> instructions;
};

TEST(Translation, IsOfShapesWhateverTheNumberOfStates) {
  std::vector<std::size_t> sizes[2];
  for (const int cells : {5, 200}) {
    Text text;
    for (int j = 1; j <= cells; ++j) {
      const std::string u = "u" + std::to_string(j), before = j == 1 ? "1" : "u" + std::to_string(j - 1);
      text.equation("d." + u + " = 3*(" + before + " - " + u + ") - " + u + "*(" + u + " - 0.5)*(" + u +
                    " - 1)");
      start(text, u, 0.1);
    }
    Solver solver(text.system, method(qss::Kind::kLiqss2, 1e-3, 1e-3));
    Counting counting;
    solver.translate(counting);
    sizes[cells > 5] = counting.instructions;
  }
  EXPECT_EQ(sizes[0].size(), 2U);  // the first cell and the others
  EXPECT_EQ(sizes[0], sizes[1]);
}

// Each of many states that know nothing of each other goes its own way, to the bit, however many inputs
// change at once.
TEST(ManyInputs, AtOnceAreAsOneAlone) {
  constexpr int kMany = 600;
  const auto system = [](int first, int last) {
    Text text;
    for (int i = first; i <= last; ++i) {
      const std::string n = std::to_string(i), x = "x" + n;
      text.input("u" + n);
      text.equation("d." + x + " = u" + n + " - " + x);
      start(text, x, 0.01 * i);
    }
    return text;
  };
  const auto run = [](Solver& solver, int first, int last) {
    solver.start(0);
    double before = 0;
    for (int t = 1; t <= 3; ++t) {
      solver.advance(t);
      before = solver.state(0, t);
      std::vector<std::pair<equations::VariableIndex, double>> inputs;
      for (int i = first; i <= last; ++i)
        inputs.emplace_back(*solver.system().find("u" + std::to_string(i)), std::sin(t * i));
      solver.set_inputs(t, inputs);
    }
    solver.advance(4);
    return before;
  };
  Solver all(system(0, kMany - 1).system, method(qss::Kind::kLiqss2, 1e-3, 1e-3));
  run(all, 0, kMany - 1);
  for (const int i : {0, 255, 256, 257, 599}) {
    SCOPED_TRACE(i);
    Solver one(system(i, i).system, method(qss::Kind::kLiqss2, 1e-3, 1e-3));
    const double before = run(one, i, i);
    EXPECT_EQ(all.value("x" + std::to_string(i), 4), one.state(0, 4));
    // x = u + (x3 - u) e^-1 in the last second, within a few quanta
    const double u = std::sin(3.0 * i);
    EXPECT_NEAR(one.state(0, 4), u + (before - u) * std::exp(-1), 6e-3);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
