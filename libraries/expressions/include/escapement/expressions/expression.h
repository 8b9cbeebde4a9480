// SPDX-License-Identifier: MIT
// The evaluable form of an expression: a tree of nodes that is built once, when a model is built, and then
// only evaluated.
//
// Threads: evaluate() changes nothing in the tree. Two threads may evaluate one expression with different
// frames as long as it draws no random numbers and the scope's own nodes allow it.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace escapement::expressions {

// What an evaluation may look at: the entity that moves, the clock. This room has no use for it and only
// hands it on, so it is empty. Derive from it, and static_cast back in the nodes that your own scope makes.
struct Frame {};

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;

  // Truth values are 1 and 0; any value but 0 counts as true. Division by zero and arguments outside a
  // function's domain give inf or NaN as IEEE 754 says; nothing is thrown for them here.
  // Throws EvaluationError for parameters of a random variate and for indices that are out of range.
  virtual double evaluate(Frame& frame) const = 0;

  // The value, when it is the same in every frame and takes no random number; such nodes are folded away.
  virtual std::optional<double> constant() const { return std::nullopt; }

  // Whether the value stands for a text: a number that means nothing by itself (Scope::text).
  virtual bool is_text() const { return false; }

  // Of a comparison `left == right` with a constant on the right: both sides. So who tests one thing against
  // many constants evaluates it once (siman::Branch).
  struct Equality {
    const Node* left;
    double right;
  };
  virtual std::optional<Equality> equality() const { return std::nullopt; }
};

using NodePtr = std::unique_ptr<Node>;

NodePtr make_constant(double value);
// A text by the number that stands for it.
NodePtr make_text(double number);

class Expression {
 public:
  // Empty: false as a bool, not constant; evaluate() gives NaN, evaluate_checked() throws.
  Expression() = default;
  // Takes the tree; text is what people see in messages. An empty root makes an empty expression.
  Expression(NodePtr root, std::string text);
  // A number that was never text, such as a default.
  explicit Expression(double value);

  Expression(Expression&&) noexcept = default;
  Expression& operator=(Expression&&) noexcept = default;

  explicit operator bool() const { return root_ != nullptr || is_constant_; }

  double evaluate(Frame& frame) const { return root_ ? root_->evaluate(frame) : value_; }

  // evaluate(), but a result that is not a number throws EvaluationError with the text. Infinite results
  // pass. Throws InternalError when empty.
  double evaluate_checked(Frame& frame) const {
    const double value = evaluate(frame);
    if (value != value) [[unlikely]]
      refuse_nan();
    return value;
  }

  // Not zero; a NaN is an EvaluationError as in evaluate_checked().
  bool evaluate_truth(Frame& frame) const { return evaluate_checked(frame) != 0.0; }

  bool is_constant() const { return is_constant_; }
  // The constant's value; empty when the value has to be evaluated.
  std::optional<double> constant() const {
    return is_constant_ ? std::optional<double>(value_) : std::nullopt;
  }
  // Node::equality() of the tree; valid as long as the expression.
  std::optional<Node::Equality> equality() const { return root_ ? root_->equality() : std::nullopt; }
  const std::string& text() const { return text_; }
  // Whether the value stands for a text.
  bool is_text() const { return is_text_; }

 private:
  [[noreturn]] void refuse_nan() const;

  NodePtr root_;  // null when constant or empty
  double value_ = std::numeric_limits<double>::quiet_NaN();
  bool is_constant_ = false;
  bool is_text_ = false;
  std::string text_;
};

}  // namespace escapement::expressions
