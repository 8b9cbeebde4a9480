// SPDX-License-Identifier: MIT
// Texts that were damaged by chance: whatever comes in, a flat model and flat equations or an InputError come
// out. ESCAPEMENT_FUZZ_SECONDS makes it run longer, ESCAPEMENT_FUZZ_SEED from another start.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "escapement/modelica/scalarize.h"
#include "escapement/modelica/translate.h"
#include "lexer.h"
#include "parser.h"
#include "support.h"

namespace escapement::modelica {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> seeds() {
  std::vector<fs::path> paths;
  for (const char* folder : {"flat", "faults"})
    for (const auto& entry : fs::directory_iterator(fs::path(ESCAPEMENT_MODELICA_CASES) / folder))
      if (entry.path().extension() == ".mo") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

TEST(Fuzz, damaged_texts_give_a_model_or_faults) {
  const char* wanted = std::getenv("ESCAPEMENT_FUZZ_SECONDS");
  const char* start = std::getenv("ESCAPEMENT_FUZZ_SEED");
  const auto seed = static_cast<std::uint32_t>(start == nullptr ? 7 : std::atoi(start));
  std::mt19937 random(seed);
  const auto pick = [&](std::size_t n) {
    return static_cast<std::size_t>(random() % static_cast<std::uint32_t>(n));
  };
  const std::vector<std::string> texts = seeds();
  ASSERT_FALSE(texts.empty());
  // Words of all texts, to put in others' places.
  std::vector<std::string> words;
  Reporter reporter;
  for (const std::string& text : texts)
    for (const Token& token : tokens_of(text, 0, reporter)) words.emplace_back(token.text);
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(wanted == nullptr ? 0 : std::atoi(wanted));
  std::size_t runs = 0, models = 0, translated = 0;
  for (; runs < 150 || std::chrono::steady_clock::now() < end; ++runs) {
    std::string text = texts[pick(texts.size())];
    const auto parsed = parse("seed", text, reporter);
    const std::size_t which = pick(parsed->tree.classes.size());
    const std::string name(parsed->tree.classes[which]->name);
    for (std::size_t changes = 1 + pick(4); changes > 0 && !text.empty(); --changes) {
      const std::vector<Token> tokens = tokens_of(text, 0, reporter);
      const Token token = tokens[pick(tokens.size())];
      const auto at =
          token.text.data() == nullptr ? 0 : static_cast<std::size_t>(token.text.data() - text.data());
      const std::size_t size = token.text.size();
      switch (pick(4)) {
        case 0:
          text.replace(at, size, words[pick(words.size())]);
          break;
        case 1:
          text.erase(at, size);
          break;
        case 2:
          text.insert(at, words[pick(words.size())] + " ");
          break;
        default:
          text[std::min(at, text.size() - 1)] = static_cast<char>(pick(256));
      }
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + ", run " + std::to_string(runs) + "\n" + text);
    try {
      const auto model = flatten(source_of(text), name);
      EXPECT_FALSE(print_flat(*model).empty());
      EXPECT_FALSE(print_flat(*scalarize(*model)).empty());
      ++models;
      translate(*model);
      ++translated;
    } catch (const InputError& error) {
      EXPECT_FALSE(error.diagnostics().empty());
    }
  }
  EXPECT_GT(models, 0u) << "of " << runs;
  EXPECT_GT(translated, 0u) << "of " << runs;
}

}  // namespace
}  // namespace escapement::modelica
