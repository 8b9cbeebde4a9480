// SPDX-License-Identifier: MIT
#include "escapement/siman/assign.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Bench : Model {
  explicit Bench(std::vector<Assignment> assignments, double arrivals_made = 1) {
    add<EntityType>("Raw");
    add<EntityType>("Good");
    add<Attribute>("size", 2.0);
    add<Attribute>("born");
    x = &add<Variable>("x", 10.0);
    list = &add<Variable>("list", Variable::Options{3, 1, {1, 2, 3}, false});
    table = &add<Variable>("table", Variable::Options{2, 3, {0}, false});
    Create::Options options;
    options.entity = "Raw";
    options.first = 1.5;
    options.interarrival = 1.0;
    options.max_batches = arrivals_made;
    auto& create = add<Create>("Arrivals", options);
    auto& assign = add<Assign>("Set", Assign::Options{std::move(assignments)});
    log = &add<Log>("After");
    log->logged_attributes = 2;
    auto& done = add<Dispose>("Done");
    link(create.out, assign.in);
    link(assign.out, log->in);
    link(log->out, done.in);
  }
  Variable *x, *list, *table;
  Log* log;
};

TEST(Assign, IsDoneInOrder) {
  Bench b({Assignment::parse({"size = size * 3"}), Assignment::parse({"x = x + size"}),
           Assignment::parse({"born = TNOW"})},
          2);
  b.run();
  // Slots are in the order of names: born, size.
  EXPECT_THAT(b.log->attributes, ElementsAre(1.5, 6, 2.5, 6));
  EXPECT_EQ(b.x->value(), 22);
}

TEST(Assign, SetsElementsOfListsAndTables) {
  Bench b({Assignment::parse({"list(size) = 7"}),
           Assignment::parse({"table(list(1) + 1, MAX(1, 3)) = list(2) + 1"})});
  b.run();
  EXPECT_EQ(b.list->value(1), 7);
  EXPECT_EQ(b.table->value(5), 8);  // row 2, column 3
  EXPECT_EQ(b.table->value(2), 0);
}

TEST(Assign, SetsTheSearchIndex) {
  Bench b({Assignment::parse({"J = size + 1"}), Assignment::parse({"x = 10 * J"}),
           Assignment::parse({"born = list(J)"})});
  b.run();
  EXPECT_EQ(b.x->value(), 30);
  EXPECT_THAT(b.log->attributes, ElementsAre(3, 2));
}

TEST(Assign, ChangesTheEntitysType) {
  Assignment a;
  a.target = Assignment::Target::kEntityType;
  a.name = "Good";
  Bench b({a});
  b.run();
  EXPECT_EQ(b.count("Raw.NumberIn"), 1);
  EXPECT_EQ(b.count("Raw.NumberOut"), 1);
  EXPECT_EQ(b.count("Good.NumberIn"), 1);
  EXPECT_EQ(b.observations("Good.TotalTime"), 1u);
  EXPECT_EQ(b.observations("Raw.TotalTime"), 0u);
  EXPECT_EQ(b.persistent("Raw.WIP").value(), 0);
  EXPECT_EQ(b.count("System.NumberIn"), 1);
}

TEST(Assign, VariableStartsAnewInEachRun) {
  Variable v("v", Variable::Options{2, 1, {4, 5}, false});
  v.set(0, 9, 0);
  v.start();
  EXPECT_EQ(v.value(0), 4);
}

TEST(Assign, FaultsOfBuilding) {
  Bench b({Assignment::parse({"siz = 3"}), Assignment::parse({"x(1) = 3"}),
           Assignment::parse({"table(1) = 3"}), Assignment::parse({"list = 3"}), Assignment::parse({"x = "}),
           Assignment::parse({"x = 3 +"}), Assignment::parse({"qqqqqqq = 3"})});
  const std::string faults = b.faults();
  EXPECT_THAT(faults, HasSubstr("'siz' in 'Set' is no attribute and no variable | did you mean 'size'?"));
  EXPECT_THAT(faults, HasSubstr("variable 'x' takes 0 subscripts, got 1"));
  EXPECT_THAT(faults, HasSubstr("variable 'table' takes 2 subscripts, got 1"));
  EXPECT_THAT(faults, HasSubstr("variable 'list' takes 1 subscripts, got 0"));
  EXPECT_THAT(faults, HasSubstr("'qqqqqqq' in 'Set' is no attribute and no variable | declare it"));
  EXPECT_THAT(faults, HasSubstr("in x ' 3 +', column"));
}

TEST(Assign, TextWithoutAnEqualSignIsNoAssignment) {
  for (const char* text : {"size", "size == 3", "size >= 3", "size != 3", "list(x = 3)"}) {
    try {
      Assignment::parse({text});
      ADD_FAILURE() << text;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), HasSubstr("is no assignment")) << text;
    }
  }
}

TEST(Assign, SubscriptOutOfRangeStopsTheRun) {
  Bench b({Assignment::parse({"list(x) = 7"})});
  const auto failure = b.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Set");
  EXPECT_EQ(failure->clock(), 1.5);
  EXPECT_THAT(failure->message(), HasSubstr("list"));
  EXPECT_THAT(failure->message(), HasSubstr("10"));
  EXPECT_THAT(failure->message(), HasSubstr("1 to 3"));
}

TEST(Assign, SubscriptOutOfRangeInAnExpressionStopsTheRun) {
  Bench b({Assignment::parse({"size = list(x - 9.5)"})});
  const auto failure = b.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Set");
  EXPECT_THAT(failure->message(), HasSubstr("0.5"));
}

TEST(Assign, WordsOfEveryEntity) {
  Bench b({Assignment::parse({"Entity.CreateTime = 0.25"}), Assignment::parse({"Entity.StartTime = 0.5"}),
           Assignment::parse({"Entity.SerialNumber = 77"}), Assignment::parse({"Entity.VATime = 3"}),
           Assignment::parse({"Entity.NVATime = 4"}), Assignment::parse({"Entity.TranTime = 5"}),
           Assignment::parse({"Entity.WaitTime = 6"}), Assignment::parse({"Entity.OtherTime = 7"}),
           Assignment::parse({"born = Entity.SerialNumber + Entity.CreateTime + Entity.StartTime"})});
  b.run();
  EXPECT_THAT(b.log->attributes, ElementsAre(77.75, 2));
  EXPECT_EQ(b.tally("Raw.VATime"), 3);
  EXPECT_EQ(b.tally("Raw.NVATime"), 4);
  EXPECT_EQ(b.tally("Raw.TranTime"), 5);
  EXPECT_EQ(b.tally("Raw.WaitTime"), 6);
  EXPECT_EQ(b.tally("Raw.OtherTime"), 7);
  EXPECT_EQ(b.tally("Raw.TotalTime"), 1.25);  // the first comes at 1.5
}

TEST(Assign, CostsOfTheEntityAreCollectedOnceTheyAreAssigned) {
  Bench b({Assignment::parse({"Entity.VACost = 3"}), Assignment::parse({"Entity.NVACost = 4"}),
           Assignment::parse({"Entity.TranCost = 5"}), Assignment::parse({"Entity.WaitCost = 6"}),
           Assignment::parse({"Entity.OtherCost = Entity.VACost + 7"}),
           Assignment::parse({"born = Entity.OtherCost"})});
  b.run();
  EXPECT_THAT(b.log->attributes, ElementsAre(10, 2));
  EXPECT_EQ(b.tally("Raw.WaitCost"), 6);
  EXPECT_EQ(b.tally("Raw.OtherCost"), 10);
  EXPECT_EQ(b.tally("Raw.TotalCost"), 3 + 4 + 5 + 6 + 10);
}

// Types are numbered by name: Good 1, Raw 2.
TEST(Assign, TheTypeByNameAndByNumber) {
  Bench named({Assignment::parse({"born = Entity.Type"}), Assignment::parse({"Entity.Type = Good"})});
  named.run();
  EXPECT_THAT(named.log->attributes, ElementsAre(2, 2));
  EXPECT_EQ(named.count("Raw.NumberOut"), 1);
  EXPECT_EQ(named.count("Good.NumberOut"), 1);
  Bench numbered({Assignment::parse({"Entity.Type = Entity.Type - 1"})});
  numbered.run();
  EXPECT_EQ(numbered.count("Good.NumberOut"), 1);
}

TEST(Assign, FaultsOfTheWordsOfEveryEntity) {
  const auto failure = [](const char* assignment) {
    Bench b({Assignment::parse({assignment})});
    return std::string(b.failure().value().what());
  };
  EXPECT_THAT(failure("Entity.Type = 3"),
              HasSubstr("index 3 of 'the entity types' is not a whole number from 1 to 2"));
  EXPECT_THAT(failure("Entity.HoldCostRate = -1"),
              HasSubstr("Entity.HoldCostRate would be -1; it must be a finite"));
  EXPECT_THAT(failure("Entity.SerialNumber = 1.5"),
              HasSubstr("a serial number would be 1.5; it must be a whole"));
  Bench picture({Assignment::parse({"born = Entity.Picture"})});
  EXPECT_THAT(picture.faults(), HasSubstr("'Entity.Picture' has no value: there are no pictures here"));
}

}  // namespace
}  // namespace escapement::siman
