// SPDX-License-Identifier: MIT
// Micro-Modelica: what is written, that it is read back as the same model, and what is refused.
#include "escapement/modelica/micro_modelica.h"

#include <gmock/gmock.h>

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

TEST(MicroModelica, RefusesWithEveryReason) {
  EXPECT_THAT([] { written("model M input Real u; Real x(start = 0); equation der(x) = u; end M;"); },
              ThrowsMessage<InputError>(HasSubstr("micro-Modelica cannot express the input 'u'")));
  EXPECT_THAT(
      [] { written("model M Real x(start = 1), z; equation der(x) = -z; z + z^3 = x; end M;"); },
      ThrowsMessage<InputError>(HasSubstr("micro-Modelica cannot express the algebraic loop for 'z'")));
  EXPECT_THAT(
      [] { written("model M Real x(start = 1); equation der(x) = if x > 0 then -sqrt(x) else 0; end M;"); },
      ThrowsMessage<InputError>(HasSubstr("an 'if' of which only one branch may be computed")));
  EXPECT_THAT(
      [] {
        written("model M Real x(start = 1); equation der(x) = noEvent(if x > 0 then -1 else 0); end M;");
      },
      ThrowsMessage<InputError>(HasSubstr("where it is no condition of a when")));
  EXPECT_THAT(
      [] {
        written(R"(model M Real x(start = 1), y; equation der(x) + der(y) = 1; x = 2*y + time; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("a constraint between states")));
  EXPECT_THAT(
      [] {
        written(R"(model M Real x(start = 1); discrete Real d; equation der(x) = d;
                   when {initial(), x > 2} then d = 1; end when; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("initial() in a when")));
  EXPECT_THAT(
      [] {
        written(R"(model M Real x(start = 1); discrete Real d(start = 0); equation der(x) = d;
                   when sample(0.25, 0.5) then d = x; end when; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("where it is no condition of a when")));
  EXPECT_THAT(
      [] {
        written(R"(model M parameter Real p(fixed = false); Real x(start = 1, fixed = true);
                   initial equation p = 2*x; equation der(x) = p; end M;)");
      },
      ThrowsMessage<InputError>(HasSubstr("the parameter 'p', which equations of the beginning determine")));
}

}  // namespace
}  // namespace escapement::modelica
