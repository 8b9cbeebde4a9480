// SPDX-License-Identifier: MIT
// The tutorials' commands do what they say: after "$ escapement ..." come lines that the program must print,
// in this order. Commands that write files are not run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "escapement/cli/program.h"

namespace escapement {
namespace {

// Words apart by blanks, except in double quotes.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : command + " ") {
    if (c == '"') {
      quoted = !quoted;
    } else if (c != ' ' || quoted) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

class Tutorial : public testing::TestWithParam<const char*> {};

TEST_P(Tutorial, PrintsWhatItShows) {
  const std::filesystem::path docs = ESCAPEMENT_DOCS;
  std::filesystem::current_path(docs.parent_path());
  std::ifstream page(docs / GetParam());
  ASSERT_TRUE(page) << docs;
  std::string line, text;
  std::size_t from = 0;
  int commands = 0;
  bool showing = false;
  while (std::getline(page, line)) {
    if (line.starts_with("$ escapement ")) {
      std::ostringstream out, err;
      std::vector<std::string> words = words_of(line.substr(2));
      words.erase(words.begin());
      SCOPED_TRACE(line);
      cli::run_program(words, {out, err});
      text = out.str() + err.str();
      from = 0;
      showing = true;
      ++commands;
    } else if (line.starts_with("```")) {
      showing = false;
    } else if (showing) {
      const std::size_t at = text.find(line, from);
      ASSERT_NE(at, std::string::npos) << "not printed: " << line << "\nbut:\n" << text;
      from = at + line.size();
    }
  }
  EXPECT_GE(commands, 8);
}

INSTANTIATE_TEST_SUITE_P(Pages, Tutorial, testing::Values("tutorial-analyst.md", "tutorial-control.md"),
                         [](const auto& page) {
                           const std::string name = page.param;
                           return name.substr(9, name.size() - 12);
                         });

}  // namespace
}  // namespace escapement
