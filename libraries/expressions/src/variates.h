// SPDX-License-Identifier: MIT
// Calls of random variates: EXPO(5), TRIA(1, 3, x), DISC(0.3, 50, 1, 80).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "escapement/expressions/expression.h"
#include "escapement/expressions/signature.h"
#include "escapement/random/distribution.h"

namespace escapement::expressions::internal {

// How a variate is called, without the number of the stream that may follow.
Signature variate_signature(const random::Distribution& distribution);

// Which of `count` parameters the text of check() blames, or `count` when it blames them all: for the place
// of a fault.
std::size_t faulty_parameter(const random::Distribution& distribution, std::size_t count,
                             std::string_view fault);

// Draws from `stream` at each evaluation. When all parameters are constant they are taken once and must have
// been checked; else they are evaluated and checked each time, and EvaluationError names `text`, the call.
NodePtr make_variate(const random::Distribution& distribution, random::Stream& stream,
                     std::vector<NodePtr> parameters, std::string text);

}  // namespace escapement::expressions::internal
