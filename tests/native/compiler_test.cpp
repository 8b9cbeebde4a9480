// SPDX-License-Identifier: MIT
#include "escapement/native/compiler.h"

#include <gtest/gtest.h>

namespace escapement::native {
namespace {

TEST(Compiler, First) {
  equations::Terms t;
  const auto x = t.variable(0), y = t.variable(1);
  std::vector<equations::Term> r{t.add(x, t.make(equations::Operation::kSin, y)), t.time()};
  equations::Program program(t, r);
  Compiler compiler;
  equations::Program* all[] = {&program};
  compiler.prepare(all);
  EXPECT_TRUE(program.is_native()) << description();
  std::vector<double> v{1, 2}, out(2);
  program.evaluate(v, 7, out);
  EXPECT_EQ(out[0], 1 + std::sin(2.0));
  EXPECT_EQ(out[1], 7);
}

}  // namespace
}  // namespace escapement::native
