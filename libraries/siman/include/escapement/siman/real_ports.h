// SPDX-License-Identifier: MIT
// Ports of blocks through which numbers go, to and from models that are no process blocks. Couple them as any
// other port of reals.
#pragma once

#include <vector>

#include "escapement/core/port.h"

namespace escapement::siman {

class Block;

// Its block gets receive(value) for each message.
class RealIn : public InPort<double> {
 public:
  using InPort<double>::InPort;
};

class RealOut : public OutPort<double> {
 public:
  using OutPort<double>::OutPort;
  // From a block at work. Blocks in the same host receive it at once; models outside in the output function
  // that follows.
  void send(double value);

 private:
  friend class ProcessHost;
  std::vector<Block*> inside_;
  OutPort<double>* gateway_ = nullptr;  // of the host
};

}  // namespace escapement::siman
