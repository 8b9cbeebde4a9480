// SPDX-License-Identifier: MIT
#include "escapement/tables/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>  // mkdtemp

#include <filesystem>
#include <fstream>

namespace escapement::tables {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CsvTable parse(std::string_view text) {
  return CsvTable::parse(text, "log.csv");
}

std::string fault_of(std::string_view text) {
  try {
    parse(text);
  } catch (const InputError& e) {
    return e.diagnostics().front().text();
  }
  return "";
}

TEST(CsvTable, ColumnsAndCells) {
  const CsvTable t = parse("at,who,n\n1,Ann,3\n2.5,Bob,4\n");
  EXPECT_THAT(t.columns(), ElementsAre("at", "who", "n"));
  EXPECT_EQ(t.rows(), 2u);
  EXPECT_EQ(t.cell(0, 1), "Ann");
  EXPECT_EQ(t.cell(1, 2), "4");
  EXPECT_EQ(t.column("n"), 2u);
  EXPECT_EQ(t.column("N"), std::nullopt);
  EXPECT_EQ(t.file(), "log.csv");
}

TEST(CsvTable, Rfc4180) {
  const CsvTable t = parse("\"a\",\"b, c\"\r\n\"say \"\"hi\"\"\",\"two\nlines\"\r\nlast,row");
  EXPECT_THAT(t.columns(), ElementsAre("a", "b, c"));
  EXPECT_EQ(t.cell(0, 0), "say \"hi\"");
  EXPECT_EQ(t.cell(0, 1), "two\nlines");
  EXPECT_EQ(t.cell(1, 1), "row");  // no line end after the last row
}

TEST(CsvTable, LinesCountBlankOnesAndThoseInsideQuotes) {
  const CsvTable t = parse("a\n1\n\n\"x\ny\"\n4\n");
  ASSERT_EQ(t.rows(), 3u);
  EXPECT_EQ(t.line(0), 2u);
  EXPECT_EQ(t.line(1), 4u);
  EXPECT_EQ(t.line(2), 6u);
  EXPECT_EQ(t.where(2).file, "log.csv");
  EXPECT_EQ(t.where(2).line, 6);
}

TEST(CsvTable, CarriageReturnsDoNotShiftLines) {
  const CsvTable t = parse("a\r\n1\r\n\r\n2\r\n");
  EXPECT_EQ(t.line(0), 2u);
  EXPECT_EQ(t.line(1), 4u);
}

TEST(CsvTable, Numbers) {
  const CsvTable t = parse("a\n 1.5 \n+2\n-3e2\nnan\ninf\n1x\n\"\"\n1e999\n0x10\n");
  EXPECT_EQ(t.number(0, 0), 1.5);
  EXPECT_EQ(t.number(1, 0), 2);
  EXPECT_EQ(t.number(2, 0), -300);
  for (std::size_t row = 3; row < t.rows(); ++row)
    EXPECT_EQ(t.number(row, 0), std::nullopt) << t.cell(row, 0);
}

TEST(CsvTable, AByteOrderMarkIsPassedOver) {
  EXPECT_THAT(parse("\xEF\xBB\xBF"
                    "a,b\n1,2\n")
                  .columns(),
              ElementsAre("a", "b"));
}

TEST(CsvTable, HeaderOnlyHasNoRows) {
  EXPECT_EQ(parse("a,b\n").rows(), 0u);
}

TEST(CsvTable, Faults) {
  EXPECT_THAT(fault_of(""),
              HasSubstr("log.csv: error: the file is empty\n    its first row names the columns"));
  EXPECT_THAT(fault_of("\n\n"), HasSubstr("the file is empty"));
  EXPECT_THAT(fault_of("a,b,a\n"),
              HasSubstr("log.csv:1:1: error: column 'a' is named twice in the first row"));
  EXPECT_THAT(fault_of("a,b\n1,2\n3\n"),
              HasSubstr("log.csv:3:1: error: this row has 1 cells, but the first row names 2 columns"));
  EXPECT_THAT(fault_of("a,b\n1,2\n3\"x,4\n"), HasSubstr("log.csv:3:1: error: a quote is out of place"));
  EXPECT_THAT(fault_of("a,b\n1,2\n3\n"), HasSubstr("give each row a cell for each column"));
  EXPECT_THAT(
      fault_of("t;k\n1,5;2\n"),  // as spreadsheets write it where decimals have a comma
      HasSubstr("log.csv:1:1: error: the cells of this file are separated by semicolons, so that it has "
                "one column only\n    separate them by commas, and write decimals with a point"));
  EXPECT_THAT(fault_of("t\tk\n1\t2\n"), HasSubstr("separated by tabs"));
  EXPECT_EQ(fault_of("\"a;b\",c\n1,2\n"), "");
  EXPECT_THAT(fault_of("a,b\n1,\"open\n3,4\n"), HasSubstr("a quote is out of place or not closed"));
}

TEST(CsvTable, Files) {
  std::string pattern = (std::filesystem::temp_directory_path() / "escapement-csv-XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(pattern.data());
  const std::string path = folder / "t.csv";
  std::ofstream(path) << "a\n7\n";
  EXPECT_EQ(CsvTable::read(path).number(0, 0), 7);
  for (const std::string& bad : {(folder / "none.csv").string(), folder.string()}) {
    try {
      CsvTable::read(bad);
      ADD_FAILURE() << bad;
    } catch (const InputError& e) {
      EXPECT_THAT(e.diagnostics().front().text(), HasSubstr("error: cannot read the file '" + bad + "'"));
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace escapement::tables
