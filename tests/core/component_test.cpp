// SPDX-License-Identifier: MIT
#include "escapement/core/component.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "core/small_network.h"

namespace escapement {
namespace {

struct Thing : Component {
  using Component::Component;
};

TEST(Component, NamesAreLettersDigitsAndUnderscore) {
  EXPECT_EQ(Thing("_a9").name(), "_a9");
  EXPECT_EQ(Thing("Root").path(), "Root");
  for (const char* bad : {"", "9a", "a.b", "a b", "a-b", "\xc3\xa4"})
    EXPECT_THROWS(
        Thing{bad}, BuildError,
        "'" + std::string(bad) +
            "' is no name for a component: letters, digits and '_' are allowed, and the first is no "
            "digit");
}

TEST(Component, PortsAreInOrderOfDeclaration) {
  testing_support::Log log;
  testing_support::Node node("N", log);
  EXPECT_EQ(node.first_port(), &node.in);
  EXPECT_EQ(node.in.next(), &node.out);
  EXPECT_EQ(node.out.next(), nullptr);
  EXPECT_EQ(node.find_port("out"), &node.out);
  EXPECT_EQ(node.find_port("ou"), nullptr);
}

TEST(PathLess, ComparesComponentByComponent) {
  EXPECT_TRUE(path_less("A.Z", "AB"));
  EXPECT_TRUE(path_less("A", "A.B"));
  EXPECT_TRUE(path_less("A.B", "A0"));
  EXPECT_FALSE(path_less("AB", "A.Z"));
  EXPECT_FALSE(path_less("A", "A"));
  EXPECT_TRUE(path_less("A10", "A9"));  // text, not numbers
}

}  // namespace
}  // namespace escapement
