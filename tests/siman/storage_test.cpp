// SPDX-License-Identifier: MIT
#include "escapement/siman/storage.h"

#include <gtest/gtest.h>

#include "escapement/siman/attribute.h"
#include "escapement/siman/set.h"
#include "escapement/siman/variable.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Parts at 0, 1, 2 go through the blocks in order, each followed by a delay of 4.
struct Stored : Model {
  explicit Stored(const std::vector<std::pair<bool, Reference>>& steps) {
    add<EntityType>("Part");
    add<Storage>("Shelf");
    add<Storage>("Room");
    PortBase* last = &arrivals("Arrivals", 0.0, 1.0, 3).out;
    int n = 0;
    for (const auto& [in, storage] : steps) {
      const std::string name = "Step" + std::to_string(++n);
      auto& delay = top.add<Delay>(name + "Delay", Delay::Options{4.0});
      if (in) {
        auto& store = top.add<Store>(name, storage);
        link(*last, store.in);
        link(store.out, delay.in);
      } else {
        auto& unstore = top.add<Unstore>(name, storage);
        link(*last, unstore.in);
        link(unstore.out, delay.in);
      }
      last = &delay.out;
    }
    link(*last, add<Dispose>("Done").in);
  }
};

TEST(Storage, CountsThoseInIt) {
  Stored model({{true, "Shelf"}, {false, "Shelf"}});
  model.run();
  // In it 0-4, 1-5, 2-6; the run ends at 10.
  EXPECT_DOUBLE_EQ(model.average("Shelf.NumberInStorage"), 12 / 10.0);
  EXPECT_EQ(model.persistent("Shelf.NumberInStorage").maximum(), 3);
  EXPECT_EQ(model.persistent("Shelf.NumberInStorage").value(), 0);
}

TEST(Storage, UnstoreWithoutANameLeavesTheLastOneEntered) {
  Stored model({{true, "Room"}, {true, "Shelf"}, {false, {}}, {false, {}}});
  model.run();  // Room 0-12 each, Shelf 4-8 each; the run ends at 18
  EXPECT_DOUBLE_EQ(model.average("Room.NumberInStorage"), 36 / 18.0);
  EXPECT_DOUBLE_EQ(model.average("Shelf.NumberInStorage"), 12 / 18.0);
}

TEST(Storage, WhoEndsLeavesIt) {
  Stored model({{true, "Shelf"}});
  model.run();
  EXPECT_EQ(model.persistent("Shelf.NumberInStorage").value(), 0);
}

TEST(Storage, IsReadByExpressions) {
  Stored model({{true, "Shelf"}, {false, "Shelf"}});
  model.add<DStat>("Watch", "NSTO(Shelf) * 10");
  model.run();
  EXPECT_DOUBLE_EQ(model.average("Watch"), 12);
}

TEST(Storage, Faults) {
  EXPECT_THAT(Stored({{true, "Shell"}}).faults(), HasSubstr("unknown storage 'Shell' in 'Step1'"));
  EXPECT_THAT(Stored({{false, "Shelf"}}).failure()->what(),
              HasSubstr("an entity of type 'Part' is not in storage 'Shelf'; let it pass a Store first"));
  EXPECT_THAT(Stored(std::vector<std::pair<bool, Reference>>{{false, Reference()}}).failure()->what(),
              HasSubstr("is not in any storage"));
}

// Entities at 0, 1, 2 stay for 2 each: 1 in the storage from 0, 2 from 1 to 3, 1 until 4.
TEST(Storage, ADelayKeepsItsEntitiesInOne) {
  Model model;
  model.add<EntityType>("Part");
  model.add<Storage>("Shelf");
  auto& create = model.arrivals("Arrives", 0.0, 1.0, 3);
  auto& delay = model.add<Delay>("Stay", Delay::Options{.duration = 2.0, .storage = "Shelf"});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, delay.in);
  model.link(delay.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.average("Shelf.NumberInStorage"), (1 + 2 * 2 + 1) / 4.0);
  EXPECT_EQ(model.persistent("Shelf.NumberInStorage").value(), 0);
}

// Parts 1, 2, 3 at 0, 1, 2 go into the member of a set that their number says, and out after 4;
// or into the storage of that number among all, which count in the order of their paths: Bin, Room, Shelf.
struct Chosen : Model {
  explicit Chosen(StorageChoice::Options in, StorageChoice::Options out = {}) {
    add<EntityType>("Part");
    add<Attribute>("n");
    add<Variable>("count");
    for (const char* name : {"Bin", "Room", "Shelf"}) add<Storage>(name);
    add<Set>("Places", Set::Options{{}, {"Room", "Shelf", "Bin"}});
    auto& create = arrivals("Arrivals", 0.0, 1.0, 3);
    auto& number = add<Assign>("Number", Assign::Options{{Assignment::parse({"count = count + 1"}),
                                                          Assignment::parse({"n = count"})}});
    auto& store = add<Store>("Store", std::move(in));
    auto& delay = add<Delay>("Stay", Delay::Options{4.0});
    auto& unstore = add<Unstore>("Unstore", std::move(out));
    auto& rest = add<Delay>("Rest", Delay::Options{4.0});
    auto& done = add<Dispose>("Done");
    link(create.out, number.in);
    link(number.out, store.in);
    link(store.out, delay.in);
    link(delay.out, unstore.in);
    link(unstore.out, rest.in);
    link(rest.out, done.in);
  }
  // Who is in each at 0.5, 1.5, 2.5, from the first.
  std::vector<double> inside() {
    build();
    std::vector<double> all;
    for (const double t : {0.5, 1.5, 2.5}) {
      simulator->run(t);
      for (const char* name : {"Room", "Shelf", "Bin"})
        all.push_back(persistent(std::string(name) + ".NumberInStorage").value());
    }
    simulator->run();
    for (const char* name : {"Room", "Shelf", "Bin"})
      EXPECT_EQ(persistent(std::string(name) + ".NumberInStorage").value(), 0) << name;
    return all;
  }
};

TEST(Storage, IsTheMemberOfASetOrTheOneOfANumber) {
  StorageChoice::Options member("Places"), number;
  member.index = "n";
  EXPECT_THAT(Chosen(member, member).inside(), ElementsAre(1, 0, 0, 1, 1, 0, 1, 1, 1));
  number.number = "MEMBER(Places, n)";
  EXPECT_THAT(Chosen(number, member).inside(), ElementsAre(1, 0, 0, 1, 1, 0, 1, 1, 1));
  number.number = "n";  // Bin, Room, Shelf
  EXPECT_THAT(Chosen(number).inside(), ElementsAre(0, 0, 1, 1, 0, 1, 1, 1, 1));
  member.index = "n + 1";
  EXPECT_THAT(Chosen(member).failure()->what(),
              HasSubstr("at time 2 in Store: index 4 of 'Places' is not a whole number from 1 to 3"));
  StorageChoice::Options no_set("Room");
  no_set.index = 1.0;
  EXPECT_THAT(Chosen(no_set).faults(),
              HasSubstr("'Room' is no set, so an index says nothing | remove \"index\", or name a set"));
}

}  // namespace
}  // namespace escapement::siman
