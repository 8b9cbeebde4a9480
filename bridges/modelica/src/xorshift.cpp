// SPDX-License-Identifier: MIT
#include "xorshift.h"

#include <cmath>

namespace escapement::modelica::xorshift {
namespace {

std::uint64_t load(const std::vector<std::int32_t>& state, std::size_t i) {
  const auto low = static_cast<std::uint32_t>(state[2 * i]);
  const auto high = static_cast<std::uint32_t>(state[2 * i + 1]);
  return (static_cast<std::uint64_t>(high) << 32) | low;
}

void store(std::vector<std::int32_t>& state, std::size_t i, std::uint64_t value) {
  state[2 * i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  state[2 * i + 1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(value >> 32));
}

double between_0_and_1(std::uint64_t bits) {
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)), -64) + 0.5;
}

}  // namespace

std::size_t state_size(std::string_view generator) {
  if (generator == "xorshift64star") return 2;
  if (generator == "xorshift128plus") return 4;
  return generator == "xorshift1024star" ? 33 : 0;
}

double next(std::string_view generator, std::vector<std::int32_t>& state) {
  if (generator == "xorshift64star") {
    std::uint64_t x = load(state, 0);
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    x *= kMultiplier64;
    store(state, 0, x);
    return between_0_and_1(x);
  }
  if (generator == "xorshift128plus") {
    std::uint64_t a = load(state, 0);
    const std::uint64_t b = load(state, 1);
    a ^= a << 23;
    const std::uint64_t x = (a ^ b ^ (a >> 17) ^ (b >> 26)) + b;
    store(state, 0, b);
    store(state, 1, x);
    return between_0_and_1(x);
  }
  const std::size_t here = static_cast<std::uint32_t>(state[32]) & 15u, there = (here + 1) & 15u;
  std::uint64_t a = load(state, here), b = load(state, there);
  b ^= b << 31;
  b ^= b >> 11;
  a ^= a >> 30;
  const std::uint64_t x = a ^ b;
  store(state, there, x);
  state[32] = static_cast<std::int32_t>(there);
  return between_0_and_1(x * kMultiplier1024);
}

}  // namespace escapement::modelica::xorshift
