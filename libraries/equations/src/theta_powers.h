// SPDX-License-Identifier: MIT
// Powers of Theta, found as units are: a linear equation over the powers for each sum, product and function.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "escapement/equations/flat_system.h"

namespace escapement::equations::internal {

// constant + sum of coefficients * power(variable)
struct Power {
  double constant = 0;
  std::map<VariableIndex, double> of;
};

class ThetaPowers {
 public:
  explicit ThetaPowers(const FlatSystem& system) : system_(system) {}

  // The power of this variable is `value`. What cannot be is a fault that says `why`.
  void set(VariableIndex variable, double value, const std::string& why);
  // Both sides have the same power. `where` and `text` for messages.
  void equal(Term left, Term right, const SourceLocation& where, const std::string& text);
  // All inside of the term agrees, and the term itself has power 0.
  void plain(Term term, const SourceLocation& where, const std::string& text);
  // The power that follows for a variable; what is open counts as 0.
  double of(VariableIndex variable) const;
  std::vector<Diagnostic>& faults() { return faults_; }

 private:
  // Nothing: a zero, which has every power.
  using Known = std::optional<Power>;
  Known power_of(Term root);
  Known combine(Term term, std::unordered_map<std::uint32_t, Known>& known);
  Power reduced(const Power& power) const;
  // power = 0, or the fault `what`.
  void vanish(Power power, const std::string& what);
  void same(const Known& a, const Known& b, const std::string& what);
  void zero(const Known& a, const std::string& what);
  void fault(const std::string& what);

  const FlatSystem& system_;
  std::unordered_map<VariableIndex, Power> solved_;  // a power by others that are open
  std::unordered_map<std::uint32_t, Known> known_;
  std::vector<Diagnostic> faults_;
  SourceLocation where_;
  std::string text_;
  bool told_ = false;  // one fault for each equation
};

}  // namespace escapement::equations::internal
