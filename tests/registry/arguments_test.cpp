// SPDX-License-Identifier: MIT
#include "escapement/registry/arguments.h"

#include <gtest/gtest.h>

#include <functional>

namespace escapement::registry {
namespace {

class ArgumentsTest : public testing::Test {
 protected:
  random::StreamSet streams_;
  statistics::Collector statistics_;
  Environment environment_{streams_, statistics_, 1, 1, {}, "min", ""};
  Value object_ = Value::object({});

  Arguments arguments() const { return Arguments(object_, environment_); }
  static Value text(const char* t) { return Value(std::string(t)); }
};

TEST_F(ArgumentsTest, ReadsScalars) {
  object_.set("n", Value(2.5));
  object_.set("i", Value::number(3, "3.0"));
  object_.set("b", Value(true));
  object_.set("s", text("Wait"));
  const Arguments a = arguments();
  EXPECT_EQ(a.number("n", 0), 2.5);
  EXPECT_EQ(a.integer("i", 0), 3);
  EXPECT_TRUE(a.boolean("b", false));
  EXPECT_EQ(a.string("s", ""), "Wait");
  EXPECT_TRUE(a.has("n"));
  EXPECT_FALSE(a.has("m"));
  EXPECT_EQ(&a.environment(), &environment_);
  EXPECT_EQ(&a.object(), &object_);
}

TEST_F(ArgumentsTest, AnswersWithTheDefaultWhenAbsent) {
  const Arguments a = arguments();
  EXPECT_EQ(a.number("x", 1.5), 1.5);
  EXPECT_EQ(a.integer("x", -4), -4);
  EXPECT_TRUE(a.boolean("x", true));
  EXPECT_EQ(a.string("x", "FIFO"), "FIFO");
  EXPECT_EQ(a.duration("x", 9), 9);
  EXPECT_EQ(a.expression("x", "EXPO(1)").text, "EXPO(1)");
  EXPECT_TRUE(a.expression("x").empty());
  EXPECT_TRUE(a.strings("x").empty());
  EXPECT_TRUE(a.numbers("x").empty());
  EXPECT_TRUE(a.records("x").empty());
  EXPECT_TRUE(a.map("x").empty());
  EXPECT_EQ(a.value("x"), nullptr);
}

TEST_F(ArgumentsTest, ReadsDurationsInTheTimeUnitOfTheStudy) {
  object_.set("a", text("5 h"));
  object_.set("b", Value(7.0));
  EXPECT_EQ(arguments().duration("a", 0), 300);
  EXPECT_EQ(arguments().duration("b", 0), 7);
}

TEST_F(ArgumentsTest, KeepsThePlaceOfAnExpression) {
  Value e = text("1 + x");
  e.set_where({"f.json", 4, 10, "/e"});
  object_.set("e", std::move(e));
  object_.set("n", Value::number(0.1, "0.10"));
  const ExpressionText expression = arguments().expression("e");
  EXPECT_EQ(expression.text, "1 + x");
  EXPECT_EQ(expression.where.column, 10);
  EXPECT_EQ(expression.at(4).column, 15);
  EXPECT_EQ(arguments().expression("n").text, "0.10");
  EXPECT_EQ(ExpressionText(2.5).text, "2.5");
  EXPECT_EQ(ExpressionText("x").at(3).line, 0);
}

TEST_F(ArgumentsTest, OneValueCountsAsAListOfOne) {
  object_.set("one", text("a"));
  object_.set("two", Value::array({text("a"), text("b")}));
  object_.set("n", Value::array({Value(1.0), Value(2.0)}));
  EXPECT_EQ(arguments().strings("one"), std::vector<std::string>{"a"});
  EXPECT_EQ(arguments().strings("two"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(arguments().numbers("n"), (std::vector<double>{1, 2}));
}

TEST_F(ArgumentsTest, ReadsRecordsAndMaps) {
  Value inner = Value::object({});
  inner.set("quantity", Value(2.0));
  Value named = Value::object({});
  named.set("a", inner);
  object_.set("list", Value::array({inner, inner}));
  object_.set("map", std::move(named));
  const Arguments a = arguments();
  ASSERT_EQ(a.records("list").size(), 2u);
  EXPECT_EQ(a.records("list")[1].integer("quantity", 0), 2);
  ASSERT_EQ(a.map("map").size(), 1u);
  EXPECT_EQ(a.map("map")[0].first, "a");
  EXPECT_EQ(a.map("map")[0].second.integer("quantity", 0), 2);
}

TEST_F(ArgumentsTest, KnowsWhereParametersStand) {
  object_.set_where({"f.json", 1, 2, ""});
  Value v(1.0);
  v.set_where({"f.json", 3, 4, "/v"});
  object_.set("v", std::move(v));
  EXPECT_EQ(arguments().where("v").line, 3);
  EXPECT_EQ(arguments().where("w").line, 1);
}

TEST_F(ArgumentsTest, WrongTypesAreFaultsOfTheFactory) {
  object_.set("v", Value(true));
  object_.set("half", Value(0.5));
  object_.set("word", text("soon"));
  const Arguments a = arguments();
  const auto message = [](const std::function<void()>& action) -> std::string {
    try {
      action();
    } catch (const InternalError& e) {
      return e.what();
    }
    return "nothing thrown";
  };
  const std::string holds = "Arguments: parameter 'v' holds true or false where its factory reads ";
  const std::string end = "; the descriptor should have kept it out";
  EXPECT_EQ(message([&] { (void)a.number("v", 0); }), holds + "a number" + end);
  EXPECT_EQ(message([&] { (void)a.integer("v", 0); }), holds + "a whole number" + end);
  EXPECT_EQ(message([&] { (void)a.string("v", ""); }), holds + "a string" + end);
  EXPECT_EQ(message([&] { (void)a.duration("v", 0); }), holds + "a duration" + end);
  EXPECT_EQ(message([&] { (void)a.expression("v"); }), holds + "an expression" + end);
  EXPECT_EQ(message([&] { (void)a.strings("v"); }), holds + "a string" + end);
  EXPECT_EQ(message([&] { (void)a.numbers("v"); }), holds + "a number" + end);
  EXPECT_EQ(message([&] { (void)a.records("v"); }), holds + "an object" + end);
  EXPECT_EQ(message([&] { (void)a.map("v"); }), holds + "an object" + end);
  EXPECT_EQ(message([&] { (void)a.boolean("half", false); }),
            "Arguments: parameter 'half' holds a number where its factory reads true or false" + end);
  EXPECT_EQ(message([&] { (void)a.integer("half", 0); }),
            "Arguments: parameter 'half' holds a number where its factory reads a whole number" + end);
  EXPECT_EQ(message([&] { (void)a.duration("word", 0); }),
            "Arguments: parameter 'word' holds a string where its factory reads a duration" + end);
}

TEST(Duration, ConvertsUnits) {
  EXPECT_EQ(parse_duration("5 h", "min"), 300.0);
  EXPECT_EQ(parse_duration("90", "min"), 90.0);
  EXPECT_EQ(parse_duration("1.5 min", "s"), 90.0);
  EXPECT_EQ(parse_duration("30 s", "min"), 0.5);
  EXPECT_EQ(parse_duration("2 d", "h"), 48.0);
  EXPECT_EQ(parse_duration("0.1 h", "min"), 6.0);
  EXPECT_EQ(parse_duration(" 3h ", "s"), 10800.0);
  EXPECT_EQ(parse_duration("1 s", "d"), 1.0 / 86400);
  EXPECT_EQ(parse_duration("-2 h", "h"), -2.0);
}

TEST(Duration, RefusesWhatIsNone) {
  for (const char* text :
       {"", "h", "5 sec", "5 h 3 min", "five h", "inf", "nan h", "1e999", "1e308 d", "5 H"})
    EXPECT_EQ(parse_duration(text, "s"), std::nullopt) << text;
  EXPECT_EQ(parse_duration("5 h", "hours"), std::nullopt);
}

TEST(Duration, KnowsTheUnits) {
  EXPECT_EQ(seconds_in("s"), 1.0);
  EXPECT_EQ(seconds_in("min"), 60.0);
  EXPECT_EQ(seconds_in("h"), 3600.0);
  EXPECT_EQ(seconds_in("d"), 86400.0);
  EXPECT_EQ(seconds_in("sec"), std::nullopt);
}

}  // namespace
}  // namespace escapement::registry
