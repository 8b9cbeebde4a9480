// SPDX-License-Identifier: MIT
// Flat Modelica to flat equations: what comes out is read off the source by the rules of the specification.
#include "escapement/modelica/translate.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"
#include "escapement/modelica/front_end.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

struct Text {
  Translated made;
  explicit Text(const std::string& body) {
    Source source;
    source.texts.emplace_back("test.mo", body);
    source.use_environment = false;
    const auto flat = flatten(source, "M");
    made = translate(*flat);
  }
  std::vector<std::string> equations() const {
    std::vector<std::string> texts;
    for (const auto& one : made.system.equations) texts.push_back(made.system.text(one));
    return texts;
  }
  std::vector<std::string> initial() const {
    std::vector<std::string> texts;
    for (const auto& one : made.system.initial_equations) texts.push_back(made.system.text(one));
    return texts;
  }
  std::vector<std::string> discrete() const {
    std::vector<std::string> texts;
    for (const auto& one : made.system.discrete_equations) {
      std::string text = made.system.variables[one.variable].name + " = ";
      if (one.value) text += made.system.text(*one.value);
      for (const auto& branch : one.when) {
        text += "when";
        for (const auto condition : branch.conditions) text += " " + made.system.text(condition);
        text += branch.at_start ? " initial" : "";
        text += ": " + made.system.text(branch.value) + "; ";
      }
      texts.push_back(text);
    }
    return texts;
  }
};

std::string fault(const std::string& body) {
  try {
    Text text(body);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Translate, ArraysAndLoopsBecomeScalars) {
  const Text m(R"(model M
    parameter Integer n = 3;
    Real x[n](each start = 1), s;
  equation
    for i in 1:n loop
      der(x[i]) = if i == 1 then -x[1] else x[i - 1] - x[i];
    end for;
    s = sum(x);
  end M;)");
  EXPECT_THAT(m.equations(), UnorderedElementsAre("der(x[1]) = -x[1]", "der(x[2]) = x[1] - x[2]",
                                                  "der(x[3]) = x[2] - x[3]", "s = x[1] + x[2] + x[3]"));
  EXPECT_EQ(m.made.system.variables[*m.made.system.find("x[2]")].start, 1);
}

TEST(Translate, MatricesMultiply) {
  const Text m(R"(model M
    Real x[2], y[2];
    parameter Real A[2, 2] = [1, 2; 3, 4];
  equation
    y = [1, 2; 0, 4]*x;
    x = {time, 1};
  end M;)");
  EXPECT_THAT(m.equations(),
              UnorderedElementsAre("y[1] = x[1] + 2 * x[2]", "y[2] = 4 * x[2]", "x[1] = time", "x[2] = 1"));
}

TEST(Translate, FunctionsAreRunWithTerms) {
  const Text m(R"(model M
    function f
      input Real u;
      input Integer n = 2;
      output Real y;
    algorithm
      y := 0;
      for i in 1:n loop
        y := y*u + i;
      end for;
      if u < 0 then
        y := -y;
      end if;
    end f;
    Real a = time, b;
  equation
    b = f(a);
  end M;)");
  // (0 u + 1) u + 2, and the other sign below zero; relations in functions are no events
  EXPECT_THAT(m.equations(),
              UnorderedElementsAre("a = time", "b = noEvent(if a < 0 then -(a + 2) else a + 2)"));
}

TEST(Translate, WhensGiveDiscreteVariables) {
  const Text m(R"(model M
    Real x(start = 1, fixed = true);
    discrete Real last(start = 3);
    Integer n(start = 0);
    Boolean b;
  equation
    der(x) = -x;
    b = x < 0.5;
    when {b, initial()} then
      last = x;
    elsewhen time > 5 then
      last = 0;
      n = pre(n) + 1;
    end when;
  end M;)");
  EXPECT_THAT(m.discrete(),
              UnorderedElementsAre("last = when b initial: x; when time > 5: 0; ",
                                   // the first branch wins where it fires, and leaves n as it is
                                   "n = when b initial: pre(n); when time > 5: pre(n) + 1; ", "b = x < 0.5"));
}

TEST(Translate, DiscreteEquationsAreMatchedWithWhatTheyCanGive) {
  const Text m(R"(model M
    Boolean a, b, c;
  equation
    a = b;
    time > 1 = b;
    c = not a;
  end M;)");
  EXPECT_THAT(m.discrete(), UnorderedElementsAre("a = b", "b = time > 1", "c = not a"));
}

TEST(Translate, AlgorithmsGiveWhatTheyAssign) {
  const Text m(R"(model M
    Real x = time, y;
    Integer k(start = 7);
  algorithm
    y := 2*x;
    y := y + 1;
    when x > 3 then
      k := k + 1;
    end when;
  end M;)");
  EXPECT_THAT(m.equations(), UnorderedElementsAre("x = time", "y = 2 * x + 1"));
  const auto discrete = m.discrete();
  ASSERT_EQ(discrete.size(), 2U);
  EXPECT_THAT(discrete[0], HasSubstr("= x > 3"));
  EXPECT_THAT(discrete[1], HasSubstr("then pre(k) + 1 else pre(k)"));
}

TEST(Translate, IfEquationsBecomeIfTerms) {
  const Text m(R"(model M
    Real x, y;
  equation
    if time > 1 then
      x = 1;
      2*y = x;
    else
      x = 2;
      y = 3;
    end if;
  end M;)");
  EXPECT_THAT(m.equations(), UnorderedElementsAre("x = if time > 1 then 1 else 2",
                                                  "(if time > 1 then 2 * y - x else y - 3) = 0"));
}

TEST(Translate, ParametersHaveValuesWhateverTheirOrder) {
  const Text m(R"(model M
    parameter Real b = 2*a;
    parameter Real a = 3;
    parameter Real c(fixed = false);
    Real x;
  initial equation
    x = 1;
  equation
    der(x) = b - c;
  end M;)");
  EXPECT_EQ(m.made.parameters[*m.made.system.find("b")], 6);
  EXPECT_TRUE(m.made.system.variables[*m.made.system.find("c")].computed);
  EXPECT_THAT(m.initial(), ElementsAre("x = 1"));
}

TEST(Translate, WhatIsNotSupportedIsRefusedByName) {
  EXPECT_THAT(fault(R"(model M
    function f
      input Real u;
      output Real y;
      external "C" y = my_f(u);
    end f;
    Real y = f(time);
  end M;)"),
              ::testing::AllOf(HasSubstr("the external function"), HasSubstr("my_f"),
                               HasSubstr("not supported yet")));
}

// What an assertion of an algorithm asks for counts where it is reached: the first one unless x > 1.
TEST(Translate, AssertionsOfAlgorithmsHoldWhereTheyAreReached) {
  Text text(R"(model M
    Real x(start = 0), y;
  algorithm
    y := x;
    if x > 1 then
      y := 2*x;
    else
      assert(x > -1, "x is too small");
    end if;
    assert(y < 9, "y is too large");
  equation
    der(x) = 1;
  end M;)");
  std::vector<std::string> conditions, messages;
  for (const auto& one : text.made.system.assertions) {
    conditions.push_back(text.made.system.text(one.condition));
    messages.push_back(one.message);
  }
  EXPECT_THAT(messages, ElementsAre("x is too small", "y is too large"));
  EXPECT_THAT(conditions.at(0), "x > 1 or x > -1");
  EXPECT_THAT(fault(R"(model M
    Real x(start = 1);
  equation
    der(x) = -1;
  algorithm
    when x < 0 then
      reinit(x, 1);
    end when;
  end M;)"),
              HasSubstr("reinit() stands in an algorithm"));
}

// The time constant of infinitely fast processes goes into a component by a modifier; what stands on it is
// kept as it was written, through as many parameters as there are between.
TEST(Translate, ThetaStaysInWhatStandsOnIt) {
  Text text(R"(
    model M
      model Capacitor
        parameter Real C = twice/2;
        parameter Real twice = 2;
        Real v(start = 0); Real i;
      equation
        C*der(v) = i;
      end Capacitor;
      parameter Real THETA = 1;
      parameter Real other = 3;
      model Mobility parameter Real THETA = 0.1; end Mobility;
      Mobility none;
      Capacitor slow(twice = 2*other), fast(twice = 2e-12*THETA);
    equation
      slow.i = -slow.v; fast.i = slow.v - fast.v;
    end M;)");
  const auto& system = text.made.system;
  ASSERT_EQ(system.theta.size(), 1U);
  EXPECT_EQ(system.variables[system.theta[0]].name, "THETA");
  const auto value = [&](const char* name) {
    const auto& one = system.variables[*system.find(name)];
    return one.value ? system.text(*one.value) : "";
  };
  EXPECT_EQ(value("fast.twice"), "2e-12 * THETA");
  EXPECT_EQ(value("fast.C"), "fast.twice / 2");
  EXPECT_EQ(value("slow.C"), "");
  EXPECT_EQ(text.made.parameters[*system.find("slow.C")], 3);
}

TEST(Translate, AStateIsSetInOneWhenEquationOnly) {
  const auto faults = [](const std::string& text) -> std::string {
    try {
      Source source;
      source.use_environment = false;
      source.texts.emplace_back("test.mo", text);
      translate(*flatten(source, "M"));
      return {};
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(faults("model M\nReal x(start = 0, fixed = true);\nequation\nder(x) = 1;\n"
                     "when time >= 1 then reinit(x, 10); end when;\n"
                     "when time >= 2 then reinit(x, 20); end when;\nend M;"),
              AllOf(HasSubstr("test.mo:6:1"),
                    HasSubstr("reinit() sets 'x' in two when-equations, this one and "
                              "that at test.mo:5:1; it may be set in one only"),
                    HasSubstr("elsewhen b then reinit(x, ...)")));
  EXPECT_EQ(
      faults("model M\nReal x(start = 0, fixed = true);\nequation\nder(x) = 1;\n"
             "when time >= 1 then reinit(x, 10); elsewhen time >= 2 then reinit(x, 20); end when;\nend M;"),
      "");
}

TEST(Translate, SamplesHaveAnIntervalAboveZero) {
  const auto fault = [](const std::string& interval) -> std::string {
    Source source;
    source.use_environment = false;
    source.texts.emplace_back(
        "test.mo",
        "model M\nparameter Real T = -1;\nInteger n(start = 0, fixed = true);\nequation\n"
        "when sample(0, " +
            interval + ") then n = pre(n) + 1; end when;\nend M;");
    try {
      translate(*flatten(source, "M"));
      return {};
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(fault("0"), AllOf(HasSubstr("test.mo:5:6"),
                                HasSubstr("the interval of sample() is 0; it must be above 0")));
  EXPECT_THAT(fault("T"), HasSubstr("the interval of sample() is -1; it must be above 0"));
  EXPECT_EQ(fault("0.5"), "");
}

}  // namespace
}  // namespace escapement::modelica
