// SPDX-License-Identifier: MIT
// Test help of the core: networks put together by hand, without coupled models, and a model of hooks.
#pragma once

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/core/network.h"
#include "escapement/core/simulator.h"

namespace escapement::testing_support {

// A model whose functions are given one by one; what is not given does nothing. Every call is logged.
struct Node : Dynamics {
  Node(std::string name, std::vector<std::string>& calls) : Dynamics(std::move(name)), log(&calls) {}

  InPort<int> in{*this, "in"};
  OutPort<int> out{*this, "out"};
  TimeAdvance sigma = TimeAdvance::never();
  std::function<void()> on_initialize, on_output, on_internal, on_external, on_confluent;
  std::vector<std::string>* log;

  void note(const std::string& what) {
    std::string bag;
    for (int value : in.bag()) bag += " " + std::to_string(value);
    log->push_back(to_text(now()) + " " + name() + " " + what + bag);
  }
  void initialize() override {
    note("init");
    if (on_initialize) on_initialize();
  }
  void output() override {
    note("out");
    if (on_output) on_output();
  }
  void internal() override {
    note("int");
    if (on_internal) on_internal();
  }
  void external(Time elapsed) override {
    note("ext e=" + to_text(elapsed));
    if (on_external) on_external();
  }
  void confluent() override {
    note("con");
    if (on_confluent) on_confluent();
  }
  TimeAdvance time_advance() const override { return sigma; }
};

// Connects models that have no parent; their path is their name.
class SmallNetwork {
 public:
  SmallNetwork& add(Dynamics& model) {
    models_.push_back(&model);
    return *this;
  }
  SmallNetwork& connect(PortBase& from, PortBase& to) {
    routes_.push_back({&from, &to});
    return *this;
  }
  SmallNetwork& root_input(PortBase& port) {
    root_inputs_.push_back(&port);
    return *this;
  }
  Network build() const {
    Network n;
    n.name = "Root";
    n.models = models_;
    std::sort(n.models.begin(), n.models.end(),
              [](const Dynamics* a, const Dynamics* b) { return path_less(a->path(), b->path()); });
    for (std::uint32_t m = 0; m < n.models.size(); ++m)
      for (PortBase* p = n.models[m]->first_port(); p != nullptr; p = p->next()) {
        if (p->is_input()) {
          n.inputs.push_back(static_cast<InPortBase*>(p));
          n.input_owner.push_back(m);
        } else {
          n.outputs.push_back(p);
        }
      }
    n.outputs.insert(n.outputs.end(), root_inputs_.begin(), root_inputs_.end());
    for (const PortBase* o : n.outputs) {
      n.route_begin.push_back(static_cast<std::uint32_t>(n.route_targets.size()));
      for (const auto& [from, to] : routes_)
        if (from == o)
          n.route_targets.push_back(
              static_cast<std::uint32_t>(std::find(n.inputs.begin(), n.inputs.end(), to) - n.inputs.begin()));
      std::sort(n.route_targets.begin() + n.route_begin.back(), n.route_targets.end());
    }
    n.route_begin.push_back(static_cast<std::uint32_t>(n.route_targets.size()));
    return n;
  }

 private:
  std::vector<Dynamics*> models_;
  std::vector<PortBase*> root_inputs_;
  std::vector<std::pair<PortBase*, PortBase*>> routes_;
};

using Log = std::vector<std::string>;

}  // namespace escapement::testing_support
