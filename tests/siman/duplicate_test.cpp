// SPDX-License-Identifier: MIT
#include "escapement/siman/duplicate.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One part, delayed by 8 before it is copied at 8.
struct Copier : Model {
  explicit Copier(Duplicate::Options options) {
    add<EntityType>("Part");
    add<Attribute>("a", 4.0);
    auto& create = arrivals("Arrivals", 0.0, {}, 1);
    auto& delay = add<Delay>("Work", Delay::Options{8.0});
    const std::size_t exits = options.copies.size();
    duplicate = &add<Duplicate>("Copy", std::move(options));
    original = &add<Log>("Original");
    original->together = &order;
    auto& done = add<Dispose>("Done");
    link(create.out, delay.in);
    link(delay.out, duplicate->in);
    link(duplicate->out, original->in);
    link(original->out, done.in);
    for (std::size_t i = 0; i < exits; ++i) {
      copies.push_back(&add<Log>(i == 0 ? "First" : "Second"));
      copies.back()->together = &order;
      copies.back()->logged_attributes = 1;
      auto& end = add<Dispose>(i == 0 ? "FirstDone" : "SecondDone");
      link(duplicate->copies(i), copies.back()->in);
      link(copies.back()->out, end.in);
    }
  }
  Duplicate* duplicate;
  Log* original;
  std::vector<Log*> copies;
  std::vector<std::string> order;
};

TEST(Duplicate, TheOriginalGoesFirstAndCopiesFollowInTheOrderOfTheExits) {
  Copier model({{1.0, "a / 2"}, {}});
  model.run();
  EXPECT_THAT(model.order, ElementsAre("Original1", "First2", "Second3", "Second4"));
  EXPECT_THAT(model.copies[1]->entities, ElementsAre(1, 1));  // copies share the serial number
  EXPECT_THAT(model.copies[1]->attributes, ElementsAre(4, 4));
  EXPECT_EQ(model.count("Part.NumberIn"), 4);
  EXPECT_EQ(model.count("Part.NumberOut"), 4);
  EXPECT_DOUBLE_EQ(model.tally("Part.VATime"), 8);  // each has all of it
  EXPECT_DOUBLE_EQ(model.tally("Part.TotalTime"), 8);
}

TEST(Duplicate, AShareOfTheTimesGoesToTheCopies) {
  Copier model({{3.0}, 60});  // 60 % of 8 over three copies: 1.6 each, 3.2 stay
  model.run();
  const auto& va = *model.statistics.find_tally("Part.VATime");
  EXPECT_DOUBLE_EQ(*va.maximum(), 3.2);
  EXPECT_DOUBLE_EQ(*va.minimum(), 1.6);
  EXPECT_DOUBLE_EQ(va.sum(), 8);
}

TEST(Duplicate, NoCopiesAtAll) {
  Copier model({{0.0}, 60});
  model.run();
  EXPECT_THAT(model.order, ElementsAre("Original1"));
  EXPECT_DOUBLE_EQ(model.tally("Part.VATime"), 8);
}

TEST(Duplicate, TheNumberIsWhole) {
  Copier model({{"a / 3"}, {}});
  EXPECT_THAT(model.failure()->what(),
              HasSubstr("the number of copies 'a / 3' is 1.3333333333333333; it must be a whole number"));
}

}  // namespace
}  // namespace escapement::siman
