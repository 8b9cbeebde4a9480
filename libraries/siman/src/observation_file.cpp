// SPDX-License-Identifier: MIT
#include "escapement/siman/observation_file.h"

#include "data_file.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/tables/foreign_file.h"

namespace escapement::siman {

registry::Field ObservationFile::field() {
  return registry::string("file").because(
      "CSV or SQLite file that each observation is written to, with its time; relative to the study; ${NAME} "
      "stands for an environment variable; with several replications the number of the replication is put "
      "in: "
      "out-2.csv");
}

Reference ObservationFile::from(const registry::Arguments& arguments) {
  return arguments.has("file") ? reference_from(arguments, "file") : Reference{};
}

void ObservationFile::bind(Binder& binder, const Member& member) {
  if (path_.empty()) return;
  std::string unset;
  file_ = written_path(path_.name, binder.world().environment(), unset);
  if (!unset.empty())
    binder.fault(
        member, path_.where,
        "the file '" + path_.name + "' needs the environment variable " + unset + ", which is not set",
        "set it, or give the path with --set " + member.path() + ".file=PATH");
  else if (auto foreign = tables::foreign_file(file_))
    binder.fault(member, path_.where, std::move(foreign->message), std::move(foreign->remedy));
  else if (!binder.world().note_written(file_))
    binder.fault(member, path_.where, "'" + file_ + "' is written by another element, too",
                 "give each a file of its own");
}

void ObservationFile::start() {
  writer_.reset();  // closes what an earlier run wrote
  if (!file_.empty()) writer_ = tables::TableWriter::open(file_, {"time", "value"});
}

void ObservationFile::refuse_archive(Archive& archive, const Member& member) const {
  if (!file_.empty())
    archive.refuse(member, "writes '" + file_ + "', and what was written cannot be taken back",
                   "run it without a checkpoint");
}

}  // namespace escapement::siman
