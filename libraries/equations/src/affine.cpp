// SPDX-License-Identifier: MIT
#include "affine.h"

#include <array>

namespace escapement::equations::internal {

std::optional<Condition::InTime> AffineInTime::operator()(Term term) {
  for (const Term one : terms_.reachable({&term, 1}))
    if (!known_.contains(one.id)) known_.emplace(one.id, form(one));
  return known_.at(term.id);
}

std::optional<Condition::InTime> AffineInTime::form(Term term) {
  const Term zero = terms_.constant(0);
  const Operation operation = terms_.operation(term);
  const auto span = terms_.arguments(term);
  const std::array<Term, 3> argument{span.empty() ? zero : span[0], span.size() > 1 ? span[1] : zero,
                                     span.size() > 2 ? span[2] : zero};
  switch (operation) {
    case Operation::kConstant:
      return Condition::InTime{zero, term};
    case Operation::kTime:
      return Condition::InTime{terms_.constant(1), zero};
    case Operation::kVariable:
      return form_of_(terms_.variable_index(term));
    default:
      break;
  }
  std::array<Condition::InTime, 3> of{};
  bool all_fixed = true;
  for (std::size_t i = 0; i < terms_.arguments(term).size(); ++i) {
    const auto& known = known_.at(argument[i].id);
    if (!known) return std::nullopt;
    of[i] = *known;
    all_fixed = all_fixed && terms_.is_constant(known->rate, 0);
  }
  if (all_fixed) return Condition::InTime{zero, term};
  switch (operation) {
    case Operation::kAdd:
    case Operation::kSubtract:
      return Condition::InTime{terms_.make(operation, of[0].rate, of[1].rate),
                               terms_.make(operation, of[0].offset, of[1].offset)};
    case Operation::kNegate:
      return Condition::InTime{terms_.negate(of[0].rate), terms_.negate(of[0].offset)};
    case Operation::kMultiply:
      if (terms_.is_constant(of[0].rate, 0))
        return Condition::InTime{terms_.multiply(of[0].offset, of[1].rate),
                                 terms_.multiply(of[0].offset, of[1].offset)};
      if (terms_.is_constant(of[1].rate, 0))
        return Condition::InTime{terms_.multiply(of[0].rate, of[1].offset),
                                 terms_.multiply(of[0].offset, of[1].offset)};
      return std::nullopt;
    case Operation::kDivide:
      if (terms_.is_constant(of[1].rate, 0))
        return Condition::InTime{terms_.divide(of[0].rate, of[1].offset),
                                 terms_.divide(of[0].offset, of[1].offset)};
      return std::nullopt;
    case Operation::kIf:
      if (terms_.is_constant(of[0].rate, 0))
        return Condition::InTime{terms_.make(operation, argument[0], of[1].rate, of[2].rate),
                                 terms_.make(operation, argument[0], of[1].offset, of[2].offset)};
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace escapement::equations::internal
