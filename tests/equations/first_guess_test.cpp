// SPDX-License-Identifier: MIT
#include "escapement/equations/first_guess.h"

#include <gmock/gmock.h>

#include <cmath>

#include "equations/support.h"
#include "escapement/core/error.h"
#include "escapement/equations/prepared_system.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using testing_support::FlatText;

struct Guessed : FlatText {
  std::vector<double> guess;
  void start(const std::string& name, double value, bool fixed = false) {
    FlatVariable& variable = system.variables[unknown(name)];
    variable.start = value;
    variable.fixed = fixed;
  }
  double operator[](const std::string& name) const { return guess[*system.find(name)]; }
};

// An arm of length 2 at 30 degrees: c = cos, s = sin, x = 2 c, and z^3 = 8 by Newton's method from 1.
TEST(FirstGuess, FollowsFromTheAngleThroughTheEquations) {
  Guessed m;
  m.equation("d.phi = w");
  m.equation("d.w = -s");
  m.equation("c = cos(phi)");
  m.equation("s = sin(phi)");
  m.equation("x = 2*c");
  m.equation("z^3 = 8*x/x");
  m.start("phi", 3.14159265358979323846 / 6);
  m.start("z", 1);
  m.guess = first_guess(m.system);
  EXPECT_NEAR(m["c"], std::sqrt(3) / 2, 1e-15);
  EXPECT_NEAR(m["s"], 0.5, 1e-15);
  EXPECT_NEAR(m["x"], std::sqrt(3), 1e-15);
  EXPECT_NEAR(m["z"], 2, 1e-12);
  EXPECT_EQ(m["w"], 0);
  EXPECT_NEAR(m["der(w)"], -0.5, 1e-15);
}

// x + y = 3: a fixed start counts before one that is only given, and that before none.
TEST(FirstGuess, FixedStartsCountFirst) {
  Guessed m;
  m.equation("x + y = 3");
  m.equation("y*q = 10");
  m.start("y", 7);
  m.start("x", 1, true);
  m.guess = first_guess(m.system);
  EXPECT_EQ(m["x"], 1);
  EXPECT_NEAR(m["y"], 2, 1e-15);
  EXPECT_NEAR(m["q"], 5, 1e-14);
}

TEST(FirstGuess, WhatHasNoSolutionKeepsItsStart) {
  Guessed m;
  m.equation("x = 0");
  m.equation("y^2 = x - 1");
  m.start("y", 4);
  m.guess = first_guess(m.system);
  EXPECT_EQ(m["x"], 0);
  EXPECT_EQ(m["y"], 4);
}

TEST(FirstGuess, DisturbedStartsStillFit) {
  Guessed m;
  m.equation("d.phi = 1");
  m.equation("s = sin(phi)");
  m.guess = first_guess(m.system, 0, 0.1);
  EXPECT_NE(m["phi"], 0);
  EXPECT_LE(std::abs(m["phi"]), 0.1);
  EXPECT_NEAR(m["s"], std::sin(m["phi"]), 1e-15);
}

// A point (a, b) on a line that turns with the angle phi and stays 1 away from the origin: a c + b s = 1.
// With c and s at their starts, zero, its derivative tells nothing about a' and b'. At phi = 0.3 it tells
// more about a', by cos 0.3 against sin 0.3; c and s go first, since the model does not differentiate them.
TEST(FirstGuess, StatesAreChosenWhereStartsAloneTellNothing) {
  Guessed m;
  m.equation("d.phi = 1");
  m.equation("c = cos(phi)");
  m.equation("s = sin(phi)");
  m.equation("a*c + b*s = 1");
  m.equation("d.a = p*c");
  m.equation("d.b = p*s");
  m.start("phi", 0.3, true);
  PreparedSystem prepared = prepare(m.system);
  std::vector<double> starts(prepared.system.variables.size(), 0);
  starts[*m.system.find("phi")] = 0.3;
  EXPECT_THROW(choose_states(prepared.system, prepared.highest, starts, 0), Error);
  EXPECT_THAT(m.names(choose_at_start(prepared).states), ElementsAre("phi", "b"));
}

}  // namespace
}  // namespace escapement::equations
