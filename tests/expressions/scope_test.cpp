// SPDX-License-Identifier: MIT
// A scope of the kind that a process library makes: functions that take names of queues, and refusals.
#include "escapement/expressions/scope.h"

#include <gmock/gmock.h>

#include <map>

#include "support.h"

namespace escapement::expressions {
namespace {

class Negative final : public Node {
 public:
  explicit Negative(NodePtr a) : a_(std::move(a)) {}
  double evaluate(Frame& frame) const override { return -a_->evaluate(frame); }

 private:
  NodePtr a_;
};

class ShopScope : public Scope {
 public:
  ShopScope() {
    const auto add = [&](std::string name, std::vector<Parameter> parameters) {
      Signature s;
      s.name = std::move(name);
      s.parameters = std::move(parameters);
      signatures_.push_back(std::move(s));
    };
    add("NQ", {{"queue", ParameterKind::kNameOrExpression}});
    add("TAVG", {{"tally", ParameterKind::kName}});
    add("AQUE", {{"queue", ParameterKind::kNameOrExpression}, {"rank"}, {"attribute", ParameterKind::kName}});
    add("MEMBER", {{"set", ParameterKind::kName}, {"index"}});
    add("Broken", {});
  }

  NodePtr name(std::string_view name) override {
    if (equal_ignoring_case(name, "TNOW")) return make_constant(8.0);
    if (name == "J") throw ScopeError("J can only be used in a search", "name an attribute");
    return nullptr;
  }
  const Signature* signature(std::string_view name) override { return find_signature(signatures_, name); }
  NodePtr function(const Signature& signature, std::span<Argument> arguments) override {
    calls += signature.name;
    for (const Argument& a : arguments) {
      calls += (a.is_name() ? " name:" : " node:") + std::string(a.text);
    }
    calls += ";";
    if (signature.name == "Broken") return nullptr;
    if (arguments[0].is_name() && arguments[0].text == "Nowhere") {
      throw ScopeError("there is no queue 'Nowhere'", "known: 'Drilling.Queue'", 0);
    }
    if (arguments[0].is_name()) return make_constant(4.0);
    return std::make_unique<Negative>(std::move(arguments[0].node));
  }
  std::vector<std::string> known_names() const override { return {"TNOW", "J", "Weight"}; }
  std::vector<std::string> known_functions() const override { return {"NQ", "TAVG", "AQUE", "MEMBER"}; }

  std::string calls;

 private:
  std::vector<Signature> signatures_;
};

TEST(Scope, FunctionsGetNamesAndNodes) {
  ShopScope scope;
  EXPECT_EQ(value_of("nq(Drilling.Queue) + 1", scope), 5.0);
  EXPECT_EQ(value_of("TAVG( Drilling.WaitTime )", scope), 4.0);
  EXPECT_EQ(value_of("AQUE(Q, 1 + 1, Weight)", scope), 4.0);
  EXPECT_EQ(value_of("MEMBER(Set, TNOW)", scope), 4.0);
  EXPECT_EQ(value_of("NQ(1 + TNOW)", scope), -9.0);
  EXPECT_EQ(scope.calls,
            "NQ name:Drilling.Queue;TAVG name:Drilling.WaitTime;AQUE name:Q node:1 + 1 name:Weight;"
            "MEMBER name:Set node:TNOW;NQ node:1 + TNOW;");
}

TEST(Scope, NestedCallsAreExpressions) {
  ShopScope scope;
  EXPECT_EQ(value_of("NQ(MEMBER(Queues, 2))", scope), -4.0);
  EXPECT_EQ(scope.calls, "MEMBER name:Queues node:2;NQ node:MEMBER(Queues, 2);");
}

TEST(Scope, ANameParameterTakesNothingElse) {
  ShopScope scope;
  for (const auto& [text, where] : std::map<std::string, std::string>{
           {"TAVG(1)", "5+1"}, {"TAVG(a + b)", "5+1"}, {"TAVG(f(x))", "5+1"}}) {
    const ExpressionError error = fault_of(text, scope);
    EXPECT_EQ(place(error), where) << text;
    EXPECT_EQ(error.message(), "argument 1 (tally) of TAVG must be a name on its own");
    EXPECT_EQ(error.remedy(), "write TAVG(tally)");
  }
}

TEST(Scope, WrongCount) {
  ShopScope scope;
  const ExpressionError error = fault_of("2 * AQUE(Q, 1)", scope);
  EXPECT_EQ(place(error), "4+10");
  EXPECT_EQ(error.message(), "AQUE takes 3 arguments, got 2");
  EXPECT_EQ(error.remedy(), "write AQUE(queue, rank, attribute)");
}

TEST(Scope, RefusalsArePlaced) {
  ShopScope scope;
  const ExpressionError name = fault_of("1 + J", scope);
  EXPECT_EQ(place(name), "4+1");
  EXPECT_EQ(name.message(), "J can only be used in a search");
  EXPECT_EQ(name.remedy(), "name an attribute");
  const ExpressionError argument = fault_of("1 + NQ( Nowhere )", scope);
  EXPECT_EQ(place(argument), "8+7");
  EXPECT_EQ(argument.message(), "there is no queue 'Nowhere'");
  const ExpressionError nothing = fault_of("1 + broken()", scope);
  EXPECT_EQ(place(nothing), "4+8");
  EXPECT_EQ(nothing.message(), "function Broken has no meaning here");
}

TEST(Scope, DefaultsKnowNothing) {
  class Bare : public Scope {
    NodePtr name(std::string_view) override { return nullptr; }
  } scope;
  EXPECT_EQ(fault_of("A(1)", scope).message(), "unknown function or array 'A'");
  EXPECT_EQ(fault_of("A", scope).message(), "unknown name 'A'");
  EXPECT_EQ(fault_of("A", scope).remedy(), "");
  const ExpressionError random = fault_of("1 + EXPO(5)", scope);
  EXPECT_EQ(place(random), "4+7");
  EXPECT_EQ(random.message(), "random variates are not allowed here");
  EXPECT_EQ(random.remedy(), "write a constant or an expression without variates");
  EXPECT_EQ(scope.Scope::function(Signature{}, {}), nullptr);
}

}  // namespace
}  // namespace escapement::expressions
