// SPDX-License-Identifier: MIT
#include "escapement/tables/sqlite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "connection.h"

namespace escapement::tables {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string made(const char* name, const std::string& sql) {
  const std::string path = (std::filesystem::path(::testing::TempDir()) / name).string();
  std::filesystem::remove(path);
  internal::Connection connection(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  connection.run(sql);
  return path;
}

std::string message(const std::string& path, const std::string& table) {
  try {
    read_table(path, table);
  } catch (const InputError& e) {
    return e.diagnostics().front().message + " | " + e.diagnostics().front().remedy;
  }
  return "";
}

TEST(Sqlite, ReadsNumbersTextsAndNulls) {
  const std::string path = made("mixed.db",
                                "CREATE TABLE t (a REAL, \"b c\", n INTEGER); INSERT INTO t VALUES "
                                "(0.1, 'x', 3), (1e300, NULL, -4), (2, '7', NULL)");
  ASSERT_TRUE(is_sqlite(path));
  const CsvTable table = read_table(path);
  EXPECT_THAT(table.columns(), ElementsAre("a", "b c", "n"));
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(*table.number(0, 0), 0.1);  // bit for bit
  EXPECT_EQ(*table.number(1, 0), 1e300);
  EXPECT_EQ(table.cell(0, 1), "x");
  EXPECT_EQ(table.cell(1, 1), "");
  EXPECT_EQ(*table.number(2, 1), 7);
  EXPECT_EQ(*table.number(1, 2), -4);
  EXPECT_FALSE(table.number(2, 2));
  EXPECT_EQ(table.line(2), 3u);
}

TEST(Sqlite, ATableOrAViewByName) {
  const std::string path =
      made("two.db",
           "CREATE TABLE arrivals (t); INSERT INTO arrivals VALUES (5), (6); CREATE TABLE other (t); "
           "CREATE VIEW late AS SELECT t FROM arrivals WHERE t > 5");
  EXPECT_EQ(read_table(path, "arrivals").rows(), 2u);
  EXPECT_EQ(*read_table(path, "late").number(0, 0), 6);
  EXPECT_THAT(message(path, "arivals"), HasSubstr("has no table 'arivals' | did you mean 'arrivals'?"));
  EXPECT_THAT(message(path, ""),
              HasSubstr("has several tables: 'arrivals', 'late' or 'other' | name the one"));
}

TEST(Sqlite, Faults) {
  EXPECT_THAT(message(made("none.db", "CREATE TABLE x (a); DROP TABLE x"), ""), HasSubstr("has no tables"));
  EXPECT_THAT(message("/nowhere/none.db", ""), HasSubstr("cannot read the file"));
  const std::string csv = (std::filesystem::path(::testing::TempDir()) / "plain.csv").string();
  std::ofstream(csv) << "a,b\n1,2\n";
  EXPECT_FALSE(is_sqlite(csv));
  EXPECT_THAT(message(csv, "t"), HasSubstr("is no SQLite file and has no table 't' | remove \"table\""));
  EXPECT_EQ(read_table(csv).rows(), 1u);
  const std::string broken = made("broken.db", "CREATE TABLE t (a)");
  std::fstream(broken, std::ios::in | std::ios::out | std::ios::binary).seekp(100).write("broken", 6);
  EXPECT_THAT(message(broken, "t"), HasSubstr("broken.db': "));
}

}  // namespace
}  // namespace escapement::tables
