// SPDX-License-Identifier: MIT
// A ready-made scope that looks names up in a table: constants, variables and arrays that live elsewhere, and
// functions made by callbacks. Enough for tests, tools and small hosts. Names are case-sensitive, functions
// not.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "escapement/expressions/scope.h"

namespace escapement::expressions {

class MapScope : public Scope {
 public:
  using Factory = std::function<NodePtr(std::span<Argument>)>;
  using Streams = std::function<random::Stream&(std::optional<std::uint64_t>)>;

  // Each adds or replaces. Pointers are read at each evaluation and must outlive the expressions.
  MapScope& constant(std::string name, double value);
  MapScope& variable(std::string name, const double* value);
  // Elements by rows, as C lays them out; shape {n} or {rows, columns} ... A subscript that is not a whole
  // number in range is an EvaluationError, or an error of compile() when all subscripts are constant. Throws
  // BuildError when the shape is empty or has a zero.
  MapScope& array(std::string name, std::vector<std::size_t> shape, const double* elements);
  MapScope& function(Signature signature, Factory make);
  // Without it, random variates are refused.
  MapScope& streams(Streams streams);

  NodePtr name(std::string_view name) override;
  NodePtr indexed(std::string_view name, std::vector<NodePtr> indices) override;
  const Signature* signature(std::string_view name) override;
  NodePtr function(const Signature& signature, std::span<Argument> arguments) override;
  random::Stream& stream(std::optional<std::uint64_t> number) override;
  std::vector<std::string> known_names() const override;
  std::vector<std::string> known_functions() const override;

 private:
  struct Array {
    std::vector<std::size_t> shape;
    const double* elements;
  };
  struct Function {
    Signature signature;
    Factory make;
  };
  std::map<std::string, std::variant<double, const double*>, std::less<>> values_;
  std::map<std::string, Array, std::less<>> arrays_;
  std::list<Function> functions_;  // a list, so that signatures stay where they are
  Streams streams_;
};

}  // namespace escapement::expressions
