// SPDX-License-Identifier: MIT
// Static functions of signals. Their outputs are Taylor polynomials of degree 3 in time, exact for sums and
// gains; of a product the terms above degree 3 are dropped.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/qss/block.h"

namespace escapement::qss {

// A block whose one output is a static function of its inputs.
class FunctionBlock : public Block {
 public:
  using Block::Block;
  OutPort<Signal> out{*this, "out"};
};

// Inputs in1 ... inN.
class NumberedInputs : public FunctionBlock {
 public:
  // Throws BuildError when there are none.
  NumberedInputs(std::string name, std::size_t inputs);
  InPort<Signal>& in(std::size_t i) { return inputs_[i - 1]->port; }  // from 1

 protected:
  std::vector<SignalId> connect(Wiring& wiring) const;

 private:
  struct Input {
    Input(Component& owner, std::size_t number)
        : name("in" + std::to_string(number)), port(owner, name.c_str()) {}
    std::string name;
    InPort<Signal> port;
  };
  std::vector<std::unique_ptr<Input>> inputs_;
};

// out = sum of gains[i] in[i] + offset.
class Sum : public NumberedInputs {
 public:
  Sum(std::string name, std::vector<double> gains, double offset = 0)
      : NumberedInputs(std::move(name), gains.size()), gains_(std::move(gains)), offset_(offset) {}
  void build(Wiring& wiring) override;

 private:
  std::vector<double> gains_;
  double offset_;
  std::unique_ptr<Function> function_;
};

// out = gain in + offset.
class Gain : public FunctionBlock {
 public:
  Gain(std::string name, double gain, double offset = 0)
      : FunctionBlock(std::move(name)), gain_(gain), offset_(offset) {}
  InPort<Signal> in{*this, "in"};
  void build(Wiring& wiring) override;

 private:
  double gain_, offset_;
  std::unique_ptr<Function> function_;
};

// out = gain in1 in2 ... inN.
class Product : public NumberedInputs {
 public:
  Product(std::string name, std::size_t inputs, double gain = 1)
      : NumberedInputs(std::move(name), inputs), gain_(gain) {}
  void build(Wiring& wiring) override;

 private:
  double gain_;
  std::unique_ptr<Function> function_;
};

}  // namespace escapement::qss
