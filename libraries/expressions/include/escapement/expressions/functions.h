// SPDX-License-Identifier: MIT
// The functions that every expression knows, in one table: the compiler looks calls up in it, messages quote
// it and the reference pages print it. Mathematics as in Arena (Rockwell Automation, "Arena Variables Guide",
// section "Math Functions"), with a few more that are marked as additions; random variates from the table of
// the room `random`.
#pragma once

#include <string_view>
#include <vector>

#include "escapement/expressions/signature.h"

namespace escapement::expressions {

// Mathematics first, then variates. Variates take one argument more than listed, the number of the stream.
const std::vector<Signature>& functions();

// True for the names and aliases of functions(), in any case: an array of this name could never be read.
bool is_reserved(std::string_view name);

// True for EQ NE LT LE GT GE AND OR NOT in any case. `A.EQ.B` is a comparison, so a dotted name that holds
// one of these between two dots cannot be written in an expression; refuse to declare such names.
bool is_operator_word(std::string_view word);

}  // namespace escapement::expressions
