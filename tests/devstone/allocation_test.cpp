// SPDX-License-Identifier: MIT
// Inputs to an HO model cost no allocation once a few have passed: operator new of this program counts.
// The replaced operators stand on malloc and free, which g++ takes for a mismatch once it inlines them.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "escapement/coupled/flatten.h"
#include "escapement/devstone/devstone.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* place = std::malloc(size == 0 ? 1 : size)) return place;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, const std::nothrow_t&) noexcept {
  std::free(place);
}

namespace escapement::devstone {
namespace {

TEST(Allocation, NoneInAMillionEventsOfHO) {
  const Model model = build(Kind::kHO, 50, 50);
  Simulator simulator(flatten(*model.root));
  const auto events = [&] {
    return simulator.counts().internal_transitions + simulator.counts().external_transitions;
  };
  // Inputs are injected before the count: they hold what comes from outside.
  const auto run_a_million = [&](Time& time) {
    const std::uint64_t target = events() + 1000000;
    std::uint64_t spent = 0;
    while (events() < target) {
      model.send_input(simulator, time += 1);
      const std::uint64_t before = allocations.load();
      simulator.run(time);
      spent += allocations.load() - before;
    }
    return spent;
  };
  Time time = 0;
  run_a_million(time);
  EXPECT_EQ(run_a_million(time), 0u);
}

}  // namespace
}  // namespace escapement::devstone
