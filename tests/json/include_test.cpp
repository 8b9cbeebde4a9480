// SPDX-License-Identifier: MIT
#include "escapement/json/include.h"

#include <gtest/gtest.h>

#include "escapement/json/parse.h"
#include "temporary_folder.h"

namespace escapement::json {
namespace {

using registry::Value;
using testing_support::TemporaryFolder;

class IncludeTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::vector<Diagnostic> diagnostics_;

  Value expanded(const std::string& text) {
    folder_.write("main.json", text);
    Value root = parse(text, folder_.path("main.json"));
    expand_includes(root, diagnostics_);
    return root;
  }
};

TEST_F(IncludeTest, LaysMembersOverTheIncludedObject) {
  folder_.write("parts/line.json",
                R"({"components": {"A": {"delay": 1, "rule": "Wait"}, "B": {}}, "inputs": ["in"]})");
  const Value root = expanded(
      R"({"Line": {"include": "parts/line.json", "components": {"A": {"delay": 4}}, "inputs": []}})");
  EXPECT_EQ(root.json(), R"({"Line":{"components":{"A":{"delay":4,"rule":"Wait"},"B":{}},"inputs":[]}})");
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(IncludeTest, PlacesStayThoseOfTheFileThatSaysIt) {
  folder_.write("a.json", "{\n  \"x\": 1, \"y\": 2}");
  const Value root = expanded("{\"o\": {\n\n\"include\": \"a.json\", \"y\": 3}}");
  EXPECT_EQ(root.find("o")->find("x")->where().file, folder_.path("a.json"));
  EXPECT_EQ(root.find("o")->find("x")->where().line, 2);
  EXPECT_EQ(root.find("o")->find("y")->where().file, folder_.path("main.json"));
  EXPECT_EQ(root.find("o")->find("y")->where().line, 3);
}

TEST_F(IncludeTest, PathsAreRelativeToTheFileThatHoldsThem) {
  folder_.write("a/one.json", R"({"x": {"include": "b/two.json"}})");
  folder_.write("a/b/two.json", R"({"y": {"include": "../../three.json"}})");
  folder_.write("three.json", R"({"z": 1})");
  EXPECT_EQ(expanded(R"({"include": "a/one.json", "w": 0})").json(), R"({"x":{"y":{"z":1}},"w":0})");
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(IncludeTest, OneFileMayBeIncludedTwice) {
  folder_.write("a.json", R"({"x": 1})");
  EXPECT_EQ(expanded(R"([{"include": "a.json"}, {"include": "a.json"}])").json(), R"([{"x":1},{"x":1}])");
}

TEST_F(IncludeTest, ACycleListsItsChain) {
  folder_.write("a.json", R"({"x": {"include": "b.json"}})");
  folder_.write("b.json", "{\"y\": \n{\"include\": \"./a.json\"}}");
  const Value root = expanded(R"({"o": {"include": "a.json"}})");
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].message, "files include one another in a cycle: " + folder_.path("main.json") +
                                         " -> " + folder_.path("a.json") + " -> " + folder_.path("b.json") +
                                         " -> " + folder_.path("a.json"));
  EXPECT_EQ(diagnostics_[0].remedy, "move what both need into a third file");
  EXPECT_EQ(diagnostics_[0].where.file, folder_.path("b.json"));
  EXPECT_EQ(diagnostics_[0].where.line, 2);
  EXPECT_EQ(diagnostics_[0].where.column, 13);
}

TEST_F(IncludeTest, AFileThatIncludesItselfIsACycle) {
  expanded(R"({"o": {"include": "main.json"}})");
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].message, "files include one another in a cycle: " + folder_.path("main.json") +
                                         " -> " + folder_.path("main.json"));
}

TEST_F(IncludeTest, AMissingFileIsToldAtTheInclude) {
  folder_.write("line.json", "{}");
  const Value root = expanded("{\"o\":\n {\"include\": \"lime.json\"}, \"p\": {\"include\": \"line.json\"}}");
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].message, "no such file: '" + folder_.path("lime.json") + "'");
  EXPECT_EQ(diagnostics_[0].remedy, "did you mean '" + folder_.path("line.json") + "'?");
  EXPECT_EQ(diagnostics_[0].where.line, 2);
  EXPECT_EQ(diagnostics_[0].where.column, 14);
  EXPECT_TRUE(has_failed_include(*root.find("o")));
  EXPECT_FALSE(has_failed_include(*root.find("p")));
}

TEST_F(IncludeTest, FaultsOfTheIncludedTextAreItsOwn) {
  folder_.write("bad.json", "{\n,");
  folder_.write("list.json", "[]");
  const Value root = expanded(R"([{"include": "bad.json"}, {"include": "list.json"}, {"include": 3}])");
  ASSERT_EQ(diagnostics_.size(), 3u);
  EXPECT_EQ(diagnostics_[0].where.file, folder_.path("bad.json"));
  EXPECT_EQ(diagnostics_[0].where.line, 2);
  EXPECT_EQ(diagnostics_[1].message,
            "'" + folder_.path("list.json") + "' holds a list, an included file must hold an object");
  EXPECT_EQ(diagnostics_[2].message, "'include' must be the path of a file, not a number");
}

TEST_F(IncludeTest, ChainsAndNumbersAreBounded) {
  for (int i = 0; i < 40; ++i)
    folder_.write("c" + std::to_string(i) + ".json",
                  "{\"x\": {\"include\": \"c" + std::to_string(i + 1) + ".json\"}}");
  expanded(R"({"include": "c0.json"})");
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].message.rfind("too long a chain of includes: ", 0), 0u);
  EXPECT_EQ(diagnostics_[0].remedy, "at most 32 files deep");

  diagnostics_.clear();
  folder_.write("d0.json", "{}");
  for (int i = 1; i < 15; ++i) {
    const std::string include = "{\"include\": \"d" + std::to_string(i - 1) + ".json\"}";
    folder_.write("d" + std::to_string(i) + ".json", "{\"a\": " + include + ", \"b\": " + include + "}");
  }
  expanded(R"({"include": "d14.json"})");  // 2^14 copies of d0
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].message, "more than 10000 includes in one study");
}

TEST(PathBeside, JoinsPaths) {
  EXPECT_EQ(path_beside("dir/a.json", "b.json"), "dir/b.json");
  EXPECT_EQ(path_beside("dir/a.json", "../b.json"), "b.json");
  EXPECT_EQ(path_beside("a.json", "b.json"), "b.json");
  EXPECT_EQ(path_beside("dir/a.json", "/b.json"), "/b.json");
}

}  // namespace
}  // namespace escapement::json
