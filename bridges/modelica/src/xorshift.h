// SPDX-License-Identifier: MIT
// Random numbers by shifts and exclusive ors (Vigna 2014): xorshift64* (2 words of state), xorshift128+ (4)
// and xorshift1024* (32 words and a place). States are words of 32 bits, the low half of each 64 first;
// a number is n / 2^64 + 1/2 for the last 64 bits taken as a signed n (Doornik 2007), so it is above 0 and
// at most 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace escapement::modelica::xorshift {

// Of "xorshift64star", "xorshift128plus" and "xorshift1024star"; 0 of other names.
std::size_t state_size(std::string_view generator);

// The next number. The state, of that size, becomes the next one.
double next(std::string_view generator, std::vector<std::int32_t>& state);

constexpr std::uint64_t kMultiplier64 = 2685821657736338717ULL;
constexpr std::uint64_t kMultiplier1024 = 1181783497276652981ULL;

}  // namespace escapement::modelica::xorshift
