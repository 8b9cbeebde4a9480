// SPDX-License-Identifier: MIT
#include "escapement/expressions/signature.h"

#include <algorithm>

#include "escapement/expressions/errors.h"

namespace escapement::expressions {

const Parameter& Signature::parameter(std::size_t index) const {
  return parameters.at(repeats ? std::min(index, parameters.size() - 1) : index);
}

bool Signature::accepts(std::size_t arguments) const {
  return arguments >= minimum() && (repeats || arguments <= parameters.size());
}

bool Signature::matches(std::string_view word) const {
  return equal_ignoring_case(name, word) ||
         std::any_of(aliases.begin(), aliases.end(),
                     [&](const std::string& alias) { return equal_ignoring_case(alias, word); });
}

std::string Signature::usage() const {
  std::string out = name + "(";
  std::size_t open = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i >= minimum()) {
      out += i > 0 ? " [, " : "[";
      ++open;
    } else if (i > 0) {
      out += ", ";
    }
    out += parameters[i].name;
  }
  if (repeats) out += ", ...";
  return out + std::string(open, ']') + ")";
}

const Signature* find_signature(std::span<const Signature> table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Signature& s) { return s.matches(name); });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace escapement::expressions
