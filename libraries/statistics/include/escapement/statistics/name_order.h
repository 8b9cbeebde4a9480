// SPDX-License-Identifier: MIT
// The order of statistics in every table: dotted names compared component by component, so that what belongs
// to "Drill" stands together and before "Drill2", whatever characters sort around the dot.
#pragma once

#include <string_view>

namespace escapement::statistics {

struct NameOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const;
};

}  // namespace escapement::statistics
