// SPDX-License-Identifier: MIT
// The texts that String() makes of numbers (Modelica 3.6, section 3.7.1.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace escapement::modelica {

// A Real with so many significant digits, as "%.*g" of C writes it.
std::string digits_text(double value, int digits);

// Blanks up to the least length: behind the text when it is left justified, else before it.
std::string padded(std::string text, double least_length, bool left_justified);

// By a format of C without its "%": [-+ #0][width][.precision] and one of e E f g G for a Real, d i o x X u
// for an Integer. Nothing when the format is none of these.
std::optional<std::string> formatted(double value, std::string_view format, bool is_real);

// What is wrong with such a format.
std::string format_fault(std::string_view format);

}  // namespace escapement::modelica
