// SPDX-License-Identifier: MIT
// What is told about equations, for systems small enough to be worked out by hand.
#include "escapement/equations/analysis.h"

#include <gmock/gmock.h>

#include "equations/hybrid_support.h"
#include "escapement/equations/unit_check.h"
#include "escapement/equations/units.h"

namespace escapement::equations {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using testing_support::FlatText;
using testing_support::Hybrid;
using testing_support::HybridSys;

TEST(Analysis, OfAPendulumInCartesianCoordinates) {
  FlatText m;
  for (const char* equation :
       {"d.x = vx", "d.y = vy", "d.vx = T*x", "d.vy = T*y - 9.81", "x*x + y*y = 1", "h = y"})
    m.equation(equation);
  m.system.variables[m.unknown("x")].start = 1;
  const Analysis a = analyse(m.system);
  EXPECT_EQ(a.equations, 6U);
  EXPECT_EQ(a.unknowns, 6U);  // four derivatives, T and h
  ASSERT_EQ(a.aliases.size(), 1U);
  EXPECT_EQ(a.aliases[0].variable + " = " + a.aliases[0].value, "h = y");
  // The constraint twice, so that it tells of accelerations, and x' = vx, y' = vy once for their sake.
  ASSERT_EQ(a.differentiated.size(), 3U);
  EXPECT_EQ(a.differentiated[2].equation, "x * x + y * y = 1");
  EXPECT_EQ(a.differentiated[2].times, 2);
  EXPECT_EQ(a.differentiated[0].times, 1);
  EXPECT_EQ(a.states.size(), 2U);
  EXPECT_FALSE(a.states_for_ever);
  // x from the constraint; its speed by itself; the accelerations with T.
  ASSERT_FALSE(a.blocks.empty());
  EXPECT_EQ(a.blocks[0].kind, "nonlinear");
  EXPECT_THAT(a.blocks[0].unknowns, ElementsAre("x"));
  const std::string text = to_text(a);
  EXPECT_THAT(
      text, AllOf(HasSubstr("6 equations for 6 unknowns"), HasSubstr("1 variable under another name: h = y"),
                  HasSubstr("x * x + y * y = 1    2 times"),
                  HasSubstr("chosen at the start values; elsewhere others may be taken")));
}

// v = 10 - R i, v = 3 i^3: one unknown is torn.
TEST(Analysis, TellsTearing) {
  FlatText m;
  m.equation("v = 10 - 2*i");
  m.equation("v = 3*i^3");
  m.equation("d.x = v");
  const Analysis a = analyse(m.system);
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_EQ(a.blocks[0].kind, "nonlinear");
  EXPECT_THAT(a.blocks[0].unknowns, UnorderedElementsAre("v", "i"));
  EXPECT_THAT(a.blocks[0].torn, ElementsAre("i"));
  EXPECT_EQ(a.explicit_blocks, 1U);
  EXPECT_EQ(a.largest_block(), 2U);
  EXPECT_THAT(to_text(a), HasSubstr("torn: i"));
}

// An ideal diode conducts while s > 0 and s depends on whether it does.
TEST(Analysis, MixedBlocksAreToldWithTheirRelations) {
  Hybrid m;
  m.discrete("off");
  m.equals("off", "s < 0");
  m.equation("i = if off then 0 else s");
  m.equation("u = if off then s else 0");
  m.equation("sin(time) = u + 5*i");
  m.equation("d.x = i");
  const Analysis a = analyse(m.system);
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_THAT(a.blocks[0].kind, HasSubstr("mixed"));
  EXPECT_THAT(a.blocks[0].together_with, UnorderedElementsAre("off", "s < 0"));
  EXPECT_THAT(to_text(a), HasSubstr("together with: off, s < 0"));
}

TEST(Analysis, CountsTheNodesOfHybridSys) {
  HybridSys m(Hybrid::Scope::kRestricted);
  const Analysis a = analyse(m.system);
  EXPECT_EQ(a.count(IterationRole::kLoop), 16U);
  EXPECT_EQ(a.count(IterationRole::kUpdate), 4U);
  EXPECT_EQ(a.count(IterationRole::kApart), 6U);
  EXPECT_THAT(to_text(a), AllOf(HasSubstr("event graph: 26 nodes"), HasSubstr("update (4): ")));
}

TEST(Analysis, LongListsAreCut) {
  FlatText m;
  for (int i = 0; i < 9; ++i) m.equation("d.x" + std::to_string(i) + " = 1");
  EXPECT_THAT(to_text(analyse(m.system), 2), HasSubstr("9 states: x0, x1 and 7 more\n"));
}

TEST(Units, AreReadAsTheSpecificationWritesThem) {
  const auto text = [](const char* unit) {
    const auto dimension = dimension_of(unit);
    return dimension ? dimension_text(*dimension) : "unknown";
  };
  EXPECT_EQ(text("kg.m/s2"), text("N"));
  EXPECT_EQ(text("J/(kg.K)"), "m2/s2.K");
  EXPECT_EQ(text("W/(m2.K4)"), "kg/s3.K4");
  EXPECT_EQ(text("1/Ohm"), text("S"));
  EXPECT_EQ(text("V.s"), text("Wb"));
  EXPECT_EQ(text("m.s-2"), text("m/s2"));
  EXPECT_EQ(text("rad/s"), "1/s");
  EXPECT_EQ(text("mA"), "A");
  EXPECT_EQ(text("min"), "s");
  EXPECT_EQ(text("cd"), "cd");
  EXPECT_EQ(text("MHz"), "1/s");
  for (const char* wrong : {"", "furlong", "m/", "(m", "m)", "m..s", "m99999", "((((((((((m))))))))))"})
    EXPECT_EQ(text(wrong), "unknown") << wrong;
}

TEST(Units, ThatDoNotFitAreNamedWithTheirParts) {
  FlatText m;
  const auto unit = [&](const char* name, const char* text) {
    m.system.variables[m.unknown(name)].unit = text;
  };
  unit("v", "V");
  unit("i", "A");
  unit("R", "Ohm");
  unit("x", "m");
  m.equation("v = R*i");
  m.equation("d.x = 3*w");  // w has no unit
  m.equation("R + i = 2");
  m.system.equations.back().where = {"M.mo", 7, 3, ""};
  m.equation("x + 1 = d.x");
  m.system.equations.back().where = {"M.mo", 8, 3, ""};
  const auto found = check_units(m.system);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].where.line, 7);
  EXPECT_THAT(found[0].message,
              HasSubstr("the units of R + i = 2 do not fit: 'R' is in m2.kg/s3.A2 and 'i' in A"));
  EXPECT_THAT(found[1].message, HasSubstr("'x + 1' is in m and 'der(x)' in m/s"));
}

// if c then p = 0 else q = 0: each branch by itself; and equations that run over pages are cut.
TEST(Units, OfBranchesAreTheirOwn) {
  FlatText m;
  m.system.variables[m.unknown("p")].unit = "Pa";
  m.system.variables[m.unknown("q")].unit = "kg/s";
  m.equation("if p > 3 then p - 2 else q = 0");
  EXPECT_THAT(check_units(m.system), IsEmpty());
  m.equation("if p > 3 then p - 2 else q - p = 0");
  const auto found = check_units(m.system);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("'q' is in kg/s and 'p' in kg/m.s2"));
  std::string sum = "q";
  for (int i = 2; i < 200; ++i) sum += " + q";
  m.equation(sum + " = p");
  m.system.equations.back().where.line = 9;
  ASSERT_EQ(check_units(m.system).size(), 2U);
  EXPECT_LT(check_units(m.system)[1].message.size(), 600U);
}

// Parts that terms share are looked at once, and long sums need no deep recursion.
TEST(Units, OfLargeTermsAreToldInTime) {
  FlatText m;
  m.system.variables[m.unknown("v")].unit = "V";
  Terms& terms = m.system.terms;
  Term shared = m.term("v"), sum = m.term("v");
  for (int i = 0; i < 60; ++i) shared = terms.make(Operation::kMax, shared, terms.add(shared, shared));
  for (int i = 0; i < 20000; ++i) sum = terms.add(sum, terms.multiply(terms.constant(1 + i), m.term("v")));
  m.system.equations.push_back({m.term("v"), shared, {}, {}});
  m.system.equations.push_back({sum, shared, {}, {}});
  EXPECT_THAT(check_units(m.system), IsEmpty());
}

}  // namespace
}  // namespace escapement::equations
