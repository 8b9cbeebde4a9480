// SPDX-License-Identifier: MIT
#include "escapement/report/playback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace escapement::report {
namespace {

using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::IsEmpty;

// Drilling -> Ward (Treat) -> Done.
experiment::ModelOutline shop() {
  experiment::ModelOutline outline;
  for (const char* name : {"Drilling", "Ward", "Done"}) outline.components.emplace_back().name = name;
  outline.components[1].components.emplace_back().name = "Treat";
  return outline;
}

Playback read(const std::string& trace, std::size_t most = kMostPlaybackEvents, std::size_t bytes = 1 << 20) {
  std::istringstream in(trace);
  return read_playback(in, shop(), most, bytes);
}

constexpr const char* kTrace =
    "time,step,event,model,port,value\n"
    "0,0,initial,Processes,,1 events\n"
    "0.5,0,enter,Drilling.Enqueue,,Part 1\n"
    "0.5,0,enter,Drilling.Delay,,Part 1\n"  // still within Drilling
    "0.5,0,internal,Processes,,\"2 events, or\n\"\"more\"\"\"\n"
    "1.25,0,enter,Ward.Treat.Enter,,Part 1\n"
    "1.25,0,enter,Elsewhere,,Part 1\n"  // in no component of the outline
    "2,0,output,Ward.Treat,out,7\n"
    "3,0,enter,Done,,Kinds.Part 2\n";

// Places, kinds and ports are numbered as they come.
void expect_shop(const Playback& playback) {
  EXPECT_THAT(playback.places, ElementsAre("Drilling", "Ward.Treat", "Done"));
  EXPECT_THAT(playback.kinds, ElementsAre("Part", "Kinds.Part"));
  EXPECT_THAT(playback.ports, ElementsAre("out"));
  EXPECT_THAT(playback.events, ElementsAre(FieldsAre(0.5, 1, 0, 0), FieldsAre(1.25, 1, 1, 0),
                                           FieldsAre(2, 0, 1, 0), FieldsAre(3, 2, 2, 1)));
  EXPECT_FALSE(playback.cut);
}

TEST(Playback, TakesMovesAndMessagesOutOfACsvTrace) {
  expect_shop(read(kTrace));
}

TEST(Playback, ReadsJsonLines) {
  expect_shop(
      read(R"({"time":0.5,"step":0,"event":"enter","model":"Drilling.Delay","port":"","value":"Part 1"}
{"time":1.25,"step":0,"event":"enter","model":"Ward.Treat","port":"","value":"Part 1"}
{"time":2,"step":0,"event":"output","model":"Ward.Treat","port":"out","value":"7"}
{"time":3,"step":0,"event":"enter","model":"Done","port":"","value":"Kinds.Part 2"}
)"));
}

TEST(Playback, StopsAfterEnoughEventsAndSaysSo) {
  const Playback playback = read(kTrace, 2);
  EXPECT_EQ(playback.events.size(), 2u);
  EXPECT_TRUE(playback.cut);
  EXPECT_FALSE(read(kTrace, 4).cut);
}

// The heading has 33 bytes; 100 end within the fourth line, which is left out.
TEST(Playback, LooksAtNoMoreThanTheBytesAllowed) {
  const Playback playback = read(kTrace, 100, 120);
  EXPECT_EQ(playback.events.size(), 1u);
  EXPECT_TRUE(playback.cut);
}

TEST(Playback, PassesOverWhatIsNoTrace) {
  EXPECT_THAT(read("").events, IsEmpty());
  EXPECT_THAT(read("\0\0\0\n\"\"\"\n{}\n{\"time\":1}\n{broken\n").events, IsEmpty());
  EXPECT_THAT(
      read("1,0,enter,Drilling,,Part\n1,0,enter,Drilling,,Part x\nnan?,0,enter,Drilling,,Part 1\n").events,
      IsEmpty());
  EXPECT_THAT(read("1,0,enter,Drilling,,Part 1").events, IsEmpty());  // cut short
}

}  // namespace
}  // namespace escapement::report
