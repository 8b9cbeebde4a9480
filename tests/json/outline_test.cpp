// SPDX-License-Identifier: MIT
#include "escapement/json/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/arena/register.h"
#include "escapement/siman/register.h"

namespace escapement::json {
namespace {

using experiment::DrawnCoupling;
using experiment::ModelOutline;
using experiment::UsedElement;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

registry::Registry blocks() {
  registry::Registry registry;
  siman::register_siman(registry);
  arena::register_arena(registry);
  return registry;
}

// Two wards of one kind, each with its own doctor; a nurse of the set stands outside of both.
constexpr const char* kHospital = R"({
  "name": "hospital", "entities": {"Patient": {}},
  "resources": {"Nurse1": {}, "Nurse2": {}}, "sets": {"Nurses": {"members": ["Nurse1", "Nurse2"]}},
  "model": {
    "components": {
      "Doors": {"type": "arena.Create", "entity": "Patient", "interarrival": 5, "maxArrivals": 3},
      "Ward": {
        "inputs": ["patient"], "outputs": ["treated"], "resources": {"Doctor": {}},
        "components": {"Treat": {"type": "arena.Process", "resources": ["Doctor", "Nurses"], "delay": 1}},
        "couplings": ["patient -> Treat.in", "Treat -> treated"]
      },
      "Home": {"type": "arena.Dispose"}
    },
    "couplings": ["Doors -> Ward.patient", "Ward.treated -> Home.in"]
  }
})";

TEST(Outline, HasComponentsCouplingsAndNesting) {
  const registry::Registry registry = blocks();
  const Study study = Study::from_text(kHospital, "hospital.json", registry);
  const ModelOutline outline = outline_of(study);
  EXPECT_EQ(outline.name, "hospital");
  ASSERT_EQ(outline.components.size(), 3u);
  EXPECT_EQ(outline.components[0].name, "Doors");
  EXPECT_EQ(outline.components[0].type, "arena.Create");
  EXPECT_THAT(outline.components[0].uses, ElementsAre(UsedElement{"Patient", "entities"}));
  EXPECT_THAT(outline.couplings, ElementsAre(DrawnCoupling{"Doors.out", "Ward.patient"},
                                             DrawnCoupling{"Ward.treated", "Home.in"}));
  const ModelOutline& ward = outline.components[1];
  EXPECT_EQ(ward.type, "");
  EXPECT_THAT(ward.inputs, ElementsAre("patient"));
  EXPECT_THAT(ward.outputs, ElementsAre("treated"));
  EXPECT_THAT(ward.couplings,
              ElementsAre(DrawnCoupling{"patient", "Treat.in"}, DrawnCoupling{"Treat.out", "treated"}));
  EXPECT_EQ(count_components(outline), 4u);
}

// The doctor is the ward's own, the set is found outside of it and leads to its members.
TEST(Outline, FollowsReferencesOutwardAndThroughSets) {
  const registry::Registry registry = blocks();
  const Study study = Study::from_text(kHospital, "hospital.json", registry);
  EXPECT_THAT(outline_of(study).components[1].components[0].uses,
              ElementsAre(UsedElement{"Nurse1", "resources"}, UsedElement{"Nurse2", "resources"},
                          UsedElement{"Nurses", "sets"}, UsedElement{"Ward.Doctor", "resources"}));
}

TEST(Outline, OfAnEmptyModelIsEmpty) {
  const registry::Registry registry;
  const Study study = Study::from_text(R"({"model": {"components": {}}})", "nothing.json", registry);
  const ModelOutline outline = outline_of(study);
  EXPECT_EQ(outline.name, "nothing");
  EXPECT_THAT(outline.components, IsEmpty());
  EXPECT_EQ(count_components(outline), 0u);
}

}  // namespace
}  // namespace escapement::json
