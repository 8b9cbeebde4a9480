// SPDX-License-Identifier: MIT
#include "nodes.h"

#include <cmath>

#include "escapement/core/error.h"

namespace escapement::expressions::internal {
namespace {

double truth(bool value) {
  return value ? 1.0 : 0.0;
}
double negative(double a) {
  return -a;
}
double is_zero(double a) {
  return truth(a == 0.0);
}
double is_not_zero(double a) {
  return truth(a != 0.0);
}
double sum(double a, double b) {
  return a + b;
}
double difference(double a, double b) {
  return a - b;
}
double product(double a, double b) {
  return a * b;
}
double quotient(double a, double b) {
  return a / b;
}
double power(double a, double b) {
  return std::pow(a, b);
}
double equal(double a, double b) {
  return truth(a == b);
}
double not_equal(double a, double b) {
  return truth(a != b);
}
double less(double a, double b) {
  return truth(a < b);
}
double less_equal(double a, double b) {
  return truth(a <= b);
}
double greater(double a, double b) {
  return truth(a > b);
}
double greater_equal(double a, double b) {
  return truth(a >= b);
}

class EqualsConstant final : public Node {
 public:
  EqualsConstant(NodePtr a, double b) : a_(std::move(a)), b_(b) {}
  double evaluate(Frame& frame) const override { return equal(a_->evaluate(frame), b_); }
  std::optional<Equality> equality() const override { return Equality{a_.get(), b_}; }

 private:
  NodePtr a_;
  double b_;
};

double combine(Operator op, double a, double b) {
  switch (op) {
    case Operator::kAdd:
      return a + b;
    case Operator::kSubtract:
      return a - b;
    case Operator::kMultiply:
      return a * b;
    default:
      return a / b;
  }
}

class ArithmeticChain final : public Node {
 public:
  ArithmeticChain(NodePtr first, std::vector<Term> rest) : first_(std::move(first)), rest_(std::move(rest)) {}
  double evaluate(Frame& frame) const override {
    double value = first_->evaluate(frame);
    for (const Term& term : rest_) value = combine(term.op, value, term.node->evaluate(frame));
    return value;
  }

 private:
  NodePtr first_;
  std::vector<Term> rest_;
};

class LogicChain final : public Node {
 public:
  LogicChain(NodePtr first, std::vector<Term> rest) : first_(std::move(first)), rest_(std::move(rest)) {}
  double evaluate(Frame& frame) const override {
    bool value = first_->evaluate(frame) != 0.0;
    for (const Term& term : rest_) {
      // false && x is false and true || x is true whatever x is, so x is not looked at.
      if (value == (term.op == Operator::kAnd)) value = term.node->evaluate(frame) != 0.0;
    }
    return truth(value);
  }

 private:
  NodePtr first_;
  std::vector<Term> rest_;
};

class Choice final : public Node {
 public:
  Choice(NodePtr condition, NodePtr a, NodePtr b)
      : condition_(std::move(condition)), a_(std::move(a)), b_(std::move(b)) {}
  double evaluate(Frame& frame) const override {
    return condition_->evaluate(frame) != 0.0 ? a_->evaluate(frame) : b_->evaluate(frame);
  }

 private:
  NodePtr condition_;
  NodePtr a_;
  NodePtr b_;
};

}  // namespace

NodePtr make_negation(NodePtr a) {
  return make_unary<negative>(std::move(a));
}
NodePtr make_not(NodePtr a) {
  return make_unary<is_zero>(std::move(a));
}
NodePtr make_power(NodePtr a, NodePtr b) {
  return make_binary<power>(std::move(a), std::move(b));
}

NodePtr make_comparison(Operator op, NodePtr a, NodePtr b) {
  switch (op) {
    case Operator::kEqual:
      if (const auto right = b->constant(); right && !a->constant())
        return std::make_unique<EqualsConstant>(std::move(a), *right);
      return make_binary<equal>(std::move(a), std::move(b));
    case Operator::kNotEqual:
      return make_binary<not_equal>(std::move(a), std::move(b));
    case Operator::kLess:
      return make_binary<less>(std::move(a), std::move(b));
    case Operator::kLessEqual:
      return make_binary<less_equal>(std::move(a), std::move(b));
    case Operator::kGreater:
      return make_binary<greater>(std::move(a), std::move(b));
    default:
      return make_binary<greater_equal>(std::move(a), std::move(b));
  }
}

NodePtr make_arithmetic(NodePtr first, std::vector<Term> rest) {
  std::size_t folded = 0;
  if (auto value = first->constant()) {
    while (folded < rest.size() && rest[folded].node->constant()) {
      value = combine(rest[folded].op, *value, *rest[folded].node->constant());
      ++folded;
    }
    first = make_constant(*value);
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(folded));
  }
  if (rest.empty()) return first;
  if (rest.size() > 1) return std::make_unique<ArithmeticChain>(std::move(first), std::move(rest));
  NodePtr second = std::move(rest[0].node);
  switch (rest[0].op) {
    case Operator::kAdd:
      return make_binary<sum>(std::move(first), std::move(second));
    case Operator::kSubtract:
      return make_binary<difference>(std::move(first), std::move(second));
    case Operator::kMultiply:
      return make_binary<product>(std::move(first), std::move(second));
    default:
      return make_binary<quotient>(std::move(first), std::move(second));
  }
}

NodePtr make_logic(NodePtr first, std::vector<Term> rest) {
  std::size_t used = 0;
  // A constant on the left decides whether the next term counts; if it does, the term takes its place.
  for (; used < rest.size() && first->constant(); ++used) {
    const bool value = *first->constant() != 0.0;
    if (value == (rest[used].op == Operator::kAnd)) {
      first = make_unary<is_not_zero>(std::move(rest[used].node));
    } else {
      first = make_constant(truth(value));
    }
  }
  rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(used));
  if (rest.empty()) return first;
  return std::make_unique<LogicChain>(std::move(first), std::move(rest));
}

NodePtr make_choice(NodePtr condition, NodePtr a, NodePtr b) {
  if (const auto value = condition->constant()) return *value != 0.0 ? std::move(a) : std::move(b);
  return std::make_unique<Choice>(std::move(condition), std::move(a), std::move(b));
}

}  // namespace escapement::expressions::internal
