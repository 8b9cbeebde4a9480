// SPDX-License-Identifier: MIT
#include "escapement/ode/part.h"

#include "escapement/continuous/run.h"
#include "escapement/core/error.h"
#include "escapement/core/periodic.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/equation_system.h"
#include "qss_part.h"

namespace escapement::ode {
namespace {

std::unique_ptr<Component> by_sundials(const std::string& name, equations::OdeSystem model,
                                       const PartOptions& part, const continuous::Settings& settings,
                                       continuous::Run* run) {
  auto system = std::make_unique<sundials::EquationSystem>(std::move(model), part.time_factor);
  if (part.executor != nullptr && settings.machine_code != continuous::MachineCode::kNever)
    system->translate(*part.executor, settings.machine_code == continuous::MachineCode::kAtOnce);
  sundials::Options options;
  options.method = sundials::method_named(settings.solver);
  options.tolerance = settings.tolerance.value_or(kDefaultTolerance);
  if (part.maximum_step > 0) options.maximum_step = part.maximum_step;
  sundials::Ports ports;
  ports.initial_inputs = system->input_starts();
  ports.signal_inputs = part.signal_inputs;
  for (const Output& output : part.outputs) {
    sundials::Sender sender;
    sender.port = output.port;
    sender.variable = system->place_of(output.of).value();
    switch (output.when) {
      case Output::When::kEvents:
        sender.when = sundials::Sender::When::kEvents;
        break;
      case Output::When::kSamples:
        sender.when = sundials::Sender::When::kSamples;
        sender.samples.emplace("0", output.every);
        break;
      case Output::When::kQuantum:
        sender.when = sundials::Sender::When::kQuantum;
        sender.quantum = output.quantum;
        break;
    }
    ports.senders.push_back(std::move(sender));
  }
  return std::make_unique<sundials::Continuous>(name, std::move(system), options, std::move(ports), run);
}

}  // namespace

std::unique_ptr<Component> make_part(const std::string& name, equations::OdeSystem system,
                                     PartOptions options, registry::Environment& environment) {
  const continuous::Settings standard;
  continuous::Run* run = environment.continuous;
  const continuous::Settings& settings = run != nullptr ? run->settings() : standard;
  if (qss::Kind kind{}; qss::find_kind(settings.solver, kind)) {
    if (run != nullptr) run->set_standard_tolerance(qss::Method::kDefaultRelative);
    qss::NetworkOptions network;
    network.method =
        qss::method_of(settings.solver, settings.tolerance.value_or(qss::Method::kDefaultRelative));
    network.seconds = options.time_factor;
    network.signal_inputs = std::move(options.signal_inputs);
    return std::make_unique<QssPart>(name, std::move(system), std::move(network), std::move(options.outputs),
                                     run);
  }
  if (run != nullptr) run->set_standard_tolerance(kDefaultTolerance);
  if (settings.solver == "cvode" || settings.solver == "ida" || settings.solver == "erk")
    return by_sundials(name, std::move(system), options, settings, run);
  throw BuildError("the solver '" + settings.solver +
                   "' carries no ode; cvode, ida, erk and the quantised state methods do");
}

}  // namespace escapement::ode
