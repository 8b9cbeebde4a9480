// SPDX-License-Identifier: MIT
#include "escapement/ode/register.h"

#include <utility>

#include "escapement/ode/part.h"
#include "escapement/registry/arguments.h"

namespace escapement::ode {

void register_ode(registry::Registry& registry, std::shared_ptr<equations::Executor> executor) {
  using namespace registry;
  ComponentType type;
  type.name = "ode";
  type.doc =
      "ode: a continuous part, ordinary differential equations with events. Solved by the solver of the run "
      "(--solver): an event elsewhere does not disturb it, its own events are located exactly.";
  type.parameters = record();
  type.ports_of = ports_of;
  registry.add(std::move(type),
               [executor = std::move(executor)](const std::string& name, const Arguments& a,
                                                Environment& e) -> std::unique_ptr<Component> {
                 std::vector<Diagnostic> faults;
                 equations::OdeSystem system = read_model(a.object(), faults);
                 if (!faults.empty()) throw InputError(std::move(faults));
                 PartOptions options;
                 options.outputs = outputs_of(a.object(), e.time_unit);
                 options.signal_inputs = signal_inputs_of(a.object());
                 const std::string unit = a.string("time", e.time_unit);
                 options.time_factor = *seconds_in(e.time_unit) / *seconds_in(unit);
                 options.executor = executor.get();
                 options.maximum_step = a.duration("maximumStep", 0);
                 return make_part(name, std::move(system), std::move(options), e);
               });
}

}  // namespace escapement::ode
