// SPDX-License-Identifier: MIT
#include "escapement/registry/validate.h"

#include <gtest/gtest.h>

#include <limits>

namespace escapement::registry {
namespace {

using Members = std::vector<std::pair<std::string, Value>>;

Value object(Members members) {
  Value o = Value::object({});
  for (auto& [key, value] : members) o.set(key, std::move(value));
  return o;
}

Value text_of(const char* t) {
  return Value(std::string(t));
}

// Message, a bar and the remedy of each fault.
std::vector<std::string> faults(const Record& record, const Value& value,
                                std::vector<std::string> also = {}) {
  std::vector<Diagnostic> diagnostics;
  validate(value, record, also, diagnostics);
  std::vector<std::string> all;
  for (const Diagnostic& d : diagnostics) all.push_back(d.message + "|" + d.remedy);
  return all;
}

std::vector<std::string> faults_of(Field field, Value value) {
  return faults(Record{"thing", "", {std::move(field)}, {}}, object({{"x", std::move(value)}}));
}

using Texts = std::vector<std::string>;

TEST(Validate, AcceptsWhatTheDescriptorAllows) {
  const Record seize{"seizure", "", {reference("resource", "resources").must(), integer("quantity")}, {}};
  EXPECT_EQ(faults_of(number("x").at_least(0), Value(0.0)), Texts{});
  EXPECT_EQ(faults_of(integer("x"), Value::number(2, "2.0")), Texts{});
  EXPECT_EQ(faults_of(boolean("x"), Value(true)), Texts{});
  EXPECT_EQ(faults_of(string("x"), text_of("")), Texts{});
  EXPECT_EQ(faults_of(choice("x", {"a", "b"}), text_of("b")), Texts{});
  EXPECT_EQ(faults_of(duration("x"), text_of("1.5 min")), Texts{});
  EXPECT_EQ(faults_of(duration("x"), Value(3.0)), Texts{});
  EXPECT_EQ(faults_of(expression("x"), text_of("EXPO(5)")), Texts{});
  EXPECT_EQ(faults_of(expression("x"), Value(5.0)), Texts{});
  EXPECT_EQ(faults_of(reference("x", "queues"), text_of("Line1.Queue")), Texts{});
  EXPECT_EQ(faults_of(list("x", number("")), Value::array({Value(1.0), Value(2.0)})), Texts{});
  EXPECT_EQ(faults_of(one_or_list("x", number("")), Value(1.0)), Texts{});
  EXPECT_EQ(faults_of(map("x", number("")), object({{"a", Value(1.0)}})), Texts{});
  EXPECT_EQ(faults_of(record_or("x", seize, FieldType::kReference, "resource"), text_of("Drill")), Texts{});
  EXPECT_EQ(faults_of(record("x", seize), object({{"resource", text_of("Drill")}})), Texts{});
  EXPECT_EQ(faults_of(any("x"), Value()), Texts{});
}

TEST(Validate, NamesTheNearestKnownKey) {
  const Record resource{"resource", "", {integer("capacity"), number("busyCost")}, {}};
  EXPECT_EQ(faults(resource, object({{"capcity", Value(1.0)}})),
            Texts{"unknown key 'capcity' in resource|did you mean 'capacity'?"});
  EXPECT_EQ(faults(resource, object({{"zzz", Value(1.0)}})),
            Texts{"unknown key 'zzz' in resource|allowed: 'capacity' or 'busyCost'"});
  EXPECT_EQ(faults(resource, object({{"type", Value(1.0)}}), {"type"}), Texts{});
}

TEST(Validate, TellsWhatIsMissing) {
  const Record create{
      "arena.Create", "", {expression("interarrival").must().because("time between arrivals")}, {}};
  EXPECT_EQ(
      faults(create, object({})),
      Texts{"'interarrival' is missing in arena.Create|add \"interarrival\": an expression (a number or a "
            "text) (time between arrivals)"});
}

TEST(Validate, HelpsWhoComesFromElsewhere) {
  EXPECT_EQ(faults_of(number("x").at_least(0).at_most(1), Value(80.0)),
            Texts{"'x' must be a number from 0 to 1, not 80|80 % is written as 0.8"});
  EXPECT_EQ(faults_of(integer("x").at_least(0).because("arrivals at the most; no limit when absent"),
                      text("Infinite")),
            Texts{"'x' must be a whole number of at least 0, not a string (\"Infinite\")|arrivals at the "
                  "most; no limit "
                  "when absent"});
  EXPECT_EQ(faults(Record{"delay", "", {expression("duration")}, {}}, object({{"units", text("Hours")}})),
            Texts{"unknown key 'units' in delay|times are in the study's \"timeUnit\"; a time may have its "
                  "own unit, such as "
                  "\"5 h\""});
}

TEST(Validate, TellsRanges) {
  EXPECT_EQ(faults_of(integer("x").at_least(0), Value(-1.0)),
            Texts{"'x' must be a whole number of at least 0, not -1|"});
  EXPECT_EQ(faults_of(integer("x"), Value(1.5)), Texts{"'x' must be a whole number, not 1.5|"});
  EXPECT_EQ(faults_of(integer("x"), Value(1e300)), Texts{"'x' must be a whole number, not 1e+300|"});
  EXPECT_EQ(faults_of(number("x").at_least(0).at_most(1), Value(1.2)),
            Texts{"'x' must be a number from 0 to 1, not 1.2|"});
  EXPECT_EQ(faults_of(number("x").above(0), Value(0.0)), Texts{"'x' must be a number above 0, not 0|"});
  EXPECT_EQ(faults_of(number("x").above(0).at_most(2), Value(0.0)),
            Texts{"'x' must be a number above 0 to 2, not 0|"});
  EXPECT_EQ(faults_of(number("x").at_most(9), Value(10.0)),
            Texts{"'x' must be a number of at most 9, not 10|"});
  EXPECT_EQ(faults_of(number("x"), Value(std::numeric_limits<double>::infinity())),
            Texts{"'x' must be a number, not inf|"});
  EXPECT_EQ(faults_of(duration("x"), text_of("-5 h")),
            Texts{"'x' must be a duration of at least 0, not a string (\"-5 h\")|"});
  EXPECT_EQ(faults_of(duration("x").above(0), text_of("0 h")),
            Texts{"'x' must be a duration above 0, not a string (\"0 h\")|"});
}

TEST(Validate, HoldsTheNumberOfAnExpressionAgainstItsRange) {
  EXPECT_EQ(faults_of(expression("x").at_least(0).at_most(1), Value(0.5)), Texts{});
  EXPECT_EQ(faults_of(expression("x").at_least(0).at_most(1), text_of("UNIF(0, 2)")),
            Texts{});  // told at run time
  const Texts faults = faults_of(expression("x").at_least(0).at_most(1), Value(1.2));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_NE(faults[0].find("must be an expression from 0 to 1 (a number or a text), not 1.2"),
            std::string::npos)
      << faults[0];
}

TEST(Validate, TellsWrongTypes) {
  const Record seize{"seizure", "", {reference("resource", "resources").must()}, {}};
  EXPECT_EQ(faults_of(integer("x"), text_of("two")),
            Texts{"'x' must be a whole number, not a string (\"two\")|"});
  EXPECT_EQ(faults_of(boolean("x"), Value()), Texts{"'x' must be true or false, not null|"});
  EXPECT_EQ(faults_of(string("x"), Value(true)), Texts{"'x' must be a string, not true|"});
  EXPECT_EQ(faults_of(expression("x"), text_of(" ")),
            Texts{"'x' must be an expression (a number or a text), not a string (\" \")|"});
  EXPECT_EQ(faults_of(list("x", number("")), Value(1.0)),
            Texts{"'x' must be a list, each item a number, not a number (1)|"});
  EXPECT_EQ(faults_of(list("x", number("")), Value::array({Value(1.0), Value(true)})),
            Texts{"'x[1]' must be a number, not true|"});
  EXPECT_EQ(faults_of(map("x", number("")), Value(1.0)),
            Texts{"'x' must be an object of names, each a number, not a number (1)|"});
  EXPECT_EQ(faults_of(map("x", number("")), object({{"a", Value(true)}})),
            Texts{"'x.a' must be a number, not true|"});
  EXPECT_EQ(faults_of(one_or_list("x", number("")), Value(true)), Texts{"'x' must be a number, not true|"});
  EXPECT_EQ(faults_of(record("x", seize), Value(1.0)),
            Texts{"'x' must be an object, not a number (1)|write {\"resource\": ...}"});
  EXPECT_EQ(faults_of(record_or("x", seize, FieldType::kReference, "resource"), Value(true)),
            Texts{"'x' must be the name of one of the resources, or an object, not true|"});
  EXPECT_EQ(faults(seize, Value(1.0)),
            Texts{"seizure must be an object, not a number (1)|write {\"resource\": ...}"});
  Field length = number("x");
  length.unit = "length/time";
  EXPECT_EQ(
      faults_of(length, Value(std::string("20 ft/min"))),
      Texts{"'x' must be a number, not a string (\"20 ft/min\")|write a bare number: all lengths of a study "
            "are in one unit of your own, and times are in its \"timeUnit\""});
}

TEST(Validate, TellsChoicesUnitsAndNames) {
  EXPECT_EQ(faults_of(choice("x", {"Wait", "Ignore"}), text_of("wait")),
            Texts{"'x' must be 'Wait' or 'Ignore', not a string (\"wait\")|did you mean 'Wait'?"});
  EXPECT_EQ(faults_of(choice("x", {"Wait", "Ignore"}), Value(1.0)),
            Texts{"'x' must be 'Wait' or 'Ignore', not a number (1)|"});
  EXPECT_EQ(
      faults_of(duration("x"), text_of("5 sec")),
      Texts{"'x' must be a duration of at least 0, not a string (\"5 sec\")|write a number, or text such as "
            "\"5 h\"; the units are s, min, h and d"});
  EXPECT_EQ(
      faults_of(reference("x", "resources|sets"), text_of("2nd")),
      Texts{"'x' must be the name of one of the resources or sets, not a string (\"2nd\")|names are made of "
            "letters, digits and _ and begin with no digit"});
  EXPECT_EQ(faults_of(reference("x", ""), text_of("a..b")).size(), 1u);
  EXPECT_EQ(
      faults_of(map("x", number("")), object({{"\xC3\xA9", Value(1.0)}})),
      Texts{"'\xC3\xA9' in 'x' is no name|names are made of letters, digits and _ and begin with no digit"});
}

TEST(Validate, CutsLongValuesBetweenLetters) {
  std::string umlauts;
  for (int i = 0; i < 50; ++i) umlauts += "\xC3\xBC";  // 60 falls inside a letter: 1 quote, then 2 bytes each
  std::string shown = "\"";
  for (int i = 0; i < 29; ++i) shown += "\xC3\xBC";
  EXPECT_EQ(faults_of(number("x"), Value(umlauts)),
            Texts{"'x' must be a number, not a string (" + shown + "...)|"});
}

TEST(Validate, TellsEveryFaultInOnePassWithItsPlace) {
  const Record r{"resource", "", {integer("capacity").at_least(0), number("cost")}, {}};
  Value o = object({});
  Value capacity(-1.0);
  capacity.set_where({"f.json", 2, 5, "/capacity"});
  Value cost(true);
  cost.set_where({"f.json", 3, 5, "/cost"});
  o.set("capacity", std::move(capacity));
  o.set("cost", std::move(cost));
  std::vector<Diagnostic> diagnostics;
  validate(o, r, {}, diagnostics);
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].where.line, 2);
  EXPECT_EQ(diagnostics[1].where.pointer, "/cost");
}

TEST(Validate, AsksForJointFaultsOnlyWhereFieldsAreSound) {
  Record r{"experiment", "", {number("length"), number("warmup")}, {}};
  r.check = [](const Value& o, std::vector<Diagnostic>& d) {
    if (o.find("warmup")->number() > o.find("length")->number()) d.push_back({{}, "warmup above length", ""});
  };
  EXPECT_EQ(faults(r, object({{"length", Value(1.0)}, {"warmup", Value(2.0)}})),
            Texts{"warmup above length|"});
  EXPECT_EQ(faults(r, object({{"length", Value(true)}})), Texts{"'length' must be a number, not true|"});
}

TEST(IsName, KnowsNames) {
  EXPECT_TRUE(is_name("a"));
  EXPECT_TRUE(is_name("_A1"));
  EXPECT_FALSE(is_name(""));
  EXPECT_FALSE(is_name("1a"));
  EXPECT_FALSE(is_name("a-b"));
  EXPECT_FALSE(is_name("a.b"));
  EXPECT_FALSE(is_name("\xC3\xA9"));
}

}  // namespace
}  // namespace escapement::registry
