// SPDX-License-Identifier: MIT
#include "escapement/registry/descriptor.h"

#include <gtest/gtest.h>

namespace escapement::registry {
namespace {

TEST(Descriptor, ReadsAsASentence) {
  const Field f = number("rate").because("How often").in("1/time").by_default("1").above(0).at_most(5).must();
  EXPECT_EQ(f.name, "rate");
  EXPECT_EQ(f.type, FieldType::kNumber);
  EXPECT_EQ(f.doc, "How often");
  EXPECT_EQ(f.unit, "1/time");
  EXPECT_EQ(f.default_text, "1");
  EXPECT_EQ(f.minimum, 0.0);
  EXPECT_TRUE(f.exclusive_minimum);
  EXPECT_EQ(f.maximum, 5.0);
  EXPECT_TRUE(f.required);
  EXPECT_FALSE(integer("n").at_least(1).exclusive_minimum);
}

TEST(Descriptor, DurationsAreAtLeastZero) {
  EXPECT_EQ(duration("d").minimum, 0.0);
  EXPECT_EQ(duration("d").unit, "time");
}

TEST(Descriptor, ContainersKnowTheirElements) {
  EXPECT_EQ(list("l", boolean("b")).element->type, FieldType::kBoolean);
  EXPECT_EQ(map("m", string("s")).element->type, FieldType::kString);
  EXPECT_EQ(one_or_list("o", reference("r", "queues")).element->section, "queues");
  EXPECT_EQ(choice("c", {"a", "b"}).choices.size(), 2u);
  EXPECT_EQ(expression("e").type, FieldType::kExpression);
  EXPECT_EQ(any("a").type, FieldType::kAny);
}

TEST(Descriptor, FindsFieldsOfARecord) {
  const Record r{"resource", "", {integer("capacity"), number("cost")}, {}};
  EXPECT_EQ(r.find("cost")->type, FieldType::kNumber);
  EXPECT_EQ(r.find("speed"), nullptr);
  EXPECT_EQ(r.field_names(), (std::vector<std::string>{"capacity", "cost"}));
}

TEST(Descriptor, ShortFormMustNameAField) {
  const Record seize{"seizure", "", {reference("resource", "resources"), integer("quantity")}, {}};
  EXPECT_EQ(record_or("r", seize, FieldType::kReference, "resource").short_field, "resource");
  try {
    record_or("r", seize, FieldType::kReference, "resorce");
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_STREQ(e.what(), "record_or: record 'seizure' has no field 'resorce'");
  }
}

TEST(Descriptor, PortsMayDependOnParameters) {
  ComponentType fixed;
  fixed.ports = {{"in", true, "real", ""}};
  EXPECT_EQ(fixed.ports_for(Value::object({})).size(), 1u);
  fixed.ports_of = [](const Value& use) {
    return std::vector<PortInfo>(use.find("branches")->items().size(), PortInfo{"out", false, "real", ""});
  };
  Value use = Value::object({});
  use.set("branches", Value::array({Value(1.0), Value(2.0), Value(3.0)}));
  EXPECT_EQ(fixed.ports_for(use).size(), 3u);
}

}  // namespace
}  // namespace escapement::registry
