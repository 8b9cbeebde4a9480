// SPDX-License-Identifier: MIT
// Files that studies read and write: arrivals and initial values from CSV and SQLite, statistics that write
// their observations, and what is said of files that are wrong.
#include <array>
#include <fstream>

#include "escapement/tables/writer.h"
#include "json/temporary_folder.h"
#include "studies/support.h"

namespace escapement::studies::data_files {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::TemporaryFolder;

// Parts that come as the file says; Sizes is the tally of their attribute.
std::string arrivals(const std::string& file, const std::string& create = "arena.Create") {
  return quoted(
      "{'entities': {'Part': {}}, 'attributes': {'size': {}}, 'tallies': {'Sizes': {}, 'Times': {}},"
      "'model': {'components': {'In': {'type': '" +
      create + "', 'arrivals': {'file': '" + file +
      "', 'time': 'at', 'attributes': {'size': 'size'}}},"
      "'Size': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'size', 'statistic': 'Sizes'},"
      "'Time': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'TNOW', 'statistic': 'Times'},"
      "'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Size -> Time -> Out']}}");
}

TEST(DataFiles, ArrivalsFromSqliteAndCsvAreTheSame) {
  const TemporaryFolder folder;
  for (const char* name : {"parts.csv", "parts.db"}) {
    {
      const auto writer = tables::TableWriter::open(folder.path(name), {"at", "size"});
      for (const auto& row : {std::array{2.0, 10.0}, std::array{0.5, 20.0}, std::array{2.0, 60.0}})
        writer->write(row);
    }
    for (const char* create : {"arena.Create", "siman.Create"}) {
      const StudyRun run = StudyRun::of(arrivals(folder.path(name), create));
      EXPECT_EQ(run["Sizes"].observations, 3u) << name;
      EXPECT_EQ(run.average("Sizes"), 30) << name;
      EXPECT_EQ(run.average("Times"), 1.5) << name;
      EXPECT_EQ(run["Sizes"].final_value, 60) << name;  // of two at one time the second row comes later
    }
  }
}

TEST(DataFiles, ABadNumberInTheLastOfAMillionRows) {
  const TemporaryFolder folder;
  {
    std::ofstream out(folder.path("many.csv"), std::ios::binary);
    out << "at,size\n";
    for (int row = 1; row < 1000000; ++row) out << row << ",1\n";
    out << "1000000,l\n";
  }
  EXPECT_THAT(faults_of(arrivals(folder.path("many.csv"))),
              AllOf(HasSubstr("many.csv:1000001:1"), HasSubstr("'l' in column 'size' is no number"),
                    HasSubstr("mend the file, or give the text a number under \"codes\"")));
}

TEST(DataFiles, WhatIsSaidOfWrongOnes) {
  const TemporaryFolder folder;
  folder.write("empty.csv", "");
  folder.write("header.csv", "at,size\n");
  folder.write("column.csv", "at,sise\n1,2\n");
  folder.write("short.csv", "at,size\n1,2\n3\n");
  EXPECT_THAT(faults_of(arrivals(folder.path("empty.csv"))), HasSubstr("empty"));
  EXPECT_THAT(faults_of(arrivals(folder.path("header.csv"))), HasSubstr("the file has no rows"));
  EXPECT_THAT(faults_of(arrivals(folder.path("column.csv"))), HasSubstr("'size' is neither a column of"));
  EXPECT_THAT(faults_of(arrivals(folder.path("short.csv"))), HasSubstr("short.csv:3:1"));
  EXPECT_THAT(faults_of(arrivals(folder.path("emty.csv"))),
              HasSubstr("did you mean '" + folder.path("empty.csv")));
}

// The sum of x over the file is kept in an output; the table is read by rows.
std::string variable(const std::string& declaration) {
  return quoted(
      "{'variables': {'x': " + declaration +
      "}, 'outputStatistics': {'Sum': {'value': 'x(1, 1) + 10 * x(1, 2) + 100 * x(2, 1) + 1000 * x(2, 2)'}},"
      "'model': {'components': {}}, 'experiment': {'length': 1}}");
}

TEST(DataFiles, InitialValuesOfVariables) {
  const TemporaryFolder folder;
  folder.write("table.csv", "a,b,c\n1,2,3\n4,5,6\n");
  {
    const auto writer = tables::TableWriter::open(folder.path("table.db"), {"a", "b", "c"});
    for (const auto& row : {std::array{1.0, 2.0, 3.0}, std::array{4.0, 5.0, 6.0}}) writer->write(row);
  }
  for (const char* name : {"table.csv", "table.db"}) {
    const std::string path = folder.path(name);
    EXPECT_EQ(
        StudyRun::of(variable("{'file': {'path': '" + path + "', 'columns': ['a', 'b']}}")).average("Sum"),
        1 + 20 + 400 + 5000);
    EXPECT_EQ(StudyRun::of(variable("{'rows': 2, 'file': {'path': '" + path + "', 'columns': ['c', 'a']}}"))
                  .average("Sum"),
              3 + 10 + 600 + 4000);
    EXPECT_THAT(faults_of(variable("{'file': {'path': '" + path + "', 'columns': ['a', 'd']}}")),
                HasSubstr("has no column 'd'"));
    EXPECT_THAT(faults_of(variable("{'rows': 3, 'file': {'path': '" + path + "'}}")),
                HasSubstr("has 2 rows, but the variable has 3"));
  }
  folder.write("text.csv", "a,b\n1,2\n3,four\n");
  EXPECT_THAT(faults_of(variable("{'file': {'path': '" + folder.path("text.csv") + "'}}")),
              AllOf(HasSubstr("text.csv:3:1"), HasSubstr("'four' in column 'b' is no number")));
  folder.write("none.csv", "a,b\n");
  EXPECT_THAT(faults_of(variable("{'file': {'path': '" + folder.path("none.csv") + "'}}")),
              HasSubstr("has no rows"));
  EXPECT_THAT(faults_of(variable("{'file': {'path': '${ESCAPEMENT_NOT_SET}/a.csv'}}")),
              HasSubstr("ESCAPEMENT_NOT_SET, which is not set"));
}

TEST(DataFiles, OfSpreadsheetsAreRefused) {
  const auto faults = [](const std::string& work, const std::string& sections) {
    return faults_of(
        quoted("{'entities': {'Part': {}}, 'attributes': {'a': {}}, " + sections +
               "'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': 1}," + work +
               ", 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Work.in', 'Work.out -> Out']}, "
               "'experiment': {'length': 1}}"));
  };
  const std::string file = "'files': {'F': {'path': 'book.xlsx'}},";
  EXPECT_THAT(
      faults("'Work': {'type': 'arena.ReadWrite', 'file': 'F', 'assignments': {'from': 'a', "
             "'attribute': 'a'}}, 'End': {'type': 'arena.Dispose'}",
             file),
      AllOf(HasSubstr("book.xlsx' is an Excel workbook, which is not supported"), HasSubstr("use CSV")));
  EXPECT_THAT(
      faults("'Work': {'type': 'arena.ReadWrite', 'file': 'F', 'columns': {'name': 'a', 'value': 'a'}}",
             file),
      HasSubstr("'book.xlsx' is an Excel workbook, which is not supported"));
  EXPECT_THAT(
      faults("'Work': {'type': 'arena.Delay', 'delay': 1}", "'tallies': {'T': {'file': 'waits.xls'}},"),
      HasSubstr("waits.xls' is an Excel workbook, which is not supported"));
  EXPECT_THAT(faults_of(variable("{'file': {'path': 'orders.mdb'}}")), HasSubstr("is an Access database"));
}

// Parts at 1, 2, ... 10 count n and m; the warm-up ends at 5.5. Statistics clears n to 100 then, System
// leaves m.
std::string counting(const std::string& clear, const std::string& replications = "1") {
  return quoted(
      "{'entities': {'Part': {}}, 'variables': {'n': {'initial': 100, 'clear': '" + clear +
      "', 'report': true}}, 'outputStatistics': {'End': {'value': 'n'}},"
      "'model': {'components': {'In': {'type': 'arena.Create', 'firstCreation': 1, 'interarrival': 1, "
      "'maxArrivals': 10}, 'Add': {'type': 'arena.Assign', 'assignments': ['n = n + 1']},"
      "'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Add -> Out']},"
      "'experiment': {'length': 20, 'warmup': 5.5, 'replications': " +
      replications + "}}");
}

TEST(DataFiles, WhenVariablesAreCleared) {
  EXPECT_EQ(StudyRun::of(counting("System")).average("End"), 110);
  const StudyRun statistics = StudyRun::of(counting("Statistics"));
  EXPECT_EQ(statistics.average("End"), 105);
  EXPECT_EQ(statistics["n"].minimum, 100);  // from 5.5 on
  EXPECT_EQ(StudyRun::of(counting("None")).average("End"), 110);
  EXPECT_THAT(faults_of(counting("None", "2")),
              HasSubstr("variable 'n' is to keep its value from one replication to the next"));
}

}  // namespace
}  // namespace escapement::studies::data_files
