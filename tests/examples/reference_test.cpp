// SPDX-License-Identifier: MIT
// docs/reference/types.md is made from the descriptors of the types, and is to be made anew when they change.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "escapement/cli/standard_registry.h"
#include "escapement/json/describe.h"

namespace escapement {
namespace {

TEST(Reference, IsWhatTheDescriptorsTell) {
  const std::filesystem::path page = std::filesystem::path(ESCAPEMENT_DOCS) / "reference" / "types.md";
  std::ifstream file(page, std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string made = json::reference_markdown(cli::standard_registry());
  if (kept == made) return;
  const auto fresh = std::filesystem::temp_directory_path() / "escapement-types.md";
  std::ofstream(fresh, std::ios::binary) << made;
  ADD_FAILURE() << page << " is out of date; see what changed, then: cp " << fresh.string() << ' '
                << page.string();
}

}  // namespace
}  // namespace escapement
