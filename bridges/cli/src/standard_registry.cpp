// SPDX-License-Identifier: MIT
#include "escapement/cli/standard_registry.h"

#include "escapement/arena/register.h"
#include "escapement/devs/register.h"
#include "escapement/ode/register.h"
#include "escapement/qss/register.h"
#include "escapement/siman/register.h"

namespace escapement::cli {

registry::Registry standard_registry() {
  registry::Registry registry;
  arena::register_arena(registry);
  siman::register_siman(registry);
  devs::register_devs(registry);
  ode::register_ode(registry);
  qss::register_qss(registry);
  return registry;
}

}  // namespace escapement::cli
