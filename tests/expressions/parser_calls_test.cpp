// SPDX-License-Identifier: MIT
// Unknown names and what is suggested for them.
#include <gmock/gmock.h>

#include "support.h"

namespace escapement::expressions {
namespace {

class UnknownNames : public testing::Test {
 protected:
  UnknownNames() {
    scope_.constant("Speed", 2.0).constant("Weight", 3.0).array("Table", {1}, &element_);
    Signature nq;
    nq.name = "NQ";
    nq.parameters = {{"queue", ParameterKind::kName}};
    scope_.function(nq, [](std::span<Argument>) { return make_constant(1.0); });
  }
  const double element_ = 0.0;
  MapScope scope_;
};

TEST_F(UnknownNames, CaseOnly) {
  const ExpressionError error = fault_of("1 + speed", scope_);
  EXPECT_EQ(place(error), "4+5");
  EXPECT_EQ(error.message(), "unknown name 'speed'");
  EXPECT_EQ(error.remedy(), "names are case-sensitive: did you mean 'Speed'?");
  EXPECT_EQ(fault_of("table(1)", scope_).remedy(), "names are case-sensitive: did you mean 'Table'?");
}

TEST_F(UnknownNames, Near) {
  EXPECT_EQ(fault_of("Spede", scope_).remedy(), "did you mean 'Speed'?");
  EXPECT_EQ(fault_of("Tabel(1)", scope_).remedy(), "did you mean 'Table'?");
  const ExpressionError function = fault_of("2 * EXPOO(5)", scope_);
  EXPECT_EQ(place(function), "4+5");
  EXPECT_EQ(function.message(), "unknown function or array 'EXPOO'");
  EXPECT_EQ(function.remedy(), "did you mean 'EXPO'?");
}

TEST_F(UnknownNames, Far) {
  EXPECT_EQ(fault_of("Temperature", scope_).remedy(), "known here: 'Speed', 'Weight' or 'Table'");
  EXPECT_EQ(fault_of("Temperatures(1)", scope_).remedy(), "");
}

TEST_F(UnknownNames, FunctionsWithoutParentheses) {
  EXPECT_EQ(fault_of("NQ > 3", scope_).remedy(), "it is a function: write NQ(queue)");
  EXPECT_EQ(fault_of("sqrt 4", scope_).remedy(), "it is a function: write SQRT(a)");
}

TEST_F(UnknownNames, ArgumentsOfUnknownFunctionsRaiseNoFaults) {
  std::vector<ExpressionError> faults;
  EXPECT_FALSE(compile("NR(Drill.Queue) + Spede", scope_, faults));
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults[0].message(), "unknown function or array 'NR'");
  EXPECT_EQ(faults[1].message(), "unknown name 'Spede'");
}

TEST(UnknownCalls, OfAScopeThatListsPlainNamesOnly) {
  class Plain : public Scope {
    NodePtr name(std::string_view) override { return make_constant(1.0); }
    std::vector<std::string> known_names() const override { return {"TNOW"}; }
  } scope;
  EXPECT_EQ(fault_of("TNOW(1)", scope).remedy(), "'TNOW' takes no arguments here");
}

}  // namespace
}  // namespace escapement::expressions
