// SPDX-License-Identifier: MIT
// Equation systems written as text, and networks that run them, for tests.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/equations/text.h"
#include "escapement/qss/network.h"

namespace escapement::qss {

inline const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> kinds = {Kind::kQss1,   Kind::kQss2,   Kind::kQss3, Kind::kLiqss1,
                                          Kind::kLiqss2, Kind::kLiqss3, Kind::kCqss};
  return kinds;
}

struct Equations {
  equations::OdeSystem system;

  equations::VariableIndex add(const std::string& name, equations::VariableKind kind, double start = 0) {
    return system.add({name, kind, start, 1, {}, {}});
  }
  equations::Term term(const std::string& text) {
    return equations::parse(text, system.terms,
                            {[this](std::string_view name) -> std::optional<equations::Term> {
                               const auto found = system.find(name);
                               return found ? std::optional(system.terms.variable(*found)) : std::nullopt;
                             },
                             {}});
  }
  // Names first, since right sides may use any of them.
  Equations& states(const std::vector<std::pair<std::string, double>>& list) {
    for (const auto& [name, start] : list) add(name, equations::VariableKind::kState, start);
    return *this;
  }
  Equations& discrete(const std::string& name, double start) {
    add(name, equations::VariableKind::kDiscrete, start);
    return *this;
  }
  Equations& input(const std::string& name, double start = 0) {
    add(name, equations::VariableKind::kInput, start);
    return *this;
  }
  Equations& algebraic(const std::string& name, const std::string& value) {
    const auto variable = add(name, equations::VariableKind::kAlgebraic);
    system.algebraics.push_back({variable, term(value), {}});
    return *this;
  }
  Equations& der(const std::string& state, const std::string& value) {
    system.derivatives.push_back({*system.find(state), term(value), {}});
    return *this;
  }
  Equations& when(const std::string& condition,
                  const std::vector<std::pair<std::string, std::string>>& assign,
                  const std::vector<std::pair<std::string, std::string>>& emit = {}) {
    equations::Event event;
    event.when = term(condition);
    event.text = condition;
    for (const auto& [name, value] : assign)
      event.assignments.push_back({*system.find(name), term(value), {}});
    for (const auto& [port, value] : emit) event.emissions.push_back({port, term(value)});
    system.events.push_back(std::move(event));
    return *this;
  }
};

// A network that runs alone. Nothing of it is shared with others.
struct Trial {
  Trial(Equations equations, const Method& method, NetworkOptions options = {}) {
    equations.system.prepare();
    options.method = method;
    network = &root.add<Network>("N", std::move(equations.system), std::move(options));
  }
  Simulator& simulator() {
    if (made == nullptr) made = std::make_unique<Simulator>(flatten(root));
    return *made;
  }
  Trial& to(Time t) {
    simulator().run(t);
    return *this;
  }
  double operator()(const std::string& name) { return network->value(name, simulator().now()); }

  Coupled root{"Root"};
  Network* network;
  std::unique_ptr<Simulator> made;
};

}  // namespace escapement::qss
