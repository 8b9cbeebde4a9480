// SPDX-License-Identifier: MIT
// Threads change nothing but the time a run takes: traces, failures and shared mailboxes are the same.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "coupled/random_models.h"
#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/core/trace.h"

namespace escapement {
namespace {

using testing_support::Lines;

constexpr unsigned kThreads[] = {1, 2, 4, 8};

std::string trace_with(Coupled& root, unsigned threads, Time until) {
  std::ostringstream text;
  CsvTrace trace(text);
  Simulator sim(flatten(root), {.threads = threads, .always_parallel = threads > 1});
  sim.add_observer(trace);
  sim.run(until);
  EXPECT_EQ(threads > 1 && sim.counts().micro_steps > 0, sim.counts().parallel_phases > 0);
  return text.str();
}

TEST(Parallel, TracesOfRandomModelsAreEqualByteByByte) {
  int models = 0;
  for (std::uint64_t seed = 4711; seed < 4711 + 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const testing_support::Spec spec = testing_support::random_spec(random, 4, "Root");
    std::string sequential;
    for (const unsigned threads : kThreads) {
      Coupled root("Root");
      testing_support::fill(root, spec, nullptr);
      try {
        const std::string trace = trace_with(root, threads, 20);
        if (threads == 1) sequential = trace;
        ASSERT_EQ(trace, sequential) << threads << " threads";
        ++models;
      } catch (const BuildError&) {  // couplings in a circle
      }
    }
  }
  EXPECT_GT(models, 150);
}

// Text is kept in the memory of the thread that put it, and must live until every receiver has read it.
struct Speaker : Atomic {
  using Atomic::Atomic;
  InPort<std::string> in{*this, "in"};
  OutPort<std::string> out{*this, "out"};
  std::string heard;
  Time next = 1;
  void output() override {
    out.put(name() + " says at " + to_text(now()) + " what is too long for its place");
  }
  void internal() override { next += 1; }
  void external(Time) override {
    for (const std::string& text : in.bag()) heard += text + ";";
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(next); }
  void print_state(std::ostream& out_text) const override { out_text << heard; }
};

TEST(Parallel, MessagesOfAllThreadsReachAllReceiversInOrder) {
  const auto run = [](unsigned threads) {
    Coupled root("Root");
    std::vector<Speaker*> all;
    for (int i = 0; i < 40; ++i) all.push_back(&root.add<Speaker>("S" + std::to_string(100 + i)));
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const std::size_t step : {1u, 7u, 19u}) root.couple(all[i]->out, all[(i + step) % 40]->in);
    return trace_with(root, threads, 5);
  };
  const std::string sequential = run(1);
  EXPECT_NE(sequential.find("S139 says at 5"), std::string::npos);
  for (const unsigned threads : kThreads) EXPECT_EQ(run(threads), sequential);
}

// Each takes one message of the shared mailbox, in path order, whatever the threads do.
struct Taker : Atomic {
  using Atomic::Atomic;
  MailboxShare board{*this, "board", "Board"};
  int taken = -1;
  void external(Time) override {
    if (auto message = board.take()) taken = message->content<int>();
  }
};
struct Poster : Atomic {
  using Atomic::Atomic;
  MailAddress board{*this, "board", "Board"};
  bool done = false;
  void output() override {
    for (int i = 0; i < 50; ++i) board.put(Message(0, i));
  }
  void internal() override { done = true; }
  TimeAdvance time_advance() const override { return done ? TimeAdvance::never() : TimeAdvance::after(1); }
};

TEST(Parallel, SharersOfAMailboxActInPathOrder) {
  for (const unsigned threads : kThreads) {
    Coupled root("Root");
    root.add<SharedMailbox>("Board");
    root.add<Poster>("P");
    std::vector<Taker*> takers;
    for (int i = 0; i < 60; ++i) takers.push_back(&root.add<Taker>("T" + std::to_string(100 + i)));
    Simulator sim(flatten(root), {.threads = threads, .always_parallel = true});
    sim.run(2);
    for (int i = 0; i < 60; ++i) EXPECT_EQ(takers[static_cast<std::size_t>(i)]->taken, i < 50 ? i : -1);
  }
}

// A serial model sees nobody else of its kind at work.
struct Alone : Atomic {
  Alone(std::string name, std::atomic<int>& at_work) : Atomic(std::move(name)), at_work_(at_work) {}
  bool serial() const override { return true; }
  bool met = false;
  std::thread::id thread;
  void internal() override {
    met = met || at_work_.fetch_add(1) != 0;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    thread = std::this_thread::get_id();
    --at_work_;
    done_ = true;
  }
  TimeAdvance time_advance() const override { return done_ ? TimeAdvance::never() : TimeAdvance::after(1); }

 private:
  std::atomic<int>& at_work_;
  bool done_ = false;
};

TEST(Parallel, SerialModelsActOneAtATimeOnTheThreadOfTheRun) {
  std::atomic<int> at_work{0};
  Coupled root("Root");
  std::vector<Alone*> all;
  for (int i = 0; i < 30; ++i) all.push_back(&root.add<Alone>("A" + std::to_string(i), at_work));
  Simulator sim(flatten(root), {.threads = 4, .always_parallel = true});
  sim.run(2);
  for (const Alone* a : all) {
    EXPECT_FALSE(a->met);
    EXPECT_EQ(a->thread, std::this_thread::get_id());
  }
}

struct Failing : Atomic {
  Failing(std::string name, bool in_output) : Atomic(std::move(name)), in_output_(in_output) {}
  void output() override {
    if (in_output_) throw Error("output of " + name());
  }
  void internal() override { throw Error("transition of " + name()); }
  TimeAdvance time_advance() const override { return TimeAdvance::after(3); }

 private:
  bool in_output_;
};

// Many models fail at once; the error told is that of the first in path order, as without threads.
TEST(Parallel, TheFirstFailureInPathOrderIsTold) {
  for (const bool in_output : {false, true})
    for (const unsigned threads : kThreads)
      for (int repeat = 0; repeat < 20; ++repeat) {
        Coupled root("Root");
        for (int i = 0; i < 50; ++i)
          root.add<Generator>("A" + std::to_string(100 + i), GeneratorOptions{.ticks = {"3", "3"}});
        for (int i = 0; i < 50; ++i) root.add<Failing>("B" + std::to_string(100 + i), in_output);
        Simulator sim(flatten(root), {.threads = threads, .always_parallel = true});
        try {
          sim.run(10);
          FAIL() << "no failure";
        } catch (const SimulationError& e) {
          EXPECT_EQ(e.model_path(), "B100");
          EXPECT_EQ(e.clock(), 3);
          EXPECT_NE(std::string(e.what()).find(in_output ? "output of B100" : "transition of B100"),
                    std::string::npos)
              << e.what();
        }
        EXPECT_THROW(sim.run(10), Error);
      }
}

TEST(Parallel, TooManyThreadsAreRefused) {
  Coupled root("Root");
  try {
    Simulator sim(flatten(root), {.threads = 5000});
    FAIL();
  } catch (const BuildError& e) {
    EXPECT_STREQ(e.what(), "threads 5000 must be at most 1024, or 0 for as many as the machine has cores");
  }
}

}  // namespace
}  // namespace escapement
