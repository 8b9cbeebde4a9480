// SPDX-License-Identifier: MIT
#include "escapement/qss/network.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "network_parts.h"

namespace escapement::qss {

using equations::VariableIndex;
using equations::VariableKind;

Network::Network(std::string name, equations::OdeSystem system, NetworkOptions options)
    : Atomic(std::move(name)),
      parts_(std::make_unique<Parts>(*this, std::move(system), std::move(options))) {}

Network::~Network() = default;

InPort<double>& Network::input(std::string_view name) {
  const auto found = parts_->inputs.find(std::string(name));
  if (found == parts_->inputs.end()) parts_->refuse(name, "an input for messages");
  return *found->second;
}

InPort<Signal>& Network::signal_input(std::string_view name) {
  const auto found = parts_->signal_inputs.find(std::string(name));
  if (found == parts_->signal_inputs.end()) parts_->refuse(name, "an input for signals");
  return *found->second;
}

OutPort<double>& Network::output(std::string_view name) {
  const auto found = parts_->outputs.find(std::string(name));
  if (found == parts_->outputs.end()) parts_->refuse(name, "a port that events send to");
  return *found->second;
}

OutPort<Signal>& Network::signal_output(std::string_view name) {
  const auto found = parts_->signal_outputs.find(std::string(name));
  if (found == parts_->signal_outputs.end()) parts_->refuse(name, "an output for signals");
  return *found->second;
}

const equations::OdeSystem& Network::system() const {
  return parts_->system;
}

double Network::value(std::string_view name, Time t) const {
  const auto variable = parts_->system.find(name);
  if (!variable) parts_->refuse(name, "a variable");
  return value(*variable, t);
}

double Network::value(VariableIndex variable, Time t) const {
  if (const IntegratorElement* state = parts_->integrator_of[variable]) return state->values().x(t);
  if (parts_->system.variables[variable].kind != VariableKind::kAlgebraic)
    return parts_->settled(variable, t);
  std::vector<double> all;
  values(t, all);
  return all[variable];
}

void Network::values(Time t, std::vector<double>& all) const {
  const std::size_t count = parts_->system.variables.size();
  all.resize(count);
  for (VariableIndex v = 0; v < count; ++v)
    if (const IntegratorElement* state = parts_->integrator_of[v])
      all[v] = state->values().x(t);
    else if (parts_->system.variables[v].kind != VariableKind::kAlgebraic)
      all[v] = parts_->settled(v, t);
  std::vector<double> work, results(parts_->system.algebraics.size());
  parts_->algebraics.evaluate<double>(all, t * parts_->options.seconds, work, results);
  for (std::size_t a = 0; a < results.size(); ++a) all[parts_->system.algebraics[a].variable] = results[a];
}

NetworkCounts Network::counts() const {
  NetworkCounts counts;
  for (const auto& state : parts_->integrators) counts.steps += state->values().changes();
  for (const auto& group : parts_->groups) counts.events += group->fired();
  counts.switches = parts_->switches;
  counts.checks = parts_->checks;
  counts.plans = parts_->driver.engine.plans();
  counts.evaluations = parts_->driver.engine.evaluations();
  counts.waves = parts_->driver.engine.waves();
  return counts;
}

std::uint64_t Network::changes(std::string_view state) const {
  const auto variable = parts_->system.find(state);
  if (!variable || parts_->integrator_of[*variable] == nullptr) parts_->refuse(state, "a state");
  return parts_->integrator_of[*variable]->values().changes();
}

void Network::watch(Watch& watch) {
  parts_->driver.engine.watch(&watch);
}

void Network::tell_instants() {
  parts_->driver.engine.tell_instants();
}

std::uint64_t Network::happenings() const {
  std::uint64_t sum = parts_->switches;
  for (const auto& group : parts_->groups) sum += group->fired();
  return sum;
}

bool Network::goes_on(Time t) {
  return parts_->run_ahead && may_run_on(t) && run_on(t);
}

void Network::initialize() {
  parts_->switches = parts_->checks = 0;
  parts_->guess_conditions();
  parts_->driver.start(now());
}

void Network::output() {
  parts_->driver.output();
}

void Network::internal() {
  parts_->bring_near();
  parts_->driver.internal(now(), [this](Time t) { return goes_on(t); });
}

void Network::external(Time /*elapsed*/) {
  parts_->driver.external(now(), [this](Time t) { return goes_on(t); });
}

TimeAdvance Network::time_advance() const {
  return TimeAdvance::at(parts_->driver.next(now()));
}

void Network::archive(Archive& archive) {
  parts_->driver.archive(archive);
  archive(parts_->switches, parts_->checks);
}

}  // namespace escapement::qss
