// SPDX-License-Identifier: MIT
#include "escapement/equations/counted_conditions.h"

#include <gtest/gtest.h>

#include "equations/support.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

using testing_support::FlatText;

// Conditions in the order in which they are made: arguments first, so that of `if` comes before its branches.
struct Counted : FlatText {
  std::vector<Term> counts;
  void make(const std::string& text) {
    equation(text);
    system.make_conditions();
    counts = where_conditions_count(system);
  }
  std::size_t place(const std::string& text) const {
    for (std::size_t c = 0; c < system.conditions.size(); ++c)
      if (system.conditions[c].text == text) return c;
    ADD_FAILURE() << "no condition " << text;
    return 0;
  }
  // Whether the condition counts where those of `true_ones` are true and the others false.
  bool counts_where(const std::string& text, const std::vector<std::string>& true_ones) {
    std::vector<double> all(system.variables.size(), 0);
    for (const std::string& one : true_ones) all[system.conditions[place(one)].variable] = 1;
    return evaluate(system.terms, counts[place(text)], all, 0) != 0;
  }
};

TEST(CountedConditions, InABranchWhereTheBranchIsTaken) {
  Counted m;
  m.make("y = if x > 1 then (if x > 2 then 1 else 2) else (if x > 3 then 3 else 4)");
  EXPECT_TRUE(m.counts_where("x > 1", {}));
  EXPECT_FALSE(m.counts_where("x > 2", {}));
  EXPECT_TRUE(m.counts_where("x > 2", {"x > 1"}));
  EXPECT_TRUE(m.counts_where("x > 3", {}));
  EXPECT_FALSE(m.counts_where("x > 3", {"x > 1"}));
}

TEST(CountedConditions, WhereOneOfItsReadersCounts) {
  Counted m;
  m.equation("z = if x > 4 then (if x > 2 then 5 else 6) else 0");
  m.make("y = if x > 1 then (if x > 2 then 1 else 2) else 0");
  EXPECT_FALSE(m.counts_where("x > 2", {}));
  EXPECT_TRUE(m.counts_where("x > 2", {"x > 1"}));
  EXPECT_TRUE(m.counts_where("x > 2", {"x > 4"}));
}

// The crossing function of the outer one reads the inner one.
TEST(CountedConditions, ThroughConditionsThatReadThem) {
  Counted m;
  m.make("y = if x > 1 then (if (if x > 2 then time else 2) > 3 then 1 else 2) else 0");
  EXPECT_FALSE(m.counts_where("x > 2", {}));
  EXPECT_TRUE(m.counts_where("x > 2", {"x > 1"}));
}

}  // namespace
}  // namespace escapement::equations
