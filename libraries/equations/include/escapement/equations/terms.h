// SPDX-License-Identifier: MIT
// Terms: the right and left sides of equations as a graph that shares equal parts.
//
// A Term is a number that names a node of the pool that made it; equal numbers are equal terms, because a
// node is made once (hash consing, Ershov 1958). Arguments have smaller numbers than what they are arguments
// of, so that going through the numbers upward is an order of evaluation. A pool only grows; terms stay valid
// as long as it lives.
//
// make() simplifies what needs no knowledge of values: operations on constants, x+0, x-0, 0-x, x*1, x*0, x/1,
// 0/x, x^1, x^0, -(-x), x-x, not not x, and/or/if with a constant condition. Like every symbolic tool it
// takes x*0 for 0 and x-x for 0, although they would not be so at inf and NaN. Operations on constants that
// give no number (1/0, log(-1)) are left as they stand, so that the fault shows where it is evaluated, with
// its text.
//
// Variables are numbers too; what they are called is the business of whoever hands them out.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "escapement/equations/operation.h"

namespace escapement::equations {

using VariableIndex = std::uint32_t;

struct Term {
  std::uint32_t id = 0;
  friend bool operator==(Term, Term) = default;
  friend auto operator<=>(Term, Term) = default;
};

class Terms {
 public:
  Terms();

  Term constant(double value);
  Term variable(VariableIndex index);
  Term time();

  // Throws InternalError when the number of arguments is not that of the operation, or an argument is not of
  // this pool.
  Term make(Operation operation, Term argument);
  Term make(Operation operation, Term left, Term right);
  Term make(Operation operation, Term first, Term second, Term third);
  Term make(Operation operation, std::span<const Term> arguments);

  Term add(Term left, Term right) { return make(Operation::kAdd, left, right); }
  Term subtract(Term left, Term right) { return make(Operation::kSubtract, left, right); }
  Term multiply(Term left, Term right) { return make(Operation::kMultiply, left, right); }
  Term divide(Term left, Term right) { return make(Operation::kDivide, left, right); }
  Term negate(Term argument) { return make(Operation::kNegate, argument); }

  Operation operation(Term term) const { return nodes_[term.id].operation; }
  std::span<const Term> arguments(Term term) const {
    const Node& node = nodes_[term.id];
    return {arguments_.data() + node.first, node.count};
  }
  // Of a constant; of other terms NaN.
  double value(Term term) const { return nodes_[term.id].value; }
  bool is_constant(Term term) const { return operation(term) == Operation::kConstant; }
  bool is_constant(Term term, double value) const { return is_constant(term) && this->value(term) == value; }
  // Of a variable; of other terms meaningless.
  VariableIndex variable_index(Term term) const { return nodes_[term.id].first; }

  std::size_t size() const { return nodes_.size(); }

  // The term with every variable x for which `replace(x)` tells one replaced by it, and rebuilt (so
  // simplified).
  Term substitute(Term term, const std::function<const Term*(VariableIndex)>& replace);
  // The variables that occur in the terms, ascending. `time` is told apart.
  std::vector<VariableIndex> variables_in(std::span<const Term> terms) const;
  std::vector<VariableIndex> variables_in(Term term) const { return variables_in({&term, 1}); }
  bool depends_on_time(Term term) const;
  // All terms that these stand on, themselves included, ascending: an order of evaluation.
  std::vector<Term> reachable(std::span<const Term> terms) const;

 private:
  struct Node {
    Operation operation;
    std::uint8_t count;   // of arguments
    std::uint32_t first;  // place of the first argument, or the index of a variable
    double value;
  };
  bool is_truth(Term term) const;
  bool stands_before(Operation operation, Term one, Term other) const;
  Term simplified(Operation operation, std::span<const Term> arguments, bool& done);
  Term intern(Operation operation, std::span<const Term> arguments, double value, std::uint32_t index);
  std::uint64_t hash(Operation operation, std::span<const Term> arguments, double value,
                     std::uint32_t index) const;
  std::uint64_t hash(const Node& node) const;
  bool equal(const Node& node, Operation operation, std::span<const Term> arguments, double value,
             std::uint32_t index) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<Term> arguments_;
  std::vector<std::uint32_t> slots_;  // open addressing over node numbers + 1; 0 is free
};

}  // namespace escapement::equations
