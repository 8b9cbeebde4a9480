// SPDX-License-Identifier: MIT
#include "escapement/modelica/register.h"

#include <algorithm>

#include "component_request.h"
#include "escapement/continuous/run.h"
#include "escapement/ode/model.h"
#include "escapement/registry/arguments.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/scaled_time.h"
#include "escapement/sundials/switching_model.h"
#include "quantised_part.h"

namespace escapement::modelica {
namespace {

using StudyValue = registry::Value;

registry::Record record(const std::shared_ptr<PreparedClasses>& classes) {
  using namespace registry;
  Record output{
      "output",
      "",
      {string("of").must().because("a variable of the class, such as tank.level"),
       duration("every").above(0).because("sent at 0 and then at equal times"),
       number("quantum").above(0).because("sent at the start, and whenever it has changed by so much")},
      {}};
  Record whole{
      "modelica",
      "",
      {string("class").because("the class, as Package.Model; may be absent where the file holds one"),
       string("file").because("a .mo file, found from the directory of the study"),
       one_or_list("library", string(""))
           .because("libraries, or directories that hold some; the directories of "
                    "the environment variable MODELICAPATH are searched after them"),
       any("parameters")
           .because("values of parameters by name; those of components inside in objects: "
                    "{\"area\": 2, \"valve\": {\"k\": 0.4}}; a text is a Modelica expression"),
       map("outputs", record_or("", output, FieldType::kString, "of"))
           .because("further output ports, or when an output of the class is sent; with neither every nor "
                    "quantum: "
                    "at the start, and after events and inputs that have changed it"),
       duration("maximumStep")
           .above(0)
           .because("the longest step of the solver; when absent, a hundredth of the run where derivatives "
                    "depend on time "
                    "itself, else as long as it likes")},
      {}};
  whole.check = [classes](const StudyValue& v, std::vector<Diagnostic>& out) {
    if (v.find("class") == nullptr && v.find("file") == nullptr) {
      out.push_back({v.where(), "neither \"class\" nor \"file\" says which class this is",
                     "give \"class\", and \"file\" or \"library\" where it is"});
      return;
    }
    const StudyValue* parameters = v.find("parameters");
    if (parameters != nullptr && !parameters->is(StudyValue::Type::kObject)) {
      out.push_back(
          {parameters->where(),
           std::string("\"parameters\" is ") + parameters->type_name() + ", but it must be an object",
           "such as {\"area\": 2}"});
      return;
    }
    try {
      const std::size_t before = out.size();
      const ClassRequest request = request_of(v, *classes, out);
      if (out.size() == before) check_outputs(v, *classes->get(request), out);
    } catch (const InputError& e) {
      out.insert(out.end(), e.diagnostics().begin(), e.diagnostics().end());
    }
  };
  return whole;
}

std::size_t place_of(const sundials::System& system, const std::string& name) {
  for (std::size_t i = 0; i < system.size(); ++i)
    if (system.state_name(i) == name) return i;
  const std::vector<std::string> outputs = system.output_names();
  const auto found = std::find(outputs.begin(), outputs.end(), name);
  if (found == outputs.end())
    throw BuildError("'" + name + "' is a constant of the model, so that it is never sent");
  return system.size() + static_cast<std::size_t>(found - outputs.begin());
}

std::vector<sundials::Sender> senders_of(const StudyValue& component, const FlatModel& flat,
                                         const sundials::System& system, const std::string& time_unit) {
  std::vector<sundials::Sender> senders;
  const std::vector<ode::Output> asked = ode::outputs_of(component, time_unit);
  for (const ode::Output& one : asked) {
    sundials::Sender sender;
    sender.port = one.port;
    sender.variable = place_of(system, one.of);
    sender.when = sundials::Sender::When::kChanges;
    if (one.when == ode::Output::When::kSamples) {
      sender.when = sundials::Sender::When::kSamples;
      sender.samples.emplace("0", one.every);
    } else if (one.when == ode::Output::When::kQuantum) {
      sender.when = sundials::Sender::When::kQuantum;
      sender.quantum = one.quantum;
    }
    senders.push_back(std::move(sender));
  }
  for (const std::size_t i : port_variables(flat, Causality::kOutput)) {
    const std::string& name = flat.variables[i].name;
    if (std::any_of(asked.begin(), asked.end(), [&](const ode::Output& one) { return one.port == name; }))
      continue;
    sundials::Sender sender;
    sender.port = name;
    sender.variable = place_of(system, name);
    sender.when = sundials::Sender::When::kChanges;
    senders.push_back(std::move(sender));
  }
  return senders;
}

std::unique_ptr<Component> make(const std::string& name, const registry::Arguments& a,
                                registry::Environment& e, PreparedClasses& classes,
                                equations::Executor* executor) {
  std::vector<Diagnostic> faults;
  const ClassRequest request = request_of(a.object(), classes, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  const std::shared_ptr<const PreparedClass> prepared = classes.get(request);
  const continuous::Settings standard;
  const continuous::Settings& settings = e.continuous != nullptr ? e.continuous->settings() : standard;
  if (qss::Kind kind{}; qss::find_kind(settings.solver, kind)) {
    std::vector<std::string> own;
    for (const std::size_t i : port_variables(*prepared->flat, Causality::kOutput))
      own.push_back(prepared->flat->variables[i].name);
    return quantised_part(name, *prepared, kind, ode::outputs_of(a.object(), e.time_unit), own,
                          *registry::seconds_in(e.time_unit), e, executor);
  }
  if (settings.solver != "cvode" && settings.solver != "ida" && settings.solver != "erk")
    throw BuildError("the solver '" + settings.solver +
                     "' carries no Modelica models; cvode, ida, erk and the quantised state methods do");
  sundials::Options options;
  options.method = sundials::method_named(settings.solver);
  const double usual = prepared->flat->experiment.tolerance.value_or(kDefaultTolerance);
  if (e.continuous != nullptr) e.continuous->set_standard_tolerance(usual);
  options.tolerance = settings.tolerance.value_or(usual);
  options.maximum_step = a.duration("maximumStep", kInfinity);
  const equations::FlatSystem& flat = prepared->translated.system;
  const bool translates = executor != nullptr && settings.machine_code != continuous::MachineCode::kNever;
  std::unique_ptr<sundials::System> system =
      sundials::make_flat_model(flat, prepared->translated.visible, translates ? executor : nullptr,
                                settings.machine_code == continuous::MachineCode::kAtOnce);
  sundials::Ports ports;
  for (const std::string& input : system->input_names())
    ports.initial_inputs.push_back(flat.variables[*flat.find(input)].start.value_or(0));
  ports.senders = senders_of(a.object(), *prepared->flat, *system, e.time_unit);
  if (const double seconds = *registry::seconds_in(e.time_unit); seconds != 1)
    system = std::make_unique<sundials::ScaledTime>(std::move(system), seconds);
  return std::make_unique<sundials::Continuous>(name, std::move(system), options, std::move(ports),
                                                e.continuous);
}

}  // namespace

void register_modelica(registry::Registry& registry, std::shared_ptr<PreparedClasses> classes,
                       std::shared_ptr<equations::Executor> executor) {
  if (classes == nullptr) classes = std::make_shared<PreparedClasses>();
  registry::ComponentType type;
  type.name = "modelica";
  type.doc =
      "modelica: a Modelica class as a component. Its inputs and outputs are ports of reals, its equations "
      "are solved "
      "by the solver of the run (--solver), in seconds whatever the unit of the study.";
  type.parameters = record(classes);
  type.ports_of = [classes](const StudyValue& v) {
    std::vector<Diagnostic> faults;
    try {
      return ports_of(v, *classes->flat(request_of(v, *classes, faults)));
    } catch (const InputError&) {  // told by the check of the record
      return std::vector<registry::PortInfo>();
    }
  };
  registry.add(std::move(type),
               [classes, executor = std::move(executor)](
                   const std::string& name, const registry::Arguments& a, registry::Environment& e) {
                 return make(name, a, e, *classes, executor.get());
               });
}

}  // namespace escapement::modelica
