// SPDX-License-Identifier: MIT
// How couplings are written, and every mistake in them.
#include <gtest/gtest.h>

#include "escapement/json/study.h"
#include "fake_blocks.h"

namespace escapement::json {
namespace {

using Texts = std::vector<std::string>;

class CouplingTest : public testing::Test {
 protected:
  registry::Registry registry_ = fake::make_registry();

  Texts faults(const std::string& text) {
    return fake::faults([&] { Study::from_text(text, "f.json", registry_); });
  }

  // A line of three blocks and two gains; the texts of the couplings begin on line 5.
  static std::string line(const std::string& couplings) {
    return R"({"resources": {"Drill": {}}, "model": {"components": {
      "Src": {"type": "fake.Source", "interarrival": 1}, "Srv": {"type": "fake.Server", "delay": 1},
      "End": {"type": "fake.Sink"}, "G1": {"type": "fake.Gain"}, "G2": {"type": "fake.Gain"}},
      "couplings": [
)" + couplings +
           "]}}";
  }
  Texts coupled(const std::string& couplings) { return faults(line(couplings)); }
  // The same with the entities on their way, and one coupling more on line 6.
  Texts more(const std::string& coupling) {
    return coupled("\"Src.out -> Srv.in\", \"Srv.out -> End.in\",\n\"" + coupling + "\"");
  }

  Texts links(const std::string& couplings) {
    const Study study = Study::from_text(line(couplings), "f.json", registry_);
    Texts all;
    for (const Link& link : study.model().links) all.push_back(link.from.text() + " -> " + link.to.text());
    return all;
  }
};

TEST_F(CouplingTest, LongShortAndChained) {
  const Texts same = {"Src.out -> Srv.in", "Srv.out -> End.in"};
  EXPECT_EQ(links(R"("Src.out -> Srv.in", "Srv.out -> End.in")"), same);
  EXPECT_EQ(links(R"("Src->Srv", "  Srv.out  ->  End ")"), same);
  EXPECT_EQ(links(R"("Src -> Srv.in", "Srv.out -> End", "G1 -> G2 -> G1")"),
            (Texts{"Src.out -> Srv.in", "Srv.out -> End.in", "G1.out -> G2.in", "G2.out -> G1.in"}));
}

TEST_F(CouplingTest, TellsWhatIsNoCoupling) {
  const std::string form = "|couplings are written \"A.out -> B.in\"";
  EXPECT_EQ(coupled(R"("Src.out = Srv.in")"),
            Texts{"5:1 coupling 'Src.out = Srv.in' has no arrow ->" + form});
  EXPECT_EQ(more("G1.out ->"), Texts{"6:1 a coupling has nothing on one side of its arrow" + form});
  EXPECT_EQ(coupled("3"), Texts{"5:1 'couplings[0]' must be a string, not a number (3)|"});
}

TEST_F(CouplingTest, TellsUnknownComponents) {
  EXPECT_EQ(more("G11.out -> G2.in"),
            Texts{"6:1 there is no component 'G11' in the model|did you mean 'G1'?"});
  EXPECT_EQ(more("G1.out -> Elsewhere.in"), Texts{"6:1 there is no component 'Elsewhere' in the "
                                                  "model|components: 'Src', 'Srv', 'End', 'G1' or 'G2'"});
  EXPECT_EQ(more("G1.out -> Drill.in"),
            Texts{"6:1 'Drill' is no component but the resource at line 1|only components "
                  "and ports of the model can be coupled"});
}

TEST_F(CouplingTest, TellsUnknownPortsAndListsTheKnown) {
  EXPECT_EQ(more("G1.ot -> G2.in"),
            Texts{"6:1 'G1' (fake.Gain) has no port 'ot'|did you mean 'out'? outputs of 'G1': 'out'"});
  EXPECT_EQ(more("G1.out -> Srv.nowhere"),
            Texts{"6:1 'Srv' (fake.Server) has no port 'nowhere'|inputs of 'Srv': 'in'"});
  EXPECT_EQ(coupled(R"("Src -> Srv", "Srv -> End")"),
            Texts{});  // `balk` need not be coupled: it is not meant
  EXPECT_EQ(faults(R"({"model": {"components": {
      "Src": {"type": "fake.Source", "interarrival": 1}, "End": {"type": "fake.Sink"},
      "Fork": {"type": "fake.Branch", "branches": ["left", "right"]}},
      "couplings": [
"Src -> Fork", "Fork -> End"]}})"),
            Texts{"5:16 'Fork' alone does not say which port is meant: it has 2 outputs|outputs of 'Fork': "
                  "'left' or 'right'"});
}

TEST_F(CouplingTest, TellsWrongDirections) {
  EXPECT_EQ(more("G1.in -> G2.in"),
            Texts{"6:1 'G1.in' is an input and cannot stand left of the arrow|messages go from "
                  "outputs to inputs; outputs of 'G1': 'out'"});
  EXPECT_EQ(more("G1.out -> G2.out"),
            Texts{"6:1 'G2.out' is an output and cannot stand right of the arrow|messages go "
                  "from outputs to inputs; inputs of 'G2': 'in'"});
}

TEST_F(CouplingTest, TellsTypesThatDiffer) {
  EXPECT_EQ(
      coupled(R"("Src.out -> G1.in", "Srv.out -> End.in")"),
      Texts{
          "5:1 coupling 'Src.out -> G1.in' joins an output of type 'entity' to an input of type 'real'|both "
          "ports must carry the same type of message"});
}

TEST_F(CouplingTest, TellsDuplicatesAndLoops) {
  EXPECT_EQ(coupled("\"Src -> Srv\", \"Srv.out -> End\", \"G1 -> G2\",\n \"G1.out -> G2.in\""),
            Texts{"6:2 coupling 'G1.out -> G2.in' stands here a second time, first at line 5, column "
                  "33|remove one of "
                  "them"});
  EXPECT_EQ(more("G1 -> G1"),
            Texts{"6:1 coupling 'G1.out -> G1.in' leads from a component to itself|put another "
                  "component in between"});
}

TEST_F(CouplingTest, AnOutputOfEntitiesTakesExactlyOne) {
  EXPECT_EQ(
      coupled(R"("Src -> Srv")"),
      Texts{"2:65 the entities of 'Srv.out' go nowhere: this output is not coupled|couple it to the next "
            "component; entities that are done leave by a Dispose"});
  EXPECT_EQ(more("Src -> End"),
            Texts{"6:1 the entities of 'Src.out' are coupled twice, first at line 5, column 1|an "
                  "entity goes one way: choose with Decide, make copies with Separate"});
  EXPECT_EQ(more("Srv.balk -> End.in"), Texts{});  // optional, but may be coupled
  EXPECT_EQ(more("G1 -> G2\", \"G1 -> G2 -> G1"),
            Texts{"6:13 coupling 'G1.out -> G2.in' stands here a second time, first at line 6, column "
                  "1|remove one of them"});
}

TEST_F(CouplingTest, OneFaultIsToldOnce) {
  // The typing error is told, and not also that Src goes nowhere.
  EXPECT_EQ(coupled(R"("Scr.out -> Srv.in", "Srv.out -> End.in")").size(), 1u);
  EXPECT_EQ(coupled(R"("Src.out -> Svr.in", "Srv.out -> End.in")").size(), 1u);
}

TEST_F(CouplingTest, PortsMayDependOnParameters) {
  const std::string text = R"({"model": {"components": {
    "Src": {"type": "fake.Source", "interarrival": 1}, "End": {"type": "fake.Sink"},
    "B": {"type": "fake.Branch", "branches": ["left", "right"]}},
    "couplings": ["Src -> B", "B.left -> End", "B.right -> End"]}})";
  EXPECT_EQ(faults(text), Texts{});
  EXPECT_EQ(faults(fake::with(text, "\"right\"", "\"rihgt\"")),
            Texts{"4:48 'B' (fake.Branch) has no port 'right'|did you mean 'rihgt'? outputs of 'B': 'left' "
                  "or 'rihgt'"});
  // With unsound parameters nothing is said of the ports.
  EXPECT_EQ(faults(fake::with(text, "[\"left\", \"right\"]", "3")).size(), 1u);
}

class NestedTest : public CouplingTest {
 protected:
  // A coupled model on lines 3 to 5 inside another.
  const std::string text_ = R"({"model": {"components": {
    "Src": {"type": "fake.Source", "interarrival": 1}, "End": {"type": "fake.Sink"}, "G": {"type": "fake.Gain"},
    "Cell": {"type": "coupled", "components": {"A": {"type": "fake.Server", "delay": 1}},
      "inputs": ["in"], "outputs": ["out"],
      "couplings": ["in -> A.in", "A.out -> out"]}},
    "couplings": ["Src.out -> Cell.in", "Cell.out -> End.in"]}})";
  Texts changed(const std::string& from, const std::string& to) {
    return faults(fake::with(text_, from, to));
  }
};

TEST_F(NestedTest, TakesTypesOfPortsFromInside) {
  const Study study = Study::from_text(text_, "f.json", registry_);
  const Model& cell = *study.model().parts[3].inner;
  EXPECT_EQ(cell.path, "Cell");
  EXPECT_EQ(cell.inputs[0].message, "entity");
  EXPECT_EQ(cell.inputs[0].like_part, "A");
  EXPECT_EQ(cell.outputs[0].like_port, "out");
  EXPECT_EQ(cell.links[0].from.text(), "in");
  EXPECT_EQ(changed("Src.out -> Cell.in", "Src -> Cell"), Texts{});
  EXPECT_EQ(changed("\"type\": \"coupled\", ", ""), Texts{});
}

TEST_F(NestedTest, TellsMismatchesAcrossTheBorder) {
  EXPECT_EQ(
      changed("\"Src.out -> Cell.in\"", "\"Src.out -> End.in\", \"G.out -> Cell.in\""),
      Texts{
          "6:40 coupling 'G.out -> Cell.in' joins an output of type 'real' to an input of type 'entity'|both "
          "ports must carry the same type of message"});
  EXPECT_EQ(
      changed("Cell.out ->", "Cell.ot ->"),
      Texts{"6:41 'Cell' (a coupled model) has no port 'ot'|did you mean 'out'? outputs of 'Cell': 'out'"});
}

TEST_F(NestedTest, TellsEntitiesThatGoNowhereOnEitherSide) {
  EXPECT_EQ(
      changed(", \"Cell.out -> End.in\"", ""),
      Texts{"3:13 the entities of 'Cell.out' go nowhere: this output is not coupled|couple it to the next "
            "component; entities that are done leave by a Dispose"});
  EXPECT_EQ(changed("\"in -> A.in\", ", ""),
            Texts{"4:18 input 'in' is coupled to nothing inside the model|couple it "
                  "to the input of a component, which gives it its type"});
  EXPECT_EQ(
      changed(", \"A.out -> out\"", ""),
      (Texts{
          "3:53 the entities of 'A.out' go nowhere: this output is not coupled|couple it to the next "
          "component; entities that are done leave by a Dispose",
          "4:37 output 'out' is coupled to nothing inside the model|couple it to the output of a component, "
          "which gives it its type"}));
  EXPECT_EQ(
      changed("\"in -> A.in\", ", "\"in -> A.in\", \"in -> out\", "),
      (Texts{
          "5:35 the entities of 'in' are coupled twice, first at line 5, column 21|an entity goes one way: "
          "choose with Decide, make copies with Separate"}));
}

TEST_F(NestedTest, NothingReachesThroughTheBorder) {
  EXPECT_EQ(changed("Src.out -> Cell.in", "Src.out -> Cell.A.in"),
            Texts{"6:19 'Cell.A.in' reaches into 'Cell'|give 'Cell' a port of its own and couple that one, "
                  "inside and "
                  "outside"});
  EXPECT_EQ(
      changed("\"A.out -> out\"", "\"A.out -> in\""),
      Texts{
          "5:35 'in' is an input of this model and cannot stand right of the arrow|inside a model its inputs "
          "stand left and its outputs right"});
  EXPECT_EQ(changed("\"in -> A.in\"", "\"out -> A.in\""),
            Texts{"5:21 'out' is an output of this model and cannot stand left of the arrow|inside a model "
                  "its inputs "
                  "stand left and its outputs right"});
}

TEST_F(NestedTest, PortNamesAreNamesOfTheModel) {
  EXPECT_EQ(changed("[\"in\"]", "[\"A\"]")[0],
            "4:18 the name 'A' of this input is taken by the component at line 3, column 48|components, "
            "elements and "
            "ports of one model need different names");
}

TEST_F(NestedTest, EntitiesCannotLeaveTheOutermostModel) {
  EXPECT_EQ(faults(R"({"model": {"components": {"Src": {"type": "fake.Source", "interarrival": 1}},
    "outputs": ["out"], "couplings": ["Src -> out"]}})"),
            Texts{"2:17 entities leave the outermost model by its output 'out'|end their way in a Dispose"});
}

}  // namespace
}  // namespace escapement::json
