// SPDX-License-Identifier: MIT
// What the file of a checkpoint holds: all that is needed to go on with a run elsewhere and later.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include <spdlog/logger.h>

#include "escapement/core/checkpoint_file.h"
#include "run_command.h"

namespace escapement::cli {

struct RunRecord {
  std::string program;                         // version that wrote it
  RunOptions run;                              // as given, but with absolute paths of files that are written
  std::string directory;                       // absolute, of the study's data files
  std::map<std::string, std::string> sources;  // the study's text and what it includes, by path
  std::map<std::string, FileStamp> data_files;
  double every = 0;   // in the study's time unit
  std::string state;  // of the experiment

  void archive(Archive& archive);
  // Throws InputError: what read_checkpoint_file throws, and when another version of the program wrote it.
  static RunRecord read(const std::string& path);
  // Throws InputError, naming all of them, when data files are not there or have changed.
  void check_data_files() const;
  void note_data_files(const std::set<std::string>& paths);
};

// Writes the file of a checkpoint anew with each state. A failure of the first throws InputError; later ones
// are logged once, and the run goes on with the file that was written last.
class CheckpointWriter {
 public:
  // Throws InputError when the file exists and is no checkpoint.
  CheckpointWriter(std::string path, RunRecord record, spdlog::logger& log);
  void write(const std::string& state);
  void warn(const std::string& why);
  const std::string& path() const { return path_; }
  void remove() const;

 private:
  std::string path_;
  RunRecord record_;
  spdlog::logger& log_;
  bool written_ = false;
  std::mutex warning_;
  bool warned_ = false;
};

}  // namespace escapement::cli
