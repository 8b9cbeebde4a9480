// SPDX-License-Identifier: MIT
#include "escapement/core/indexed_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>

namespace escapement {
namespace {

TEST(IndexedHeap, SetChangesAndEraseForgets) {
  IndexedHeap<double> heap;
  heap.resize(4);
  heap.set(2, 5);
  heap.set(0, 3);
  heap.set(3, 4);
  EXPECT_EQ(heap.top_id(), 0u);
  heap.set(0, 9);
  EXPECT_EQ(heap.top_id(), 3u);
  EXPECT_EQ(heap.top_key(), 4);
  heap.erase(3);
  heap.erase(3);  // absent: nothing
  EXPECT_FALSE(heap.contains(3));
  EXPECT_EQ(heap.key(2), 5);
  heap.pop();
  heap.pop();
  EXPECT_TRUE(heap.empty());
}

TEST(IndexedHeap, LeastOfNothingIsNothing) {
  IndexedHeap<double> heap;
  std::vector<std::uint32_t> ids{7};
  heap.least(ids);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{7}));
}

// Against a map, with many equal keys; infinity is a key like any other.
TEST(IndexedHeap, AgreesWithAMapOnRandomOperations) {
  constexpr unsigned kSeed = 7;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr std::uint32_t kIds = 300;
  IndexedHeap<double> heap;
  heap.resize(kIds);
  std::map<std::uint32_t, double> model;
  for (int round = 0; round < 50000; ++round) {
    const auto id = static_cast<std::uint32_t>(random() % kIds);
    if (random() % 3 == 0) {
      heap.erase(id);
      model.erase(id);
    } else {
      const double key =
          random() % 50 == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(random() % 40);
      heap.set(id, key);
      model[id] = key;
    }
    ASSERT_EQ(heap.size(), model.size());
    if (model.empty()) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& entry : model) least = std::min(least, entry.second);
    std::vector<std::uint32_t> expected, found;
    for (const auto& [key_id, key] : model)
      if (key == least) expected.push_back(key_id);
    heap.least(found);
    std::sort(found.begin(), found.end());
    ASSERT_EQ(heap.top_key(), least);
    ASSERT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace escapement
