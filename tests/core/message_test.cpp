// SPDX-License-Identifier: MIT
#include "escapement/core/message.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "core/expect_throw.h"

namespace escapement {
namespace {

std::string text(const Message& message) {
  std::ostringstream out;
  out << message;
  return out.str();
}

TEST(Message, TypeAndContentAreIndependent) {
  Message m(3, 2.5);
  EXPECT_EQ(m.type(), 3);
  EXPECT_TRUE(m.holds<double>());
  EXPECT_EQ(m.content<double>(), 2.5);
  m.set_type(4);
  m.set_content(std::string("x"));
  EXPECT_EQ(m.type(), 4);
  EXPECT_EQ(m.content<std::string>(), "x");
  EXPECT_EQ(text(m), "4:x");
  EXPECT_EQ(text(Message(9)), "9");
  EXPECT_FALSE(Message().has_content());
  EXPECT_TRUE(Message(1, "literal").holds<std::string>());
}

TEST(Message, CopiesShareTheContent) {
  const Message a(1, std::string("long enough to lie on the heap"));
  const Message b = a;
  EXPECT_EQ(&a.content<std::string>(), &b.content<std::string>());
}

TEST(Message, ContentMayBeMoveOnly) {
  const Message m(1, std::make_unique<int>(5));
  EXPECT_EQ(*m.content<std::unique_ptr<int>>(), 5);
}

TEST(Message, WrongContentIsRefusedByName) {
  EXPECT_THROWS(Message(2, 1.0).content<int>(), Error,
                "message of type 2 was asked for a content of type int but holds double");
  EXPECT_THROWS(Message(2).content<int>(), Error,
                "message of type 2 was asked for a content of type int but holds nothing");
}

}  // namespace
}  // namespace escapement
