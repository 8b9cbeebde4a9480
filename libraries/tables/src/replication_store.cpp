// SPDX-License-Identifier: MIT
#include "escapement/tables/replication_store.h"

#include <filesystem>
#include <map>

#include "connection.h"
#include "escapement/tables/sqlite.h"

namespace escapement::tables {
namespace {

constexpr const char* kFormat = "2";

[[noreturn]] void refuse(const std::string& path, std::string message, std::string remedy) {
  throw InputError(Diagnostic{{path, 0, 0, ""}, std::move(message), std::move(remedy)});
}

std::string text_of(sqlite3_stmt* row, int column) {
  const unsigned char* text = sqlite3_column_text(row, column);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

void bind_text(sqlite3_stmt* statement, int place, const std::string& text) {
  sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

std::string about(internal::Connection& connection, const char* key) {
  internal::Statement query(connection, "SELECT value FROM about WHERE key = ?");
  bind_text(query.get(), 1, key);
  return query.step() ? text_of(query.get(), 0) : "";
}

void write_observations(internal::Connection& connection, const StoredReplication& replication) {
  internal::Statement insert(connection, "INSERT INTO observation VALUES(?, ?, ?, ?, ?, ?)");
  for (const StoredReplication::Course& course : replication.observations)
    for (std::size_t i = 0; i < course.values.size(); ++i) {
      sqlite3_reset(insert.get());
      bind_text(insert.get(), 1, replication.scenario);
      sqlite3_bind_int(insert.get(), 2, replication.replication);
      bind_text(insert.get(), 3, course.statistic);
      sqlite3_bind_int64(insert.get(), 4, static_cast<sqlite3_int64>(i) + 1);
      sqlite3_bind_double(insert.get(), 5, course.times[i]);
      sqlite3_bind_double(insert.get(), 6, course.values[i]);
      insert.step();
    }
}

bool has_tables(internal::Connection& connection) {
  return internal::Statement(connection, "SELECT 1 FROM sqlite_master").step();
}

}  // namespace

struct ReplicationStore::Open {
  Open(const std::string& path, int flags) : connection(path, flags) {
    constexpr int kPatience_ms = 5000;  // while somebody reads
    sqlite3_busy_timeout(connection.get(), kPatience_ms);
    // With the log a commit costs no wait for the disk, and a killed process loses none.
    connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  }

  void begin(const std::string& program, const std::string& study) {
    connection.run(
        "BEGIN;"
        "CREATE TABLE about(key TEXT PRIMARY KEY, value TEXT);"
        "CREATE TABLE replication(scenario TEXT, replication INTEGER, clock REAL, failure TEXT,"
        " PRIMARY KEY(scenario, replication));"
        "CREATE TABLE response(scenario TEXT, replication INTEGER, statistic TEXT, value REAL,"
        " PRIMARY KEY(scenario, replication, statistic));"
        "CREATE TABLE observation(scenario TEXT, replication INTEGER, statistic TEXT, number INTEGER, time "
        "REAL,"
        " value REAL)");
    const auto note = [&](const char* key, const std::string& value) {
      internal::Statement insert(connection, "INSERT INTO about VALUES(?, ?)");
      bind_text(insert.get(), 1, key);
      bind_text(insert.get(), 2, value);
      insert.step();
    };
    note("format", kFormat);
    note("program", program);
    note("study", study);
    connection.run("COMMIT");
  }

  internal::Connection connection;
};

ReplicationStore::ReplicationStore(std::unique_ptr<Open> open) : open_(std::move(open)) {}
ReplicationStore::~ReplicationStore() = default;
ReplicationStore::ReplicationStore(ReplicationStore&&) noexcept = default;

ReplicationStore ReplicationStore::create(const std::string& path, const std::string& program,
                                          const std::string& study) {
  if (std::filesystem::exists(path))
    refuse(path, "there is an experiment in this file already",
           "--resume goes on with it; else choose another directory with --out, or remove the file");
  try {
    auto open = std::make_unique<Open>(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    open->begin(program, study);
    return ReplicationStore(std::move(open));
  } catch (const InputError& e) {
    refuse(path, "cannot make this file: " + e.diagnostics().front().message,
           "choose a directory that can be written with --out, or make room");
  }
}

ReplicationStore ReplicationStore::open(const std::string& path, const std::string& program,
                                        const std::string& study) {
  if (!std::filesystem::exists(path))
    refuse(path, "there is no experiment to go on with",
           "leave --resume out, or name its directory in --out");
  if (std::filesystem::is_regular_file(path) && std::filesystem::file_size(path) > 0 && !is_sqlite(path))
    refuse(path, "this is no SQLite file", "an experiment writes experiment.sqlite; choose its directory");
  try {
    auto open = std::make_unique<Open>(path, SQLITE_OPEN_READWRITE);
    if (!has_tables(open->connection)) open->begin(program, study);  // killed before it had begun
    if (about(open->connection, "format") != kFormat)
      refuse(path, "the file has format '" + about(open->connection, "format") + "', not " + kFormat,
             "run the experiment anew in another directory");
    const std::string by = about(open->connection, "program");
    if (by != program)
      refuse(path,
             "version " + by + " of the program wrote this file; this is version " + program +
                 ", whose numbers may differ",
             "go on with that version, or run the experiment anew in another directory");
    if (about(open->connection, "study") != study)
      refuse(path, "this is the experiment of another study, of an older text of it or of other settings",
             "run the experiment anew in another directory");
    return ReplicationStore(std::move(open));
  } catch (const InputError& e) {
    if (!e.diagnostics().front().where.file.empty()) throw;
    refuse(path, "cannot go on with this file: " + e.diagnostics().front().message,
           "it must be one that escapement experiment wrote, in a directory that can be written");
  }
}

void ReplicationStore::read(const std::function<void(StoredReplication)>& take, bool with_observations) {
  std::map<std::pair<std::string, int>, std::vector<StoredReplication::Course>> observed;
  if (with_observations) {
    internal::Statement rows(open_->connection,
                             "SELECT scenario, replication, statistic, number, time, value FROM observation "
                             "ORDER BY rowid");
    std::vector<StoredReplication::Course>* courses = nullptr;
    while (rows.step()) {
      if (sqlite3_column_int64(rows.get(), 3) == 1) {
        courses = &observed[{text_of(rows.get(), 0), sqlite3_column_int(rows.get(), 1)}];
        courses->push_back({text_of(rows.get(), 2), {}, {}});
      }
      if (courses == nullptr) continue;
      courses->back().times.push_back(sqlite3_column_double(rows.get(), 4));
      courses->back().values.push_back(sqlite3_column_double(rows.get(), 5));
    }
  }
  internal::Statement rows(open_->connection,
                           "SELECT scenario, replication, clock, failure FROM replication "
                           "ORDER BY scenario, replication");
  internal::Statement values(open_->connection,
                             "SELECT statistic, value FROM response WHERE scenario = ? AND replication = ? "
                             "ORDER BY rowid");
  while (rows.step()) {
    StoredReplication one;
    one.scenario = text_of(rows.get(), 0);
    one.replication = sqlite3_column_int(rows.get(), 1);
    one.clock = sqlite3_column_double(rows.get(), 2);
    one.failure = text_of(rows.get(), 3);
    sqlite3_reset(values.get());
    bind_text(values.get(), 1, one.scenario);
    sqlite3_bind_int(values.get(), 2, one.replication);
    while (values.step()) {
      std::optional<double> value;
      if (sqlite3_column_type(values.get(), 1) != SQLITE_NULL) value = sqlite3_column_double(values.get(), 1);
      one.values.emplace_back(text_of(values.get(), 0), value);
    }
    if (const auto found = observed.find({one.scenario, one.replication}); found != observed.end())
      one.observations = std::move(found->second);
    take(std::move(one));
  }
}

void ReplicationStore::limit_pages(int most) {
  open_->connection.run("PRAGMA max_page_count = " + std::to_string(most));
}

void ReplicationStore::write(const StoredReplication& replication) {
  internal::Connection& connection = open_->connection;
  connection.run("BEGIN IMMEDIATE");
  try {
    {
      internal::Statement there(connection,
                                "SELECT 1 FROM replication WHERE scenario = ? AND replication = ?");
      bind_text(there.get(), 1, replication.scenario);
      sqlite3_bind_int(there.get(), 2, replication.replication);
      if (there.step()) {  // its observations have no key that would replace them, for that costs time
        internal::Statement stale(connection,
                                  "DELETE FROM observation WHERE scenario = ? AND replication = ?");
        bind_text(stale.get(), 1, replication.scenario);
        sqlite3_bind_int(stale.get(), 2, replication.replication);
        stale.step();
      }
      internal::Statement insert(connection, "INSERT OR REPLACE INTO replication VALUES(?, ?, ?, ?)");
      bind_text(insert.get(), 1, replication.scenario);
      sqlite3_bind_int(insert.get(), 2, replication.replication);
      sqlite3_bind_double(insert.get(), 3, replication.clock);
      if (!replication.failure.empty()) bind_text(insert.get(), 4, replication.failure);
      insert.step();
      internal::Statement value(connection, "INSERT OR REPLACE INTO response VALUES(?, ?, ?, ?)");
      for (const auto& [statistic, number] : replication.values) {
        sqlite3_reset(value.get());
        sqlite3_clear_bindings(value.get());
        bind_text(value.get(), 1, replication.scenario);
        sqlite3_bind_int(value.get(), 2, replication.replication);
        bind_text(value.get(), 3, statistic);
        if (number) sqlite3_bind_double(value.get(), 4, *number);
        value.step();
      }
      write_observations(connection, replication);
    }
    connection.run("COMMIT");
  } catch (...) {
    sqlite3_exec(connection.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

}  // namespace escapement::tables
