// SPDX-License-Identifier: MIT
#include "escapement/expressions/signature.h"

#include <gtest/gtest.h>

namespace escapement::expressions {
namespace {

Signature make(std::vector<std::string> names) {
  Signature s;
  s.name = "F";
  s.aliases = {"Other"};
  for (std::string& name : names) s.parameters.push_back({std::move(name)});
  return s;
}

TEST(Signature, FixedCount) {
  const Signature s = make({"a", "b"});
  EXPECT_FALSE(s.accepts(1));
  EXPECT_TRUE(s.accepts(2));
  EXPECT_FALSE(s.accepts(3));
  EXPECT_EQ(s.usage(), "F(a, b)");
  EXPECT_EQ(make({}).usage(), "F()");
  EXPECT_TRUE(make({}).accepts(0));
}

TEST(Signature, OptionalAtTheEnd) {
  Signature s = make({"a", "b", "c"});
  s.required = 1;
  EXPECT_FALSE(s.accepts(0));
  EXPECT_TRUE(s.accepts(1));
  EXPECT_TRUE(s.accepts(3));
  EXPECT_EQ(s.usage(), "F(a [, b [, c]])");
  s.required = 0;
  EXPECT_EQ(s.usage(), "F([a [, b [, c]]])");
}

TEST(Signature, Repeats) {
  Signature s = make({"a", "b"});
  s.repeats = true;
  EXPECT_FALSE(s.accepts(1));
  EXPECT_TRUE(s.accepts(99));
  EXPECT_EQ(s.parameter(7).name, "b");
  EXPECT_EQ(s.usage(), "F(a, b, ...)");
}

TEST(Signature, IsFoundInAnyCaseAndByAlias) {
  const std::vector<Signature> table{make({"a"})};
  EXPECT_EQ(find_signature(table, "f"), &table[0]);
  EXPECT_EQ(find_signature(table, "OTHER"), &table[0]);
  EXPECT_EQ(find_signature(table, "g"), nullptr);
}

}  // namespace
}  // namespace escapement::expressions
