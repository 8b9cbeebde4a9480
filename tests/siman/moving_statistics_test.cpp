// SPDX-License-Identifier: MIT
// Statistics of what moves between events: levels and the clock.
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/siman/frequency.h"
#include "escapement/siman/level.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using statistics::range_category;

// A tank: +10 from 0 to 4, -5 from 4 to 12. The level is 10 t, then 40 - 5 s with s = t - 4.
struct Tank : Model {
  Tank() {
    add<EntityType>("Valve");
    add<Rate>("Flow", 10.0);
    Level::Options level;
    level.rate = "Flow";
    add<Level>("Content", level);
    auto& open = arrivals("Open", 0.0, {}, 1);
    auto& fill = add<Delay>("Fill", Delay::Options{4.0});
    auto& turn = add<Assign>("Turn", Assign::Options{{Assignment::parse({"Flow = -5"})}});
    auto& empty = add<Delay>("Empty", Delay::Options{8.0});
    auto& done = add<Dispose>("Done");
    link(open.out, fill.in);
    link(fill.out, turn.in);
    link(turn.out, empty.in);
    link(empty.out, done.in);
  }
  double deviation(const std::string& name) const {
    return statistics.find_time_persistent(name)->standard_deviation(simulator->now());
  }
};

// Integrals over [0, 12]: of the level 80 + 160, of its square 6400/3 + 12800/3 = 6400; of the level above
// 20, triangles of 2 x 20 / 2 and 4 x 20 / 2. The cube: 10^3 4^4/4 + 40^4/(4 x 5) = 64000 + 128000.
TEST(MovingStatistics, LevelsAreIntegratedBetweenEvents) {
  Tank tank;
  tank.add<DStat>("Filled", "Content");
  tank.add<DStat>("Square", "Content * Content");
  tank.add<DStat>("Cube", "Content * Content * Content");
  tank.add<DStat>("Above", "MX(0, Content - 20)");
  tank.add<DStat>("High", "Content > 20");
  tank.add<DStat>("Clock", "TNOW");
  tank.add<DStat>("Inside", "EntitiesWIP(Valve)");
  tank.run();
  EXPECT_NEAR(tank.average("Filled"), 20, 1e-12);
  EXPECT_NEAR(tank.deviation("Filled"), std::sqrt(6400 / 12.0 - 400), 1e-12);
  EXPECT_EQ(tank.persistent("Filled").minimum(), 0);
  EXPECT_EQ(tank.persistent("Filled").maximum(), 40);
  EXPECT_NEAR(tank.persistent("Filled").value(), 0, 1e-12);
  EXPECT_NEAR(tank.average("Square"), 6400 / 12.0, 1e-11);
  EXPECT_NEAR(tank.average("Cube"), 16000, 1e-9);
  EXPECT_NEAR(tank.average("Above"), 60 / 12.0, 1e-8);
  EXPECT_NEAR(tank.average("High"), 6 / 12.0, 1e-9);
  EXPECT_NEAR(tank.average("Clock"), 6, 1e-12);
  EXPECT_DOUBLE_EQ(tank.average("Inside"), 1);
}

TEST(MovingStatistics, EndBetweenEvents) {
  Tank tank;
  tank.add<DStat>("Filled", "Content");
  tank.add<Output>("Average", "CAVG(Filled)");
  tank.add<Output>("Most", "CMAX(Filled)");
  tank.add<Output>("Time", "CTPD(Filled)");
  tank.add<Output>("Now", "CVALUE(Filled)");
  tank.run(3);
  EXPECT_NEAR(tank.output("Average"), 15, 1e-12);
  EXPECT_NEAR(tank.output("Most"), 30, 1e-12);
  EXPECT_EQ(tank.output("Time"), 3);
  EXPECT_NEAR(tank.output("Now"), 30, 1e-12);
}

// The warm-up ends at 2, when the level is 20: what is left of the integral is 240 - 20.
TEST(MovingStatistics, BeginAnewAtTheEndOfTheWarmUp) {
  Tank tank;
  tank.add<DStat>("Filled", "Content");
  tank.build();
  tank.simulator->run(1.5);
  tank.statistics.clear(2);
  tank.run();
  EXPECT_NEAR(tank.average("Filled"), 220 / 10.0, 1e-12);
  EXPECT_EQ(tank.persistent("Filled").maximum(), 40);
}

// Low up to 10: 0-1 and 10-12; middle to 30: 1-3 and 6-10; high: 3-6. A band alone is entered and left in one
// move.
TEST(MovingStatistics, FrequenciesFindTheInstantOfCrossing) {
  Tank tank;
  Frequency::Options all, band;
  all.value = band.value = "Content";
  all.categories = {range_category("Low", -kForever, 10), range_category("Middle", 10, 30),
                    range_category("High", 30, kForever)};
  band.categories = {range_category("Band", 10, 30)};
  tank.add<Frequency>("Levels", all);
  tank.add<Frequency>("Bands", band);
  tank.run();
  const auto levels = tank.statistics.find_frequency("Levels")->rows(12);
  EXPECT_NEAR(levels[0].time, 3, 1e-12);
  EXPECT_NEAR(levels[1].time, 6, 1e-12);
  EXPECT_NEAR(levels[2].time, 3, 1e-12);
  EXPECT_EQ(levels[0].visits, 2u);
  EXPECT_EQ(levels[1].visits, 2u);
  EXPECT_EQ(levels[2].visits, 1u);
  const auto bands = tank.statistics.find_frequency("Bands")->rows(12);
  EXPECT_NEAR(bands[0].time, 6, 1e-12);
  EXPECT_EQ(bands[0].visits, 2u);
}

// A saw of +1 and -1 with a period of 2 is as near to independent batches as can be: its average is known.
TEST(MovingStatistics, HalfWidthsComeFromBatchesOfTheMovingValue) {
  Model model;
  model.add<EntityType>("Part");
  model.add<Rate>("Slope", 1.0);
  Level::Options level;
  level.rate = "Slope";
  model.add<Level>("Saw", level);
  model.add<DStat>("Mean", "Saw");
  auto& create = model.arrivals("Turn", 1.0, 1.0);
  auto& turn = model.add<Assign>("Back", Assign::Options{{Assignment::parse({"Slope = -Slope"})}});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, turn.in);
  model.link(turn.out, done.in);
  model.run(800);
  EXPECT_NEAR(model.average("Mean"), 0.5, 1e-12);
  const auto half_width = model.persistent("Mean").half_width(800);
  ASSERT_TRUE(half_width.value) << half_width.reason;
  EXPECT_LT(*half_width.value, 1e-9);  // each batch is whole periods of the saw
}

// A level of a million and events so close that it changes by a few roundings from one to the next: halving
// the time between them makes no integral better.
TEST(MovingStatistics, RoundingIsNoReasonToHalve) {
  Model model;
  model.add<EntityType>("Pulse");
  model.add<Rate>("Flow", 1.0);
  Level::Options level;
  level.rate = "Flow";
  level.initial = 1e6;
  model.add<Level>("Content", level);
  model.add<DStat>("Filled", "Content");
  auto& pulses = model.arrivals("Pulses", 0.0, 1e-9, 1000);
  model.link(pulses.out, model.add<Dispose>("Done").in);
  model.run();
  EXPECT_NEAR(model.average("Filled"), 1e6, 1e-6);
  EXPECT_EQ(model.persistent("Filled").minimum(), 1e6);
}

}  // namespace
}  // namespace escapement::siman
