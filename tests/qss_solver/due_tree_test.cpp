// SPDX-License-Identifier: MIT
#include "due_tree.h"

#include <gmock/gmock.h>

#include <random>
#include <set>

namespace escapement::qss_solver {
namespace {

TEST(DueTree, EqualTimesComeInTheOrderOfItemsWhateverTheHistory) {
  for (const std::uint32_t items : {6U, 60U}) {  // gone through, and in a tree
    DueTree tree(items);
    EXPECT_EQ(tree.top_due(), kInfinity);
    for (const std::uint32_t item : {4U, 2U, 5U, 1U}) tree.set(item, 3);
    tree.set(5, 0.0);
    tree.set(3, -0.0);  // the same time as 0
    std::vector<std::uint32_t> order;
    while (tree.top_due() < kInfinity) {
      order.push_back(tree.top());
      tree.set(tree.top(), kInfinity);
    }
    EXPECT_THAT(order, testing::ElementsAre(3, 5, 1, 2, 4));
    EXPECT_EQ(tree.due(4), kInfinity);
  }
}

TEST(DueTree, TimesBeforeZeroComeFirst) {
  for (const std::uint32_t items : {3U, 30U}) {
    DueTree tree(items);
    tree.set(0, 1e-300);
    tree.set(1, -2);
    tree.set(2, -3);
    EXPECT_EQ(tree.top(), 2U);
    tree.set(2, 5);
    EXPECT_EQ(tree.top(), 1U);
    EXPECT_EQ(tree.top_due(), -2);
  }
}

// Beside an ordered set of (time, item); items are put off, brought forward, taken out and put back.
TEST(DueTree, KeepsTheOrderOfASet) {
  for (const std::uint32_t items : {1U, 2U, 5U, 12U, 13U, 16U, 17U, 63U, 64U, 65U, 97U, 1030U}) {
    SCOPED_TRACE(items);
    std::mt19937 random(items);
    DueTree tree(items);
    std::set<std::pair<double, std::uint32_t>> expected;
    for (int k = 0; k < 5000; ++k) {
      const std::uint32_t item =
          random() % 3 == 0 ? tree.top() : static_cast<std::uint32_t>(random() % items);
      const double due = random() % 8 == 0 ? kInfinity : static_cast<double>(random() % 50);
      expected.erase({tree.due(item), item});
      tree.set(item, due);
      if (due < kInfinity) expected.insert({due, item});
      ASSERT_EQ(tree.top_due(), expected.empty() ? kInfinity : expected.begin()->first);
      if (!expected.empty()) {
        ASSERT_EQ(tree.top(), expected.begin()->second);
      }
    }
  }
}

}  // namespace
}  // namespace escapement::qss_solver
