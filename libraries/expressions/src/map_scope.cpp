// SPDX-License-Identifier: MIT
#include "escapement/expressions/map_scope.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"

namespace escapement::expressions {
namespace {

class Variable final : public Node {
 public:
  explicit Variable(const double* value) : value_(value) {}
  double evaluate(Frame&) const override { return *value_; }

 private:
  const double* value_;
};

class Element final : public Node {
 public:
  Element(std::string name, std::vector<std::size_t> shape, const double* elements,
          std::vector<NodePtr> indices)
      : name_(std::move(name)), shape_(std::move(shape)), elements_(elements), indices_(std::move(indices)) {}

  std::size_t position(Frame& frame) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
      place = place * shape_[i] + checked_index(name_, indices_[i]->evaluate(frame), shape_[i]);
    }
    return place;
  }

  double evaluate(Frame& frame) const override { return elements_[position(frame)]; }

 private:
  std::string name_;
  std::vector<std::size_t> shape_;
  const double* elements_;
  std::vector<NodePtr> indices_;
};

}  // namespace

MapScope& MapScope::constant(std::string name, double value) {
  values_.insert_or_assign(std::move(name), value);
  return *this;
}

MapScope& MapScope::variable(std::string name, const double* value) {
  values_.insert_or_assign(std::move(name), value);
  return *this;
}

MapScope& MapScope::array(std::string name, std::vector<std::size_t> shape, const double* elements) {
  if (shape.empty() || std::find(shape.begin(), shape.end(), 0U) != shape.end()) {
    throw BuildError("array '" + name + "' has no elements; give it one or more sizes, each at least 1");
  }
  arrays_.insert_or_assign(std::move(name), Array{std::move(shape), elements});
  return *this;
}

MapScope& MapScope::function(Signature signature, Factory make) {
  functions_.remove_if([&](const Function& f) { return f.signature.matches(signature.name); });
  functions_.push_back({std::move(signature), std::move(make)});
  return *this;
}

MapScope& MapScope::streams(Streams streams) {
  streams_ = std::move(streams);
  return *this;
}

NodePtr MapScope::name(std::string_view name) {
  if (const auto found = values_.find(name); found != values_.end()) {
    if (const double* value = std::get_if<double>(&found->second)) return make_constant(*value);
    return std::make_unique<Variable>(std::get<const double*>(found->second));
  }
  if (const auto found = arrays_.find(name); found != arrays_.end()) {
    throw ScopeError("'" + found->first + "' is an array and needs " +
                         std::to_string(found->second.shape.size()) + " index(es)",
                     "write " + found->first + (found->second.shape.size() == 1 ? "(i)" : "(i, j)"));
  }
  return nullptr;
}

NodePtr MapScope::indexed(std::string_view name, std::vector<NodePtr> indices) {
  const auto found = arrays_.find(name);
  if (found == arrays_.end()) {
    if (values_.find(name) != values_.end()) {
      throw ScopeError("'" + std::string(name) + "' is a single value, not an array or a function",
                       "leave out the parentheses, or write * to multiply");
    }
    return nullptr;
  }
  const auto& [shape, elements] = found->second;
  if (indices.size() != shape.size()) {
    throw ScopeError("array '" + found->first + "' takes " + std::to_string(shape.size()) +
                     " index(es), got " + std::to_string(indices.size()));
  }
  const bool fixed =
      std::all_of(indices.begin(), indices.end(), [](const NodePtr& i) { return i->constant(); });
  auto element = std::make_unique<Element>(found->first, shape, elements, std::move(indices));
  if (fixed) {
    Frame nothing;
    try {
      return std::make_unique<Variable>(elements + element->position(nothing));
    } catch (const EvaluationError& error) {
      throw ScopeError(error.what());
    }
  }
  return element;
}

const Signature* MapScope::signature(std::string_view name) {
  for (const Function& f : functions_) {
    if (f.signature.matches(name)) return &f.signature;
  }
  return nullptr;
}

NodePtr MapScope::function(const Signature& signature, std::span<Argument> arguments) {
  for (const Function& f : functions_) {
    if (&f.signature == &signature) return f.make(arguments);
  }
  return nullptr;
}

random::Stream& MapScope::stream(std::optional<std::uint64_t> number) {
  return streams_ ? streams_(number) : Scope::stream(number);
}

std::vector<std::string> MapScope::known_names() const {
  std::vector<std::string> names;
  for (const auto& entry : values_) names.push_back(entry.first);
  for (const auto& entry : arrays_) names.push_back(entry.first);
  return names;
}

std::vector<std::string> MapScope::known_functions() const {
  std::vector<std::string> names;
  for (const Function& f : functions_) names.push_back(f.signature.name);
  return names;
}

}  // namespace escapement::expressions
