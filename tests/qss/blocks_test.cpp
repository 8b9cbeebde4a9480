// SPDX-License-Identifier: MIT
// Blocks coupled with each other and with ordinary atomics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/qss/detectors.h"
#include "escapement/qss/formula.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/sampled.h"
#include "escapement/qss/sources.h"
#include "qss/expect_throw.h"

namespace escapement::qss {
namespace {

using ::testing::ElementsAre;

struct Blocks : ::testing::Test {
  Coupled root{"Root"};
  Hosting hosting;
  std::unique_ptr<Simulator> simulator;

  void run(Time until) {
    if (simulator == nullptr) simulator = std::make_unique<Simulator>(flatten(root, &hosting));
    simulator->run(until);
  }
  Recorder& record(PortBase& port, const std::string& name) {
    auto& recorder = root.add<Recorder>(name);
    root.couple(port, recorder.in);
    return recorder;
  }
  static std::vector<Time> times(const Recorder& recorder) {
    std::vector<Time> all;
    for (const auto& entry : recorder.entries()) all.push_back(entry.time);
    return all;
  }
  static std::vector<double> values(const Recorder& recorder) {
    std::vector<double> all;
    for (const auto& entry : recorder.entries()) all.push_back(entry.value);
    return all;
  }
  // Samples a signal every 0.25 from 0.125 on.
  Recorder& sample(PortBase& signal, const std::string& name) {
    auto& sampler = root.add<SampleHold>(name + "Sampler", Periodic("0.125", "0.25"));
    root.couple(signal, sampler.in);
    return record(sampler.sample, name);
  }
};

// sin(2 pi 0.1 t): up through 0.98 at asin(0.98) / (2 pi 0.1) + 10 k, down through 0.001 at (pi -
// asin(0.001)) / (2 pi 0.1) + 10 k (DEVSLib's testHybrid).
TEST_F(Blocks, CrossDetectorsOnASine) {
  SineOptions options;
  options.frequency = 0.1;
  options.error = 1e-12;
  auto& sine = root.add<Sine>("Sine", options);
  auto& up = root.add<CrossDetector>("Up", 0.98, Direction::kUp);
  auto& down = root.add<CrossDetector>("Down", 0.001, Direction::kDown);
  root.couple(sine.out, up.in);
  root.couple(sine.out, down.in);
  Recorder& ups = record(up.out, "Ups");
  Recorder& downs = record(down.out, "Downs");
  run(50);
  ASSERT_EQ(ups.count(), 5u);
  ASSERT_EQ(downs.count(), 5u);
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(times(ups)[static_cast<std::size_t>(k)], std::asin(0.98) / (0.2 * std::numbers::pi) + 10 * k,
                1e-9);
    EXPECT_NEAR(times(downs)[static_cast<std::size_t>(k)],
                (std::numbers::pi - std::asin(0.001)) / (0.2 * std::numbers::pi) + 10 * k, 1e-9);
  }
  EXPECT_EQ(ups.entries().front().value, 0.98);
}

// Every level from -0.9 to 0.9 is crossed twice a period: 38 events each 10 time units.
TEST_F(Blocks, QuantiserOfASineTellsEachLevelTwiceAPeriod) {
  SineOptions options;
  options.frequency = 0.1;
  options.phase = 3.3;
  options.error = 1e-12;
  auto& sine = root.add<Sine>("Sine", options);
  auto& quantiser = root.add<Quantiser>("Q", 0.1);
  root.couple(sine.out, quantiser.in);
  Recorder& levels = record(quantiser.level, "Levels");
  run(50);
  EXPECT_EQ(levels.count(), 5u * 38u);
  for (const auto& entry : levels.entries())
    EXPECT_NEAR(std::sin(0.2 * std::numbers::pi * entry.time + 3.3), entry.value, 1e-10) << entry.time;
}

TEST_F(Blocks, SourcesHaveTheirShapes) {
  Recorder& step = sample(root.add<Step>("Step", 0.5, 2, 3).out, "StepLog");
  Recorder& ramp = sample(root.add<Ramp>("Ramp", 4.0, 0.25, 0.5, 1.0).out, "RampLog");
  Recorder& pulse =
      sample(root.add<Pulse>("Pulse", PulseOptions{Periodic("0", "0.5"), 0.4, 0, 5}).out, "PulseLog");
  Recorder& line =
      sample(root.add<Table>("Line", TableOptions{{0, 0.5, 0.75}, {0, 1, 3}, true}).out, "LineLog");
  Recorder& hold = sample(root.add<Table>("Rows", TableOptions{{0.25, 0.5}, {7, 8}, false}).out, "HoldLog");
  run(1);
  EXPECT_THAT(values(step), ElementsAre(2, 2, 3, 3));
  EXPECT_THAT(values(ramp),
              ElementsAre(1, 1.5, 2, 2));               // 1 + 4 (0.375 - 0.25) = 1.5, 1 + 4 * 0.25 at the end
  EXPECT_THAT(values(pulse), ElementsAre(5, 0, 5, 0));  // high to 0.2 and from 0.5 to 0.7
  EXPECT_THAT(values(line), ElementsAre(0.25, 0.75, 2, 3));
  EXPECT_THAT(values(hold), ElementsAre(7, 7, 8, 8));
}

// The integral of a pulse width modulated signal of period 0.1 and duty 0.3 over 10 periods is 0.3.
TEST_F(Blocks, PwmHasItsDuty) {
  auto& duty = root.add<Constant>("Duty", 0.3);
  auto& pwm = root.add<Pwm>("Pwm", PulseOptions{Periodic("0", "0.1"), 0.5, 0, 1});
  auto& x = root.add<Integrator>("X", 0.0, Method{Kind::kQss2, 0, 0.01});
  root.couple(duty.out, pwm.duty);
  root.couple(pwm.out, x.in);
  run(1);
  EXPECT_NEAR(x.value(1), 0.3, 1e-12);
}

// x' = -x + 10 step(t - 1.76): x(10) = 10 (1 - exp(-8.24)); DEVSLib's DEDEVS with quantum 1.
TEST_F(Blocks, FirstOrderLagWithinItsBoundForEveryMethod) {
  for (const Kind kind :
       {Kind::kQss1, Kind::kQss2, Kind::kQss3, Kind::kLiqss1, Kind::kLiqss2, Kind::kLiqss3, Kind::kCqss}) {
    Coupled model("Model");
    auto& step = model.add<Step>("Step", 1.76, 0, 10);
    auto& sum = model.add<Sum>("Sum", std::vector<double>{-1, 1});
    auto& x = model.add<Integrator>("X", 0.0, Method{kind, 0, 1});
    model.couple(x.out, sum.in(1));
    model.couple(step.out, sum.in(2));
    model.couple(sum.out, x.in);
    Hosting own;
    Simulator run(flatten(model, &own));
    const double bound = kind == Kind::kLiqss1 || kind == Kind::kLiqss2 || kind == Kind::kLiqss3 ? 2 : 1;
    for (double t = 0; t <= 10; t += 0.25) {
      run.run(t);
      EXPECT_LE(std::abs(x.value(t) - (t < 1.76 ? 0 : 10 * (1 - std::exp(1.76 - t)))), bound)
          << name_of(kind);
    }
  }
}

// f = x - x is zero whatever x does. Were one argument of the sum seen before the other, the detector would
// fire.
TEST_F(Blocks, NoDetectorSeesAHalfUpdatedValue) {
  auto& x = root.add<Integrator>("X", 1.0, Method{Kind::kQss1, 0, 0.01});
  auto& decay = root.add<Gain>("Decay", -1.0);
  auto& twice = root.add<Gain>("Twice", 2.0);
  auto& again = root.add<Gain>("Again", 0.5);
  auto& difference = root.add<Sum>("Difference", std::vector<double>{1, -1}, -1e-9);
  auto& detector = root.add<CrossDetector>("Detector", 0.0);
  root.couple(x.out, decay.in);
  root.couple(decay.out, x.in);
  root.couple(x.out, twice.in);
  root.couple(twice.out, again.in);
  root.couple(x.out, difference.in(1));
  root.couple(again.out, difference.in(2));
  root.couple(difference.out, detector.in);
  Recorder& fired = record(detector.out, "Fired");
  run(3);
  EXPECT_GT(x.changes(), 90u);
  EXPECT_EQ(fired.count(), 0u);
}

TEST_F(Blocks, AlgebraicLoopsAreToldWithTheirMembers) {
  auto& a = root.add<Gain>("A", 1.0);
  auto& b = root.add<Sum>("B", std::vector<double>{1, 1});
  auto& c = root.add<Gain>("C", 1.0);
  auto& after = root.add<Gain>("After", 1.0);
  auto& one = root.add<Constant>("One", 1.0);
  root.couple(a.out, b.in(1));
  root.couple(one.out, b.in(2));
  root.couple(b.out, c.in);
  root.couple(c.out, a.in);
  root.couple(c.out, after.in);
  expect_throw<BuildError>(
      [&] { flatten(root, &hosting); },
      "the functions 'A', 'B' or 'C' depend on each other in a circle (an algebraic loop): none "
      "can be computed first; solve the equations for these quantities, or put an integrator "
      "or a delay into the circle");
}

TEST_F(Blocks, InputsTakeOneSignal) {
  auto& gain = root.add<Gain>("G", 1.0);
  expect_throw<BuildError>(
      [&] { flatten(root, &hosting); },
      "no signal leads to 'G.in': couple an output to it (a Constant gives a value that stays)");
  root.couple(root.add<Constant>("One", 1.0).out, gain.in);
  root.couple(root.add<Constant>("Two", 2.0).out, gain.in);
  expect_throw<BuildError>(
      [&] { flatten(root, &hosting); },
      "'G.in' gets 2 signals, from 'One.out' and 'Two.out'; it takes one: add them with a Sum");
}

// A body is thrown up at each message: a hybrid of an ordinary generator and blocks.
TEST_F(Blocks, MessagesComeInAndGoOut) {
  auto& kick = root.add<Generator>("Kick", GeneratorOptions{Periodic("1", "1"), 4.905, 0, 2});
  auto& g = root.add<Constant>("G", -9.81);
  auto& v = root.add<Integrator>("V", 0.0, Method{Kind::kQss3, 0, 1e-3});
  auto& h = root.add<Integrator>("H", 0.0, Method{Kind::kQss3, 0, 1e-3});
  auto& zero = root.add<CrossDetector>("Top", 0.0, Direction::kDown);
  root.couple(kick.out, v.reset);
  root.couple(g.out, v.in);
  root.couple(v.out, h.in);
  root.couple(v.out, zero.in);
  Recorder& tops = record(zero.out, "Tops");
  run(2);
  EXPECT_NEAR(h.value(2), -4.905 + 0,
              1e-9);  // falls 4.905 in the first second; up and down again in the next
  run(3);
  EXPECT_THAT(times(tops), ElementsAre(::testing::DoubleNear(1.5, 1e-12), ::testing::DoubleNear(2.5, 1e-12)));
}

TEST_F(Blocks, SwitchAndComparatorChooseAtTheExactInstant) {
  auto& ramp = root.add<Ramp>("Ramp", 1.0);
  auto& on = root.add<Constant>("On", 5.0);
  auto& off = root.add<Constant>("Off", -1.0);
  auto& choose = root.add<Switch>("Switch", 0.75);
  auto& compare = root.add<Comparator>("Compare", 0.25, -2.0, 2.0);
  auto& integral = root.add<Integrator>("X", 0.0, Method{Kind::kQss2, 0, 0.1});
  auto& sum = root.add<Sum>("Sum", std::vector<double>{1, 1});
  root.couple(ramp.out, choose.control);
  root.couple(on.out, choose.on);
  root.couple(off.out, choose.off);
  root.couple(ramp.out, compare.in);
  root.couple(choose.out, sum.in(1));
  root.couple(compare.out, sum.in(2));
  root.couple(sum.out, integral.in);
  Recorder& up = record(compare.up, "Rises");
  run(1);
  EXPECT_THAT(times(up), ElementsAre(0.25));
  // -1 for 0.75, 5 for 0.25; -2 for 0.25, 2 for 0.75
  EXPECT_NEAR(integral.value(1), -0.75 + 1.25 - 0.5 + 1.5, 1e-12);
}

// A thermostat: x' = -x + 30 on, heats below 19 and stops above 21. From 20, heating: up at t1 with 30 - 10
// e^-t1 = 21, t1 = ln(10/9); cooling from 21 to 19: ln(21/19); heating from 19 to 21: ln(11/9).
TEST_F(Blocks, ThermostatSwitchesWhereTheClosedFormDoes) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    Coupled model("Model");
    auto& x = model.add<Integrator>("X", 20.0, Method{kind, 0, 1e-6});
    auto& relay = model.add<Hysteresis>("Relay", 19.0, 21.0, 30.0, 0.0);  // low bound: heats
    auto& rate = model.add<Sum>("Rate", std::vector<double>{-1, 1});
    auto& off = model.add<Recorder>("Off");
    auto& on = model.add<Recorder>("On");
    model.couple(x.state, relay.in);
    model.couple(x.out, rate.in(1));
    model.couple(relay.out, rate.in(2));
    model.couple(rate.out, x.in);
    model.couple(relay.up, off.in);
    model.couple(relay.down, on.in);
    Hosting own;
    Simulator run(flatten(model, &own));
    run.run(1);
    ASSERT_GE(on.count(), 2u);
    double t = std::log(10.0 / 9);
    for (std::size_t k = 0; k < on.count(); ++k) {
      EXPECT_NEAR(off.entries()[k].time, t, 2e-6) << name_of(kind);
      t += std::log(21.0 / 19);
      EXPECT_NEAR(on.entries()[k].time, t, 2e-6) << name_of(kind);
      t += std::log(11.0 / 9);
    }
  }
}

TEST_F(Blocks, DelayAndHold) {
  auto& ramp = root.add<Ramp>("Ramp", 1.0);
  auto& delay = root.add<Delay>("Delay", 0.5, -1.0);
  root.couple(ramp.out, delay.in);
  Recorder& late = sample(delay.out, "Late");
  auto& kick = root.add<Generator>("Kick", GeneratorOptions{Periodic("0.2", "0.3"), 1, 1, 3});
  auto& hold = root.add<Hold>("Hold", 9.0);
  root.couple(kick.out, hold.in);
  Recorder& held = sample(hold.out, "Held");
  run(1);
  EXPECT_THAT(values(late), ElementsAre(-1, -1, 0.125, 0.375));
  EXPECT_THAT(values(held), ElementsAre(9, 1, 2, 3));  // messages at 0.2, 0.5 and 0.8
}

// y(k) = 0.5 y(k - 1) + 0.5 u(k), u = 1: 0.5, 0.75, 0.875 ...
TEST_F(Blocks, TransferFunctionIsItsDifferenceEquation) {
  auto& one = root.add<Constant>("One", 1.0);
  auto& filter = root.add<TransferFunction>("F", std::vector<double>{0.5}, std::vector<double>{1, -0.5},
                                            Periodic("0", "0.25"));
  root.couple(one.out, filter.in);
  Recorder& y = sample(filter.out, "Y");
  run(1);
  EXPECT_THAT(values(y), ElementsAre(0.5, 0.75, 0.875, 0.9375));
}

TEST_F(Blocks, FormulaFollowsItsInputsAndTime) {
  FormulaOptions options;
  options.formula = "k*a^2 + sin(time)";
  options.inputs = {"a"};
  options.constants = {{"k", 3}};
  auto& formula = root.add<Formula>("F", options);
  root.couple(root.add<Ramp>("Ramp", 2.0).out, formula.in("a"));
  Recorder& y = sample(formula.out, "Y");
  run(2);
  ASSERT_EQ(y.count(), 8u);
  for (const auto& entry : y.entries())
    EXPECT_NEAR(entry.value, 12 * entry.time * entry.time + std::sin(entry.time), 1e-6 * entry.value);
  expect_throw<BuildError>([&] { formula.in("b"); }, "'F' has no input 'b'; it has 'a'");
}

TEST_F(Blocks, ChatteringStopsWithTheAccumulationTime) {
  // x' = -1 above 0 and 1 below: from 1 on there is no way to go on.
  auto& x = root.add<Integrator>("X", 1.0, Method{Kind::kQss2, 0, 1e-3});
  auto& sign = root.add<Comparator>("Sign", 0.0, 1.0, -1.0);
  root.couple(x.state, sign.in);
  root.couple(sign.out, x.in);
  simulator = std::make_unique<Simulator>(flatten(root, &hosting));
  try {
    simulator->run(2);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.model_path(), "Sign");
    EXPECT_NEAR(error.clock(), 1, 1e-9);
    EXPECT_THAT(error.message(), ::testing::HasSubstr("the crossing of 0 changes without end"));
  }
}

TEST(BlockParameters, AreChecked) {
  const double nan = std::nan("");
  const auto build = [](auto action, const std::string& text) { expect_throw<BuildError>(action, text); };
  build([&] { Integrator("X", nan); }, "'X': the initial value is nan; it must be finite");
  build(
      [&] {
        Integrator("X", 1, Method{Kind::kQss1, 0, -1});
      },
      "'X': the absolute quantum is -1; it must be above 0, for a state without a quantum would change "
      "without end");
  build([&] { Sum("S", {}); }, "'S' has no inputs; it needs one or more");
  build([&] { Constant("C", nan); }, "'C': the value is nan; it must be finite");
  build([&] { Ramp("R", 1, 2, 1); }, "'R': the ramp ends at 1, before its start 2");
  build([&] { Sine("S", SineOptions{1, 0, 0, 0, 1e-9}); }, "'S': the frequency is 0; it must be above 0");
  build(
      [&] {
        Sine("S", SineOptions{1, 1, 0, 0, 0});
      },
      "'S': the error is 0; it must be above 0, for no polynomial is a sine");
  build(
      [&] {
        Pulse("P", PulseOptions{Periodic("0", "1"), 1.5, 0, 1});
      },
      "'P': the width is 1.5; it is the part of a period that is high, 0 to 1");
  build(
      [&] {
        Pulse("P", PulseOptions{Periodic("0", "1"), 0.5, nan, 1});
      },
      "'P': low is nan and high 1; both must be finite");
  build(
      [&] {
        Table("T", TableOptions{{0, 0}, {1, 2}, false});
      },
      "'T': time 0 of row 2 does not come after 0; rows must be in order of time");
  build(
      [&] {
        Table("T", TableOptions{{0, 1}, {1}, false});
      },
      "'T': the table has 2 times and 1 values; it needs as many, and one at the least");
  build([&] { Hold("H", nan); }, "'H': the initial value is nan; it must be finite");
  build([&] { Hysteresis("H", 2, 2); }, "'H': the lower bound 2 is not below the upper bound 2");
  build([&] { Quantiser("Q", 0); }, "'Q': the step is 0; it must be above 0");
  build([&] { CrossDetector("D", nan); }, "'D': the level is nan; it must be finite");
  build([&] { SampleHold("S", std::nullopt, nan); }, "'S': the initial value is nan; it must be finite");
  build([&] { Delay("D", 0); }, "'D': the delay is 0; it must be above 0");
  build([&] { Delay("D", 1, nan); }, "'D': the initial value is nan; it must be finite");
  build([&] { TransferFunction("F", {}, {1}, Periodic("0", "1")); },
        "'F': numerator and denominator need one coefficient or more each");
  build([&] { TransferFunction("F", {nan}, {1}, Periodic("0", "1")); },
        "'F': a coefficient is nan; it must be finite");
  build(
      [&] {
        TransferFunction("F", {1}, {0, 1}, Periodic("0", "1"));
      },
      "'F': the first coefficient of the denominator is 0; the output would come before its input");
  build([&] { Formula("F", FormulaOptions{"1", {}, {}, 0, 1}); }, "'F': the error is 0; it must be above 0");
  build(
      [&] {
        Formula("F", FormulaOptions{"a", {"a", "a"}, {}, 1e-6, 1});
      },
      "'F': the name 'a' is given twice");
}

}  // namespace
}  // namespace escapement::qss
