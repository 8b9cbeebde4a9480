// SPDX-License-Identifier: MIT
// expect_throw<Type>(action, text): the action throws a Type with just this message.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace escapement::qss {

template <class Type, class Action>
void expect_throw(Action action, const std::string& message) {
  try {
    action();
    ADD_FAILURE() << "nothing was thrown; expected: " << message;
  } catch (const Type& error) {
    EXPECT_EQ(error.what(), message);
  }
}

}  // namespace escapement::qss
