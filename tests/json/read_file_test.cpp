// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "escapement/json/parse.h"
#include "temporary_folder.h"

namespace escapement::json {
namespace {

using TemporaryFolder = testing_support::TemporaryFolder;

std::string message_of(const std::string& path, const SourceLocation& at = {}) {
  try {
    read_file(path, at);
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing thrown";
}

TEST(ReadFile, GivesTheBytes) {
  TemporaryFolder folder;
  folder.write("a.json", "x\r\ny");
  EXPECT_EQ(read_file(folder.path("a.json")), "x\r\ny");
}

TEST(ReadFile, SuggestsTheFileWithANearName) {
  TemporaryFolder folder;
  folder.write("drill.json", "{}");
  const std::string wanted = folder.path("dril.json");
  EXPECT_EQ(message_of(wanted), wanted + ": error: no such file: '" + wanted + "'\n    did you mean '" +
                                    folder.path("drill.json") + "'?");
  const std::string far = folder.path("completely-different-name.json");
  EXPECT_EQ(message_of(far), far + ": error: no such file: '" + far + "'");
  EXPECT_EQ(message_of(far, {"study.json", 3, 4, ""}), "study.json:3:4: error: no such file: '" + far + "'");
  EXPECT_NE(message_of(folder.path("no/such/folder.json")).find("no such file"), std::string::npos);
}

TEST(ReadFile, RefusesFolders) {
  TemporaryFolder folder;
  EXPECT_EQ(message_of(folder.path("")),
            folder.path("") + ": error: '" + folder.path("") + "' is a folder, not a file");
}

TEST(ReadFile, TellsWhyAFileCannotBeRead) {
  const std::string memory = "/proc/self/mem";  // opens, but its first byte cannot be read
  if (message_of(memory) == "nothing thrown") GTEST_SKIP() << "this system lets it be read";
  EXPECT_EQ(message_of(memory).rfind(memory + ": error: cannot read '" + memory + "': ", 0), 0u)
      << message_of(memory);
}

}  // namespace
}  // namespace escapement::json
