// SPDX-License-Identifier: MIT
// An experiment while it runs: what is asked of all replications of all scenarios, done so far and to be
// done, and the file that keeps it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "escapement/experiment/cells.h"
#include "escapement/experiment/scenario_results.h"
#include "escapement/json/replication.h"
#include "escapement/json/scenarios.h"
#include "escapement/mpi/session.h"
#include "escapement/tables/replication_store.h"
#include "experiment_command.h"
#include "interrupt.h"

namespace escapement::cli {

inline constexpr double kManyRuns = 100000;          // more need --yes
inline constexpr std::size_t kTriedScenarios = 100;  // of more only the first are put together before the run

std::string whole_number(double count);
[[noreturn]] void refuse_many(const std::string& what);

// All that decides on the numbers: the texts of the study and the settings.
std::string fingerprint(const json::Study& study, const std::vector<std::string>& sets);

// How replications of a scenario are built.
json::ReplicationOptions replication_options(const json::ScenarioPlan& plan, std::size_t scenario);
experiment::CellFactory cell_factory(const std::vector<json::Study>& studies, const json::ScenarioPlan& plan);

class ExperimentRun {
 public:
  // Opens the file; `session`, when there is one, runs the replications. InputError when a response, a
  // control or what is to be observed is not there, or the file is not this experiment's.
  ExperimentRun(const json::Study& study, const std::vector<json::Study>& studies,
                const json::ScenarioPlan& plan, const ExperimentOptions& options, const Terminal& terminal,
                mpi::Session* session);

  experiment::ScenarioResults run();
  const experiment::ScenarioValues& values() const { return values_; }  // after run
  std::size_t finished() const;
  // The values of the responses (and the control) of all replications, replacing what the file held: a CSV
  // file, or one of SQLite as the experiment's own.
  void export_to(const std::string& path) const;

 private:
  struct Done {
    experiment::ResponseValues values;  // of tracked_
    std::optional<experiment::Failure> failure;
    std::vector<statistics::Observations> observed;  // of plan_.steady_state
  };

  void check_names();
  void check_export() const;
  void open_store();
  void keep(std::size_t scenario, const tables::StoredReplication& one);
  bool complete() { return complete(used_); }
  bool complete(const std::vector<std::size_t>& wanted);
  bool run_until();
  bool select();
  bool select_in_two_stages();
  void collect();
  void add_courses(experiment::ScenarioResults& results) const;
  std::optional<double> value(std::size_t scenario, std::size_t replication) const;

  const json::Study& study_;
  const std::vector<json::Study>& studies_;
  const json::ScenarioPlan& plan_;
  const ExperimentOptions& options_;
  const Terminal& terminal_;
  mpi::Session* session_;
  Interrupt interrupt_;
  std::string fingerprint_;
  std::vector<std::string> tracked_;  // the responses, then the control
  std::map<std::string, statistics::Kind> kinds_;
  std::optional<tables::ReplicationStore> store_;
  experiment::ScenarioValues values_;
  std::vector<std::map<int, Done>> done_;  // per scenario, by replication from 1
  std::vector<std::size_t> used_;          // replications of each scenario that the tables are made from
};

}  // namespace escapement::cli
