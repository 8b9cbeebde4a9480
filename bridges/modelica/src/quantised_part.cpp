// SPDX-License-Identifier: MIT
#include "quantised_part.h"

#include <algorithm>

#include "escapement/continuous/run.h"
#include "escapement/core/error.h"
#include "escapement/qss_solver/part.h"

namespace escapement::modelica {

namespace {

// when {initial(), v >= pre(sent) + quantum, v <= pre(sent) - quantum} then sent = v.
equations::VariableIndex last_sent(equations::FlatSystem& system, equations::VariableIndex v, double quantum,
                                   const std::string& port) {
  equations::Terms& terms = system.terms;
  equations::FlatVariable made;
  made.name = "$sent by " + port;
  made.variability = equations::Variability::kDiscrete;
  made.start = system.variables[v].start.value_or(0);
  const equations::VariableIndex sent = system.add(std::move(made));
  const equations::Term value = terms.variable(v), before = terms.variable(system.previous_of(sent)),
                        step = terms.constant(quantum);
  equations::WhenBranch branch{
      {terms.make(equations::Operation::kGreaterEqual, value, terms.add(before, step)),
       terms.make(equations::Operation::kLessEqual, value, terms.subtract(before, step))},
      value,
      true};
  system.discrete_equations.push_back({sent, {}, {std::move(branch)}, {}});
  return sent;
}

}  // namespace

std::unique_ptr<Component> quantised_part(const std::string& name, const PreparedClass& prepared,
                                          qss::Kind method, const std::vector<ode::Output>& outputs,
                                          const std::vector<std::string>& own_outputs, double seconds,
                                          registry::Environment& environment, equations::Executor* executor) {
  using qss_solver::Sender;
  continuous::Run* run = environment.continuous;
  const double usual = prepared.flat->experiment.tolerance.value_or(qss::Method::kDefaultRelative);
  double tolerance = usual;
  if (run != nullptr) {
    run->set_standard_tolerance(usual);
    tolerance = run->settings().tolerance.value_or(usual);
  }
  equations::FlatSystem system = prepared.translated.system;
  qss_solver::PartOptions options;
  options.method = qss::method_of(qss::name_of(method), tolerance);
  options.relative = qss_solver::RelativeTo::kTravel;
  options.seconds = seconds;
  options.shown = prepared.translated.visible;
  const auto add = [&](const std::string& port, const std::string& of) {
    Sender& sender = options.senders.emplace_back();
    sender.port = port;
    const auto variable = system.find(of);
    if (!variable) throw BuildError("'" + of + "' is a constant of the model, so that it is never sent");
    sender.variable = *variable;
    sender.when = Sender::When::kChanges;
    return &sender;
  };
  for (const ode::Output& one : outputs) {
    Sender* sender = add(one.port, one.of);
    if (one.when == ode::Output::When::kSamples) {
      sender->when = Sender::When::kSamples;
      sender->samples.emplace("0", one.every);
    } else if (one.when == ode::Output::When::kQuantum) {
      sender->variable = last_sent(system, sender->variable, one.quantum, one.port);
    }
  }
  for (const std::string& own : own_outputs)
    if (std::none_of(outputs.begin(), outputs.end(), [&](const ode::Output& one) { return one.port == own; }))
      add(own, own);
  auto part = std::make_unique<qss_solver::Part>(name, std::move(system), std::move(options), run);
  const continuous::MachineCode wanted =
      run != nullptr ? run->settings().machine_code : continuous::Settings().machine_code;
  if (executor != nullptr && wanted != continuous::MachineCode::kNever)
    part->translate(*executor, wanted == continuous::MachineCode::kAtOnce);
  return part;
}

}  // namespace escapement::modelica
