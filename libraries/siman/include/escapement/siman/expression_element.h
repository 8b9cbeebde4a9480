// SPDX-License-Identifier: MIT
// An expression element (EXPRESSIONS): a name for an expression, or for a list or table of expressions. It is
// evaluated where and when it is used, as if its text stood there: attributes are those of the entity at
// hand, variates are drawn from the stream of the field that uses it. Names in it are those that its own
// place in the model can see. Subscripts count from 1.
#pragma once

#include <cstddef>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class ExpressionElement : public Member {
 public:
  struct Options {
    std::size_t rows = 1;  // 1 and 1: a plain expression
    std::size_t columns = 1;
    std::vector<ExpressionText> values{};  // by rows
  };
  // Throws BuildError when there are not as many values as elements.
  ExpressionElement(std::string name, Options options);
  ExpressionElement(std::string name, ExpressionText value)
      : ExpressionElement(std::move(name), Options{1, 1, {std::move(value)}}) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;

  bool is_array() const { return options_.rows * options_.columns > 1; }
  std::size_t rows() const { return options_.rows; }
  std::size_t columns() const { return options_.columns; }
  const ExpressionText& text(std::size_t place) const { return options_.values[place]; }
  std::size_t size() const { return options_.values.size(); }

 private:
  Options options_;
};

}  // namespace escapement::siman
