// SPDX-License-Identifier: MIT
#include "escapement/report/results_json.h"

#include <gmock/gmock.h>

#include <limits>

#include "report/sample_results.h"

namespace escapement::report {
namespace {

using statistics::Kind;
using testing::ElementsAre;
using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) names.push_back(item.key());
  return names;
}

experiment::Result full(Kind kind) {
  experiment::Result result;
  result.name = "X.Y";
  result.kind = kind;
  result.average = 2.5;
  result.half_width.value = 0.5;
  result.minimum = 1;
  result.maximum = 4;
  result.minimum_average = 2;
  result.maximum_average = 3;
  result.final_value = 3.5;
  result.observations = 17;
  return result;
}

TEST(ResultsJson, GivesEachKindItsKeys) {
  const std::vector<std::string> common = {"name",           "kind",           "average",
                                           "halfWidth",      "minimum",        "maximum",
                                           "minimumAverage", "maximumAverage", "final"};
  auto counted = common;
  counted.push_back("observations");
  EXPECT_EQ(keys(to_json(full(Kind::kTally), false)), counted);
  EXPECT_EQ(keys(to_json(full(Kind::kTimePersistent), false)), common);
  EXPECT_EQ(keys(to_json(full(Kind::kCounter), false)), counted);
  EXPECT_EQ(keys(to_json(full(Kind::kOutput), false)), common);
  EXPECT_THAT(keys(to_json(full(Kind::kFrequency), false)),
              ElementsAre("name", "kind", "observations", "categories"));
}

TEST(ResultsJson, WritesTheValues) {
  EXPECT_EQ(to_json(full(Kind::kTally), false).dump(),
            R"({"name":"X.Y","kind":"tally","average":2.5,"halfWidth":0.5,"minimum":1.0,"maximum":4.0,)"
            R"("minimumAverage":2.0,"maximumAverage":3.0,"final":3.5,"observations":17})");
}

TEST(ResultsJson, WritesAnEmptyTallyAsNullWithTheReason) {
  experiment::Result empty;
  empty.name = "Rework.Delay";
  empty.half_width.reason = "insufficient";
  EXPECT_EQ(to_json(empty, false).dump(),
            R"({"name":"Rework.Delay","kind":"tally","average":null,"halfWidth":null,)"
            R"("halfWidthReason":"insufficient","minimum":null,"maximum":null,"minimumAverage":null,)"
            R"("maximumAverage":null,"final":null,"observations":0})");
}

TEST(ResultsJson, LeavesTheReasonOutWhereThereIsAHalfWidth) {
  auto result = full(Kind::kTally);
  result.half_width.reason = "correlated";
  EXPECT_FALSE(to_json(result, false).contains("halfWidthReason"));
}

TEST(ResultsJson, NeverWritesANumberThatIsNone) {
  auto result = full(Kind::kTally);
  result.average = std::numeric_limits<double>::quiet_NaN();
  result.maximum = std::numeric_limits<double>::infinity();
  result.replication_averages = {1.0, std::nullopt, std::numeric_limits<double>::infinity()};
  const Json json = to_json(result, true);
  EXPECT_TRUE(json["average"].is_null());
  EXPECT_TRUE(json["maximum"].is_null());
  EXPECT_EQ(json["replicationAverages"].dump(), "[1.0,null,null]");
}

TEST(ResultsJson, ReadsBackAsTheSameDouble) {
  auto result = full(Kind::kTally);
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789}) {
    result.average = value;
    EXPECT_EQ(Json::parse(json_text(to_json(result, false)))["average"].get<double>(), value);
  }
}

TEST(ResultsJson, AddsPlotsOnlyWhenAsked) {
  auto result = full(Kind::kTally);
  result.replication_averages = {2.0, 3.0};
  result.histogram = statistics::Histogram{1, 0.5, {3, 0, 4}, 2};
  result.series = statistics::Series{0, 10, {1, 2}, {0, 1}, {2, 3}};
  const Json json = to_json(result, true);
  EXPECT_EQ(json["replicationAverages"].dump(), "[2.0,3.0]");
  EXPECT_EQ(json["histogram"].dump(), R"({"origin":1.0,"width":0.5,"counts":[3,0,4],"nonFinite":2})");
  EXPECT_EQ(json["series"].dump(),
            R"({"start":0.0,"step":10.0,"average":[1.0,2.0],"minimum":[0.0,1.0],"maximum":[2.0,3.0]})");
  EXPECT_EQ(keys(to_json(result, false)), keys(to_json(full(Kind::kTally), false)));
}

TEST(ResultsJson, WritesTheCategoriesOfAFrequency) {
  auto result = full(Kind::kFrequency);
  result.frequencies = {{"BUSY", true, 2, 30, {}, {}, {}}, {"Out of Range", false, 1, 10, {}, {}, {}}};
  statistics::complete(result.frequencies);
  EXPECT_EQ(to_json(result, false)["categories"].dump(),
            R"([{"name":"BUSY","visits":2,"time":30.0,"averageTime":15.0,"standardPercent":75.0,)"
            R"("restrictedPercent":100.0},)"
            R"({"name":"Out of Range","visits":1,"time":10.0,"averageTime":10.0,"standardPercent":25.0}])");
}

TEST(ResultsJson, HasTheRunAroundTheStatistics) {
  experiment::Results results;
  results.model = "drill-press";
  results.replications = results.completed = 2;
  results.length = 480;
  results.warmup = 60;
  results.time_unit = "min";
  results.wall_seconds = 0.25;
  EXPECT_EQ(
      json_text(to_json(results, false), -1),
      R"({"model":"drill-press","seed":12345,"replications":2,"completed":2,"length":480.0,"warmup":60.0,)"
      R"("timeUnit":"min","statistics":[],"wallSeconds":0.25})"
      "\n");
}

TEST(ResultsJson, WritesNoLengthAsNull) {
  EXPECT_TRUE(to_json(experiment::Results{}, false)["length"].is_null());
}

TEST(ResultsJson, TellsFailuresAndInterruption) {
  experiment::Results results;
  results.replications = 3;
  results.completed = 1;
  results.interrupted = true;
  results.failures = {{2, 12.5, "Line.Press", "queue is full"}};
  const Json json = to_json(results, false);
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_EQ(json["completed"], 1);
  EXPECT_EQ(json["failures"].dump(),
            R"([{"replication":2,"clock":12.5,"modelPath":"Line.Press","message":"queue is full"}])");
  const Json calm = to_json(experiment::Results{}, false);
  EXPECT_FALSE(calm.contains("interrupted"));
  EXPECT_FALSE(calm.contains("failures"));
}

TEST(ResultsJson, DiffersBetweenEqualRunsInTheWallTimeOnly) {
  experiment::Results one = sample::machine_shop(), other = sample::machine_shop();
  other.wall_seconds = 99;
  Json a = to_json(one, true), b = to_json(other, true);
  EXPECT_NE(json_text(a), json_text(b));
  a.erase("wallSeconds");
  b.erase("wallSeconds");
  EXPECT_EQ(json_text(a), json_text(b));
}

TEST(ResultsJson, EscapesTextAndMendsBytesThatAreNotUtf8) {
  experiment::Results results;
  results.model = "a \"b\" \\ \n</script>\xff";
  const std::string text = json_text(to_json(results, false));
  EXPECT_EQ(Json::parse(text)["model"], "a \"b\" \\ \n</script>\xEF\xBF\xBD");
}

}  // namespace
}  // namespace escapement::report
