// SPDX-License-Identifier: MIT
// Numbers as a person wants to read them; the page of the report follows the same rule.
#pragma once

#include <string>

namespace escapement::report {

inline constexpr int kValueDigits = 4;
inline constexpr int kHalfWidthDigits = 3;  // an uncertainty needs fewer

// `digits` significant digits (1 to 15), all digits before the point; with four: 0.06523, 0.6523, 12.35,
// 12346. Whole numbers below 1e15 in size are written out (96, not 96.00). From 1e7 on, and below 1e-4, with
// an exponent: 1.235e-05. Halves are rounded away from zero. Not a number and the infinities: "n/a". Never
// depends on a locale.
std::string number_text(double value, int digits = kValueDigits);

}  // namespace escapement::report
