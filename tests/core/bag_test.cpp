// SPDX-License-Identifier: MIT
#include "escapement/core/bag.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/small_network.h"

namespace escapement {
namespace {

using testing_support::SmallNetwork;

// Sends `count` messages made by `make` at time 1.
template <class T>
struct Source : Dynamics {
  Source(int how_many, T (*maker)(int)) : Dynamics("A"), count(how_many), make(maker) {}
  OutPort<T> out{*this, "out"};
  int count;
  T (*make)(int);
  bool done = false;
  void output() override {
    for (int i = 0; i < count; ++i) out.put(make(i));
  }
  void internal() override { done = true; }
  void external(Time) override {}
  void confluent() override {}
  TimeAdvance time_advance() const override { return done ? TimeAdvance::never() : TimeAdvance(1); }
};

template <class T, class Read>
struct Sink : Dynamics {
  explicit Sink(Read r) : Dynamics("B"), read(r) {}
  InPort<T> in{*this, "in"};
  Read read;
  void internal() override {}
  void external(Time) override { read(in.bag()); }
  void confluent() override {}
  TimeAdvance time_advance() const override { return TimeAdvance::never(); }
};

template <class T, class Read>
void send(int count, T (*make)(int), Read read) {
  Source<T> source(count, make);
  Sink<T, Read> sink(read);
  Simulator sim(SmallNetwork().add(source).add(sink).connect(source.out, sink.in).build());
  sim.run();
}

TEST(Bag, HoldsAnyNumberOfMessagesInOrder) {
  for (const int count : {1, 2, 4, 5, 8, 9, 1000}) {
    std::vector<int> got;
    send<int>(
        count, [](int i) { return i; },
        [&](const Bag<int>& bag) {
          EXPECT_EQ(bag.size(), static_cast<std::size_t>(count));
          EXPECT_EQ(bag[bag.size() - 1], count - 1);
          EXPECT_EQ(bag.front(), 0);
          got.assign(bag.begin(), bag.end());
        });
    std::vector<int> expected(static_cast<std::size_t>(count));
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(got, expected);
  }
}

TEST(Bag, MessagesOfAnyTypeArriveWhole) {
  std::string text;
  send<std::string>(
      3, [](int i) { return std::string(40, static_cast<char>('a' + i)); },
      [&](const Bag<std::string>& bag) {
        for (auto at = bag.begin(); at != bag.end(); at++) text += at->substr(0, 2);
      });
  EXPECT_EQ(text, "aabbcc");
}

struct Counted {
  explicit Counted(int v) : value(std::make_shared<int>(v)) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  Counted(Counted&& other) noexcept : value(std::move(other.value)) { ++alive; }
  ~Counted() { --alive; }
  std::shared_ptr<int> value;
  static inline int alive = 0;
};

TEST(Bag, EveryMessageIsDestroyedOnce) {
  send<Counted>(
      7, [](int i) { return Counted(i); }, [](const Bag<Counted>&) { EXPECT_EQ(Counted::alive, 7); });
  EXPECT_EQ(Counted::alive, 0);
}

TEST(Bag, OneOwnerMessagesAreTaken) {
  std::unique_ptr<int> kept;
  send<std::unique_ptr<int>>(
      2, [](int i) { return std::make_unique<int>(10 + i); },
      [&](const Bag<std::unique_ptr<int>>& bag) {
        kept = bag.take(1);
        EXPECT_EQ(bag[1], nullptr);
      });
  EXPECT_EQ(*kept, 11);
}

struct SmallOwner {  // fits into a slot although it cannot be copied
  explicit SmallOwner(int v) : value(v) {}
  SmallOwner(const SmallOwner&) = delete;
  SmallOwner(SmallOwner&&) = default;
  int value;
};

TEST(Bag, SmallOneOwnerMessagesAreTakenToo) {
  int value = 0;
  send<SmallOwner>(
      1, [](int i) { return SmallOwner(77 + i); },
      [&](const Bag<SmallOwner>& bag) { value = bag.take(0).value; });
  EXPECT_EQ(value, 77);
}

struct alignas(32) Aligned {
  Aligned() = default;
  Aligned(const Aligned& other) : value(other.value) {}
  double value = 4;
  double more[3] = {};
};

TEST(Bag, OverAlignedMessagesAreAligned) {
  send<Aligned>(
      5, [](int) { return Aligned{}; },
      [](const Bag<Aligned>& bag) {
        for (const Aligned& a : bag) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&a) % 32, 0u);
      });
}

}  // namespace
}  // namespace escapement
