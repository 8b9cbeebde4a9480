// SPDX-License-Identifier: MIT
// Fields and ports that many descriptors of this library share.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/component.h"
#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::siman {

registry::PortInfo entity_in(std::string doc = "entities that come");
registry::PortInfo entity_out(std::string doc = "entities that go on");
registry::Field stream_field();
std::optional<std::uint64_t> stream_from(const registry::Arguments& arguments);
registry::Field allocation_field();
// Whether the statistics of an element or module stand in the results: on unless it says so.
registry::Field report_field();
// An element whose statistics come by themselves gets the field "report" when it has none yet.
registry::ComponentType with_report(registry::ComponentType type);
// The same for what was made of it.
std::unique_ptr<Component> reported(std::unique_ptr<Component> made, const registry::Arguments& arguments);
// The list "exits" of blocks whose exits have names of their own, and the ports that it makes.
registry::Field exits_field(const std::string& doc);
std::vector<std::string> exits_from(const registry::Arguments& arguments);
std::function<std::vector<registry::PortInfo>(const registry::Value&)> ports_with_exits(
    std::vector<registry::PortInfo> ports, std::string doc);

}  // namespace escapement::siman
