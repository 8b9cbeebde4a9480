// SPDX-License-Identifier: MIT
// A clock that ticks every half unit of time, from 0 on, and a counter of its ticks: up to and with 4.5 these
// are ten.
#include <iostream>

#include "escapement/atomic/atomic.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"

using escapement::Atomic;
using escapement::Time;
using escapement::TimeAdvance;

class Clock : public Atomic {
 public:
  using Atomic::Atomic;
  escapement::OutPort<int> tick{*this, "tick"};
  void output() override { tick.put(ticks_); }
  void internal() override { ++ticks_; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(0.5 * ticks_); }

 private:
  int ticks_ = 0;
};

class Counter : public Atomic {
 public:
  using Atomic::Atomic;
  escapement::InPort<int> in{*this, "in"};
  void external(Time) override { count += in.bag().size(); }
  std::size_t count = 0;
};

int main() {
  escapement::Coupled root("Root");
  auto& clock = root.add<Clock>("Clock");
  auto& counter = root.add<Counter>("Counter");
  root.couple(clock.tick, counter.in);
  escapement::Simulator simulator(escapement::flatten(root));
  simulator.run(4.5);
  std::cout << counter.count << " ticks until " << simulator.now() << "\n";
}
