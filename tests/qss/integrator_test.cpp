// SPDX-License-Identifier: MIT
#include "escapement/qss/integrator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/qss/functions.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/sources.h"

namespace escapement::qss {
namespace {

Method method(Kind kind, double absolute, double relative = 0) {
  return {kind, relative, absolute};
}

// x1' = 0.01 x2, x2' = -100 x1 - 100 x2 + 2020 (Migoni and Kofman): stiff, eigenvalues -0.01 and -99.99.
struct Stiff {
  explicit Stiff(const Method& m, HostingMode mode = HostingMode::kTogether)
      : x1(root.add<Integrator>("X1", 0.0, m)),
        x2(root.add<Integrator>("X2", 20.0, m)),
        hosting(nullptr, mode) {
    auto& f1 = root.add<Gain>("F1", 0.01);
    auto& f2 = root.add<Sum>("F2", std::vector<double>{-100, -100}, 2020);
    root.couple(x2.out, f1.in);
    root.couple(f1.out, x1.in);
    root.couple(x1.out, f2.in(1));
    root.couple(x2.out, f2.in(2));
    root.couple(f2.out, x2.in);
    simulator = std::make_unique<Simulator>(flatten(root, &hosting));
  }
  Coupled root{"Root"};
  Integrator& x1;
  Integrator& x2;
  Hosting hosting;
  std::unique_ptr<Simulator> simulator;
};

// The numbers that OpenModelica stores for its example of this system with quantum and hysteresis 1.
TEST(Integrator, Qss1OfTheStiffSystemIsThePublishedTrajectory) {
  for (const HostingMode mode : {HostingMode::kTogether, HostingMode::kApart}) {
    Stiff system(method(Kind::kQss1, 1), mode);
    EXPECT_EQ(system.simulator->model_count(), mode == HostingMode::kTogether ? 1u : 2u);
    system.simulator->run(500);
    EXPECT_EQ(system.x1.changes(), 20u);
    EXPECT_EQ(system.x2.changes(), 15994u);
    EXPECT_NEAR(system.x1.value(500), 20.3363033753, 1e-10);
    EXPECT_NEAR(system.x2.value(500), 0.5913039968, 1e-10);
  }
}

TEST(Integrator, ImplicitMethodsTakeFewStepsOnTheStiffSystem) {
  for (const Kind kind : {Kind::kLiqss1, Kind::kLiqss2, Kind::kLiqss3}) {
    Stiff system(method(kind, 1));
    system.simulator->run(500);
    EXPECT_LT(system.x1.changes() + system.x2.changes(), 500u) << name_of(kind);
    EXPECT_NEAR(system.x1.value(500), 20.0639613844, 1) << name_of(kind);
  }
}

}  // namespace
}  // namespace escapement::qss
