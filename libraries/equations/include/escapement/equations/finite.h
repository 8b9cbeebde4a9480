// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace escapement::equations {

// Whether none is infinite or NaN. One look at each exponent and no branch, so that compilers do several at
// once.
inline bool all_finite(std::span<const double> numbers) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000, kOne = 0x0010000000000000;
  std::uint64_t carries = 0;  // into the sign: an exponent of all ones, and no other, overflows by one more
  for (const double number : numbers) carries |= (std::bit_cast<std::uint64_t>(number) & kExponent) + kOne;
  return (carries >> 63U) == 0;
}

}  // namespace escapement::equations
