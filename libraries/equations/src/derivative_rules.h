// SPDX-License-Identifier: MIT
// The rules of calculus, one node at a time.
#pragma once

#include <array>

#include "escapement/equations/terms.h"

namespace escapement::equations::internal {

// The derivative of a node that is no variable and not time, from those of its arguments, in their order.
Term derived(Terms& terms, Term term, const std::array<Term, 3>& of_arguments);

}  // namespace escapement::equations::internal
