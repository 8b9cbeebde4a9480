// SPDX-License-Identifier: MIT
// Finished replications of an experiment in an SQLite file, written one by one so that a kill at any moment
// loses only those that run. Numbers are kept bit by bit.
//
//   about(key TEXT PRIMARY KEY, value TEXT)                      format, program, study: what wrote it
//   replication(scenario TEXT, replication INTEGER, clock REAL, failure TEXT)       failure NULL: it went
//   well
//   response(scenario TEXT, replication INTEGER, statistic TEXT, value REAL)         value NULL: none
//   observed observation(scenario TEXT, replication INTEGER, statistic TEXT, number INTEGER, time REAL, value
//   REAL)
//                                                                number from 1 within statistic and
//                                                                replication
//
// Replications count from 1; a value is the replication's average, a counter's count, an output's value. One
// replication is one transaction of the file's write-ahead log.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace escapement::tables {

struct StoredReplication {
  std::string scenario;
  int replication = 1;  // from 1
  double clock = 0;     // at its end
  std::string failure;  // empty: it went well
  std::vector<std::pair<std::string, std::optional<double>>> values;
  struct Course {
    std::string statistic;
    std::vector<double> times, values;  // equally many
  };
  std::vector<Course> observations{};
};

class ReplicationStore {
 public:
  // A new file. Throws InputError when there is one already, when the folder cannot be written.
  static ReplicationStore create(const std::string& path, const std::string& program,
                                 const std::string& study);
  // One that create() made. Throws InputError when there is none, when it is no such file, when another
  // version of the program or another study wrote it. One without tables, of a program that was killed while
  // it made them, is begun anew.
  static ReplicationStore open(const std::string& path, const std::string& program, const std::string& study);

  ~ReplicationStore();
  ReplicationStore(ReplicationStore&&) noexcept;
  ReplicationStore& operator=(ReplicationStore&&) = delete;

  // All of it, to `take`, by scenario and replication; statistics in the order in which they were written.
  // Observations, which may be many, only when they are asked for.
  void read(const std::function<void(StoredReplication)>& take, bool with_observations = false);

  // One that is there already is replaced. Throws InputError when the disk refuses; what was written before
  // stays.
  void write(const StoredReplication& replication);

  // The file takes at most so many pages of 4 KiB from now on, as on a disk of that size: for trying out.
  void limit_pages(int most);

 private:
  struct Open;
  explicit ReplicationStore(std::unique_ptr<Open> open);
  std::unique_ptr<Open> open_;
};

}  // namespace escapement::tables
