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
// An array of the sizes from the `at`-th on, with one value everywhere.
Value filled(const Value& value, const std::vector<Value>& sizes, std::size_t at);

// To the next element of the arrays that the iterators walk, the last one fastest; false after the last
// element.
inline bool next_index(std::vector<std::int64_t>& index, const std::vector<Iterator>& iterators) {
  for (std::size_t d = index.size(); d-- > 0;) {
    if (++index[d] <= iterators[d].range->args[2]->integer) return true;
    index[d] = 1;
  }
  return false;
}

}  // namespace escapement::modelica
