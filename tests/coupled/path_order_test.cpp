// SPDX-License-Identifier: MIT
#include "path_order.h"

#include <gtest/gtest.h>

#include <list>
#include <random>
#include <string>
#include <vector>

namespace escapement {
namespace {

std::vector<PathOrder::Id> in_order(const PathOrder& order) {
  std::vector<PathOrder::Id> ids;
  for (auto id = order.first(); id != PathOrder::kNone; id = order.next(id)) ids.push_back(id);
  return ids;
}

void expect_ascending(const PathOrder& order) {
  const auto ids = in_order(order);
  ASSERT_EQ(ids.size(), order.size());
  for (std::size_t i = 1; i < ids.size(); ++i)
    ASSERT_LT(order.labels()[ids[i - 1]], order.labels()[ids[i]]) << "at " << i;
}

TEST(PathOrder, StartsAsNumbersAre) {
  EXPECT_EQ(in_order(PathOrder(4)), (std::vector<PathOrder::Id>{0, 1, 2, 3}));
  PathOrder empty(0);
  EXPECT_EQ(empty.first(), PathOrder::kNone);
  empty.insert_after(PathOrder::kNone, 5);
  EXPECT_EQ(in_order(empty), (std::vector<PathOrder::Id>{5}));
}

// The worst for labels: always at the same place, so that the gap there is used up every 60 insertions.
TEST(PathOrder, TakesAnyNumberOfInsertionsAtOnePlace) {
  PathOrder order(3);
  for (PathOrder::Id id = 3; id < 20000; ++id) order.insert_after(0, id);
  for (PathOrder::Id id = 20000; id < 40000; ++id) order.insert_after(id == 20000 ? 1 : id - 1, id);
  for (PathOrder::Id id = 40000; id < 60000; ++id) order.insert_after(PathOrder::kNone, id);
  expect_ascending(order);
  EXPECT_EQ(order.first(), 59999u);
}

TEST(PathOrder, AgreesWithAListOnRandomOperations) {
  constexpr unsigned kSeed = 11;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  PathOrder order(10);
  std::vector<PathOrder::Id> list{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, free;
  PathOrder::Id next = 10;
  for (int round = 0; round < 20000; ++round) {
    if (random() % 5 < 2 && !list.empty()) {
      const std::size_t at = random() % list.size();
      order.erase(list[at]);
      free.push_back(list[at]);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    PathOrder::Id id = next;
    if (!free.empty() && random() % 2 == 0) {
      id = free.back();
      free.pop_back();
    } else {
      ++next;
    }
    const std::size_t at = random() % (list.size() + 1) / (1 + random() % 3);
    order.insert_after(at == 0 ? PathOrder::kNone : list[at - 1], id);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), id);
  }
  EXPECT_EQ(in_order(order), list);
  expect_ascending(order);
}

}  // namespace
}  // namespace escapement
