// SPDX-License-Identifier: MIT
// Test help: coupled models made of the ready-made atomics, and logs of what a run puts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "escapement/atomic/alternator.h"
#include "escapement/atomic/processor.h"
#include "escapement/core/error.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"

namespace escapement::testing_support {

// Processors in series.
class Pipe : public Coupled {
 public:
  Pipe(std::string name, int stages, Time service_time) : Coupled(std::move(name)) {
    PortBase* last = &in;
    for (int i = 1; i <= stages; ++i) {
      auto& stage = add<Processor>("Stage" + std::to_string(i), service_time);
      couple(*last, stage.in);
      last = &stage.out;
    }
    couple(*last, out);
  }
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
};

// Two processors that get every second job each, and one way out.
class NetSwitch : public Coupled {
 public:
  NetSwitch(std::string name, Time service_time) : Coupled(std::move(name)) {
    auto& dealer = add<Alternator>("Dealer");
    auto& p1 = add<Processor>("P1", service_time);
    auto& p2 = add<Processor>("P2", service_time);
    couple(in, dealer.in);
    couple(dealer.out1, p1.in);
    couple(dealer.out2, p2.in);
    couple(p1.out, out);
    couple(p2.out, out);
  }
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
};

// "time/step path text" of each output, and "time/step path kind" of each transition when asked for.
class RunLog : public Observer {
 public:
  explicit RunLog(bool transitions = false) : transitions_(transitions) {}
  std::vector<std::string> lines;
  std::vector<std::string> root_lines;
  void on_output(const Instant& i, const PortBase& port, const MessageView& message) override {
    lines.push_back(stamp(i) + port.path() + " " + message.text());
  }
  void on_root_output(const Instant& i, const PortBase& port, const MessageView& message) override {
    root_lines.push_back(stamp(i) + port.path() + " " + message.text());
  }
  void on_transition(const Instant& i, const Dynamics& model, Transition kind, Time elapsed, Time) override {
    if (transitions_)
      lines.push_back(stamp(i) + model.path() + " " + transition_name(kind) + " " + to_text(elapsed));
  }

 private:
  static std::string stamp(const Instant& i) {
    return to_text(i.time) + "/" + std::to_string(i.micro_step) + " ";
  }
  bool transitions_;
};

using Lines = std::vector<std::string>;

inline Lines trace_of(Component& root, Time until, bool transitions = true) {
  RunLog log(transitions);
  Simulator sim(flatten(root));
  sim.add_observer(log);
  sim.run(until);
  return log.lines;
}

}  // namespace escapement::testing_support
