// SPDX-License-Identifier: MIT
// A connection to an SQLite file and its statements, closed by themselves.
#pragma once

#include <sqlite3.h>

#include <string>

#include "escapement/core/error.h"

namespace escapement::tables::internal {

class Connection {
 public:
  // Throws InputError when the file cannot be opened so.
  Connection(const std::string& path, int flags) : path_(path) {
    if (sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
      const std::string why = sqlite3_errmsg(handle_);
      sqlite3_close(handle_);
      throw InputError(Diagnostic{{}, "cannot open '" + path + "': " + why, "is it an SQLite file?"});
    }
  }
  ~Connection() { sqlite3_close(handle_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  sqlite3* get() const { return handle_; }
  [[noreturn]] void fail() const {
    throw InputError(Diagnostic{
        {}, "'" + path_ + "': " + sqlite3_errmsg(handle_), "is the file whole, and the disk not full?"});
  }
  void run(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
};

class Statement {
 public:
  Statement(Connection& connection, const std::string& sql) : connection_(connection) {
    if (sqlite3_prepare_v2(connection.get(), sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK)
      connection.fail();
  }
  ~Statement() { sqlite3_finalize(handle_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  sqlite3_stmt* get() const { return handle_; }
  // Whether there is a row.
  bool step() {
    const int status = sqlite3_step(handle_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) connection_.fail();
    return status == SQLITE_ROW;
  }

 private:
  Connection& connection_;
  sqlite3_stmt* handle_ = nullptr;
};

// A name as SQL takes it.
inline std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

}  // namespace escapement::tables::internal
