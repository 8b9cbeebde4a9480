// SPDX-License-Identifier: MIT
#include "escapement/json/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fake_blocks.h"

namespace escapement::json {
namespace {

using Json = nlohmann::json;

class SchemaTest : public testing::Test {
 protected:
  registry::Registry registry_ = fake::make_registry();
  Json schema_ = Json::parse(schema(registry_));

  const Json& at(const std::string& pointer) const { return schema_.at(Json::json_pointer(pointer)); }
  std::string text(const std::string& pointer) const { return at(pointer).dump(); }
};

TEST_F(SchemaTest, IsDraft7AndAlwaysTheSame) {
  EXPECT_EQ(at("/$schema"), "http://json-schema.org/draft-07/schema#");
  EXPECT_EQ(schema(registry_), schema(fake::make_registry()));
}

TEST_F(SchemaTest, ComponentsAreToldApartByTheirType) {
  EXPECT_EQ(text("/definitions/component/properties/type/enum"),
            R"(["fake.Branch","fake.Gain","fake.Server","fake.Sink","fake.Source","coupled"])");
  EXPECT_EQ(text("/definitions/component/allOf/2"),
            R"({"if":{"properties":{"type":{"const":"fake.Server"}},"required":["type"]},)"
            R"("then":{"$ref":"#/definitions/fake.Server"}})");
  EXPECT_EQ(text("/definitions/component/allOf/5/then"), R"({"$ref":"#/definitions/coupled"})");
  EXPECT_EQ(schema(registry_).find("oneOf"), std::string::npos);
  EXPECT_EQ(schema(registry_).find("anyOf"), std::string::npos);
}

TEST_F(SchemaTest, UnknownKeysAreFaults) {
  for (const char* name : {"fake.Server", "fake.Resource", "coupled"})
    EXPECT_EQ(at("/definitions/" + std::string(name) + "/additionalProperties"), false) << name;
  EXPECT_EQ(at("/else/additionalProperties"), false);
  EXPECT_TRUE(at("/else/properties").contains("$schema"));
  EXPECT_TRUE(at("/definitions/fake.Server/properties").contains("type"));
  EXPECT_FALSE(at("/definitions/fake.Resource/properties").contains("type"));
}

TEST_F(SchemaTest, FieldsCarryTypeRangeDefaultAndDoc) {
  const std::string server = "/definitions/fake.Server/properties/";
  EXPECT_EQ(text(server + "probability"), R"({"maximum":1.0,"minimum":0.0,"type":"number"})");
  EXPECT_EQ(text(server + "delay"),
            R"({"description":"service time [time]","minLength":1,"type":["number","string"]})");
  EXPECT_EQ(text(server + "rule"), R"({"default":"Wait","enum":["Wait","Ignore","Preempt"]})");
  EXPECT_EQ(at(server + "patience")["exclusiveMinimum"], 0);
  EXPECT_EQ(at(server + "queue")["type"], "string");
  EXPECT_EQ(text("/definitions/fake.Server/required"), R"(["delay"])");
  EXPECT_EQ(text("/definitions/fake.Resource/properties/capacity"),
            R"({"default":1,"description":"units that can be busy","minimum":0.0,"type":"integer"})");
  EXPECT_EQ(at("/definitions/fake.EntityType/properties/report")["default"], true);
  EXPECT_EQ(text("/definitions/fake.Branch/properties/branches"),
            R"({"items":{"type":"string"},"type":"array"})");
}

TEST_F(SchemaTest, ShortFormsAreIfThenElse) {
  const Json& resources = at("/definitions/fake.Server/properties/resources");
  EXPECT_EQ(resources["if"].dump(), R"({"type":"array"})");
  EXPECT_EQ(resources["else"]["if"].dump(), R"({"type":"object"})");
  EXPECT_EQ(resources["else"]["then"]["required"].dump(), R"(["resource"])");
  EXPECT_EQ(resources["else"]["else"]["type"], "string");
}

TEST_F(SchemaTest, SectionsStandInTheStudyAndInModels) {
  for (const char* owner : {"/else/properties/", "/definitions/coupled/properties/"}) {
    const Json& resources = at(std::string(owner) + "resources");
    EXPECT_EQ(resources["additionalProperties"]["else"].dump(), R"({"$ref":"#/definitions/fake.Resource"})");
    EXPECT_EQ(resources["propertyNames"]["pattern"], "^[A-Za-z_][A-Za-z0-9_]*$");
  }
}

TEST_F(SchemaTest, ExperimentTakesFurtherKeys) {
  LoadOptions options;
  options.experiment_fields = {registry::number("tolerance").above(0)};
  const Json more = Json::parse(schema(registry_, options));
  const Json& experiment = more["else"]["properties"]["experiment"]["else"]["properties"];
  EXPECT_EQ(experiment["tolerance"]["exclusiveMinimum"], 0);
  EXPECT_EQ(experiment["replications"]["minimum"], 1);
}

}  // namespace
}  // namespace escapement::json
