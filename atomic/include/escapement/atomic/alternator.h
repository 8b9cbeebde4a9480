// SPDX-License-Identifier: MIT
// Deals messages out in turn: the first to out1, the second to out2, the third to out1 and so on, at the same
// time, one micro-step later. Messages of one bag are dealt in bag order.
//
//   ports  in         double
//          out1, out2 double
#pragma once

#include <vector>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Alternator : public Atomic {
 public:
  using Atomic::Atomic;

  InPort<double> in{*this, "in"};
  OutPort<double> out1{*this, "out1"};
  OutPort<double> out2{*this, "out2"};

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  std::vector<double> held_;
  bool second_ = false;  // the next message goes to out2
};

}  // namespace escapement
