// SPDX-License-Identifier: MIT
// What a study is, and every kind of mistake outside of couplings.
#include "escapement/json/study.h"

#include <gtest/gtest.h>

#include "fake_blocks.h"
#include "temporary_folder.h"

namespace escapement::json {
namespace {

using fake::kDrillPress;
using fake::with;
using Texts = std::vector<std::string>;

class StudyTest : public testing::Test {
 protected:
  registry::Registry registry_ = fake::make_registry();

  Study load(const std::string& text, LoadOptions options = {}) {
    return Study::from_text(text, "dir/drill.json", registry_, options);
  }
  Texts faults(const std::string& text, LoadOptions options = {}) {
    return fake::faults([&] { load(text, options); });
  }
  // Faults of the drill press with one change.
  Texts changed(const std::string& from, const std::string& to) {
    return faults(with(kDrillPress, from, to));
  }
  // Faults of a model of these components, with no couplings.
  Texts components(const std::string& text) {
    return faults("{\"model\": {\"components\": {\n" + text + "}}}");
  }
};

TEST_F(StudyTest, KnowsItsFacts) {
  const Study study = load(kDrillPress);
  EXPECT_EQ(study.name(), "drill-press");
  EXPECT_EQ(study.time_unit(), "min");
  EXPECT_EQ(study.file(), "dir/drill.json");
  EXPECT_EQ(study.directory(), "dir");
  EXPECT_EQ(study.experiment().replications, 10);
  EXPECT_EQ(study.experiment().length, 480.0);  // 8 h in minutes
  EXPECT_EQ(study.experiment().warmup, 60);
  EXPECT_EQ(study.experiment().seed, 12345);
  EXPECT_EQ(study.experiment().threads, std::nullopt);
  EXPECT_TRUE(study.experiment().terminate.empty());
  EXPECT_TRUE(study.notices().empty());
  EXPECT_EQ(&study.registry(), &registry_);
}

TEST_F(StudyTest, ResolvesItsModel) {
  const Study study = load(kDrillPress);
  const Model& model = study.model();
  ASSERT_EQ(model.elements.size(), 2u);
  EXPECT_EQ(model.elements[1].name, "Drill");
  EXPECT_EQ(model.elements[1].type->name, "fake.Resource");
  ASSERT_EQ(model.parts.size(), 3u);
  EXPECT_EQ(model.parts[1].value->find("resources")->json(), R"([{"resource":"Drill"}])");  // in full
  ASSERT_EQ(model.links.size(), 2u);
  EXPECT_EQ(model.links[1].from.text(), "Drilling.out");
  EXPECT_EQ(model.links[1].to.text(), "Done.in");
}

TEST_F(StudyTest, HasDefaults) {
  const Study study = load(R"({"$schema": "x", "model": {"components": {}}})");
  EXPECT_EQ(study.name(), "drill");  // of the file
  EXPECT_EQ(study.time_unit(), "s");
  EXPECT_EQ(study.experiment().replications, 1);
  EXPECT_EQ(study.experiment().length, std::nullopt);
  EXPECT_EQ(Study::from_text(R"({"model": {"components": {}}})", "a.json", registry_).directory(), ".");
}

TEST_F(StudyTest, StaysSoundWhenMoved) {
  Study first = load(kDrillPress);
  const registry::Value* drilling = first.model().parts[1].value;
  const Study second = std::move(first);
  EXPECT_EQ(second.model().parts[1].value, drilling);
  EXPECT_EQ(second.root().find("model")->find("components")->find("Drilling"), drilling);
}

TEST_F(StudyTest, LoadsFilesAndWhatTheyInclude) {
  const testing_support::TemporaryFolder folder;
  folder.write("study.json",
               with(kDrillPress, R"({"capacity": 1})", R"({"include": "drill.json", "cost": 3})"));
  folder.write("drill.json", R"({"capacity": 4})");
  const Study study = Study::load(folder.path("study.json"), registry_);
  EXPECT_EQ(study.model().elements[1].value->json(), R"({"capacity":4,"cost":3})");
  EXPECT_EQ(fake::faults([&] { Study::load(folder.path("studi.json"), registry_); }),
            Texts{"0:0 no such file: '" + folder.path("studi.json") + "'|did you mean '" +
                  folder.path("study.json") + "'?"});
}

TEST_F(StudyTest, TellsFailedIncludesOnceWithOtherFaults) {
  const Texts told =
      faults(with(with(kDrillPress,
                       R"json({"type": "fake.Server", "resources": ["Drill"], "delay": "TRIA(1, 3, 6)"})json",
                       R"({"include": "no-such-file-here.json"})"),
                  R"("replications": 10)", R"("replications": 0)"));
  EXPECT_EQ(told, (Texts{"8:31 no such file: 'dir/no-such-file-here.json'|",
                         "13:34 'replications' must be a whole number from 1 to 1000000000, not "
                         "0|independent runs of the model"}));
  EXPECT_EQ(faults(R"({"include": "no-such-file-here.json"})").size(), 1u);
  EXPECT_EQ(faults(R"({"model": {"include": "no-such-file-here.json"}})").size(), 1u);
  EXPECT_EQ(changed(R"({"replications": 10, "length": "8 h", "warmup": 60})",
                    R"({"include": "nowhere-at-all.json"})")
                .size(),
            1u);
  EXPECT_EQ(changed(R"({"Part": {}})", R"({"include": "nowhere-at-all.json"})").size(), 2u);  // and no 'Part'
}

TEST_F(StudyTest, RefusesWhatIsNoStudy) {
  EXPECT_EQ(faults("[]"), Texts{"1:1 a study must be an object, not a list|begin with { \"model\": {"});
  EXPECT_EQ(
      faults("{}"),
      Texts{"1:1 'model' is missing in the study|add \"model\": an object (the outermost coupled model)"});
  EXPECT_EQ(faults(R"({"model": 3})"),
            Texts{"1:11 'model' must be an object, not a number (3)|the outermost coupled model"});
  EXPECT_EQ(faults(R"({"model": {}})"), Texts{"1:11 'components' is missing in the model|add \"components\": "
                                              "an object of names (by name: {\"type\": ..., "
                                              "parameters} or a coupled model)"});
  EXPECT_EQ(faults(R"({"model": {"components": []}})"),
            Texts{"1:26 'components' must be an object of names, not a list ([])|by name: {\"type\": ..., "
                  "parameters} or a coupled model"});
  EXPECT_EQ(changed(R"("format": 1)", R"("format": 2)"),
            Texts{"2:13 the study has format 2, this program knows formats up to 1|take a newer version of "
                  "the program"});
  EXPECT_EQ(changed(R"("name")", R"("nmae")"),
            Texts{"2:16 unknown key 'nmae' in the study|did you mean 'name'?"});
  EXPECT_EQ(
      changed(R"("timeUnit": "min")", R"("timeUnit": "sec")"),
      Texts{"2:51 'timeUnit' must be 's', 'min', 'h' or 'd', not a string (\"sec\")|did you mean 's'?"});
}

TEST_F(StudyTest, ChecksTheExperiment) {
  EXPECT_EQ(changed(R"("length")", R"("lenght")"),
            Texts{"13:38 unknown key 'lenght' in experiment|did you mean 'length'?"});
  EXPECT_EQ(changed(R"("8 h")", R"("8 hours")").size(), 1u);
  EXPECT_EQ(changed(R"("8 h")", R"(0)"),
            Texts{"13:48 'length' must be a duration above 0, not 0|when each replication ends, warm-up "
                  "included; until no event is left when absent"});
  EXPECT_EQ(
      changed(R"("warmup": 60)", R"("warmup": 480)"),
      Texts{"13:65 the warm-up of 480 min leaves nothing of the length of 480 min|the length includes the "
            "warm-up; make one shorter or the other longer"});
  EXPECT_EQ(changed(R"("warmup": 60)", R"("seed": 0)").size(), 1u);
  EXPECT_EQ(changed(R"("warmup": 60)", R"("threads": 0)").size(), 1u);
  EXPECT_EQ(load(with(kDrillPress, R"("warmup": 60)", R"("threads": 4, "seed": 7, "terminate": "NQ(Q) > 3")"))
                .experiment()
                .terminate.text,
            "NQ(Q) > 3");
  // The string begins at column 64; its content at 65; the fault is the missing right side at byte 7.
  const Texts bad = changed(R"("warmup": 60)", R"("terminate": "NQ(Q) >")");
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_EQ(bad[0].rfind("13:76 in 'terminate': ", 0), 0u) << bad[0];
}

TEST_F(StudyTest, MayHaveFurtherExperimentKeys) {
  LoadOptions options;
  options.experiment_fields = {registry::number("tolerance").above(0)};
  const std::string text = with(kDrillPress, R"("warmup": 60)", R"("tolerance": 0.1)");
  EXPECT_EQ(faults(text).size(), 1u);
  EXPECT_EQ(load(text, options).experiment_value()->find("tolerance")->number(), 0.1);
}

TEST_F(StudyTest, SuggestsKnownTypes) {
  const std::string types =
      "Types: 'fake.Branch', 'fake.Gain', 'fake.Server', 'fake.Sink', 'fake.Source' or 'coupled'";
  EXPECT_EQ(changed("fake.Server", "fake.Servr"),
            Texts{"8:28 component 'Drilling' has the unknown type 'fake.Servr'|did you mean 'fake.Server'? " +
                  types});
  EXPECT_EQ(components(R"("A": {"type": "Sink"})"),
            Texts{"2:15 component 'A' has the unknown type 'Sink'|did you mean 'fake.Sink'? " + types});
  EXPECT_EQ(components(R"("A": {"type": "zzzzzzzzzzzz"})"),
            Texts{"2:15 component 'A' has the unknown type 'zzzzzzzzzzzz'|" + types});
  EXPECT_EQ(components(R"("A": {"delay": 1})"),
            Texts{"2:6 component 'A' has no type|add \"type\": 'fake.Branch', 'fake.Gain', 'fake.Server', "
                  "'fake.Sink' "
                  "or 'fake.Source', or \"components\" for a coupled model"});
  EXPECT_EQ(
      components(R"("A": {"type": 3})"),
      Texts{
          "2:15 the type of component 'A' must be a string, not a number|types: 'fake.Branch', 'fake.Gain', "
          "'fake.Server', 'fake.Sink' or 'fake.Source'"});
  EXPECT_EQ(components(R"("A": {"type": "fake.Resource"})"),
            Texts{"2:15 'fake.Resource' is an element, no component|list 'A' under \"resources\""});
  EXPECT_EQ(components(R"("A": 3)"),
            Texts{"2:6 component 'A' must be an object, not a number|write {\"type\": ..., parameters}"});
}

TEST_F(StudyTest, ChecksParameters) {
  EXPECT_EQ(
      changed("\"delay\"", "\"dely\""),
      (Texts{"8:19 'delay' is missing in fake.Server 'Drilling'|add \"delay\": an expression (a number or a "
             "text) (service time)",
             "8:67 unknown key 'dely' in fake.Server 'Drilling'|did you mean 'delay'?"}));
  EXPECT_EQ(changed("\"TRIA(1, 3, 6)\"", "true"),
            Texts{"8:76 'delay' must be an expression (a number or a text), not true|service time"});
  EXPECT_EQ(changed("\"delay\"", "\"probability\": 1.5, \"delay\""),
            Texts{"8:82 'probability' must be a number from 0 to 1, not 1.5|"});
  EXPECT_EQ(changed("\"capacity\": 1", "\"capacity\": -1"),
            Texts{"4:39 'capacity' must be a whole number of at least 0, not -1|units that can be busy"});
  EXPECT_EQ(changed("{\"capacity\": 1}", "3"),
            Texts{"4:26 resource 'Drill' must be an object, not a number (3)|write {\"capacity\": ..., "
                  "\"cost\": ...}"});
  EXPECT_EQ(changed("{\"Drill\": {\"capacity\": 1}}", "[]").size(), 2u);  // and no 'Drill'
}

TEST_F(StudyTest, TellsNamesThatAreTakenOrNone) {
  EXPECT_EQ(
      changed("\"Drill\": {", "\"Done\": {}, \"Drill\": {"),
      Texts{"9:7 the name 'Done' of this component is taken by the resource at line 4, column 17|components, "
            "elements and ports of one model need different names"});
  EXPECT_EQ(changed("\"Done\": ", "\"Done\": {\"type\": \"fake.Sink\"}, \"Done\": "),
            Texts{"9:38 key 'Done' stands twice in one object, first at line 9, column 7|remove or rename "
                  "one of them"});
  EXPECT_EQ(components("\"B\xC3\xBCro\": {\"type\": \"fake.Gain\"}"),
            Texts{"2:1 'B\xC3\xBCro' cannot name a component, element or port|names are made of letters, "
                  "digits and _ "
                  "and begin with no digit"});
}

TEST_F(StudyTest, ResolvesReferencesOutward) {
  EXPECT_EQ(changed("[\"Drill\"]", "[\"Dril\"]"),
            Texts{"8:57 'Dril' in 'resource' is none of the resources|did you mean 'Drill'?"});
  EXPECT_EQ(changed("[\"Drill\"]", "\"Lathe\""),
            Texts{"8:56 'Lathe' in 'resource' is none of the resources|declared are 'Drill'"});
  EXPECT_EQ(changed("[\"Drill\"]", "\"Part\""),
            Texts{"8:56 'Part' in 'resource' is none of the resources|the name belongs to the entity type at "
                  "line 3"});
  EXPECT_EQ(changed("\"delay\"", "\"queue\": \"Line\", \"delay\""),
            Texts{"8:76 'Line' in 'queue' is none of the queues|declare it: \"queues\": {\"Line\": {...}}"});
  // What a component holds itself is not looked into.
  EXPECT_EQ(changed("\"delay\"", "\"queue\": \"Drilling.Queue\", \"delay\""), Texts{});
  const std::string nested = R"({"resources": {"R": {}}, "model": {"queues": {"Q": {}}, "components": {
    "Inner": {"resources": {"S": {}}, "components": {
      "A": {"type": "fake.Server", "delay": 1, "resources": ["R", "S"], "queue": "Q"}}, "inputs": ["in"],
      "outputs": ["out"], "couplings": ["in -> A.in", "A.out -> out"]},
    "G": {"type": "fake.Gain", "watch": "WATCHED"},
    "Src": {"type": "fake.Source", "interarrival": 1}, "End": {"type": "fake.Sink"}},
    "couplings": ["Src -> Inner -> End"]}})";
  EXPECT_EQ(faults(with(nested, "WATCHED", "Inner.S")), Texts{});
  EXPECT_EQ(faults(with(nested, "WATCHED", "Inner.A")), Texts{});
  EXPECT_EQ(faults(with(nested, "WATCHED", "Inner")), Texts{});
  EXPECT_EQ(faults(with(nested, "WATCHED", "S")),
            Texts{"5:41 'S' in 'watch' is none of the components and elements|did you mean 'Q'?"});
}

TEST_F(StudyTest, PlacesFaultsInsideExpressions) {
  // The string begins at column 76, its content at 77; what is missing is missing at byte 5.
  const Texts missing = changed("TRIA(1, 3, 6)", "1 + *");
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_EQ(missing[0].rfind("8:81 in 'delay': ", 0), 0u) << missing[0];
  // \u0020 is one blank, six columns wide.
  const Texts escaped = changed("TRIA(1, 3, 6)", "1 +\\u0020*");
  ASSERT_EQ(escaped.size(), 1u);
  EXPECT_EQ(escaped[0].rfind("8:86 in 'delay': ", 0), 0u) << escaped[0];
  EXPECT_EQ(changed("TRIA(1, 3, 6)", "NQ(Drilling.Queue) + Any(2) * F(a)").size(), 0u);
}

TEST_F(StudyTest, SetsAreCheckedLikeTheRest) {
  LoadOptions options;
  options.sets = {"Drill.capacity=2", "experiment.length=960", "timeUnit=h", "Drilling.rule=Ignore"};
  const Study study = load(kDrillPress, options);
  EXPECT_EQ(study.experiment().length, 960.0);
  EXPECT_EQ(study.time_unit(), "h");
  EXPECT_EQ(study.model().elements[1].value->json(), R"({"capacity":2})");
  options.sets = {"Drill.capcity=2", "Drilling.rule=wait"};
  try {
    load(kDrillPress, options);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(
        e.what(),
        "--set Drill.capcity=2: error: unknown key 'capcity' in resource 'Drill' (at "
        "/resources/Drill/capcity)\n    did you mean 'capacity'?\n"
        "--set Drilling.rule=wait: error: 'rule' must be 'Wait', 'Ignore' or 'Preempt', not a string "
        "(\"wait\") (at /model/components/Drilling/rule)\n    did you mean 'Wait'?");
  }
}

TEST_F(StudyTest, TellsAllFaultsOfOnePassInOrder) {
  std::string text = with(kDrillPress, "\"capacity\": 1", "\"capacity\": -1");
  text = with(text, "fake.Source", "fake.Sauce");
  text = with(text, "\"delay\": \"TRIA(1, 3, 6)\"", "\"delay\": \"1 +\", \"probability\": 2");
  text = with(text, "Drilling.out -> Done.in", "Drilling.ot -> Done.in");
  text = with(text, "\"replications\": 10", "\"replications\": 0");
  const Texts told = faults(text);
  ASSERT_EQ(told.size(), 5u);
  EXPECT_EQ(told[0].rfind("4:", 0), 0u);
  EXPECT_EQ(told[1].rfind("7:", 0), 0u);
  EXPECT_EQ(told[2].rfind("8:", 0), 0u);
  EXPECT_EQ(told[3].rfind("11:", 0), 0u);
  EXPECT_EQ(told[4].rfind("13:", 0), 0u);
}

TEST_F(StudyTest, RunsJointChecksOfRecords) {
  registry::ComponentType twins =
      fake::type("fake.Twins", {registry::number("a"), registry::number("b")}, {});
  twins.parameters.check = [](const registry::Value& v, std::vector<Diagnostic>& d) {
    if (v.find("a") != nullptr && v.find("b") != nullptr)
      d.push_back({v.where(), "'a' and 'b' exclude each other", ""});
  };
  fake::add(registry_, std::move(twins));
  EXPECT_EQ(components(R"("T": {"type": "fake.Twins", "a": 1, "b": 2})"),
            Texts{"2:6 'a' and 'b' exclude each other|"});
}

}  // namespace
}  // namespace escapement::json
