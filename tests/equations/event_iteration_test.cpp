// SPDX-License-Identifier: MIT
// Event iterations against results by hand from the specification's rules, and restricted against full
// iteration.
#include "escapement/equations/event_iteration.h"

#include <gmock/gmock.h>

#include <random>

#include "equations/hybrid_support.h"
#include "escapement/core/error.h"

namespace escapement::equations {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::Hybrid;
using testing_support::HybridSys;

TEST(EventIteration, HybridSysEndsAsTheSpecificationSays) {
  for (const auto scope : {Hybrid::Scope::kRestricted, Hybrid::Scope::kFull}) {
    HybridSys m(scope);
    m.set("x1") = 3.678;
    const IterationResult result = m.go(1, {"time > 1"});
    EXPECT_EQ(result.passes, 14U);
    for (const char* name : {"x_Loop1", "x_Loop2", "x_Loop3"}) EXPECT_EQ(m[name], 4) << name;
    EXPECT_EQ(m["x_End"], 1);
    EXPECT_EQ(m["x_Start"], 0);
    EXPECT_EQ(m["x2"], m["x1"] + 1);
  }
}

TEST(EventIteration, RestrictedEvaluatesFewerNodes) {
  HybridSys restricted(Hybrid::Scope::kRestricted), full(Hybrid::Scope::kFull);
  EXPECT_LT(2 * restricted.go(1, {"time > 1"}).evaluations, full.go(1, {"time > 1"}).evaluations);
}

// x' = 1 from 1; at x >= 1.5: y true; when y: z true; c1 = pre(z), c2 = pre(c1), c3 = pre(c2): all at once.
TEST(EventIteration, ChainsOfPreAreFollowedToTheirEnd) {
  Hybrid m;
  for (const char* name : {"y", "z", "c1", "c2", "c3"}) m.discrete(name);
  m.equation("d.x = 1");
  m.equals("y", "x >= 1.5");
  m.when("z", {{{"y"}, "true"}});
  m.equals("c1", "pre.z");
  m.equals("c2", "pre.c1");
  m.equals("c3", "pre.c2");
  m.prepare(0, {{"x", 1}});
  m.set("x") = 1.4999999999999998;  // just short of it: the crossing was located nevertheless
  m.go(0.5, {"x >= 1.5"});
  for (const char* name : {"y", "z", "c1", "c2", "c3"}) EXPECT_EQ(m[name], 1) << name;
}

TEST(EventIteration, WhatNeverSettlesIsNamed) {
  Hybrid m;
  m.discrete("b1");
  m.discrete("b2");
  m.equals("b1", "not (pre.b1 or pre.b2) and time > 1");
  m.equals("b2", "b1 and not pre.b2");
  m.prepare(0, {});
  try {
    m.go(1, {"time > 1"});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("events do not settle at time 1: after 1000 passes"), HasSubstr("'b1'")));
  }
}

// Two edges at their own times, one reinit each: x(1) = 2.
TEST(EventIteration, VectorWhensFireForEachOfTheirConditions) {
  Hybrid m;
  m.equation("d.x = 0");
  m.reinit("x", {{{"time > 0.1", "time > 0.2"}, "x + 1"}});
  m.prepare(0, {{"x", 0}});
  m.go(0.1, {"time > 0.1"});
  EXPECT_EQ(m["x"], 1);
  m.go(0.2, {"time > 0.2"});
  EXPECT_EQ(m["x"], 2);
}

// b1 = b2 = time > 0.5; when b1: pre(x) + 1, elsewhen b2: pre(x) + 0.1: the first that fires counts.
TEST(EventIteration, WhenComesBeforeElsewhen) {
  Hybrid m;
  for (const char* name : {"b1", "b2", "x"}) m.discrete(name);
  m.equals("b1", "time > 0.5");
  m.equals("b2", "time > 0.5");
  m.when("x", {{{"b1"}, "pre.x + 1"}, {{"b2"}, "pre.x + 0.1"}});
  m.prepare(0, {});
  m.go(0.5, {"time > 0.5"});
  EXPECT_EQ(m["x"], 1);
}

TEST(EventIteration, AtTheStartOnlyInitialBranchesAreActive) {
  Hybrid m;
  m.discrete("a", 3);
  m.discrete("b", 4);
  m.when("a", {{{"time > -1"}, "pre.a + 1"}});
  m.when("b", {{{"time > -1"}, "pre.b + 1", true}});
  m.prepare(0, {{"a", 3}, {"b", 4}, {"pre(a)", 3}, {"pre(b)", 4}});
  EXPECT_EQ(m["a"], 3);
  EXPECT_EQ(m["b"], 5);
  m.go(1);  // the conditions stay true: no edge
  EXPECT_EQ(m["a"], 3);
}

// An ideal diode in parametric form behind a resistor: off = s < 0; u = if off then s else 0; i = if off then
// 0 else s; 2 i = U - u. With U = 6: on, i = s = 3. With U = -6: off, u = s = -6. The relation and what it
// depends on are one.
TEST(EventIteration, MixedBlocksAreSolvedTogetherWithTheirRelations) {
  Hybrid m;
  m.discrete("off");
  m.input("U");
  m.equation("d.x = 1");
  m.equals("off", "s < 0");
  m.equation("u = if off > 0.5 then s else 0");
  m.equation("i = if off > 0.5 then 0 else s");
  m.equation("2*i = U - u");
  m.prepare(0, {{"U", 6}});
  EXPECT_EQ(m["i"], 3);
  EXPECT_EQ(m["off"], 0);
  m.set("U") = -6;
  m.go(1);
  EXPECT_EQ(m["off"], 1);
  EXPECT_EQ(m["u"], -6);
  EXPECT_EQ(m["i"], 0);
}

// A relation that is true exactly when it is not.
TEST(EventIteration, MixedBlocksWithoutSolutionAreNamed) {
  Hybrid m;
  m.discrete("b");
  m.equation("y = if b > 0.5 then 0 else 2");
  m.equals("b", "y > 1");
  try {
    m.prepare(3, {});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("at time 3 these need each other and never agree"),
                                    HasSubstr("'b'"), HasSubstr("'y'"), HasSubstr("'y > 1'")));
  }
}

TEST(EventIteration, EquationsThatNoDiscreteVariableReadsWaitForTheEnd) {
  Hybrid m;
  m.discrete("n");
  m.discrete("b");
  m.equation("d.x = y");
  m.equation("y = 2*x + n");
  m.equals("b", "time > 1");
  m.when("n", {{{"b"}, "pre.n + 1"}});
  m.prepare(0, {{"x", 3}});
  const IterationResult result = m.go(1, {"time > 1"});
  EXPECT_EQ(m["y"], 7);
  EXPECT_EQ(m["der(x)"], 7);
  // time > 1, b, n; once more n, whose pre(n) has changed; at the end y and der(x)
  EXPECT_EQ(result.evaluations, 6U);
}

TEST(EventIteration, DiscreteVariablesNeedOneEquation) {
  Hybrid none;
  none.discrete("a");
  EXPECT_THROW(EventIteration(none.system, {}, false), BuildError);
  Hybrid two;
  two.discrete("a");
  two.equals("a", "1");
  two.equals("a", "2");
  EXPECT_THROW(EventIteration(two.system, {}, false), BuildError);
}

// Random networks of Booleans and counters with whens, pre and relations: restricted iteration gives what
// full iteration gives, or both do not settle.
TEST(EventIteration, RestrictedEqualsFullOnRandomModels) {
  constexpr unsigned kSeed = 20261128;
  RecordProperty("seed", kSeed);
  const char* const many = std::getenv("ESCAPEMENT_LONG_TESTS");
  const int models = many != nullptr ? 10000 : 500;
  int settled = 0;
  for (int model = 0; model < models; ++model) {
    std::optional<std::vector<double>> ends[2];
    std::size_t passes[2] = {0, 0};
    for (const bool full : {false, true}) {
      std::mt19937 random(kSeed + static_cast<unsigned>(model));
      const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
      Hybrid m;
      const std::size_t size = 3 + pick(8);
      for (std::size_t i = 0; i < size; ++i)
        m.discrete("v" + std::to_string(i), static_cast<double>(pick(2)));
      m.equation("d.x = 1 + y");
      m.equation("y = v0 - 2*v1");
      const auto operand = [&](std::size_t below) -> std::string {
        const std::size_t kind = pick(6);
        if (kind == 0) return "(time > 1)";
        if (kind == 1) return "(x > 2)";
        if (kind == 2 || below == 0) return "(pre.v" + std::to_string(pick(size)) + " > 0.5)";
        return "(v" + std::to_string(pick(below)) + " > 0.5)";
      };
      for (std::size_t i = 0; i < size; ++i) {
        const std::string name = "v" + std::to_string(i);
        const std::string a = operand(i), b = operand(i);
        switch (pick(4)) {
          case 0:
            m.equals(name, a + " and not " + b);
            break;
          case 1:
            m.equals(name, a + " or " + b);
            break;
          case 2:
            m.when(name, {{{a}, "mod(pre." + name + " + 1, 3)"}, {{b}, "0"}});
            break;
          default:
            m.when(name, {{{a, b}, "if pre." + name + " > 0.5 then 0 else 1"}});
            break;
        }
      }
      try {
        m.prepare(0, {{"x", 1}}, full ? Hybrid::Scope::kFull : Hybrid::Scope::kRestricted);
        m.set("x") = 2;
        passes[full ? 1 : 0] = m.go(1, {}).passes;
        ends[full ? 1 : 0] = m.all;
      } catch (const Error&) {
        continue;
      }
    }
    ASSERT_EQ(ends[0].has_value(), ends[1].has_value()) << "model " << model;
    if (!ends[0]) continue;
    ++settled;
    EXPECT_EQ(*ends[0], *ends[1]) << "model " << model;
    EXPECT_EQ(passes[0], passes[1]) << "model " << model;
  }
  EXPECT_GT(settled, models / 3);
}

// n = n + 1 has no end and no relation that could be turned.
TEST(EventIteration, WhatIsGivenByItselfForEverIsTold) {
  Hybrid m;
  m.discrete("n");
  m.equation("d.x = 1");
  m.when("n", {{{"x > 0.5"}, "n + 1"}});
  m.prepare(0, {});
  try {
    m.set("x") = 0.5;
    m.go(0.5, {"x > 0.5"});
    FAIL() << "it has no end";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("write pre()"));
  }
}

}  // namespace
}  // namespace escapement::equations
