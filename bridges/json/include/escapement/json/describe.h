// SPDX-License-Identifier: MIT
// What a registered type is, told from its descriptor: for a terminal, for programs, and as reference pages.
#pragma once

#include <string>
#include <string_view>

#include "escapement/registry/registry.h"

namespace escapement::json {

// Every type with the first line of its doc: components, then elements.
std::string describe_all_text(const registry::Registry& registry);
std::string describe_all_json(
    const registry::Registry& registry);  // {"types": [{"name", "section", "summary"}]}

// One type: doc, composition, ports, parameters with type, unit, default and range, statistics. `name` is
// that of a type, of a section for its elements, or "experiment". Throws InputError with the nearest known
// name.
std::string describe_text(const registry::Registry& registry, std::string_view name);
std::string describe_json(const registry::Registry& registry, std::string_view name);

// One Markdown page on everything a study may hold: the study itself, elements, components.
std::string reference_markdown(const registry::Registry& registry);

// The type of that name or section. Throws InputError with the nearest known name.
const registry::ComponentType& find_type(const registry::Registry& registry, std::string_view name);

}  // namespace escapement::json
