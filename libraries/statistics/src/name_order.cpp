// SPDX-License-Identifier: MIT
#include "escapement/statistics/name_order.h"

#include <algorithm>
#include <cstddef>

namespace escapement::statistics {

bool NameOrder::operator()(std::string_view a, std::string_view b) const {
  // A component that ends is less than one that goes on: the dot counts as less than any character.
  const auto rank = [](char c) { return c == '.' ? -1 : static_cast<int>(static_cast<unsigned char>(c)); };
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] != b[i]) return rank(a[i]) < rank(b[i]);
  }
  return a.size() < b.size();
}

}  // namespace escapement::statistics
