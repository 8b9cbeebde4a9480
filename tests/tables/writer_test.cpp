// SPDX-License-Identifier: MIT
#include "escapement/tables/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "escapement/core/error.h"
#include "escapement/tables/sqlite.h"

namespace escapement::tables {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string path_of(const char* name) {
  return (std::filesystem::path(::testing::TempDir()) / name).string();
}

// What is written is read again to the last bit, in both forms.
void round_trip(const std::string& path) {
  const double odd[] = {0.1, -1.0 / 3, 1e-300, std::numeric_limits<double>::max(), 0, 12345678901234567.0};
  {
    const auto writer = TableWriter::open(path, {"n", "value, or \"so\""});
    for (int i = 0; i < 2500; ++i) writer->write(std::vector<double>{double(i), odd[i % 6]});
  }
  const CsvTable table = read_table(path);
  EXPECT_THAT(table.columns(), ElementsAre("n", "value, or \"so\""));
  ASSERT_EQ(table.rows(), 2500u);
  for (std::size_t i = 0; i < 2500; ++i) {
    ASSERT_EQ(*table.number(i, 0), static_cast<double>(i));
    ASSERT_EQ(*table.number(i, 1), odd[i % 6]);
  }
}

TEST(TableWriter, CsvAndSqlite) {
  round_trip(path_of("round.csv"));
  round_trip(path_of("round.sqlite"));
  round_trip(path_of("round.sqlite"));  // again over the same table
  EXPECT_TRUE(is_sqlite(path_of("round.sqlite")));
}

TEST(TableWriter, OtherTablesOfTheFileStay) {
  const std::string path = path_of("shared.db");
  std::filesystem::remove(path);
  TableWriter::open(path, {"a"}, "one")->write(std::vector<double>{1});
  TableWriter::open(path, {"b"}, "two")->write(std::vector<double>{2});
  EXPECT_EQ(*read_table(path, "one").number(0, 0), 1);
  EXPECT_EQ(*read_table(path, "two").number(0, 0), 2);
}

std::string fault_of(const std::string& path, const std::vector<std::string>& columns) {
  try {
    TableWriter::open(path, columns);
  } catch (const InputError& e) {
    return e.diagnostics().front().message;
  }
  return "";
}

TEST(TableWriter, Faults) {
  EXPECT_THAT(fault_of("/nowhere/out.csv", {"a"}), HasSubstr("cannot write to the file '/nowhere/out.csv'"));
  EXPECT_THAT(fault_of("/nowhere/out.db", {"a"}), HasSubstr("cannot open '/nowhere/out.db'"));
  EXPECT_THAT(fault_of(path_of("x.csv"), {}), HasSubstr("a table without columns"));
  EXPECT_THAT(fault_of(path_of("x.csv"), {"a", "a"}), HasSubstr("column 'a' of"));
  EXPECT_THROW(TableWriter::open(path_of("x.csv"), {"a"})->write(std::vector<double>{1, 2}), InternalError);
}

}  // namespace
}  // namespace escapement::tables
