// SPDX-License-Identifier: MIT
// Arena's functions and variables in expressions, read at a moment whose state is known by hand.
#include <gtest/gtest.h>

#include "escapement/siman/set.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// One clerk of two desks, each customer takes 10. Arrivals at 0, 1, 2, 3, 4: at 5 two are served and three
// wait, at 10 and 11 the first leave. `weight` is 10, 20, 30 ... by number. At `at` a visitor evaluates the
// expression.
double value_at(double at, const std::string& expression) {
  Model model(2);
  model.environment.replication = 3;
  model.environment.replications = 7;
  model.environment.length = 50;
  model.add<EntityType>("Customer");
  model.add<EntityType>("Visitor");
  model.add<Attribute>("weight");
  model.add<Resource>("Clerk", 2.0);
  model.add<Resource>("Closed", 0.0);
  model.add<Resource>("Spare", 3.0);
  model.add<QueueElement>("Line");
  model.add<TallyElement>("Wait");
  model.add<Counter>("Seen");
  model.add<QueueElement>("Aisle");
  model.add<Set>("Desks", Set::Options{{}, {"Spare", "Clerk"}});
  model.add<Set>("Lines", Set::Options{{}, {"Line", "Aisle"}});
  model.add<Set>("Waits", Set::Options{{}, {"Wait"}});
  model.add<Set>("Counts", Set::Options{{}, {"Seen"}});
  model.add<Variable>("v", Variable::Options{1, 1, {6}, true});
  model.add<Variable>("list", Variable::Options{3, 1, {4, 5, 6}, false});
  model.add<Variable>("table", Variable::Options{2, 2, {1, 2, 3, 4}, false});
  model.add<Output>("Answer", "v * 7");
  Create::Options c;
  c.entity = "Customer";
  c.interarrival = 1.0;
  c.max_batches = 5;
  auto& create = model.add<Create>("Arrivals", c);
  auto& assign = model.add<Assign>("Weigh", Assign::Options{{Assignment::parse({"weight = IDENT * 10"})}});
  Station serve(model, "Serve", "Line", {{"Clerk"}}, 10.0);
  auto& note = model.add<Tally>("Note", Tally::Options{Tally::What::kExpression, "Entity.WaitTime", "Wait"});
  auto& count = model.add<Count>("CountIt", Count::Options{"Seen"});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, assign.in);
  model.link(assign.out, serve.enqueue.in);
  model.link(serve.end.out, note.in);
  model.link(note.out, count.in);
  model.link(count.out, done.in);
  Create::Options late;
  late.entity = "Visitor";
  late.first = at;
  auto& visitor = model.add<Create>("Visit", late);
  auto& ask = model.add<Tally>("Ask", Tally::Options{Tally::What::kExpression, {expression.c_str()}});
  auto& gone = model.add<Dispose>("Gone");
  model.link(visitor.out, ask.in);
  model.link(ask.out, gone.in);
  model.run(at);
  return model.tally("Ask");
}

TEST(ModelFunctions, QueuesAndResources) {
  EXPECT_EQ(value_at(5, "NQ(Line)"), 3);
  EXPECT_EQ(value_at(5, "nq(Line) + NR(Clerk) * 10 + MR(Clerk) * 100"), 223);
  EXPECT_EQ(value_at(5, "MR(Spare)"), 3);
  EXPECT_EQ(value_at(5, "NR(Spare)"), 0);
  EXPECT_EQ(value_at(5, "RESUTIL(Clerk)"), 1);
  EXPECT_EQ(value_at(0.5, "ResUtil(Clerk)"), 0.5);
  EXPECT_EQ(value_at(12, "ResSeizes(Clerk)"), 4);
}

TEST(ModelFunctions, StatesOfResources) {
  EXPECT_EQ(value_at(5, "STATE(Clerk)"), -2);
  EXPECT_EQ(value_at(5, "STATE(Spare)"), -1);
  EXPECT_EQ(value_at(5, "STATE(Closed)"), -3);
  EXPECT_EQ(value_at(5, "STATE(Clerk) == BUSY && STATE(Spare) == IDLE && STATE(Closed) == INACTIVE_RES"), 1);
  EXPECT_EQ(value_at(5, "FAILED"), -4);
}

TEST(ModelFunctions, AttributesOfThoseThatWait) {
  EXPECT_EQ(value_at(5, "AQUE(Line, 1, weight)"), 30);
  EXPECT_EQ(value_at(5, "AQUE(Line, NQ(Line), weight)"), 50);
  EXPECT_EQ(value_at(5, "AQUE(Line, 4, weight)"), 0);  // nobody there
  EXPECT_EQ(value_at(5, "SAQUE(Line, weight)"), 120);
  EXPECT_EQ(value_at(100, "SAQUE(Line, weight)"), 0);
}

// Leave at 10, 11, 20, 21, 30 with waits 0, 0, 8, 8, 16.
TEST(ModelFunctions, TalliesSoFar) {
  EXPECT_EQ(value_at(22, "TNUM(Wait)"), 4);
  EXPECT_EQ(value_at(22, "TAVG(Wait)"), 4);
  EXPECT_EQ(value_at(22, "TMIN(Wait)"), 0);
  EXPECT_EQ(value_at(22, "TMAX(Wait)"), 8);
  EXPECT_DOUBLE_EQ(value_at(22, "TSTD(Wait)"), std::sqrt(64.0 / 3));
  EXPECT_EQ(value_at(40, "TVALUE(Wait)"), 16);
  EXPECT_EQ(value_at(40, "THALF(Wait)"), 1e100);  // too few to tell
  EXPECT_EQ(value_at(40, "TAVG(Line.WaitingTime)"), 6.4);
  EXPECT_EQ(value_at(1, "TAVG(Wait) + TMIN(Wait) + TMAX(Wait) + TSTD(Wait) + TVALUE(Wait) + TNUM(Wait)"), 0);
}

// NumberInQueue: 0 to 2, then 1, 2, 3 from 2, 3, 4, then 2 from 10, 1 from 11, 0 from 20.
TEST(ModelFunctions, TimePersistentStatisticsSoFar) {
  EXPECT_DOUBLE_EQ(value_at(5, "DAVG(Line.NumberInQueue)"), (1 + 2 + 3) / 5.0);
  EXPECT_EQ(value_at(5, "DMAX(Line.NumberInQueue)"), 3);
  EXPECT_EQ(value_at(5, "DMIN(Line.NumberInQueue)"), 0);
  EXPECT_EQ(value_at(5, "DVALUE(Line.NumberInQueue)"), 3);
  EXPECT_EQ(value_at(5, "DTPD(Line.NumberInQueue)"), 5);
  EXPECT_EQ(value_at(5, "DHALF(Line.NumberInQueue)"), 1e100);
  const double mean = 6.0 / 5, square = (1 + 4 + 9) / 5.0;
  EXPECT_DOUBLE_EQ(value_at(5, "DSTD(Line.NumberInQueue)"), std::sqrt(square - mean * mean));
  EXPECT_EQ(value_at(5, "DAVG(v)"), 6);  // a variable's own statistic
}

TEST(ModelFunctions, CountersOutputsAndEntityTypes) {
  EXPECT_EQ(value_at(22, "NC(Seen)"), 4);
  EXPECT_EQ(value_at(22, "NC(System.NumberIn)"), 6);
  EXPECT_EQ(value_at(22, "OVALUE(Answer)"), 42);
  EXPECT_EQ(value_at(22, "EntitiesIn(Customer)"), 5);
  EXPECT_EQ(value_at(22, "EntitiesOut(Customer)"), 4);
  EXPECT_EQ(value_at(22, "EntitiesWIP(Customer) * 10 + EntitiesWIP(Visitor)"), 11);
}

TEST(ModelFunctions, TheRunAndTheEntity) {
  EXPECT_EQ(value_at(4.5, "TNOW"), 4.5);
  EXPECT_EQ(value_at(4, "NREP * 100 + MREP"), 307);
  EXPECT_EQ(value_at(4, "TFIN"), 50);
  EXPECT_EQ(value_at(4.5, "Entity.CreateTime"), 4.5);
  EXPECT_EQ(value_at(4.5, "Entity.SerialNumber"), 6);
  EXPECT_EQ(value_at(4.5, "IDENT"), 6);
  EXPECT_EQ(value_at(4.5, "Entity.Type == Visitor"), 1);
  EXPECT_EQ(value_at(4.5, "Customer * 10 + Visitor"), 12);  // in the order of their names
  EXPECT_EQ(
      value_at(4.5, "Entity.VATime + Entity.NVATime + Entity.TranTime + Entity.WaitTime + Entity.OtherTime"),
      0);
}

TEST(ModelFunctions, Variables) {
  EXPECT_EQ(value_at(5, "v + list(2) * 10 + table(2, 1) * 100"), 356);
  EXPECT_EQ(value_at(5, "list(NQ(Line)) + table(v - 4, 2)"), 10);
}

std::string fault_of(const std::string& expression) {
  try {
    value_at(5, expression);
  } catch (const InputError& e) {
    return e.diagnostics().front().message + " | " + e.diagnostics().front().remedy;
  } catch (const SimulationError& e) {
    return e.what();
  }
  return "";
}

TEST(ModelFunctions, FaultsOfExpressions) {
  EXPECT_THAT(fault_of("NQ(Lone)"),
              HasSubstr("'Lone' is no queue in value 'NQ(Lone)', column 4 | did you mean 'Line'?"));
  EXPECT_THAT(fault_of("NR(Line)"), HasSubstr("'Line' is no resource"));
  EXPECT_THAT(fault_of("TAVG(Clerk)"), HasSubstr("'Clerk' is no tally"));
  EXPECT_THAT(fault_of("DAVG(Wait)"), HasSubstr("'Wait' is no time-persistent statistic"));
  EXPECT_THAT(fault_of("NC(Sen)"), HasSubstr("'Sen' is no counter"));
  EXPECT_THAT(fault_of("NC(Sen)"), HasSubstr("did you mean 'Seen'?"));
  EXPECT_THAT(fault_of("OVALUE(Wait)"), HasSubstr("'Wait' is no output"));
  EXPECT_THAT(fault_of("EntitiesIn(Line)"), HasSubstr("'Line' is no entity type"));
  EXPECT_THAT(fault_of("AQUE(Line, 1, v)"), HasSubstr("'v' is no attribute"));
  EXPECT_THAT(fault_of("list + 1"), HasSubstr("'list' is an array of 3"));
  EXPECT_THAT(fault_of("table(1)"), HasSubstr("'table' takes 2 subscripts, got 1"));
  EXPECT_THAT(fault_of("v(1)"), HasSubstr("'v' is a plain variable and takes no subscript"));
  EXPECT_THAT(fault_of("list(4)"), HasSubstr("1 to 3"));
  EXPECT_THAT(fault_of("wieght"), HasSubstr("did you mean 'weight'?"));
  EXPECT_THAT(fault_of("1 + + * 2"), HasSubstr("column 7"));
  EXPECT_THAT(fault_of("list(NQ(Line) + 1)"), HasSubstr("at time 5 in Ask"));
}

// Elements by their numbers, in path order: resources Clerk 1, Closed 2, Spare 3; queues Aisle 1, Line 2.
TEST(ModelFunctions, ElementsByNumberAndMembersOfSets) {
  EXPECT_EQ(value_at(5.5, "NR(MEMBER(Desks, 2))"), 2);
  EXPECT_EQ(value_at(5.5, "MR(MEMBER(Desks, 1)) + 10 * MR(1)"), 3 + 20);
  EXPECT_EQ(value_at(5.5, "STATE(2)"), -3);
  EXPECT_EQ(value_at(5.5, "RESUTIL(v - 5) + RESSEIZES(v - 5)"), 1 + 2);
  EXPECT_EQ(value_at(5.5, "NQ(MEMBER(Lines, 1)) + 10 * NQ(MEMBER(Lines, 2))"), 3);
  EXPECT_EQ(value_at(5.5, "AQUE(MEMBER(Lines, 1), 2, weight) + SAQUE(2, weight)"), 40 + 30 + 40 + 50);
  EXPECT_EQ(value_at(5.5, "FIRSTINQ(2) + LASTINQ(1) + ENTATRANK(3, 2)"), 3 + 0 + 5);
  EXPECT_EQ(value_at(11.5, "TNUM(MEMBER(Waits, 1)) + NC(MEMBER(Counts, 1)) + TAVG(1)"), 2 + 2 + 0);
  EXPECT_EQ(value_at(5.5, "EntitiesIn(MEMIDX(Desks, Spare)) + EntitiesWIP(2)"), 5 + 1);
}

TEST(ModelFunctions, NumbersThatMeanNoElement) {
  EXPECT_THAT([] { value_at(5.5, "NR(4)"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("index 4 of 'the resource numbers'")));
  EXPECT_THAT([] { value_at(5.5, "NR(v)"); },
              ::testing::ThrowsMessage<SimulationError>(HasSubstr("index 6 of 'the resource numbers'")));
  EXPECT_THAT([] { value_at(5.5, "NR(Line)"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("'Line' is no resource")));
}

}  // namespace
}  // namespace escapement::siman
