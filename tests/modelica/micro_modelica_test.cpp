// SPDX-License-Identifier: MIT
// Micro-Modelica: what is written, that it is read back as the same model, and what is refused.
#include "escapement/modelica/micro_modelica.h"

#include <gmock/gmock.h>

#include <sstream>

#include "escapement/modelica/front_end.h"
#include "escapement/qss_solver/solver.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

Translated translated(const std::string& text, const std::string& name = "M") {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", text);
  return translate(*flatten(source, name));
}

std::string written(const std::string& text) {
  return micro_modelica(translated(text), "M");
}

// The same values by the same method, each under its name in one model and the other.
void expect_the_same(const std::string& text, const std::vector<std::pair<std::string, std::string>>& names,
                     double until) {
  const Translated first = translated(text);
  const std::string micro = micro_modelica(first, "M");
  SCOPED_TRACE(micro);
  const qss::Method method = qss::method_of("qss3", 1e-6);
  qss_solver::Solver one(first.system, method), other(translated(micro).system, method);
  one.start(0);
  other.start(0);
  for (int k = 1; k <= 20; ++k) {
    const double t = until * k / 20;
    one.advance(t);
    other.advance(t);
    for (const auto& [name, micro_name] : names)
      EXPECT_NEAR(one.value(name, t), other.value(micro_name, t), 1e-4) << name << " at " << t;
  }
}

constexpr const char* kBall = R"(model M
    parameter Real e = 0.7;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true), energy;
    discrete Integer n(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    energy = 9.81*h + v^2/2;
    when h <= 0 then
      reinit(v, -e*v);
      n = pre(n) + 1;
    end when;
  end M;)";

TEST(MicroModelica, HasStatesAlgebraicsDiscretesAndWhens) {
  EXPECT_THAT(
      written(kBall),
      AllOf(HasSubstr("parameter Real e = 0.7;"), HasSubstr("Real x[2](start = {1, 0}, each fixed = true);"),
            HasSubstr("// x[1] is h"), HasSubstr("der(x[1]) = x[2];"), HasSubstr("der(x[2]) = -9.81;"),
            HasSubstr("a[1] = "), HasSubstr("when x[1] <= 0 then\n    reinit(x[2], "),
            HasSubstr(" := pre(d[1]) + 1;"), Not(HasSubstr("if "))));
}

TEST(MicroModelica, IsReadBackAsTheSameModel) {
  expect_the_same(kBall, {{"h", "x[1]"}, {"v", "x[2]"}, {"n", "d[1]"}, {"energy", "a[1]"}}, 1.6);
}

// Quanta are measured by nominal values: where a model has some they are said, too, else not.
TEST(MicroModelica, KeepsNominalValues) {
  const char* text = R"(model M
      Real p(start = 1e5, fixed = true, nominal = 1e5), q(start = 1e-6, fixed = true, nominal = 1e-6);
    equation
      der(p) = -1e11*q;
      der(q) = 1e-11*p - 0.1*q;
    end M;)";
  EXPECT_THAT(written(text),
              HasSubstr("Real x[2](start = {1e+05, 1e-06}, each fixed = true, nominal = {1e+05, "
                        "1e-06});"));
  EXPECT_THAT(written(kBall), Not(HasSubstr("nominal")));
}

// As the paper's translator writes it: start values by functions, a ball (of 1 kg, x[2] high) over a spring
// with a damper. It falls 1 m in sqrt(2/9.8) s, is pushed up again, and comes to rest where m g = k (-x[2]).
TEST(MicroModelica, IsReadAsThePaperWritesIt) {
  const char* text = R"(model Ball
      constant Integer N = 2;
      Real x[N](start = xinit());
      discrete Real d[1](start = dinit());
      Real a[1];
      parameter Real m = 1.0, g = 9.8, k = 10000.0, b = 10.0;
      function xinit
        output Real x[N];
      algorithm
        x[2] := 1.0;
        x[1] := 0.0;
      end xinit;
      function dinit
        output Real d[1];
      algorithm
        d[1] := 1.0;
      end dinit;
    equation
      der(x[2]) = x[1];
      a[1] = -d[1] * g + (1.0 - d[1]) * (((-b) * x[1] + (-k) * x[2]) / m - g);
      der(x[1]) = a[1];
    algorithm
      when x[2] > 0.0 then
        d[1] := 1.0;
      elsewhen x[2] < 0.0 then
        d[1] := 0.0;
      end when;
    end Ball;)";
  const Translated model = translated(text, "Ball");
  for (const char* method : {"qss2", "qss3", "liqss2", "liqss3"}) {
    SCOPED_TRACE(method);
    qss_solver::Solver solver(model.system, qss::method_of(method, 1e-5));
    solver.start(0);
    while (solver.value("d[1]", solver.now()) != 0) solver.instant();
    EXPECT_NEAR(solver.now(), std::sqrt(2 / 9.8), 1e-6);
    // With v = -sqrt(2 g) and w = sqrt(k) a half period of the spring later it leaves, slowed down by exp(-b
    // pi / 2w).
    while (solver.value("d[1]", solver.now()) != 1) solver.instant();
    EXPECT_NEAR(solver.value("x[1]", solver.now()),
                std::sqrt(2 * 9.8) * std::exp(-10 * std::acos(-1.0) / 200), 0.02);
    solver.advance(20);
    EXPECT_NEAR(solver.value("x[2]", 20), -9.8 / 10000, 2e-4);
  }
}

// Relations in equations and Boolean equations become d[] that whens keep.
TEST(MicroModelica, RelationsBecomeDiscreteVariables) {
  const char* text = R"(model M
      Real x(start = 0, fixed = true), y(start = 0, fixed = true);
      Boolean high = x > 0.5, both = high and y < 1;
    equation
      der(x) = if both then 0.2 else 1;
      der(y) = if x > 1 then -1 else 2;
    end M;)";
  expect_the_same(text, {{"x", "x[1]"}, {"y", "x[2]"}}, 2);
}

// A tick at the start and what initial() does are in the start values; a count of ticks, an equality of modes
// and a root on one side of its end go to and fro. x falls by 0.1 a second, so 1, 0.9 ... are what is
// sampled.
TEST(MicroModelica, SaysMoreWithTheWordsOfTheSubset) {
  const char* text = R"(model M
      type Mode = enumeration(up, down);
      Real x(start = 1, fixed = true), h(start = 1, fixed = true);
      discrete Real held(start = 0, fixed = true), sum(start = 0, fixed = true), begun(start = 0, fixed = true);
      Mode mode(start = Mode.up, fixed = true);
    equation
      der(x) = if mode == Mode.up then -0.1 else 0.1;
      der(h) = if h > 0 then -sqrt(h) else 0;
      when sample(0, 1) then
        held = x;
        sum = pre(sum) + x;
      end when;
      when initial() then
        begun = 7;
      end when;
      when time > 2.5 then
        mode = Mode.down;
      end when;
      assert(x > -1, "low");
    end M;)";
  const std::string micro = written(text);
  EXPECT_THAT(micro,
              AllOf(HasSubstr(" >= pre("), HasSubstr("sqrt("), HasSubstr("// left out: assert(x > -1)"),
                    Not(HasSubstr("sample(")), Not(HasSubstr("initial("))));
  const Translated read = translated(micro);
  const auto value = [&](const std::string& own, double t) {
    const std::size_t is = micro.find(" is " + own + "\n");
    const std::size_t line = micro.rfind("// ", is) + 3;
    qss_solver::Solver solver(read.system, qss::method_of("qss3", 1e-6));
    solver.start(0);
    solver.advance(t);
    return solver.value(micro.substr(line, is - line), t);
  };
  EXPECT_EQ(value("begun", 0.5), 7);
  EXPECT_NEAR(value("held", 0.5), 1, 1e-6);
  EXPECT_NEAR(value("sum", 2.2), 1 + 0.9 + 0.8, 1e-5);
  EXPECT_NEAR(value("x", 3.5), 0.85, 1e-5);
  EXPECT_NEAR(value("h", 1), 0.25, 1e-4);
  EXPECT_NEAR(value("h", 3), 0, 1e-4);
}

// Two resistors in a bridge give two equations for two unknowns: 3 a + b = x, a + 2 b = 1.
TEST(MicroModelica, SmallLinearLoopsAreSolved) {
  expect_the_same(R"(model M
      Real x(start = 0, fixed = true), a, b;
    equation
      der(x) = a - x;
      3*a + b = x;
      a + 2*b = 1;
    end M;)",
                  {{"x", "x[1]"}}, 3);
}

// Texts are whole, however long or deep: what is too large for one line is an a[] of its own. Rounds of
// Newton's method read what the last one gave three times, so the text of 20 would have 3^20 parts; for a = x
// they come to b with b^2 = a/(1 + ...), whatever that is, in both. The chain has the value of its branch.
TEST(MicroModelica, WritesLongExpressionsWhole) {
  const auto same = [](const std::string& text, const std::vector<std::pair<std::string, std::string>>& names,
                       double until) {
    EXPECT_THAT(written(text), Not(HasSubstr("...")));
    expect_the_same(text, names, until);
  };
  same(R"(model M
      function f input Real a; output Real b;
      algorithm b := a; for i in 1:20 loop b := b - (b^2 - a)/(2*b + 0.1); end for; end f;
      Real x(start = 1, fixed = true);
    equation
      der(x) = -f(x);
    end M;)",
       {{"x", "x[1]"}}, 1);
  std::string chain = "if x < 0.01 then x";
  for (int k = 2; k <= 120; ++k)
    chain += " elseif x < " + std::to_string(k) + "/100 then " + std::to_string(k) + "*x";
  same(
      "model M Real x(start = 0.305, fixed = true), y(start = 0, fixed = true); equation der(x) = 0.2; "
      "der(y) = noEvent(" +
          chain + " else 0); end M;",
      {{"x", "x[1]"}, {"y", "x[2]"}}, 1);
}

// Only comments are shortened: a loop of many rounds has one condition for each.
TEST(MicroModelica, WritesLoopsOfFunctionsWhole) {
  const std::string text = R"(model M
      function f input Real a; output Real b;
      algorithm b := a; while b > 1 loop b := b/2; end while; end f;
      Real x(start = 0.5, fixed = true);
    equation
      der(x) = -f(x);
    end M;)";
  std::istringstream lines(written(text));
  for (std::string line; std::getline(lines, line);)
    ASSERT_TRUE(line.find("//") != std::string::npos || line.find("...") == std::string::npos) << line;
  const Translated read = translated(written(text));
  qss_solver::Solver solver(read.system, qss::method_of("qss3", 1e-6));
  solver.start(0);
  solver.advance(1);
  EXPECT_NEAR(solver.value("x[1]", 1), 0.5 * std::exp(-1), 1e-4);
}

TEST(MicroModelica, RefusesWithEveryReason) {
  EXPECT_THAT([] { written("model M input Real u; Real x(start = 0); equation der(x) = u; end M;"); },
              ThrowsMessage<InputError>(HasSubstr("micro-Modelica cannot express the input 'u'")));
  EXPECT_THAT(
      [] { written("model M Real x(start = 1), z; equation der(x) = -z; z + z^3 = x; end M;"); },
      ThrowsMessage<InputError>(HasSubstr("micro-Modelica cannot express the algebraic loop for 'z'")));
  EXPECT_THAT(
      [] {
        written(
            "function f input Real a; output Real b; algorithm b := if a == 1 then -1 else 0; end f; model M "
            "Real "
            "x(start = 1); equation der(x) = f(x); end M;");
      },
      ThrowsMessage<InputError>(HasSubstr("where it is no condition of a when")));
  EXPECT_THAT(
      [] {
        written(R"(model M Real x(start = 1), y; equation der(x) + der(y) = 1; x = 2*y + time; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("a constraint between states")));
  EXPECT_THAT(
      [] {
        written(R"(model M parameter Real p(fixed = false); Real x(start = 1, fixed = true);
                   initial equation p = 2*x; equation der(x) = p; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("the parameter 'p', which equations of the beginning determine")));
}

}  // namespace
}  // namespace escapement::modelica
