// SPDX-License-Identifier: MIT
#include "escapement/tables/foreign_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/tables/csv.h"

namespace escapement::tables {
namespace {

using ::testing::HasSubstr;

TEST(ForeignFile, IsKnownByTheEndingOfItsName) {
  for (const char* name : {"a.xls", "b/c.xlsx", "A.XLSM", "a.xlsb"}) {
    ASSERT_TRUE(foreign_file(name)) << name;
    EXPECT_EQ(foreign_file(name)->message,
              std::string("'") + name + "' is an Excel workbook, which is not supported");
  }
  EXPECT_THAT(foreign_file("orders.accdb")->message, HasSubstr("is an Access database"));
  EXPECT_THAT(foreign_file("orders.mdb")->message, HasSubstr("is an Access database"));
  EXPECT_THAT(foreign_file("orders.ods")->message, HasSubstr("is an OpenDocument table"));
  EXPECT_THAT(foreign_file("orders.ods")->remedy, HasSubstr("use CSV"));
  for (const char* name : {"a.csv", "a.db", "a", "xls", "a.xlsx.csv"})
    EXPECT_FALSE(foreign_file(name)) << name;
}

TEST(ForeignFile, IsNotReadEvenWhenItIsNotThere) {
  try {
    CsvTable::read("nowhere/orders.xlsx");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.diagnostics().front().text(),
                HasSubstr("'nowhere/orders.xlsx' is an Excel workbook, which is not supported"));
  }
}

}  // namespace
}  // namespace escapement::tables
