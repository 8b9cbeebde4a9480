// SPDX-License-Identifier: MIT
#include "mathematics.h"

#include <cmath>

#include "nodes.h"

namespace escapement::expressions::internal {
namespace {

double absolute(double a) {
  return std::fabs(a);
}
double arc_cosine(double a) {
  return std::acos(a);
}
double truncated(double a) {
  return std::trunc(a);
}
double real_remainder(double a, double b) {
  return std::fmod(a, b);
}
double rounded(double a) {
  return std::round(a);
}
double arc_sine(double a) {
  return std::asin(a);
}
double arc_tangent(double a) {
  return std::atan(a);
}
double arc_tangent2(double y, double x) {
  return std::atan2(y, x);
}
double ceiling(double a) {
  return std::ceil(a);
}
double cosine(double a) {
  return std::cos(a);
}
double exponential(double a) {
  return std::exp(a);
}
double floor_of(double a) {
  return std::floor(a);
}
double hyperbolic_cosine(double a) {
  return std::cosh(a);
}
double hyperbolic_sine(double a) {
  return std::sinh(a);
}
double hyperbolic_tangent(double a) {
  return std::tanh(a);
}
double natural_logarithm(double a) {
  return std::log(a);
}
double common_logarithm(double a) {
  return std::log10(a);
}
double whole_remainder(double a, double b) {
  return std::fmod(std::trunc(a), std::trunc(b));
}
double sign(double a) {
  return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a;
}
double sine(double a) {
  return std::sin(a);
}
double square_root(double a) {
  return std::sqrt(a);
}
double tangent(double a) {
  return std::tan(a);
}
// A NaN on either side stays NaN, unlike std::fmax.
double larger(double a, double b) {
  return a >= b || std::isnan(a) ? a : b;
}
double smaller(double a, double b) {
  return a <= b || std::isnan(a) ? a : b;
}

// MX and MN of three and more.
template <Binary kF>
class Extreme final : public Node {
 public:
  explicit Extreme(std::vector<NodePtr> arguments) : arguments_(std::move(arguments)) {}
  double evaluate(Frame& frame) const override {
    double value = arguments_[0]->evaluate(frame);
    for (std::size_t i = 1; i < arguments_.size(); ++i) value = kF(value, arguments_[i]->evaluate(frame));
    return value;
  }

 private:
  std::vector<NodePtr> arguments_;
};

template <Unary kF>
NodePtr one(std::vector<NodePtr> a) {
  return make_unary<kF>(std::move(a[0]));
}

template <Binary kF>
NodePtr two(std::vector<NodePtr> a) {
  return make_binary<kF>(std::move(a[0]), std::move(a[1]));
}

template <Binary kF>
NodePtr extreme(std::vector<NodePtr> a) {
  if (a.size() == 1) return std::move(a[0]);
  if (a.size() == 2) return two<kF>(std::move(a));
  bool fixed = true;
  for (const NodePtr& argument : a) fixed = fixed && argument->constant();
  auto node = std::make_unique<Extreme<kF>>(std::move(a));
  if (!fixed) return node;
  Frame nothing;
  return make_constant(node->evaluate(nothing));
}

NodePtr negated(std::vector<NodePtr> a) {
  return make_not(std::move(a[0]));
}

NodePtr choice(std::vector<NodePtr> a) {
  return make_choice(std::move(a[0]), std::move(a[1]), std::move(a[2]));
}

Signature describe(std::string name, std::vector<std::string> aliases, std::vector<std::string> parameters,
                   std::string doc) {
  Signature s;
  s.name = std::move(name);
  s.aliases = std::move(aliases);
  for (std::string& parameter : parameters) s.parameters.push_back({std::move(parameter)});
  s.doc = std::move(doc);
  s.group = Signature::Group::kMathematics;
  return s;
}

Signature describe_many(std::string name, std::vector<std::string> aliases, std::string doc) {
  Signature s = describe(std::move(name), std::move(aliases), {"a"}, std::move(doc));
  s.repeats = true;
  return s;
}

std::vector<MathFunction> make_table() {
  return {
      {describe("ABS", {}, {"a"}, "Absolute value."), one<absolute>},
      {describe("ACOS", {}, {"a"}, "Arc cosine in radians; a from -1 to 1."), one<arc_cosine>},
      {describe("AINT", {}, {"a"}, "Whole part, truncated toward zero."), one<truncated>},
      {describe("AMOD", {}, {"a", "b"}, "Remainder a - AINT(a/b)*b, with the sign of a; b not 0."),
       two<real_remainder>},
      {describe("ANINT", {"ROUND"}, {"a"}, "Nearest whole number; halves go away from zero."), one<rounded>},
      {describe("ASIN", {}, {"a"}, "Arc sine in radians; a from -1 to 1."), one<arc_sine>},
      {describe("ATAN", {}, {"a"}, "Arc tangent in radians."), one<arc_tangent>},
      {describe("ATAN2", {}, {"y", "x"},
                "Angle of the point (x, y) in radians, -pi to pi. An addition to Arena."),
       two<arc_tangent2>},
      {describe("CEIL", {"CEILING"}, {"a"}, "Smallest whole number not below a. An addition to Arena."),
       one<ceiling>},
      {describe("COS", {}, {"a"}, "Cosine of a in radians."), one<cosine>},
      {describe("EP", {"EXP"}, {"a"}, "Exponential, e to the power a."), one<exponential>},
      {describe("FLOOR", {}, {"a"}, "Largest whole number not above a. An addition to Arena."),
       one<floor_of>},
      {describe("HCOS", {}, {"a"}, "Hyperbolic cosine."), one<hyperbolic_cosine>},
      {describe("HSIN", {}, {"a"}, "Hyperbolic sine."), one<hyperbolic_sine>},
      {describe("HTAN", {}, {"a"}, "Hyperbolic tangent."), one<hyperbolic_tangent>},
      {describe(
           "IF", {}, {"condition", "a", "b"},
           "a when the condition is not 0, else b; the other one is not evaluated. An addition to Arena."),
       choice},
      {describe("LN", {}, {"a"}, "Natural logarithm; a above 0."), one<natural_logarithm>},
      {describe("LOG", {}, {"a"}, "Common logarithm, base 10; a above 0."), one<common_logarithm>},
      {describe_many("MN", {"MIN"}, "Smallest of its arguments."), extreme<smaller>},
      {describe("MOD", {}, {"a", "b"}, "AMOD of the whole parts of a and b; AINT(b) not 0."),
       two<whole_remainder>},
      {describe_many("MX", {"MAX"}, "Largest of its arguments."), extreme<larger>},
      {describe("NOT", {}, {"a"}, "1 when a is 0, else 0; the same as !a. An addition to Arena."), negated},
      {describe("SGN", {}, {"a"}, "-1, 0 or 1 by the sign of a. An addition to Arena."), one<sign>},
      {describe("SIN", {}, {"a"}, "Sine of a in radians."), one<sine>},
      {describe("SQRT", {}, {"a"}, "Square root; a not below 0."), one<square_root>},
      {describe("TAN", {}, {"a"}, "Tangent of a in radians."), one<tangent>},
  };
}

}  // namespace

std::span<const MathFunction> mathematics() {
  static const std::vector<MathFunction> table = make_table();
  return table;
}

}  // namespace escapement::expressions::internal
