// SPDX-License-Identifier: MIT
// Explicit methods say when it is stiffness that makes their steps short, and only then.
#include <gmock/gmock.h>

#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/qss_solver/part.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

constexpr Kind kExplicitKinds[] = {Kind::kQss1, Kind::kQss2, Kind::kQss3};

// Eigenvalues near -0.01 and -99.99 (Migoni and Kofman): x2 has the time constant 1/100.
TEST(Stiffness, IsToldWithTheStateAndItsTimeConstant) {
  for (const Kind kind : kExplicitKinds) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x1 = 0.01*x2");
    text.equation("d.x2 = -100*x1 - 100*x2 + 2020");
    start(text, "x1", 0);
    start(text, "x2", 20);
    Solver solver(text.system, method(kind, 1e-3, 1e-3));
    solver.start(0);
    solver.advance(1000);
    ASSERT_TRUE(solver.stiffness());
    EXPECT_EQ(solver.stiffness()->state, "x2");
    EXPECT_NEAR(solver.stiffness()->time_constant, 0.01, 1e-12);
    EXPECT_GE(solver.stiffness()->steps, 10000U);
    EXPECT_LE(solver.stiffness()->at, 1000);
  }
}

// Through a loop: z + z^3 = 200 x, x' = -z + 3, slope -200/(1 + 3 z^2).
TEST(Stiffness, IsSeenThroughBlocksOfEquations) {
  Text text;
  text.equation("z + 0.01*z*z*z = 2000*x");
  text.equation("d.x = 1 - z");
  start(text, "x", 0);
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-6));
  solver.start(0);
  solver.advance(100);
  ASSERT_TRUE(solver.stiffness());
  EXPECT_NEAR(solver.stiffness()->time_constant, 1.03 / 2000, 1e-5);  // at z = 1
}

TEST(Stiffness, IsNotToldOfWhatTakesManyStepsForItsAccuracy) {
  for (const Kind kind : kExplicitKinds) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = v");
    text.equation("d.v = -x - 0.01*v + sin(0.3*time)");
    text.equation("d.y = -y + x");
    for (const char* name : {"x", "v", "y"}) start(text, name, 1);
    Solver solver(text.system, method(kind, 1e-4, 1e-6));
    solver.start(0);
    solver.advance(kind == Kind::kQss1 ? 20 : 600);
    EXPECT_GT(solver.counts().steps, 15000U);
    EXPECT_FALSE(solver.stiffness());
  }
}

TEST(Stiffness, IsNoMatterOfImplicitMethods) {
  Text text;
  text.equation("d.x = -1000*x + sin(time)");
  start(text, "x", 1);
  Solver solver(text.system, method(Kind::kLiqss1, 1e-4, 1e-7));
  solver.start(0);
  solver.advance(10);
  EXPECT_FALSE(solver.stiffness());
}

// Once, whatever follows, and with what serves better.
TEST(Stiffness, APartTellsItsRun) {
  Text text;
  text.equation("d.x = 1000*sin(time) - 1000*x");
  start(text, "x", 0);
  std::vector<std::string> told;
  continuous::Run run;
  run.set_warn([&told](double /*time*/, const std::string& part, const std::string& message) {
    told.push_back(part + ": " + message);
  });
  PartOptions options;
  options.method = method(Kind::kQss2, 1e-3, 1e-6);
  Coupled root("root");
  root.add<Part>("Lag", text.system, options, &run);
  Simulator simulator(flatten(root));
  simulator.run(60);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told[0], testing::AllOf(testing::HasSubstr("Lag: 'x' is stiff for qss2: most of its "),
                                      testing::HasSubstr("a time constant of 0.001 s asks for"),
                                      testing::HasSubstr("--solver liqss2 or cvode needs fewer steps")));
}

// Three states that are stiff together, though stable: eigenvalues -2.5e5 and -2.5e4 with 1.3e5 i, each sees
// one other. Choices one by one would go on for ever, 3e7 times (qss/outlook.h); they choose together, come
// to rest, and nothing is told. There x + 1.5 y = 0, y + 1.5 z = 1 and z + 1.5 x = 2, so x (1 + 1.5^3) = 1.5
// (1.5 * 2 - 1).
TEST(Outlook, IsNotToldOfWhatIsCarried) {
  Text text;
  text.equation("d.x = -100000*(x + 1.5*y)");
  text.equation("d.y = -100000*(y + 1.5*z - 1)");
  text.equation("d.z = -100000*(z + 1.5*x - 2)");
  for (const char* name : {"x", "y", "z"}) start(text, name, 0);
  continuous::Run run;
  std::vector<std::string> told;
  run.set_warn([&](double, const std::string&, const std::string& message) { told.push_back(message); });
  run.plan(0, 100);
  Coupled root("root");
  PartOptions options;
  options.method = method(Kind::kLiqss2, 1e-3, 1e-6);
  const Part& part = root.add<Part>("model", text.system, options, &run);
  Simulator simulator(flatten(root));
  simulator.run(100);
  EXPECT_TRUE(told.empty());
  EXPECT_LT(part.counters().steps, 5000u);
  std::vector<double> values(part.variables().size());
  part.values(100, values.data());
  const double x = 3.0 / 4.375;
  EXPECT_NEAR(values[0], x, 3e-3);
  EXPECT_NEAR(values[1], -x / 1.5, 3e-3);
  EXPECT_NEAR(values[2], 2 - 1.5 * x, 3e-3);
}

}  // namespace
}  // namespace escapement::qss_solver
