// SPDX-License-Identifier: MIT
// Process blocks allocate nothing per event: operator new of this program counts its calls.
// (noinline: else g++ sees free() beside new and warns.)
// The replaced operators stand on malloc and free, which g++ takes for a mismatch once it inlines them.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "siman/support.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* place = std::malloc(size == 0 ? 1 : size)) return place;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new[](std::size_t size) {
  return operator new(size);
}
// Every form that sanitizers would else bring along.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place, std::size_t) noexcept {
  std::free(place);
}

namespace escapement::siman {
namespace {

using namespace testing_support;

TEST(Allocation, NoneInASteadyMM1) {
  Model model;
  model.add<EntityType>("Customer");
  model.add<Attribute>("a");
  model.add<Resource>("Clerk", 1.0);
  model.add<QueueElement>("Line", QueueElement::Options{Ranking::kLowestFirst, "a"});
  auto& create = model.arrivals("Arrivals", 0.0, "EXPO(1.25, 1)");
  auto& assign = model.add<Assign>("Draw", Assign::Options{{Assignment::parse({"a = UNIF(0, 1)"})}});
  auto& queue = model.add<Queue>("Enter", Queue::Options{"Line"});
  auto& seize = model.add<Seize>("Seize", Seize::Options{{{"Clerk"}}});
  auto& delay = model.add<Delay>("Work", Delay::Options{"EXPO(1, 2)"});
  auto& release = model.add<Release>("Release", std::vector<ResourceUnits>{{"Clerk"}});
  auto& count = model.add<Count>("CountIt", Count::Options{});
  auto& note = model.add<Tally>("Note", Tally::Options{Tally::What::kInterval, "Entity.CreateTime"});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, assign.in);
  model.link(assign.out, queue.in);
  model.link(queue.out, seize.in);
  model.link(seize.out, delay.in);
  model.link(delay.out, release.in);
  model.link(release.out, count.in);
  model.link(count.out, note.in);
  model.link(note.out, done.in);
  Simulator& simulator = model.build();
  const auto run_a_million = [&simulator] {
    const std::uint64_t target = simulator.counts().internal_transitions + 1000000;
    while (simulator.counts().internal_transitions < target) simulator.step();
  };
  run_a_million();
  const double most = model.persistent("Customer.WIP").maximum();
  const std::uint64_t before = allocations.load();
  run_a_million();
  const std::uint64_t spent = allocations.load() - before;
  // A new maximum of the population is made of new entities (and of their tables, now and then).
  const double grown = model.persistent("Customer.WIP").maximum() - most;
  EXPECT_LE(static_cast<double>(spent), 6 * grown) << "grown by " << grown;
}

}  // namespace
}  // namespace escapement::siman
