// SPDX-License-Identifier: MIT
// The operations of one mailbox; names, shares and pipes are tested with coupled models.
#include "escapement/core/mailbox.h"

#include <gtest/gtest.h>

#include "core/small_network.h"

namespace escapement {
namespace {

using testing_support::SmallNetwork;

struct Sender : Dynamics {
  using Dynamics::Dynamics;
  OutPort<Message> out{*this, "out"};
  int sent = 0;
  void output() override {
    out.put(Message(sent, 10.0 * sent));
    out.put(Message(100 + sent));
  }
  void internal() override { ++sent; }
  void external(Time) override {}
  void confluent() override {}
  TimeAdvance time_advance() const override { return sent < 3 ? TimeAdvance(1) : TimeAdvance::never(); }
};

struct Reader : Dynamics {
  using Dynamics::Dynamics;
  Mailbox box{*this, "box"};
  std::vector<std::size_t> counts;
  std::vector<bool> checks;
  Time wake = 10;
  void internal() override {
    checks.push_back(box.check());
    wake = kInfinity;
  }
  void external(Time) override {
    checks.push_back(box.check());
    counts.push_back(box.count());
  }
  void confluent() override {}
  TimeAdvance time_advance() const override { return TimeAdvance::at(wake); }
};

TEST(Mailbox, KeepsMessagesUntilTheyAreTaken) {
  Sender sender("A");
  Reader reader("B");
  Simulator sim(SmallNetwork().add(sender).add(reader).connect(sender.out, reader.box).build());
  sim.run(10);
  EXPECT_EQ(reader.counts, (std::vector<std::size_t>{2, 4, 6}));
  EXPECT_EQ(reader.checks, (std::vector<bool>{true, true, true, false}));  // nothing new at 10

  ASSERT_NE(reader.box.read(), nullptr);
  EXPECT_EQ(reader.box.read()->type(), 0);  // the oldest; reading leaves it
  EXPECT_EQ(reader.box.count(), 6u);
  const auto above_99 = [](const Message& m) { return m.type() > 99; };
  EXPECT_EQ(reader.box.read(above_99)->type(), 100);
  EXPECT_EQ(reader.box.take(above_99)->type(), 100);
  EXPECT_EQ(reader.box.take(above_99)->type(), 101);
  EXPECT_EQ(reader.box.take()->type(), 0);
  const auto second = reader.box.take();
  EXPECT_EQ(second->content<double>(), 10.0);
  EXPECT_EQ(reader.box.count(), 2u);
  EXPECT_EQ(reader.box.take([](const Message& m) { return m.type() == 55; }), std::nullopt);
  EXPECT_EQ(reader.box.take()->type(), 2);
  EXPECT_EQ(reader.box.take()->type(), 102);
  EXPECT_EQ(reader.box.read(), nullptr);
  EXPECT_FALSE(reader.box.take().has_value());
}

TEST(Mailbox, IsEmptyAtTheStartOfARun) {
  Sender sender("A");
  Reader reader("B");
  const SmallNetwork net = SmallNetwork().add(sender).add(reader).connect(sender.out, reader.box);
  {
    Simulator sim(net.build());
    sim.run(10);
  }
  EXPECT_EQ(reader.box.count(), 6u);  // readable after the run
  sender.sent = 2;
  reader.wake = kInfinity;
  Simulator again(net.build());
  EXPECT_EQ(reader.box.count(), 0u);
  again.run(10);
  EXPECT_EQ(reader.box.count(), 2u);
}

}  // namespace
}  // namespace escapement
