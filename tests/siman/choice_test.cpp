// SPDX-License-Identifier: MIT
#include "escapement/siman/choice.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(If, TheFirstConditionThatIsTrueTellsTheWay) {
  Model model;
  model.add<EntityType>("Part");
  auto& create = model.arrivals("Arrivals", 0.0, 1.0, 5);
  auto& choose = model.add<If>("If", If::Options{{"TNOW == 1", "TNOW >= 3", "TNOW >= 2"}});
  Log* logs[] = {&model.add<Log>("Then"), &model.add<Log>("ElseIf1"), &model.add<Log>("ElseIf2"),
                 &model.add<Log>("Else")};
  model.link(create.out, choose.in);
  for (std::size_t i = 0; i < 4; ++i) model.link(choose.exit(i), logs[i]->in);
  model.run();
  EXPECT_THAT(logs[0]->times, ElementsAre(1));
  EXPECT_THAT(logs[1]->times, ElementsAre(3, 4));
  EXPECT_THAT(logs[2]->times, ElementsAre(2));
  EXPECT_THAT(logs[3]->times, ElementsAre(0));
  EXPECT_NE(choose.find_port("then"), nullptr);
  EXPECT_NE(choose.find_port("elseIf2"), nullptr);
  EXPECT_NE(choose.find_port("else"), nullptr);
}

struct Loop : Model {
  explicit Loop(const char* condition) {
    add<EntityType>("Part");
    add<Attribute>("n");
    auto& create = arrivals("Arrivals", 0.0, 10.0, 2);
    auto& loop = add<While>("While", While::Options{condition});
    auto& count = add<Assign>("Count", Assign::Options{{Assignment::parse({"n = n + 1"})}});
    turns = &add<Log>("Turns");
    done = &add<Log>("Done");
    done->logged_attributes = 1;
    link(create.out, loop.in);
    link(loop.body, count.in);
    link(count.out, turns->in);
    link(turns->out, loop.in);
    link(loop.done, done->in);
  }
  Log *turns, *done;
};

TEST(While, GoesRoundWhileTheConditionIsTrue) {
  Loop loop("n < 3");
  loop.run();
  EXPECT_EQ(loop.turns->times.size(), 6u);
  EXPECT_THAT(loop.done->attributes, ElementsAre(3, 3));
  EXPECT_THAT(loop.done->times, ElementsAre(0, 10));
}

TEST(While, ALoopWithoutEndIsFound) {
  EXPECT_THAT(Loop("n >= 0").failure()->what(), HasSubstr("zero-time loop"));
}

TEST(While, LacksACondition) {
  EXPECT_THAT(Loop("").faults(), HasSubstr("'While' lacks the expression 'condition'"));
}

}  // namespace
}  // namespace escapement::siman
