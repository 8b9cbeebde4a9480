// SPDX-License-Identifier: MIT
#include "escapement/devstone/load.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "escapement/core/error.h"

namespace escapement::devstone {
namespace {

struct Item {
  std::uint32_t kind, amount;
  char label[24];
};

constexpr int kItems = 8;

std::uint32_t one_round(Item (&items)[kItems], std::uint32_t seed) {
  for (int i = 0; i < kItems; ++i) {
    Item& item = items[i];
    const Item& other = items[(static_cast<std::uint32_t>(i) + seed) % kItems];
    item.label[seed % 20] = static_cast<char>('A' + seed % 26);
    if (std::strcmp(item.label, other.label) <= 0) {
      item = other;
      item.kind ^= 1;
    } else if (item.kind > other.amount) {
      item.amount += other.kind + 3;
    } else {
      item.kind = item.amount / 3 + seed;
    }
    seed = seed * 1664525u + item.amount + 1013904223u;
  }
  return seed;
}

}  // namespace

std::uint32_t do_work(std::uint64_t rounds, std::uint32_t seed) {
  Item items[kItems];
  for (std::uint32_t i = 0; i < kItems; ++i) {
    items[i] = {i, seed + i, {}};
    std::memcpy(items[i].label, "a label of some length", 23);
  }
  for (std::uint64_t i = 0; i < rounds; ++i) seed = one_round(items, seed);
  return seed;
}

std::uint64_t rounds_for(double seconds) {
  if (!(seconds >= 0 && seconds <= 1))
    throw BuildError("a load of " + to_text(seconds) + " s for a transition is out of range: 0 to 1");
  if (seconds == 0) return 0;
  // The fastest of some, for other programs only slow it down.
  constexpr std::uint64_t kRounds = 10000;
  double best = std::numeric_limits<double>::infinity();
  volatile std::uint32_t sink = 1;
  for (int i = 0; i < 10; ++i) {
    const auto start = std::chrono::steady_clock::now();
    sink = do_work(kRounds, sink);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(seconds / best * kRounds)));
}

}  // namespace escapement::devstone
