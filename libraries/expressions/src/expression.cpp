// SPDX-License-Identifier: MIT
#include "escapement/expressions/expression.h"

#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"

namespace escapement::expressions {
namespace {

class Constant final : public Node {
 public:
  explicit Constant(double value) : value_(value) {}
  double evaluate(Frame&) const override { return value_; }
  std::optional<double> constant() const override { return value_; }

 private:
  double value_;
};

class Text final : public Node {
 public:
  explicit Text(double number) : number_(number) {}
  double evaluate(Frame&) const override { return number_; }
  std::optional<double> constant() const override { return number_; }
  bool is_text() const override { return true; }

 private:
  double number_;
};

}  // namespace

NodePtr make_text(double number) {
  return std::make_unique<Text>(number);
}

NodePtr make_constant(double value) {
  return std::make_unique<Constant>(value);
}

Expression::Expression(NodePtr root, std::string text) : root_(std::move(root)), text_(std::move(text)) {
  if (!root_) return;
  is_text_ = root_->is_text();
  if (const std::optional<double> value = root_->constant()) {
    value_ = *value;
    is_constant_ = true;
    root_.reset();
  }
}

Expression::Expression(double value) : value_(value), is_constant_(true), text_(to_text(value)) {}

void Expression::refuse_nan() const {
  if (!*this) throw InternalError("an empty expression was evaluated; compile() it first");
  throw EvaluationError("expression '" + text_ +
                        "' gives nan, which is not a number; look for 0/0, inf - inf or a function such as "
                        "SQRT or LN whose argument is out of range");
}

}  // namespace escapement::expressions
