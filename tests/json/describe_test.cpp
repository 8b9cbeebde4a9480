// SPDX-License-Identifier: MIT
#include "escapement/json/describe.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fake_blocks.h"

namespace escapement::json {
namespace {

using Json = nlohmann::json;

class DescribeTest : public testing::Test {
 protected:
  registry::Registry registry_ = fake::make_registry();
};

TEST_F(DescribeTest, ListsTypesWithTheirSummary) {
  EXPECT_EQ(describe_all_text(registry_),
            "Components (\"type\")\n"
            "  fake.Branch  A fake.Branch.\n"
            "  fake.Gain    A fake.Gain.\n"
            "  fake.Server  A fake.Server.\n"
            "  fake.Sink    A fake.Sink.\n"
            "  fake.Source  A fake.Source.\n"
            "\n"
            "Elements (sections)\n"
            "  attributes  fake.Attribute   A fake.Attribute.\n"
            "  entities    fake.EntityType  A fake.EntityType.\n"
            "  queues      fake.Queue       A fake.Queue.\n"
            "  resources   fake.Resource    A fake.Resource.\n");
  const Json all = Json::parse(describe_all_json(registry_));
  EXPECT_EQ(all["types"].size(), 9u);
  EXPECT_EQ(all["types"][0].dump(),
            R"({"name":"fake.Attribute","section":"attributes","summary":"A fake.Attribute."})");
}

TEST_F(DescribeTest, TellsTheKeysOfTheExperiment) {
  const std::string text = describe_text(registry_, "experiment");
  EXPECT_NE(text.find("factors.NAME.levels"), std::string::npos) << text;
  EXPECT_NE(text.find("compare.indifference"), std::string::npos) << text;
  const Json json = Json::parse(describe_json(registry_, "experiment"));
  EXPECT_EQ(json["name"], "experiment");
  EXPECT_EQ(json["parameters"][0]["name"], "replications");
}

TEST_F(DescribeTest, TellsAllOfOneType) {
  EXPECT_EQ(
      describe_text(registry_, "fake.Server"),
      "fake.Server\n"
      "  A fake.Server.\n"
      "  It does nothing.\n"
      "\n"
      "Made of\n"
      "  QUEUE, SEIZE, DELAY, RELEASE\n"
      "\n"
      "Ports\n"
      "  in   in    entity  arrivals\n"
      "  out  out   entity  the served\n"
      "  out  balk  entity  those that find it full\n"
      "\n"
      "Parameters\n"
      "  delay                 an expression (a number or a text) [time]                          required"
      "      service time\n"
      "  resources             the name of one of the resources, or an object, or a list of them\n"
      "  resources[].resource  the name of one of the resources                                   required\n"
      "  resources[].quantity  a whole number of at least 1                                       default 1\n"
      "  queue                 the name of one of the queues\n"
      "  rule                  'Wait', 'Ignore' or 'Preempt'                                      default "
      "Wait\n"
      "  probability           a number from 0 to 1\n"
      "  patience              a duration above 0 [time]\n"
      "\n"
      "Statistics\n"
      "  NAME.NumberIn           counter  entities that came\n"
      "  NAME.Queue.WaitingTime  tally    their waits\n");
}

TEST_F(DescribeTest, TellsOfElementsByTypeOrSection) {
  const std::string text = describe_text(registry_, "resources");
  EXPECT_EQ(text, describe_text(registry_, "fake.Resource"));
  EXPECT_EQ(text.rfind("fake.Resource  (an element, listed under \"resources\")\n", 0), 0u);
  EXPECT_NE(describe_text(registry_, "fake.Branch").find("further ones depend on the parameters"),
            std::string::npos);
}

TEST_F(DescribeTest, TellsTheSameToPrograms) {
  const Json server = Json::parse(describe_json(registry_, "fake.Server"));
  EXPECT_EQ(server["name"], "fake.Server");
  EXPECT_EQ(server["composition"], "QUEUE, SEIZE, DELAY, RELEASE");
  EXPECT_EQ(server["ports"][1].dump(),
            R"({"direction":"out","doc":"the served","message":"entity","name":"out"})");
  EXPECT_EQ(server["portsDependOnParameters"], false);
  EXPECT_EQ(server["parameters"][0].dump(),
            R"({"doc":"service time","name":"delay","required":true,"type":"expression","unit":"time"})");
  EXPECT_EQ(server["parameters"][1]["element"]["record"][1].dump(),
            R"({"default":"1","minimum":1.0,"name":"quantity","type":"integer"})");
  EXPECT_EQ(server["statistics"][1]["suffix"], "Queue.WaitingTime");
  EXPECT_EQ(Json::parse(describe_json(registry_, "queues"))["section"], "queues");
}

TEST_F(DescribeTest, SuggestsKnownTypes) {
  const auto message = [&](const char* name) -> std::string {
    try {
      describe_text(registry_, name);
    } catch (const InputError& e) {
      return e.what();
    }
    return "nothing thrown";
  };
  EXPECT_EQ(message("fake.Servr"), "error: there is no type 'fake.Servr'\n    did you mean 'fake.Server'?");
  EXPECT_EQ(message("Gain"), "error: there is no type 'Gain'\n    did you mean 'fake.Gain'?");
  EXPECT_EQ(message("resource"), "error: there is no type 'resource'\n    did you mean 'resources'?");
  EXPECT_EQ(message("zzzzzzzzzzzz")
                .rfind("error: there is no type 'zzzzzzzzzzzz'\n    types: 'fake.Attribute', ", 0),
            0u);
}

TEST_F(DescribeTest, WritesAReferencePage) {
  const std::string page = reference_markdown(registry_);
  EXPECT_EQ(page.rfind("# Reference of the study format\n", 0), 0u);
  for (const char* expected :
       {"## The study\n", "| `experiment.replications` | a whole number from 1 to 1000000000 | `1` |",
        "## Coupled models\n", "## Elements\n", "### resources\n",
        "| `cost` | an expression (a number or a text) [cost/h] |", "## Components\n", "### fake.Server\n",
        "Made of: QUEUE, SEIZE, DELAY, RELEASE\n",
        "| `delay` | an expression (a number or a text) [time] | required | service time |\n",
        "| `resources[].quantity` | a whole number of at least 1 | `1` |  |\n", "| `balk` | out | entity |",
        "| `NAME.Queue.WaitingTime` | tally | their waits |\n", "further ports depend on the parameters"})
    EXPECT_NE(page.find(expected), std::string::npos) << expected;
}

}  // namespace
}  // namespace escapement::json
