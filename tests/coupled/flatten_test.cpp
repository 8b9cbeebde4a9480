// SPDX-License-Identifier: MIT
// The steps F1-F3 and F5 of flatten.h; F4 is in hosted_test.cpp.
#include "escapement/coupled/flatten.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "core/expect_throw.h"
#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/trace.h"

namespace escapement {
namespace {

using testing_support::Lines;
using testing_support::trace_of;

TEST(Flatten, F1F5ModelsAreInPathOrderWhateverTheOrderOfInsertion) {
  Coupled root("Root");
  root.add<Recorder>("AB");
  auto& a = root.add<Coupled>("A");
  a.add<Recorder>("Z");
  a.add<Recorder>("B");
  root.add<Recorder>("A0");
  const Network n = flatten(root);
  Lines paths;
  for (const Dynamics* m : n.models) paths.push_back(m->path());
  EXPECT_EQ(paths, (Lines{"A.B", "A.Z", "A0", "AB"}));
  for (std::size_t i = 1; i < paths.size(); ++i) EXPECT_TRUE(path_less(paths[i - 1], paths[i]));
}

TEST(Flatten, F2CouplingsAreFollowedThroughAllLevels) {
  Coupled root("Root");
  auto& in = root.add_input<double>("in");
  auto& out = root.add_output<double>("out");
  auto& outer = root.add<Coupled>("Outer");
  auto& outer_in = outer.add_input<double>("in");
  auto& outer_out = outer.add_output<double>("out");
  auto& pipe = outer.add<testing_support::Pipe>("Pipe", 2, 1.0);
  root.couple(in, outer_in);
  root.couple(outer_out, out);
  outer.couple(outer_in, pipe.in);
  outer.couple(pipe.out, outer_out);
  testing_support::RunLog log;
  Simulator sim(flatten(root));
  sim.add_observer(log);
  sim.inject(in, 4.0, 1);
  sim.run(10);
  EXPECT_EQ(log.lines,
            (Lines{"1/0 Root.in 4", "2/0 Outer.Pipe.Stage1.out 4", "3/0 Outer.Pipe.Stage2.out 4"}));
  EXPECT_EQ(log.root_lines, (Lines{"3/0 Root.out 4"}));
}

TEST(Flatten, F2InputsCanPassStraightToOutputs) {
  Coupled root("Root");
  auto& in = root.add_input<double>("in");
  auto& out = root.add_output<double>("out");
  auto& wire = root.add<Coupled>("Wire");
  auto& wire_in = wire.add_input<double>("in");
  auto& wire_out = wire.add_output<double>("out");
  auto& r = root.add<Recorder>("R");
  wire.couple(wire_in, wire_out);
  root.couple(in, wire_in);
  root.couple(wire_out, r.in);
  root.couple(wire_out, out);
  testing_support::RunLog log;
  Simulator sim(flatten(root));
  sim.add_observer(log);
  sim.inject(in, 4.0, 1);
  sim.run(10);
  EXPECT_EQ(r.entries(), (std::vector<Recorder::Entry>{{1, 4}}));
  EXPECT_EQ(log.root_lines, (Lines{"1/0 Root.out 4"}));
  EXPECT_EQ(sim.counts().micro_steps, 1u);
}

TEST(Flatten, F2TwoWaysToOneInputDeliverTwice) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.limit = 1});
  auto& fork = root.add<Coupled>("Fork");
  auto& a = fork.add_input<double>("a");
  auto& b = fork.add_input<double>("b");
  auto& r = fork.add<Recorder>("R");
  fork.couple(a, r.in);
  fork.couple(b, r.in);
  root.couple(g.out, a);
  root.couple(g.out, b);
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(r.entries(), (std::vector<Recorder::Entry>{{1, 1}, {1, 1}}));
  EXPECT_EQ(sim.counts().external_transitions, 1u);
}

TEST(Flatten, AnAtomicCanBeTheRoot) {
  Processor p("P", 2);
  Simulator sim(flatten(p));
  sim.inject(p.in, 5.0, 1);
  sim.run(10);
  EXPECT_EQ(p.served(), 1u);
}

TEST(Flatten, EmptyModelsRun) {
  Coupled root("Root");
  root.add<Coupled>("Hollow").add<Coupled>("More");
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(sim.now(), 5);
  EXPECT_EQ(sim.model_count(), 0u);
}

TEST(Flatten, ThousandsOfLevelsAreNoMatter) {
  constexpr int kLevels = 2000;
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.limit = 1});
  PortBase* from = &g.out;
  Coupled* at = &root;
  for (int i = 0; i < kLevels; ++i) {
    auto& next = at->add<Coupled>("L");
    auto& in = next.add_input<double>("in");
    at->couple(*from, in);
    at = &next;
    from = &in;
  }
  auto& r = at->add<Recorder>("R");
  at->couple(*from, r.in);
  Simulator sim(flatten(root));
  sim.run(5);
  EXPECT_EQ(r.count(), 1u);
}

TEST(Flatten, ADoubledCouplingIsRefused) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G");
  auto& r = root.add<Recorder>("R");
  root.couple(g.out, r.in);
  root.couple(g.out, r.in);
  EXPECT_THROWS(flatten(root), BuildError, "the coupling 'G.out -> R.in' is there twice; remove one");
}

TEST(Flatten, ACircleOfCouplingsIsRefused) {
  Coupled root("Root");
  auto& a = root.add<Coupled>("A");
  auto& b = root.add<Coupled>("B");
  auto& a_in = a.add_input<double>("in");
  auto& a_out = a.add_output<double>("out");
  auto& b_in = b.add_input<double>("in");
  auto& b_out = b.add_output<double>("out");
  a.couple(a_in, a_out);
  b.couple(b_in, b_out);
  root.couple(a_out, b_in);
  root.couple(b_out, a_in);
  EXPECT_THROWS(flatten(root), BuildError,
                "couplings run in a circle through '.*' without passing any atomic model");
}

TEST(Flatten, OnlyTheOutermostModelIsFlattened) {
  Coupled root("Root");
  auto& line = root.add<Coupled>("Line");
  EXPECT_THROWS(flatten(line), BuildError, "'Line' stands in 'Root'; flatten the outermost model");
}

TEST(Flatten, ATreeThatRunsIsNotFlattenedAgain) {
  Coupled root("Root");
  root.add<Generator>("G");
  {
    Simulator sim(flatten(root));
    sim.run(2);
    EXPECT_THROWS(flatten(root), BuildError, "'G' already runs in a simulator; destroy that one first");
    sim.run(4);
    EXPECT_EQ(sim.counts().internal_transitions, 4u);
  }
  Simulator again(flatten(root));
  again.run(3);
  EXPECT_EQ(again.counts().internal_transitions, 3u);
}

TEST(Flatten, AComponentOfUnknownKindWithPortsIsRefused) {
  struct Odd : Component {
    using Component::Component;
    InPort<double> in{*this, "in"};
  };
  Coupled root("Root");
  root.add<Odd>("Odd");
  EXPECT_THROWS(flatten(root), BuildError,
                "'Odd' has ports but is neither atomic, coupled nor hosted; derive it from Atomic");
}

// Messages that have one owner.
using Parcel = std::unique_ptr<int>;
struct ParcelSource : Atomic {
  using Atomic::Atomic;
  OutPort<Parcel> out{*this, "out"};
  void output() override { out.put(std::make_unique<int>(5)); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(now() < 1 ? 1 : kInfinity); }
};
struct ParcelSink : Atomic {
  using Atomic::Atomic;
  InPort<Parcel> in{*this, "in"};
  int sum = 0;
  void external(Time) override {
    for (std::size_t i = 0; i < in.bag().size(); ++i) sum += *in.bag().take(i);
  }
};

TEST(Flatten, AnOutputOfOneOwnerMessagesTakesExactlyOneCoupling) {
  Coupled root("Root");
  auto& source = root.add<ParcelSource>("S");
  auto& sink = root.add<ParcelSink>("T");
  auto& other = root.add<ParcelSink>("U");
  auto& out = root.add_output<Parcel>("out");
  EXPECT_THROWS(
      flatten(root), BuildError,
      "output 'S.out' leads to 0 inputs; its messages have one owner, so it takes exactly one coupling "
      "\\(an entity that is done goes to a Dispose\\)");
  source.out.make_optional();
  Simulator(flatten(root)).run(5);  // what it puts ends there
  root.couple(source.out, sink.in);
  Simulator(flatten(root)).run(5);
  EXPECT_EQ(sink.sum, 5);
  root.couple(source.out, other.in);
  EXPECT_THROWS(flatten(root), BuildError,
                "output 'S.out' leads to 2 inputs; .* \\(copies of an entity are made by a Separate\\)");
  Coupled leaving("Root");
  auto& only = leaving.add<ParcelSource>("S");
  auto& exit = leaving.add_output<Parcel>("out");
  leaving.couple(only.out, exit);
  Simulator(flatten(leaving)).run(5);  // leaving the root is one end
  static_cast<void>(out);
}

TEST(Flatten, AnInputOfTheRootWithOneOwnerMessagesIsNotSplit) {
  Coupled root("Root");
  auto& in = root.add_input<Parcel>("in");
  auto& a = root.add<ParcelSink>("A");
  auto& b = root.add<ParcelSink>("B");
  flatten(root);
  root.couple(in, a.in);
  {
    Simulator sim(flatten(root));
    sim.inject(in, std::make_unique<int>(7), 1);
    sim.run();
    EXPECT_EQ(a.sum, 7);
  }
  root.couple(in, b.in);
  EXPECT_THROWS(flatten(root), BuildError, "input 'Root.in' leads to 2 inputs; .*");
}

}  // namespace
}  // namespace escapement
