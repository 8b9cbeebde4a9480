// SPDX-License-Identifier: MIT
// Functions of queued entities and of groups.
#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "escapement/siman/pickup.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// Parts 1 ... 4 of weight 10, 20, 30, 40 wait; a visitor, number 5, comes at 10, takes along those of rank 2
// and 3 when it is to, and evaluates.
double value_of(const char* expression, bool takes, std::string* fault = nullptr) {
  Model model;
  model.add<EntityType>("Part");
  model.add<EntityType>("Visitor");
  model.add<Attribute>("weight");
  model.add<Attribute>("result");
  model.add<QueueElement>("Line");
  model.add<QueueElement>("Empty");
  Create::Options c;
  c.entity = "Part";
  c.interarrival = 1.0;
  c.max_batches = 4;
  auto& create = model.add<Create>("Arrivals", c);
  auto& mark = model.add<Assign>("Mark", Assign::Options{{Assignment::parse({"weight = 10 * IDENT"})}});
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  model.link(create.out, mark.in);
  model.link(mark.out, queue.in);
  model.link(queue.out, model.add<Detach>("Hold").in);
  Create::Options v;
  v.entity = "Visitor";
  v.first = 10.0;
  auto& visitor = model.add<Create>("Visit", v);
  auto& pickup = model.add<Pickup>("Pickup", Pickup::Options{"Line", takes ? 2.0 : 0.0, 2.0});
  auto& ask = model.add<Tally>("Ask", Tally::Options{Tally::What::kExpression, expression});
  auto& done = model.add<Dispose>("Done");
  model.link(visitor.out, pickup.in);
  model.link(pickup.out, ask.in);
  model.link(ask.out, done.in);
  if (fault != nullptr) {
    *fault = model.faults();
    return 0;
  }
  model.run();
  return model.tally("Ask");
}

TEST(HoldingFunctions, QueuedEntities) {
  EXPECT_EQ(value_of("FIRSTINQ(Line)", false), 1);
  EXPECT_EQ(value_of("LASTINQ(Line)", false), 4);
  EXPECT_EQ(value_of("FIRSTINQ(Empty) + LASTINQ(Empty)", false), 0);
  EXPECT_EQ(value_of("ENTATRANK(3, Line)", false), 3);
  EXPECT_EQ(value_of("ENTATRANK(5, Line)", false), 0);
  EXPECT_EQ(value_of("SUCCESSOR(FIRSTINQ(Line))", false), 2);
  EXPECT_EQ(value_of("SUCCESSOR(1)", true), 4);  // 2 and 3 are gone
  EXPECT_EQ(value_of("PREDECESSOR(4)", true), 1);
  EXPECT_EQ(value_of("PREDECESSOR(1)", false), 0);
  EXPECT_EQ(value_of("SUCCESSOR(4) + SUCCESSOR(IDENT) + SUCCESSOR(99)", false), 0);  // last, none, nobody
}

TEST(HoldingFunctions, MembersOfTheGroup) {
  EXPECT_EQ(value_of("NG", true), 2);
  EXPECT_EQ(value_of("NG", false), 0);
  EXPECT_EQ(value_of("AG(2, weight)", true), 30);
  EXPECT_EQ(value_of("AG(3, weight) + AG(0, weight)", true), 0);
  EXPECT_EQ(value_of("SAG(weight)", true), 50);
  EXPECT_EQ(value_of("NQ(Line)", true), 2);
}

TEST(HoldingFunctions, Faults) {
  std::string fault;
  value_of("FIRSTINQ(Lin)", false, &fault);
  EXPECT_THAT(fault, HasSubstr("'Lin' is no queue"));
  value_of("SAG(wait)", false, &fault);
  EXPECT_THAT(fault, HasSubstr("'wait' is no attribute"));
  value_of("NSTO(Line)", false, &fault);
  EXPECT_THAT(fault, HasSubstr("'Line' is no storage"));
  Model model;
  model.add<EntityType>("Part");
  model.add<Attribute>("a");
  model.add<DStat>("Watch", "SAG(a)");
  model.link(model.arrivals("A", 0.0, {}, 1).out, model.add<Dispose>("D").in);
  EXPECT_THAT(model.faults(), HasSubstr("'SAG' needs an entity, and none is at hand here"));
}

}  // namespace
}  // namespace escapement::siman
