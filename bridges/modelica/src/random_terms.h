// SPDX-License-Identifier: MIT
// The next random number (xorshift.h) as terms of the state before it: words of 64 bits as two numbers of 32
// bits each, exact in doubles. Shifts are floors and products, the one operation of its own is bitXor.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "escapement/equations/terms.h"

namespace escapement::modelica {

struct RandomTerms {
  std::vector<equations::Term> state;  // signed, as many as there were
  equations::Term value;
};

// Nothing where there is no such generator, or the state has not its size.
std::optional<RandomTerms> next_random(equations::Terms& terms, std::string_view generator,
                                       const std::vector<equations::Term>& state);

}  // namespace escapement::modelica
