// SPDX-License-Identifier: MIT
// A crossed pair of wires: what comes in at in1 leaves at out2, what comes in at in2 leaves at out1, at the
// same time, one micro-step later. Nothing is lost when both inputs get messages at once.
//
//   ports  in1, in2   double
//          out1, out2 double
#pragma once

#include <vector>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Switch : public Atomic {
 public:
  using Atomic::Atomic;

  InPort<double> in1{*this, "in1"};
  InPort<double> in2{*this, "in2"};
  OutPort<double> out1{*this, "out1"};
  OutPort<double> out2{*this, "out2"};

  void initialize() override { internal(); }
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  std::vector<double> to_out1_, to_out2_;
};

}  // namespace escapement
