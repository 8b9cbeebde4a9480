// SPDX-License-Identifier: MIT
#include "due_heap.h"

#include <gmock/gmock.h>

#include <random>
#include <set>

namespace escapement::qss_solver {
namespace {

TEST(DueHeap, EqualTimesComeInTheOrderOfItemsWhateverTheHistory) {
  for (const std::uint32_t items : {6U, 60U}) {  // gone through, and in a heap
    DueHeap heap(items);
    EXPECT_EQ(heap.top_due(), kInfinity);
    for (const std::uint32_t item : {4U, 2U, 5U, 1U}) heap.set(item, 3);
    heap.set(5, 0.0);
    heap.set(3, -0.0);  // the same time as 0
    std::vector<std::uint32_t> order;
    while (heap.top_due() < kInfinity) {
      order.push_back(heap.top());
      heap.set(heap.top(), kInfinity);
    }
    EXPECT_THAT(order, testing::ElementsAre(3, 5, 1, 2, 4));
    EXPECT_EQ(heap.due(4), kInfinity);
  }
}

TEST(DueHeap, TimesBeforeZeroComeFirst) {
  for (const std::uint32_t items : {3U, 30U}) {
    DueHeap heap(items);
    heap.set(0, 1e-300);
    heap.set(1, -2);
    heap.set(2, -3);
    EXPECT_EQ(heap.top(), 2U);
    heap.set(2, 5);
    EXPECT_EQ(heap.top(), 1U);
    EXPECT_EQ(heap.top_due(), -2);
  }
}

// Beside an ordered set of (time, item); items are put off, brought forward, taken out and put back.
TEST(DueHeap, KeepsTheOrderOfASet) {
  for (const std::uint32_t items : {1U, 2U, 5U, 12U, 13U, 14U, 17U, 18U, 97U}) {
    SCOPED_TRACE(items);
    std::mt19937 random(items);
    DueHeap heap(items);
    std::set<std::pair<double, std::uint32_t>> expected;
    for (int k = 0; k < 5000; ++k) {
      const std::uint32_t item =
          random() % 3 == 0 ? heap.top() : static_cast<std::uint32_t>(random() % items);
      const double due = random() % 8 == 0 ? kInfinity : static_cast<double>(random() % 50);
      expected.erase({heap.due(item), item});
      heap.set(item, due);
      if (due < kInfinity) expected.insert({due, item});
      ASSERT_EQ(heap.top_due(), expected.empty() ? kInfinity : expected.begin()->first);
      if (!expected.empty()) {
        ASSERT_EQ(heap.top(), expected.begin()->second);
      }
    }
  }
}

}  // namespace
}  // namespace escapement::qss_solver
