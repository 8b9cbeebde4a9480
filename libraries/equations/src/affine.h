// SPDX-License-Identifier: MIT
// Terms that are affine in time: rate * time + offset, where rate and offset change at events only.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "escapement/equations/condition.h"

namespace escapement::equations::internal {

class AffineInTime {
 public:
  // form_of: what is known of a variable: {0, itself} for one that only events change, the form of its value
  // for an algebraic one that has one, nothing for all else.
  using FormOf = std::function<std::optional<Condition::InTime>(VariableIndex)>;
  AffineInTime(Terms& terms, FormOf form_of) : terms_(terms), form_of_(std::move(form_of)) {}
  std::optional<Condition::InTime> operator()(Term term);

 private:
  std::optional<Condition::InTime> form(Term term);
  Terms& terms_;
  FormOf form_of_;
  std::unordered_map<std::uint32_t, std::optional<Condition::InTime>> known_;
};

}  // namespace escapement::equations::internal
