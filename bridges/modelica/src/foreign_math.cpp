// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include "foreign.h"

namespace escapement::modelica {
namespace {

struct Unary {
  std::string_view name;
  double (*function)(double);
};
struct Binary {
  std::string_view name;
  double (*function)(double, double);
};

constexpr std::array<Unary, 30> kUnary{{
    {"sin", std::sin},       {"cos", std::cos},       {"tan", std::tan},     {"asin", std::asin},
    {"acos", std::acos},     {"atan", std::atan},     {"sinh", std::sinh},   {"cosh", std::cosh},
    {"tanh", std::tanh},     {"asinh", std::asinh},   {"acosh", std::acosh}, {"atanh", std::atanh},
    {"exp", std::exp},       {"exp2", std::exp2},     {"expm1", std::expm1}, {"log", std::log},
    {"log2", std::log2},     {"log10", std::log10},   {"log1p", std::log1p}, {"sqrt", std::sqrt},
    {"cbrt", std::cbrt},     {"fabs", std::fabs},     {"floor", std::floor}, {"ceil", std::ceil},
    {"round", std::round},   {"trunc", std::trunc},   {"erf", std::erf},     {"erfc", std::erfc},
    {"tgamma", std::tgamma}, {"lgamma", std::lgamma},
}};
constexpr std::array<Binary, 6> kBinary{{{"pow", std::pow},
                                         {"atan2", std::atan2},
                                         {"fmod", std::fmod},
                                         {"hypot", std::hypot},
                                         {"fmin", std::fmin},
                                         {"fmax", std::fmax}}};

void give(ForeignCall& call, double value) {
  if (!std::isfinite(value)) {
    std::string list;
    for (const Value& one : call.arguments) list += (list.empty() ? "" : ", ") + std::to_string(one.number);
    throw ForeignFault(std::string(call.name) + "(" + list + ") has no value");
  }
  call.result = Value::real(value);
}

}  // namespace

bool run_foreign_math(ForeignCall& call) {
  if (call.arguments.size() == 1)
    for (const Unary& one : kUnary)
      if (one.name == call.name) {
        give(call, one.function(call.number(0)));
        return true;
      }
  if (call.arguments.size() == 2)
    for (const Binary& one : kBinary)
      if (one.name == call.name) {
        give(call, one.function(call.number(0), call.number(1)));
        return true;
      }
  if (call.arguments.size() == 1 && (call.name == "abs" || call.name == "labs")) {
    call.result = Value::integer(std::abs(call.number(0)));
    return true;
  }
  return false;
}

}  // namespace escapement::modelica
