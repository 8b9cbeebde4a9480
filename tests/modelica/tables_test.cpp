// SPDX-License-Identifier: MIT
// Tables of the standard library's external functions, by what its documentation says they give.
#include <gmock/gmock.h>

#include "escapement/equations/tape.h"
#include "running.h"
#include "table_surface.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// smoothness: 1 linear, 2 Akima, 3 constant, 4 Fritsch and Butland, 5 Steffen, 6 modified Akima;
// extrapolation: 1 hold, 2 last two points, 3 periodic.
std::string with_table(const std::string& rows, int smoothness, int extrapolation, const std::string& body) {
  return R"(model M
    class Table extends ExternalObject;
      function constructor
        input String name; input String file; input Real table[:, :]; input Integer columns[:];
        input Integer smoothness; input Integer extrapolation; output Table t;
        external "C" t = ModelicaStandardTables_CombiTable1D_init3(file, name, table, columns, smoothness, extrapolation);
      end constructor;
      function destructor input Table t; external "C" ModelicaStandardTables_CombiTable1D_close(t); end destructor;
    end Table;
    function value input Table t; input Integer c; input Real u; output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, c, u);
    end value;
    parameter Table t = Table("NoName", "NoName", )" +
         rows + ", {2}, " + std::to_string(smoothness) + ", " + std::to_string(extrapolation) + ");\n" +
         body + "end M;";
}

TEST(Tables, StraightLinesGoOnBeyondTheEnds) {  // the example of the library's documentation
  RunningClass m(with_table("[0, 0; 1, 1; 2, 4; 4, 16]", 1, 2, "Real y = value(t, 1, time - 1);"));
  for (const auto& [time, y] :
       {std::pair{0.0, -1.0}, {1.0, 0.0}, {2.0, 1.0}, {2.5, 2.5}, {3.0, 4.0}, {6.0, 22.0}})
    EXPECT_NEAR(m.until(time)["y"], y, 1e-12) << time;
}

TEST(Tables, HoldConstantAndPeriodic) {
  RunningClass hold(with_table("[0, 3; 1, 5]", 1, 1, "Real y = value(t, 1, 2*time - 1);"));
  EXPECT_NEAR(hold.until(0.2)["y"], 3, 1e-12);
  EXPECT_NEAR(hold.until(0.75)["y"], 4, 1e-12);
  EXPECT_NEAR(hold.until(2)["y"], 5, 1e-12);
  RunningClass steps(with_table("[0, 3; 1, 5; 2, 7]", 3, 3, "Real y = value(t, 1, time);"));
  EXPECT_EQ(steps.until(0.9)["y"], 3);
  EXPECT_EQ(steps.until(1.1)["y"], 5);
  EXPECT_EQ(steps.until(2.1)["y"], 3);
}

// Akima's slopes of a parabola are its own, so that the cubics are the parabola; Steffen's are flat where it
// turns.
TEST(Tables, SplinesKeepTheirShape) {
  const char* rows = "[-2, 4; -1, 1; 0, 0; 1, 1; 2, 4]";
  RunningClass akima(with_table(rows, 2, 2, "Real y = value(t, 1, time - 2), slope = der(y);"));
  EXPECT_NEAR(akima.until(0.5)["y"], 2.25, 1e-12);
  EXPECT_NEAR(akima["slope"], -3, 1e-12);
  EXPECT_NEAR(akima.until(3.5)["y"], 2.25, 1e-12);
  EXPECT_NEAR(akima.until(5)["y"], 8, 1e-12);  // beyond: along the slope 4 from (2, 4)
  for (const int monotone : {4, 5}) {
    RunningClass m(with_table("[0, 0; 1, 1; 2, 1; 3, 2]", monotone, 1, "Real y = value(t, 1, time);"));
    EXPECT_NEAR(m.until(1.3)["y"], 1, 1e-12);  // no overshoot
    EXPECT_NEAR(m.until(1.7)["y"], 1, 1e-12);
  }
}

// Each element has its own rows: at 0.5 half of k.
TEST(Tables, TablesInArraysOfComponents) {
  RunningClass m(with_table("[0, 0; 1, 1]", 1, 2, R"(
    model Part
      parameter Real k = 1;
      parameter Table u = Table("NoName", "NoName", [0, 0; 1, k], {2}, 1, 2);
      Real y = value(u, 1, time);
    end Part;
    Part p[3](k = {2, 4, 6});
    Real s = p[1].y + 10*p[2].y + 100*p[3].y;)"));
  EXPECT_NEAR(m.until(0.5)["s"], 1 + 20 + 300, 1e-12);
}

// Akima's surface goes through the knots, reproduces u1 u2, which has no third derivatives, and depends on
// one of the two only where the grid does.
TEST(Tables, SmoothSurfaces) {
  equations::Terms terms;
  const auto at = [&](const std::vector<std::vector<double>>& y, double a, double b) {
    const std::vector<double> u1{0, 1, 2, 4}, u2{0, 2, 3};
    const equations::Term made =
        smooth_surface(terms, u1, u2, y, Extrapolation::kLastTwo, terms.constant(a), terms.constant(b));
    return equations::evaluate(terms, made, {}, 0);
  };
  const std::vector<std::vector<double>> product{{0, 0, 0}, {0, 2, 3}, {0, 4, 6}, {0, 8, 12}};
  EXPECT_NEAR(at(product, 1.3, 2.4), 1.3 * 2.4, 1e-13);
  EXPECT_NEAR(at(product, 5, 4), 20, 1e-12);  // goes on beyond the ends
  const std::vector<std::vector<double>> bumpy{{1, 5, 2}, {0, 2, 3}, {7, 4, 6}, {1, 8, 2}};
  EXPECT_NEAR(at(bumpy, 2, 2), 4, 1e-13);
  EXPECT_NEAR(at(bumpy, 4, 3), 2, 1e-13);
  const std::vector<std::vector<double>> ridge{{1, 1, 1}, {3, 3, 3}, {2, 2, 2}, {5, 5, 5}};
  const equations::Term curve =
      TableCurve({0, 1, 2, 4}, {1, 3, 2, 5}, Smoothness::kAkima, Extrapolation::kLastTwo)
          .value(terms, terms.constant(1.6), terms.constant(0));
  EXPECT_NEAR(at(ridge, 1.6, 0.7), equations::evaluate(terms, curve, {}, 0), 1e-13);
}

TEST(Tables, WhatATableCannotBeIsRefused) {
  EXPECT_THAT(failure_of(with_table("[0, 0; 2, 1; 1, 4]", 1, 2, "Real y = value(t, 1, time);"), 1),
              HasSubstr("the first column of a table must rise, but 1 follows 2"));
  EXPECT_THAT(failure_of(with_table("[0, 0; 1, 1]", 1, 2, "Real y = value(t, 2, time);"), 1),
              HasSubstr("the table has no output 2"));
  EXPECT_THAT(failure_of(with_table("[0, 0; 1, 1]", 1, 4, "Real y = value(t, 1, time);"), 2),
              AllOf(HasSubstr("reaches from 0 to 1"), HasSubstr("NoExtrapolation")));
}

// A sawtooth from 0 to 1 with period 1: it falls at 1 and at 2, and the area until 2.5 is 1/2 + 1/2 + 1/8.
TEST(Tables, PeriodicTablesOfTimeJumpAtEvents) {
  RunningClass m(R"(model M
    class Table extends ExternalObject;
      function constructor
        input String name; input String file; input Real table[:, :]; input Real startTime; input Integer columns[:];
        input Integer smoothness; input Integer extrapolation; input Real shiftTime; input Integer timeEvents;
        output Table t;
        external "C" t = ModelicaStandardTables_CombiTimeTable_init3(file, name, table, startTime, columns, smoothness,
          extrapolation, shiftTime, timeEvents);
      end constructor;
      function destructor input Table t; external "C" ModelicaStandardTables_CombiTimeTable_close(t); end destructor;
    end Table;
    function value input Table t; input Integer c; input Real u; input Real next; input Real before; output Real y;
      external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, c, u, next, before);
    end value;
    function nextEvent input Table t; input Real u; output Real next;
      external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, u);
    end nextEvent;
    parameter Table t = Table("NoName", "NoName", [0, 0; 1, 1], 0, {2}, 1, 3, 0, 1);
    discrete Real next(start = 0, fixed = true);
    Real y, area(start = 0, fixed = true);
  equation
    when {time >= pre(next), initial()} then next = nextEvent(t, time); end when;
    y = value(t, 1, time, next, pre(next));
    der(area) = y;
  end M;)");
  EXPECT_NEAR(m.until(0.75)["y"], 0.75, 1e-12);
  EXPECT_NEAR(m.until(1.25)["y"], 0.25, 1e-12);
  m.until(2.5);
  EXPECT_NEAR(m["area"], 1.125, 1e-9);
  EXPECT_EQ(m["next"], 3);
  EXPECT_EQ(m.counters().events, 2u);
}

}  // namespace
}  // namespace escapement::modelica
