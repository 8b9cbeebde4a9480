// SPDX-License-Identifier: MIT
#include "escapement/modelica/operator.h"

namespace escapement::modelica {

const char* text(Op op) {
  static constexpr const char* kTexts[] = {"",  "+", "-",   "*",   "/",  "^", ".+", ".-", ".*", "./", ".^",
                                           "-", "+", "not", "and", "or", "<", "<=", ">",  ">=", "==", "<>"};
  return kTexts[static_cast<int>(op)];
}

}  // namespace escapement::modelica
