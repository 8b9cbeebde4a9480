// SPDX-License-Identifier: MIT
// Traces depend on the model alone: not on the order of insertion, on nesting, or on the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <sstream>

#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/trace.h"

namespace escapement {
namespace {

using testing_support::Lines;
using testing_support::trace_of;

std::string number(int i, int base) {
  return std::to_string(base + i);
}

// Three sources fire at 1 into one port: one external transition with a bag of three.
TEST(Determinism, ThreeSourcesGiveOneBag) {
  Coupled root("Root");
  auto& d = root.add<Recorder>("D");
  for (const double value : {3, 1, 2})
    root.couple(root.add<Generator>("G" + to_text(value), GeneratorOptions{.value = value}).out, d.in);
  EXPECT_EQ(trace_of(root, 1),
            (Lines{"0/0 D initial 0", "0/0 G1 initial 0", "0/0 G2 initial 0", "0/0 G3 initial 0",
                   "1/0 G1.out 1", "1/0 G2.out 2", "1/0 G3.out 3", "1/0 D external 1", "1/0 G1 internal 1",
                   "1/0 G2 internal 1", "1/0 G3 internal 1"}));
  EXPECT_EQ(d.entries(), (std::vector<Recorder::Entry>{{1, 1}, {1, 2}, {1, 3}}));
}

// A thousand copies of it, in any order of insertion, flat ("C1000_D") or each in a coupled model
// ("C1000.D").
Lines thousand_copies(bool nested, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> order(1000);
  std::iota(order.begin(), order.end(), 0);
  if (seed != 0) std::shuffle(order.begin(), order.end(), random);
  Coupled root("Root");
  for (const int i : order) {
    Coupled* owner = nested ? &root.add<Coupled>("C" + number(i, 1000)) : &root;
    const std::string prefix = nested ? "" : "C" + number(i, 1000) + "_";
    std::vector<int> parts{0, 1, 2, 3};
    if (seed != 0) std::shuffle(parts.begin(), parts.end(), random);
    Recorder* d = nullptr;
    std::vector<Generator*> sources;
    for (const int part : parts)
      if (part == 0)
        d = &owner->add<Recorder>(prefix + "D");
      else
        sources.push_back(&owner->add<Generator>(prefix + "G" + number(part, 0),
                                                 GeneratorOptions{.value = part + 0.5, .limit = 2}));
    for (Generator* g : sources) owner->couple(g->out, d->in);
  }
  Lines lines = trace_of(root, 5);
  for (std::string& line : lines)
    if (nested) line.replace(line.find('.', line.find(" C")), 1, "_");
  return lines;
}

TEST(Determinism, AThousandCopiesInAnyOrderNestedOrFlat) {
  const Lines flat = thousand_copies(false, 0);
  EXPECT_EQ(flat.size(), 4000u + 2 * (3000 + 3000 + 1000));
  EXPECT_EQ(thousand_copies(true, 0), flat);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_EQ(thousand_copies(false, seed), flat);
    EXPECT_EQ(thousand_copies(true, seed), flat);
  }
}

// A and B act each second; A's message changes B. The rule: B acts in its confluent transition, internal
// first, so what A sends at t shows in what B sends at t + 1.
struct Echo : Atomic {
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  double held = 0;
  std::uint64_t n = 0;
  void initialize() override {
    held = 0;
    n = 0;
  }
  void output() override { out.put(held); }
  void internal() override { ++n; }
  void external(Time) override { held = in.bag().front(); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(static_cast<double>(n + 1)); }
};

TEST(Determinism, PeriodicActionsInPhaseAlwaysGiveTheSameTrace) {
  const auto run = [] {
    Coupled root("Root");
    auto& b = root.add<Echo>("B");
    auto& a = root.add<Generator>("A", GeneratorOptions{.increment = 1});
    auto& d = root.add<Recorder>("D");
    root.couple(a.out, b.in);
    root.couple(b.out, d.in);
    std::ostringstream out;
    CsvTrace trace(out);
    Simulator sim(flatten(root));
    sim.add_observer(trace);
    sim.run(20);
    EXPECT_EQ(d.entries()[0], (Recorder::Entry{1, 0}));
    EXPECT_EQ(d.entries()[19], (Recorder::Entry{20, 19}));
    return out.str();
  };
  const std::string first = run();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(run(), first);
}

// The same tree run again by a second simulator, after the first is gone.
TEST(Determinism, ATreeCanRunAgain) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G");
  auto& p = root.add<testing_support::Pipe>("P", 3, 0.75);
  root.couple(g.out, p.in);
  const Lines first = trace_of(root, 10);
  EXPECT_EQ(trace_of(root, 10), first);
}

// A million models that wait for what nobody sends, and are destroyed.
TEST(Determinism, AMillionWaitingModelsComeAndGo) {
  struct Waiting : Atomic {
    using Atomic::Atomic;
    InPort<double> in{*this, "in"};
  };
  Coupled root("Root");
  for (int i = 0; i < 1000000; ++i) root.add<Waiting>("W" + number(i, 1000000));
  Simulator sim(flatten(root));
  sim.run(1);
  EXPECT_EQ(sim.model_count(), 1000000u);
  EXPECT_EQ(sim.counts().micro_steps, 0u);
}

}  // namespace
}  // namespace escapement
