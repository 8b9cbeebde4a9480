// SPDX-License-Identifier: MIT
// Variables under several names: which stays, what it takes over, and what the equations are then.
#include "escapement/equations/aliases.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

#include "equations/support.h"
#include "escapement/equations/block_solver.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using testing_support::FlatText;

struct Text : FlatText {
  std::vector<std::string> equations() const {
    std::vector<std::string> texts;
    for (const FlatEquation& one : system.equations) texts.push_back(system.text(one));
    return texts;
  }
  std::vector<std::string> aliases() const {
    std::vector<std::string> texts;
    for (const Alias& one : system.aliases)
      texts.push_back(system.variables[one.variable].name + " = " + system.text(one.value));
    return texts;
  }
  FlatVariable& operator[](const std::string& name) { return system.variables[*system.find(name)]; }
  std::string fault() {
    try {
      eliminate_aliases(system);
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
};

TEST(Aliases, NamesAndNegativesOfAStateFollowIt) {
  Text m;
  m.equation("d.x = u");
  m.equation("x = part.x");
  m.equation("0 = part.x + y");
  m.equation("2*w - 2*u = 0");
  m.equation("u = 1 - 3*y");
  eliminate_aliases(m.system);
  EXPECT_THAT(m.equations(), ElementsAre("der(x) = u", "u = 1 - 3 * (-x)"));
  EXPECT_THAT(m.aliases(), UnorderedElementsAre("part.x = x", "y = -x", "w = u"));
}

// A current that is zero makes voltages names of others: v = R i with i = 0 says v = 0, p = v + q then p = q.
TEST(Aliases, WhatIsConstantMakesNewOnes) {
  Text m;
  m.equation("i = 0");
  m.equation("v = 5*i");
  m.equation("p = v + q");
  m.equation("q = sin(time)");
  m.equation("r = 2*p + 3");
  eliminate_aliases(m.system);
  EXPECT_THAT(m.equations(), ElementsAre("p = sin(time)", "r = 2 * p + 3"));
  EXPECT_THAT(m.aliases(), UnorderedElementsAre("i = 0", "v = 0", "q = p"));
}

TEST(Aliases, DerivativesFollowTheirVariables) {
  Text m;
  m.equation("x = -y");
  m.equation("d.y = 1 + d.x");  // both have one: y' = 1 - y'
  m.equation("c = 4");
  m.equation("z = d.c + 1");
  eliminate_aliases(m.system);
  EXPECT_THAT(m.equations(), ElementsAre("-der(x) = der(x) + 1"));
  EXPECT_THAT(m.aliases(),
              UnorderedElementsAre("y = -x", "der(y) = -der(x)", "c = 4", "der(c) = 0", "z = 1"));
}

TEST(Aliases, InputsGiveNamesWhereNoDerivativeIsNeeded) {
  Text m;
  m.input("u");
  m.equation("a = u");
  m.equation("b = -a");
  m.equation("s = u");
  m.equation("d.s = c");
  eliminate_aliases(m.system);
  EXPECT_THAT(m.aliases(), UnorderedElementsAre("a = u", "b = -u"));
  EXPECT_THAT(m.equations(), ElementsAre("s = u", "der(s) = c"));
}

TEST(Aliases, AFixedStartIsTakenFirst) {
  Text m;
  m.equation("d.x = 1");
  m.equation("y = -x");
  m.equation("z = x");
  m["x"].start = 7;
  m["y"].start = -2;
  m["y"].fixed = true;
  m["z"].start = 5;
  m["z"].nominal = 100;
  m["z"].unit = "V";
  m["z"].state_select = StateSelect::kPrefer;
  eliminate_aliases(m.system);
  EXPECT_TRUE(m["x"].fixed);
  EXPECT_EQ(m["x"].start, 2);  // -y
  EXPECT_EQ(m["x"].nominal, 100);
  EXPECT_EQ(m["x"].unit, "V");
  EXPECT_EQ(m["x"].state_select, StateSelect::kPrefer);
}

TEST(Aliases, AGivenStartIsTakenWhereNoneIsFixed) {
  Text m;
  m.equation("a = -b.c");
  m.equation("a*a = 2");
  m["b.c"].start = -1.5;
  eliminate_aliases(m.system);
  EXPECT_THAT(m.aliases(), ElementsAre("a = -b.c"));  // the one with a start stays
  EXPECT_EQ(m["b.c"].start, -1.5);
  EXPECT_THAT(m.equations(), ElementsAre("(-b.c) * (-b.c) = 2"));
}

TEST(Aliases, FixedStartsThatDifferAreToldWithTheirReason) {
  Text m;
  m.equation("d.x = 1");
  m.equation("y = -x");
  m["x"].start = 1;
  m["x"].fixed = true;
  m["y"].start = 1;
  m["y"].fixed = true;
  EXPECT_THAT(m.fault(),
              AllOf(HasSubstr("'x' and 'y' are one variable, but their fixed start values are 1 and 1"),
                    HasSubstr("y = -x"), HasSubstr("Fix the start of one of them only")));
}

TEST(Aliases, AFixedVariableStaysWhereItWouldBecomeKnown) {
  Text m;
  m.equation("x = 3");
  m["x"].fixed = true;
  eliminate_aliases(m.system);
  EXPECT_THAT(m.equations(), ElementsAre("x = 3"));
}

TEST(Aliases, EquationsThatTellNothingNewAreNamed) {
  Text m;
  m.equation("a = b");
  m.equation("b = -c");
  m.equation("a + c = 0");
  EXPECT_THAT(
      m.fault(),
      AllOf(HasSubstr("the equation a + c = 0 tells nothing new; by others its unknowns are known or one:"),
            HasSubstr("a = b"), HasSubstr("b = -c"), HasSubstr("It is too many")));
}

TEST(Aliases, ContradictionsAreNamed) {
  Text m;
  m.equation("a = 1");
  m.equation("a = b");
  m.equation("b + 0*c = 2");
  EXPECT_THAT(m.fault(), HasSubstr("only 2 unknowns"));  // the structure is singular already
  Text n;
  n.equation("a + b = 1");
  n.equation("a = 3");
  n.equation("b = 3*a - 3");
  EXPECT_THAT(n.fault(), HasSubstr("only 2 unknowns"));
  Text k;
  k.equation("a = b");
  k.equation("b = c");
  k.equation("a - c = 2");
  EXPECT_THAT(k.fault(), AllOf(HasSubstr("the equation a - c = 2 contradicts other equations"),
                               HasSubstr("b = c"), HasSubstr("One of them is wrong or too many.")));
}

TEST(Aliases, ReinitsAndInitialEquationsUseTheNameThatStays) {
  Text m;
  m.equation("d.x = 1");
  m.equation("y = -x");
  m.system.initial_equations.push_back({m.term("y"), m.term("2"), {}, {}});
  m.system.reinits.push_back({*m.system.find("y"), {{{m.term("time > 1")}, m.term("y + 1"), false}}, {}});
  m.system.assertions.push_back({m.term("y < 9"), "small", {}, false, {}});
  eliminate_aliases(m.system);
  EXPECT_EQ(m.system.text(m.system.initial_equations[0]), "-x = 2");
  EXPECT_EQ(m.system.reinits[0].state, *m.system.find("x"));
  EXPECT_EQ(m.system.text(m.system.reinits[0].when[0].value), "-(-x + 1)");
  EXPECT_EQ(m.system.text(m.system.assertions[0].condition), "-x < 9");
}

// Random linear systems with many names: the values of all variables are those that the system without
// elimination has.
TEST(Aliases, RandomSystemsKeepTheirValues) {
  std::mt19937 random(11);
  for (int run = 0; run < 30; ++run) {
    SCOPED_TRACE("seed 11, run " + std::to_string(run));
    Text plain, short_form;
    const int n = 12;
    for (Text* m : {&plain, &short_form}) {
      std::mt19937 same(random);
      for (int i = 0; i < n; ++i) {
        const std::string own = "v" + std::to_string(i),
                          before = "v" + std::to_string(i == 0 ? 0 : same() % static_cast<unsigned>(i));
        switch (i == 0 ? 3 : same() % 5) {
          case 0:
            m->equation(own + " = " + before);
            break;
          case 1:
            m->equation("0 = " + own + " + " + before);
            break;
          case 2:
            m->equation(own + " - " + before + " = 0");
            break;
          case 3:
            m->equation(own + " = " + std::to_string(same() % 4));
            break;
          default:
            m->equation(own + " = 2*" + before + " + time");
        }
      }
    }
    random.discard(static_cast<unsigned>(3 * n));
    eliminate_aliases(short_form.system);
    std::map<std::string, double> values[2];
    for (Text* m : {&plain, &short_form}) {
      const SortedSystem sorted = sort_equations(m->system, {});
      std::vector<double> all(m->system.variables.size(), 0);
      BlockSolver solver(m->system, sorted.with_aliases());
      solver.solve(1.5, all);
      for (VariableIndex v = 0; v < all.size(); ++v)
        values[m == &plain ? 0 : 1][m->system.variables[v].name] = all[v];
    }
    EXPECT_EQ(values[0], values[1]);
    EXPECT_LE(short_form.system.equations.size(), plain.system.equations.size());
  }
}

}  // namespace
}  // namespace escapement::equations
