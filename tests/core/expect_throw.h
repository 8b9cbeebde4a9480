// SPDX-License-Identifier: MIT
// EXPECT_THROWS(statement, Type, pattern): the statement throws a Type whose message matches the extended
// regular expression from start to end.
#pragma once

#include <gtest/gtest.h>
#include <regex.h>

#include <string>

namespace escapement::testing_support {

// POSIX expressions: std::regex costs seconds of compiling per test file and false alarms of g++ 12.
inline bool matches(const std::string& text, const std::string& pattern) {
  regex_t expression;
  if (regcomp(&expression, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0) return false;
  const bool found = regexec(&expression, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&expression);
  return found;
}

}  // namespace escapement::testing_support

#define EXPECT_THROWS(statement, Type, pattern)                                \
  do {                                                                         \
    try {                                                                      \
      statement;                                                               \
      ADD_FAILURE() << "nothing was thrown by " #statement;                    \
    } catch (const Type& error) {                                              \
      EXPECT_TRUE(escapement::testing_support::matches(error.what(), pattern)) \
          << "message:  " << error.what() << "\nexpected: " << pattern;        \
    }                                                                          \
  } while (false)
