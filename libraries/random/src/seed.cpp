// SPDX-License-Identifier: MIT
#include "escapement/random/seed.h"

#include <string>
#include <utility>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::random {

void check_state(const State& state, std::string_view what) {
  std::vector<Diagnostic> faults;
  const auto add = [&](std::string message, std::string remedy) {
    Diagnostic d;
    d.message = std::string(what) + message;
    d.remedy = std::move(remedy);
    faults.push_back(std::move(d));
  };
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t modulus = half == 0 ? kModulus1 : kModulus2;
    const std::string words = half == 0 ? "words 1 to 3" : "words 4 to 6";
    bool all_zero = true;
    for (std::size_t i = 3 * half; i < 3 * half + 3; ++i) {
      if (state[i] != 0) all_zero = false;
      if (state[i] >= modulus) {
        add(" has " + std::to_string(state[i]) + " as word " + std::to_string(i + 1) + "; " + words +
                " must be 0 to " + std::to_string(modulus - 1),
            "give a smaller number");
      }
    }
    if (all_zero) {
      add(" has 0 for all of " + words + ", which would give nothing but zeros",
          "make at least one of them different from 0");
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

PackageSeed PackageSeed::from_word(std::uint64_t word) {
  if (word == 0 || word >= kModulus2) {
    Diagnostic d;
    d.message = "the seed is " + std::to_string(word) + "; it must be an integer from 1 to " +
                std::to_string(kModulus2 - 1);
    d.remedy = "choose a number in that range; without a seed 12345 is used";
    throw InputError(std::move(d));
  }
  PackageSeed seed;
  seed.words.fill(word);
  return seed;
}

}  // namespace escapement::random
