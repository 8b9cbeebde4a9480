// SPDX-License-Identifier: MIT
// Keys that people who come from Arena write by habit, and what to write instead.
#pragma once

#include <string_view>

namespace escapement::registry::internal {

// Empty when nothing is known of that key in a record of that name.
std::string_view instead_of_key(std::string_view record, std::string_view key);

}  // namespace escapement::registry::internal
