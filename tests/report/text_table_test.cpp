// SPDX-License-Identifier: MIT
#include "text_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace escapement::report::internal {
namespace {

TextTable table() {
  return {{"Average", "Count"},
          {{1}, {0}},
          {{"Queues", {{"Drilling.Queue", {}}, {"  Waiting Time", {"1.5", "12"}}}},
           {"Others", {{"Größe", {"–", "3"}}}}}};
}

TEST(TextTable, AlignsNamesLeftAndFiguresRight) {
  EXPECT_EQ(table().text(40, false),
            "\n"
            "Queues            Average  Count\n"
            "--------------------------------\n"
            "Drilling.Queue\n"
            "  Waiting Time        1.5     12\n"
            "\n"
            "Others            Average  Count\n"
            "--------------------------------\n"
            "Gr\xC3\xB6\xC3\x9F"
            "e                   \xE2\x80\x93      3\n");
}

TEST(TextTable, LeavesColumnsOutInTheirOrder) {
  EXPECT_EQ(table().text(31, false).substr(0, 28), "\nQueues            Average\n-");
  EXPECT_EQ(table().text(24, false).substr(0, 9), "\nQueues\n-");
}

TEST(TextTable, CutsNamesThatAreStillTooLong) {
  TextTable wide{{"Average"},
                 {},
                 {{"Entities", {{"A_name_that_has_no_end", {"1"}}, {"A_heading_that_has_no_end", {}}}}}};
  EXPECT_EQ(wide.text(25, true),
            "\n"
            "Entities          Average\n"
            "─────────────────────────\n"
            "A_name_that_has…        1\n"
            "A_heading_that_has_no_end\n");
  EXPECT_NE(wide.text(25, false).find("A_name_that_h...        1\n"), std::string::npos);
}

TEST(TextTable, StaysWithinTheWidth) {
  for (std::size_t width = 25; width < 80; ++width) {
    std::istringstream lines(table().text(width, false));
    // Two bytes of "Größe" and two of the dash continue a character.
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), width + 4) << width;
  }
}

TEST(TextTable, OfNothingIsNothing) {
  EXPECT_EQ((TextTable{{"Average"}, {}, {}}.text(40, true)), "");
}

}  // namespace
}  // namespace escapement::report::internal
