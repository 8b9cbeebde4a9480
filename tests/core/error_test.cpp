// SPDX-License-Identifier: MIT
#include "escapement/core/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace escapement {
namespace {

TEST(Diagnostic, TextHasThePartsThatAreKnown) {
  Diagnostic d;
  d.message = "bad";
  EXPECT_EQ(d.text(), "error: bad");
  d.where = {"a.json", 2, 10, "/x"};
  d.remedy = "do better";
  EXPECT_EQ(d.text(), "a.json:2:10: error: bad (at /x)\n    do better");
  d.where.line = 0;
  d.severity = Diagnostic::Severity::kWarning;
  EXPECT_EQ(d.text(), "a.json: warning: bad (at /x)\n    do better");
  d.where = {"", 3, 1, ""};
  d.remedy = "";
  EXPECT_EQ(d.text(), "3:1: warning: bad");
}

TEST(InputError, CarriesAllFaults) {
  Diagnostic one, two;
  one.message = "first";
  two.message = "second";
  const InputError error(std::vector<Diagnostic>{one, two});
  EXPECT_STREQ(error.what(), "error: first\nerror: second");
  EXPECT_EQ(error.diagnostics().size(), 2u);
  EXPECT_EQ(InputError(one).diagnostics().size(), 1u);
}

TEST(SimulationError, NamesModelAndClock) {
  const SimulationError error("Line.Drill", 1.5, "stuck");
  EXPECT_STREQ(error.what(), "at time 1.5 in Line.Drill: stuck");
  EXPECT_EQ(error.model_path(), "Line.Drill");
  EXPECT_EQ(error.clock(), 1.5);
  EXPECT_EQ(error.message(), "stuck");
}

TEST(ToText, IsShortestThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(12), "12");
  EXPECT_EQ(to_text(1e20), "1e+20");
  EXPECT_EQ(to_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(to_text(std::nan("")), "nan");
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(to_text(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(NearestName, FindsSlipsOfThePen) {
  const std::vector<std::string> known{"capacity", "delay", "queue"};
  EXPECT_EQ(nearest_name("Capasity", known), "capacity");
  EXPECT_EQ(nearest_name("dealy", known), "delay");
  EXPECT_EQ(nearest_name("temperature", known), "");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(ListText, JoinsAndCuts) {
  EXPECT_EQ(list_text({}), "none");
  EXPECT_EQ(list_text({"a"}), "'a'");
  EXPECT_EQ(list_text({"a", "b", "c"}), "'a', 'b' or 'c'");
  EXPECT_EQ(list_text({"a", "b", "c"}, 2), "'a', 'b' and 1 more");
}

}  // namespace
}  // namespace escapement
