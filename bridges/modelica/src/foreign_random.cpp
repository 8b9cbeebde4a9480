// SPDX-License-Identifier: MIT
#include <cmath>

#include "foreign.h"
#include "xorshift.h"

namespace escapement::modelica {

// stateIn, stateOut, result
bool run_foreign_random(ForeignCall& call) {
  static constexpr std::string_view kPrefix = "ModelicaRandom_";
  if (!call.name.starts_with(kPrefix)) return false;
  const std::string_view what = call.name.substr(kPrefix.size());
  if (what == "automaticGlobalSeed") {
    // A seed from the clock would make runs that cannot be repeated: it is the same in each.
    call.result = Value::integer(1);
    return true;
  }
  const std::size_t size = xorshift::state_size(what);
  if (size == 0) return false;
  const Value& state = call.arguments.at(0);
  if (state.parts.size() != size)
    throw ForeignFault("a state of " + std::string(what) + " has " + std::to_string(size) + " numbers, not " +
                       std::to_string(state.parts.size()));
  std::vector<std::int32_t> words;
  for (const Value& part : state.parts)
    words.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(part.number)));
  const double value = xorshift::next(what, words);
  std::vector<Value> next;
  for (const std::int32_t word : words) next.push_back(Value::integer(word));
  call.outputs.emplace_back(1, Value::array(std::move(next)));
  call.outputs.emplace_back(2, Value::real(value));
  return true;
}

}  // namespace escapement::modelica
