// SPDX-License-Identifier: MIT
#include "run_record.h"

#include <filesystem>
#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, std::string message, std::string remedy) {
  throw InputError(Diagnostic{{path, 0, 0, ""}, std::move(message), std::move(remedy)});
}

}  // namespace

void RunRecord::archive(Archive& archive) {
  archive(program);
  if (program != ESCAPEMENT_VERSION) return;  // the rest may have another form
  archive(run.model, run.sets, run.out, run.format, run.trace, run.hosting, run.solver, run.tolerance,
          run.intervals, run.native, run.quiet, run.bare_names, run.start, run.end);
  archive(directory, sources, data_files, every, state);
}

RunRecord RunRecord::read(const std::string& path) {
  RunRecord record;
  std::istringstream in(read_checkpoint_file(path));
  try {
    Archive archive(in);
    record.archive(archive);
  } catch (const ArchiveError& e) {
    refuse(path, e.what(), "run the study again from its beginning");
  }
  if (record.program != ESCAPEMENT_VERSION)
    refuse(path,
           "this checkpoint was written by version " + record.program.substr(0, 40) +
               " of escapement, and this is version " ESCAPEMENT_VERSION,
           "resume it with that version, or run the study again from its beginning");
  return record;
}

void RunRecord::note_data_files(const std::set<std::string>& paths) {
  for (const std::string& path : paths) data_files[path] = stamp_of_file(path);
}

void RunRecord::check_data_files() const {
  std::vector<Diagnostic> faults;
  for (const auto& [path, stamp] : data_files) {
    try {
      if (stamp_of_file(path) != stamp)
        faults.push_back({{path, 0, 0, ""},
                          "this data file of the study has changed since the checkpoint was written",
                          "put the old one back, or run the study again from its beginning"});
    } catch (const InputError& e) {
      for (Diagnostic fault : e.diagnostics()) {
        fault.message += ", but the study reads it";
        fault.remedy = "put it back";
        faults.push_back(std::move(fault));
      }
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

CheckpointWriter::CheckpointWriter(std::string path, RunRecord record, spdlog::logger& log)
    : path_(std::move(path)), record_(std::move(record)), log_(log) {
  record_.program = ESCAPEMENT_VERSION;
  if (fs::exists(path_) && !is_checkpoint_file(path_))
    refuse(path_, "this is no checkpoint and would be overwritten by one",
           "name another file with --checkpoint, or delete this one");
}

void CheckpointWriter::write(const std::string& state) {
  record_.state = state;
  try {
    std::ostringstream out;
    {
      Archive archive(out);
      record_.archive(archive);
    }
    write_checkpoint_file(path_, std::move(out).str());
    written_ = true;
  } catch (const std::exception& e) {
    if (!written_) refuse(path_, e.what(), "name a file in a directory that exists and may be written to");
    warn(e.what());
  }
}

void CheckpointWriter::warn(const std::string& why) {
  const std::lock_guard<std::mutex> lock(warning_);
  if (!warned_) log_.warn("no checkpoint: {}; the run goes on, and {} keeps the last one", why, path_);
  warned_ = true;
}

void CheckpointWriter::remove() const {
  std::error_code error;
  fs::remove(path_, error);
}

}  // namespace escapement::cli
