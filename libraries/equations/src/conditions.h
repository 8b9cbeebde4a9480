// SPDX-License-Identifier: MIT
// Relations and floors of right sides become conditions (condition.h).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "affine.h"
#include "escapement/core/error.h"
#include "escapement/equations/condition.h"

namespace escapement::equations::internal {

class ConditionMaker {
 public:
  // What of a system it needs to know.
  struct Owner {
    AffineInTime::FormOf form_of;                          // see affine.h
    std::function<VariableIndex(const std::string&)> add;  // a variable for a condition of this text
    std::function<std::string(Term)> text;
  };
  // What becomes conditions: relations and floors outside noEvent; or all that makes a corner or a jump, abs,
  // sign, min and max included, wherever it stands. Then equalities stay as they are, and so do choices of
  // one variable whose branches meet with equal slopes, which have no corner (a diode that goes on straight).
  enum class Which { kEvents, kCorners };
  ConditionMaker(Terms& terms, Owner owner, std::vector<Condition>& conditions,
                 std::vector<Diagnostic>& faults, Which which = Which::kEvents);

  // The term with each relation whose sides change between events replaced by its condition. Conditions are
  // made once for equal relations.
  Term rewritten(Term term, const SourceLocation& where);
  AffineInTime& affine() { return affine_; }

 private:
  bool varies(Term term);
  std::vector<Term> seen_by_events(Term term) const;
  Term event_form(Operation operation, std::span<const Term> arguments, const SourceLocation& where);
  void find_smooth(Term term);
  bool is_smooth(Term choice) const;
  std::optional<Term> corner_form(Operation operation, std::span<const Term> arguments);
  Term floor_of(Term argument);
  Term condition(Term plain, Term crossing, bool is_floor, Operation relation);

  Terms& terms_;
  Owner owner_;
  std::vector<Condition>& conditions_;
  std::vector<Diagnostic>& faults_;
  AffineInTime affine_;
  Which which_;
  std::unordered_set<std::uint32_t> smooth_;      // relations that choose between branches that meet smoothly
  std::unordered_map<std::uint32_t, Term> made_;  // by the term as written
  std::unordered_map<std::uint32_t, Term> variables_;  // by the relation or floor that a condition stands for
};

// (time - start) / period, both constant: the ticks that its whole numbers are. A number that is the double
// nearest to a quotient of small whole numbers is taken for that: 1/60 is a sixtieth exactly.
std::optional<Periodic> ticks_of(const Terms& terms, Term quotient);

}  // namespace escapement::equations::internal
