// SPDX-License-Identifier: MIT
// The outline of a checked study, for diagrams: see experiment/model_outline.h.
#pragma once

#include "escapement/experiment/model_outline.h"
#include "escapement/json/study.h"

namespace escapement::json {

// Which elements a component uses is read from its parameters by the descriptor of its type: every reference
// to a declared element, found by searching outward, and what that element refers to in turn. Names within
// expressions do not count. Nothing is thrown.
experiment::ModelOutline outline_of(const Study& study);

}  // namespace escapement::json
