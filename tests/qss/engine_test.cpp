// SPDX-License-Identifier: MIT
// The order of an instant inside an engine, and saving and loading it.
#include "escapement/qss/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/archive.h"
#include "escapement/qss/detectors.h"
#include "escapement/qss/formula.h"
#include "escapement/qss/functions.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/sampled.h"
#include "escapement/qss/sources.h"
#include "qss/support.h"

namespace escapement::qss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Publishes `value` at the times given, and notes what it reads and when.
class Probe final : public Element {
 public:
  explicit Probe(const Component& owner) : Element(owner) {}
  SignalId out = kNone, in = kNone;
  std::vector<Time> times;
  std::vector<std::string>* log = nullptr;
  std::string name;

  void start(Engine& engine, int) override {
    if (out != kNone) engine.publish(out, Polynomial::constant(0));
    next_ = 0;
  }
  void due(Engine& engine) override {
    log->push_back(name + " acts");
    ++next_;
    if (out != kNone) engine.publish(out, Polynomial::constant(engine.now()));
  }
  void changed(Engine& engine) override {
    if (engine.now() > 0) log->push_back(name + " sees " + to_text(engine.piece(in).c[0]));
  }
  void message(Engine&, std::uint32_t port, double value) override {
    log->push_back(name + " gets " + to_text(value) + " at " + std::to_string(port));
  }
  Time next(Engine&) override { return next_ < times.size() ? times[next_] : kInfinity; }
  void archive(Archive&) override {}

 private:
  std::size_t next_ = 0;
};

class Plus final : public Function {
 public:
  using Function::Function;
  int count = 0;
  Polynomial evaluate(const Engine& engine) override {
    ++count;
    Polynomial sum;
    for (const SignalId input : inputs) sum = sum + engine.piece(input);
    return sum;
  }
};

// Two elements act at 1; a sum of both, and a sum of that with one of them. Outputs come before readings;
// each function is evaluated once, and the reader sees the whole: 1 + 1 + 1.
TEST(Engine, EvaluatesFunctionsOnceBetweenActingAndReading) {
  Component owner("Owner");
  std::vector<std::string> log;
  Engine engine;
  Probe a(owner), b(owner), reader(owner);
  Plus outer(owner, "outer"), inner(owner, "inner");
  for (Probe* p : {&a, &b}) {
    p->out = engine.add_signal();
    p->times = {1};
    p->log = &log;
    engine.add(*p);
  }
  a.name = "a";
  b.name = "b";
  reader.name = "reader";
  reader.log = &log;
  inner.inputs = {a.out, b.out};
  inner.output = engine.add_signal();
  outer.inputs = {inner.output, a.out};
  outer.output = reader.in = engine.add_signal();
  engine.add(outer);  // before the one that it stands on
  engine.add(inner);
  engine.read(engine.add(reader), reader.in);
  engine.complete();
  engine.start(0);
  EXPECT_EQ(engine.next(), 1);
  const int before = inner.count;
  engine.run_instant(1);
  EXPECT_THAT(log, ElementsAre("a acts", "b acts", "reader sees 3"));
  EXPECT_EQ(inner.count, before + 1);
  EXPECT_EQ(engine.next(), kInfinity);
}

TEST(Engine, EndlessInstantsAreToldWithTheirElements) {
  Component owner("Owner");
  std::vector<std::string> log;
  Engine engine;
  Probe a(owner);
  a.log = &log;
  a.times.assign(Engine::kWaveLimit + 5, 2.0);
  engine.add(a);
  engine.complete();
  engine.start(0);
  try {
    engine.run_instant(2);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.clock(), 2);
    EXPECT_EQ(error.message(),
              "more than 100000 events at one instant without time passing; still due: 'Owner'");
  }
}

// One of each block, joined so that all of them act.
struct AllBlocks {
  Coupled root{"Root"};
  Hosting hosting;
  Integrator* x;
  Recorder* log;
  std::unique_ptr<Simulator> simulator;

  AllBlocks() {
    const Method method{Kind::kLiqss2, 0, 1e-3};
    auto& sine = root.add<Sine>("Sine", SineOptions{1, 0.37, 0.2, 0.1, 1e-6});
    x = &root.add<Integrator>("X", 0.5, method);
    auto& sum = root.add<Sum>("Sum", std::vector<double>{1, -1, 0.3, 0.2, 0.1, 0.1, 0.05, 0.02});
    auto& delay = root.add<Delay>("Delay", 0.31);
    auto& relay = root.add<Hysteresis>("Relay", -0.2, 0.3);
    auto& compare = root.add<Comparator>("Compare", 0.1);
    auto& quantiser = root.add<Quantiser>("Quantiser", 0.25);
    auto& sampler = root.add<SampleHold>("Sampler", Periodic("0", "0.3"));
    auto& filter = root.add<TransferFunction>("Filter", std::vector<double>{0.2, 0.1},
                                              std::vector<double>{1, -0.5}, Periodic("0.1", "0.2"));
    auto& cross = root.add<CrossDetector>("Cross", 0.05);
    auto& pwm = root.add<Pwm>("Pwm", PulseOptions{Periodic("0", "0.4"), 0.5, 0, 1});
    auto& pulse = root.add<Pulse>("Pulse", PulseOptions{Periodic("0", "0.7"), 0.3, 0, 1});
    auto& table = root.add<Table>("Table", TableOptions{{0, 1, 2.5}, {0, 1, -1}, true});
    auto& hold = root.add<Hold>("Hold");
    auto& kick = root.add<Generator>("Kick", GeneratorOptions{Periodic("0.45", "0.9"), 0.1, 0.01, 9});
    auto& formula = root.add<Formula>("Formula", FormulaOptions{"a*a + sin(time)", {"a"}, {}, 1e-6, 1});
    log = &root.add<Recorder>("Log");
    const auto join = [&](PortBase& from, PortBase& to) { root.couple(from, to); };
    join(sine.out, sum.in(1));
    join(x->out, sum.in(2));
    join(delay.out, sum.in(3));
    join(relay.out, sum.in(4));
    join(filter.out, sum.in(5));
    join(pulse.out, sum.in(6));
    join(table.out, sum.in(7));
    join(hold.out, sum.in(8));
    join(sum.out, x->in);
    join(x->out, delay.in);
    join(x->state, relay.in);
    join(x->state, compare.in);
    join(x->state, quantiser.in);
    join(sine.out, sampler.in);
    join(x->out, filter.in);
    join(x->state, cross.in);
    join(compare.out, pwm.duty);
    join(kick.out, hold.in);
    join(pwm.out, formula.in("a"));
    join(kick.out, sampler.trigger);
    join(cross.up, x->reset);
    for (PortBase* port :
         std::initializer_list<PortBase*>{&cross.out, &quantiser.level, &sampler.sample, &relay.up})
      join(*port, log->in);
    simulator = std::make_unique<Simulator>(flatten(root, &hosting));
  }
};

TEST(Engine, GoesOnFromASavedStateAsIfNothingHadHappened) {
  AllBlocks whole;
  whole.simulator->run(6);
  EXPECT_GT(whole.log->count(), 40u);
  for (const double at : {0.45, 1.0, 2.34, 5.0}) {
    AllBlocks first, second;
    first.simulator->run(at);
    std::ostringstream out;
    {
      Archive archive(out);
      first.simulator->archive(archive);
    }
    std::istringstream in(out.str());
    Archive archive(in);
    second.simulator->archive(archive);
    second.simulator->run(6);
    EXPECT_EQ(second.x->value(6), whole.x->value(6)) << at;
    ASSERT_EQ(second.log->count(), whole.log->count()) << at;
    for (std::size_t i = 0; i < whole.log->count(); ++i)
      EXPECT_EQ(second.log->entries()[i].time, whole.log->entries()[i].time) << at;
  }
}

TEST(Engine, NetworksAreSavedToo) {
  const auto make = [] {
    return std::make_unique<Trial>(Equations()
                                       .states({{"h", 1}, {"v", 0}})
                                       .discrete("n", 0)
                                       .der("h", "v")
                                       .der("v", "-9.81 + 0.1*sin(5*time)")
                                       .when("h <= 0 and v < 0", {{"v", "-0.8*v"}, {"n", "n + 1"}}),
                                   Method{Kind::kQss3, 0, 1e-5});
  };
  auto whole = make(), first = make(), second = make();
  whole->to(2);
  first->to(0.777);
  std::ostringstream out;
  {
    Archive archive(out);
    first->simulator().archive(archive);
  }
  std::istringstream in(out.str());
  Archive archive(in);
  second->simulator().archive(archive);
  second->to(2);
  EXPECT_EQ((*second)("h"), (*whole)("h"));
  EXPECT_EQ((*second)("n"), (*whole)("n"));
}

}  // namespace
}  // namespace escapement::qss
