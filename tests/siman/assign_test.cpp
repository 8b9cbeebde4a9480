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

}  // namespace
}  // namespace escapement::siman
