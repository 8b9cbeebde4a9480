// SPDX-License-Identifier: MIT
#include "escapement/siman/alter.h"

#include <gtest/gtest.h>

#include "escapement/siman/attribute.h"
#include "escapement/siman/set.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// Drills X, Y and Z of capacity 1; Pair holds Z and X. One entity changes capacities at 4; until 8 it stays.
struct Works : Model {
  Works() {
    add<EntityType>("Part");
    add<Attribute>("which");
    for (const char* name : {"X", "Y", "Z"}) add<Resource>(name, 1.0);
    add<Set>("Pair", Set::Options{{}, {"Z", "X"}});
  }
  void change(std::vector<Alter::Change> changes) {
    auto& create = arrivals("Come", 4.0, 1.0, 1);
    auto& set = add<Assign>("Set", Assign::Options{{Assignment::parse({"which = 2"})}});
    auto& alter = add<Alter>("Alter", Alter::Options{std::move(changes)});
    auto& stay = add<Delay>("Stay", Delay::Options{4.0});
    link(create.out, set.in);
    link(set.out, alter.in);
    link(alter.out, stay.in);
    link(stay.out, add<Dispose>("Done").in);
  }
};

ElementName by_number(const char* expression) {
  ElementName name;
  name.number = expression;
  return name;
}

ElementName member_of(const char* set, ExpressionText index) {
  ElementName name(set);
  name.index = std::move(index);
  return name;
}

TEST(Alter, NamesMembersOfSetsAndNumbers) {
  Works works;
  // X is member `which` of the pair; Y is number 2 of all; Z is named.
  works.change({{member_of("Pair", "which"), 2.0}, {by_number("which"), "1 + which"}, {"Z", -1.0}});
  works.run();
  EXPECT_EQ(works.average("X.NumberScheduled"), (1 + 3) / 2.0);
  EXPECT_EQ(works.average("Y.NumberScheduled"), (1 + 4) / 2.0);
  EXPECT_EQ(works.average("Z.NumberScheduled"), (1 + 0) / 2.0);
}

TEST(Alter, ASeizeMayHopeForWhatAnAlterAdds) {
  Works works;  // 3 units of X, which has 1: no fault, for the entity that alters adds 2
  works.change({{member_of("Pair", 2.0), 2.0}});
  works.add<QueueElement>("Line");
  Station station(works, "Work", "Line", {{"X", 3.0}}, 1.0);
  works.link(works.arrivals("Early", 0.0, 1.0, 1).out, station.enqueue.in);
  works.run();
  EXPECT_THAT(station.begin.times, testing::ElementsAre(4));
}

TEST(Alter, Failures) {
  Works below;
  below.change({{member_of("Pair", 1.0), -2.0}});
  EXPECT_EQ(below.failure()->message(),
            "the new capacity of resource 'Z' is -1; it must be a whole number of 0 or more");
  Works beyond;
  beyond.change({{member_of("Pair", "which + 1"), 1.0}});
  EXPECT_EQ(beyond.failure()->message(), "index 3 of 'Pair' is not a whole number from 1 to 2");
  Works none;
  none.change({{by_number("7"), 1.0}});
  EXPECT_THAT(none.failure()->message(), HasSubstr("the resource numbers"));
  Works unknown;
  unknown.change({{"W", 1.0}});
  EXPECT_THAT(unknown.faults(), HasSubstr("unknown resource 'W' in 'Alter'"));
}

}  // namespace
}  // namespace escapement::siman
