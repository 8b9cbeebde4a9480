// SPDX-License-Identifier: MIT
#include "escapement/tables/replication_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "escapement/core/error.h"
#include "escapement/tables/sqlite.h"

namespace escapement::tables {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class ReplicationStoreTest : public ::testing::Test {
 protected:
  ReplicationStoreTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ReplicationStoreTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) / "replication_store";
  std::string path_ = (folder_ / "experiment.sqlite").string();
};

const StoredReplication kFirst{"B", 2, 480, "", {{"Wait", 0.1}, {"Out", 96.0}, {"Idle", std::nullopt}}};
const StoredReplication kSecond{"A", 1, 12.5, "Drill: broke", {{"Wait", -1.0 / 3}}};

TEST_F(ReplicationStoreTest, GivesBackEveryBitInTheOrderOfScenariosAndReplications) {
  {
    ReplicationStore store = ReplicationStore::create(path_, "0.1.0", "text");
    store.write(kFirst);
    store.write(kSecond);
    store.write(kSecond);  // written twice is kept once
  }
  std::vector<StoredReplication> all;
  ReplicationStore::open(path_, "0.1.0", "text").read([&](StoredReplication one) {
    all.push_back(std::move(one));
  });
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].scenario, "A");
  EXPECT_EQ(all[0].replication, 1);
  EXPECT_EQ(all[0].failure, "Drill: broke");
  EXPECT_EQ(all[0].clock, 12.5);
  EXPECT_EQ(all[0].values, kSecond.values);
  EXPECT_EQ(all[1].scenario, "B");
  EXPECT_EQ(all[1].failure, "");
  EXPECT_EQ(all[1].values, kFirst.values);
}

TEST_F(ReplicationStoreTest, KeepsObservationsOneByOneAndReadsThemWhenAsked) {
  StoredReplication one = kFirst;
  one.observations = {{"Wait", {1, 2.5, 2.5}, {0.1, -1.0 / 3, 1e300}}, {"Length", {0}, {2}}};
  {
    ReplicationStore store = ReplicationStore::create(path_, "0.1.0", "text");
    store.write(kSecond);
    store.write(one);
    store.write(one);  // replaces its observations too
  }
  ReplicationStore store = ReplicationStore::open(path_, "0.1.0", "text");
  std::vector<StoredReplication> all;
  store.read([&](StoredReplication read) { all.push_back(std::move(read)); }, true);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].observations.empty());
  ASSERT_EQ(all[1].observations.size(), 2U);
  EXPECT_EQ(all[1].observations[0].statistic, "Wait");
  EXPECT_EQ(all[1].observations[0].times, one.observations[0].times);
  EXPECT_EQ(all[1].observations[0].values, one.observations[0].values);
  EXPECT_EQ(all[1].observations[1].values, one.observations[1].values);
  store.read([&](const StoredReplication& read) { EXPECT_TRUE(read.observations.empty()); });
  const CsvTable table = read_sqlite(path_, "observation");
  EXPECT_THAT(table.columns(),
              ::testing::ElementsAre("scenario", "replication", "statistic", "number", "time", "value"));
  EXPECT_EQ(table.rows(), 4U);
}

// As any SQLite file it can be read by others: the schema is a promise.
TEST_F(ReplicationStoreTest, IsATableForOthers) {
  ReplicationStore::create(path_, "0.1.0", "text").write(kFirst);
  const CsvTable table = read_sqlite(path_, "response");
  EXPECT_THAT(table.columns(), ::testing::ElementsAre("scenario", "replication", "statistic", "value"));
  ASSERT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.cell(0, 0), "B");
  EXPECT_EQ(table.number(0, 1), 2);
  EXPECT_EQ(table.cell(0, 2), "Wait");
  EXPECT_EQ(table.number(0, 3), 0.1);
}

TEST_F(ReplicationStoreTest, AProgramKilledWhileItMadeTheFileBeginsAnew) {
  std::ofstream(path_) << "";
  ReplicationStore::open(path_, "0.1.0", "text").write(kFirst);
  EXPECT_EQ(read_sqlite(path_, "replication").rows(), 1U);
}

TEST_F(ReplicationStoreTest, RefusesWhatIsNotItsOwn) {
  EXPECT_THAT([&] { ReplicationStore::open(path_, "0.1.0", "text"); },
              ThrowsMessage<InputError>(HasSubstr("no experiment to go on with")));
  ReplicationStore::create(path_, "0.1.0", "text");
  EXPECT_THAT([&] { ReplicationStore::create(path_, "0.1.0", "text"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("in this file already"), HasSubstr("--resume"))));
  EXPECT_THAT([&] { ReplicationStore::open(path_, "0.1.0", "other"); },
              ThrowsMessage<InputError>(HasSubstr("of another study")));
  EXPECT_THAT([&] { ReplicationStore::open(path_, "0.2.0", "text"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("version 0.1.0"), HasSubstr("0.2.0"))));
  const std::string text = (folder_ / "notes.txt").string();
  std::ofstream(text) << "a text that is long enough not to be a file of SQLite";
  EXPECT_THAT([&] { ReplicationStore::open(text, "0.1.0", "text"); },
              ThrowsMessage<InputError>(HasSubstr("no SQLite file")));
  EXPECT_THAT([&] { ReplicationStore::create((folder_ / "none" / "x.sqlite").string(), "0.1.0", "text"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("cannot make this file"), HasSubstr("--out"))));
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open((folder_ / "other.db").c_str(), &other), SQLITE_OK);
  sqlite3_exec(other, "CREATE TABLE t(a)", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_THAT([&] { ReplicationStore::open((folder_ / "other.db").string(), "0.1.0", "text"); },
              ThrowsMessage<InputError>(HasSubstr("cannot go on with this file")));
}

TEST_F(ReplicationStoreTest, OfAnotherFormatIsRefused) {
  ReplicationStore::create(path_, "0.1.0", "text");
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &file), SQLITE_OK);
  sqlite3_exec(file, "UPDATE about SET value = '9' WHERE key = 'format'", nullptr, nullptr, nullptr);
  sqlite3_close(file);
  EXPECT_THAT([&] { ReplicationStore::open(path_, "0.1.0", "text"); },
              ThrowsMessage<InputError>(HasSubstr("format '9'")));
}

// A disk that takes no more, as SQLite tells it: what was written before stays.
TEST_F(ReplicationStoreTest, AFullDiskLosesNothing) {
  ReplicationStore store = ReplicationStore::create(path_, "0.1.0", "text");
  store.write(kFirst);
  store.limit_pages(20);
  StoredReplication large = kSecond;
  for (int i = 0; i < 5000; ++i) large.values.emplace_back("statistic " + std::to_string(i), 1.0);
  EXPECT_THAT([&] { store.write(large); }, ThrowsMessage<InputError>(HasSubstr("full")));
  std::vector<std::string> left;
  store.read([&](const StoredReplication& one) { left.push_back(one.scenario); });
  EXPECT_THAT(left, ::testing::ElementsAre("B"));
}

}  // namespace
}  // namespace escapement::tables
