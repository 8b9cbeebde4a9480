// SPDX-License-Identifier: MIT
// The nodes that operators become, and their making with constants folded.
//
// Folding never changes a result: terms are taken from left to right as they stand, so a + 1 + 2 stays two
// additions while 1 + 2 + a becomes 3 + a.
#pragma once

#include <utility>
#include <vector>

#include "escapement/expressions/expression.h"
#include "lexer.h"

namespace escapement::expressions::internal {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

template <Unary kF>
class UnaryNode final : public Node {
 public:
  explicit UnaryNode(NodePtr a) : a_(std::move(a)) {}
  double evaluate(Frame& frame) const override { return kF(a_->evaluate(frame)); }

 private:
  NodePtr a_;
};

template <Binary kF>
class BinaryNode final : public Node {
 public:
  BinaryNode(NodePtr a, NodePtr b) : a_(std::move(a)), b_(std::move(b)) {}
  double evaluate(Frame& frame) const override {
    const double a = a_->evaluate(frame);  // left first: random numbers are drawn in reading order
    return kF(a, b_->evaluate(frame));
  }

 private:
  NodePtr a_;
  NodePtr b_;
};

// A constant on one side saves a virtual call and a cache line.
template <Binary kF>
class ConstantRightNode final : public Node {
 public:
  ConstantRightNode(NodePtr a, double b) : a_(std::move(a)), b_(b) {}
  double evaluate(Frame& frame) const override { return kF(a_->evaluate(frame), b_); }

 private:
  NodePtr a_;
  double b_;
};

template <Binary kF>
class ConstantLeftNode final : public Node {
 public:
  ConstantLeftNode(double a, NodePtr b) : a_(a), b_(std::move(b)) {}
  double evaluate(Frame& frame) const override { return kF(a_, b_->evaluate(frame)); }

 private:
  double a_;
  NodePtr b_;
};

template <Unary kF>
NodePtr make_unary(NodePtr a) {
  if (const auto value = a->constant()) return make_constant(kF(*value));
  return std::make_unique<UnaryNode<kF>>(std::move(a));
}

template <Binary kF>
NodePtr make_binary(NodePtr a, NodePtr b) {
  const auto left = a->constant();
  const auto right = b->constant();
  if (left && right) return make_constant(kF(*left, *right));
  if (right) return std::make_unique<ConstantRightNode<kF>>(std::move(a), *right);
  if (left) return std::make_unique<ConstantLeftNode<kF>>(*left, std::move(b));
  return std::make_unique<BinaryNode<kF>>(std::move(a), std::move(b));
}

struct Term {
  Operator op;
  NodePtr node;
};

NodePtr make_negation(NodePtr a);
NodePtr make_not(NodePtr a);
NodePtr make_power(NodePtr a, NodePtr b);
// One of the six comparisons.
NodePtr make_comparison(Operator op, NodePtr a, NodePtr b);
// first op term op term ... of equal priority, from left to right; evaluated in a loop, so that chains of any
// length need no stack. Operators are all of + - * / or all of && ||.
NodePtr make_arithmetic(NodePtr first, std::vector<Term> rest);
NodePtr make_logic(NodePtr first, std::vector<Term> rest);
// condition ? a : b; only the chosen branch is evaluated.
NodePtr make_choice(NodePtr condition, NodePtr a, NodePtr b);

}  // namespace escapement::expressions::internal
