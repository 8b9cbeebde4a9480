// SPDX-License-Identifier: MIT
#include "escapement/atomic/atomic.h"

#include <gtest/gtest.h>

#include "atomic/bench.h"

namespace escapement {
namespace {

using testing_support::Bench;
using testing_support::Log;

struct Quiet : Atomic {
  using Atomic::Atomic;
  InPort<int> in{*this, "in"};
};

TEST(Atomic, DefaultsWaitForEverAndIgnoreInput) {
  Quiet q("Q");
  Bench bench(q);
  bench.feed(q.in, 1, 5);
  EXPECT_EQ(bench.run(10), Log{});
  EXPECT_EQ(bench.simulator().next_event_time(), kInfinity);
  EXPECT_EQ(testing_support::state_of(q), "");
}

struct Both : Atomic {
  using Atomic::Atomic;
  InPort<int> in{*this, "in"};
  Log calls;
  void internal() override { calls.push_back("internal"); }
  void external(Time e) override { calls.push_back("external e=" + to_text(e)); }
  TimeAdvance time_advance() const override { return 2; }
};

TEST(Atomic, ConfluentIsInternalThenExternalWithNoTimeElapsed) {
  Both b("B");
  Bench bench(b);
  bench.feed(b.in, 2, 5);
  bench.run(2);
  EXPECT_EQ(b.calls, (Log{"internal", "external e=0"}));
}

struct WithBoxes : Atomic {
  using Atomic::Atomic;
  InPort<int> plain{*this, "plain"};
  Mailbox first{*this, "first"};
  Mailbox second{*this, "second"};
  std::vector<bool> news;
  void external(Time) override { news.push_back(new_message()); }
};

TEST(Atomic, NewMessageLooksIntoEveryMailbox) {
  WithBoxes w("W");
  Bench bench(w);
  bench.feed(w.plain, 1, 1).feed(w.second, 2, Message(1)).feed(w.plain, 3, 1);
  bench.run(5);
  EXPECT_EQ(w.news, (std::vector<bool>{false, true, false}));  // kept mail is no news
}

}  // namespace
}  // namespace escapement
