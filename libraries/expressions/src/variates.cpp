// SPDX-License-Identifier: MIT
#include "variates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "escapement/expressions/errors.h"
#include "escapement/random/parameter_error.h"
#include "escapement/random/stream.h"
#include "escapement/random/variates.h"

namespace escapement::expressions::internal {
namespace {

[[noreturn]] void refuse_variate(const std::string& fault, const std::string& text) {
  throw EvaluationError(fault + "; drawn by '" + text + "'");
}

class FixedVariate final : public Node {
 public:
  FixedVariate(const random::Distribution& distribution, random::Stream& stream,
               std::vector<double> parameters)
      : sample_(distribution.sample), stream_(stream), parameters_(std::move(parameters)) {}
  double evaluate(Frame&) const override { return sample_(stream_, parameters_); }

 private:
  double (*sample_)(random::Stream&, std::span<const double>);
  random::Stream& stream_;
  std::vector<double> parameters_;
};

// The commonest of all without the table of distributions between. The mean is 0 or more, and finite.
class FixedExpo final : public Node {
 public:
  FixedExpo(random::Stream& stream, double mean) : stream_(stream), negated_mean_(-mean) {}
  double evaluate(Frame&) const override { return negated_mean_ * stream_.log_uniform(); }

 private:
  random::Stream& stream_;
  double negated_mean_;
};

class Expo final : public Node {
 public:
  Expo(random::Stream& stream, NodePtr mean, std::string text)
      : stream_(stream), mean_(std::move(mean)), text_(std::move(text)) {}
  double evaluate(Frame& frame) const override {
    const double mean = mean_->evaluate(frame);
    try {
      return random::expo(stream_, mean);
    } catch (const random::ParameterError& error) {
      refuse_variate(error.what(), text_);
    }
  }

 private:
  random::Stream& stream_;
  NodePtr mean_;
  std::string text_;
};

class Variate final : public Node {
 public:
  Variate(const random::Distribution& distribution, random::Stream& stream, std::vector<NodePtr> parameters,
          std::string text)
      : distribution_(distribution),
        stream_(stream),
        parameters_(std::move(parameters)),
        text_(std::move(text)) {}

  double evaluate(Frame& frame) const override {
    // Nothing is allocated for the usual few parameters; long tables with moving entries are rare.
    if (parameters_.size() <= kFew) {
      std::array<double, kFew> values;
      return draw(frame, std::span<double>(values.data(), parameters_.size()));
    }
    std::vector<double> values(parameters_.size());
    return draw(frame, values);
  }

 private:
  static constexpr std::size_t kFew = 8;

  // sample() looks over a few parameters itself, at no cost, but leaves tables of pairs to the caller.
  double draw(Frame& frame, std::span<double> values) const {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = parameters_[i]->evaluate(frame);
    if (distribution_.pairs) {
      if (const std::string fault = distribution_.check(values); !fault.empty()) refuse(fault);
    }
    try {
      return distribution_.sample(stream_, values);
    } catch (const random::ParameterError& error) {
      refuse(error.what());
    }
  }

  [[noreturn]] void refuse(const std::string& fault) const { refuse_variate(fault, text_); }

  const random::Distribution& distribution_;
  random::Stream& stream_;
  std::vector<NodePtr> parameters_;
  std::string text_;
};

}  // namespace

std::size_t faulty_parameter(const random::Distribution& distribution, std::size_t count,
                             std::string_view fault) {
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = distribution.name + ": ";
    name += distribution.pairs ? distribution.parameters[i % 2].name + std::to_string(i / 2 + 1)
                               : distribution.parameters[i].name;
    if (fault.starts_with(name + " is ")) return i;
  }
  return count;
}

Signature variate_signature(const random::Distribution& distribution) {
  Signature s;
  s.name = distribution.name;
  s.aliases = distribution.aliases;
  for (const auto& parameter : distribution.parameters) s.parameters.push_back({parameter.name});
  s.doc = distribution.doc;
  s.repeats = distribution.pairs;
  s.group = Signature::Group::kDistribution;
  return s;
}

NodePtr make_variate(const random::Distribution& distribution, random::Stream& stream,
                     std::vector<NodePtr> parameters, std::string text) {
  std::vector<double> values;
  for (const NodePtr& parameter : parameters) {
    if (const auto value = parameter->constant()) values.push_back(*value);
  }
  if (distribution.name == "EXPO") {
    if (values.size() == 1 && values.front() >= 0 && std::isfinite(values.front()))
      return std::make_unique<FixedExpo>(stream, values.front());
    return std::make_unique<Expo>(stream, std::move(parameters.front()), std::move(text));
  }
  if (values.size() == parameters.size()) {
    return std::make_unique<FixedVariate>(distribution, stream, std::move(values));
  }
  return std::make_unique<Variate>(distribution, stream, std::move(parameters), std::move(text));
}

}  // namespace escapement::expressions::internal
