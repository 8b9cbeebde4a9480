// SPDX-License-Identifier: MIT
// The code that docs/tutorial-devs.md shows is the code of examples, which are compiled and check themselves.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Tutorial, ShowsTheCodeOfTheExamples) {
  const std::filesystem::path root(ESCAPEMENT_SOURCE_DIR);
  const std::string tutorial = contents(root / "docs/tutorial-devs.md");
  std::string example;
  for (const char* name : {"gpt", "colony", "coroutine-bank"})
    example += contents(root / "examples" / name / "main.cpp");
  ASSERT_FALSE(example.empty());
  const std::string fence = "```cpp\n";
  int blocks = 0;
  for (std::size_t at = tutorial.find(fence); at != std::string::npos; at = tutorial.find(fence, at + 1)) {
    const std::size_t first = at + fence.size();
    const std::string block = tutorial.substr(first, tutorial.find("```", first) - first);
    EXPECT_NE(example.find(block), std::string::npos) << block;
    ++blocks;
  }
  EXPECT_EQ(blocks, 4);
}

}  // namespace
