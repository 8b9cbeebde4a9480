// SPDX-License-Identifier: MIT
#include "run_command.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "escapement/experiment/runner.h"
#include "escapement/json/replication.h"
#include "escapement/json/study.h"
#include "escapement/report/report_html.h"
#include "escapement/report/results_csv.h"
#include "escapement/report/results_json.h"
#include "escapement/report/results_table.h"
#include "interrupt.h"
#include "progress_bar.h"
#include "trace_file.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShortTrace = 10000;  // lines of the trace that comes with --out unasked

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out)
    throw InputError(Diagnostic{{path.string(), 0, 0, {}},
                                "cannot write this file",
                                "choose another directory with --out, or make room"});
}

void make_directory(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error || !fs::is_directory(directory))
    throw InputError(Diagnostic{{directory, 0, 0, {}},
                                "cannot make this directory: " + error.message(),
                                "choose another with --out"});
}

json::Study load(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  json::LoadOptions load_options;
  load_options.sets = options.sets;
  json::Study study = json::Study::load(options.model, registry, load_options);
  if (!options.quiet)
    for (const Diagnostic& notice : study.notices()) terminal.err << notice.text() << '\n';
  return study;
}

void print(const experiment::Results& results, const RunOptions& options, const Terminal& terminal) {
  if (options.format == "json")
    terminal.out << report::json_text(report::to_json(results, false));
  else if (options.format == "csv")
    terminal.out << report::to_csv(results);
  else
    terminal.out << report::to_table(results, {terminal.width, true});
  terminal.out << std::flush;
}

}  // namespace

int check_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  const json::Study study = load(options, registry, terminal);
  const json::StudyReplication replication(study, 0);
  terminal.out << options.model << ": no faults\n";
  return 0;
}

int run_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal) {
  const json::Study study = load(options, registry, terminal);
  spdlog::logger log("escapement", std::make_shared<spdlog::sinks::ostream_sink_mt>(terminal.err, true));
  log.set_pattern("%l: %v");
  if (options.quiet) log.set_level(spdlog::level::warn);
  if (!options.solver.empty())
    log.warn("--solver {} has no effect: the model has no continuous parts", options.solver);

  if (!options.out.empty()) make_directory(options.out);
  std::optional<TraceFile> trace;
  const bool trace_asked = !options.trace.empty();
  const std::string trace_path = trace_asked ? options.trace : (fs::path(options.out) / "trace.csv").string();
  if (trace_asked || !options.out.empty())
    trace.emplace(trace_path, trace_asked ? TraceFile::kAll : kShortTrace);

  json::ReplicationOptions replication_options;
  replication_options.hosting =
      options.hosting == "separate" ? siman::HostingMode::kSeparate : siman::HostingMode::kTogether;
  replication_options.record_plots = !options.out.empty();
  replication_options.trace = trace ? &trace->stream() : nullptr;
  replication_options.trace_json_lines = trace_path.ends_with(".jsonl");

  Interrupt interrupt;
  experiment::Results results;
  {
    ProgressBar bar(terminal.err, terminal.interactive && !options.quiet);
    results = experiment::run_experiment(
        json::plan_of(study),
        [&](int replication) {
          return std::make_unique<json::StudyReplication>(study, replication, replication_options);
        },
        [&](double fraction) { bar.show(fraction); }, interrupt.token());
  }
  if (trace) trace->stream().flush();

  print(results, options, terminal);
  if (!options.out.empty()) {
    const fs::path directory(options.out);
    const std::string source = file_text(options.model);
    write_file(directory / "results.json", report::json_text(report::to_json(results, true)));
    write_file(directory / "results.csv", report::to_csv(results));
    write_file(directory / "report.html", report::to_html(results, {source}));
    log.info("results, tables and plots are in {}", (directory / "report.html").string());
    if (!trace_asked && trace->cut())
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
    return 130;
  }
  return results.failures.empty() ? 0 : 1;
}

}  // namespace escapement::cli
