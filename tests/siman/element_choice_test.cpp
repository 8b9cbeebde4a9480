// SPDX-License-Identifier: MIT
#include "escapement/siman/element_choice.h"

#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "escapement/siman/group.h"
#include "escapement/siman/match.h"
#include "escapement/siman/pickq.h"
#include "escapement/siman/pickup.h"
#include "escapement/siman/queue_blocks.h"
#include "escapement/siman/search.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ElementName member(const char* set, ExpressionText index) {
  ElementName name(set);
  name.index = std::move(index);
  return name;
}

ElementName numbered(ExpressionText number) {
  ElementName name;
  name.number = std::move(number);
  return name;
}

// Parts 1 to 4 at 0, 1, 2, 3, with n = 1, 2, 1, 2. Of the queues A, B, C the set Lines has C and A, so that
// member n of it is C, A, C, A and their numbers among all queues are 3, 1, 3, 1.
struct Chosen : Model {
  explicit Chosen(ElementName queue, ExpressionText patience = {}) {
    add<EntityType>("Part");
    add<EntityType>("Visitor");
    add<Attribute>("n");
    for (const char* name : {"A", "B", "C"}) add<QueueElement>(name);
    add<Set>("Lines", Set::Options{{}, {"C", "A"}});
    Create::Options c;
    c.entity = "Part";
    c.interarrival = 1.0;
    c.max_batches = 4;
    auto& create = add<Create>("Arrivals", c);
    auto& mark = add<Assign>("Mark", Assign::Options{{Assignment::parse({"n = 1 + MOD(TNOW, 2)"})}});
    enter = &add<Queue>("Enter", Queue::Options{std::move(queue), kForever, std::move(patience)});
    link(create.out, mark.in);
    link(mark.out, enter->in);
    Create::Options v;
    v.entity = "Visitor";
    v.first = 10.0;
    visitor = &add<Create>("Visit", v);
    gone = &add<Log>("Gone");
    taken = &add<Log>("Taken");
  }
  // They wait there for good.
  Chosen& held() {
    link(enter->out, add<Detach>("Hold").in);
    return *this;
  }
  // The visitor has nothing to do.
  Chosen& idle() {
    link(visitor->out, gone->in);
    return *this;
  }
  std::vector<double> lengths() {
    std::vector<double> all;
    for (const char* name : {"A", "B", "C"})
      all.push_back(persistent(std::string(name) + ".NumberInQueue").value());
    return all;
  }
  Queue* enter;
  Create* visitor;
  Log *gone, *taken;
};

TEST(QueueChoice, IsTheMemberOfASetOrTheOneOfANumber) {
  for (ElementName name : {member("Lines", "n"), numbered("MEMBER(Lines, n)"), numbered("5 - 2 * n")}) {
    Chosen model(name);
    model.held().idle().run(9);
    EXPECT_THAT(model.lengths(), ElementsAre(2, 0, 2));
  }
  Chosen model(member("Lines", 2.0));  // one for all
  model.held().idle().run(9);
  EXPECT_THAT(model.lengths(), ElementsAre(4, 0, 0));
}

// One server, 4 for each: whichever queue they are in they are served in the order of their arrival, at 0, 4,
// 8, 12. Waits in C: 0 and 6; in A: 3 and 9.
TEST(QueueChoice, SeveralQueuesBeforeOneSeize) {
  Chosen model(member("Lines", "n"));
  model.add<Resource>("Server");
  auto& seize = model.add<Seize>("Seize", Seize::Options{{{"Server"}}});
  auto& begin = model.add<Log>("Begin");
  auto& work = model.add<Delay>("Work", Delay::Options{4.0});
  auto& release = model.add<Release>("Release", std::vector<ResourceUnits>{{"Server"}});
  model.link(model.enter->out, seize.in);
  model.link(seize.out, begin.in);
  model.link(begin.out, work.in);
  model.link(work.out, release.in);
  model.link(release.out, model.gone->in);
  model.idle().run(20);
  EXPECT_THAT(begin.times, ElementsAre(0, 4, 8, 12));
  EXPECT_DOUBLE_EQ(model.tally("C.WaitingTime"), 3);
  EXPECT_DOUBLE_EQ(model.tally("A.WaitingTime"), 6);
  EXPECT_EQ(model.observations("B.WaitingTime"), 0u);
}

// Nobody is served: each gives up after 5, in its own queue.
TEST(QueueChoice, PatienceEndsInTheQueueThatTheEntityIsIn) {
  Chosen model(member("Lines", "n"), 5.0);
  model.link(model.enter->reneged, model.gone->in);
  model.link(model.visitor->out, model.taken->in);
  model.held().run(9);
  EXPECT_THAT(model.gone->times, ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(model.lengths(), ElementsAre(0, 0, 0));
  EXPECT_EQ(model.observations("A.WaitingTime"), 2u);
  EXPECT_EQ(model.observations("C.WaitingTime"), 2u);
}

TEST(QueueChoice, RemoveCopyAndInsert) {
  Chosen remove(member("Lines", "n"));
  auto& out = remove.add<Remove>("Remove", QueuePlace{member("Lines", "NQ(B) + 2"), "NQ(A)"});
  remove.link(remove.visitor->out, out.in);
  remove.link(out.out, remove.gone->in);
  remove.link(out.removed, remove.taken->in);
  remove.held().run(20);
  EXPECT_THAT(remove.taken->records, ElementsAre(4));  // the second one in A
  EXPECT_THAT(remove.lengths(), ElementsAre(1, 0, 2));

  Chosen copy(member("Lines", "n"));
  auto& copies = copy.add<Copy>("Copy", QueuePlace{numbered(3.0), 2.0});
  copy.link(copy.visitor->out, copies.in);
  copy.link(copies.out, copy.gone->in);
  copy.link(copies.copy, copy.taken->in);
  copy.held().run(20);
  EXPECT_THAT(copy.taken->entities, ElementsAre(3));  // the second one in C

  Chosen insert(member("Lines", "n"));
  auto& puts = insert.add<Insert>("Insert", QueuePlace{member("Lines", 1.0)});
  insert.link(insert.visitor->out, puts.in);
  insert.held().run(20);
  EXPECT_THAT(insert.lengths(), ElementsAre(2, 0, 3));
}

TEST(QueueChoice, PickupAndSearch) {
  Chosen pick(member("Lines", "n"));
  auto& up = pick.add<Pickup>("Pickup", Pickup::Options{member("Lines", 2.0), 9.0});
  pick.link(pick.visitor->out, up.in);
  pick.link(up.out, pick.gone->in);
  pick.held().run(20);
  EXPECT_THAT(pick.lengths(), ElementsAre(0, 0, 2));

  Chosen look(member("Lines", "n"));
  Search::Options options;
  options.queue = numbered("MEMBER(Lines, 1)");
  options.expression = "IDENT == 3";
  auto& search = look.add<Search>("Search", options);
  auto& found = look.add<Assign>("Found", Assign::Options{{Assignment::parse({"n = J"})}});
  look.taken->logged_attributes = 1;
  look.link(look.visitor->out, search.in);
  look.link(search.found, found.in);
  look.link(found.out, look.taken->in);
  look.link(search.not_found, look.gone->in);
  look.held().run(20);
  EXPECT_THAT(look.taken->attributes, ElementsAre(2));
}

TEST(QueueChoice, Faults) {
  EXPECT_THAT(Chosen(member("Lines", "n + 1")).held().idle().failure()->what(),
              HasSubstr("at time 1 in Enter: index 3 of 'Lines' is not a whole number from 1 to 2"));
  EXPECT_THAT(Chosen(numbered("n + 2")).held().idle().failure()->what(),
              HasSubstr("index 4 of 'the queue numbers' is not a whole number from 1 to 3"));
  EXPECT_THAT(
      Chosen(member("A", 1.0)).held().idle().faults(),
      HasSubstr("'A' is no set, so an index says nothing | remove \"index\", or name a set of queues"));
  EXPECT_THAT(Chosen("Lines").held().idle().faults(), HasSubstr("'Enter' lacks the expression 'index'"));
  EXPECT_THAT(Chosen("D").held().idle().faults(), HasSubstr("unknown queue 'D' in 'Enter'"));
  Chosen wrong(member("Machines", 1.0));
  wrong.add<Resource>("Drill");
  wrong.add<Set>("Machines", Set::Options{{}, {"Drill"}});
  EXPECT_THAT(wrong.held().idle().faults(),
              HasSubstr("'Enter' needs a set of type Queue; 'Machines' holds 'Drill' | name another set"));
}

TEST(QueueChoice, BlocksThatNeedOneQueueSaySo) {
  Chosen group(member("Lines", "n"));
  auto& batch = group.add<Group>("Batch", Group::Options{2.0});
  group.link(group.enter->out, batch.in);
  group.link(batch.out, group.taken->in);
  EXPECT_THAT(group.idle().faults(), HasSubstr("a group is formed in one queue"));

  Chosen match(member("Lines", "n"));
  auto& pairs = match.add<Match>("Pairs", Match::Options{});
  match.link(match.enter->out, pairs.in(0));
  auto& other = match.add<Queue>("Other", Queue::Options{"B"});
  match.link(match.visitor->out, other.in);
  match.link(other.out, pairs.in(1));
  match.link(pairs.out(0), match.gone->in);
  match.link(pairs.out(1), match.taken->in);
  EXPECT_THAT(match.faults(), HasSubstr("whose queue differs from entity to entity; name one queue for each "
                                        "entry of a Match"));

  Chosen pick(member("Lines", "n"));
  auto& choice = pick.add<PickQ>("Pick", PickQ::Options{{"one"}});
  pick.link(pick.visitor->out, choice.in);
  pick.link(choice.exit(0), pick.enter->in);
  EXPECT_THAT(pick.held().faults(),
              HasSubstr("whose queue differs from entity to entity; name one queue for each exit"));
}

}  // namespace
}  // namespace escapement::siman
