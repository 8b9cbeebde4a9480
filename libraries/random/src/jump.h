// SPDX-License-Identifier: MIT
// Moves a state of MRG32k3a by huge numbers of steps.
//
// Each half of the state obeys s_{n+1} = A s_n mod m with a 3 x 3 matrix A, so n steps are A^n mod m, and the
// binary digits of n choose which of the powers A^1, A^2, A^4 ... are multiplied in. The powers and those of
// the inverse matrix are computed by the compiler. Source: P. L'Ecuyer, R. Simard, E. J. Chen, W. D. Kelton,
// "An object-oriented random-number package with many long streams and substreams", Operations Research
// 50(6), 2002.
#pragma once

#include <array>
#include <cstdint>

#include "escapement/random/seed.h"

namespace escapement::random::internal {

using Matrix = std::array<std::array<std::uint32_t, 3>, 3>;

inline constexpr int kStreamExponent = 127;    // streams are 2^127 steps apart
inline constexpr int kSubstreamExponent = 76;  // substreams are 2^76 steps apart
inline constexpr int kLargestExponent = 191;   // the period is a little under 2^191

// A1^(2^exponent) mod kModulus1 for half 0, A2^(2^exponent) mod kModulus2 for half 1; exponent 0 .. 191.
const Matrix& jump_matrix(int half, int exponent);

enum class Direction { kForward, kBackward };

// The state multiple * 2^exponent steps on (or back). Needs exponent >= 0 and multiple * 2^exponent < 2^192.
State jump(const State& from, std::uint64_t multiple, int exponent,
           Direction direction = Direction::kForward);

}  // namespace escapement::random::internal
