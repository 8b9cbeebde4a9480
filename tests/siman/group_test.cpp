// SPDX-License-Identifier: MIT
#include "escapement/siman/group.h"

#include <gtest/gtest.h>

#include "escapement/siman/split.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Parts at 0, 1, 2 ...; each carries its time of arrival in `a` and `pair` = 1, 2, 1, 2 ...
struct Parts : Model {
  explicit Parts(double most) {
    add<EntityType>("Part");
    add<EntityType>("Pallet");
    add<Attribute>("a");
    add<Attribute>("pair");
    add<Variable>("turn", 0.0);
    add<QueueElement>("Line");
    Create::Options c;
    c.entity = "Part";
    c.interarrival = 1.0;
    c.max_batches = most;
    create = &add<Create>("Arrivals", c);
    assign = &add<Assign>(
        "Mark", Assign::Options{{Assignment::parse({"a = TNOW"}), Assignment::parse({"turn = turn + 1"}),
                                 Assignment::parse({"pair = 2 - MOD(turn, 2)"})}});
    enqueue = &add<Queue>("Enter", Queue::Options{"Line"});
    link(create->out, assign->in);
    link(assign->out, enqueue->in);
  }
  template <class G>
  Log& group(Group::Options options) {
    auto& block = add<G>("Group", std::move(options));
    auto& log = add<Log>("Grouped");
    log.logged_attributes = 2;
    link(enqueue->out, block.in);
    link(block.out, log.in);
    return log;
  }
  Create* create;
  Assign* assign;
  Queue* enqueue;
};

Group::Options of_size(ExpressionText size) {
  Group::Options o;
  o.size = std::move(size);
  o.entity = "Pallet";
  return o;
}

TEST(Group, FormsWhenEnoughAreThereAndSplitGivesThemBack) {
  Parts parts(7);
  Log& grouped = parts.group<Group>(of_size(3.0));
  auto& delay = parts.add<Delay>("Carry", Delay::Options{4.0});
  auto& split = parts.add<Split>("Split");
  auto& members = parts.add<Log>("Members");
  auto& done = parts.add<Dispose>("Done");
  members.logged_attributes = 1;
  parts.link(grouped.out, delay.in);
  parts.link(delay.out, split.in);
  parts.link(split.out, members.in);
  parts.link(members.out, done.in);
  parts.run();
  EXPECT_THAT(grouped.times, ElementsAre(2, 5));
  EXPECT_THAT(members.times, ElementsAre(6, 6, 6, 9, 9, 9));
  EXPECT_THAT(members.attributes, ElementsAre(0, 1, 2, 3, 4, 5));
  // Waits 2, 1, 0 twice; the seventh stays in line.
  EXPECT_EQ(parts.observations("Line.WaitingTime"), 6u);
  EXPECT_DOUBLE_EQ(parts.tally("Line.WaitingTime"), 1);
  EXPECT_EQ(parts.persistent("Line.NumberInQueue").maximum(), 2);
  // A member's value-added time is that of its representative: 4 each; stays are 6, 5, 4.
  EXPECT_DOUBLE_EQ(parts.tally("Part.VATime"), 4);
  EXPECT_DOUBLE_EQ(parts.tally("Part.WaitTime"), 1);
  EXPECT_DOUBLE_EQ(parts.tally("Part.TotalTime"), 5);
  EXPECT_EQ(parts.count("Part.NumberIn"), 7);
  EXPECT_EQ(parts.count("Part.NumberOut"), 6);
  EXPECT_EQ(parts.count("Pallet.NumberIn"), 2);
  EXPECT_EQ(parts.count("Pallet.NumberOut"), 2);
  EXPECT_EQ(parts.persistent("Pallet.WIP").value(), 0);
  EXPECT_EQ(parts.persistent("Part.WIP").value(), 1);
  EXPECT_EQ(parts.hosting->world().pool().alive(), 1u);
}

TEST(Group, SavesTheAttributesOfMembersAsAsked) {
  const auto saved = [](SaveCriterion save) {
    Parts parts(6);
    Group::Options o = of_size(3.0);
    o.save = save;
    const Log& log = parts.group<Group>(o);
    parts.run();
    return std::vector<double>{log.attributes[0], log.attributes[2]};  // `a` of both groups
  };
  EXPECT_THAT(saved(SaveCriterion::kFirst), ElementsAre(0, 3));
  EXPECT_THAT(saved(SaveCriterion::kLast), ElementsAre(2, 5));
  EXPECT_THAT(saved(SaveCriterion::kSum), ElementsAre(3, 12));
  EXPECT_THAT(saved(SaveCriterion::kProduct), ElementsAre(0, 60));
}

TEST(Group, ByAttributeOnlyEqualsGoTogether) {
  Parts parts(6);  // pairs 1 2 1 2 1 2 at 0 ... 5
  Group::Options o = of_size(3.0);
  o.match = "pair";
  o.save = SaveCriterion::kSum;
  const Log& log = parts.group<Group>(o);
  parts.run();
  EXPECT_THAT(log.times, ElementsAre(4, 5));
  EXPECT_THAT(log.attributes, ElementsAre(0 + 2 + 4, 3, 1 + 3 + 5, 6));
}

TEST(Group, TheSizeIsThatOfTheEntityThatComes) {
  Parts parts(5);  // at 0: 1 wanted; at 1: 2; at 2: 3, two are there; at 3: 4, three; at 4: 5, four
  const Log& log = parts.group<Group>(of_size("a + 1"));
  parts.run();
  EXPECT_THAT(log.times, ElementsAre(0));
  EXPECT_THAT(parts.persistent("Line.NumberInQueue").value(), 4);
}

TEST(Group, WithoutATypeTheRepresentativeIsOfItsMembersType) {
  Parts parts(2);
  Group::Options o;
  o.size = 2.0;
  parts.group<Group>(o);
  parts.run();
  EXPECT_EQ(parts.count("Part.NumberIn"), 3);
}

TEST(Group, GroupsOfGroups) {
  Parts parts(4);
  Log& pairs = parts.group<Group>(of_size(2.0));
  parts.add<QueueElement>("Outer");
  auto& queue = parts.add<Queue>("EnterOuter", Queue::Options{"Outer"});
  auto& outer = parts.add<Group>("OuterGroup", of_size(2.0));
  auto& log = parts.add<Log>("Both");
  auto& delay = parts.add<Delay>("Carry", Delay::Options{10.0});
  auto& split = parts.add<Split>("SplitOuter");
  auto& inner = parts.add<Log>("InnerPallets");
  auto& again = parts.add<Split>("SplitInner");
  auto& singles = parts.add<Log>("Singles");
  auto& done = parts.add<Dispose>("Done");
  parts.link(pairs.out, queue.in);
  parts.link(queue.out, outer.in);
  parts.link(outer.out, log.in);
  parts.link(log.out, delay.in);
  parts.link(delay.out, split.in);
  parts.link(split.out, inner.in);
  parts.link(inner.out, again.in);
  parts.link(again.out, singles.in);
  parts.link(singles.out, done.in);
  parts.run();
  EXPECT_THAT(log.times, ElementsAre(3));
  EXPECT_THAT(inner.times, ElementsAre(13, 13));
  EXPECT_THAT(singles.times, ElementsAre(13, 13, 13, 13));
  EXPECT_DOUBLE_EQ(parts.tally("Part.VATime"), 10);  // through two representatives
  // Waits alone 1 0 1 0, and the first pair waits from 1 to 3: 3 2 1 0.
  EXPECT_DOUBLE_EQ(parts.tally("Part.WaitTime"), 1.5);
  EXPECT_DOUBLE_EQ(parts.tally("Part.TotalTime"), 11.5);  // 13 - 0, 1, 2, 3
  EXPECT_EQ(parts.hosting->world().pool().alive(), 0u);
}

TEST(Group, DisposingOfARepresentativeEndsItsMembers) {
  Parts parts(3);
  Log& grouped = parts.group<Group>(of_size(3.0));
  auto& delay = parts.add<Delay>("Carry", Delay::Options{4.0});
  auto& done = parts.add<Dispose>("Done");
  parts.link(grouped.out, delay.in);
  parts.link(delay.out, done.in);
  parts.run();
  EXPECT_EQ(parts.count("Part.NumberOut"), 3);
  EXPECT_EQ(parts.count("Pallet.NumberOut"), 1);
  EXPECT_EQ(parts.count("System.NumberIn"), 4);
  EXPECT_EQ(parts.count("System.NumberOut"), 4);
  EXPECT_DOUBLE_EQ(parts.tally("Part.TotalTime"), 5);
  EXPECT_DOUBLE_EQ(parts.tally("Part.VATime"), 4);
  EXPECT_EQ(parts.persistent("Part.WIP").value(), 0);
  EXPECT_EQ(parts.hosting->world().pool().alive(), 0u);
}

TEST(Combine, EndsItsMembersAndKeepsWhatTheyHold) {
  Parts parts(2);
  parts.add<Resource>("Clamp", 5.0);
  parts.add<QueueElement>("ForClamp");
  auto& wait = parts.add<Queue>("WaitClamp", Queue::Options{"ForClamp"});
  auto& seize = parts.add<Seize>("Seize", Seize::Options{{{"Clamp"}}});
  auto& line = parts.add<Queue>("EnterLine", Queue::Options{"Line"});
  auto& combine = parts.add<Combine>("Combine", of_size(2.0));
  auto& release = parts.add<Release>("Release", std::vector<ResourceUnits>{{"Clamp", 2.0}});
  auto& log = parts.add<Log>("Out");
  auto& done = parts.add<Dispose>("Done");
  auto& none = parts.add<Combine>("Other", of_size(9.0));
  parts.link(parts.enqueue->out, none.in);  // the line of the base is not used here
  auto& lost = parts.add<Log>("Lost");
  parts.link(none.out, lost.in);
  Create::Options c;
  c.entity = "Part";
  c.interarrival = 1.0;
  c.max_batches = 2;
  auto& create = parts.add<Create>("More", c);
  parts.link(create.out, wait.in);
  parts.link(wait.out, seize.in);
  parts.link(seize.out, line.in);
  parts.link(line.out, combine.in);
  parts.link(combine.out, release.in);
  parts.link(release.out, log.in);
  parts.link(log.out, done.in);
  parts.run();
  EXPECT_THAT(log.times, ElementsAre(1));
  EXPECT_EQ(parts.persistent("Clamp.NumberBusy").value(), 0);  // both units were released by the one
  EXPECT_EQ(parts.count("Part.NumberOut"), 2);
  EXPECT_EQ(parts.statistics.find_tally("Part.TotalTime")->observations(), 0u);
  EXPECT_EQ(parts.count("Pallet.NumberOut"), 1);
  // Both queues share one line; each entity waits for its own block.
  EXPECT_EQ(parts.persistent("Line.NumberInQueue").value(), 2);
}

TEST(Group, Faults) {
  {
    Parts parts(2);
    parts.group<Group>({});
    EXPECT_THAT(parts.faults(), HasSubstr("'Group' lacks the expression 'size'"));
  }
  {
    Parts parts(2);
    parts.group<Group>(of_size(0.0));
    EXPECT_THAT(parts.faults(), HasSubstr("size of 'Group' is 0 | it must be 1 or more"));
  }
  {
    Parts parts(2);
    parts.group<Group>(of_size("1.5 + a"));
    EXPECT_THAT(parts.failure()->what(),
                HasSubstr("the size '1.5 + a' is 1.5; it must be a whole number of 1 or more"));
  }
  {
    Parts parts(2);
    parts.add<QueueElement>("Second");
    auto& queue = parts.add<Queue>("EnterToo", Queue::Options{"Second"});
    auto& group = parts.add<Group>("Group", of_size(2.0));
    auto& log = parts.add<Log>("Log");
    parts.link(parts.enqueue->out, group.in);
    parts.link(queue.out, group.in);
    parts.link(group.out, log.in);
    EXPECT_THAT(parts.faults(), HasSubstr("a group is formed in one queue"));
  }
  {
    Parts parts(2);
    auto& group = parts.add<Group>("Group", of_size(2.0));
    auto& log = parts.add<Log>("Log");
    auto& direct = parts.arrivals("Direct", 0.0, 1.0, 1);
    parts.link(direct.out, group.in);
    parts.link(parts.enqueue->out, group.in);
    parts.link(group.out, log.in);
    EXPECT_THAT(parts.faults(), HasSubstr("which type of entity it creates"));
  }
}

TEST(Group, ALoopOfGroupsWithoutTimeIsFound) {
  Parts parts(2);
  Log& grouped = parts.group<Group>(of_size(2.0));
  auto& split = parts.add<Split>("Split");
  parts.link(grouped.out, split.in);
  parts.link(split.out, parts.enqueue->in);
  EXPECT_THAT(parts.failure()->what(), HasSubstr("zero-time loop"));
}

}  // namespace
}  // namespace escapement::siman
