// SPDX-License-Identifier: MIT
// Flat systems from a few lines of text, for tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "escapement/equations/flat_system.h"
#include "escapement/equations/text.h"

namespace escapement::equations::testing_support {

// Names are unknowns unless they were declared before; "d.x" in the text stands for der(x).
class FlatText {
 public:
  FlatSystem system;

  VariableIndex parameter(const std::string& name, double value) {
    FlatVariable made;
    made.name = name;
    made.variability = Variability::kParameter;
    made.start = value;
    return system.add(std::move(made));
  }
  VariableIndex input(const std::string& name) {
    FlatVariable made;
    made.name = name;
    made.variability = Variability::kInput;
    return system.add(std::move(made));
  }
  VariableIndex unknown(const std::string& name) {
    if (name.starts_with("d.")) return system.derivative_of(unknown(name.substr(2)));
    if (const auto found = system.find(name)) return *found;
    FlatVariable made;
    made.name = name;
    return system.add(std::move(made));
  }
  Term term(const std::string& text) {
    return parse(text, system.terms,
                 {[this](std::string_view name) -> std::optional<Term> {
                    return system.terms.variable(unknown(std::string(name)));
                  },
                  {}});
  }
  // "left = right"; a relation is no equation.
  void equation(const std::string& text) {
    const std::size_t at = text.find('=');
    system.equations.push_back({term(text.substr(0, at)), term(text.substr(at + 1)), {}, {}});
  }
  std::vector<std::string> names(const std::vector<VariableIndex>& variables) const {
    std::vector<std::string> found;
    for (const VariableIndex v : variables) found.push_back(system.variables[v].name);
    return found;
  }
  // Values of all variables: those given, 0 for the others.
  std::vector<double> values(const std::vector<std::pair<std::string, double>>& given) {
    std::vector<double> all(system.variables.size(), 0);
    for (VariableIndex v = 0; v < all.size(); ++v) all[v] = system.variables[v].start.value_or(0);
    for (const auto& [name, value] : given) all[*system.find(name)] = value;
    return all;
  }
};

}  // namespace escapement::equations::testing_support
