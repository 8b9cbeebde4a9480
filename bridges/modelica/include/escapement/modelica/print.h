// SPDX-License-Identifier: MIT
// A flat model as readable flat Modelica: one class, dotted names, functions in front.
#pragma once

#include <string>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

std::string print_flat(const FlatModel& model);
// An expression with the names of a model's variables; `model` may be null when it holds none.
std::string print_expression(const Expr* e, const FlatModel* model);
std::string print_function(const Function& function);

}  // namespace escapement::modelica
