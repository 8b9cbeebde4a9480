// SPDX-License-Identifier: MIT
#include "sums.h"

#include <gtest/gtest.h>

#include "equations/support.h"
#include "escapement/equations/aliases.h"

namespace escapement::equations {
namespace {

using testing_support::FlatText;

std::string value_of(const FlatText& m, const std::string& name) {
  for (const Alias& one : m.system.aliases)
    if (m.system.variables[one.variable].name == name) return m.system.text(one.value);
  return "";
}

// Five windings in a star without a neutral: the sum of their currents is zero, so the current that they have
// in common is, and with it the voltage of its inductor.
TEST(Sums, ACurrentInCommonIsZeroInAStar) {
  FlatText m;
  m.equation("a + b + c + d + e = 0");
  m.equation("5*z = 2*a - (-2*b) + 2*c + 2*d + 2*e");
  m.equation("v = 0.1*d.z");
  m.equation("d.a = v - a");
  m.equation("d.b = v - b");
  m.equation("d.c = v - c");
  m.equation("d.d = v - d");
  m.equation("d.e = w - e");
  eliminate_aliases(m.system);
  EXPECT_EQ(value_of(m, "z"), "0");
  EXPECT_EQ(value_of(m, "v"), "0");
}

// x + 2 y = 3 within 2 x + 4 y + q = 10 leaves q = 4; other factors are none of it.
TEST(Sums, WhatIsLeftKeepsItsConstant) {
  FlatText m;
  m.equation("x + 2*y + u = 3");
  m.equation("2*x + 4*y + 2*u + q = 10");
  m.equation("x + 3*y + u + r = 1");
  EXPECT_TRUE(internal::shorten_sums(m.system));
  EXPECT_EQ(m.system.text(m.system.equations[1]), "q = 4");
  EXPECT_EQ(m.system.text(m.system.equations[2]), "x + 3 * y + u + r = 1");
  EXPECT_FALSE(internal::shorten_sums(m.system));
}

}  // namespace
}  // namespace escapement::equations
