// SPDX-License-Identifier: MIT
#include "escapement/coupled/structure_change.h"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "coupled/structure_agent.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/trace.h"
#include "escapement/coupled/hosted.h"

namespace escapement {
namespace {

using namespace testing_support;

// A message of the very instant of the change still takes the old way: it was put before. The new model gets
// the next, its elapsed time counts from the change.
struct Elapsed : Atomic {
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  std::vector<Time> elapsed;
  Time started = -1;
  void initialize() override { started = now(); }
  void external(Time e) override { elapsed.push_back(e); }
};

TEST(StructureChange, ANewModelStartsAtTheChangeAndGetsWhatIsPutAfterIt) {
  Coupled root("Root");
  auto& clock = clock_of(root);
  auto& old_one = root.add<Recorder>("Old");
  root.couple(clock.out, old_one.in);
  Elapsed* fresh = nullptr;
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) {
    fresh = &change.add<Elapsed>(root, "New");
    change.couple(clock.out, fresh->in);
    change.decouple(clock.out, old_one.in);
  });
  Simulator sim(flatten(root));
  sim.run(4);
  EXPECT_EQ(old_one.entries(), (Entries{{1, 1}, {2, 2}}));
  EXPECT_EQ(fresh->started, 2);
  EXPECT_EQ(fresh->elapsed, (std::vector<Time>{1, 1}));
  EXPECT_EQ(sim.model_count(), 4u);
  EXPECT_EQ(root.find("New"), fresh);
}

// A new model that is due at once acts in the next micro-step of the same time (D1 before M2 of k + 1).
TEST(StructureChange, ANewModelMayActInTheNextMicroStep) {
  Coupled root("Root");
  std::ostringstream text;
  CsvTrace trace(text);
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) {
    change.add<Generator>(root, "New", GeneratorOptions{.ticks = {"2", "1"}, .limit = 1});
  });
  Simulator sim(flatten(root));
  sim.add_observer(trace);
  sim.run(3);
  EXPECT_NE(text.str().find("2,0,added,New"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("2,1,output,New"), std::string::npos) << text.str();
}

struct Counter : Atomic {
  explicit Counter(std::string name, int& alive) : Atomic(std::move(name)), alive_(alive) { ++alive_; }
  ~Counter() override { --alive_; }
  int& alive_;
};

TEST(StructureChange, AModelMayRemoveItselfAndAllThatIsRemovedIsDestroyed) {
  Coupled root("Root");
  int alive = 0;
  auto& group = root.add<Coupled>("Group");
  for (int i = 0; i < 5; ++i) group.add<Counter>("C" + std::to_string(i), alive);
  group.add<Agent>("Agent", [&](Agent&, StructureChange& change) { change.remove(group); });
  auto& other = root.add<Agent>("Other", [&](Agent& self, StructureChange& change) {
    change.remove(group);  // the second to ask for it: no error
    change.remove(self);
  });
  (void)other;
  Simulator sim(flatten(root));
  EXPECT_EQ(alive, 5);
  sim.run(5);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(sim.model_count(), 0u);
  EXPECT_TRUE(root.components().empty());
  EXPECT_EQ(sim.next_event_time(), kInfinity);
}

// What is due now, or later, of a removed model never comes; its name may be used again.
TEST(StructureChange, ARemovedModelActsNoMore) {
  Coupled root("Root");
  auto& clock = clock_of(root);
  auto& display = root.add<Recorder>("Display");
  root.couple(clock.out, display.in);
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) {
    change.remove(clock);
    auto& again = change.add<Generator>(root, "Clock", GeneratorOptions{.ticks = {"2.5", "1"}, .value = 7});
    change.couple(again.out, display.in);
  });
  Simulator sim(flatten(root));
  sim.run(4);
  EXPECT_EQ(display.entries(), (Entries{{1, 1}, {2, 2}, {2.5, 7}, {3.5, 7}}));
}

// Couplings through the ports of coupled models: old ones on both sides, a new port, a new coupled model.
TEST(StructureChange, RoutesThroughCoupledModelsFollow) {
  Coupled root("Root");
  auto& clock = clock_of(root);
  auto& shop = root.add<Coupled>("Shop");
  auto& in = shop.add_input<double>("in");
  auto& first = shop.add<Recorder>("First");
  shop.couple(in, first.in);
  Recorder* second = nullptr;
  Recorder* third = nullptr;
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) {
    second = &change.add<Recorder>(shop, "Second");
    change.couple(in, second->in);
    auto& way = change.add_port<InPort<double>>(shop, "other");
    third = &change.add<Recorder>(shop, "Third");
    change.couple(way, third->in);
    change.couple(clock.out, way);
    change.couple(clock.out, in);
  });
  Simulator sim(flatten(root));
  sim.run(3);
  EXPECT_TRUE(first.entries() == (Entries{{3, 3}}));
  EXPECT_EQ(second->entries(), (Entries{{3, 3}}));
  EXPECT_EQ(third->entries(), (Entries{{3, 3}}));
}

// A model gets an output more, uses it, and loses it again; the numbers of its other ports change and nobody
// notices.
struct Grower : Atomic {
  Grower(std::string name, Coupled& root, Recorder& target)
      : Atomic(std::move(name)), root_(root), target_(target) {}
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  OutPort<double>* more = nullptr;
  void output() override {
    out.put(now());
    if (more != nullptr) more->put(100 + now());
  }
  void internal() override {
    next_ += 1;
    StructureChange change(*this);
    if (more == nullptr) {
      more = &change.add_port<OutPort<double>>(*this, "more");
      change.couple(*more, target_.in);
    } else {
      change.remove_port(*more);
      more = nullptr;
    }
  }
  void external(Time) override { heard.push_back(in.bag().front()); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(next_); }
  std::vector<double> heard;

 private:
  Coupled& root_;
  Recorder& target_;
  Time next_ = 1;
};

TEST(StructureChange, PortsOfAnAtomicComeAndGo) {
  Coupled root("Root");
  auto& clock = root.add<Generator>("Clock", GeneratorOptions{.ticks = {"0.5", "1"}, .increment = 1});
  auto& plain = root.add<Recorder>("Plain");
  auto& extra = root.add<Recorder>("Extra");
  auto& grower = root.add<Grower>("Grower", root, extra);
  root.couple(clock.out, grower.in);
  root.couple(grower.out, plain.in);
  Simulator sim(flatten(root));
  sim.run(6);
  EXPECT_EQ(plain.entries(), (Entries{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}));
  EXPECT_EQ(extra.entries(), (Entries{{2, 102}, {4, 104}, {6, 106}}));
  EXPECT_EQ(grower.heard, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

// New models that ask for more as they start: carried out at once, each round in order.
struct Brood : Atomic {
  Brood(std::string name, Coupled& root, int generations)
      : Atomic(std::move(name)), root_(root), generations_(generations) {}
  void initialize() override {
    if (generations_ == 0) return;
    StructureChange change(*this);
    change.add<Brood>(root_, name() + "x", root_, generations_ - 1);
  }
  Coupled& root_;
  int generations_;
};

TEST(StructureChange, ModelsMayAskAsTheyStart) {
  Coupled root("Root");
  root.add<Brood>("B", root, 3);
  Simulator sim(flatten(root));
  sim.run(1);
  EXPECT_EQ(sim.model_count(), 4u);
  EXPECT_NE(root.find("Bxxx"), nullptr);
}

TEST(StructureChange, EndlessStartsAreAnError) {
  Coupled root("Root");
  root.add<Brood>("B", root, 1000);
  Simulator sim(flatten(root), {.micro_step_limit = 50});
  try {
    sim.run(1);
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_NE(std::string(e.what()).find("structural changes without end"), std::string::npos) << e.what();
  }
}

TEST(StructureChange, OnlyInATransition) {
  struct Wrong : Atomic {
    using Atomic::Atomic;
    void output() override { StructureChange change(*this); }
    TimeAdvance time_advance() const override { return TimeAdvance::after(1); }
  };
  Coupled root("Root");
  auto& wrong = root.add<Wrong>("W");
  EXPECT_EQ(failure_of(root),
            "at time 1 in W: 'W' asks for a change of structure outside of a transition; ask in internal(), "
            "external(), confluent() or initialize()");
  EXPECT_THROW(StructureChange change(wrong), Error);
}

// Each change that cannot be made fails in the model that asked, and leaves the tree as it was, also what
// came before in the same step.
TEST(StructureChange, WhatCannotBeDoneIsToldAndUndone) {
  struct Case {
    Agent::Act act;
    const char* message;
  };
  Coupled* r = nullptr;
  Recorder* display = nullptr;
  Generator* clock = nullptr;
  struct Texts : Atomic {
    using Atomic::Atomic;
    InPort<std::string> in{*this, "in"};
  };
  struct Part : Hosted {
    using Hosted::Hosted;
  };
  Coupled stray("Stray");
  auto& stray_display = stray.add<Recorder>("D");
  const std::vector<Case> cases = {
      {[&](Agent&, StructureChange& c) { c.add<Recorder>(*r, "Display"); },
       "'Root' already has a component named 'Display'; names are unique"},
      {[&](Agent&, StructureChange& c) { c.couple(clock->out, c.add<Texts>(*r, "T").in); },
       "the types of their messages differ"},
      {[&](Agent&, StructureChange& c) { c.couple(clock->out, display->in); },
       "the coupling 'Clock.out -> Display.in' is there already"},
      {[&](Agent&, StructureChange& c) { c.decouple(clock->out, c.add<Recorder>(*r, "New").in); },
       "cannot decouple 'Clock.out -> New.in': there is no such coupling"},
      {[&](Agent&, StructureChange& c) { c.couple(clock->out, stray_display.in); },
       "cannot couple 'Clock.out -> D.in': 'D' is no part of the model"},
      {[&](Agent&, StructureChange& c) { c.add<Recorder>(stray, "X"); },
       "cannot add 'X' to 'Stray': that is no part of the model any more"},
      {[&](Agent&, StructureChange& c) { c.remove(*r); },
       "cannot remove 'Root': it is the root of the model"},
      {[&](Agent&, StructureChange& c) { c.add<Part>(*r, "P"); },
       "cannot add 'P' to 'Root' during a run: 'P' is a process block or element, which a host must know"},
      {[&](Agent&, StructureChange& c) { c.add_port<InPort<double>>(*r, "more"); },
       "cannot add port 'Root.more': the ports of the root stay as they are"},
      {[&](Agent&, StructureChange& c) {
         c.add_port<InPort<double>>(*display, "more");
         c.add_port<OutPort<double>>(*display, "more");
       },
       "'Display' already has a port named 'more'; give one another name"},
      {[&](Agent&, StructureChange& c) { c.add_port<PipeEnd>(*display, "pipe"); },
       "'Display.pipe' is the end of a pipe, which comes and goes with its model only"},
      {[&](Agent&, StructureChange& c) { c.add<Postman>(*r, "Postman"); },
       "'Postman.to' addresses the mailbox 'Office.inbox', which is not found from there outwards"},
      {[&](Agent&, StructureChange& c) {
         auto& inner = c.add<Coupled>(*r, "Inner");
         c.couple(inner.add_output<double>("out"), inner.add_input<double>("in"));
       },
       "a component is not coupled to itself"},
      {[&](Agent&, StructureChange& c) {
         PortBase *ins[2], *outs[2];
         for (const int i : {0, 1}) {
           auto& wire = c.add<Coupled>(*r, "Wire" + std::to_string(i));
           ins[i] = &wire.add_input<double>("in");
           outs[i] = &wire.add_output<double>("out");
           wire.couple(*ins[i], *outs[i]);
         }
         c.couple(*outs[0], *ins[1]);
         c.couple(*outs[1], *ins[0]);
       },
       "couplings run in a circle through"},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.message);
    Coupled root("Root");
    r = &root;
    clock = &clock_of(root);
    display = &root.add<Recorder>("Display");
    auto& other = root.add<Recorder>("Other");
    root.couple(clock->out, display->in);
    root.add<Agent>("Agent", [&](Agent& self, StructureChange& change) {
      auto& more = change.add_port<OutPort<double>>(self, "more");  // to be undone
      change.couple(more, other.in);
      auto& box = change.add<Coupled>(root, "Box");
      box.add<Recorder>("R");
      change.remove(other);
      each.act(self, change);
    });
    const std::string failure = failure_of(root);
    EXPECT_NE(failure.find("at time 2 in Agent: the change of structure that it asks for cannot be made: "),
              std::string::npos)
        << failure;
    EXPECT_NE(failure.find(each.message), std::string::npos) << failure;
    EXPECT_EQ(root.components().size(), 4u);
    EXPECT_EQ(root.find("Other"), &other);
    EXPECT_EQ(root.couplings().size(), 1u);
    EXPECT_EQ(root.find("Agent")->first_port(), nullptr);
    flatten(root);  // still a model
  }
}

// Ports that many models ask for at once, on several threads: all are there in the end, and none before.
struct PortAdder : Atomic {
  PortAdder(std::string name, Coupled& owner) : Atomic(std::move(name)), owner_(owner) {}
  void internal() override {
    done_ = true;
    seen_ = owner_.first_port() != nullptr;
    StructureChange change(*this);
    for (int i = 0; i < 4; ++i) change.add_port<InPort<int>>(owner_, name() + "_" + std::to_string(i));
  }
  TimeAdvance time_advance() const override { return done_ ? TimeAdvance::never() : TimeAdvance::after(1); }
  bool seen_ = false;

 private:
  Coupled& owner_;
  bool done_ = false;
};

TEST(StructureChange, ManyThreadsMayAddPortsToOneModel) {
  for (const unsigned threads : {1u, 8u}) {
    Coupled root("Root");
    auto& shared = root.add<Coupled>("Shared");
    std::vector<PortAdder*> adders;
    for (int i = 0; i < 300; ++i) adders.push_back(&root.add<PortAdder>("A" + std::to_string(i), shared));
    Simulator sim(flatten(root), {.threads = threads, .always_parallel = true});
    sim.run(2);
    int ports = 0;
    for (const PortBase* p = shared.first_port(); p != nullptr; p = p->next()) ++ports;
    EXPECT_EQ(ports, 1200);
    for (const PortAdder* adder : adders) EXPECT_FALSE(adder->seen_);
  }
}

// A name that a port leaves may be taken at once.
TEST(StructureChange, APortMayTakeTheNameOfOneThatGoes) {
  Coupled root("Root");
  auto& clock = clock_of(root);
  auto& shop = root.add<Coupled>("Shop");
  auto& in = shop.add_input<double>("in");
  auto& display = shop.add<Recorder>("Display");
  root.couple(clock.out, in);
  shop.couple(in, display.in);
  root.add<Agent>("Agent", [&](Agent&, StructureChange& change) {
    change.remove_port(in);
    auto& again = change.add_port<InPort<double>>(shop, "in");
    change.couple(clock.out, again);
    change.couple(again, display.in);
  });
  Simulator sim(flatten(root));
  sim.run(4);
  EXPECT_EQ(display.entries(), (Entries{{1, 1}, {2, 2}, {3, 3}, {4, 4}}));
}

// A port for a component that another model adds, and all of it refused: nothing is touched that is gone.
TEST(StructureChange, PortsOfAComponentThatNeverCameAreGivenUp) {
  Coupled root("Root");
  Coupled* fresh = nullptr;
  root.add<Agent>("A1", [&](Agent&, StructureChange& c) { fresh = &c.add<Coupled>(root, "Fresh"); });
  root.add<Agent>("A2", [&](Agent&, StructureChange& c) { c.add_port<InPort<int>>(*fresh, "in"); });
  root.add<Agent>("A3", [&](Agent&, StructureChange& c) { c.remove(root); });
  EXPECT_NE(failure_of(root).find("it is the root of the model"), std::string::npos);
  EXPECT_EQ(root.find("Fresh"), nullptr);
}

// Coming and going for long keeps nothing: numbers of models and ports serve again.
struct Churn : Atomic {
  Churn(std::string name, Coupled& root, Recorder& target)
      : Atomic(std::move(name)), root_(root), target_(target) {}
  OutPort<double> out{*this, "out"};
  void output() override { out.put(1); }
  void internal() override {
    StructureChange change(*this);
    if (last_ != nullptr) change.remove(*last_);
    last_ = &change.add<Recorder>(root_, "R" + std::to_string(count_++ % 7));
    change.couple(out, last_->in);
  }
  TimeAdvance time_advance() const override { return TimeAdvance::after(1); }
  int count_ = 0;

 private:
  Coupled& root_;
  Recorder& target_;
  Recorder* last_ = nullptr;
};

TEST(StructureChange, TenThousandChangesKeepNothing) {
  Coupled root("Root");
  auto& target = root.add<Recorder>("Target");
  auto& churn = root.add<Churn>("Churn", root, target);
  root.couple(churn.out, target.in);
  Simulator sim(flatten(root));
  sim.run(10000);
  EXPECT_EQ(sim.model_count(), 3u);
  EXPECT_EQ(root.components().size(), 3u);
  EXPECT_EQ(root.couplings().size(), 2u);
  EXPECT_EQ(target.count(), 10000u);
}

}  // namespace
}  // namespace escapement
