// SPDX-License-Identifier: MIT
#include "escapement/equations/event_graph.h"

#include <gmock/gmock.h>

#include "equations/hybrid_support.h"

namespace escapement::equations {
namespace {

using ::testing::UnorderedElementsAre;
using testing_support::Hybrid;
using testing_support::HybridSys;

std::vector<std::string> of_role(const std::vector<EventGraphNode>& nodes, IterationRole role) {
  std::vector<std::string> names;
  for (const EventGraphNode& node : nodes)
    if (node.role == role) names.push_back(node.text);
  return names;
}

// The paper's example: 17 equations and 9 updates. Its table puts x_Loop3 among the update nodes; by its
// construction it is in a loop: x_Loop3 -> pre(x_Loop3) -> loopCondition3 -> phase_Loop3 -> x_Loop3.
TEST(EventGraph, OfHybridSys) {
  HybridSys m(Hybrid::Scope::kRestricted);
  const auto nodes = event_graph(m.system, m.blocks);
  EXPECT_EQ(nodes.size(), 17U + 9U);
  EXPECT_THAT(of_role(nodes, IterationRole::kLoop),
              UnorderedElementsAre("loopCondition1", "loopCondition2", "loopCondition3", "endCondition",
                                   "phase_Loop1", "phase_Loop2", "phase_Loop3", "x_Loop1", "x_Loop2",
                                   "x_Loop3", "pre(phase_Loop1)", "pre(phase_Loop2)", "pre(phase_Loop3)",
                                   "pre(x_Loop1)", "pre(x_Loop2)", "pre(x_Loop3)"));
  EXPECT_THAT(of_role(nodes, IterationRole::kUpdate),
              UnorderedElementsAre("phase_End", "x_End", "x2", "pre(x_End)"));
  EXPECT_THAT(of_role(nodes, IterationRole::kApart),
              UnorderedElementsAre("der(x1)", "startCondition", "phase_Start", "x_Start", "pre(phase_Start)",
                                   "pre(x_Start)"));
}

// The two examples of the paper without a need to iterate, and the one with.
TEST(EventGraph, OfSmallModels) {
  Hybrid counter;  // when x > 0.5 then c = pre(c) + 1
  counter.discrete("c");
  counter.equation("d.x = 1");
  counter.when("c", {{{"x > 0.5"}, "pre.c + 1"}});
  counter.prepare(0, {});
  EXPECT_TRUE(of_role(event_graph(counter.system, counter.blocks), IterationRole::kLoop).empty());

  Hybrid example;  // when y > 3 and pre(x) > 0 then x = a + b; der(y) = x + c
  example.discrete("x", 1);
  example.equation("d.y = x + 1");
  example.when("x", {{{"y > 3 and pre.x > 0"}, "2"}});
  example.prepare(0, {{"x", 1}, {"pre(x)", 1}});
  const auto nodes = event_graph(example.system, example.blocks);
  EXPECT_THAT(of_role(nodes, IterationRole::kLoop), UnorderedElementsAre("x", "pre(x)"));
  EXPECT_THAT(of_role(nodes, IterationRole::kUpdate), UnorderedElementsAre("der(y)"));
}

}  // namespace
}  // namespace escapement::equations
