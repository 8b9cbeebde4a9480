// SPDX-License-Identifier: MIT
// Mailboxes, pipes and injected inputs while structure changes.
#include <gtest/gtest.h>

#include <sstream>

#include "coupled/structure_agent.h"
#include "escapement/core/trace.h"

namespace escapement {
namespace {

using namespace testing_support;

struct Office : Atomic {
  using Atomic::Atomic;
  Mailbox inbox{*this, "inbox"};
  std::vector<double> got;
  void external(Time) override {
    while (auto m = inbox.take()) got.push_back(m->content<double>());
  }
};

// Addresses find mailboxes that come; what is sent to one that went is dropped and told.
TEST(StructureMail, MailFindsNewMailboxesAndIsDroppedWhereTheyWent) {
  Coupled root("Root");
  root.add<Postman>("Postman");
  auto& office = root.add<Office>("Office");
  Office* nearer = nullptr;
  root.add<Agent>(
      "Agent1", [&](Agent&, StructureChange& change) { change.remove(office); }, 1.5);
  root.add<Agent>(
      "Agent2", [&](Agent&, StructureChange& change) { nearer = &change.add<Office>(root, "Office"); }, 3.5);
  std::ostringstream text;
  CsvTrace trace(text);
  Simulator sim(flatten(root));
  sim.add_observer(trace);
  sim.run(5);
  EXPECT_EQ(nearer->got, (std::vector<double>{4, 5}));
  EXPECT_NE(text.str().find("2,0,dropped,Postman.to"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("3,0,dropped,Postman.to"), std::string::npos);
  EXPECT_EQ(text.str().find("4,0,dropped"), std::string::npos);
}

struct Sharer : Atomic {
  using Atomic::Atomic;
  MailboxShare board{*this, "board", "Board"};
  std::vector<int> got;
  void external(Time) override {
    if (auto m = board.take()) got.push_back(m->content<int>());
  }
};
struct MailPoster : Atomic {
  using Atomic::Atomic;
  MailAddress board{*this, "board", "Board"};
  int n = 1;
  void output() override {
    board.put(Message(0, 10 * n));
    board.put(Message(0, 10 * n + 1));
  }
  void internal() override { ++n; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(n); }
};

// The first sharer, which stores for all, goes; a new one comes before the second in path order.
TEST(StructureMail, SharersOfAMailboxComeAndGo) {
  Coupled root("Root");
  root.add<SharedMailbox>("Board");
  root.add<MailPoster>("MailPoster");
  auto& first = root.add<Sharer>("A");
  auto& second = root.add<Sharer>("C");
  Sharer* fresh = nullptr;
  root.add<Agent>(
      "Agent",
      [&](Agent&, StructureChange& change) {
        change.remove(first);
        fresh = &change.add<Sharer>(root, "B");
      },
      1.5);
  Simulator sim(flatten(root));
  sim.run(3);
  EXPECT_EQ(fresh->got, (std::vector<int>{20, 30}));
  EXPECT_EQ(second.got, (std::vector<int>{11, 21, 31}));
}

TEST(StructureMail, APipeLosesAnEnd) {
  struct Talker : Atomic {
    using Atomic::Atomic;
    PipeEnd pipe{*this, "pipe"};
    Time next = 1;
    int heard = 0;
    void output() override { pipe.put(Message(0, 1)); }
    void internal() override { next += 1; }
    void external(Time) override {
      while (pipe.take()) ++heard;
    }
    TimeAdvance time_advance() const override { return TimeAdvance::at(next); }
  };
  Coupled root("Root");
  auto& a = root.add<Talker>("A");
  auto& b = root.add<Talker>("B");
  auto& c = root.add<Talker>("C");
  root.connect_pipe({&a.pipe, &b.pipe, &c.pipe});
  root.add<Agent>(
      "Agent", [&](Agent&, StructureChange& change) { change.remove(b); }, 2.5);
  Simulator sim(flatten(root));
  sim.run(4);
  EXPECT_EQ(a.heard, 2 * 2 + 2);
  EXPECT_EQ(c.heard, 2 * 2 + 2);
}

TEST(StructureMail, InjectedInputToARemovedModelIsDroppedAndTold) {
  Coupled root("Root");
  auto& display = root.add<Recorder>("Display");
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) { change.remove(display); });
  std::ostringstream text;
  CsvTrace trace(text);
  Simulator sim(flatten(root));
  sim.add_observer(trace);
  sim.inject(display.in, 1.0, 1);
  sim.inject(display.in, 2.0, 3);
  sim.run(5);
  EXPECT_NE(text.str().find("3,0,dropped,Display.in"), std::string::npos) << text.str();
}

}  // namespace
}  // namespace escapement
