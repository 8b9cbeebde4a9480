// SPDX-License-Identifier: MIT
// One output to many inputs is not copied per receiver: all see the same object.
#include <gtest/gtest.h>

#include <set>

#include "coupled/simple_models.h"

namespace escapement {
namespace {

struct Letter {
  explicit Letter(int& copies) : copies_made(&copies) {}
  Letter(const Letter& other) : copies_made(other.copies_made), text(other.text) { ++*copies_made; }
  Letter(Letter&&) = default;
  Letter& operator=(const Letter&) = delete;
  int* copies_made;
  std::string text = "long enough to lie on the heap, were it copied";
};

struct Sender : Atomic {
  Sender(std::string name, int& copies) : Atomic(std::move(name)), copies_(copies) {}
  OutPort<Letter> out{*this, "out"};
  void output() override { out.put(Letter(copies_)); }
  void internal() override { done_ = true; }
  TimeAdvance time_advance() const override { return done_ ? TimeAdvance::never() : TimeAdvance::after(1); }

 private:
  int& copies_;
  bool done_ = false;
};

struct Reader : Atomic {
  using Atomic::Atomic;
  InPort<Letter> in{*this, "in"};
  const Letter* seen = nullptr;
  void external(Time) override { seen = &in.bag().front(); }
};

TEST(MessageSharing, AThousandReceiversSeeOneObject) {
  int copies = 0;
  Coupled root("Root");
  auto& sender = root.add<Sender>("Sender", copies);
  auto& group = root.add<Coupled>("Group");
  auto& in = group.add_input<Letter>("in");
  root.couple(sender.out, in);
  std::vector<Reader*> readers;
  for (int i = 0; i < 1000; ++i) {
    readers.push_back(&group.add<Reader>("R" + std::to_string(i)));
    group.couple(in, readers.back()->in);
  }
  Simulator sim(flatten(root));
  sim.run(2);
  std::set<const Letter*> seen;
  for (const Reader* reader : readers) seen.insert(reader->seen);
  EXPECT_EQ(seen.size(), 1u);
  EXPECT_FALSE(seen.contains(nullptr));
  EXPECT_EQ(copies, 0);
}

}  // namespace
}  // namespace escapement
