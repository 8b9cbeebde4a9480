// SPDX-License-Identifier: MIT
// EXPECT_THROWS(statement, Type, pattern): the statement throws a Type whose message matches the ECMAScript
// regular expression from start to end.
#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>

#define EXPECT_THROWS(statement, Type, pattern)                                     \
  do {                                                                              \
    try {                                                                           \
      statement;                                                                    \
      ADD_FAILURE() << "nothing was thrown by " #statement;                         \
    } catch (const Type& error) {                                                   \
      EXPECT_TRUE(std::regex_match(std::string(error.what()), std::regex(pattern))) \
          << "message:  " << error.what() << "\nexpected: " << pattern;             \
    }                                                                               \
  } while (false)
