// SPDX-License-Identifier: MIT
// Fields and ports that many descriptors of this library share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::siman {

registry::PortInfo entity_in(std::string doc = "entities that come");
registry::PortInfo entity_out(std::string doc = "entities that go on");
registry::Field stream_field();
std::optional<std::uint64_t> stream_from(const registry::Arguments& arguments);
registry::Field allocation_field();
// The list "exits" of blocks whose exits have names of their own, and the ports that it makes.
registry::Field exits_field(const std::string& doc);
std::vector<std::string> exits_from(const registry::Arguments& arguments);
std::function<std::vector<registry::PortInfo>(const registry::Value&)> ports_with_exits(
    std::vector<registry::PortInfo> ports, std::string doc);

}  // namespace escapement::siman
