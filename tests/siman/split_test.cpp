// SPDX-License-Identifier: MIT
#include "escapement/siman/split.h"

#include <gtest/gtest.h>

#include "escapement/siman/group.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two parts with a = 1, b = 10 and a = 2, b = 20; the representative then has a = 7, b = 70.
std::vector<double> after_split(MemberAttributes rule) {
  Model model;
  model.add<EntityType>("Part");
  model.add<Attribute>("a");
  model.add<Attribute>("b");
  model.add<QueueElement>("Line");
  auto& create = model.arrivals("Arrivals", 1.0, 1.0, 2);
  auto& mark = model.add<Assign>(
      "Mark", Assign::Options{{Assignment::parse({"a = TNOW"}), Assignment::parse({"b = 10 * TNOW"})}});
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  Group::Options g;
  g.size = 2.0;
  auto& group = model.add<Group>("Group", g);
  auto& change = model.add<Assign>(
      "Change", Assign::Options{{Assignment::parse({"a = 7"}), Assignment::parse({"b = 70"})}});
  auto& split = model.add<Split>("Split", rule);
  auto& log = model.add<Log>("Log");
  log.logged_attributes = 2;
  model.link(create.out, mark.in);
  model.link(mark.out, queue.in);
  model.link(queue.out, group.in);
  model.link(group.out, change.in);
  model.link(change.out, split.in);
  model.link(split.out, log.in);
  model.run();
  return log.attributes;
}

TEST(Split, MembersKeepTheirAttributesOrTakeTheRepresentatives) {
  using Rule = MemberAttributes::Rule;
  EXPECT_THAT(after_split({}), ElementsAre(1, 10, 2, 20));
  EXPECT_THAT(after_split({Rule::kTakeAll, {}}), ElementsAre(7, 70, 7, 70));
  EXPECT_THAT(after_split({Rule::kTakeSpecific, {"b"}}), ElementsAre(1, 70, 2, 70));
}

TEST(Split, UnknownAttribute) {
  try {
    after_split({MemberAttributes::Rule::kTakeSpecific, {"bb"}});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("unknown attribute 'bb' in 'Split'"));
  }
}

TEST(Split, AnEntityThatIsNoGroupIsAnError) {
  Model model;
  model.add<EntityType>("Part");
  auto& create = model.arrivals("Arrivals", 3.0, {}, 1);
  auto& split = model.add<Split>("Split");
  auto& log = model.add<Log>("Log");
  model.link(create.out, split.in);
  model.link(split.out, log.in);
  EXPECT_THAT(model.failure()->what(),
              HasSubstr("an entity of type 'Part' stands for no group and cannot be split"));
}

}  // namespace
}  // namespace escapement::siman
