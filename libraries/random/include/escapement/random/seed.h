// SPDX-License-Identifier: MIT
// The six words that fix every random number of a run, and the rules that they keep.
//
// MRG32k3a combines two recurrences of order three, so its state is six numbers: the last three values of the
// first recurrence (oldest first), then the last three of the second.
//   words 0, 1, 2: each 0 .. kModulus1 - 1, not all three 0
//   words 3, 4, 5: each 0 .. kModulus2 - 1, not all three 0
// Source: P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
// generators", Operations Research 47(1), 1999.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace escapement::random {

inline constexpr std::uint64_t kModulus1 = 4294967087;  // 2^32 - 209
inline constexpr std::uint64_t kModulus2 = 4294944443;  // 2^32 - 22853

using State = std::array<std::uint64_t, 6>;

// Throws InputError with one diagnostic per fault when `state` breaks the rules above. `what` begins each
// message: "the package seed".
void check_state(const State& state, std::string_view what);

// Where stream number 1 begins; the other streams are placed from there. A run has one.
struct PackageSeed {
  State words{12345, 12345, 12345, 12345, 12345, 12345};

  // All six words set to `word`, 1 .. kModulus2 - 1; anything else throws InputError.
  static PackageSeed from_word(std::uint64_t word);

  friend bool operator==(const PackageSeed&, const PackageSeed&) = default;
};

}  // namespace escapement::random
