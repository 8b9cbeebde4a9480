// SPDX-License-Identifier: MIT
#include "escapement/equations/index_reduction.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "equations/support.h"
#include "escapement/core/error.h"
#include "escapement/equations/sorted_system.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::FlatText;

struct Pendulum : FlatText {  // in Cartesian coordinates, index 3
  std::vector<std::size_t> highest;
  Pendulum() {
    equation("d.x = vx");
    equation("d.y = vy");
    equation("d.vx = T*x");
    equation("d.vy = T*y - 9.81");
    equation("x^2 + y^2 = 1");
    highest = differentiate_constraints(system);
  }
};

TEST(IndexReduction, AnOdeStaysAsItIs) {
  FlatText m;
  m.equation("d.x = -x + y");
  m.equation("y = 2*x");
  const auto highest = differentiate_constraints(m.system);
  EXPECT_THAT(highest, ElementsAre(0U, 1U));
  const StateChoice choice = choose_states(m.system, highest, m.values({}), 0);
  EXPECT_THAT(m.names(choice.states), ElementsAre("x"));
  EXPECT_THAT(choice.dummies, IsEmpty());
  EXPECT_TRUE(choice.constant);
}

// x^2 + y^2 = 1 is differentiated twice, x' = vx and y' = vy once: 8 equations, as Pantelides' own example
// has it.
TEST(IndexReduction, ThePendulumIsDifferentiatedTwice) {
  Pendulum m;
  EXPECT_EQ(m.system.equations.size(), 5U + 2U + 2U);
  std::vector<std::string> texts;
  for (std::size_t e = 5; e < m.system.equations.size(); ++e)
    texts.push_back(m.system.text(m.system.equations[e]));
  EXPECT_THAT(texts, ::testing::UnorderedElementsAre(HasSubstr("der(der(x)) = der(vx)"),
                                                     HasSubstr("der(der(y)) = der(vy)"), HasSubstr("der(x)"),
                                                     HasSubstr("der(der(x))")));
}

// One of x and y stays a state, the one that hardly moves along the circle must not: at (1, 0) that is x.
TEST(IndexReduction, ThePendulumKeepsTheCoordinateThatMoves) {
  Pendulum m;
  const StateChoice level = choose_states(m.system, m.highest, m.values({{"x", 1}, {"y", 0}}), 0);
  EXPECT_FALSE(level.constant);
  EXPECT_THAT(m.names(level.states), ElementsAre("y", "vy"));
  const StateChoice hanging = choose_states(m.system, m.highest, m.values({{"x", 0}, {"y", -1}}), 0);
  EXPECT_THAT(m.names(hanging.states), ElementsAre("x", "vx"));
  const StateChoice nowhere_error =
      choose_states(m.system, m.highest, m.values({{"x", 0.6}, {"y", -0.8}}), 0);
  EXPECT_THAT(m.names(nowhere_error.states), ElementsAre("x", "vx"));
  EXPECT_THROW(choose_states(m.system, m.highest, m.values({{"x", 0}, {"y", 0}}), 0), Error);
}

// Two inertias on one shaft: phi1 = phi2. The choice is constant; what prefers to be a state is one.
TEST(IndexReduction, RigidlyCoupledInertiasKeepWhatPrefersToBeAState) {
  for (const bool prefer_second : {false, true}) {
    FlatText m;
    m.equation("d.phi1 = w1");
    m.equation("d.phi2 = w2");
    m.equation("2*d.w1 = tau + 1");
    m.equation("3*d.w2 = -tau");
    m.equation("phi1 = phi2");
    for (const char* name : {"phi", "w"}) {
      auto& one = m.system.variables[*m.system.find(std::string(name) + (prefer_second ? "2" : "1"))];
      one.state_select = StateSelect::kPrefer;
    }
    const auto highest = differentiate_constraints(m.system);
    const StateChoice choice = choose_states(m.system, highest, m.values({}), 0);
    EXPECT_TRUE(choice.constant);
    EXPECT_THAT(m.names(choice.states),
                prefer_second ? ElementsAre("phi2", "w2") : ElementsAre("phi1", "w1"));
    const SortedSystem sorted = sort_equations(m.system, choice);
    // (2 + 3) w' = 1: the accelerations and the torque between them come from one small linear block
    std::size_t linear = 0;
    for (const SolvedBlock& block : sorted.blocks) {
      EXPECT_NE(block.kind, SolvedBlock::Kind::kNonlinear);
      if (block.kind == SolvedBlock::Kind::kLinear) {
        ++linear;
        EXPECT_EQ(block.torn.size(), 1U);
      }
    }
    EXPECT_EQ(linear, 1U);
  }
}

// A train of 200 waggons with rods between them: one place and one speed are left. By dense elimination this
// took minutes.
TEST(IndexReduction, LongChainsOfConstraintsAreSparse) {
  FlatText m;
  const int n = 200;
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 0; i < n; ++i) {
    m.equation("d.s" + number(i) + " = v" + number(i));
    m.equation("d.v" + number(i) + " = f" + number(i) + " - f" + number(i + 1));
    if (i > 0) m.equation("s" + number(i) + " = s" + number(i - 1) + " + 1");
  }
  m.equation("f0 = 1");
  m.equation("f" + number(n) + " = 0");
  const auto highest = differentiate_constraints(m.system);
  const StateChoice choice = choose_states(m.system, highest, m.values({}), 0);
  EXPECT_TRUE(choice.constant);
  EXPECT_EQ(choice.states.size(), 2U);
  const SortedSystem sorted = sort_equations(m.system, choice);
  // Accelerations and forces of all waggons in one block, which is left whole.
  const auto largest =
      std::max_element(sorted.blocks.begin(), sorted.blocks.end(),
                       [](const auto& a, const auto& b) { return a.unknowns.size() < b.unknowns.size(); });
  EXPECT_GT(largest->unknowns.size(), 2U * n);
  EXPECT_EQ(largest->kind, SolvedBlock::Kind::kLinear);
  EXPECT_EQ(largest->torn.size(), largest->unknowns.size());
}

TEST(IndexReduction, AFixedStartOutweighsAFreeOne) {
  FlatText m;
  m.equation("d.a = u1");
  m.equation("d.b = u2");
  m.equation("a = 2*b");
  m.equation("u1 + u2 = 1");
  m.system.variables[*m.system.find("b")].fixed = true;
  const auto highest = differentiate_constraints(m.system);
  EXPECT_THAT(m.names(choose_states(m.system, highest, m.values({}), 0).states), ElementsAre("b"));
}

TEST(IndexReduction, SingularSystemsNameEquationsAndUnknowns) {
  FlatText m;
  m.equation("0 = x + u1*u2");
  m.equation("0 = d.x + x");
  m.equation("0 = 40*x + x^2 - 3");
  try {
    differentiate_constraints(m.system);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2U);
    EXPECT_EQ(error.diagnostics()[0].message,
              "2 equations determine only 1 unknown 'x'\n    0 = x + der(x)\n    0 = 40 * x + x^2 - 3");
    EXPECT_EQ(error.diagnostics()[1].message,
              "2 unknowns 'u1', 'u2' have only 1 equation\n    0 = x + u1 * u2");
  }
}

TEST(IndexReduction, AnUnknownWithoutEquationIsNamed) {
  FlatText m;
  m.equation("d.x = y");
  try {
    differentiate_constraints(m.system);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("unknowns 'x', 'y' have only 1 equation"));
  }
}

TEST(IndexReduction, AnEquationWithoutUnknownsIsTooMany) {
  FlatText m;
  m.parameter("p", 1);
  m.equation("d.x = 1");
  m.equation("p = 2");
  try {
    differentiate_constraints(m.system);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("p = 2"));
  }
}

TEST(IndexReduction, InputsCannotBeDifferentiated) {
  FlatText m;
  m.input("u");
  m.equation("d.x = v");
  m.equation("d.v = f");
  m.equation("x = u");
  try {
    differentiate_constraints(m.system);
    FAIL() << "nothing was thrown";
  } catch (const BuildError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the input 'u' would have to be differentiated"));
  }
}

TEST(IndexReduction, ConstraintsThatJumpCannotBeDifferentiated) {
  FlatText m;
  m.equation("d.x = v");
  m.equation("sign(x) = 0");
  EXPECT_THROW(differentiate_constraints(m.system), InputError);
}

TEST(Sorting, ExplicitChainsAreSolvedBySymbols) {
  FlatText m;
  m.parameter("R", 2);
  m.equation("u = R*i");
  m.equation("d.q = i");
  m.equation("u = 10 - q");
  const auto highest = differentiate_constraints(m.system);
  const SortedSystem sorted = sort_equations(m.system, choose_states(m.system, highest, m.values({}), 0));
  std::vector<std::string> solutions;
  for (const SolvedBlock& block : sorted.blocks) {
    ASSERT_EQ(block.kind, SolvedBlock::Kind::kExplicit);
    for (const Solution& one : block.inner)
      solutions.push_back(m.system.variables[one.variable].name + " = " + m.system.text(one.value));
  }
  ASSERT_EQ(solutions.size(), 3U);
  EXPECT_THAT(solutions[0], HasSubstr("u = "));
  EXPECT_THAT(solutions[1], HasSubstr("i = "));
  EXPECT_EQ(solutions[2], "der(q) = i");
}

TEST(Sorting, DividesByNothingThatMayBeZero) {
  FlatText m;
  m.equation("d.x = y");
  m.equation("x*y = 3");
  const auto highest = differentiate_constraints(m.system);
  const SortedSystem sorted = sort_equations(m.system, choose_states(m.system, highest, m.values({}), 0));
  ASSERT_EQ(sorted.blocks.size(), 2U);
  EXPECT_EQ(sorted.blocks[0].kind, SolvedBlock::Kind::kLinear);  // by numbers, which sees when x is 0
  EXPECT_EQ(sorted.blocks[1].kind, SolvedBlock::Kind::kExplicit);
}

TEST(Sorting, NonlinearBlocksAreTorn) {
  FlatText m;  // a diode with a resistor: i = exp(u), u = 5 - 2 i, and two followers in the loop
  m.equation("i = exp(u)");
  m.equation("u = w - 2*j");
  m.equation("j = i + 0*i");
  m.equation("w = 5 + 0.1*j");
  differentiate_constraints(m.system);
  const SortedSystem sorted = sort_equations(m.system, {});
  ASSERT_EQ(sorted.blocks.size(), 1U);
  EXPECT_EQ(sorted.blocks[0].kind, SolvedBlock::Kind::kNonlinear);
  EXPECT_EQ(sorted.blocks[0].torn.size(), 1U);
  EXPECT_EQ(sorted.blocks[0].inner.size(), 3U);
}

}  // namespace
}  // namespace escapement::equations
