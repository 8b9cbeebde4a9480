// SPDX-License-Identifier: MIT
#include "escapement/expressions/functions.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "escapement/random/distribution.h"
#include "support.h"

namespace escapement::expressions {
namespace {

TEST(Functions, TableIsComplete) {
  std::set<std::string> seen;
  for (const Signature& s : functions()) {
    EXPECT_FALSE(s.doc.empty()) << s.name;
    EXPECT_NE(s.group, Signature::Group::kModel) << s.name;
    EXPECT_TRUE(seen.insert(s.name).second) << s.name << " stands twice";
    for (const std::string& alias : s.aliases) EXPECT_TRUE(seen.insert(alias).second) << alias;
  }
  // The twenty of the Arena Variables Guide.
  for (const char* name : {"ABS",  "ACOS", "AINT", "AMOD", "ANINT", "ASIN", "ATAN", "COS", "EP",   "HCOS",
                           "HSIN", "HTAN", "MN",   "MOD",  "MX",    "LN",   "LOG",  "SIN", "SQRT", "TAN"}) {
    EXPECT_EQ(seen.count(name), 1U) << name;
  }
  for (const random::Distribution& d : random::distributions()) EXPECT_EQ(seen.count(d.name), 1U) << d.name;
}

TEST(Functions, ReservedInAnyCase) {
  EXPECT_TRUE(is_reserved("expo"));
  EXPECT_TRUE(is_reserved("Max"));
  EXPECT_FALSE(is_reserved("Speed"));
}

TEST(Functions, OperatorWords) {
  for (const char* word : {"EQ", "ne", "Lt", "LE", "GT", "GE", "And", "OR", "not"}) {
    EXPECT_TRUE(is_operator_word(word)) << word;
  }
  EXPECT_FALSE(is_operator_word("MOD"));
  EXPECT_FALSE(is_operator_word(""));
}

}  // namespace
}  // namespace escapement::expressions
