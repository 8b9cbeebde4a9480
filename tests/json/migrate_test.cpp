// SPDX-License-Identifier: MIT
#include "escapement/json/migrate.h"

#include <gtest/gtest.h>

#include "escapement/json/parse.h"
#include "fake_blocks.h"

namespace escapement::json {
namespace {

using registry::Value;
using Texts = std::vector<std::string>;

// A table as a later program might have it.
std::vector<Migration> table() {
  return {
      {1, "'simulation' is called 'experiment'",
       [](Value& study) {
         for (Value::Member& member : study.members())
           if (member.key == "simulation") member.key = "experiment";
       }},
      {2, "'hours' became 'timeUnit'", [](Value& study) { study.set("timeUnit", Value(std::string("h"))); }}};
}

Texts faults_of(const char* text, int current) {
  return fake::faults([&] {
    Value study = parse(text, "f.json");
    std::vector<Diagnostic> notices;
    migrate(study, table(), current, notices);
  });
}

TEST(Migrate, AppliesStepAfterStepAndSaysSo) {
  Value study = parse("{\n\"format\": 1, \"simulation\": {}}", "f.json");
  std::vector<Diagnostic> notices;
  migrate(study, table(), 3, notices);
  EXPECT_EQ(study.json(), R"({"format":3,"experiment":{},"timeUnit":"h"})");
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_EQ(notices[0].text(),
            "f.json:2:11: warning: the study has format 1 and was read as format 2: 'simulation' is called "
            "'experiment' (at /format)\n    write \"format\": 2 once this is done in the file");
}

TEST(Migrate, AnAbsentFormatIsOne) {
  Value study = parse(R"({"simulation": {}})", "f.json");
  std::vector<Diagnostic> notices;
  migrate(study, table(), 2, notices);
  EXPECT_EQ(study.json(), R"({"experiment":{},"format":2})");
  EXPECT_EQ(notices.size(), 1u);
}

TEST(Migrate, LeavesTheCurrentFormatAlone) {
  Value study = parse(R"({"format": 1})", "f.json");
  std::vector<Diagnostic> notices;
  migrate(study, migrations(), kCurrentFormat, notices);
  EXPECT_EQ(study.json(), R"({"format":1})");
  EXPECT_TRUE(notices.empty());
}

TEST(Migrate, RefusesFormatsItDoesNotKnow) {
  EXPECT_EQ(faults_of(R"({"format": 4})", 3), Texts{"1:12 the study has format 4, this program knows formats "
                                                    "up to 3|take a newer version of the program"});
  EXPECT_EQ(faults_of(R"({"format": 3})", 5), Texts{"1:12 studies of format 3 can no longer be read|"});
  for (const char* bad : {"0", "-1", "1.5", "\"1\"", "null"})
    EXPECT_EQ(faults_of(("{\"format\": " + std::string(bad) + "}").c_str(), 3),
              Texts{"1:12 'format' must be a whole number of at least 1, not " + std::string(bad) +
                    "|the current format is 3"});
}

}  // namespace
}  // namespace escapement::json
