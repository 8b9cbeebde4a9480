// SPDX-License-Identifier: MIT
// When the value of an expression is known: constants, parameters, at events, all the time (Modelica 3.6,
// section 3.8).
#include <cmath>

#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

Variability Flattener::variability_of(const Expr* e) const {
  if (e == nullptr) return Variability::kConstant;
  switch (e->kind) {
    case ExprKind::kVariable: {
      Variability made = flat_->variables[e->variable].variability;
      for (const Expr* part : e->args) made = std::max(made, variability_of(part));
      return made;
    }
    case ExprKind::kTime:
      return Variability::kContinuous;
    case ExprKind::kCall:
      if (e->function == nullptr) {
        if (e->text == "size" || e->text == "ndims") {  // the sizes of variables do not change
          return e->args.size() > 1 ? std::min(variability_of(e->args[1]), Variability::kParameter)
                                    : Variability::kConstant;
        }
        if (e->text == "initial" || e->text == "terminal" || e->text == "sample" || e->text == "edge" ||
            e->text == "change" || e->text == "pre")
          return Variability::kDiscrete;
        if (e->text == "noEvent")
          return variability_of(e->args[0]) == Variability::kContinuous ? Variability::kContinuous
                                                                        : variability_of(e->args[0]);
        if (e->text == "floor" || e->text == "ceil" || e->text == "integer" || e->text == "div") {
          Variability made = Variability::kConstant;
          for (const Expr* part : e->args) made = std::max(made, variability_of(part));
          return std::min(made, Variability::kDiscrete);
        }
      } else if (!e->function->is_pure && !e->function->is_record_constructor) {
        Variability made = Variability::kParameter;
        for (const Expr* part : e->args) made = std::max(made, variability_of(part));
        return made;
      }
      break;
    case ExprKind::kBinary:
      if (is_relation(e->op))  // outside of noEvent a relation changes at events only
        return std::min(Variability::kDiscrete,
                        std::max(variability_of(e->args[0]), variability_of(e->args[1])));
      break;
    default:
      break;
  }
  Variability made = Variability::kConstant;
  for (const Expr* part : e->args)
    if (part != nullptr) made = std::max(made, variability_of(part));
  for (const Iterator& iterator : e->iterators) made = std::max(made, variability_of(iterator.range));
  return made;
}

bool Flattener::is_structural(const Expr* e) const {
  if (e->kind == ExprKind::kIterator || e->kind == ExprKind::kLocal) return false;
  for (const Expr* part : e->args)
    if (part != nullptr && !is_structural(part)) return false;
  return variability_of(e) == Variability::kConstant;
}

}  // namespace escapement::modelica
