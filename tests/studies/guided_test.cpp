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

// A vehicle that breaks down: an entity halts it, and activates it when it is repaired. It finishes what it
// was sent for, stands where it is freed, in the way of others, and nobody gets it meanwhile. By hand, all
// links 10 long: unit 1 carries X from A to B until 10, is halted at 4 and active again at 30, when Z, who
// asked at 15, takes it from B to C until 40. Unit 2, at P, goes to D from 12 on: in A at 12, at the end of
// AB at 22, where it stands until unit 1 leaves B at 30; in D at 40.
TEST(GuidedStudy, AVehicleThatBreaksDownIsInTheWay) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'entities': {'X': {}, 'Y': {}, 'Z': {}, 'H': {}},
    'intersections': {'P': {}, 'A': {}, 'B': {}, 'C': {}, 'D': {}},
    'links': {'PA': {'from': 'P', 'to': 'A', 'zoneLength': 10}, 'AB': {'from': 'A', 'to': 'B', 'zoneLength': 10},
              'BC': {'from': 'B', 'to': 'C', 'zoneLength': 10}, 'BD': {'from': 'B', 'to': 'D', 'zoneLength': 10}},
    'networks': {'Paths': {'links': ['PA', 'AB', 'BC', 'BD']}},
    'stations': {'AtA': {'intersection': 'A'}, 'AtB': {'intersection': 'B'}},
    'transporters': {'Cart': {'kind': 'Guided', 'network': 'Paths', 'units': 2, 'velocity': 1,
                              'position': ['A', {'at': 'PA', 'zone': 1}]}},
    'model': {'components': {
        'Xs': {'type': 'arena.Create', 'entity': 'X', 'maxArrivals': 1}, 'ToA': {'type': 'arena.Route', 'station': 'AtA'},
        'InA': {'type': 'arena.Station', 'station': 'AtA'},
        'Ask': {'type': 'arena.Request', 'transporter': 'Cart', 'rule': 'SpecificMember', 'member': 1},
        'Go': {'type': 'arena.Transport', 'transporter': 'Cart', 'station': 'AtB'},
        'InB': {'type': 'arena.Station', 'station': 'AtB'}, 'Give': {'type': 'arena.Free', 'transporter': 'Cart'},
        'Hs': {'type': 'arena.Create', 'entity': 'H', 'firstCreation': 4, 'maxArrivals': 1},
        'Break': {'type': 'arena.Halt', 'transporter': 'Cart', 'unit': 1}, 'Repair': {'type': 'arena.Delay', 'delay': 26},
        'Ready': {'type': 'arena.Activate', 'transporter': 'Cart', 'unit': 1},
        'Ys': {'type': 'arena.Create', 'entity': 'Y', 'firstCreation': 12, 'maxArrivals': 1},
        'Ask2': {'type': 'arena.Allocate', 'transporter': 'Cart', 'rule': 'SpecificMember', 'member': 2},
        'Go2': {'type': 'arena.Move', 'transporter': 'Cart', 'intersection': 'D'},
        'Zs': {'type': 'arena.Create', 'entity': 'Z', 'firstCreation': 15, 'maxArrivals': 1},
        'Ask3': {'type': 'arena.Allocate', 'transporter': 'Cart', 'rule': 'SpecificMember', 'member': 1},
        'Go3': {'type': 'arena.Move', 'transporter': 'Cart', 'intersection': 'C'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Xs -> ToA', 'InA -> Ask -> Go', 'InB -> Give -> Done', 'Hs -> Break -> Repair -> Ready -> Done',
                    'Ys -> Ask2 -> Go2 -> Give', 'Zs -> Ask3 -> Go3 -> Give']},
    'experiment': {'length': 50}})"));
  EXPECT_EQ(run.average("X.TotalTime"), 10);
  EXPECT_EQ(run.average("Y.TotalTime"), 28);
  EXPECT_EQ(run.average("Z.TotalTime"), 25);
  EXPECT_EQ(run.average("Ask3.Queue.WaitingTime"), 15);
  EXPECT_DOUBLE_EQ(run.average("Paths.NumberBlocked"), 8 / 50.0);
  EXPECT_DOUBLE_EQ(run.average("Cart.NumberScheduled"), (10 + 20 + 50) / 50.0);
  EXPECT_DOUBLE_EQ(run.average("Cart.NumberBusy"), (10 + 10 + 28) / 50.0);
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
