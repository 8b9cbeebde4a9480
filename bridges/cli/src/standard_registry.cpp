// SPDX-License-Identifier: MIT
#include "escapement/cli/standard_registry.h"

#include "escapement/arena/register.h"
#include "escapement/continuous/run.h"
#include "escapement/devs/register.h"
#include "escapement/modelica/register.h"
#include "escapement/native/compiler.h"
#include "escapement/ode/register.h"
#include "escapement/qss/register.h"
#include "escapement/siman/register.h"

namespace escapement::cli {

registry::Registry standard_registry(std::shared_ptr<modelica::PreparedClasses> classes) {
  registry::Registry registry;
  arena::register_arena(registry);
  siman::register_siman(registry);
  devs::register_devs(registry);
  const auto compiler = std::make_shared<native::Compiler>();
  ode::register_ode(registry, compiler);
  modelica::register_modelica(registry, std::move(classes), compiler);
  qss::register_qss(registry, [](const registry::Environment& environment) {
    qss::Method method;
    if (environment.continuous == nullptr) return method;
    const continuous::Settings& settings = environment.continuous->settings();
    qss::Kind kind{};
    const std::string name = qss::find_kind(settings.solver, kind) ? settings.solver : "qss3";
    return qss::method_of(name, settings.tolerance.value_or(qss::Method::kDefaultRelative));
  });
  return registry;
}

}  // namespace escapement::cli
