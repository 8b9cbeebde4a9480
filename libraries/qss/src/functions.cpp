// SPDX-License-Identifier: MIT
#include "escapement/qss/functions.h"

#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

class Weighted final : public Function {
 public:
  Weighted(const Component& owner, std::vector<double> gains, double offset)
      : Function(owner), gains_(std::move(gains)), offset_(offset) {}
  Polynomial evaluate(const Engine& engine) override {
    Polynomial sum = Polynomial::constant(offset_);
    for (std::size_t i = 0; i < inputs.size(); ++i) sum = sum + gains_[i] * engine.piece(inputs[i]);
    return sum;
  }

 private:
  std::vector<double> gains_;
  double offset_;
};

class Multiplied final : public Function {
 public:
  Multiplied(const Component& owner, double gain) : Function(owner), gain_(gain) {}
  Polynomial evaluate(const Engine& engine) override {
    Polynomial product = gain_ * engine.piece(inputs.front());
    for (std::size_t i = 1; i < inputs.size(); ++i) product = product * engine.piece(inputs[i]);
    return product;
  }

 private:
  double gain_;
};

void install(Wiring& wiring, Function& function, std::vector<SignalId> inputs, const OutPort<Signal>& out) {
  function.inputs = std::move(inputs);
  function.output = wiring.output(out);
  wiring.engine().add(function);
}

}  // namespace

NumberedInputs::NumberedInputs(std::string name, std::size_t inputs) : FunctionBlock(std::move(name)) {
  if (inputs == 0) throw BuildError("'" + this->name() + "' has no inputs; it needs one or more");
  for (std::size_t i = 1; i <= inputs; ++i) inputs_.push_back(std::make_unique<Input>(*this, i));
}

std::vector<SignalId> NumberedInputs::connect(Wiring& wiring) const {
  std::vector<SignalId> signals;
  for (const auto& input : inputs_) signals.push_back(wiring.input(input->port));
  return signals;
}

void Sum::build(Wiring& wiring) {
  function_ = std::make_unique<Weighted>(*this, gains_, offset_);
  install(wiring, *function_, connect(wiring), out);
}

void Gain::build(Wiring& wiring) {
  function_ = std::make_unique<Weighted>(*this, std::vector<double>{gain_}, offset_);
  install(wiring, *function_, {wiring.input(in)}, out);
}

void Product::build(Wiring& wiring) {
  function_ = std::make_unique<Multiplied>(*this, gain_);
  install(wiring, *function_, connect(wiring), out);
}

}  // namespace escapement::qss
