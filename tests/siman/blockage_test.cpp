// SPDX-License-Identifier: MIT
#include "escapement/siman/blockage.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Cars at 0, 1, 2 ... come to a crossing that is blocked twice at 1.5 and 2.5 and unblocked at 4.5 and 6.5.
struct Crossing : Model {
  Crossing() {
    add<EntityType>("Car");
    add<EntityType>("Train");
    add<Blockage>("Rails");
    add<QueueElement>("Line");
    Create::Options c;
    c.entity = "Car";
    c.interarrival = 1.0;
    c.max_batches = 9;
    auto& create = add<Create>("Cars", c);
    auto& queue = add<Queue>("Enter", Queue::Options{"Line"});
    auto& proceed = add<Proceed>("Proceed", std::vector<Reference>{"Rails"});
    cars = &add<Log>("Passed");
    link(create.out, queue.in);
    link(queue.out, proceed.in);
    link(proceed.out, cars->in);
  }
  template <class B>
  void train(const char* name, double at) {
    Create::Options c;
    c.entity = "Train";
    c.first = at;
    auto& create = top.add<Create>(std::string(name) + "Comes", c);
    auto& block = top.add<B>(name, std::vector<Reference>{"Rails"});
    link(create.out, block.in);
    link(block.out, top.add<Dispose>(std::string(name) + "Done").in);
  }
  Log* cars;
};

TEST(Blockage, EntitiesWaitUntilTheCountIsZero) {
  Crossing model;
  model.train<RaiseBlockage>("First", 1.5);
  model.train<RaiseBlockage>("Second", 2.5);
  model.train<LowerBlockage>("FirstGone", 4.5);
  model.train<LowerBlockage>("SecondGone", 6.5);
  model.run();
  EXPECT_THAT(model.cars->times, ElementsAre(0, 1, 6.5, 6.5, 6.5, 6.5, 6.5, 7, 8));
  EXPECT_DOUBLE_EQ(model.average("Rails.NumberOfBlocks"), (1 + 2 * 2 + 2) / 8.0);
  EXPECT_DOUBLE_EQ(model.tally("Line.WaitingTime"), (4.5 + 3.5 + 2.5 + 1.5 + 0.5) / 9);
}

TEST(Blockage, Faults) {
  Crossing below;
  below.train<LowerBlockage>("Early", 3);
  EXPECT_THAT(below.failure()->what(), HasSubstr("blockage 'Rails' is unblocked, but its count is 0"));
  Model model;
  model.add<EntityType>("Car");
  auto& create = model.arrivals("Cars", 0.0, {}, 1);
  auto& none = model.add<RaiseBlockage>("None", std::vector<Reference>{});
  model.link(create.out, none.in);
  model.link(none.out, model.add<Dispose>("Done").in);
  EXPECT_THAT(model.faults(), HasSubstr("'None' names no blockage"));
}

}  // namespace
}  // namespace escapement::siman
