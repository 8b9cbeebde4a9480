// SPDX-License-Identifier: MIT
// Names of statistics as values of expressions.
#pragma once

#include <string_view>

#include "model_scope.h"

namespace escapement::siman {

// The node of a dotted name that a counter or a time-persistent statistic is reported by, or the WIP of a
// module that counts who comes and goes; nullptr when there is none. Throws ScopeError for a tally or an
// output, which have functions.
expressions::NodePtr statistic_value(ModelScope& scope, std::string_view name);

// What to write instead of a word of Arena that is not there; empty for other words.
std::string_view instead_of_word(std::string_view word);

}  // namespace escapement::siman
