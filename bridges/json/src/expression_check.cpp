// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "check.h"
#include "escapement/expressions/compile.h"
#include "escapement/random/stream_set.h"
#include "escapement/registry/arguments.h"

namespace escapement::json::internal {
namespace {

namespace ex = escapement::expressions;

// Takes every name for a value that is known later, every call for a function: only grammar can be wrong
// then.
class AnyScope : public ex::Scope {
 public:
  ex::NodePtr name(std::string_view) override { return std::make_unique<Later>(); }
  ex::NodePtr text(std::string_view) override { return std::make_unique<Later>(); }
  ex::NodePtr indexed(std::string_view, std::vector<ex::NodePtr>) override {
    return std::make_unique<Later>();
  }
  const ex::Signature* signature(std::string_view name) override {
    auto signature = std::make_unique<ex::Signature>();
    signature->name = std::string(name);
    signature->parameters = {{"argument", ex::ParameterKind::kNameOrExpression}};
    signature->required = 0;
    signature->repeats = true;
    return signatures_.emplace_back(std::move(signature)).get();
  }
  ex::NodePtr function(const ex::Signature&, std::span<ex::Argument>) override {
    return std::make_unique<Later>();
  }
  random::Stream& stream(std::optional<std::uint64_t>) override { return streams_.numbered(1); }

 private:
  struct Later : ex::Node {
    double evaluate(ex::Frame&) const override { return 0; }
  };
  std::vector<std::unique_ptr<ex::Signature>> signatures_;
  random::StreamSet streams_;
};

}  // namespace

void check_expression(const registry::Value& value, const std::string& field, const std::string& unit,
                      Diagnostics& diagnostics) {
  // "5 h" stands for five hours where a time is asked for.
  if (unit == "time" && registry::parse_duration(value.text(), "s")) return;
  AnyScope scope;
  std::vector<ex::ExpressionError> faults;
  ex::compile(value.text(), scope, faults);
  for (const ex::ExpressionError& fault : faults)
    diagnostics.push_back({value.where_inside(fault.offset()),
                           "in '" + field + "': " + fault.message() + " in '" + value.text() + "'",
                           fault.remedy()});
}

}  // namespace escapement::json::internal
