// SPDX-License-Identifier: MIT
// What the tests of the expressions share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "escapement/expressions/compile.h"
#include "escapement/expressions/map_scope.h"
#include "escapement/random/stream.h"

namespace escapement::expressions {

inline double value_of(std::string_view text, Scope& scope) {
  Frame frame;
  return compile(text, scope).evaluate(frame);
}

inline double value_of(std::string_view text) {
  MapScope nothing;
  return value_of(text, nothing);
}

// The first fault of `text`; fails the test when there is none.
inline ExpressionError fault_of(std::string_view text, Scope& scope) {
  try {
    compile(text, scope);
  } catch (const ExpressionError& error) {
    return error;
  }
  ADD_FAILURE() << "no fault in: " << text;
  return ExpressionError(text, 0, 0, "none");
}

inline ExpressionError fault_of(std::string_view text) {
  MapScope nothing;
  return fault_of(text, nothing);
}

// Where the fault is, as "offset+length".
inline std::string place(const ExpressionError& error) {
  return std::to_string(error.offset()) + "+" + std::to_string(error.length());
}

// Counts how often it is evaluated, to see what short circuits leave out.
class Probe final : public Node {
 public:
  Probe(double value, int& count) : value_(value), count_(count) {}
  double evaluate(Frame&) const override {
    ++count_;
    return value_;
  }

 private:
  double value_;
  int& count_;
};

}  // namespace escapement::expressions
