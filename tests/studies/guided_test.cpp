// SPDX-License-Identifier: MIT
// Guided transporters as people write them.
#include "studies/support.h"

namespace escapement::studies::guided {
namespace {

using testing::HasSubstr;

// Rossetti, Simulation Modeling and Arena, "guided path transporters": the simple AGV example. A loop I1, I2,
// I3, I4 with zones of 12, a spur of 36 to the exit I5, and a home spur of 6 for each cart. Carts are 6 long
// and go at 10, zone control Start. Parts come every 25 from 0 to 480, are loaded and unloaded for 20 each.
std::string shop(const std::string& zones_of_exit, const std::string& cart) {
  return quoted(
      "{'entities': {'Part': {}},"
      "'intersections': {'I1': {}, 'I2': {}, 'I3': {}, 'I4': {}, 'I5': {}, 'I6': {}, 'I7': {}},"
      "'links': {'Link1': {'from': 'I1', 'to': 'I2', 'zones': 4, 'zoneLength': 12, 'direction': 0},"
      "'Link2': {'from': 'I2', 'to': 'I3', 'zones': 6, 'zoneLength': 12, 'direction': 270},"
      "'Link3': {'from': 'I3', 'to': 'I4', 'zones': 4, 'zoneLength': 12, 'direction': 180},"
      "'Link4': {'from': 'I4', 'to': 'I1', 'zones': 6, 'zoneLength': 12, 'direction': 90},"
      "'Exit': {'from': 'I4', 'to': 'I5', " +
      zones_of_exit +
      ", 'kind': 'Spur', 'direction': 270},"
      "'Home1': {'from': 'I2', 'to': 'I6', 'zoneLength': 6, 'kind': 'Spur'},"
      "'Home2': {'from': 'I3', 'to': 'I7', 'zoneLength': 6, 'kind': 'Spur'}},"
      "'networks': {'Paths': {'links': ['Link1', 'Link2', 'Link3', 'Link4', 'Exit', 'Home1', 'Home2']}},"
      "'stations': {'Entry': {'intersection': 'I1'}, 'Out': {'intersection': 'I5'}},"
      "'transporters': {'Cart': {'kind': 'Guided', 'units': 2, 'network': 'Paths', 'velocity': 10,"
      " 'position': ['I6', 'I7']" +
      cart +
      "}},"
      "'model': {'components': {"
      "'Come': {'type': 'arena.Create', 'entity': 'Part', 'firstCreation': 0, 'interarrival': 25},"
      "'In': {'type': 'arena.Station', 'station': 'Entry'},"
      "'Ask': {'type': 'arena.Request', 'transporter': 'Cart'},"
      "'Load': {'type': 'arena.Delay', 'delay': 20, 'allocation': 'Other'},"
      "'Go': {'type': 'arena.Transport', 'transporter': 'Cart', 'station': 'Out'},"
      "'There': {'type': 'arena.Station', 'station': 'Out'},"
      "'Unload': {'type': 'arena.Delay', 'delay': 20, 'allocation': 'Other'},"
      "'Give': {'type': 'arena.Free', 'transporter': 'Cart'},"
      "'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['Come.out -> In.in', 'In.out -> Ask.in', 'Ask.out -> Load.in', 'Load.out -> Go.in',"
      "'There.out -> Unload.in', 'Unload.out -> Give.in', 'Give.out -> Done.in']},"
      "'experiment': {'length': 480}}");
}

TEST(GuidedStudy, SimpleAgvExample) {
  // Figures of that model run by Arena itself, as published with the cross-check of the author's library KSL
  // (github.com/rossetti/KSL, KSLCore/src/test/resources/reference/SimpleAGVExample.csv).
  for (const char* zones : {"'zoneLength': 36", "'zones': 3, 'zoneLength': 12"}) {
    const StudyRun run = StudyRun::of(shop(zones, ", 'sizeInLength': 6"));
    EXPECT_NEAR(run.average("Part.TotalTime"), 131.9, 1e-10);
    EXPECT_NEAR(run.average("Part.TranTime"), 32.2333333333332, 1e-10);
    EXPECT_NEAR(run.average("Part.WaitTime"), 59.6666666666665, 1e-10);
    EXPECT_NEAR(run.average("Part.OtherTime"), 40, 1e-10);
    EXPECT_NEAR(run.average("Part.WIP"), 4.83916666666666, 1e-10);
    EXPECT_NEAR(run.average("Ask.Queue.NumberInQueue"), 2.89124999999999, 1e-10);
    EXPECT_NEAR(run.average("Ask.Queue.WaitingTime"), 70.1999999999998, 1e-10);
    EXPECT_NEAR(run.average("Cart.NumberBusy"), 1.94791666666667, 1e-10);
    EXPECT_EQ(run["Part.TotalTime"].observations, 12u);
    EXPECT_EQ(run["Ask.Queue.WaitingTime"].observations, 14u);
    EXPECT_NEAR(*run["Part.TotalTime"].minimum, 79.6, 1e-10);
    EXPECT_NEAR(*run["Part.TranTime"].minimum, 30.6, 1e-10);
  }
  // One zone long, the carts go the whole spurs: 6 more out of each. 108 / 10 and 204 / 10.
  EXPECT_NEAR(*StudyRun::of(shop("'zoneLength': 36", ""))["Part.TranTime"].minimum, 31.2, 1e-10);
}

// A street from I through a link of two zones of 10 to J, and on to K.
std::string street(const std::string& components, const std::string& couplings) {
  return quoted(
      "{'entities': {'Part': {}}, 'queues': {'Line': {}}, 'intersections': {'I': {}, 'J': {}, 'K': {}},"
      "'links': {'IJ': {'from': 'I', 'to': 'J', 'zones': 2, 'zoneLength': 10},"
      " 'JK': {'from': 'J', 'to': 'K', 'zoneLength': 10}},"
      "'networks': {'Street': {'links': ['IJ', 'JK']}}, 'stations': {'AtK': {'intersection': 'K'}},"
      "'transporters': {'Van': {'kind': 'Guided', 'network': 'Street', 'velocity': 1,"
      " 'position': {'at': 'IJ', 'zone': 1}, 'acceleration': 1e9, 'deceleration': 1e9, 'turningFactor': 0.5,"
      " 'zoneControl': 'Distance', 'controlDistance': 3}},"
      "'model': {'components': {"
      "'Come': {'type': 'arena.Create', 'firstCreation': 0, 'interarrival': 1, 'maxArrivals': 1}, " +
      components + " 'Done': {'type': 'arena.Dispose'}}, 'couplings': [" + couplings + "]}}");
}

TEST(GuidedStudy, PlacesCapturesAndRedirections) {
  // The van goes from zone 1 to zone 2 (10), and is sent to K; at 12 it is redirected to
  // zone 1 of JK. J is captured from 5 to 25, so it stands at the end of zone 2, and is at the end of JK
  // at 35.
  const StudyRun run = StudyRun::of(
      street("'Get': {'type': 'arena.Allocate', 'transporter': 'Van'},"
             "'Fetch': {'type': 'arena.Move', 'transporter': 'Van', 'link': 'IJ', 'zone': 2},"
             "'Go': {'type': 'arena.Move', 'transporter': 'Van', 'intersection': 'K'},"
             "'Free': {'type': 'arena.Free', 'transporter': 'Van'},"
             "'Works': {'type': 'arena.Create', 'firstCreation': 5, 'interarrival': 1, 'maxArrivals': 1},"
             "'Wait': {'type': 'siman.Queue', 'queue': 'Line'},"
             "'Close': {'type': 'siman.Capture', 'network': 'Street', 'zones': {'intersection': 'J'}},"
             "'Dig': {'type': 'arena.Delay', 'delay': 7},"
             "'Turn': {'type': 'siman.Redirect', 'transporter': 'Van', 'unit': 1, 'link': 'JK', 'zone': 1},"
             "'Fill': {'type': 'arena.Delay', 'delay': 13},"
             "'Open': {'type': 'siman.Relinquish', 'network': 'Street'}, 'Gone': {'type': 'arena.Dispose'},",
             "'Come -> Get -> Fetch -> Go -> Free -> Done', 'Works -> Wait -> Close -> Dig -> Turn -> Fill "
             "-> Open -> Gone'"));
  EXPECT_NEAR(run.clock(), 35, 1e-6);
  EXPECT_EQ(run["JK.NumberOccupied"].final_value, 1);
  EXPECT_EQ(run["K.Utilization"].maximum, 0);
  EXPECT_NEAR(run.average("Street.NumberBlocked"), 15 / 35.0, 1e-6);
}

TEST(GuidedStudy, FaultsOfBlocks) {
  const auto block = [](const std::string& text) {
    return faults_of(street("'X': {" + text + "}, ", "'Come -> X -> Done'"));
  };
  EXPECT_THAT(
      block("'type': 'arena.Move', 'transporter': 'Van', 'intersection': 'K', 'link': 'JK', 'zone': 1"),
      HasSubstr("there are 2 places for a unit"));
  EXPECT_THAT(block("'type': 'arena.Move', 'transporter': 'Van', 'link': 'JK'"),
              HasSubstr("\"link\" and \"zone\" go together"));
  EXPECT_THAT(block("'type': 'arena.Move', 'transporter': 'Van', 'intersection': 'K', 'station': 'AtK'"),
              HasSubstr("a unit goes to a station or to a place of its network, not to both"));
  EXPECT_THAT(block("'type': 'arena.Move', 'transporter': 'Van'"),
              HasSubstr("a transfer has 0 destinations"));
  EXPECT_THAT(
      block("'type': 'siman.Relinquish', 'network': 'Street', 'zones': {'intersection': 'J', 'link': 'IJ'}"),
      HasSubstr("zones are those of an intersection or of a link"));
  EXPECT_THAT(
      block("'type': 'siman.Relinquish', 'network': 'Street', 'zones': {'intersection': 'J', 'zone': 2}"),
      HasSubstr("\"zone\" needs \"link\""));
}

TEST(GuidedStudy, FaultsOfStudies) {
  const auto cart = [](const std::string& text) {
    return faults_of(
        quoted("{'entities': {'Part': {}}, 'stations': {'A': {}}, 'intersections': {'I': {}, 'J': {}},"
               "'links': {'L': {'from': 'I', 'to': 'J', 'zoneLength': 1, 'endDirection': 1}},"
               "'networks': {'N': {'links': ['L']}}, 'distances': {'D': {'distances': []}},"
               "'transporters': {'Cart': {'velocity': 1, 'position': 'I', " +
               text +
               "}}, 'model': {'components': {'Come': {'type': 'arena.Create', 'interarrival': 1},"
               "'Done': {'type': 'arena.Dispose'}}, 'couplings': ['Come -> Done']}}"));
  };
  EXPECT_THAT(cart("'kind': 'Guided'"), HasSubstr("a Guided transporter needs \"network\""));
  EXPECT_THAT(cart("'kind': 'FreePath'"), HasSubstr("a transporter on free paths needs \"distances\""));
  EXPECT_THAT(cart("'distances': 'D', 'acceleration': 2"),
              HasSubstr("\"acceleration\" has no meaning for a transporter on free paths"));
  EXPECT_THAT(cart("'kind': 'Guided', 'network': 'N', 'distances': 'D'"),
              HasSubstr("\"distances\" has no meaning for a Guided transporter"));
  EXPECT_THAT(cart("'kind': 'Guided', 'network': 'N', 'sizeInZones': 1, 'sizeInLength': 1"),
              HasSubstr("a vehicle has one size"));
  EXPECT_THAT(cart("'kind': 'Guided', 'network': 'N', 'zoneControl': 'Distance'"),
              HasSubstr("zoneControl Distance needs \"controlDistance\""));
  EXPECT_THAT(cart("'kind': 'Guided', 'network': 'N', 'controlDistance': 1"),
              HasSubstr("\"controlDistance\" has no meaning without zoneControl Distance"));
  EXPECT_THAT(cart("'kind': 'Guided', 'network': 'N'"), HasSubstr("\"endDirection\" needs \"direction\""));
}

}  // namespace
}  // namespace escapement::studies::guided
