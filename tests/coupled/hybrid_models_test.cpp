// SPDX-License-Identifier: MIT
// Hybrid models of DEVSLib (Sanz, Urquia and Dormido) whose continuous parts have a closed form, so that the
// times of their events are known: testHybrid, a sine into crossing detectors and a quantizer, and testRamp,
// a two-level signal into an integrator. The atomics compute their next event from the closed form; the tests
// from another one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"

namespace escapement {
namespace {

constexpr double kPi = std::numbers::pi;

enum class Crossing { kUp, kDown };

// y = sin(2 pi frequency t + phase): sends `level` each time that y crosses it in the given direction.
class SineCrossing : public Atomic {
 public:
  SineCrossing(std::string name, double frequency, double phase, double level, Crossing crossing)
      : Atomic(std::move(name)), frequency_(frequency), level_(level) {
    const double angle = crossing == Crossing::kUp ? std::asin(level) : kPi - std::asin(level);
    // The first k with (angle + 2 pi k - phase) / (2 pi frequency) > 0.
    first_ = (angle - phase) / (2 * kPi * frequency);
    first_ -= std::floor(first_ * frequency) / frequency;
  }
  OutPort<double> out{*this, "out"};
  void output() override { out.put(level_); }
  void internal() override { ++sent_; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(first_ + sent_ / frequency_); }

 private:
  double frequency_, level_, first_ = 0;
  int sent_ = 0;
};

// x' = u, u the last message: exact, for u is constant in between.
class Integrator : public Atomic {
 public:
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  void external(Time elapsed) override {
    x_ += slope_ * elapsed;
    slope_ = in.bag().front();
  }
  double value(Time since_last) const { return x_ + slope_ * since_last; }

 private:
  double x_ = 0, slope_ = 0;
};

std::vector<Time> run_crossing(double phase, double level, Crossing crossing) {
  Coupled root("Root");
  auto& source = root.add<SineCrossing>("Sine", 0.1, phase, level, crossing);
  auto& display = root.add<Recorder>("Display");
  root.couple(source.out, display.in);
  Simulator(flatten(root)).run(50);
  std::vector<Time> times;
  for (const Recorder::Entry& e : display.entries()) times.push_back(e.time);
  return times;
}

TEST(HybridModels, DetectorsFireWhereTheSineCrosses) {
  const std::vector<Time> up = run_crossing(0, 0.98, Crossing::kUp);
  ASSERT_EQ(up.size(), 5u);
  for (std::size_t k = 0; k < up.size(); ++k)
    EXPECT_NEAR(up[k], 2.1812 + 10.0 * static_cast<double>(k), 5e-5);
  const std::vector<Time> down = run_crossing(0, 0.001, Crossing::kDown);
  ASSERT_EQ(down.size(), 5u);
  for (std::size_t k = 0; k < down.size(); ++k)
    EXPECT_NEAR(down[k], 4.9984 + 10.0 * static_cast<double>(k), 5e-5);
}

// A quantizer of step 0.1 behind a sine of phase 3.3: every level from -0.9 to 0.9 is crossed up and down
// once a period, so 38 events each 10 s, and the display always holds the last level crossed.
TEST(HybridModels, QuantizerOfASineSendsEachLevelTwiceAPeriod) {
  Coupled root("Root");
  auto& display = root.add<Recorder>("Display");
  for (int i = -9; i <= 9; ++i)
    for (const Crossing c : {Crossing::kUp, Crossing::kDown}) {
      const std::string name = std::string(c == Crossing::kUp ? "Up" : "Down") + std::to_string(i + 9);
      root.couple(root.add<SineCrossing>(name, 0.1, 3.3, i / 10.0, c).out, display.in);
    }
  Simulator(flatten(root)).run(50);
  EXPECT_EQ(display.count(), 5u * 38u);
  for (const Recorder::Entry& e : display.entries())
    EXPECT_NEAR(std::sin(2 * kPi * 0.1 * e.time + 3.3), e.value, 1e-12) << e.time;
  for (std::size_t k = 1; k < display.count(); ++k) {
    const double step = std::abs(display.entries()[k].value - display.entries()[k - 1].value);
    EXPECT_TRUE(std::abs(step - 0.1) < 1e-12 || step < 1e-12)
        << k;  // to the next level, or back over the same
  }
}

// Values 0, 1, 0, 1 ... each held for 5 s, the first at 0: the ramp rises in every second interval.
TEST(HybridModels, TwoLevelsIntoAnIntegratorMakeARamp) {
  class TwoLevels : public Atomic {
   public:
    using Atomic::Atomic;
    OutPort<double> out{*this, "out"};
    void output() override { out.put(sent_ % 2); }
    void internal() override { ++sent_; }
    TimeAdvance time_advance() const override { return TimeAdvance::at(5.0 * sent_); }

   private:
    int sent_ = 0;
  };
  Coupled root("Root");
  auto& levels = root.add<TwoLevels>("Levels");
  auto& ramp = root.add<Integrator>("Ramp");
  root.couple(levels.out, ramp.in);
  Simulator simulator(flatten(root));
  simulator.run(12);
  EXPECT_DOUBLE_EQ(ramp.value(2), 5);
  simulator.run(97);
  EXPECT_DOUBLE_EQ(ramp.value(2), 47);  // nine whole rises, and 2 s of the tenth since 95
  simulator.run(100);
  EXPECT_DOUBLE_EQ(ramp.value(0), 50);
}

}  // namespace
}  // namespace escapement
