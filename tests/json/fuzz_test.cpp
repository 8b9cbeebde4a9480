// SPDX-License-Identifier: MIT
// Damaged studies: whatever the text, loading ends with a study or with an InputError that can be printed.
#include <gtest/gtest.h>

#include <cstdio>
#include <iterator>
#include <random>

#include "escapement/json/study.h"
#include "fake_blocks.h"

namespace escapement::json {
namespace {

// Changes a text in one to four places: a byte, a piece cut out or written twice, a word of JSON put in.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::string mutate(std::string text) {
    static const char* const kPieces[] = {"{",
                                          "}",
                                          "[",
                                          "]",
                                          ",",
                                          ":",
                                          "\"",
                                          "\\",
                                          "\\u",
                                          "//",
                                          "/*",
                                          "null",
                                          "1e999",
                                          "-1",
                                          "\"include\": \"x\"",
                                          "\"type\": \"coupled\"",
                                          "\"components\": {}",
                                          "NaN",
                                          "\xFF",
                                          "\xC3",
                                          "->",
                                          "\n",
                                          "0.5",
                                          "\"\"",
                                          "\"a\": 1,"};
    for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = below(text.size()), length = std::min(1 + below(30), text.size() - at);
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(at, text.substr(at, length));
          break;
        default:
          text.insert(at, kPieces[below(std::size(kPieces))]);
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::mt19937 random_;
};

TEST(Fuzz, DamagedStudiesNeverCrash) {
  constexpr std::uint32_t kSeed = 20240229;
  constexpr int kRounds = 4000;
  std::printf("seed %u, %d rounds\n", kSeed, kRounds);
  const registry::Registry registry = fake::make_registry();
  const std::string nested = fake::with(
      fake::kDrillPress, "\"Done\":",
      R"("Cell": {"components": {"A": {"type": "fake.Gain", "watch": "B"}, "B": {"type": "fake.Gain"}},
                  "inputs": ["i"], "outputs": ["o"], "couplings": ["i -> A -> B -> o"]}, "Done":)");
  Mutator mutator(kSeed);
  int sound = 0, refused = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = mutator.mutate(nested);
    try {
      Study::from_text(text, "no-such-folder/f.json", registry);
      ++sound;
    } catch (const InputError& e) {
      ++refused;
      ASSERT_FALSE(e.diagnostics().empty()) << text;
      for (const Diagnostic& d : e.diagnostics()) ASSERT_GT(d.where.line, 0) << d.text() << "\n" << text;
    } catch (const std::exception& e) {
      FAIL() << "round " << round << ": " << e.what() << "\n" << text;
    }
  }
  EXPECT_GT(sound, 0);  // changes in blanks and words for readers
  EXPECT_GT(refused, kRounds / 2);
}

}  // namespace
}  // namespace escapement::json
