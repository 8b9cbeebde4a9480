// SPDX-License-Identifier: MIT
// Test help of the atomics: an atomic alone on the bench, fed by injection, its outputs written down.
#pragma once

#include <string>
#include <vector>

#include "core/small_network.h"
#include "escapement/core/observer.h"
#include "escapement/core/simulator.h"

namespace escapement::testing_support {

// "time port text" of every output, without injected inputs.
class OutputLog : public Observer {
 public:
  std::vector<std::string> lines;
  void on_output(const Instant& instant, const PortBase& port, const MessageView& message) override {
    if (!port.is_input()) lines.push_back(to_text(instant.time) + " " + port.name() + " " + message.text());
  }
};

class Bench {
 public:
  explicit Bench(Dynamics& model) : sim_(SmallNetwork().add(model).build()) { sim_.add_observer(log_); }
  template <class T>
  Bench& feed(InPort<T>& port, Time at, T value) {
    sim_.inject(port, value, at);
    return *this;
  }
  const std::vector<std::string>& run(Time until) {
    sim_.run(until);
    return log_.lines;
  }
  Simulator& simulator() { return sim_; }

 private:
  OutputLog log_;
  Simulator sim_;
};

inline std::string state_of(const Dynamics& model) {
  std::ostringstream out;
  model.print_state(out);
  return out.str();
}

}  // namespace escapement::testing_support
