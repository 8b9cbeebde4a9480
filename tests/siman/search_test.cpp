// SPDX-License-Identifier: MIT
#include "escapement/siman/search.h"

#include <gtest/gtest.h>

#include "escapement/siman/detach.h"
#include "escapement/siman/pickup.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

using Where = Search::Where;
using What = Search::What;

// Five parts of weight 3 1 4 1 5 wait; a visitor of weight 9 comes at 10, searches and tallies J. `group`: it
// takes all parts along first. Answers J, with 100 added when it left by notFound.
double found(Search::Options options, std::string* fault = nullptr) {
  Model model;
  model.add<EntityType>("Part");
  model.add<EntityType>("Visitor");
  model.add<Attribute>("weight", 9.0);
  model.add<Variable>("weights", Variable::Options{5, 1, {3, 1, 4, 1, 5}, false});
  model.add<QueueElement>("Line");
  Create::Options c;
  c.entity = "Part";
  c.interarrival = 1.0;
  c.max_batches = 5;
  auto& create = model.add<Create>("Arrivals", c);
  auto& mark =
      model.add<Assign>("Mark", Assign::Options{{Assignment::parse({"weight = weights(TNOW + 1)"})}});
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  model.link(create.out, mark.in);
  model.link(mark.out, queue.in);
  model.link(queue.out, model.add<Detach>("Hold").in);
  Create::Options v;
  v.entity = "Visitor";
  v.first = 10.0;
  auto& visitor = model.add<Create>("Visit", v);
  auto& pickup =
      model.add<Pickup>("Pickup", Pickup::Options{"Line", options.where == Where::kGroup ? 5.0 : 0.0});
  auto& search = model.add<Search>("Search", std::move(options));
  auto& yes = model.add<Tally>("Yes", Tally::Options{Tally::What::kExpression, "J"});
  auto& no = model.add<Tally>("No", Tally::Options{Tally::What::kExpression, "J + 100"});
  auto& end = model.add<Dispose>("End");
  model.link(visitor.out, pickup.in);
  model.link(pickup.out, search.in);
  model.link(search.found, yes.in);
  model.link(search.not_found, no.in);
  model.link(yes.out, end.in);
  model.link(no.out, end.in);
  if (fault != nullptr) {
    *fault = model.faults();
    if (fault->empty()) *fault = model.failure()->what();
    return 0;
  }
  model.run();
  return model.observations("Yes") > 0 ? model.tally("Yes") : model.tally("No");
}

Search::Options in(Where where, What what, const char* expression, ExpressionText from = 1.0,
                   ExpressionText to = {}) {
  Search::Options o;
  o.where = where;
  if (where == Where::kQueue) o.queue = "Line";
  o.what = what;
  o.expression = expression;
  o.from = std::move(from);
  o.to = std::move(to);
  return o;
}

TEST(Search, TheFirstInAQueueForWhichItHolds) {
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 1")), 2);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 1", 3.0)), 4);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 1", "NQ(Line)", 1.0)), 4);  // backwards
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 5", 1.0, 4.0)), 100);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 9")), 100);  // the visitor's own is not seen
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight > J")), 1);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight < J && J > 2")), 4);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "1", 6.0, 9.0)), 100);  // beyond the end
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == 5", 2.0, 50.0)), 5);
}

TEST(Search, ExtremesTakeTheFirstOfEquals) {
  EXPECT_EQ(found(in(Where::kQueue, What::kMinimum, "weight")), 2);
  EXPECT_EQ(found(in(Where::kQueue, What::kMaximum, "weight")), 5);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "MIN(weight)")), 2);
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, " max ( 0 - (weight) )")), 2);
  EXPECT_EQ(found(in(Where::kQueue, What::kMinimum, "weight", 5.0, 1.0)), 4);
  EXPECT_EQ(found(in(Where::kQueue, What::kMinimum, "0 - weight", 1.0, 3.0)), 3);
}

TEST(Search, MembersOfTheOwnGroup) {
  EXPECT_EQ(found(in(Where::kGroup, What::kCondition, "weight == 4")), 3);
  EXPECT_EQ(found(in(Where::kGroup, What::kMaximum, "weight", 3.0, 1.0)), 3);
  EXPECT_EQ(found(in(Where::kGroup, What::kCondition, "weight == 9")), 100);
}

TEST(FindJ, AnIndexOfAnExpression) {
  EXPECT_EQ(found(in(Where::kIndex, What::kCondition, "weights(J) == 4", 1.0, 5.0)), 3);
  EXPECT_EQ(found(in(Where::kIndex, What::kMaximum, "weights(J)", 1.0, 5.0)), 5);
  EXPECT_EQ(found(in(Where::kIndex, What::kMinimum, "ABS(J - 2.6)", -10.0, 10.0)), 3);
  EXPECT_EQ(found(in(Where::kIndex, What::kCondition, "J == weight", 5.0, 20.0)), 9);  // its own attribute
  EXPECT_EQ(found(in(Where::kIndex, What::kCondition, "0", 1.0, 5.0)), 100);
}

TEST(Search, Faults) {
  std::string fault;
  found(in(Where::kIndex, What::kCondition, "J == 1"), &fault);
  EXPECT_THAT(fault, HasSubstr("'Search' lacks the expression 'to'"));
  found(in(Where::kQueue, What::kCondition, ""), &fault);
  EXPECT_THAT(fault, HasSubstr("'Search' lacks the expression 'condition'"));
  // MAX of one thing is that thing: the first in line would always be found.
  found(in(Where::kQueue, What::kCondition, "weight == MAX(weight)"), &fault);
  EXPECT_THAT(fault,
              HasSubstr("condition 'weight == MAX(weight)' of 'Search' has 'MAX(weight)', which is not "
                        "the extreme over all that is searched | write MIN(x) or MAX(x) as the whole "
                        "condition"));
  found(in(Where::kIndex, What::kCondition, "J == 1 && mn ( weights(J) ) == 2", 1.0, 5.0), &fault);
  EXPECT_THAT(fault, HasSubstr("has 'mn ( weights(J) )'"));
  EXPECT_EQ(found(in(Where::kQueue, What::kCondition, "weight == MN(1, MX(weight, 0))")), 2);
  found(in(Where::kIndex, What::kCondition, "J == 1", "weight / 2", 9.0), &fault);
  EXPECT_THAT(fault, HasSubstr("\"from\" is 'weight / 2', which is 4.5; it must be a whole number"));
}

}  // namespace
}  // namespace escapement::siman
