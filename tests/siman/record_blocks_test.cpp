// SPDX-License-Identifier: MIT
#include "escapement/siman/record_blocks.h"

#include <gtest/gtest.h>

#include "escapement/siman/set.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// Entities at 1, 2, 4, 7 (a gap is drawn before its entity raises n) pass a block and end.
template <class B>
struct Passing : Model {
  explicit Passing(typename B::Options options) {
    add<EntityType>("Part");
    add<Attribute>("mark");
    add<Variable>("n");
    add<Counter>("Made");
    add<TallyElement>("Seen");
    auto& create = arrivals("Arrivals", 1.0, "n + 1", 4);
    auto& assign = add<Assign>(
        "Set", Assign::Options{{Assignment::parse({"n = n + 1"}), Assignment::parse({"mark = TNOW - n"})}});
    auto& wait = add<Delay>("Wait", Delay::Options{0.25});
    auto& block = add<B>("Note", std::move(options));
    auto& done = add<Dispose>("Done");
    link(create.out, assign.in);
    link(assign.out, wait.in);
    link(wait.out, block.in);
    link(block.out, done.in);
  }
};

TEST(Count, AddsOne) {
  Passing<Count> p({});
  p.run();
  EXPECT_EQ(p.count("Note"), 4);  // the block's own path
}

TEST(Count, AddsAnExpressionToADeclaredCounter) {
  Passing<Count> p({"Made", "2 - n"});
  p.run();
  EXPECT_EQ(p.count("Made"), 1 + 0 - 1 - 2);
}

TEST(Count, MakesANamedStatistic) {
  Passing<Count> p({"Good parts", 3.0});
  p.run();
  EXPECT_EQ(p.count("Good parts"), 12);
}

TEST(Count, ANameIsLocalToTheModelAround) {
  Model model;
  model.add<EntityType>("Part");
  for (const char* line : {"Line1", "Line2"}) {
    auto& inner = model.top.add<Coupled>(line);
    auto& create = inner.add<Create>("Arrivals", Create::Options{});
    auto& count = inner.add<Count>("Note", Count::Options{"Made", 1.0});
    auto& again = inner.add<Count>("Again", Count::Options{"Made", 1.0});
    auto& done = inner.add<Dispose>("Done");
    inner.couple(create.out, count.in);
    inner.couple(count.out, again.in);
    inner.couple(again.out, done.in);
  }
  model.run();
  EXPECT_EQ(model.count("Line1.Made"), 2);
  EXPECT_EQ(model.count("Line2.Made"), 2);
}

TEST(Tally, ObservesAnExpression) {
  Passing<Tally> p({Tally::What::kExpression, "n * n"});
  p.run();
  EXPECT_EQ(p.observations("Note"), 4u);
  EXPECT_DOUBLE_EQ(p.tally("Note"), (1 + 4 + 9 + 16) / 4.0);
}

TEST(Tally, ObservesAnIntervalIntoADeclaredTally) {
  Passing<Tally> p({Tally::What::kInterval, "mark", "Seen"});
  p.run();
  EXPECT_DOUBLE_EQ(p.tally("Seen"), 0.25 + (1 + 2 + 3 + 4) / 4.0);  // mark lies n before the arrival
  EXPECT_DOUBLE_EQ(p.statistics.find_tally("Seen")->maximum().value(), 4.25);
}

TEST(Tally, ObservesTheTimeBetweenPassages) {
  Passing<Tally> p({Tally::What::kBetween});
  p.run();
  EXPECT_EQ(p.observations("Note"), 3u);
  EXPECT_DOUBLE_EQ(p.tally("Note"), 2.0);  // gaps 1, 2, 3
}

TEST(Tally, ObservesTheEntityAsDisposeDoes) {
  Passing<Tally> p({Tally::What::kEntity});
  p.run();
  EXPECT_EQ(p.observations("Part.TotalTime"), 8u);  // here and at Dispose
  EXPECT_DOUBLE_EQ(p.tally("Part.VATime"), 0.25);
}

TEST(Tally, AResultThatIsNoNumberStopsTheRun) {
  Passing<Tally> p({Tally::What::kExpression, "SQRT(2 - n)"});
  const auto failure = p.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Note");
  EXPECT_EQ(failure->clock(), 4.25);
  EXPECT_EQ(p.observations("Note"), 2u);  // what was observed so far is kept
}

TEST(RecordBlocks, FaultsOfBuilding) {
  Passing<Tally> missing({Tally::What::kExpression, {}});
  EXPECT_THAT(missing.faults(), HasSubstr("'Note' lacks the expression 'value'"));
  Passing<Count> taken({"Seen"});  // a tally
  EXPECT_THAT(taken.faults(),
              HasSubstr("the statistic 'Seen' of 'Note' is already one of 'Seen' | give it another"));
  Passing<Count> system({"System.NumberOut"});
  EXPECT_THAT(system.faults(),
              HasSubstr("the statistic 'System.NumberOut' of 'Note' is already one of the system"));
  Passing<Tally> kinds({Tally::What::kBetween, {}, "Made twice"});
  auto& create = kinds.arrivals("More", 1.0, {}, 1);
  auto& count = kinds.add<Count>("CountIt", Count::Options{"Made twice"});
  auto& done = kinds.add<Dispose>("MoreDone");
  kinds.link(create.out, count.in);
  kinds.link(count.out, done.in);
  EXPECT_THAT(kinds.faults(), HasSubstr("Made twice"));
}

TEST(RecordBlocks, AComponentCannotHideAStatisticOfTheSystem) {
  Model model;
  model.add<EntityType>("System");
  EXPECT_THAT(model.faults(),
              HasSubstr("the statistic 'System.NumberIn' of 'System' is already one of the system"));
}

TEST(RecordBlocks, IntoAMemberOfASetByIndex) {
  Passing<Count> count(Count::Options{.member = {"Counters", "1 + (n > 2)"}});
  count.add<Counter>("Late");
  count.add<Set>("Counters", Set::Options{{}, {"Made", "Late"}});
  count.run();
  EXPECT_EQ(count.count("Made"), 2);
  EXPECT_EQ(count.count("Late"), 2);
  Passing<Tally> tally(Tally::Options{.value = "n", .member = {"Tallies", "2 - (n == 1)"}});
  tally.add<TallyElement>("Others");
  tally.add<Set>("Tallies", Set::Options{{}, {"Seen", "Others"}});
  tally.run();
  EXPECT_EQ(tally.tally("Seen"), 1);
  EXPECT_EQ(tally.tally("Others"), 3);
  EXPECT_EQ(tally.statistics.find_tally("Note"), nullptr);  // no statistic of its own
}

TEST(RecordBlocks, FaultsOfSets) {
  Passing<Count> wrong(Count::Options{.member = {"Tallies", 1.0}});
  wrong.add<Set>("Tallies", Set::Options{{}, {"Seen"}});
  EXPECT_THAT(wrong.faults(), HasSubstr("'Note' needs a set of type Counter; 'Tallies' holds 'Seen'"));
  Passing<Count> beyond(Count::Options{.member = {"Counters", "n"}});
  beyond.add<Set>("Counters", Set::Options{{}, {"Made"}});
  const auto failure = beyond.failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->what(), HasSubstr("the index 'n' is 2; it must be a whole number from 1 to 1"));
  EXPECT_EQ(beyond.count("Made"), 1);
}

}  // namespace
}  // namespace escapement::siman
