// SPDX-License-Identifier: MIT
// What an evaluation knows: values of iterators, and of the variables of the function that is being run.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "flattener.h"

namespace escapement::modelica {

struct Flattener::Environment {
  std::vector<std::pair<std::uint32_t, Value>> iterators;
  std::vector<Value>* locals = nullptr;
  const Function* function = nullptr;
  int depth = 0;
  std::uint64_t steps = 0;  // statements run so far: a loop without an end is found by its length
};

struct UnboundIterator : NotConstant {
  std::uint32_t id;
};

Value subscripted(const Value& base, const std::vector<std::optional<Value>>& subs, std::size_t at,
                  Place place);
Value as_real(Value value);

}  // namespace escapement::modelica
