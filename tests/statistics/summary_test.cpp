// SPDX-License-Identifier: MIT
#include "escapement/statistics/summary.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

TEST(KindName, IsTheWordOfTheResults) {
  EXPECT_STREQ(kind_name(Kind::kTally), "tally");
  EXPECT_STREQ(kind_name(Kind::kTimePersistent), "timePersistent");
  EXPECT_STREQ(kind_name(Kind::kCounter), "counter");
  EXPECT_STREQ(kind_name(Kind::kOutput), "output");
  EXPECT_STREQ(kind_name(Kind::kFrequency), "frequency");
  EXPECT_THAT([] { kind_name(static_cast<Kind>(77)); },
              testing::ThrowsMessage<InternalError>(testing::HasSubstr("77 is no kind of statistic")));
}

TEST(Complete, FillsTheRatiosThatExist) {
  std::vector<FrequencyRow> rows(3);
  rows[0].visits = 2;
  rows[0].time = 6;
  rows[2].time = 4;
  rows[2].restricted = false;
  complete(rows);
  EXPECT_EQ(rows[0].average_time, 3);
  EXPECT_EQ(rows[0].standard_percent, 60);
  EXPECT_EQ(rows[0].restricted_percent, 100);
  EXPECT_EQ(rows[1].average_time, std::nullopt);
  EXPECT_EQ(rows[1].standard_percent, 0);
  EXPECT_EQ(rows[2].restricted_percent, std::nullopt);
}

}  // namespace
}  // namespace escapement::statistics
