// SPDX-License-Identifier: MIT
#include "escapement/registry/value.h"

#include <gtest/gtest.h>

namespace escapement::registry {
namespace {

TEST(Value, KeepsTheTextOfANumber) {
  EXPECT_EQ(Value(0.1).text(), "0.1");
  const Value third = Value::number(0.333, "0.3330");
  EXPECT_EQ(third.number(), 0.333);
  EXPECT_EQ(third.text(), "0.3330");
}

TEST(Value, FindsAndSetsMembers) {
  Value object = Value::object({});
  object.set("a", Value(1.0));
  object.set("b", Value(true));
  object.set("a", Value(std::string("new")));
  ASSERT_EQ(object.members().size(), 2u);
  EXPECT_EQ(object.find("a")->text(), "new");
  EXPECT_TRUE(object.find("b")->boolean());
  EXPECT_EQ(object.find("c"), nullptr);
}

TEST(Value, SettingAMemberOfANumberIsAFaultOfTheCaller) {
  Value number(1.0);
  try {
    number.set("a", Value());
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_STREQ(e.what(), "Value::set: member 'a' needs an object, this is a number");
  }
}

TEST(Value, NamesItsTypeForMessages) {
  EXPECT_STREQ(Value().type_name(), "null");
  EXPECT_STREQ(Value(false).type_name(), "true or false");
  EXPECT_STREQ(Value(1.0).type_name(), "a number");
  EXPECT_STREQ(Value(std::string()).type_name(), "a string");
  EXPECT_STREQ(Value::array({}).type_name(), "a list");
  EXPECT_STREQ(Value::object({}).type_name(), "an object");
}

TEST(Value, WritesCompactJson) {
  std::vector<Value> items;
  items.emplace_back();
  items.emplace_back(true);
  items.push_back(Value::number(2, "2.0"));
  items.emplace_back(std::string("q\"\\\n\t\x01"));
  Value object = Value::object({});
  object.set("list", Value::array(std::move(items)));
  EXPECT_EQ(object.json(), R"({"list":[null,true,2.0,"q\"\\\n\t\u0001"]})");
}

TEST(Value, TellsWhereAByteOfAStringStands) {
  Value text(std::string("abc"));
  text.set_where({"f.json", 3, 10, "/x"});
  EXPECT_EQ(text.where_inside(0).column, 11);  // after the opening quote
  EXPECT_EQ(text.where_inside(2).column, 13);
  EXPECT_EQ(text.where_inside(99).column, 14);  // the closing quote
  EXPECT_EQ(text.where_inside(2).line, 3);
  Value number = Value::number(12, "12");
  number.set_where({"f.json", 3, 10, "/x"});
  EXPECT_EQ(number.where_inside(1).column, 11);  // a number has no quotes
}

TEST(Value, UsesTheColumnMapWhereEscapesShiftBytes) {
  Value text(std::string("a\"b"));  // written "a\"b"
  text.set_where({"f.json", 1, 1, ""});
  text.set_columns({2, 3, 5});
  EXPECT_EQ(text.where_inside(1).column, 3);
  EXPECT_EQ(text.where_inside(2).column, 5);
  EXPECT_EQ(text.where_inside(3).column, 6);
}

TEST(Value, UnknownPlacesStayUnknown) {
  Value text(std::string("abc"));
  text.set_where({"--set a=b", 0, 0, ""});
  EXPECT_EQ(text.where_inside(2).column, 0);
}

}  // namespace
}  // namespace escapement::registry
