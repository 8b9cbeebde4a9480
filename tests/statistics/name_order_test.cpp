// SPDX-License-Identifier: MIT
#include "escapement/statistics/name_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace escapement::statistics {
namespace {

TEST(NameOrder, ComparesComponentByComponent) {
  const std::vector<std::string> sorted{"Drill",
                                        "Drill.NumberBusy",
                                        "Drill.Queue.Length",
                                        "Drill 2.NumberBusy",
                                        "Drill-2.NumberBusy",
                                        "Drill2",
                                        "Drilling.WaitTime",
                                        "drill"};
  std::vector<std::string> names = sorted;
  std::mt19937_64 generator(1);
  std::shuffle(names.begin(), names.end(), generator);
  std::sort(names.begin(), names.end(), NameOrder());
  EXPECT_EQ(names, sorted);
}

TEST(NameOrder, IsStrict) {
  EXPECT_FALSE(NameOrder()("a.b", "a.b"));
  EXPECT_TRUE(NameOrder()("", "a"));
  EXPECT_FALSE(NameOrder()("a", ""));
}

}  // namespace
}  // namespace escapement::statistics
