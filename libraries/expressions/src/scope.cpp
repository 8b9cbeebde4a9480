// SPDX-License-Identifier: MIT
#include "escapement/expressions/scope.h"

#include "escapement/expressions/errors.h"

namespace escapement::expressions {

NodePtr Scope::text(std::string_view /*text*/) {
  throw ScopeError("expressions have no texts here, only numbers and names");
}

NodePtr Scope::indexed(std::string_view, std::vector<NodePtr>) {
  return nullptr;
}

const Signature* Scope::signature(std::string_view) {
  return nullptr;
}

NodePtr Scope::function(const Signature&, std::span<Argument>) {
  return nullptr;
}

random::Stream& Scope::stream(std::optional<std::uint64_t>) {
  throw ScopeError("random variates are not allowed here",
                   "write a constant or an expression without variates");
}

}  // namespace escapement::expressions
