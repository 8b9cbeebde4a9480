// SPDX-License-Identifier: MIT
// Small models of the field with results that a hand calculation gives; after the examples of DEVSLib (Sanz,
// Urquia and Dormido).
#include <gtest/gtest.h>

#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/phased.h"
#include "escapement/atomic/recorder.h"
#include "escapement/atomic/switch.h"
#include "escapement/atomic/transducer.h"

namespace escapement {
namespace {

std::vector<Time> times_of(const Recorder& recorder) {
  std::vector<Time> times;
  for (const Recorder::Entry& e : recorder.entries()) times.push_back(e.time);
  return times;
}

std::vector<Time> from_to(Time first, Time last) {
  std::vector<Time> times;
  for (Time t = first; t <= last; t += 1) times.push_back(t);
  return times;
}

TEST(DevslibModels, GeneratorFromZeroGivesElevenMessages) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.ticks = Periodic("0", "1")});
  auto& d = root.add<Recorder>("D");
  root.couple(g.out, d.in);
  Simulator(flatten(root)).run(10);
  EXPECT_EQ(times_of(d), from_to(0, 10));
}

// Every arrival from 1 on meets a completion; with internal before external none is lost.
TEST(DevslibModels, ConfluentArrivalsAreNotLost) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.ticks = Periodic("0", "1")});
  auto& p = root.add<Processor>("P", 1.0);
  auto& d = root.add<Recorder>("D");
  root.couple(g.out, p.in);
  root.couple(p.out, d.in);
  Simulator(flatten(root)).run(10);
  EXPECT_EQ(times_of(d), from_to(1, 10));
  EXPECT_EQ(p.lost(), 0u);
}

// A processor that makes two zero-time internal steps before its output.
struct TwoSteps : Phased {
  using Phased::Phased;
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  std::vector<std::string> order;
  void external(Time) override {
    order.push_back("input");
    hold_in("step1", 0);
  }
  void output() override {
    if (phase_is("send")) out.put(1);
  }
  void internal() override {
    if (phase_is("send")) return passivate();
    order.push_back(phase());
    hold_in(phase_is("step1") ? "step2" : "send", 0);
  }
};

TEST(DevslibModels, TwoZeroTimeStepsBeforeTheOutput) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.ticks = Periodic("0", "5")});
  auto& p = root.add<TwoSteps>("P");
  auto& d = root.add<Recorder>("D");
  root.couple(g.out, p.in);
  root.couple(p.out, d.in);
  Simulator(flatten(root)).run(10);
  EXPECT_EQ(times_of(d), (std::vector<Time>{0, 5, 10}));
  EXPECT_EQ(p.order, (std::vector<std::string>{"input", "step1", "step2", "input", "step1", "step2", "input",
                                               "step1", "step2"}));
}

TEST(DevslibModels, ConcurrentMessagesShareOneBagOfTheSwitch) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G");
  auto& s = root.add<Switch>("S");
  auto& d1 = root.add<Recorder>("D1");
  auto& d2 = root.add<Recorder>("D2");
  root.couple(g.out, s.in1);
  root.couple(g.out, s.in2);
  root.couple(s.out1, d1.in);
  root.couple(s.out2, d2.in);
  Simulator sim(flatten(root));
  sim.run(10);
  EXPECT_EQ(times_of(d1), from_to(1, 10));
  EXPECT_EQ(times_of(d2), from_to(1, 10));
  // The switch acts twice each second: once for the bag of two, once to send.
  EXPECT_EQ(sim.counts().micro_steps, 20u);
}

// A model that sends on at once what it gets: needless here, for an output may have many couplings.
struct Duplicator : Atomic {
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  OutPort<double> out1{*this, "out1"};
  OutPort<double> out2{*this, "out2"};
  std::vector<double> held;
  void external(Time) override { held.assign(in.bag().begin(), in.bag().end()); }
  void output() override {
    for (double v : held) out1.put(v);
    for (double v : held) out2.put(v);
  }
  void internal() override { held.clear(); }
  TimeAdvance time_advance() const override { return held.empty() ? TimeAdvance::never() : TimeAdvance(0); }
};

TEST(DevslibModels, ChainOfDuplicatorsAndFanOutGiveTheSame) {
  for (const bool fan_out : {false, true}) {
    Coupled root("Root");
    auto& g = root.add<Generator>("G");
    auto& dup1 = root.add<Duplicator>("Dup1");
    auto& dup2 = root.add<Duplicator>("Dup2");
    std::vector<Recorder*> displays;
    for (const char* name : {"D1", "D2", "D3"}) displays.push_back(&root.add<Recorder>(name));
    if (fan_out) {
      for (Recorder* d : displays) root.couple(g.out, d->in);
    } else {
      root.couple(g.out, dup1.in);
      root.couple(dup1.out1, displays[0]->in);
      root.couple(dup1.out2, dup2.in);
      root.couple(dup2.out1, displays[1]->in);
      root.couple(dup2.out2, displays[2]->in);
    }
    Simulator(flatten(root)).run(10);
    for (const Recorder* d : displays) EXPECT_EQ(times_of(*d), from_to(1, 10));
  }
}

TEST(DevslibModels, SwitchBehindAPipe) {
  Coupled root("Root");
  auto& g1 = root.add<Generator>("G1");
  auto& g2 = root.add<Generator>("G2", GeneratorOptions{.ticks = Periodic("1.5", "1")});
  auto& pipe = root.add<testing_support::Pipe>("Pipe", 3, 1.0);
  auto& s = root.add<Switch>("S");
  auto& d1 = root.add<Recorder>("D1");
  auto& d2 = root.add<Recorder>("D2");
  root.couple(g1.out, pipe.in);
  root.couple(pipe.out, s.in1);
  root.couple(g2.out, s.in2);
  root.couple(s.out1, d1.in);
  root.couple(s.out2, d2.in);
  Simulator(flatten(root)).run(100);
  EXPECT_EQ(times_of(d1), from_to(1.5, 99.5));
  EXPECT_EQ(times_of(d2), from_to(4, 100));
}

TEST(DevslibModels, NetSwitchServesEverySecondJobEach) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G");
  auto& net = root.add<testing_support::NetSwitch>("Net", 1.0);
  auto& d = root.add<Recorder>("D");
  root.couple(g.out, net.in);
  root.couple(net.out, d.in);
  Simulator(flatten(root)).run(10);
  EXPECT_EQ(times_of(d), from_to(2, 10));
  EXPECT_EQ(dynamic_cast<Processor&>(*net.find("P1")).received(), 5u);
  EXPECT_EQ(dynamic_cast<Processor&>(*net.find("P2")).received(), 5u);
}

// Generator-processor-transducer: jobs 1, 2, 3, ... at 1, 2, 3, ..., service 2, horizon (0, 10].
struct ExternalFirst : Processor {
  using Processor::Processor;
  void confluent() override {
    external(0);
    internal();
  }
};

template <class P>
std::vector<Recorder::Entry> gpt(Transducer::Result* result = nullptr) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.increment = 1});
  auto& p = root.add<P>("P", 2.0);
  auto& t = root.add<Transducer>("T", 10.0);
  auto& d = root.add<Recorder>("D");
  root.couple(g.out, p.in);
  root.couple(p.out, d.in);
  root.couple(g.out, t.arrived);
  root.couple(p.out, t.solved);
  root.couple(t.out, g.stop);
  Simulator(flatten(root)).run(10);
  if (result != nullptr) *result = t.result();
  return d.entries();
}

TEST(DevslibModels, ConfluentOrderDecidesWhichJobsAreTaken) {
  Transducer::Result result;
  EXPECT_EQ(gpt<Processor>(&result), (std::vector<Recorder::Entry>{{3, 1}, {5, 3}, {7, 5}, {9, 7}}));
  EXPECT_EQ(result.arrived, 10u);
  EXPECT_EQ(result.solved, 4u);
  EXPECT_EQ(result.throughput, 0.4);
  EXPECT_EQ(result.mean_turnaround, 2);
  EXPECT_EQ(gpt<ExternalFirst>(), (std::vector<Recorder::Entry>{{3, 1}, {6, 4}, {9, 7}}));
}

}  // namespace
}  // namespace escapement
