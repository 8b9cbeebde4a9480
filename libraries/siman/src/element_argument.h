// SPDX-License-Identifier: MIT
// The element that an argument of a function means: NQ(Line) names it; NQ(MEMBER(Lines, J)), NQ(which) or
// NQ(2) give its number among all of its class, in path order, which is what MEMBER answers.
#pragma once

#include <utility>
#include <vector>

#include "escapement/expressions/errors.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/expression_element.h"
#include "escapement/siman/variable.h"
#include "model_scope.h"

namespace escapement::siman {

// Whether a lone name is to be read as a number: that of an attribute, a variable, a word such as J or
// Entity.Station. The name of any element is none.
inline bool is_number_name(ModelScope& scope, const expressions::Argument& argument) {
  const Component* found = Binder::find_any(scope.viewpoint(), argument.text);
  if (found == nullptr) return scope.is_word(argument.text);
  return dynamic_cast<const Attribute*>(found) != nullptr ||
         dynamic_cast<const Variable*>(found) != nullptr ||
         dynamic_cast<const ExpressionElement*>(found) != nullptr;
}

template <class E>
class ElementArgument {
 public:
  // Throws ScopeError when the argument names no E.
  ElementArgument(ModelScope& scope, expressions::Argument& argument, std::size_t place, const char* kind)
      : kind_(std::string("the ") + kind + " numbers") {
    if (argument.is_name() && !is_number_name(scope, argument)) {
      named_ = &scope.element<E>(argument, place, kind);
      return;
    }
    number_ = argument.is_name() ? scope.name(argument.text) : std::move(argument.node);
    all_ = scope.binder().world().template elements<E>();
    for (E* each : all_) scope.binder().use(scope.member(), *each);
    const auto constant = number_->constant();
    try {
      if (constant) get_by(*constant);
    } catch (const expressions::EvaluationError& e) {
      throw expressions::ScopeError(e.what(), "", place);
    }
  }

  E* named() const { return named_; }
  // Throws EvaluationError when there is none of that number.
  E& get(EntityFrame& frame) const { return named_ != nullptr ? *named_ : get_by(number_->evaluate(frame)); }

 private:
  E& get_by(double number) const { return *all_[expressions::checked_index(kind_, number, all_.size())]; }

  std::string kind_;
  E* named_ = nullptr;
  expressions::NodePtr number_;
  std::vector<E*> all_;
};

}  // namespace escapement::siman
