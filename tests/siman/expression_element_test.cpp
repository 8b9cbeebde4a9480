// SPDX-License-Identifier: MIT
#include "escapement/siman/expression_element.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two parts, at 1 and 2, of size 3; what they evaluate is logged.
struct Macro : Model {
  explicit Macro(const char* expression) {
    add<EntityType>("Part");
    add<Attribute>("size", 3.0);
    add<Attribute>("result");
    add<Variable>("v", 10.0);
    auto& create = arrivals("Arrivals", 1.0, 1.0, 2);
    Assignment a = Assignment::parse({(std::string("result = ") + expression).c_str()});
    auto& assign = add<Assign>("Assign", Assign::Options{{a}});
    auto& log = add<Log>("Log");
    log_ = &log;
    log.logged_attributes = 2;
    link(create.out, assign.in);
    link(assign.out, log.in);
  }
  std::vector<double> results() {
    run();
    return {log_->attributes[0], log_->attributes[2]};
  }
  Log* log_;
};

TEST(ExpressionElement, IsEvaluatedWhereItIsUsed) {
  Macro model("Cost * 2");
  model.add<ExpressionElement>("Cost", "v + size * TNOW");
  EXPECT_THAT(model.results(), ElementsAre(26, 32));
}

TEST(ExpressionElement, ListsTablesAndElementsInElements) {
  Macro list("Times(TNOW + 1) + Times(1)");
  list.add<ExpressionElement>("Times", ExpressionElement::Options{3, 1, {"v", "size", "TNOW * 100"}});
  EXPECT_THAT(list.results(), ElementsAre(13, 210));
  Macro table("Grid(2, TNOW)");
  table.add<ExpressionElement>("Grid", ExpressionElement::Options{2, 2, {1.0, 2.0, "Inner", "Inner + 1"}});
  table.add<ExpressionElement>("Inner", "size");
  EXPECT_THAT(table.results(), ElementsAre(3, 4));
}

TEST(ExpressionElement, DrawsFromTheStreamOfTheFieldThatUsesIt) {
  Macro written("UNIF(0, 1)"), named("Draw");
  named.add<ExpressionElement>("Draw", "UNIF(0, 1)");
  EXPECT_EQ(written.results(), named.results());
}

TEST(ExpressionElement, NamesAreThoseOfItsOwnPlace) {
  Model model;
  model.add<EntityType>("Part");
  model.add<Variable>("v", 1.0);
  auto& inner = model.top.add<Coupled>("Inner");
  inner.add<Variable>("v", 2.0);
  inner.add<ExpressionElement>("Mine", "v");
  model.add<DStat>("Seen", "Inner.Mine + 10 * v");
  auto& create = model.arrivals("Arrivals", 1.0, {}, 1);
  model.link(create.out, model.add<Dispose>("Done").in);
  model.run();
  EXPECT_DOUBLE_EQ(model.average("Seen"), 12);
}

std::string fault(const char* expression, const char* text) {
  Macro model(expression);
  model.add<ExpressionElement>("E", text);
  model.add<ExpressionElement>("F", "E + 1");
  model.add<ExpressionElement>("L", ExpressionElement::Options{2, 1, {1.0, 2.0}});
  std::string faults = model.faults();
  return faults.empty() ? model.failure()->what() : faults;
}

TEST(ExpressionElement, Faults) {
  EXPECT_THAT(fault("F", "F * 2"), HasSubstr("expression 'F' is defined by itself: F -> E -> F"));
  EXPECT_THAT(fault("E", "vv"), HasSubstr("unknown name 'vv' in value 'vv'"));
  EXPECT_THAT(fault("E", "vv"), HasSubstr("in expression 'E': unknown name 'vv'"));
  EXPECT_THAT(fault("L", "1"), HasSubstr("'L' is an array of expressions in result"));
  EXPECT_THAT(fault("L(1, 2)", "1"), HasSubstr("'L' takes 1 subscript, got 2"));
  EXPECT_THAT(fault("E(1)", "1"), HasSubstr("'E' is a plain expression and takes no subscript"));
  EXPECT_THAT(fault("L(TNOW + 2)", "1"), HasSubstr("1 to 2"));
  EXPECT_THROW(ExpressionElement("Bad", ExpressionElement::Options{2, 2, {1.0}}), BuildError);
  Macro model("v");
  model.add<ExpressionElement>("Own", "size");
  model.add<DStat>("Watch", "Own");
  EXPECT_THAT(model.faults(), HasSubstr("in expression 'Own': attribute 'size' needs an entity"));
}

}  // namespace
}  // namespace escapement::siman
