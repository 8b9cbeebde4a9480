// SPDX-License-Identifier: MIT
#include "escapement/json/build.h"

#include <gtest/gtest.h>

#include <functional>

#include "fake_blocks.h"

namespace escapement::json {
namespace {

using fake::kDrillPress;
using fake::with;
using Texts = std::vector<std::string>;

class BuildTest : public testing::Test {
 protected:
  registry::Registry registry_ = fake::make_registry();
  random::StreamSet streams_;
  statistics::Collector statistics_;
  std::unique_ptr<Study> study_;
  std::unique_ptr<registry::Environment> environment_;

  std::unique_ptr<Coupled> make(const std::string& text) {
    study_ = std::make_unique<Study>(Study::from_text(text, "dir/f.json", registry_));
    environment_ =
        std::make_unique<registry::Environment>(environment_for(*study_, streams_, statistics_, 3));
    return build(*study_, *environment_);
  }
  Texts faults(const std::string& text) {
    return fake::faults([&] { make(text); });
  }
  static Texts couplings(const Coupled& coupled) {
    Texts all;
    for (const Coupling& c : coupled.couplings()) all.push_back(c.from->path() + " -> " + c.to->path());
    return all;
  }
};

TEST_F(BuildTest, MakesElementsThenComponentsThenCouplings) {
  const auto root = make(kDrillPress);
  EXPECT_EQ(root->name(), "drill_press");
  Texts names;
  for (const auto& component : root->components()) names.push_back(component->name());
  EXPECT_EQ(names, (Texts{"Part", "Drill", "Arrivals", "Drilling", "Done"}));
  EXPECT_EQ(couplings(*root), (Texts{"Arrivals.out -> Drilling.in", "Drilling.out -> Done.in"}));
}

TEST_F(BuildTest, FactoriesReadParametersInFull) {
  const auto root = make(kDrillPress);
  EXPECT_EQ(
      dynamic_cast<fake::Block&>(*root->find("Drilling")).seen,
      (Texts{"type=\"fake.Server\"", "resources=[{\"resource\":\"Drill\"}]", "delay=\"TRIA(1, 3, 6)\""}));
}

TEST_F(BuildTest, NestsModelsWithTheirPorts) {
  const auto root = make(R"({"name": "", "model": {"components": {
    "Src": {"type": "fake.Source", "interarrival": 1}, "End": {"type": "fake.Sink"},
    "Outer": {"components": {"Inner": {"attributes": {"Weight": {}},
        "components": {"A": {"type": "fake.Server", "delay": 1}},
        "inputs": ["in"], "outputs": ["out"], "couplings": ["in -> A", "A.out -> out"]}},
      "inputs": ["in"], "outputs": ["out"], "couplings": ["in -> Inner -> out"]}},
    "couplings": ["Src -> Outer -> End"]}})");
  EXPECT_EQ(root->name(), "f");
  auto& outer = dynamic_cast<Coupled&>(*root->find("Outer"));
  auto& inner = dynamic_cast<Coupled&>(*root->find_path("Outer.Inner"));
  EXPECT_EQ(root->find_path("Outer.Inner.A")->path(), "Outer.Inner.A");
  EXPECT_EQ(inner.components().size(), 1u);  // the attribute is declared only
  EXPECT_TRUE(outer.find_port("in")->is_input());
  EXPECT_TRUE(same_type(outer.find_port("in")->type(), port_type<fake::Entity>()));
  EXPECT_EQ(couplings(*root), (Texts{"Src.out -> Outer.in", "Outer.out -> End.in"}));
  EXPECT_EQ(couplings(outer), (Texts{"Outer.in -> Outer.Inner.in", "Outer.Inner.out -> Outer.out"}));
}

TEST_F(BuildTest, EnvironmentHoldsTheFactsOfTheRun) {
  make(kDrillPress);
  EXPECT_EQ(environment_->replication, 3);
  EXPECT_EQ(environment_->replications, 10);
  EXPECT_EQ(environment_->length, 480.0);
  EXPECT_EQ(environment_->time_unit, "min");
  EXPECT_EQ(environment_->directory, "dir");
}

TEST_F(BuildTest, RootNamesAreMadeNames) {
  EXPECT_EQ(make(with(kDrillPress, "drill-press", "2nd line"))->name(), "_2nd_line");
  EXPECT_EQ(make(with(kDrillPress, "drill-press", "B\xC3\xBCro"))->name(), "B__ro");
}

TEST_F(BuildTest, TellsAllFaultsOfTheFactoriesWithTheirPlaces) {
  std::string text = with(kDrillPress, "TRIA(1, 3, 6)", "1 + \\u0042AD");
  text = with(text, "\"Done\":", "\"G\": {\"type\": \"fake.Gain\", \"gain\": 13}, \"Done\":");
  EXPECT_EQ(faults(text), (Texts{"8:81 there is no name 'BAD'|declare it", "9:12 13 brings bad luck|"}));
}

TEST_F(BuildTest, TellsDescriptorsThatDoNotKeepTheirWord) {
  const auto message = [&](const std::string& text) -> std::string {
    try {
      make(text);
    } catch (const InternalError& e) {
      return e.what();
    }
    return "nothing thrown";
  };
  const registry::PortInfo in{"in", true, "real", ""};
  registry_.add(fake::type("fake.Liar", {}, {in}),
                [](const std::string& name, const registry::Arguments&, registry::Environment&) {
                  return std::make_unique<Component>(name);
                });
  registry_.add(fake::type("fake.Nothing", {}, {}),
                [](const std::string&, const registry::Arguments&, registry::Environment&) {
                  return std::unique_ptr<Component>();
                });
  EXPECT_EQ(message(R"({"model": {"components": {"G": {"type": "fake.Gain"}, "L": {"type": "fake.Liar"}},
                       "couplings": ["G -> L"]}})"),
            "build: 'L.in' is in the descriptor of its type, but the component has no such port");
  EXPECT_EQ(message(R"({"model": {"components": {"N": {"type": "fake.Nothing"}}}})"),
            "build: the factory of 'fake.Nothing' made nothing for 'N'");
}

TEST_F(BuildTest, TypesThatDescriptorsHideAreToldAtTheCoupling) {
  registry::ComponentType odd = fake::type("fake.Odd", {}, {{"in", true, "real", ""}});
  registry_.add(std::move(odd),
                [](const std::string& name, const registry::Arguments&, registry::Environment&) {
                  auto block = std::make_unique<fake::Block>(name);
                  block->port<InPort<int>>("in");
                  return block;
                });
  const Texts told = faults(
      "{\"model\": {\"components\": {\"G\": {\"type\": \"fake.Gain\"}, \"O\": {\"type\": "
      "\"fake.Odd\"}},\n\"couplings\": [\"G -> O\"]}}");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].rfind("2:15 ", 0), 0u) << told[0];
}

}  // namespace
}  // namespace escapement::json
