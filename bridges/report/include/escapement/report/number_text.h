// SPDX-License-Identifier: MIT
// Numbers as a person wants to read them; the page of the report follows the same rule.
#pragma once

#include <string>

namespace escapement::report {

// Four significant digits, all digits before the point: 0.06523, 0.6523, 12.35, 123.5, 12346.
// Whole numbers below 1e15 in size are written out (96, not 96.00). From 1e7 on, and below 1e-4, with an
// exponent: 1.235e-05. Not a number and the infinities: "n/a". Never depends on a locale.
std::string number_text(double value);

}  // namespace escapement::report
