// SPDX-License-Identifier: MIT
#include "run_command.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/experiment/runner.h"
#include "escapement/experiment/variance_reduction.h"
#include "escapement/json/outline.h"
#include "escapement/json/replication.h"
#include "escapement/json/scenarios.h"
#include "escapement/json/study.h"
#include "escapement/registry/arguments.h"
#include "escapement/report/number_text.h"
#include "escapement/report/overview_csv.h"
#include "escapement/report/report_html.h"
#include "escapement/report/results_csv.h"
#include "escapement/report/results_json.h"
#include "escapement/report/results_table.h"
#include "escapement/report/trajectories.h"
#include "experiment_command.h"
#include "experiment_output.h"
#include "interrupt.h"
#include "progress_bar.h"
#include "run_record.h"
#include "trace_file.h"
#include "write_file.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShortTrace = 10000;  // lines of the trace that comes with --out unasked

void make_directory(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error || !fs::is_directory(directory))
    throw InputError(Diagnostic{{directory, 0, 0, {}},
                                "cannot make this directory: " + error.message(),
                                "choose another with --out"});
}

std::string absolute(const std::string& path) {
  return path.empty() ? path : fs::absolute(path).string();
}

// A person's way to name the file again in a command.
std::string quoted(const std::string& path) {
  return path.find(' ') == std::string::npos ? path : "'" + path + "'";
}

double checkpoint_interval(const std::string& text, const json::Study& study) {
  const auto every = registry::parse_duration(text, study.time_unit());
  if (!every || !(*every > 0) || !std::isfinite(*every))
    throw InputError(
        Diagnostic{{"--every " + text, 0, 0, ""},
                   every ? "the time between checkpoints must be finite and above 0"
                         : "'" + text + "' is no time: a number, perhaps with a unit (s, min, h, d)",
                   "write a number in the study's unit, or text such as \"5 h\""});
  return *every;
}

continuous::Settings continuous_settings(const RunOptions& options) {
  continuous::Settings settings;
  if (!options.solver.empty()) settings.solver = options.solver;
  if (options.tolerance > 0) settings.tolerance = options.tolerance;
  if (options.intervals > 0) settings.intervals = options.intervals;
  if (options.native == "on") settings.machine_code = continuous::MachineCode::kAtOnce;
  if (options.native == "off") settings.machine_code = continuous::MachineCode::kNever;
  settings.bare_names = options.bare_names;
  return settings;
}

json::Study load(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  json::LoadOptions load_options;
  load_options.sets = options.sets;
  json::Study study = json::Study::load(options.model, registry, load_options);
  if (!options.quiet)
    for (const Diagnostic& notice : study.notices()) terminal.err << notice.text() << '\n';
  return study;
}

// Of a statistic whose replications are antithetic pairs; nothing below two whole pairs.
std::optional<double> saved_by_pairs(const experiment::Result& result) {
  std::vector<double> first, second;
  const auto& averages = result.replication_averages;
  for (std::size_t i = 0; i + 1 < averages.size(); i += 2)
    if (averages[i] && averages[i + 1]) {
      first.push_back(*averages[i]);
      second.push_back(*averages[i + 1]);
    }
  if (first.size() < 2) return std::nullopt;
  const experiment::ReducedMean reduced = experiment::antithetic_pairs(first, second);
  return reduced.plain_variance > 0 ? std::optional<double>(reduced.saved()) : std::nullopt;
}

// What goes beyond the results of a single run.
struct Beyond {
  bool antithetic = false;
  std::vector<experiment::Course> courses;
};

nlohmann::ordered_json results_json(const experiment::Results& results, const Beyond& beyond,
                                    bool with_plots) {
  nlohmann::ordered_json json = report::to_json(results, with_plots);
  if (beyond.antithetic) {
    json["antithetic"] = true;
    for (std::size_t i = 0; i < results.statistics.size(); ++i)
      if (const auto saved = saved_by_pairs(results.statistics[i]))
        json["statistics"][i]["varianceSaved"] = *saved;
  }
  for (const experiment::Course& course : beyond.courses) {
    nlohmann::ordered_json one = {{"response", course.response}};
    one.update(course_json(course));
    json["steadyState"].push_back(std::move(one));
  }
  return json;
}

void print(const experiment::Results& results, const Beyond& beyond, const RunOptions& options,
           const Terminal& terminal) {
  if (options.format == "json") {
    terminal.out << report::json_text(results_json(results, beyond, false));
  } else if (options.format == "csv") {
    const bool equations_only = results.statistics.empty() && results.continuous;
    terminal.out << (equations_only ? report::trajectories_csv(results.continuous->trajectory)
                                    : report::to_csv(results));
  } else {
    terminal.out << report::to_table(results, {terminal.width, true});
    if (beyond.antithetic) terminal.out << "\nVariance of averages saved by antithetic pairs\n";
    for (const experiment::Result& result : results.statistics)
      if (const auto saved = beyond.antithetic ? saved_by_pairs(result) : std::nullopt)
        terminal.out << "  " << result.name << ": " << report::number_text(100 * *saved, 3) << " %\n";
    for (const experiment::Course& course : beyond.courses)
      terminal.out << '\n'
                   << course.response << ", towards the steady state\n  "
                   << course_text(course, results.time_unit);
  }
  terminal.out << std::flush;
}

}  // namespace

int check_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  const json::Study study = load(options, registry, terminal);
  json::ReplicationOptions replication_options;
  replication_options.observe = json::steady_state_names(study);
  const json::StudyReplication replication(study, 0, replication_options);
  constexpr double kMostScenarios = 10000;  // of a larger design only the study itself is checked
  if (json::scenario_count(study) <= kMostScenarios) load_scenarios(study, options.sets);
  terminal.out << options.model << ": no faults\n";
  return 0;
}

namespace {

experiment::Plan plan_of(const json::Study& study, const RunOptions& options) {
  experiment::Plan plan = json::plan_of(study);
  plan.start = options.start;
  return plan;
}

// A run that has a checkpoint file.
struct Checkpointed {
  std::string path;
  RunRecord record;
  bool resumes = false;
};

// Asks the model, before the run, whether its state can be saved, and which data files it reads.
void prepare(const json::Study& study, const json::ReplicationOptions& options, Checkpointed& run) {
  json::StudyReplication replication(study, 0, options);
  std::ostringstream nowhere;
  Archive archive(nowhere);
  replication.archive(archive);
  archive.check_refusals();
  run.record.note_data_files(replication.data_files());
}

// The trace of a run that goes on elsewhere begins with what there is of it.
void bring_trace(const std::string& from, const std::string& to) {
  if (from.empty() || from == to || !fs::exists(from)) return;
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error)
    throw InputError(
        Diagnostic{{to, 0, 0, ""}, "cannot copy the trace so far to this file: " + error.message(), ""});
}

std::string trace_path_of(const RunOptions& options) {
  if (!options.trace.empty()) return options.trace;
  return options.out.empty() ? "" : (fs::path(options.out) / "trace.csv").string();
}

// A run whose trace cannot be read has no playback: one that went to a pipe would be waited for in vain.
report::Playback playback_of(const std::string& trace_path, bool cut,
                             const experiment::ModelOutline& outline) {
  std::error_code error;
  if (trace_path.empty() || !fs::is_regular_file(trace_path, error)) return {};
  std::ifstream trace(trace_path, std::ios::binary);
  if (!trace) return {};
  report::Playback playback = report::read_playback(trace, outline);
  playback.cut = playback.cut || cut;
  return playback;
}

int execute(const json::Study& study, const RunOptions& options, experiment::Plan plan,
            std::optional<Checkpointed> checkpointed, const Terminal& terminal) {
  spdlog::logger log("escapement", std::make_shared<spdlog::sinks::ostream_sink_mt>(terminal.err, true));
  log.set_pattern("%l: %v");
  if (options.quiet) log.set_level(spdlog::level::warn);

  if (!options.out.empty()) make_directory(options.out);
  std::optional<TraceFile> trace;
  const bool trace_asked = !options.trace.empty();
  std::string trace_path = trace_path_of(options);
  const bool resumes = checkpointed && checkpointed->resumes;
  if (resumes) {
    const std::string before = trace_path_of(checkpointed->record.run);
    if (!trace_asked && !fs::exists(before)) trace_path.clear();  // its beginning was not written
    if (!trace_path.empty()) bring_trace(before, trace_path);
  }

  json::ReplicationOptions replication_options;
  replication_options.hosting =
      options.hosting == "separate" ? siman::HostingMode::kSeparate : siman::HostingMode::kTogether;
  // With a checkpoint always, since a resumed run may be told to write a report.
  replication_options.record_plots = !options.out.empty() || checkpointed;
  replication_options.continuous = continuous_settings(options);
  replication_options.start = options.start;
  replication_options.end = options.end;
  replication_options.warn = [&log](double time, const std::string& part, const std::string& message) {
    log.warn("at time {} in {}: {}", to_text(time), part, message);
  };
  std::optional<experiment::ContinuousResults> continuous;
  replication_options.take_continuous = [&](experiment::ContinuousResults taken) {
    continuous = std::move(taken);
  };
  experiment::Checkpoints checkpoints;
  std::optional<CheckpointWriter> writer;
  if (checkpointed) {
    prepare(study, replication_options, *checkpointed);
    checkpointed->record.run = options;
    checkpointed->record.run.out = absolute(options.out);
    checkpointed->record.run.trace = absolute(options.trace);
    replication_options.checkpoint_every = checkpointed->record.every;
    checkpoints.resume_from = std::move(checkpointed->record.state);
    writer.emplace(checkpointed->path, std::move(checkpointed->record), log);
    checkpoints.write = [&](const std::string& state) { writer->write(state); };
    checkpoints.refused = [&](const std::string& why) { writer->warn(why); };
  }
  if (!trace_path.empty()) trace.emplace(trace_path, trace_asked ? TraceFile::kAll : kShortTrace, resumes);
  if (trace) replication_options.archive_trace = [&](Archive& archive) { trace->archive(archive); };
  replication_options.trace = trace ? &trace->stream() : nullptr;
  replication_options.trace_json_lines = trace_path.ends_with(".jsonl");

  const std::vector<std::string> steady_state = json::steady_state_names(study);
  std::map<int, std::vector<statistics::Observations>> observed;
  std::mutex observing;
  if (!steady_state.empty() && checkpointed) {
    log.warn("\"steadyState\" is left out: observations of finished replications are not in a checkpoint");
  } else {
    replication_options.observe = steady_state;
    replication_options.take_observations = [&](int replication, std::vector<statistics::Observations> seen) {
      const std::lock_guard<std::mutex> lock(observing);
      observed.insert_or_assign(replication, std::move(seen));
    };
  }

  Interrupt interrupt;
  experiment::Results results;
  {
    ProgressBar bar(terminal.err, terminal.interactive && !options.quiet);
    results = experiment::run_experiment(
        plan,
        [&](int replication) {
          return std::make_unique<json::StudyReplication>(study, replication, replication_options);
        },
        [&](double fraction) { bar.show(fraction); }, interrupt.token(), checkpoints);
  }
  if (trace) trace->stream().flush();
  results.continuous = std::move(continuous);
  // A class alone has no entities that could come and go.
  if (options.bare_names)
    std::erase_if(results.statistics,
                  [](const experiment::Result& one) { return one.name.starts_with("System."); });
  if (!options.solver.empty() && !results.continuous && results.failures.empty() && !results.interrupted)
    log.warn("--solver {} has no effect: the model has no continuous parts", options.solver);

  Beyond beyond{plan.antithetic, {}};
  for (std::size_t i = 0; i < replication_options.observe.size(); ++i) {
    std::vector<const statistics::Observations*> runs;
    for (const auto& [replication, seen] : observed) runs.push_back(&seen[i]);
    beyond.courses.push_back(experiment::course_of(replication_options.observe[i], runs, plan.warmup));
  }
  print(results, beyond, options, terminal);
  if (!options.out.empty()) {
    const fs::path directory(options.out);
    const nlohmann::ordered_json json = results_json(results, beyond, true);
    const experiment::ModelOutline outline = json::outline_of(study);
    const report::Playback playback = playback_of(trace_path, trace && trace->cut(), outline);
    write_file(directory / "results.json", report::json_text(json));
    write_file(directory / "results.csv", report::to_csv(results));
    write_file(directory / "overview.csv", report::to_overview_csv(results));
    write_file(directory / "report.html",
               report::to_html(results, {.source = study.sources().at(study.file()),
                                         .json = &json,
                                         .outline = &outline,
                                         .playback = &playback}));
    if (results.continuous) {
      const continuous::Trajectory& trajectory = results.continuous->trajectory;
      write_file(directory / "trajectories.csv", report::trajectories_csv(trajectory));
      report::write_trajectories_mat(trajectory, results.time_unit,
                                     (directory / "trajectories.mat").string());
    }
    log.info("results, tables and plots are in {}", (directory / "report.html").string());
    if (!trace_asked && trace && trace->cut())
      log.info("{} holds the first {} lines of the first replication; --trace FILE writes all", trace_path,
               kShortTrace);
  }
  constexpr std::size_t kShown = 3;  // failures of one model are much alike
  for (std::size_t i = 0; i < std::min(results.failures.size(), kShown); ++i) {
    const experiment::Failure& failure = results.failures[i];
    log.error("replication {} failed at time {} in {}: {}", failure.replication, to_text(failure.clock),
              failure.model_path, failure.message);
  }
  if (results.failures.size() > kShown)
    log.error("{} more replications failed", results.failures.size() - kShown);
  if (results.interrupted) {
    log.warn("interrupted: {} of {} replications were finished, and {}", results.completed,
             results.replications,
             results.completed > 0 ? "the results are theirs"
                                   : "the results are those of the one that was stopped");
    if (writer) log.warn("go on from the last checkpoint with: escapement resume {}", quoted(writer->path()));
    return 130;
  }
  if (writer && results.failures.empty()) writer->remove();
  return results.failures.empty() ? 0 : 1;
}

}  // namespace

int run_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  if (!options.from.empty())
    throw InputError(Diagnostic{{"--from " + options.from, 0, 0, ""},
                                "the clock of a study begins at 0; only Modelica classes begin elsewhere",
                                "leave --from out"});
  return run_study(options, load(options, registry, terminal), terminal);
}

int run_study(const RunOptions& options, const json::Study& study, const Terminal& terminal) {
  std::optional<Checkpointed> checkpointed;
  if (!options.checkpoint.empty()) {
    checkpointed.emplace();
    checkpointed->path = options.checkpoint;
    RunRecord& record = checkpointed->record;
    record.directory = absolute(study.directory());
    record.sources = study.sources();
    record.every = checkpoint_interval(options.every, study);
    if (!options.quiet && is_checkpoint_file(options.checkpoint))
      terminal.err << "notice: the checkpoint " << options.checkpoint
                   << " of an earlier run is overwritten\n";
  }
  return execute(study, options, plan_of(study, options), std::move(checkpointed), terminal);
}

int resume_command(const ResumeOptions& options, const registry::Registry& registry,
                   const Terminal& terminal) {
  Checkpointed checkpointed{options.file, RunRecord::read(options.file), true};
  const RunRecord& record = checkpointed.record;
  record.check_data_files();
  json::LoadOptions load_options;
  load_options.sets = record.run.sets;
  load_options.directory = record.directory;
  load_options.read = [&](const std::string& path, const SourceLocation&) {
    const auto found = record.sources.find(path);
    if (found == record.sources.end())
      throw InputError(
          Diagnostic{{options.file, 0, 0, ""}, "the checkpoint lacks the text of '" + path + "'", ""});
    return found->second;
  };
  if (!options.threads.empty()) load_options.sets.push_back("experiment.threads=" + options.threads);
  const json::Study study = json::Study::load(record.run.model, registry, load_options);
  RunOptions run = record.run;
  if (!options.out.empty()) run.out = options.out;
  if (!options.format.empty()) run.format = options.format;
  run.quiet = run.quiet || options.quiet;
  try {
    return execute(study, run, plan_of(study, run), std::move(checkpointed), terminal);
  } catch (const ArchiveError& e) {
    throw InputError(
        Diagnostic{{options.file, 0, 0, ""}, e.what(), "run the study again from its beginning"});
  }
}

}  // namespace escapement::cli
