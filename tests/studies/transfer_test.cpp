// SPDX-License-Identifier: MIT
// Stations, conveyors and transporters as people write them, with times found by hand.
#include "studies/support.h"

namespace escapement::studies::transfer {
namespace {

using testing::HasSubstr;

// Stations A, B, C in a row; parts come from the component "Come" and end in "Done".
std::string study(const std::string& sections, const std::string& components, const std::string& couplings) {
  return quoted("{'entities': {'Part': {}}, 'stations': {'A': {}, 'B': {}, 'C': {}}, " + sections +
                " 'model': {'components': {" + components +
                " 'Done': {'type': 'arena.Dispose'}}, 'couplings': [" + couplings + "]}}");
}
std::string come(const std::string& station, int number = 1, const std::string& gap = "1") {
  return "'Come': {'type': 'arena.Create', 'entity': 'Part', 'firstCreation': 0, 'interarrival': " + gap +
         ", 'maxArrivals': " + std::to_string(number) + "}, 'Begin': {'type': 'arena.Station', 'station': '" +
         station + "'}, ";
}

TEST(TransferStudy, JobShopBySequences) {
  // As Oracle.JobShop, which has other blocks: exact results of two independent programs.
  const StudyRun run(json::Study::load(
      std::string(ESCAPEMENT_EXAMPLES_DIR) + "/job-shop-sequences/study.json", known_types(), {{}, {}}));
  EXPECT_NEAR(run.average("Job.TotalTime"), 33.3045379783, 1e-11 * 33);
  EXPECT_NEAR(run.average("Line2.NumberInQueue"), 77.437580772, 1e-11 * 77);
}

TEST(TransferStudy, EnterAndLeaveWithAConveyor) {
  // Two parts at 0 and 1. The first gets on at 0, is loaded to 2, goes 10, is unloaded 12 to 15. The second
  // gets on when the first has moved by 1, at 3, and the belt stands to 5; so the first is there at 14, off
  // at 17, and the second, 1 behind, at 18, off at 21.
  const StudyRun run = StudyRun::of(
      study("'segments': {'Path': {'begin': 'A', 'segments': [{'station': 'B', 'length': 10}]}},"
            "'conveyors': {'Belt': {'segments': 'Path', 'velocity': 1}},",
            come("A", 2) + "'Go': {'type': 'arena.Leave', 'conveyor': 'Belt', 'delay': 2, 'transfer': "
                           "'Convey', 'station': 'B'},"
                           "'Get': {'type': 'arena.Enter', 'station': 'B', 'conveyor': 'Belt', 'delay': 3},",
            "'Come.out -> Begin.in', 'Begin.out -> Go.in', 'Get.out -> Done.in'"));
  EXPECT_EQ(run.clock(), 21);
  EXPECT_EQ(run.average("Part.TotalTime"), (17 + 20) / 2.0);
  EXPECT_EQ(run.average("Part.TranTime"), (12 + 13) / 2.0);
  EXPECT_EQ(run.average("Part.OtherTime"), 5);
  EXPECT_EQ(run.average("Go.Queue.WaitingTime"), 1);  // 0 and 2
}

TEST(TransferStudy, ConveyorModules) {
  // On at 0 and 1, from A to B in 10 / 2; the belt stops from 3 to 4: 6 and 7. Accumulating: nobody is
  // loaded.
  const StudyRun run = StudyRun::of(study(
      "'segments': {'Path': {'begin': 'A', 'segments': [{'station': 'B', 'length': 10}]}},"
      "'conveyors': {'Belt': {'segments': 'Path', 'velocity': 2, 'kind': 'Accumulating', 'cellSize': 0.5,"
      " 'maxCells': 2, 'accumulationLength': 0.75}},",
      come("A", 2) +
          "'On': {'type': 'arena.Access', 'conveyor': 'Belt', 'cells': 2},"
          "'Go': {'type': 'arena.Convey', 'conveyor': 'Belt', 'stationNumber': 'B'},"
          "'Get': {'type': 'arena.Station', 'station': 'B'}, 'Off': {'type': 'arena.Exit', 'conveyor': "
          "'Belt'},"
          "'Break': {'type': 'arena.Create', 'entity': 'Part', 'firstCreation': 3, 'interarrival': 1,"
          " 'maxArrivals': 1},"
          "'Halt': {'type': 'arena.Stop', 'conveyor': 'Belt'}, 'Wait': {'type': 'arena.Delay', 'delay': 1},"
          "'Resume': {'type': 'arena.Start', 'conveyor': 'Belt'}, 'Ready': {'type': 'arena.Dispose'},",
      "'Come.out -> Begin.in', 'Begin.out -> On.in', 'On.out -> Go.in', 'Get.out -> Off.in', 'Off.out -> "
      "Done.in',"
      "'Break.out -> Halt.in', 'Halt.out -> Wait.in', 'Wait.out -> Resume.in', 'Resume.out -> Ready.in'"));
  EXPECT_EQ(run.clock(), 7);
  EXPECT_EQ(run["Part.TranTime"].maximum, 6);
}

TEST(TransferStudy, EnterAndLeaveWithATransporter) {
  // A cart at B with velocity 2, A 10 away. It is at A at 5, loaded at 6, at B at 11, unloaded and free
  // at 12. The second part has waited since 1; the cart is at A at 17, at B at 23, free at 24.
  const StudyRun run = StudyRun::of(
      study("'distances': {'Ways': {'distances': [{'from': 'A', 'to': 'B', 'length': 10}]}},"
            "'transporters': {'Cart': {'distances': 'Ways', 'velocity': 2, 'position': 'B'}},",
            come("A", 2) +
                "'Go': {'type': 'arena.Leave', 'transporter': 'Cart', 'delay': 1, 'transfer': 'Transport',"
                " 'station': 'B', 'rule': 'SmallestDistance'},"
                "'Get': {'type': 'arena.Enter', 'station': 'B', 'transporter': 'Cart', 'delay': 1},",
            "'Come.out -> Begin.in', 'Begin.out -> Go.in', 'Get.out -> Done.in'"));
  EXPECT_EQ(run.clock(), 24);
  EXPECT_EQ(run.average("Part.TotalTime"), (12 + 23) / 2.0);
  EXPECT_EQ(run.average("Go.Queue.WaitingTime"), 11 / 2.0);
  EXPECT_EQ(run.average("Cart.NumberBusy"), 1);
}

TEST(TransferStudy, TransporterModules) {
  // The cart is off until 4. Then it comes from C to A over 30 in 30, at 34; it is moved to B and back, 20,
  // at 54; goes to C, 30, at 84.
  const StudyRun run = StudyRun::of(study(
      "'distances': {'Ways': {'distances': [{'from': 'A', 'to': 'B', 'length': 10},"
      " {'from': 'C', 'to': 'A', 'length': 30}]}},"
      "'transporters': {'Cart': {'distances': 'Ways', 'velocity': 1, 'position': 'C', 'active': false}},",
      come("A") +
          "'Ask': {'type': 'arena.Request', 'transporter': 'Cart'},"
          "'There': {'type': 'arena.Move', 'transporter': 'Cart', 'station': 'B'},"
          "'Back': {'type': 'arena.Move', 'transporter': 'Cart', 'station': 'A'},"
          "'Go': {'type': 'arena.Transport', 'transporter': 'Cart', 'station': 'C'},"
          "'Get': {'type': 'arena.Station', 'station': 'C'}, 'Give': {'type': 'arena.Free', 'transporter': "
          "'Cart'},"
          "'Take': {'type': 'arena.Allocate', 'transporter': 'Cart'},"
          "'GiveAgain': {'type': 'arena.Free', 'transporter': 'Cart'},"
          "'Off': {'type': 'arena.Halt', 'transporter': 'Cart'},"
          "'Shift': {'type': 'arena.Create', 'entity': 'Part', 'firstCreation': 4, 'interarrival': 1,"
          " 'maxArrivals': 1},"
          "'On': {'type': 'arena.Activate', 'transporter': 'Cart'}, 'Ready': {'type': 'arena.Dispose'},",
      "'Come.out -> Begin.in', 'Begin.out -> Ask.in', 'Ask.out -> There.in', 'There.out -> Back.in',"
      "'Back.out -> Go.in', 'Get.out -> Give.in', 'Give.out -> Take.in', 'Take.out -> GiveAgain.in',"
      "'GiveAgain.out -> Off.in', 'Off.out -> Done.in', 'Shift.out -> On.in', 'On.out -> Ready.in'"));
  EXPECT_EQ(run.clock(), 84);
  EXPECT_EQ(run.average("Cart.NumberBusy"), 80 / 84.0);
}

TEST(TransferStudy, LeaveWithAResourceAndRoute) {
  // A clerk sees the part off: from 0 to 2 and, in Enter, to the arrival at B at 7. The second follows at 7.
  const StudyRun run = StudyRun::of(study(
      "'resources': {'Clerk': {}},",
      come("A", 2, "0") +
          "'Go': {'type': 'arena.Leave', 'resources': 'Clerk', 'delay': 2, 'duration': 5, 'station': 'B'},"
          "'Get': {'type': 'arena.Enter', 'station': 'B', 'resources': 'Clerk'},",
      "'Come.out -> Begin.in', 'Begin.out -> Go.in', 'Get.out -> Done.in'"));
  EXPECT_EQ(run.clock(), 14);
  EXPECT_EQ(run.average("Part.TranTime"), 5);
  EXPECT_EQ(run.average("Clerk.NumberBusy"), 1);
}

TEST(TransferStudy, StationsBelongToActivityAreas) {
  // 1 to A, sawn for 3 there, 2 to B, dried for 4 there: the way to B counts where it begins.
  const StudyRun run = StudyRun::of(quoted(R"({
    'entities': {'Part': {}}, 'stations': {'A': {'activityArea': 'Saws'}, 'B': {'activityArea': 'Paint'}},
    'activityAreas': {'Plant': {}, 'Saws': {'parent': 'Plant'}, 'Paint': {'parent': 'Plant'}},
    'model': {'components': {
        'Come': {'type': 'arena.Create', 'maxArrivals': 1}, 'ToA': {'type': 'arena.Route', 'station': 'A', 'duration': 1},
        'AtA': {'type': 'arena.Station', 'station': 'A'}, 'Saw': {'type': 'arena.Delay', 'delay': 3},
        'ToB': {'type': 'arena.Route', 'station': 'B', 'duration': 2}, 'AtB': {'type': 'arena.Station', 'station': 'B'},
        'Dry': {'type': 'arena.Delay', 'delay': 4, 'allocation': 'NVA'}, 'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Come -> ToA', 'AtA -> Saw -> ToB', 'AtB -> Dry -> Done']}})"));
  EXPECT_EQ(run["Saws.VATime"].final_value, 3);
  EXPECT_EQ(run["Saws.TranTime"].final_value, 2);
  EXPECT_EQ(run["Saws.TotalTime"].final_value, 5);
  EXPECT_EQ(run["Paint.NVATime"].final_value, 4);
  EXPECT_EQ(run["Plant.TotalTime"].final_value, 9);
}

TEST(TransferStudy, PickStationSpreads) {
  // Four parts at once, 10 on the way: two to B, two to C, in turn.
  const StudyRun run = StudyRun::of(study(
      "",
      come("A", 4, "0") + "'Pick': {'type': 'arena.PickStation', 'stations': ['B', 'C'], 'duration': 10},"
                          "'AtB': {'type': 'arena.Station', 'station': 'B'}, 'AtC': {'type': "
                          "'arena.Station', 'station': 'C'},"
                          "'Also': {'type': 'arena.Dispose'},",
      "'Come.out -> Begin.in', 'Begin.out -> Pick.in', 'AtB.out -> Done.in', 'AtC.out -> Also.in'"));
  EXPECT_EQ(run.average("B.NumberEnRoute"), 2);
  EXPECT_EQ(run.average("C.NumberEnRoute"), 2);
}

TEST(TransferStudy, FaultsOfStudies) {
  const auto leave = [](const std::string& text) {
    return faults_of(study("",
                           come("A") + "'Go': {'type': 'arena.Leave', " + text +
                               "}, 'Get': {'type': 'arena.Station', 'station': 'B'},",
                           "'Come.out -> Begin.in', 'Begin.out -> Go.in', 'Get.out -> Done.in'"));
  };
  EXPECT_THAT(leave("'duration': 1"), HasSubstr("a transfer has 0 destinations"));
  EXPECT_THAT(leave("'station': 'B', 'bySequence': true"), HasSubstr("a transfer has 2 destinations"));
  EXPECT_THAT(leave("'station': 'B', 'transfer': 'Convey'"), HasSubstr("transfer Convey needs \"conveyor\""));
  EXPECT_THAT(leave("'station': 'B', 'transfer': 'Transport', 'duration': 1"),
              HasSubstr("transfer Transport needs \"transporter\""));
  EXPECT_THAT(leave("'station': 'B', 'transfer': 'Transport', 'duration': 1"),
              HasSubstr("\"duration\" has no meaning without transfer Route"));
  EXPECT_THAT(leave("'station': 'B', 'conveyor': 'X', 'transporter': 'Y'"),
              HasSubstr("a Leave takes one kind of thing"));
  EXPECT_THAT(leave("'station': 'D'"), HasSubstr("'D'"));
  const std::string faults = faults_of(study(
      "'distances': {'Ways': {'distances': []}}, 'segments': {'Path': {'begin': 'A', 'segments': []}},"
      "'transporters': {'Cart': {'distances': 'Ways', 'velocity': 1, 'position': 'C', 'kind': 'Guided'}},"
      "'conveyors': {'Belt': {'segments': 'Path', 'velocity': 1, 'accumulationLength': 2}},",
      "'Get': {'type': 'arena.Enter', 'station': 'B', 'conveyor': 'Belt', 'transporter': 'Cart'},",
      "'Get.out -> Done.in'"));
  EXPECT_THAT(faults, HasSubstr("a Guided transporter needs \"network\""));
  EXPECT_THAT(faults, HasSubstr("\"accumulationLength\" has no meaning on a non-accumulating conveyor"));
  EXPECT_THAT(faults, HasSubstr("an Enter gives back one kind of thing"));
}

}  // namespace
}  // namespace escapement::studies::transfer
