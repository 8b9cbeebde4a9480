// SPDX-License-Identifier: MIT
// A file that a statistic writes each of its observations to, as TALLIES, DSTATS, COUNTERS, OUTPUTS and
// FREQUENCIES can: a CSV
// file, or the table "data" of an SQLite file, with the columns time and value. Warm-up is in it. Where there
// are several replications the one of replication 2 of "out.csv" is "out-2.csv".
#pragma once

#include <array>
#include <memory>
#include <string>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/tables/writer.h"

namespace escapement::siman {

class ObservationFile {
 public:
  // `path` may be empty: nothing is written then.
  explicit ObservationFile(Reference path) : path_(std::move(path)) {}
  static registry::Field field();
  static Reference from(const registry::Arguments& arguments);

  // A fault when the path names an unset variable of the environment, or a file that another writes.
  void bind(Binder& binder, const Member& member);
  // Begins the file anew. Throws InputError when it cannot be written.
  void start();
  bool empty() const { return path_.empty(); }
  bool writes() const { return writer_ != nullptr; }
  void write(double time, double value) {
    if (writer_ != nullptr) [[unlikely]]
      writer_->write(std::array<double, 2>{time, value});
  }
  // What was written cannot be taken back: such a member has no checkpoint.
  void refuse_archive(Archive& archive, const Member& member) const;

 private:
  Reference path_;
  std::string file_;
  std::unique_ptr<tables::TableWriter> writer_;
};

}  // namespace escapement::siman
