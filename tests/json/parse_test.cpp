// SPDX-License-Identifier: MIT
#include "escapement/json/parse.h"

#include <gtest/gtest.h>

#include "fake_blocks.h"

namespace escapement::json {
namespace {

using fake::faults;
using registry::Value;
using Texts = std::vector<std::string>;

Texts faults_of(std::string_view text) {
  return faults([&] { parse(text, "f.json"); });
}

TEST(Parse, BuildsTheTree) {
  const Value v = parse(R"({"a": [1, -2.50, "x", true, null], "b": {"c": 1e3}})", "f.json");
  EXPECT_EQ(v.json(), R"({"a":[1,-2.50,"x",true,null],"b":{"c":1e3}})");
  EXPECT_EQ(v.find("b")->find("c")->number(), 1000);
  EXPECT_EQ(v.find("a")->items()[1].number(), -2.5);
}

TEST(Parse, KnowsWhereEverythingStands) {
  const Value v = parse("{\n  \"a\": [10,\n    {\"b/c~d\": \"x\"}],\n\t\"e\" : true}", "f.json");
  EXPECT_EQ(v.where().line, 1);
  EXPECT_EQ(v.where().column, 1);
  EXPECT_EQ(v.where().pointer, "");
  const Value::Member& a = v.members()[0];
  EXPECT_EQ(a.key_where.line, 2);
  EXPECT_EQ(a.key_where.column, 3);
  EXPECT_EQ(a.value.where().column, 8);
  EXPECT_EQ(a.value.items()[0].where().column, 9);
  EXPECT_EQ(a.value.items()[0].where().pointer, "/a/0");
  const Value& x = a.value.items()[1].members()[0].value;
  EXPECT_EQ(x.where().line, 3);
  EXPECT_EQ(x.where().column, 15);
  EXPECT_EQ(x.where().pointer, "/a/1/b~1c~0d");
  EXPECT_EQ(v.members()[1].value.where().line, 4);
  EXPECT_EQ(v.members()[1].value.where().column, 8);
  EXPECT_EQ(v.members()[1].value.where().file, "f.json");
}

TEST(Parse, PassesOverCommentsAndTheByteOrderMark) {
  const Value v = parse("\xEF\xBB\xBF/* a\n*/ {// b, {\n\"x\"/*c*/:/*:*/ 1 // d\n}\n// e", "f.json");
  EXPECT_EQ(v.find("x")->where().line, 3);
  EXPECT_EQ(v.find("x")->where().column, 16);
  EXPECT_EQ(parse("\xEF\xBB\xBF{}", "f").where().column, 1);
}

TEST(Parse, KeepsTheTextOfNumbersAsWritten) {
  EXPECT_EQ(parse("0.10", "f").text(), "0.10");
  EXPECT_EQ(parse("123456789012345678901234567890", "f").text(), "123456789012345678901234567890");
  EXPECT_EQ(parse("18446744073709551615", "f").number(), 18446744073709551615.0);
  EXPECT_EQ(parse("1e-400", "f").number(), 0);
}

TEST(Parse, TellsThePlaceOfAByteBehindEscapes) {
  // Columns: quote 1, \" 2-3, a 4, \u00e9 5-10 (two bytes), \ud83d\ude00 11-22 (four bytes), b 23.
  const Value v = parse(R"("\"a\u00e9\ud83d\ude00b")", "f");
  ASSERT_EQ(v.text().size(), 9u);
  EXPECT_EQ(v.where_inside(0).column, 2);
  EXPECT_EQ(v.where_inside(1).column, 4);
  EXPECT_EQ(v.where_inside(2).column, 5);
  EXPECT_EQ(v.where_inside(4).column, 11);
  EXPECT_EQ(v.where_inside(8).column, 23);
  EXPECT_EQ(parse("\"\\u20ac!\"", "f").where_inside(3).column, 8);  // three bytes
}

TEST(Parse, TellsWhatWasExpectedWhere) {
  EXPECT_EQ(faults_of("{\n  \"none\" {"), Texts{"2:10 unexpected '{', expected ':'|"});
  EXPECT_EQ(faults_of("{\"a\": 1 \"b\": 2}"),
            Texts{"1:9 unexpected '\"b\"', expected ',' or '}'|is a comma missing before it?"});
  EXPECT_EQ(faults_of("[1 2]"),
            Texts{"1:4 unexpected '2', expected ',' or ']'|is a comma missing before it?"});
  EXPECT_EQ(faults_of("{a: 1}"),
            Texts{"1:2 unexpected 'a', expected a key in double quotes or '}'|keys stand in double quotes"});
  EXPECT_EQ(faults_of("{} x"), Texts{"1:4 unexpected 'x', expected the end of the file|"});
  EXPECT_EQ(faults_of("[}"), Texts{"1:2 unexpected '}', expected a value or ']'|"});
  EXPECT_EQ(faults_of("{\"a\":}"), Texts{"1:6 unexpected '}', expected a value|"});
}

TEST(Parse, NamesTrailingCommas) {
  EXPECT_EQ(faults_of("{\"a\": 1,\n}"),
            Texts{"2:1 unexpected '}', expected a key in double quotes|remove the trailing comma before it"});
  EXPECT_EQ(faults_of("[1, ]"),
            Texts{"1:5 unexpected ']', expected a value|remove the trailing comma before it"});
}

TEST(Parse, TellsWhatIsNotClosed) {
  EXPECT_EQ(
      faults_of("{\n \"a\": [1,"),
      Texts{"2:10 unexpected end of the file, expected a value|the '[' at line 2, column 7 is not closed"});
  EXPECT_EQ(
      faults_of("{\"a\": \"x\n}"),
      Texts{"1:7 the string that begins here is not closed in its line|close it with a double quote; a line "
            "break inside is written \\n"});
  EXPECT_EQ(faults_of("{\"a\": \"x").size(), 1u);
  EXPECT_EQ(faults_of("{} /* x"), Texts{"1:4 the comment that begins here has no end|close it with */"});
}

TEST(Parse, RefusesWhatIsNoJsonValue) {
  const std::string none = "JSON has no such number; leave the key out where nothing is meant";
  EXPECT_EQ(faults_of("{\"a\": NaN}"), Texts{"1:7 'NaN' is no JSON value|" + none});
  EXPECT_EQ(faults_of("-Infinity"), Texts{"1:1 '-Infinity' is no JSON value|" + none});
  EXPECT_EQ(faults_of("True"), Texts{"1:1 'True' is no JSON value|write it in small letters: true"});
  EXPECT_EQ(faults_of("None"), Texts{"1:1 'None' is no JSON value|write null"});
  EXPECT_EQ(faults_of("['a']"), Texts{"1:2 ''a'' is no JSON value|strings and keys stand in double quotes"});
  EXPECT_EQ(faults_of("h"), Texts{"1:1 'h' is no JSON value|text stands in double quotes"});
  const std::string numbers =
      "numbers are written 0.5, 12, -3 or 1e-3: no leading + or 0, and digits on both sides of the point";
  for (const std::string bad : {"+1", ".5", "-", "1.", "1e"})
    EXPECT_EQ(faults_of(bad), Texts{"1:1 '" + bad + "' is no JSON value|" + numbers});
  EXPECT_EQ(faults_of("[01]").size(), 1u);
  EXPECT_EQ(faults_of("1e999"), Texts{"1:1 the number 1e999 is too large|numbers reach up to 1.797e308"});
}

TEST(Parse, RefusesBrokenStrings) {
  EXPECT_EQ(
      faults_of("\"a\tb\""),
      Texts{"1:3 a control character inside a string|write it as an escape, a tab for instance as \\t"});
  const std::string escapes =
      "escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX; a backslash itself is written \\\\";
  EXPECT_EQ(faults_of("\"C:\\data\""), Texts{"1:5 unknown escape inside a string|" + escapes});
  EXPECT_EQ(faults_of("\"\\ud83d\"").size(), 1u);  // half of a pair
  EXPECT_EQ(faults_of("\"\xC3(\""),
            Texts{"1:3 bytes inside a string that are no UTF-8|save the file as UTF-8"});
  EXPECT_EQ(faults_of("\"\xFF\""),
            Texts{"1:2 bytes inside a string that are no UTF-8|save the file as UTF-8"});
  EXPECT_EQ(faults_of("{\xFF}").size(), 1u);
}

TEST(Parse, RefusesOtherFiles) {
  EXPECT_EQ(faults_of(""), Texts{"1:1 the file is empty, expected a JSON object|"});
  EXPECT_EQ(faults_of(" \n\t"), Texts{"1:1 the file is empty, expected a JSON object|"});
  EXPECT_EQ(faults_of("// nothing"), Texts{"1:1 the file is empty, expected a JSON object|"});
  EXPECT_EQ(faults_of("\xFF\xFE{"), Texts{"1:1 the file is UTF-16, not UTF-8|save it as UTF-8"});
  EXPECT_EQ(faults_of(std::string_view("{}\n \0x", 6)), Texts{"2:2 a zero byte: this is no JSON text|"});
}

TEST(Parse, TellsBothPlacesOfEveryKeyThatStandsTwice) {
  EXPECT_EQ(
      faults_of("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": {\"d\": 2}},\n \"a\": 3}"),
      (Texts{
          "2:16 key 'c' stands twice in one object, first at line 2, column 8|remove or rename one of them",
          "3:2 key 'a' stands twice in one object, first at line 1, column 2|remove or rename one of them"}));
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(parse("{\"a\": 1, \"a\": {\"x\": 1}, \"b\": 2}", "f", diagnostics).json(), "{\"a\":1,\"b\":2}");
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].where.pointer, "/a");
}

TEST(Parse, BoundsTheDepth) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_EQ(faults_of(nested(kMaximumDepth)), Texts{});
  EXPECT_EQ(
      faults_of(nested(kMaximumDepth + 1)),
      Texts{
          "1:201 lists and objects nest deeper than 200 levels|put inner models into files of their own and "
          "\"include\" them"});
  EXPECT_EQ(faults_of(std::string(1000000, '[')).size(), 1u);
}

TEST(Parse, ErrorsNameTheFile) {
  try {
    parse("{\n  \"none\" {", "dir/study.json");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "dir/study.json:2:10: error: unexpected '{', expected ':'");
  }
}

}  // namespace
}  // namespace escapement::json
