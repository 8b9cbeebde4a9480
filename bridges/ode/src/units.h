// SPDX-License-Identifier: MIT
// Dimensions of units, as far as they are known: so that metres are not added to seconds.
//
// Known are the SI base units and m, s, kg, g, A, K, degC, mol, cd, min, h, d, l, N, Pa, bar, J, W, V, Ohm,
// C, F, Hz, rad, %, 1, with the prefixes k, M, m, c, d, u, n; joined by "." or "*" and "/", each with a whole
// exponent ("m3/s", "kg.m/s2"). Only dimensions are compared, not sizes: 1 l and 1 m3 are both volumes. What
// is not known, or has no unit, fits everything, and so do numbers and time.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/equations/ode_system.h"
#include "escapement/equations/terms.h"
#include "escapement/registry/value.h"

namespace escapement::ode {

// Exponents of m, kg, s, A, K, mol, cd, in twelfths (so that roots have them too).
using Dimension = std::array<int, 7>;

std::optional<Dimension> dimension_of(std::string_view unit);
std::string dimension_text(const Dimension& dimension);  // "m3/s", "1"
Dimension per_time(Dimension dimension);

// The dimension of a term, or nothing where it cannot be told. Calls `fault` with a message for each part
// that does not fit. `of_variable` answers those of variables.
class DimensionCheck {
 public:
  using OfVariable = std::function<std::optional<Dimension>(equations::VariableIndex)>;
  DimensionCheck(const equations::Terms& terms, OfVariable of_variable,
                 std::function<std::string(equations::Term)> text, std::function<void(std::string)> fault)
      : terms_(terms),
        of_variable_(std::move(of_variable)),
        text_(std::move(text)),
        fault_(std::move(fault)) {}
  std::optional<Dimension> operator()(equations::Term term);

 private:
  std::optional<Dimension> same(equations::Term a, equations::Term b);
  void needs_none(equations::Term function, equations::Term argument);
  const equations::Terms& terms_;
  OfVariable of_variable_;
  std::function<std::string(equations::Term)> text_;
  std::function<void(std::string)> fault_;
};

// Appends a fault for each equation and event of a component whose units do not fit. `system` is what was
// read from it, before prepare().
void check_units(const registry::Value& component, const equations::OdeSystem& system,
                 std::vector<Diagnostic>& faults);

}  // namespace escapement::ode
