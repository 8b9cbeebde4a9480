// SPDX-License-Identifier: MIT
#include "escapement/qss/method.h"

#include <gtest/gtest.h>

#include <limits>

#include "escapement/core/error.h"
#include "qss/expect_throw.h"

namespace escapement::qss {
namespace {

TEST(Method, NamesAndKinds) {
  for (const std::string& name : method_names()) EXPECT_EQ(name_of(kind_of(name)), name);
  EXPECT_EQ(kind_of("LIQSS2"), Kind::kLiqss2);
  EXPECT_EQ(method_of("qss3").order(), 3);
  EXPECT_EQ(method_of("liqss2").order(), 2);
  EXPECT_EQ(method_of("cqss").order(), 1);
  EXPECT_FALSE(method_of("qss2").linearly_implicit());
}

TEST(Method, QuantumIsTheLargerOfRelativeAndAbsolute) {
  const Method method = method_of("qss2", 1e-2);
  EXPECT_DOUBLE_EQ(method.quantum(-5), 0.05);
  EXPECT_DOUBLE_EQ(method.quantum(0), 1e-5);
}

TEST(Method, RefusesWhatCannotBe) {
  expect_throw<BuildError>([] { method_of("qss4"); },
                           "'qss4' is no quantised state method; there are 'qss1', 'qss2', 'qss3', 'liqss1', "
                           "'liqss2', 'liqss3' or 'cqss'");
  expect_throw<BuildError>([] { method_of("qss2", 0); },
                           "the tolerance of qss2 is 0; it must be above 0 and finite");
  Method method;
  method.absolute = 0;
  expect_throw<BuildError>(
      [&] { method.check("X"); },
      "'X': the absolute quantum is 0; it must be above 0, for a state without a quantum "
      "would change without end");
  method.absolute = 1;
  method.relative = -1;
  expect_throw<BuildError>([&] { method.check("X"); },
                           "'X': the relative quantum is -1; it must be 0 or more");
  method.relative = std::numeric_limits<double>::quiet_NaN();
  expect_throw<BuildError>([&] { method.check("X"); },
                           "'X': the relative quantum is nan; it must be 0 or more");
}

}  // namespace
}  // namespace escapement::qss
