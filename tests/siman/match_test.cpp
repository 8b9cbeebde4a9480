// SPDX-License-Identifier: MIT
#include "escapement/siman/match.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Line i (from 0) gets parts at first[i], first[i] + gap[i] ...; order = n, the number in its line.
struct Lines : Model {
  Lines(Match::Options options, std::vector<double> first, std::vector<double> gap, double most) {
    add<EntityType>("Part");
    add<Attribute>("order");
    match = &add<Match>("Match", options);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const std::string n = std::to_string(i + 1);
      top.add<QueueElement>("Line" + n);
      Create::Options c;
      c.first = first[i];
      c.interarrival = gap[i];
      c.max_batches = most;
      auto& create = top.add<Create>("Arrivals" + n, c);
      auto& mark = top.add<Assign>(
          "Mark" + n, Assign::Options{{Assignment::parse(
                          {("order = (TNOW - " + to_text(first[i]) + ") / " + to_text(gap[i])).c_str()})}});
      auto& queue = top.add<Queue>("Enter" + n, Queue::Options{("Line" + n).c_str()});
      auto& log = top.add<Log>("Out" + n);
      log.logged_attributes = 1;
      log.together = &order;
      link(create.out, mark.in);
      link(mark.out, queue.in);
      link(queue.out, match->in(i));
      link(match->out(i), log.in);
      logs.push_back(&log);
    }
  }
  Match* match;
  std::vector<Log*> logs;
  std::vector<std::string> order;
};

TEST(Match, OneOfEachGoesTogether) {
  Lines model({3, {}}, {0, 1, 2}, {1, 2, 3}, 3);  // 0 1 2; 1 3 5; 2 5 8
  model.run();
  EXPECT_THAT(model.logs[0]->times, ElementsAre(2, 5, 8));
  EXPECT_THAT(model.logs[1]->times, ElementsAre(2, 5, 8));
  EXPECT_THAT(model.logs[2]->times, ElementsAre(2, 5, 8));
  EXPECT_THAT(model.order[0], HasSubstr("Out1"));  // in the order of the entries
  EXPECT_THAT(model.order[1], HasSubstr("Out2"));
  EXPECT_THAT(model.order[2], HasSubstr("Out3"));
  EXPECT_DOUBLE_EQ(model.tally("Line1.WaitingTime"), (2 + 4 + 6) / 3.0);
}

TEST(Match, ByAttribute) {
  // Line 1 has order 0 1 2 at 0 1 2; line 2 has them at 10, 14, 18.
  Lines model({2, "2 - order"}, {0, 10}, {1, 4}, 3);
  model.run();
  EXPECT_THAT(model.logs[0]->times, ElementsAre(10, 14, 18));
  EXPECT_THAT(model.logs[0]->attributes, ElementsAre(0, 1, 2));
  Lines crossed({2, "MOD(order + TNOW, 2)"}, {0, 3}, {1, 1}, 3);
  crossed.run();  // line 1: 0 0 0; line 2 at 3 4 5: 1 1 1: never
  EXPECT_THAT(crossed.logs[0]->times, ElementsAre());
  EXPECT_EQ(crossed.persistent("Line1.NumberInQueue").value(), 3);
}

TEST(Match, Faults) {
  {
    Lines model({3, {}}, {0, 1}, {1, 1}, 1);
    auto& log = model.add<Log>("Third");
    model.link(model.match->out(2), log.in);
    EXPECT_THAT(model.faults(), HasSubstr("Match.in3"));
  }
  {
    Lines model({2, {}}, {0, 1}, {1, 1}, 1);
    auto& queue = model.add<Queue>("More", Queue::Options{"Line1"});
    model.link(queue.out, model.match->in(0));
    EXPECT_THAT(model.faults(), HasSubstr("an entry takes one queue: let the ways before it meet"));
  }
  {
    Model model;
    model.add<EntityType>("Part");
    model.add<QueueElement>("Line");
    auto& match = model.add<Match>("Match", Match::Options{2, {}});
    for (std::size_t i = 0; i < 2; ++i) {
      auto& create = model.arrivals(i == 0 ? "A" : "B", 0.0, {}, 1);
      auto& queue = model.add<Queue>(i == 0 ? "EnterA" : "EnterB", Queue::Options{"Line"});
      auto& log = model.add<Log>(i == 0 ? "LogA" : "LogB");
      model.link(create.out, queue.in);
      model.link(queue.out, match.in(i));
      model.link(match.out(i), log.in);
    }
    EXPECT_THAT(model.faults(), HasSubstr("has the queue 'Line' before two of its entries"));
  }
}

}  // namespace
}  // namespace escapement::siman
