// SPDX-License-Identifier: MIT
// Sends numbers at the ticks of a period, which do not drift (core/periodic.h).
//
//   ports  out   double, the messages
//          stop  double, any message ends the generator
//   S = {active, stopped} x number sent;  ta: the next tick as an absolute due time, infinity when done.
// A tick at the very instant of a stop message is still sent (output comes before transitions).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "escapement/atomic/atomic.h"
#include "escapement/core/periodic.h"

namespace escapement {

struct GeneratorOptions {
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  Periodic ticks{"1", "1"};  // first at 1, then each time unit
  double value = 1;          // of the first message
  double increment = 0;      // from message to message; 1 counts 1, 2, 3, ...
  std::uint64_t limit = kNoLimit;
};

class Generator : public Atomic {
 public:
  explicit Generator(std::string name, GeneratorOptions options = {})
      : Atomic(std::move(name)), options_(std::move(options)) {}

  InPort<double> stop{*this, "stop"};
  OutPort<double> out{*this, "out"};

  std::uint64_t sent() const { return sent_; }

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  GeneratorOptions options_;
  std::uint64_t sent_ = 0;
  bool stopped_ = false;
};

}  // namespace escapement
