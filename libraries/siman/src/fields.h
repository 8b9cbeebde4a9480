// SPDX-License-Identifier: MIT
// Fields and ports that many descriptors of this library share.
#pragma once

#include <optional>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::siman {

registry::PortInfo entity_in(std::string doc = "entities that come");
registry::PortInfo entity_out(std::string doc = "entities that go on");
registry::Field stream_field();
std::optional<std::uint64_t> stream_from(const registry::Arguments& arguments);
registry::Field allocation_field();

}  // namespace escapement::siman
