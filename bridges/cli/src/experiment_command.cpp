// SPDX-License-Identifier: MIT
#include "experiment_command.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "escapement/core/error.h"
#include "escapement/experiment/cells.h"
#include "escapement/experiment/selection.h"
#include "escapement/json/replication.h"
#include "escapement/json/scenarios.h"
#include "escapement/report/number_text.h"
#include "escapement/report/report_html.h"
#include "escapement/report/results_json.h"
#include "escapement/report/scenario_report.h"
#include "escapement/tables/replication_store.h"
#include "interrupt.h"
#include "progress_bar.h"
#include "write_file.h"

namespace escapement::cli {
namespace {

using experiment::Cell;
using tables::ReplicationStore;
using tables::StoredReplication;

constexpr double kManyRuns = 100000;          // more need --yes
constexpr std::size_t kTriedScenarios = 100;  // of more only the first are put together before the run
constexpr std::size_t kSelectionRuns = 16;    // begun at a time in a selection, so that threads have work

std::string whole(double count) {
  return report::number_text(count, 15);
}

[[noreturn]] void refuse_many(const std::string& what) {
  throw InputError(Diagnostic{{},
                              what + "; more than " + whole(kManyRuns) + " are not begun unasked",
                              "run them with --yes, or ask for fewer levels, scenarios or replications"});
}

// All that decides on the numbers: the texts of the study and the settings.
std::string fingerprint(const json::Study& study, const std::vector<std::string>& sets) {
  std::string text;
  for (const std::string& set : sets)
    if (!set.starts_with("experiment.replications=") && !set.starts_with("experiment.threads="))
      text += "--set " + set + "\n";
  text += study.sources().at(study.file());
  for (const auto& [path, source] : study.sources())
    if (path != study.file())
      text += "\n--- " + std::filesystem::path(path).filename().string() + "\n" + source;
  return text;
}

// What is asked of all replications of all scenarios, done so far and to be done.
class Experiment {
 public:
  Experiment(const json::Study& study, const std::vector<json::Study>& studies,
             const json::ScenarioPlan& plan, const ExperimentOptions& options, const Terminal& terminal)
      : study_(study), studies_(studies), plan_(plan), options_(options), terminal_(terminal) {
    for (const json::Scenario& scenario : plan.scenarios) values_.scenarios.push_back(scenario.name);
    values_.responses = plan.responses;
    done_.resize(studies.size());
    check_responses();
    if (!options.out.empty()) open_store();
  }

  experiment::ScenarioResults run() {
    const auto replications = static_cast<std::size_t>(study_.experiment().replications);
    used_.assign(studies_.size(), replications);
    bool whole = complete();
    if (whole && plan_.until) whole = run_until();
    if (whole && plan_.compare && plan_.compare->method == experiment::Compare::kSelect) whole = select();
    experiment::ScenarioResults results;
    const experiment::Plan run = json::plan_of(study_);
    results.model = run.model;
    results.description = run.description;
    results.seed = run.seed;
    results.length = run.length;
    results.warmup = run.warmup;
    results.time_unit = run.time_unit;
    results.interrupted = !whole;
    collect();
    experiment::tabulate(values_, plan_.compare, results);
    for (std::size_t i = 0; i < done_.size(); ++i)
      for (const auto& [replication, one] : done_[i])
        if (one.failure && replication <= static_cast<int>(used_[i]))
          results.failures.emplace_back(values_.scenarios[i], *one.failure);
    return results;
  }

  std::size_t finished() const {
    std::size_t count = 0;
    for (const auto& scenario : done_) count += scenario.size();
    return count;
  }

 private:
  struct Done {
    experiment::ResponseValues values;
    std::optional<experiment::Failure> failure;
  };

  // A replication that did not run yet knows the names of its statistics.
  void check_responses() {
    const auto names = [&](const json::Study& study) {
      std::vector<std::string> known;
      json::StudyReplication replication(study, 0);
      for (const statistics::Summary& summary : replication.summarize()) known.push_back(summary.name);
      return known;
    };
    std::vector<Diagnostic> faults;
    for (std::size_t i = 0; i < studies_.size(); ++i) {
      if (i > 0 && !plan_.responses.empty() && plan_.scenarios[i].settings.empty()) continue;
      const std::vector<std::string> known = names(studies_[i]);
      if (plan_.responses.empty()) {
        values_.responses = known;
        return;
      }
      for (const std::string& response : plan_.responses) {
        if (std::find(known.begin(), known.end(), response) != known.end()) continue;
        const std::string near(nearest_name(response, known));
        faults.push_back({plan_.responses_where,
                          "scenario '" + plan_.scenarios[i].name + "' has no statistic '" + response + "'",
                          near.empty() ? "it has " + list_text(known) : "did you mean '" + near + "'?"});
      }
      if (!faults.empty()) throw InputError(std::move(faults));
      if (studies_.size() > kTriedScenarios) break;
    }
  }

  void open_store() {
    std::error_code error;
    std::filesystem::create_directories(options_.out, error);
    if (error || !std::filesystem::is_directory(options_.out))
      throw InputError(Diagnostic{{options_.out, 0, 0, {}},
                                  "cannot make this directory" + (error ? ": " + error.message() : ""),
                                  "choose another with --out"});
    path_ = (std::filesystem::path(options_.out) / "experiment.sqlite").string();
    const std::string text = fingerprint(study_, options_.sets);
    if (!options_.resume || !std::filesystem::exists(path_)) {
      if (options_.resume && !options_.quiet)
        terminal_.err << "notice: " << path_ << " is not there yet; the experiment begins\n";
      store_.emplace(ReplicationStore::create(path_, ESCAPEMENT_VERSION, text));
      return;
    }
    store_.emplace(ReplicationStore::open(path_, ESCAPEMENT_VERSION, text));
    store_->read([&](const StoredReplication& one) {
      const auto found = std::find(values_.scenarios.begin(), values_.scenarios.end(), one.scenario);
      if (found == values_.scenarios.end()) return;
      keep(static_cast<std::size_t>(found - values_.scenarios.begin()), one);
    });
  }

  void keep(std::size_t scenario, const StoredReplication& one) {
    Done done;
    if (!one.failure.empty()) {
      // "path: message"; a path has no blanks, and may be empty.
      const std::size_t colon = one.failure.find(": ");
      done.failure = experiment::Failure{one.replication, one.clock, one.failure.substr(0, colon),
                                         one.failure.substr(colon + 2)};
    }
    std::map<std::string_view, std::optional<double>> by_name;
    for (const auto& [name, value] : one.values) by_name.emplace(name, value);
    for (const std::string& response : values_.responses) {
      const auto found = by_name.find(response);
      done.values.push_back(found == by_name.end() ? std::nullopt : found->second);
    }
    done_[scenario].insert_or_assign(one.replication, std::move(done));
  }

  // Runs what is missing of the first wanted_[i] or used_[i] replications. False when interrupted.
  bool complete() { return complete(used_); }
  bool complete(const std::vector<std::size_t>& wanted) {
    std::vector<Cell> cells;
    const std::size_t most = *std::max_element(wanted.begin(), wanted.end());
    // Replication by replication, so that an interrupted experiment has as many of each scenario.
    for (std::size_t r = 0; r < most; ++r)
      for (std::size_t i = 0; i < wanted.size(); ++i)
        if (r < wanted[i] && !done_[i].contains(static_cast<int>(r) + 1))
          cells.push_back({i, static_cast<int>(r)});
    const double runs = static_cast<double>(finished() + cells.size());
    if (runs > kManyRuns && !options_.yes)
      refuse_many("the experiment would come to " + whole(runs) + " runs");
    std::size_t count = 0;
    ProgressBar bar(terminal_.err, terminal_.interactive && !options_.quiet);
    return experiment::run_cells(
        cells, static_cast<unsigned>(study_.experiment().threads.value_or(0)),
        [&](const Cell& cell) {
          return std::make_unique<json::StudyReplication>(studies_[cell.scenario], cell.replication);
        },
        [&](const Cell& cell, const experiment::CellOutcome& outcome) {
          StoredReplication one{
              values_.scenarios[cell.scenario], cell.replication + 1, outcome.clock, {}, {}};
          if (outcome.failure) one.failure = outcome.failure->model_path + ": " + outcome.failure->message;
          for (const statistics::Summary& summary : outcome.summaries)
            one.values.emplace_back(summary.name, summary.average);
          if (store_) store_->write(one);
          keep(cell.scenario, one);
          bar.show(static_cast<double>(++count) / static_cast<double>(cells.size()));
        },
        interrupt_.token());
  }

  // The values of the first used_[i] replications, as far as they are there.
  void collect() {
    values_.values.assign(done_.size(), {});
    const experiment::ResponseValues none(values_.responses.size());
    for (std::size_t i = 0; i < done_.size(); ++i)
      for (std::size_t r = 1; r <= used_[i]; ++r) {
        const auto found = done_[i].find(static_cast<int>(r));
        values_.values[i].push_back(found == done_[i].end() ? none : found->second.values);
      }
  }

  bool run_until() {
    auto replications = static_cast<std::int64_t>(used_.front());
    while (true) {
      collect();
      const std::int64_t next = experiment::next_replications(values_, *plan_.until, replications);
      if (next == replications) return true;
      replications = next;
      used_.assign(used_.size(), static_cast<std::size_t>(next));
      if (!complete()) return false;
    }
  }

  std::optional<double> value(std::size_t scenario, std::size_t replication) const {
    const auto& values = done_[scenario].at(static_cast<int>(replication)).values;
    if (plan_.compare->response.empty()) return values.front();
    const auto found = std::find(values_.responses.begin(), values_.responses.end(), plan_.compare->response);
    return values[static_cast<std::size_t>(found - values_.responses.begin())];
  }

  bool select() {
    experiment::Samples first(studies_.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      for (std::size_t r = 1; r <= used_[i]; ++r) {
        const auto one = value(i, r);
        if (!one) return true;  // told in the table
        first[i].push_back(*one);
      }
    experiment::KimNelson race(first, plan_.compare->goal, plan_.compare->confidence,
                               *plan_.compare->indifference);
    std::vector<std::size_t> wanted = used_;
    while (!race.finished()) {
      const auto next = static_cast<std::size_t>(race.replications()) + 1;
      if (wanted[race.left().front()] < next) {
        const std::size_t ahead = (kSelectionRuns + race.left().size() - 1) / race.left().size();
        for (const std::size_t i : race.left()) wanted[i] = next + ahead - 1;
        if (!complete(wanted)) return false;
      }
      std::vector<double> values;
      for (const std::size_t i : race.left()) {
        used_[i] = next;
        const auto one = value(i, next);
        if (!one) return true;
        values.push_back(*one);
      }
      race.add(values);
    }
    values_.chosen = race.chosen();
    return true;
  }

  const json::Study& study_;
  const std::vector<json::Study>& studies_;
  const json::ScenarioPlan& plan_;
  const ExperimentOptions& options_;
  const Terminal& terminal_;
  Interrupt interrupt_;
  std::string path_;
  std::optional<ReplicationStore> store_;
  experiment::ScenarioValues values_;
  std::vector<std::map<int, Done>> done_;  // per scenario, by replication from 1
  std::vector<std::size_t> used_;          // replications of each scenario that the tables are made from
};

}  // namespace

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
    refuse_many(whole(scenarios) + " scenarios with " + std::to_string(study.experiment().replications) +
                " replications each are " + whole(runs) + " runs");
  const json::ScenarioPlan plan = json::scenario_plan(study);
  const std::vector<json::Study> studies = load_scenarios(study, options.sets);
  Experiment experiment(study, studies, plan, options, terminal);
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
    terminal.out << report::json_text(report::to_json(results));
  else
    terminal.out << report::to_table(results, {terminal.width, true});
  terminal.out << std::flush;
  if (!options.out.empty())
    write_file(std::filesystem::path(options.out) / "report.html", report::to_html(results));
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
