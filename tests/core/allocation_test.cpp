// SPDX-License-Identifier: MIT
// In steady state a run allocates nothing: the program's operator new counts.
// The replaced operators stand on malloc and free, which g++ takes for a mismatch once it inlines them.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/small_network.h"
#include "escapement/core/periodic.h"

namespace {
std::atomic<long> allocations{0};
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace escapement {
namespace {

using testing_support::SmallNetwork;

template <class T>
struct Relay : Dynamics {
  Relay(const std::string& name, double hold) : Dynamics(name), hold_(hold) {}
  InPort<T> in{*this, "in"};
  OutPort<T> out{*this, "out"};
  OutPort<T> out2{*this, "out2"};
  void initialize() override { due_ = hold_; }
  void output() override {  // in an order that is to be sorted
    out2.put(T{});
    out.put(T{});
    out.put(T{});
  }
  void internal() override { due_ = now() + hold_; }
  void external(Time) override { seen_ += in.bag().size(); }
  void confluent() override {
    internal();
    external(0);
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }
  double hold_, due_ = 0;
  std::size_t seen_ = 0;
};

struct Token {  // too large for a slot, and with a destructor
  std::array<double, 6> load{};
  ~Token() { load[0] = 1; }
};

template <class T>
long allocations_of_ring(std::uint64_t transitions) {
  std::vector<std::unique_ptr<Relay<T>>> ring;
  SmallNetwork net;
  for (int i = 0; i < 100; ++i) {
    ring.push_back(std::make_unique<Relay<T>>("R" + std::to_string(100 + i), 1.0 + i % 7 * 0.25));
    net.add(*ring.back());
  }
  for (std::size_t i = 0; i < ring.size(); ++i) {
    net.connect(ring[i]->out, ring[(i + 1) % ring.size()]->in);
    net.connect(ring[i]->out2, ring[(i + 2) % ring.size()]->in);
  }
  Simulator sim(net.build());
  sim.run(700);  // warm up: all models coincide at 630
  const long before = allocations.load();
  const std::uint64_t start = sim.counts().internal_transitions;
  while (sim.counts().internal_transitions < start + transitions) sim.step();
  return allocations.load() - before;
}

TEST(Allocation, NoneInSteadyStateWithSmallMessages) {
  EXPECT_EQ(allocations_of_ring<double>(1000000), 0);
}

TEST(Allocation, NoneInSteadyStateWithLargeMessages) {
  EXPECT_EQ(allocations_of_ring<Token>(1000000), 0);
}

TEST(Allocation, NonePerTickOfAPeriodEvenTheLongWay) {
  const Periodic ticks("1/3", "0.1234567890123456789");
  const long before = allocations.load();
  double sum = 0;
  for (std::uint64_t k = 0; k < 1000; ++k) sum += ticks.tick(k);
  EXPECT_GT(sum, 0);
  EXPECT_EQ(allocations.load() - before, 0);
}

// Scheduling and cancelling leaves nothing behind, in memory or in the event list.
TEST(Allocation, ScheduleAndCancelKeepsMemoryFlat) {
  struct Fickle : Dynamics {
    using Dynamics::Dynamics;
    InPort<int> in{*this, "in"};
    bool waiting = false;
    void internal() override {}
    void external(Time) override { waiting = !waiting; }
    void confluent() override {}
    TimeAdvance time_advance() const override {
      return waiting ? TimeAdvance::at(1e9) : TimeAdvance::never();
    }
  } fickle("F");
  struct Poker : Dynamics {
    using Dynamics::Dynamics;
    OutPort<int> out{*this, "out"};
    void output() override { out.put(1); }
    void internal() override {}
    void external(Time) override {}
    void confluent() override {}
    TimeAdvance time_advance() const override { return 1; }
  } poker("P");
  Simulator sim(SmallNetwork().add(fickle).add(poker).connect(poker.out, fickle.in).build());
  sim.run(10);
  const double pairs = std::getenv("ESCAPEMENT_LONG_TESTS") != nullptr ? 1e7 : 1e5;
  const long before = allocations.load();
  sim.run(10 + 2 * pairs);
  EXPECT_EQ(allocations.load() - before, 0);
  EXPECT_EQ(sim.counts().external_transitions, 10 + 2 * static_cast<std::uint64_t>(pairs));
}

}  // namespace
}  // namespace escapement
