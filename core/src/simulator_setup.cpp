// SPDX-License-Identifier: MIT
// How a simulator takes a network over, and lets go of it.
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/core/mailbox.h"
#include "escapement/core/simulator.h"
#include "parallel.h"
#include "simulator_flags.h"

namespace escapement {

Simulator::Simulator(Network network, SimulatorOptions options) : options_(options) {
  if (options_.micro_step_limit < 1)
    throw BuildError("micro_step_limit " + std::to_string(options_.micro_step_limit) + " must be at least 1");
  for (const Dynamics* model : network.models)
    if (model->run_ != nullptr)
      throw BuildError("'" + model->path() + "' already runs in a simulator; destroy that one first");
  if (!std::isfinite(options_.start))
    throw BuildError("a simulation cannot begin at " + to_text(options_.start) +
                     "; its start must be finite");
  state_.clock.time = options_.start;
  attach(network);
  name_ = std::move(network.name);
  inputs_ = std::move(network.inputs);
  outputs_ = std::move(network.outputs);
  root_begin_ = std::move(network.root_begin);
  root_targets_ = std::move(network.root_targets);
  owned_ = std::move(network.owned);
  structure_ = std::move(network.structure);
  state_.structure = structure_.get();
  model_count_ = nodes_.size();
  parallel_ = internal::Parallel::make(*this, options_.threads, options_.always_parallel);
}

void Simulator::attach(const Network& network) {
  nodes_.reserve(network.models.size());
  for (Dynamics* model : network.models) {
    nodes_.push_back({model, options_.start, kInfinity, must_be_serial(*model) ? kSerial : 0});
    model->run_ = &state_;
  }
  slots_.resize(network.inputs.size());
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    InPortBase& port = *network.inputs[i];
    const bool mail = keeps_mail(port);
    slots_[i].owner = network.input_owner[i] | (mail ? internal::InputSlot::kKeepsMail : 0);
    port.index_ = i;
    if (mail) static_cast<Mailbox&>(port).clear();
  }
  routes_.resize(network.outputs.size());
  for (std::uint32_t o = 0; o < routes_.size(); ++o) {
    network.outputs[o]->index_ = o;
    const std::uint32_t begin = network.route_begin[o], count = network.route_begin[o + 1] - begin;
    routes_[o] = {count == 1 ? network.route_targets[begin] : static_cast<std::uint32_t>(targets_.size()),
                  count};
    if (count > 1)
      for (std::uint32_t r = begin; r < begin + count; ++r) targets_.push_back(network.route_targets[r]);
  }
  targets_.shrink_to_fit();
  future_.reserve(nodes_.size());
  sort_bits_.assign((nodes_.size() + 63) / 64, 0);
  bags_.resize(1);
  state_.inputs = slots_.data();
  state_.input_count = static_cast<std::uint32_t>(slots_.size());
  state_.bags = bags_.data();
}

Simulator::~Simulator() {
  for (const Node& node : nodes_)
    if (node.model != nullptr) node.model->run_ = nullptr;
  for (InPortBase* port : inputs_)
    if (port != nullptr) port->index_ = PortBase::kNoIndex;
  for (PortBase* port : outputs_)
    if (port != nullptr) port->index_ = PortBase::kNoIndex;
}

}  // namespace escapement
