// SPDX-License-Identifier: MIT
#include "escapement/siman/storage.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
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

}  // namespace
}  // namespace escapement::siman
