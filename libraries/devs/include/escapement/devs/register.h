// SPDX-License-Identifier: MIT
// Makes the ready-made atomics (atomic/) known to a registry as devs.Generator, devs.Processor,
// devs.Recorder, devs.Switch, devs.Alternator and devs.Transducer, so that studies can name them. Their
// messages are reals. What they observe becomes outputs in the results, under the component's path.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::devs {

void register_devs(registry::Registry& registry);

}  // namespace escapement::devs
