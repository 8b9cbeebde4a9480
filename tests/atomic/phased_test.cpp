// SPDX-License-Identifier: MIT
#include "escapement/atomic/phased.h"

#include <gtest/gtest.h>

#include <cmath>

#include "atomic/bench.h"
#include "core/expect_throw.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

struct Light : Phased {
  using Phased::Phased;
  InPort<double> in{*this, "in"};
  OutPort<std::string> out{*this, "out"};
  Time left = 0;
  double hold = 5;
  void initialize() override { hold_in("red", hold); }
  void output() override { out.put(phase()); }
  void internal() override { phase_is("red") ? hold_in("green", 2) : passivate(); }
  void external(Time) override {
    left = remaining();
    if (in.bag().front() != 0) hold_in("blink", in.bag().front());
  }
};

TEST(Phased, APhaseHoldsForItsTime) {
  Light light("L");
  Bench bench(light);
  EXPECT_EQ(bench.run(20), (Log{"5 out red", "7 out green"}));
  EXPECT_EQ(light.phase(), "passive");
  EXPECT_EQ(testing_support::state_of(light), "passive");
}

TEST(Phased, InputInBetweenDoesNotDisturbThePhase) {
  Light light("L");
  Bench bench(light);
  bench.feed(light.in, 0.1, 0.0).feed(light.in, 0.2, 0.0).feed(light.in, 3, 0.0);
  EXPECT_EQ(bench.run(5), (Log{"5 out red"}));
  EXPECT_EQ(light.left, 2);
}

TEST(Phased, ADurationBelowZeroIsRefusedAndTheStateStays) {
  Light light("L");
  Bench bench(light);
  bench.feed(light.in, 1, -3.0);
  EXPECT_THROWS(
      bench.run(20), SimulationError,
      "at time 1 in L: cannot hold in phase 'blink' for -3; a duration is 0 or more \\(infinity to wait "
      "for input\\)");
  EXPECT_EQ(light.phase(), "red");
  Light nan("N");
  nan.hold = std::nan("");
  Bench second(nan);
  EXPECT_THROWS(second.run(1), SimulationError, "at time 0 in N: cannot hold in phase 'red' for nan; .*");
}

}  // namespace
}  // namespace escapement
