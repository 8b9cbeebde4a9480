// SPDX-License-Identifier: MIT
// Mailboxes by name, shared mailboxes and pipes (F3).
#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "coupled/simple_models.h"

namespace escapement {
namespace {

struct Caller : Atomic {
  Caller(std::string name, std::string target)
      : Atomic(std::move(name)), to(*this, "to", std::move(target)) {}
  MailAddress to;
  int calls = 1;
  void output() override { to.put(Message(calls, now())); }
  void internal() override { --calls; }
  TimeAdvance time_advance() const override { return calls > 0 ? TimeAdvance(1) : TimeAdvance::never(); }
};

struct Keeper : Atomic {
  using Atomic::Atomic;
  Mailbox inbox{*this, "inbox"};
};

struct Root : Coupled {
  Root() : Coupled("Root") {}
};

TEST(MailAddress, IsFoundSearchingOutward) {
  Root root;
  auto& far = root.add<Keeper>("Server");
  auto& cell = root.add<Coupled>("Cell");
  auto& near = cell.add<Keeper>("Server");
  auto& deep = cell.add<Coupled>("Deep");
  deep.add<Caller>("Caller", "Server.inbox");
  root.add<Caller>("Top", "Cell.Server.inbox");
  root.add<Caller>("Side", "Server.inbox");
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(near.inbox.count(), 2u);
  EXPECT_EQ(far.inbox.count(), 1u);
}

TEST(MailAddress, AComponentThatIsNoMailboxHidesNothing) {
  Root root;
  auto& far = root.add<Keeper>("Server");
  auto& cell = root.add<Coupled>("Cell");
  cell.add<Processor>("Server", 1.0);
  cell.add<Caller>("Caller", "Server.inbox");
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(far.inbox.count(), 1u);
}

TEST(MailAddress, UnknownNamesAreToldWithWhatIsKnown) {
  Root root;
  root.add<Keeper>("Server");
  root.add<SharedMailbox>("Board");
  root.add<Caller>("Caller", "Server.inbx");
  EXPECT_THROWS(
      flatten(root), BuildError,
      "'Caller.to' addresses the mailbox 'Server.inbx', which is not found from there outwards; did you "
      "mean 'Server.inbox'\\?");
  Root other;
  other.add<Coupled>("Cell").add<Keeper>("Server");
  other.add<Caller>("Caller", "zzz");
  EXPECT_THROWS(flatten(other), BuildError, ".*; known: 'Cell.Server.inbox'");
  Caller alone("Alone", "x");
  EXPECT_THROWS(flatten(alone), BuildError, "'Alone.to' addresses the mailbox 'x', .*; known: none");
}

// Sharers: each takes one message when it acts.
struct Clerk : Atomic {
  explicit Clerk(std::string name, std::string target = "Board")
      : Atomic(std::move(name)), board(*this, "board", std::move(target)) {}
  MailboxShare board;
  std::vector<std::pair<Time, int>> taken;
  int woken = 0;
  bool saw_new = false;
  void external(Time) override {
    ++woken;
    saw_new = board.check();
    if (const auto message = board.take()) taken.push_back({now(), message->type()});
  }
};

TEST(SharedMailbox, SharersActInPathOrderAndWhatOneTakesTheNextDoesNotFind) {
  Root root;
  auto& second = root.add<Clerk>("B");
  auto& first = root.add<Clerk>("A");
  root.add<SharedMailbox>("Board");
  auto& caller = root.add<Caller>("Caller", "Board");
  caller.calls = 3;
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(first.taken, (std::vector<std::pair<Time, int>>{{1, 3}, {2, 2}, {3, 1}}));
  EXPECT_TRUE(second.taken.empty());
  EXPECT_EQ(second.woken, 3);  // each arrival wakes every sharer
  EXPECT_TRUE(second.saw_new);
}

TEST(SharedMailbox, TwoMessagesServeTwoSharers) {
  Root root;
  auto& a = root.add<Clerk>("A");
  auto& cell = root.add<Coupled>("Cell");
  auto& b = cell.add<Clerk>("B");  // found outward
  root.add<SharedMailbox>("Board");
  root.add<Caller>("C1", "Board").calls = 1;
  root.add<Caller>("C2", "Board").calls = 1;
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(a.taken.size(), 1u);
  EXPECT_EQ(b.taken.size(), 1u);
}

TEST(SharedMailbox, Refusals) {
  Root lonely;
  lonely.add<SharedMailbox>("Board");
  lonely.add<Caller>("Caller", "Board");
  EXPECT_THROWS(
      flatten(lonely), BuildError,
      "'Caller.to' sends to the shared mailbox 'Board', which no model shares; declare a MailboxShare in "
      "a reader");
  Root missing;
  missing.add<Clerk>("A", "Bord");
  missing.add<SharedMailbox>("Board");
  EXPECT_THROWS(
      flatten(missing), BuildError,
      "'A.board' addresses the shared mailbox 'Bord', which is not found from there outwards; did you mean "
      "'Board'\\?");
  struct Plain : Atomic {
    using Atomic::Atomic;
    OutPort<Message> out{*this, "out"};
  };
  Root drawn;
  drawn.add<SharedMailbox>("Board");
  auto& clerk = drawn.add<Clerk>("A");
  auto& plain = drawn.add<Plain>("P");
  drawn.couple(plain.out, clerk.board);
  EXPECT_THROWS(flatten(drawn), BuildError,
                "'P.out' is coupled to 'A.board', which shares a mailbox; send to the shared mailbox by a "
                "MailAddress instead");
}

struct Talker : Atomic {
  Talker(std::string name, bool starts) : Atomic(std::move(name)), due(starts ? 1 : kInfinity) {}
  PipeEnd line{*this, "line"};
  Time due;
  void output() override { line.put(Message(1, name())); }
  void internal() override { due = kInfinity; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due); }
};

TEST(Pipe, BroadcastsToTheOtherEnds) {
  for (const int ends : {2, 3}) {
    Root root;
    std::vector<PipeEnd*> line;
    std::vector<Talker*> talkers;
    for (int i = 0; i < ends; ++i) {
      talkers.push_back(&root.add<Talker>("T" + std::to_string(i), i != 1));
      line.push_back(&talkers.back()->line);
    }
    root.connect_pipe(line);
    Simulator sim(flatten(root));
    sim.run(5);
    EXPECT_EQ(talkers[0]->line.count(), ends == 2 ? 0u : 1u);  // from T2, never its own
    EXPECT_EQ(talkers[1]->line.count(), ends == 2 ? 1u : 2u);
    EXPECT_EQ(talkers[1]->line.take()->content<std::string>(), "T0");
    if (ends == 3) {
      EXPECT_EQ(talkers[1]->line.take()->content<std::string>(), "T2");
      EXPECT_EQ(talkers[2]->line.read()->content<std::string>(), "T0");
    }
  }
}

TEST(Pipe, PutOutsideOfOutputIsRefused) {
  struct Rude : Talker {
    using Talker::Talker;
    void internal() override { line.put(Message(1)); }
  };
  Root root;
  auto& a = root.add<Rude>("A", true);
  auto& b = root.add<Talker>("B", false);
  root.connect_pipe({&a.line, &b.line});
  Simulator sim(flatten(root));
  EXPECT_THROWS(
      sim.run(5), SimulationError,
      "at time 1 in A: put on an output port outside of output\\(\\); messages are sent by the output "
      "function only");
}

}  // namespace
}  // namespace escapement
