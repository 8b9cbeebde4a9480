// SPDX-License-Identifier: MIT
#include "escapement/core/outbox.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "core/expect_throw.h"
#include "escapement/core/bag.h"
#include "escapement/core/error.h"

namespace escapement {
namespace {

struct alignas(64) Wide {
  double value[8] = {};
};

TEST(StepArena, KeepsEveryAlignmentAndReusesItsBlocks) {
  internal::StepArena arena;
  std::vector<void*> first;
  for (int round = 0; round < 3; ++round) {
    std::vector<void*> pieces;
    for (int i = 0; i < 2000; ++i) {
      void* small = arena.allocate(3, 1);
      void* wide = arena.allocate(sizeof(Wide), alignof(Wide));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(wide) % 64, 0u);
      pieces.push_back(small);
      pieces.push_back(wide);
    }
    pieces.push_back(arena.allocate(1 << 20, 8));  // larger than any block so far
    if (round == 1) first = pieces;
    if (round == 2) {
      EXPECT_EQ(pieces, first);  // the same memory again
    }
    arena.reset();
  }
}

TEST(StepArena, DestroysWhatWasRegistered) {
  static int destroyed = 0;
  {
    internal::StepArena arena;
    int dummy = 0;
    arena.destroy_later(&dummy, [](void*) noexcept { ++destroyed; });
    arena.reset();
    EXPECT_EQ(destroyed, 1);
    arena.destroy_later(&dummy, [](void*) noexcept { ++destroyed; });
  }
  EXPECT_EQ(destroyed, 2);
}

TEST(Outbox, IsOpenForPutsOnlyWhenOpened) {
  Outbox outbox;
  EXPECT_THROWS(
      outbox.put(0, 1), Error,
      "put on an output port outside of output\\(\\); messages are sent by the output function only");
  outbox.open();
  outbox.put(4, 1.5);
  outbox.put(5, std::string("text that does not fit into a slot"));
  outbox.close();
  ASSERT_EQ(outbox.entries().size(), 2u);
  EXPECT_EQ(outbox.entries()[0].port, 4u);
  EXPECT_EQ(internal::message_in<double>(outbox.entries()[0].slot), 1.5);
  EXPECT_EQ(internal::message_in<std::string>(outbox.entries()[1].slot),
            "text that does not fit into a slot");
}

}  // namespace
}  // namespace escapement
