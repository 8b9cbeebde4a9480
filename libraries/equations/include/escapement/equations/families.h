// SPDX-License-Identifier: MIT
// Families: functions of the same shape, that is the same operations on other variables and other constants,
// share one description. A row of 20 000 equal cells is one shape and a table of 20 000 lines, so whoever
// makes code of shapes makes it once, whatever the number of cells.
//
//   u' = 3 (v - u)   and   w' = 5 (x - w)     are   c0 (s0 - s1)  with  (v, u; 3)  and  (x, w; 5)
//
// The shape is found by walking the terms from the results, arguments in their order, and numbering what is
// met. A variable is numbered once, however often it occurs, so that a (a + 1) and a (b + 1) are two shapes.
// A constant is numbered at each occurrence, so that members may have equal constants where others have not.
// Arguments that may be swapped are taken in an order that depends on what they look like. Exponents stay
// part of the shape, for x^2 is computed otherwise than x^y.
//
// Adding a function costs time in proportion to its own size.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "escapement/equations/terms.h"

namespace escapement::equations {

class Families {
 public:
  struct Member {
    std::uint32_t family = 0, number = 0;  // the member's line in the family's table
    friend bool operator==(Member, Member) = default;
  };
  // Variables of different kinds make different shapes. Nothing: all are alike.
  using Kind = std::function<std::uint32_t(VariableIndex)>;

  explicit Families(Kind kind = {}) : kind_(std::move(kind)) {}

  // The function with these results, which are terms of `source`.
  Member add(const Terms& source, std::span<const Term> results);

  std::size_t size() const { return families_.size(); }
  std::size_t members(std::uint32_t family) const { return families_[family].members; }
  // What the members of a family compute, in shapes(): variable s < variables(f) is the member's s-th
  // variable, variable variables(f) + c its c-th constant.
  std::span<const Term> results(std::uint32_t family) const { return families_[family].results; }
  std::uint32_t variables(std::uint32_t family) const { return families_[family].variables; }
  std::uint32_t constants(std::uint32_t family) const { return families_[family].constants; }
  // Terms may be added, such as derivatives of results.
  Terms& shapes() { return shapes_; }
  const Terms& shapes() const { return shapes_; }

  std::span<const VariableIndex> variables_of(Member member) const {
    const Family& family = families_[member.family];
    return {family.variable_table.data() + std::size_t{member.number} * family.variables, family.variables};
  }
  std::span<const double> constants_of(Member member) const {
    const Family& family = families_[member.family];
    return {family.constant_table.data() + std::size_t{member.number} * family.constants, family.constants};
  }

 private:
  struct Family {
    std::vector<Term> results;
    std::uint32_t variables = 0, constants = 0, members = 0;
    std::vector<VariableIndex> variable_table;
    std::vector<double> constant_table;
  };
  struct Walk;
  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };
  std::vector<Term> shape_of(const Terms& source, std::span<const Term> results, const Walk& walk);

  Kind kind_;
  Terms shapes_;
  std::vector<Family> families_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, KeyHash> by_key_;
};

}  // namespace escapement::equations
