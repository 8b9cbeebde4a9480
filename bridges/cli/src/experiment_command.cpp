// SPDX-License-Identifier: MIT
#include "experiment_command.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "escapement/core/error.h"
#include "escapement/json/replication.h"
#include "escapement/json/scenarios.h"
#include "escapement/mpi/session.h"
#include "escapement/report/report_html.h"
#include "escapement/report/results_json.h"
#include "experiment_output.h"
#include "experiment_run.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;

void write_output(const std::string& directory, const experiment::ScenarioResults& results,
                  const experiment::ScenarioValues& values) {
  const auto write = [&](const char* name, const std::string& text) {
    const std::string path = (fs::path(directory) / name).string();
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    if (!out)
      throw InputError(Diagnostic{{path, 0, 0, {}},
                                  "cannot write this file",
                                  "make room, and go on with --resume: the replications are kept"});
  };
  const nlohmann::ordered_json json = experiment_json(results, &values);
  write("results.json", report::json_text(json));
  write("results.csv", experiment_csv(results));
  constexpr int kPageWidth = 120;
  write("report.html", report::experiment_to_html(json, experiment_text(results, {kPageWidth, true})));
}

std::string control_setting(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  double mean = 0;
  const char* end = text.data() + text.size();
  const bool whole = equals != std::string::npos && equals > 0 &&
                     std::from_chars(text.data() + equals + 1, end, mean).ptr == end &&
                     equals + 1 < text.size();
  if (!whole)
    throw InputError(Diagnostic{{"--control " + text, 0, 0, ""},
                                "a control is a statistic and its true mean",
                                "write --control Service.VATime=3"});
  const nlohmann::json name = text.substr(0, equals);
  return "experiment.control={\"statistic\": " + name.dump() + ", \"mean\": " + text.substr(equals + 1) + "}";
}

// All that the ranks of an MPI program but the first do: they run what they are dealt, and say nothing.
int serve(const ExperimentOptions& options, const registry::Registry& registry, mpi::Session& session) {
  std::optional<json::Study> study;
  json::ScenarioPlan plan;
  std::vector<json::Study> studies;
  std::string text, refusal;
  try {
    json::LoadOptions load_options;
    load_options.sets = options.sets;
    study = json::Study::load(options.model, registry, load_options);
    plan = json::scenario_plan(*study);
    studies = load_scenarios(*study, options.sets);
    text = fingerprint(*study, options.sets);
  } catch (const std::exception& e) {
    refusal = e.what();
  }
  session.serve(cell_factory(studies, plan), text, refusal);
  return 0;
}

}  // namespace

std::string names_setting(const std::string& key, const std::vector<std::string>& names) {
  return "experiment." + key + "=" + nlohmann::json(names).dump();
}

std::vector<json::Study> load_scenarios(const json::Study& study, const std::vector<std::string>& sets) {
  const json::ScenarioPlan plan = json::scenario_plan(study);
  json::LoadOptions load_options;
  load_options.sets = sets;
  std::vector<json::Study> studies;
  std::vector<Diagnostic> faults;
  for (const json::Scenario& scenario : plan.scenarios) {
    constexpr std::size_t kMostFaults = 20;  // scenarios are much alike
    if (faults.size() >= kMostFaults) break;
    std::string name;  // load_scenario() names the scenario itself
    try {
      studies.push_back(json::load_scenario(study, scenario, load_options));
      name = "scenario '" + scenario.name + "': ";
      // Some faults show only when the model is put together.
      if (studies.size() <= kTriedScenarios) json::StudyReplication(studies.back(), 0);
    } catch (const InputError& e) {
      for (Diagnostic fault : e.diagnostics()) {
        fault.message.insert(0, name);
        faults.push_back(std::move(fault));
      }
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return studies;
}

int experiment_command(const ExperimentOptions& given, const registry::Registry& registry,
                       const Terminal& terminal) {
  ExperimentOptions options = given;
  if (!options.replications.empty())
    options.sets.push_back("experiment.replications=" + options.replications);
  if (!options.threads.empty()) options.sets.push_back("experiment.threads=" + options.threads);
  if (options.antithetic) options.sets.emplace_back("experiment.antithetic=true");
  if (!options.control.empty()) options.sets.push_back(control_setting(options.control));
  if (!options.steady_state.empty())
    options.sets.push_back(names_setting("steadyState", options.steady_state));
  if (!options.observations.empty())
    options.sets.push_back(names_setting("observations", options.observations));
  std::optional<mpi::Session> session;
  if (const auto rank = mpi::launched_rank([](const char* name) { return std::getenv(name); })) {
    session.emplace();
    if (session->rank() > 0) return serve(options, registry, *session);
  }
  if (options.resume && options.out.empty())
    throw InputError(Diagnostic{{"--resume", 0, 0, ""},
                                "which experiment is to go on?",
                                "name the directory that holds its experiment.sqlite: --out DIR"});
  json::LoadOptions load_options;
  load_options.sets = options.sets;
  const json::Study study = json::Study::load(options.model, registry, load_options);
  if (!options.quiet)
    for (const Diagnostic& notice : study.notices()) terminal.err << notice.text() << '\n';
  json::StudyReplication(study, 0);  // a fault of the study itself is told once, not for each scenario
  const double scenarios = json::scenario_count(study);
  const double runs = scenarios * static_cast<double>(study.experiment().replications);
  if (runs > kManyRuns && !options.yes)
    refuse_many(whole_number(scenarios) + " scenarios with " +
                std::to_string(study.experiment().replications) + " replications each are " +
                whole_number(runs) + " runs");
  const json::ScenarioPlan plan = json::scenario_plan(study);
  const std::vector<json::Study> studies = load_scenarios(study, options.sets);
  ExperimentRun experiment(study, studies, plan, options, terminal, session ? &*session : nullptr);
  experiment::ScenarioResults results;
  try {
    results = experiment.run();
  } catch (const InputError& e) {
    if (options.out.empty()) throw;
    std::vector<Diagnostic> faults = e.diagnostics();
    faults.back().remedy += (faults.back().remedy.empty() ? "" : "; ") +
                            std::to_string(experiment.finished()) +
                            " replications are kept: go on with --resume";
    throw InputError(std::move(faults));
  }
  if (options.format == "json")
    terminal.out << report::json_text(experiment_json(results));
  else
    terminal.out << experiment_text(results, {terminal.width, true});
  terminal.out << std::flush;
  if (!options.out.empty()) write_output(options.out, results, experiment.values());
  if (!options.exports.empty()) experiment.export_to(options.exports);
  if (results.interrupted) {
    terminal.err << "interrupted: " << experiment.finished() << " replications are finished"
                 << (options.out.empty() ? "; with --out DIR they would be kept"
                                         : " and kept; go on with the same command and --resume")
                 << '\n';
    return 130;
  }
  return results.failures.empty() ? 0 : 1;
}

}  // namespace escapement::cli
