// SPDX-License-Identifier: MIT
#include "escapement/qss/method.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "escapement/core/error.h"

namespace escapement::qss {

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = {"qss1",   "qss2",   "qss3", "liqss1",
                                                 "liqss2", "liqss3", "cqss"};
  return names;
}

std::string_view name_of(Kind kind) {
  return method_names()[static_cast<std::size_t>(kind)];
}

bool find_kind(std::string_view name, Kind& kind) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto& names = method_names();
  const auto found = std::find(names.begin(), names.end(), lower);
  if (found == names.end()) return false;
  kind = static_cast<Kind>(found - names.begin());
  return true;
}

Kind kind_of(std::string_view name) {
  Kind kind{};
  if (!find_kind(name, kind))
    throw BuildError("'" + std::string(name) + "' is no quantised state method; there are " +
                     list_text(method_names()));
  return kind;
}

Method method_of(std::string_view name, double tolerance) {
  Method method;
  method.kind = kind_of(name);
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    throw BuildError("the tolerance of " + std::string(name) + " is " + to_text(tolerance) +
                     "; it must be above 0 and finite");
  method.relative = tolerance;
  method.absolute = tolerance / 1000;
  return method;
}

int Method::order() const {
  switch (kind) {
    case Kind::kQss2:
    case Kind::kLiqss2:
      return 2;
    case Kind::kQss3:
    case Kind::kLiqss3:
      return 3;
    default:
      return 1;
  }
}

bool Method::linearly_implicit() const {
  return kind != Kind::kQss1 && kind != Kind::kQss2 && kind != Kind::kQss3;
}

void Method::check(std::string_view owner) const {
  const std::string who = "'" + std::string(owner) + "': ";
  if (!(absolute > 0) || !std::isfinite(absolute))
    throw BuildError(who + "the absolute quantum is " + to_text(absolute) +
                     "; it must be above 0, for a state without a quantum would change without end");
  if (!(relative >= 0) || !std::isfinite(relative))
    throw BuildError(who + "the relative quantum is " + to_text(relative) + "; it must be 0 or more");
}

}  // namespace escapement::qss
