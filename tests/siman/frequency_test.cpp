// SPDX-License-Identifier: MIT
#include "escapement/siman/frequency.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using statistics::range_category;
using statistics::value_category;
using ::testing::HasSubstr;

// A server takes 10; jobs at 0, 1, 2. In the system: 1, 2, 3 from 0, 1, 2, then 2, 1, 0 from 10, 20, 30. The
// run ends at 40. So NQ is 0 for 1 + 10 + 10 + ... : 0-1, 1 for 1-2 and 10-20, 2 for 2-10, 0 for 20-40.
struct ThreeJobs : Model {
  ThreeJobs() {
    add<EntityType>("Job");
    add<Resource>("Server", 1.0);
    add<QueueElement>("Line");
    auto& create = arrivals("Arrivals", 0.0, 1.0, 3);
    Station station(*this, "Serve", "Line", {{"Server"}}, 10.0);
    link(create.out, station.enqueue.in);
    link(station.end.out, add<Dispose>("Done").in);
  }
  const statistics::FrequencyRow& row(const char* name, std::size_t index) {
    rows = statistics.find_frequency(name)->rows(40);
    return rows[index];
  }
  std::vector<statistics::FrequencyRow> rows;
};

TEST(Frequency, ConstantsRangesAndWhatIsOutOfRange) {
  ThreeJobs shop;
  Frequency::Options o;
  o.value = "NQ(Line)";
  o.categories = {value_category("Empty", 0), range_category("One", 0, 1)};
  shop.add<Frequency>("Length", o);
  shop.run(40);
  EXPECT_DOUBLE_EQ(shop.row("Length", 0).time, 1 + 20);
  EXPECT_EQ(shop.row("Length", 0).visits, 2u);
  EXPECT_DOUBLE_EQ(shop.row("Length", 1).time, 1 + 10);
  EXPECT_DOUBLE_EQ(shop.row("Length", 2).time, 8);
  EXPECT_DOUBLE_EQ(*shop.row("Length", 0).standard_percent, 100 * 21 / 40.0);
  EXPECT_DOUBLE_EQ(*shop.row("Length", 0).restricted_percent, 100 * 21 / 32.0);
}

TEST(Frequency, StatesOfAResource) {
  ThreeJobs shop;
  Frequency::Options o;
  o.resource = "Server";
  shop.add<Frequency>("States", o);
  shop.run(40);
  EXPECT_EQ(shop.row("States", 0).name, "Idle");
  EXPECT_DOUBLE_EQ(shop.row("States", 0).time, 10);
  EXPECT_EQ(shop.row("States", 1).name, "Busy");
  EXPECT_DOUBLE_EQ(shop.row("States", 1).time, 30);
  EXPECT_EQ(shop.row("States", 1).visits, 1u);
}

TEST(Frequency, IsReadByExpressions) {
  const auto read = [](const char* expression) {
    ThreeJobs shop;
    Frequency::Options o;
    o.value = "NQ(Line)";
    o.categories = {value_category("Empty", 0), range_category("One", 0, 1)};
    shop.add<Frequency>("Length", o);
    shop.add<Output>("Answer", expression);
    shop.run(40);
    return shop.output("Answer");
  };
  EXPECT_DOUBLE_EQ(read("FAVG(Length, Empty)"), 10.5);
  EXPECT_DOUBLE_EQ(read("FCOUNT(Length, 1)"), 2);
  EXPECT_DOUBLE_EQ(read("FRQTIM(Length, One)"), 11);
  EXPECT_DOUBLE_EQ(read("FRQTIM(Length, 3)"), 8);  // out of range
  EXPECT_DOUBLE_EQ(read("FSTAND(Length, Empty)"), 52.5);
  EXPECT_DOUBLE_EQ(read("FRESTR(Length, One)"), 100 * 11 / 32.0);
  EXPECT_DOUBLE_EQ(read("FTOT(Length) + FTOTR(Length)"), 72);
  EXPECT_DOUBLE_EQ(read("FVALUE(Length)"), 0);
}

TEST(Frequency, Faults) {
  {
    ThreeJobs shop;
    Frequency::Options o;
    o.value = "NQ(Line)";
    shop.add<Frequency>("Length", o);
    EXPECT_THAT(shop.faults(), HasSubstr("a frequency statistic has no categories"));
  }
  {
    ThreeJobs shop;
    Frequency::Options o;
    o.resource = "Serve";
    shop.add<Frequency>("States", o);
    EXPECT_THAT(shop.faults(), HasSubstr("unknown resource 'Serve' in 'States'"));
  }
  {
    ThreeJobs shop;
    Frequency::Options o;
    o.resource = "Server";
    shop.add<Frequency>("States", o);
    shop.add<Output>("Answer", "FAVG(States, BUSSY)");
    EXPECT_THAT(shop.faults(), HasSubstr("'BUSSY' is no category of the frequency"));
  }
}

}  // namespace
}  // namespace escapement::siman
