// SPDX-License-Identifier: MIT
// Test help: a model that asks for a change of structure at a time.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "escapement/coupled/structure_change.h"

namespace escapement::testing_support {

using Entries = std::vector<Recorder::Entry>;

// Does `act` in its internal event at time 2.
struct Agent : Atomic {
  using Act = std::function<void(Agent&, StructureChange&)>;
  Agent(std::string name, Act act, Time at = 2) : Atomic(std::move(name)), act_(std::move(act)), at_(at) {}
  void internal() override {
    StructureChange change(*this);
    act_(*this, change);
    done_ = true;
  }
  TimeAdvance time_advance() const override { return done_ ? TimeAdvance::never() : TimeAdvance::at(at_); }

 private:
  Act act_;
  Time at_;
  bool done_ = false;
};

inline Generator& clock_of(Coupled& owner, const char* name = "Clock") {
  return owner.add<Generator>(name, GeneratorOptions{.increment = 1});  // 1 at 1, 2 at 2 ...
}

inline std::string failure_of(Coupled& root, Time until = 10) {
  Simulator sim(flatten(root));
  try {
    sim.run(until);
  } catch (const SimulationError& e) {
    return e.what();
  }
  return "no failure";
}

// Sends a message each time unit to a mailbox by its name.
struct Postman : Atomic {
  using Atomic::Atomic;
  MailAddress to{*this, "to", "Office.inbox"};
  Time next = 1;
  void output() override { to.put(Message(0, now())); }
  void internal() override { next += 1; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(next); }
};

}  // namespace escapement::testing_support
