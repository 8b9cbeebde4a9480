// SPDX-License-Identifier: MIT
#include "dirty_nodes.h"

#include <gmock/gmock.h>

namespace escapement::qss_solver {
namespace {

using testing::ElementsAre;

// Slot 0 is read by nodes 1 and 5, slot 1 by nobody, slot 2 by the last and the one before.
struct DirtyNodesTest : testing::TestWithParam<std::uint32_t> {
  const std::uint32_t nodes = GetParam();
  Rows readers;
  DirtyNodes dirty;

  DirtyNodesTest() {
    readers.add({1, 5});
    readers.add({});
    readers.add({nodes - 2, nodes - 1});
    dirty = DirtyNodes(nodes, readers, 3);
  }
  std::vector<std::size_t> rest() {
    std::vector<std::size_t> all;
    for (std::size_t node = dirty.take(); node < nodes; node = dirty.take()) all.push_back(node);
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(Sizes, DirtyNodesTest, testing::Values(8, 64, 65, 5000));

TEST_P(DirtyNodesTest, ComeInOrderEachOnce) {
  EXPECT_TRUE(dirty.empty());
  dirty.mark_readers(2);
  dirty.mark_readers(1);
  dirty.mark_readers(0);
  dirty.mark_readers(2);
  EXPECT_FALSE(dirty.empty());
  EXPECT_THAT(rest(), ElementsAre(1, 5, nodes - 2, nodes - 1));
  EXPECT_TRUE(dirty.empty());
}

TEST_P(DirtyNodesTest, OneBeforeThoseThatAreLeftComesFirst) {
  dirty.mark_readers(2);
  EXPECT_EQ(dirty.take(), nodes - 2);
  dirty.mark_readers(0);
  EXPECT_EQ(dirty.take(), 1u);
  dirty.mark_readers(0);
  EXPECT_THAT(rest(), ElementsAre(1, 5, nodes - 1));
  dirty.mark_readers(0);
  dirty.clear();
  EXPECT_TRUE(dirty.empty());
  EXPECT_THAT(rest(), ElementsAre());
}

}  // namespace
}  // namespace escapement::qss_solver
