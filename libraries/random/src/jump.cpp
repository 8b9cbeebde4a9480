// SPDX-License-Identifier: MIT
#include "jump.h"

#include "escapement/core/error.h"

namespace escapement::random::internal {
namespace {

using Powers = std::array<Matrix, kLargestExponent + 1>;

constexpr std::uint64_t power_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

constexpr Matrix square(const Matrix& a, std::uint64_t modulus) {
  Matrix out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum = (sum + std::uint64_t{a[i][k]} * a[k][j] % modulus) % modulus;
      out[i][j] = static_cast<std::uint32_t>(sum);
    }
  }
  return out;
}

constexpr Powers powers(Matrix a, std::uint64_t modulus) {
  Powers out{};
  for (Matrix& power : out) {
    power = a;
    a = square(a, modulus);
  }
  return out;
}

// One step of x_n = oldest x_{n-3} + middle x_{n-2} + newest x_{n-1} mod m.
constexpr Matrix step_matrix(std::uint64_t oldest, std::uint64_t middle, std::uint64_t newest) {
  return {{{0, 1, 0},
           {0, 0, 1},
           {static_cast<std::uint32_t>(oldest), static_cast<std::uint32_t>(middle),
            static_cast<std::uint32_t>(newest)}}};
}

// The same step undone: x_{n-3} = (x_n - middle x_{n-2} - newest x_{n-1}) / oldest; the moduli are primes.
constexpr Matrix step_back_matrix(std::uint64_t oldest, std::uint64_t middle, std::uint64_t newest,
                                  std::uint64_t modulus) {
  const std::uint64_t inverse = power_mod(oldest, modulus - 2, modulus);
  const auto entry = [&](std::uint64_t c) {
    return static_cast<std::uint32_t>((modulus - c) % modulus * inverse % modulus);
  };
  return {{{entry(middle), entry(newest), static_cast<std::uint32_t>(inverse)}, {1, 0, 0}, {0, 1, 0}}};
}

constexpr std::uint64_t kOldest1 = kModulus1 - 810728;
constexpr std::uint64_t kMiddle1 = 1403580;
constexpr std::uint64_t kOldest2 = kModulus2 - 1370589;
constexpr std::uint64_t kNewest2 = 527612;

constexpr std::array<Powers, 2> kForward{powers(step_matrix(kOldest1, kMiddle1, 0), kModulus1),
                                         powers(step_matrix(kOldest2, 0, kNewest2), kModulus2)};
constexpr std::array<Powers, 2> kBackward{
    powers(step_back_matrix(kOldest1, kMiddle1, 0, kModulus1), kModulus1),
    powers(step_back_matrix(kOldest2, 0, kNewest2, kModulus2), kModulus2)};

void apply(const Matrix& a, std::uint64_t modulus, std::uint64_t* s) {
  std::array<std::uint64_t, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out[i] = (out[i] + a[i][k] * s[k] % modulus) % modulus;
  }
  for (std::size_t i = 0; i < 3; ++i) s[i] = out[i];
}

}  // namespace

const Matrix& jump_matrix(int half, int exponent) {
  return kForward.at(static_cast<std::size_t>(half)).at(static_cast<std::size_t>(exponent));
}

State jump(const State& from, std::uint64_t multiple, int exponent, Direction direction) {
  const std::array<Powers, 2>& table = direction == Direction::kForward ? kForward : kBackward;
  State state = from;
  for (int bit = exponent; multiple != 0; ++bit, multiple >>= 1) {
    if ((multiple & 1) == 0) continue;
    if (bit < 0 || bit > kLargestExponent) {
      throw InternalError("random: a jump of 2^" + std::to_string(bit) + " steps is outside 2^0 to 2^191");
    }
    apply(table[0][static_cast<std::size_t>(bit)], kModulus1, state.data());
    apply(table[1][static_cast<std::size_t>(bit)], kModulus2, state.data() + 3);
  }
  return state;
}

}  // namespace escapement::random::internal
