// SPDX-License-Identifier: MIT
#include "escapement/siman/arrival_process.h"

#include <gtest/gtest.h>

#include <cmath>

#include "escapement/siman/variable.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

// Time unit h. 2 an hour for 3 h, none for 2 h, 4 an hour for 1 h, and again: 10 arrivals in 6 h on average.
Schedule::Options day() {
  Schedule::Options o;
  o.kind = Schedule::Kind::kArrival;
  o.items = {{2.0, 3.0}, {0.0, 2.0}, {4.0, 1.0}};
  return o;
}

struct Source : Model {
  explicit Source(Schedule::Options schedule, std::uint64_t replication = 0) : Model(replication) {
    environment.time_unit = "h";
    add<EntityType>("Part");
    add<Schedule>("Day", std::move(schedule));
    Create::Options c;
    c.schedule = "Day";
    auto& create = add<Create>("Arrivals", c);
    log = &add<Log>("Log");
    link(create.out, log->in);
  }
  Log* log;
};

TEST(ArrivalProcess, InvertsTheIntegralOfTheRate) {
  Model model;
  model.add<EntityType>("Part");
  auto& schedule = model.add<Schedule>("Day", day());
  model.link(model.arrivals("A", 0.0, {}, 1).out, model.add<Dispose>("D").in);
  model.build();
  ArrivalProcess process(schedule, 1);
  EXPECT_DOUBLE_EQ(process.next(0, 1), 0.5);
  EXPECT_DOUBLE_EQ(process.next(0.5, 4), 2.5);
  EXPECT_DOUBLE_EQ(process.next(2.5, 2), 5.25);         // 1 until 3, nothing until 5, 1 at 4 an hour
  EXPECT_DOUBLE_EQ(process.next(5.25, 3), 6);           // just the end of the round
  EXPECT_DOUBLE_EQ(process.next(6, 25), 6 + 12 + 2.5);  // two rounds of 10, then 5 at 2 an hour
  ArrivalProcess minutes(schedule, 1 / 60.0);
  EXPECT_DOUBLE_EQ(minutes.next(0, 0.05), 1.5);  // in minutes the rate of 2 an hour is 1/30
}

// The number in an interval is Poisson with the integral of the rate: mean and variance of 4000 rounds, over
// 20 replications (substreams) of seed 12345. The 99.9 % interval of a mean m is 3.3 sqrt(m / 4000); the
// variance of a sample variance of Poisson counts is (m + 2 m^2) / 4000.
TEST(ArrivalProcess, CountsArePoisson) {
  constexpr std::size_t kRounds = 200, kReplications = 20;
  constexpr double kAll = kRounds * kReplications;
  double sums[3] = {}, squares[3] = {};
  for (std::size_t r = 0; r < kReplications; ++r) {
    Source source(day(), r);
    source.run(6.0 * kRounds);
    std::vector<double> counts[3] = {std::vector<double>(kRounds), std::vector<double>(kRounds),
                                     std::vector<double>(kRounds)};
    for (const double t : source.log->times) {
      const auto round = static_cast<std::size_t>(t / 6);
      const double in = t - 6.0 * static_cast<double>(round);
      if (round < kRounds) ++counts[in < 3 ? 0 : in < 5 ? 1 : 2][round];
    }
    for (std::size_t part = 0; part < 3; ++part)
      for (const double n : counts[part]) {
        sums[part] += n;
        squares[part] += n * n;
      }
  }
  const double means[] = {6, 0, 4};
  for (std::size_t part = 0; part < 3; ++part) {
    const double m = means[part], mean = sums[part] / kAll, variance = squares[part] / kAll - mean * mean;
    EXPECT_NEAR(mean, m, 3.3 * std::sqrt(m / kAll)) << "seed 12345, part " << part;
    EXPECT_NEAR(variance, m, 3.3 * std::sqrt((m + 2 * m * m) / kAll)) << "seed 12345, part " << part;
  }
}

TEST(ArrivalProcess, AfterALastRateOfZeroNobodyComes) {
  Schedule::Options o;
  o.kind = Schedule::Kind::kArrival;
  o.items = {{100.0, 1.0}, {0.0, {}}};
  Source source(o);
  source.run();  // ends by itself
  EXPECT_FALSE(source.log->times.empty());
  EXPECT_LT(source.log->times.back(), 1);
}

TEST(ArrivalProcess, NSEXPOIsTheTimeToTheNextArrival) {
  Model model;
  model.environment.time_unit = "h";
  model.add<EntityType>("Part");
  model.add<Schedule>("Day", day());
  auto& create = model.arrivals("Arrivals", "NSEXPO(Day)", "NSEXPO(Day)");
  auto& log = model.add<Log>("Log");
  model.link(create.out, log.in);
  model.run(100);
  // About 10 arrivals in 6 h, and none in the pauses; stream of "Arrivals", seed 12345.
  EXPECT_NEAR(static_cast<double>(log.times.size()), 1000 / 6.0, 4 * std::sqrt(1000 / 6.0));
  for (const double t : log.times) {
    const double in = std::fmod(t, 6);
    EXPECT_TRUE(in <= 3 + 1e-9 || in >= 5 - 1e-9) << t;
  }
}

TEST(ArrivalProcess, Faults) {
  Schedule::Options capacity = day();
  capacity.kind = Schedule::Kind::kCapacity;
  EXPECT_THAT(Source(capacity).faults(),
              HasSubstr("schedule 'Day' is of type Capacity, but 'Arrivals' needs one of type Arrival"));
  Schedule::Options none = day();
  none.items = {{0.0, 3.0}, {0.0, 1.0}};
  EXPECT_THAT(Source(none).failure(10)->what(), HasSubstr("no arrival in a million items of the schedule"));
}

}  // namespace
}  // namespace escapement::siman
