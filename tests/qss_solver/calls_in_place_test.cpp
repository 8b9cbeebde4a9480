// SPDX-License-Identifier: MIT
#include "calls_in_place.h"

#include <gtest/gtest.h>

#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;

// A plan of x' = 1 and a discrete variable y; its first call is that of y, others are those of branches.
struct CallsInPlaceTest : testing::Test {
  Text text;
  std::optional<Plan> plan;
  std::vector<Piece> pieces;
  std::optional<CallsInPlace> calls;

  CallsInPlaceTest() {
    text.equation("d.x = 1");
    text.discrete("d", 0);
    text.when("d", {{{"x > 100"}, "1"}});
    text.discrete("y", 0);
  }
  void make() {
    plan.emplace(text.system);
    pieces.assign(plan->slots, {});
    const std::uint32_t y = plan->held[*plan->system.find("y")];
    std::vector<const Call*> all;
    for (const EventNode& node : plan->event_nodes) {
      if (node.kind == EventNode::Kind::kCondition || node.target != y) continue;
      all.push_back(&node.call);
      for (const EventNode::Branch& branch : node.branches) all.push_back(&branch.value);
    }
    calls.emplace(*plan, pieces, all);
  }
  Piece& held(const std::string& name) { return pieces[plan->held[*plan->system.find(name)]]; }
  Piece& x() { return pieces[plan->x_slot[*plan->system.find("x")]]; }
};

// d x - time at 2, where d = 4 and x = 3 + 2 (t - 1) = 5; it grows by 4 * 2 - 1 in a second.
TEST_F(CallsInPlaceTest, WhatMovesIsTakenAtTheInstant) {
  text.equals("y", "d*x - time");
  make();
  held("d").c[0] = 4;
  x() = {1, {3, 2, 0, 0}};
  EXPECT_EQ(calls->value(0, 2), 18);
  EXPECT_EQ(calls->rate(0, 2), 7);
  held("d").c[0] = 1;
  EXPECT_EQ(calls->value(0, 3), 4);
}

// A value that is another variable is that variable.
TEST_F(CallsInPlaceTest, HeldVariablesAreReadWhereTheyAre) {
  text.equals("y", "d");
  make();
  EXPECT_EQ(*calls->run(0, 0), &held("d").c[0]);
}

TEST_F(CallsInPlaceTest, WhensAndTheirBranches) {
  text.when("y", {{{"d > pre.d", "d < -1"}, "7"}, {{"d >= 5"}, "max(d, 2)*3"}});
  make();
  held("d").c[0] = 5;
  held("pre(d)").c[0] = 5;
  const double* const* truths = calls->run(0, 0);
  EXPECT_EQ(*truths[0], 0);
  EXPECT_EQ(*truths[1], 0);
  EXPECT_EQ(*truths[2], 1);
  EXPECT_EQ(calls->value(1, 0), 7);
  EXPECT_EQ(calls->value(2, 0), 15);
  held("pre(d)").c[0] = 4;
  EXPECT_EQ(*calls->run(0, 0)[0], 1);
}

}  // namespace
}  // namespace escapement::qss_solver
