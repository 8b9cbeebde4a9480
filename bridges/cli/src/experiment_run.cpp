// SPDX-License-Identifier: MIT
#include "experiment_run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "escapement/core/error.h"
#include "escapement/experiment/selection.h"
#include "escapement/report/number_text.h"
#include "escapement/report/results_csv.h"
#include "escapement/tables/writer.h"
#include "progress_bar.h"

namespace escapement::cli {

using experiment::Cell;
using tables::ReplicationStore;
using tables::StoredReplication;

namespace {

constexpr std::size_t kSelectionRuns = 16;  // begun at a time in a selection, so that threads have work

StoredReplication stored(const std::string& scenario, const Cell& cell,
                         const experiment::CellOutcome& outcome) {
  StoredReplication one{scenario, cell.replication + 1, outcome.clock, {}, {}};
  if (outcome.failure) one.failure = outcome.failure->model_path + ": " + outcome.failure->message;
  for (const statistics::Summary& summary : outcome.summaries)
    one.values.emplace_back(summary.name, summary.average);
  for (const statistics::Observations& seen : outcome.observations)
    one.observations.push_back({seen.name, seen.times, seen.values});
  return one;
}

}  // namespace

std::string whole_number(double count) {
  return report::number_text(count, 15);
}

void refuse_many(const std::string& what) {
  throw InputError(Diagnostic{{},
                              what + "; more than " + whole_number(kManyRuns) + " are not begun unasked",
                              "run them with --yes, or ask for fewer levels, scenarios or replications"});
}

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

json::ReplicationOptions replication_options(const json::ScenarioPlan& plan, std::size_t scenario) {
  json::ReplicationOptions options;
  if (plan.independent) options.substreams_on = scenario * json::kIndependent;
  options.observe = plan.observations;
  for (const std::string& name : plan.steady_state)
    if (std::find(options.observe.begin(), options.observe.end(), name) == options.observe.end())
      options.observe.push_back(name);
  return options;
}

experiment::CellFactory cell_factory(const std::vector<json::Study>& studies,
                                     const json::ScenarioPlan& plan) {
  return [&studies, &plan](const Cell& cell) {
    return std::make_unique<json::StudyReplication>(studies[cell.scenario], cell.replication,
                                                    replication_options(plan, cell.scenario));
  };
}

ExperimentRun::ExperimentRun(const json::Study& study, const std::vector<json::Study>& studies,
                             const json::ScenarioPlan& plan, const ExperimentOptions& options,
                             const Terminal& terminal, mpi::Session* session)
    : study_(study),
      studies_(studies),
      plan_(plan),
      options_(options),
      terminal_(terminal),
      session_(session),
      fingerprint_(fingerprint(study, options.sets)) {
  for (const json::Scenario& scenario : plan.scenarios) values_.scenarios.push_back(scenario.name);
  values_.responses = plan.responses;
  values_.antithetic = plan.antithetic;
  values_.independent = plan.independent;
  done_.resize(studies.size());
  check_names();
  tracked_ = values_.responses;
  if (!plan.control.empty()) {
    tracked_.push_back(plan.control);
    values_.control.emplace().statistic = plan.control;
    for (const json::Study& one : studies) values_.control->means.push_back(json::control_mean(one));
  }
  if (!options.exports.empty()) check_export();  // now, rather than after hours
  if (!options.out.empty()) open_store();
}

experiment::ScenarioResults ExperimentRun::run() {
  const auto replications = static_cast<std::size_t>(study_.experiment().replications);
  used_.assign(studies_.size(), replications);
  bool whole = complete();
  if (whole && plan_.until) whole = run_until();
  if (whole && plan_.compare && plan_.compare->method == experiment::Compare::kSelect)
    whole = plan_.compare->two_stage ? select_in_two_stages() : select();
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
  add_courses(results);
  for (std::size_t i = 0; i < done_.size(); ++i)
    for (const auto& [replication, one] : done_[i])
      if (one.failure && replication <= static_cast<int>(used_[i]))
        results.failures.emplace_back(values_.scenarios[i], *one.failure);
  return results;
}

std::size_t ExperimentRun::finished() const {
  std::size_t count = 0;
  for (const auto& scenario : done_) count += scenario.size();
  return count;
}

// A replication that did not run yet knows the names of its statistics.
void ExperimentRun::check_names() {
  std::vector<Diagnostic> faults;
  for (std::size_t i = 0; i < studies_.size(); ++i) {
    if (i > 0 && !plan_.responses.empty() && plan_.scenarios[i].settings.empty()) continue;
    const std::string scenario = "scenario '" + plan_.scenarios[i].name + "'";
    std::vector<std::string> known;
    try {
      json::StudyReplication replication(studies_[i], 0, replication_options(plan_, i));
      for (const statistics::Summary& summary : replication.summarize()) {
        known.push_back(summary.name);
        kinds_.emplace(summary.name, summary.kind);
      }
    } catch (const InputError& e) {
      for (Diagnostic fault : e.diagnostics()) {
        fault.message.insert(0, scenario + ": ");
        faults.push_back(std::move(fault));
      }
      throw InputError(std::move(faults));
    }
    const auto need = [&](const std::string& name, const SourceLocation& where) {
      if (std::find(known.begin(), known.end(), name) != known.end()) return;
      const std::string near(nearest_name(name, known));
      faults.push_back({where, scenario + " has no statistic '" + name + "'",
                        near.empty() ? "it has " + list_text(known) : "did you mean '" + near + "'?"});
    };
    for (const std::string& response : plan_.responses) need(response, plan_.responses_where);
    if (!plan_.control.empty()) need(plan_.control, plan_.control_where);
    if (!faults.empty()) throw InputError(std::move(faults));
    if (plan_.responses.empty()) {
      values_.responses = known;
      return;
    }
    if (studies_.size() > kTriedScenarios) break;
  }
}

void ExperimentRun::open_store() {
  std::error_code error;
  std::filesystem::create_directories(options_.out, error);
  if (error || !std::filesystem::is_directory(options_.out))
    throw InputError(Diagnostic{{options_.out, 0, 0, {}},
                                "cannot make this directory" + (error ? ": " + error.message() : ""),
                                "choose another with --out"});
  const std::string path = (std::filesystem::path(options_.out) / "experiment.sqlite").string();
  if (!options_.resume || !std::filesystem::exists(path)) {
    if (options_.resume && !options_.quiet)
      terminal_.err << "notice: " << path << " is not there yet; the experiment begins\n";
    store_.emplace(ReplicationStore::create(path, ESCAPEMENT_VERSION, fingerprint_));
    return;
  }
  store_.emplace(ReplicationStore::open(path, ESCAPEMENT_VERSION, fingerprint_));
  store_->read(
      [&](const StoredReplication& one) {
        const auto found = std::find(values_.scenarios.begin(), values_.scenarios.end(), one.scenario);
        if (found == values_.scenarios.end()) return;
        keep(static_cast<std::size_t>(found - values_.scenarios.begin()), one);
      },
      !plan_.steady_state.empty());
}

void ExperimentRun::keep(std::size_t scenario, const StoredReplication& one) {
  Done done;
  if (!one.failure.empty()) {
    // "path: message"; a path has no blanks, and may be empty.
    const std::size_t colon = one.failure.find(": ");
    done.failure = experiment::Failure{one.replication, one.clock, one.failure.substr(0, colon),
                                       one.failure.substr(colon + 2)};
  }
  std::map<std::string_view, std::optional<double>> by_name;
  for (const auto& [name, value] : one.values) by_name.emplace(name, value);
  for (const std::string& response : tracked_) {
    const auto found = by_name.find(response);
    done.values.push_back(found == by_name.end() ? std::nullopt : found->second);
  }
  for (const std::string& name : plan_.steady_state)
    for (const StoredReplication::Course& course : one.observations)
      if (course.statistic == name)
        done.observed.push_back({name, kinds_.at(name), course.times, course.values});
  done_[scenario].insert_or_assign(one.replication, std::move(done));
}

// Runs what is missing of the first wanted_[i] or used_[i] replications. False when interrupted.
bool ExperimentRun::complete(const std::vector<std::size_t>& wanted) {
  std::vector<Cell> cells;
  const std::size_t most = *std::max_element(wanted.begin(), wanted.end());
  double runs = static_cast<double>(finished());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    runs += std::max(0.0, static_cast<double>(wanted[i]) - static_cast<double>(done_[i].size()));
  if (runs > kManyRuns && !options_.yes)
    refuse_many("the experiment would come to " + whole_number(runs) + " runs");
  // Replication by replication, so that an interrupted experiment has as many of each scenario.
  for (std::size_t r = 0; r < most; ++r)
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (r < wanted[i] && !done_[i].contains(static_cast<int>(r) + 1))
        cells.push_back({i, static_cast<int>(r)});
  std::size_t count = 0;
  ProgressBar bar(terminal_.err, terminal_.interactive && !options_.quiet);
  const experiment::CellDone done = [&](const Cell& cell, const experiment::CellOutcome& outcome) {
    const StoredReplication one = stored(values_.scenarios[cell.scenario], cell, outcome);
    if (store_) store_->write(one);
    keep(cell.scenario, one);
    bar.show(static_cast<double>(++count) / static_cast<double>(cells.size()));
  };
  const experiment::CellFactory factory = cell_factory(studies_, plan_);
  if (session_ != nullptr && session_->ranks() > 1)
    return session_->run_cells(cells, factory, done, interrupt_.token(), fingerprint_);
  const auto threads = static_cast<unsigned>(study_.experiment().threads.value_or(0));
  return experiment::run_cells(cells, threads, factory, done, interrupt_.token());
}

// The values of the first used_[i] replications, as far as they are there.
void ExperimentRun::collect() {
  const std::size_t responses = values_.responses.size();
  values_.values.assign(done_.size(), {});
  if (values_.control) values_.control->values.assign(done_.size(), {});
  for (std::size_t i = 0; i < done_.size(); ++i)
    for (std::size_t r = 1; r <= used_[i]; ++r) {
      const auto found = done_[i].find(static_cast<int>(r));
      experiment::ResponseValues all(tracked_.size());
      if (found != done_[i].end()) all = found->second.values;
      if (values_.control) values_.control->values[i].push_back(all.back());
      all.resize(responses);
      values_.values[i].push_back(std::move(all));
    }
}

bool ExperimentRun::run_until() {
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

std::optional<double> ExperimentRun::value(std::size_t scenario, std::size_t replication) const {
  const auto& values = done_[scenario].at(static_cast<int>(replication)).values;
  if (plan_.compare->response.empty()) return values.front();
  const auto found = std::find(values_.responses.begin(), values_.responses.end(), plan_.compare->response);
  return values[static_cast<std::size_t>(found - values_.responses.begin())];
}

bool ExperimentRun::select() {
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

bool ExperimentRun::select_in_two_stages() {
  experiment::Samples all(studies_.size());
  const auto extend = [&] {  // false when a replication has no value
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t r = all[i].size() + 1; r <= used_[i]; ++r) {
        const auto one = value(i, r);
        if (!one) return false;
        all[i].push_back(*one);
      }
    return true;
  };
  if (!extend()) return true;  // told in the table
  const auto needed =
      experiment::rinott_replications(all, plan_.compare->confidence, *plan_.compare->indifference);
  for (std::size_t i = 0; i < all.size(); ++i) used_[i] = static_cast<std::size_t>(needed[i]);
  if (!complete()) return false;
  if (!extend()) return true;
  const double sign = plan_.compare->goal == experiment::Goal::kLargest ? 1 : -1;
  double best = -kInfinity;
  for (std::size_t i = 0; i < all.size(); ++i) {
    double sum = 0;
    for (const double one : all[i]) sum += one;
    const double mean = sign * sum / static_cast<double>(all[i].size());
    if (mean > best) {
      best = mean;
      values_.chosen = i;
    }
  }
  return true;
}

void ExperimentRun::check_export() const {
  namespace fs = std::filesystem;
  const fs::path path(options_.exports);
  const auto refuse = [&](const std::string& message, const std::string& remedy) {
    throw InputError(Diagnostic{{"--export " + options_.exports, 0, 0, ""}, message, remedy});
  };
  if (path.extension() != ".csv" && !tables::TableWriter::writes_sqlite(options_.exports))
    refuse("what kind of file this is to be does not show in its name",
           "let it end in .csv, or in .sqlite or .db");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder))
    refuse("there is no directory '" + folder.string() + "'", "make it, or write elsewhere");
  if (fs::is_directory(path)) refuse("this is a directory", "name a file in it");
  if (!options_.out.empty() &&
      fs::weakly_canonical(path) == fs::weakly_canonical(fs::path(options_.out) / "experiment.sqlite"))
    refuse("this is the file in which the experiment itself is kept",
           "it holds all of it already; or choose another name");
}

void ExperimentRun::export_to(const std::string& path) const {
  const bool sqlite = tables::TableWriter::writes_sqlite(path);
  std::optional<ReplicationStore> store;
  std::ofstream csv;
  if (sqlite) {
    std::filesystem::remove(path);
    store.emplace(ReplicationStore::create(path, ESCAPEMENT_VERSION, fingerprint_));
  } else {
    csv.open(path, std::ios::binary | std::ios::trunc);
    csv << "scenario,replication,statistic,value\n";
  }
  for (std::size_t i = 0; i < done_.size(); ++i)
    for (const auto& [replication, done] : done_[i]) {
      StoredReplication one{values_.scenarios[i], replication, 0, {}, {}};
      if (done.failure) {
        one.clock = done.failure->clock;
        one.failure = done.failure->model_path + ": " + done.failure->message;
      }
      for (std::size_t v = 0; v < tracked_.size(); ++v) one.values.emplace_back(tracked_[v], done.values[v]);
      if (store) store->write(one);
      if (!store)
        for (const auto& [name, value] : one.values)
          csv << report::csv_field(one.scenario) << ',' << replication << ',' << report::csv_field(name)
              << ',' << (value ? to_text(*value) : "") << '\n';
    }
  if (sqlite) return;
  csv.close();
  if (!csv)
    throw InputError(Diagnostic{
        {path, 0, 0, ""}, "cannot write this file", "make room, or write elsewhere with --export"});
}

void ExperimentRun::add_courses(experiment::ScenarioResults& results) const {
  for (const std::string& name : plan_.steady_state)
    for (std::size_t i = 0; i < done_.size(); ++i) {
      std::vector<const statistics::Observations*> runs;
      for (const auto& [replication, one] : done_[i])
        for (const statistics::Observations& seen : one.observed)
          if (seen.name == name && replication <= static_cast<int>(used_[i])) runs.push_back(&seen);
      results.courses.push_back(
          {values_.scenarios[i], experiment::course_of(name, runs, studies_[i].experiment().warmup)});
    }
}

}  // namespace escapement::cli
