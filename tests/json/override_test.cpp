// SPDX-License-Identifier: MIT
#include "escapement/json/override.h"

#include <gtest/gtest.h>

#include "escapement/json/parse.h"
#include "fake_blocks.h"

namespace escapement::json {
namespace {

using registry::Value;
using Texts = std::vector<std::string>;

constexpr const char* kNested = R"({
  "resources": {"Drill": {"capacity": 1}},
  "model": {
    "queues": {"Line": {}},
    "components": {
      "A": {"type": "fake.Server", "delay": 1, "resources": [{"resource": "Drill"}]},
      "Left": {"components": {"B": {"type": "fake.Server", "delay": 2}, "C": {"type": "fake.Sink"}},
               "resources": {"Saw": {}}},
      "Right": {"components": {"C": {"type": "fake.Sink"}}}
    }
  }
})";

struct Outcome {
  Value study;
  std::vector<Diagnostic> diagnostics;
};

Outcome apply(std::vector<std::string> sets) {
  Outcome outcome{parse(kNested, "f.json"), {}};
  apply_sets(outcome.study, sets, fake::make_registry(), outcome.diagnostics);
  return outcome;
}

// What stands at the path of keys and positions after the setting.
std::string after(const std::string& set, std::vector<std::string> path) {
  const Outcome outcome = apply({set});
  if (!outcome.diagnostics.empty()) return outcome.diagnostics[0].message;
  const Value* at = &outcome.study;
  for (const std::string& key : path) {
    at = at->is(Value::Type::kArray) ? &at->items().at(static_cast<std::size_t>(std::stoi(key)))
                                     : at->find(key);
    if (at == nullptr) return "nothing at " + key;
  }
  return at->json();
}

std::string fault(const std::string& set) {
  const Outcome outcome = apply({set});
  if (outcome.diagnostics.size() != 1) return std::to_string(outcome.diagnostics.size()) + " faults";
  return outcome.diagnostics[0].text();
}

TEST(Override, ReachesElementsAndComponents) {
  EXPECT_EQ(after("Drill.capacity=2", {"resources", "Drill", "capacity"}), "2");
  EXPECT_EQ(after("Line.ranking=LIFO", {"model", "queues", "Line", "ranking"}), "\"LIFO\"");
  EXPECT_EQ(after("A.delay=4", {"model", "components", "A", "delay"}), "4");
  EXPECT_EQ(after("Left.B.delay=EXPO(3)", {"model", "components", "Left", "components", "B", "delay"}),
            "\"EXPO(3)\"");
  EXPECT_EQ(after("Left.Saw.capacity=3", {"model", "components", "Left", "resources", "Saw", "capacity"}),
            "3");
}

TEST(Override, FindsANameThatIsUniqueInside) {
  EXPECT_EQ(after("Saw.capacity=3", {"model", "components", "Left", "resources", "Saw", "capacity"}), "3");
  EXPECT_EQ(after("B.delay=3", {"model", "components", "Left", "components", "B", "delay"}), "3");
  EXPECT_EQ(fault("C.x=3"),
            "--set C.x=3: error: 'C' is found in several models\n    write one of 'Left.C' or 'Right.C'");
}

TEST(Override, ReachesKeysOfTheStudy) {
  EXPECT_EQ(after("experiment.length=960", {"experiment", "length"}), "960");
  EXPECT_EQ(after("timeUnit=h", {"timeUnit"}), "\"h\"");
  EXPECT_EQ(after("resources.Drill.capacity=5", {"resources", "Drill", "capacity"}), "5");
  EXPECT_EQ(after("model.components.A.delay=5", {"model", "components", "A", "delay"}), "5");
}

TEST(Override, ReachesDeeperValues) {
  EXPECT_EQ(after("A.resources.0.quantity=2", {"model", "components", "A", "resources", "0", "quantity"}),
            "2");
  EXPECT_EQ(after("A.resources.0=Saw", {"model", "components", "A", "resources", "0"}), "\"Saw\"");
}

// Names that the type does not know are those of its own `parameters`, in objects that are made for them.
TEST(Override, ReachesParametersOfAClass) {
  registry::Registry types = fake::make_registry();
  fake::add(types, fake::type("fake.Class", {registry::string("class"), registry::any("parameters")}, {}));
  const auto after_sets = [&](const std::vector<std::string>& sets) {
    Value study = parse(R"({"model": {"components": {"Tank": {"type": "fake.Class"}}}})", "f.json");
    std::vector<Diagnostic> faults;
    apply_sets(study, sets, types, faults);
    if (!faults.empty()) return faults[0].message;
    return study.find("model")->find("components")->find("Tank")->json();
  };
  EXPECT_EQ(after_sets({"Tank.area=3"}), R"({"type":"fake.Class","parameters":{"area":3}})");
  EXPECT_EQ(after_sets({"Tank.valve.k=2", "Tank.parameters.valve.j=1"}),
            R"({"type":"fake.Class","parameters":{"valve":{"k":2,"j":1}}})");
  EXPECT_EQ(after_sets({"Tank.class=Pool"}), R"({"type":"fake.Class","class":"Pool"})");
  EXPECT_EQ(after_sets({"Tank.parameters={\"area\": 1}"}),
            R"({"type":"fake.Class","parameters":{"area":1}})");
  EXPECT_EQ(after_sets({"Tank.area=3", "Tank.area.of=4"}), "'of' leads into a number, which has no parts");
}

TEST(Override, ReadsJsonElseText) {
  const std::vector<std::string> delay = {"model", "components", "A", "delay"};
  EXPECT_EQ(after("A.delay=4.50", delay), "4.50");
  EXPECT_EQ(after("A.delay=true", delay), "true");
  EXPECT_EQ(after("A.delay=[1,2]", delay), "[1,2]");
  EXPECT_EQ(after("A.delay=\"5\"", delay), "\"5\"");
  EXPECT_EQ(after("A.delay=5 h", delay), "\"5 h\"");
  EXPECT_EQ(after("A.delay=", delay), "\"\"");
  EXPECT_EQ(after("A.delay=a=b", delay), "\"a=b\"");
}

TEST(Override, LaterSettingsWin) {
  const Outcome outcome = apply({"Drill.capacity=2", "Drill.capacity=3"});
  EXPECT_EQ(outcome.study.find("resources")->json(), R"({"Drill":{"capacity":3}})");
}

TEST(Override, ValuesBearTheSettingAsTheirPlace) {
  const Outcome outcome = apply({"Drill.capacity=2"});
  const SourceLocation& where = outcome.study.find("resources")->find("Drill")->find("capacity")->where();
  EXPECT_EQ(where.file, "--set Drill.capacity=2");
  EXPECT_EQ(where.line, 0);
  EXPECT_EQ(where.pointer, "/resources/Drill/capacity");
}

TEST(Override, TellsPathsThatLeadNowhere) {
  EXPECT_EQ(fault("Dril.capacity=2"),
            "--set Dril.capacity=2: error: there is no 'Dril' here\n    did you mean 'Drill'?");
  EXPECT_EQ(fault("Left.D.delay=2"),
            "--set Left.D.delay=2: error: there is no 'D' here\n    did you mean 'B'?");
  EXPECT_EQ(fault("experimnt.length=2"),
            "--set experimnt.length=2: error: there is no 'experimnt' here\n    did you mean 'experiment'?");
  EXPECT_EQ(fault("Zzzzzzzzzz.x=1"),
            "--set Zzzzzzzzzz.x=1: error: there is no 'Zzzzzzzzzz' here\n    known are 'A', 'Left', 'Right', "
            "'Line', "
            "'Drill', 'experiment', 'timeUnit' or 'name'");
  EXPECT_EQ(fault("A.resources.7.quantity=1"),
            "--set A.resources.7.quantity=1: error: there is no item '7' in a list of 1\n    positions count "
            "from 0");
  EXPECT_EQ(fault("A.resources.x=1"),
            "--set A.resources.x=1: error: there is no item 'x' in a list of 1\n    positions count from 0");
  EXPECT_EQ(fault("A.delay.x=1"), "--set A.delay.x=1: error: 'x' leads into a number, which has no parts");
  EXPECT_EQ(fault("A.dellay.x=1"),
            "--set A.dellay.x=1: error: there is no 'dellay' here\n    did you mean 'delay'?");
  EXPECT_EQ(fault("Drill=1"),
            "--set Drill=1: error: 'Drill' is a component or element; the path must go on to one of its "
            "parameters\n"
            "    such as Drill.capacity=2");
}

TEST(Override, TellsSettingsThatAreNone) {
  const std::string how =
      "a setting is written path=value\n    such as Drill.capacity=2 or experiment.length=960";
  EXPECT_EQ(fault("Drill.capacity"), "--set Drill.capacity: error: " + how);
  EXPECT_EQ(fault("=3"), "--set =3: error: " + how);
  EXPECT_EQ(fault("Drill..capacity=3"),
            "--set Drill..capacity=3: error: the path 'Drill..capacity' has an empty name in it");
}

}  // namespace
}  // namespace escapement::json
