// SPDX-License-Identifier: MIT
#include "escapement/cli/program.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdlib>

#include "analyse_command.h"
#include "bench_command.h"
#include "escapement/cli/standard_registry.h"
#include "escapement/core/error.h"
#include "escapement/json/describe.h"
#include "escapement/json/schema.h"
#include "escapement/mpi/session.h"
#include "experiment_command.h"
#include "fit_command.h"
#include "flatten_command.h"
#include "modelica_study.h"
#include "run_command.h"

namespace escapement::cli {
namespace {

constexpr const char* kVersion = ESCAPEMENT_VERSION;
const std::vector<std::string> kSolvers = {"cvode", "ida",    "erk",    "qss1",   "qss2",
                                           "qss3",  "liqss1", "liqss2", "liqss3", "cqss"};

// Everything that the command line can say.
struct CommandLine {
  CLI::App app{"Escapement: discrete-event and hybrid simulation", "escapement"};
  RunOptions run;
  std::string replications, warmup, seed, threads;  // flags that stand for a key of the experiment
  std::string type, describe_format = "text";
  ResumeOptions resume;
  ExperimentOptions experiment;
  FitOptions fit;
  CLI::App* run_app = nullptr;
  CLI::App* resume_app = nullptr;
  CLI::App* experiment_app = nullptr;
  CLI::App* fit_app = nullptr;
  CLI::App* check_app = nullptr;
  CLI::App* flatten_app = nullptr;
  CLI::App* analyse_app = nullptr;
  AnalyseOptions analyse;
  ModelicaOptions modelica;
  CLI::App* describe_app = nullptr;
  CLI::App* schema_app = nullptr;
  CLI::App* devstone_app = nullptr;
  CLI::App* ring_app = nullptr;
  DevstoneOptions devstone;
  RingOptions ring;

  CommandLine() {
    app.set_version_flag("--version", std::string("escapement ") + kVersion);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);

    run_app = app.add_subcommand("run", "run a study or a Modelica class and print its results");
    run_app->add_option("MODEL", run.model, "the study, a .json file, or a Modelica .mo file or class")
        ->required();
    run_app->add_option("--until", run.until,
                        "length of a replication, in the study's unit or as \"8 h\"; of a Modelica class the "
                        "time at which it ends");
    run_app->add_option("--from", run.from,
                        "of a Modelica class: the time at which it begins, in seconds or as \"8 h\"");
    run_app->add_option("--replications", replications, "number of replications");
    run_app->add_option("--warmup", warmup, "time after which all statistics start anew");
    run_app->add_option("--seed", seed, "seed of all random streams");
    run_app->add_option("--threads", threads, "replications that run at a time; all cores when absent");
    add_modelica(*run_app);
    add_sets(*run_app, run.sets);
    run_app->add_option("--solver", run.solver, "method for continuous parts")
        ->check(CLI::IsMember(kSolvers));
    run_app->add_option("--tolerance", run.tolerance, "tolerance of the solver")
        ->check(CLI::Validator(
            [](const std::string& text) -> std::string {
              double value = 0;
              const bool fits = CLI::detail::lexical_cast(text, value) && value > 0 && value < 1;
              return fits ? "" : "'" + text + "' must be a number above 0 and below 1, such as 1e-6";
            },
            "FLOAT in (0, 1)"));
    run_app
        ->add_option("--native", run.native,
                     "equations as machine code: when it pays (auto), before the run (on), never (off)")
        ->check(CLI::IsMember({"auto", "on", "off"}));
    run_app->add_option("--intervals", run.intervals, "output intervals of trajectories")
        ->check(CLI::Validator(
            [](const std::string& text) -> std::string {
              std::int64_t value = 0;
              const bool fits = CLI::detail::lexical_cast(text, value) && value > 0;
              return fits ? "" : "'" + text + "' must be a whole number above 0, such as 500";
            },
            "INT above 0"));
    run_app->add_option("--out", run.out,
                        "directory for results.json, results.csv, trace.csv, report.html and trajectories");
    run_app
        ->add_option("--format", run.format,
                     "what is printed: text, json or csv (of a Modelica class its trajectories)")
        ->check(CLI::IsMember({"text", "json", "csv"}));
    run_app->add_option("--trace", run.trace,
                        "file for the whole trace of the first replication; .jsonl gives JSON Lines");
    run_app
        ->add_option("--hosting", run.hosting, "process blocks in one atomic (together) or apart (separate)")
        ->check(CLI::IsMember({"together", "separate"}));
    run_app->add_flag("--antithetic", run.antithetic, "replications in pairs of opposite random numbers");
    run_app
        ->add_option("--steady-state", run.steady_state,
                     "a statistic whose warm-up and intervals from one run are told; repeat for more")
        ->take_all()
        ->expected(1);
    run_app->add_flag("--quiet", run.quiet, "no progress and no notices");
    CLI::Option* checkpoint = run_app->add_option(
        "--checkpoint", run.checkpoint,
        "file that keeps the state of the run, for escapement resume; removed when the run ends well");
    checkpoint->check([](const std::string& file) {
      return file.empty() ? std::string("the name of a file is needed") : std::string();
    });
    CLI::Option* every = run_app->add_option(
        "--every", run.every, "simulated time between checkpoints, in the study's unit or as \"8 h\"");
    checkpoint->needs(every);
    every->needs(checkpoint);

    resume_app = app.add_subcommand("resume", "go on with a run from its checkpoint, to the same results");
    resume_app->add_option("FILE", resume.file, "the file that was given to run --checkpoint")->required();
    resume_app->add_option("--out", resume.out, "directory as for run; that of the run when absent");
    resume_app->add_option("--format", resume.format, "text, json or csv; that of the run when absent")
        ->check(CLI::IsMember({"text", "json", "csv"}));
    resume_app->add_option("--threads", resume.threads, "replications that run at a time");
    resume_app->add_flag("--quiet", resume.quiet, "no progress and no notices");

    experiment_app = app.add_subcommand("experiment", "run all scenarios of a study and compare them");
    experiment_app->add_option("STUDY", experiment.model, "the study, a .json file")->required();
    experiment_app->add_option("--replications", experiment.replications, "of each scenario, at first");
    experiment_app->add_option("--threads", experiment.threads, "replications that run at a time");
    add_sets(*experiment_app, experiment.sets);
    experiment_app->add_flag("--antithetic", experiment.antithetic,
                             "replications in pairs of opposite random numbers");
    experiment_app->add_option("--control", experiment.control,
                               "NAME=MEAN: a statistic of known mean, to correct the responses by");
    experiment_app
        ->add_option("--steady-state", experiment.steady_state,
                     "a statistic whose warm-up and intervals from one run are told; repeat for more")
        ->take_all()
        ->expected(1);
    experiment_app
        ->add_option("--observations", experiment.observations,
                     "a statistic whose observations are kept one by one; repeat for more")
        ->take_all()
        ->expected(1);
    experiment_app->add_option("--export", experiment.exports,
                               "file for all values, and observations if kept: .csv, or .sqlite or .db");
    experiment_app->add_option("--out", experiment.out,
                               "directory for experiment.sqlite, which keeps finished replications");
    experiment_app->add_flag("--resume", experiment.resume, "go on with what is in the directory of --out");
    experiment_app->add_flag("--yes", experiment.yes, "also when there are more than 100000 runs");
    experiment_app->add_option("--format", experiment.format, "what is printed: text or json")
        ->check(CLI::IsMember({"text", "json"}));
    experiment_app->add_flag("--quiet", experiment.quiet, "no progress and no notices");

    fit_app = app.add_subcommand("fit", "fit distributions to observations, best first");
    fit_app->add_option("FILE", fit.file, "a CSV file, or an SQLite file with one table")->required();
    fit_app->add_option("--column", fit.column, "of the observations; the only one with numbers when absent");
    fit_app->add_option("--rank", fit.rank, "what is best first: aic, ks, ad or chi-square")
        ->check(CLI::IsMember({"aic", "ks", "ad", "chi-square"}));
    fit_app->add_option("--out", fit.out, "directory for fit.json, with what plots are drawn from");
    fit_app->add_option("--format", fit.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    fit_app->add_flag("--quiet", fit.quiet, "no notices");

    check_app = app.add_subcommand("check", "tell all faults of a study, run nothing");
    check_app->add_option("MODEL", run.model, "the study, a .json file, or a Modelica .mo file or class")
        ->required();
    add_modelica(*check_app);
    add_sets(*check_app, run.sets);

    flatten_app = app.add_subcommand("flatten", "print a Modelica class as flat variables and equations");
    flatten_app->add_option("MODEL", modelica.model, "a .mo file, or the name of a class in a library")
        ->required();
    flatten_app
        ->add_option(
            "--to", modelica.to,
            "flat: arrays and loops kept (default); micro-modelica: what stand-alone QSS solvers read")
        ->check(CLI::IsMember({"flat", "micro-modelica"}));
    add_modelica(*flatten_app);

    analyse_app =
        app.add_subcommand("analyse", "tell states, blocks, tearing and events of a Modelica class");
    analyse_app
        ->add_option("MODEL", modelica.model,
                     "a .mo file, the name of a class in a library, or a study with Modelica components")
        ->required();
    add_modelica(*analyse_app);
    analyse_app->add_flag("--events", analyse.events,
                          "run it, and count what event iteration evaluates, restricted and in full");
    analyse_app->add_option("--format", analyse.format, "text or json")
        ->check(CLI::IsMember({"text", "json"}));

    describe_app = app.add_subcommand("describe", "what types there are, or what one of them takes");
    describe_app->add_option("TYPE", type, "a type such as arena.Process, or a section such as resources");
    describe_app
        ->add_option("--format", describe_format, "text, json, or markdown for one page on everything")
        ->check(CLI::IsMember({"text", "json", "markdown"}));

    schema_app = app.add_subcommand("schema", "print the JSON Schema of a study");

    CLI::App* bench = app.add_subcommand("bench", "measure the kernel beside a hand-written loop");
    bench->require_subcommand(1);
    devstone_app =
        bench->add_subcommand("devstone", "DEVStone: cascades of transitions through nested models");
    devstone_app->add_option("--model", devstone.model, "LI, HI, HO or HOmod")->capture_default_str();
    devstone_app->add_option("--width", devstone.width, "components of a level")->capture_default_str();
    devstone_app->add_option("--depth", devstone.depth, "levels")->capture_default_str();
    devstone_app->add_option("--inputs", devstone.inputs, "messages sent into the model")
        ->check(CLI::Range(1.0, 1e9))
        ->capture_default_str();
    devstone_app->add_option("--threads", devstone.threads, "threads; 0: as many as there are cores")
        ->capture_default_str();
    devstone_app
        ->add_option("--internal-load", devstone.internal_load,
                     "seconds of work that an internal transition does, such as 10e-6")
        ->capture_default_str();
    devstone_app->add_option("--external-load", devstone.external_load, "the same for an external transition")
        ->capture_default_str();
    devstone_app->add_option("--format", devstone.format, "text or json")
        ->check(CLI::IsMember({"text", "json"}));
    ring_app = bench->add_subcommand("ring", "a ring of atomics with exponential clocks");
    ring_app->add_option("--atomics", ring.atomics, "atomics in the ring")
        ->check(CLI::Range(1.0, 1e8))
        ->capture_default_str();
    ring_app->add_option("--events", ring.events, "transitions to run, internal and external")
        ->check(CLI::Range(1.0, 1e15))
        ->capture_default_str();
    ring_app->add_option("--format", ring.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  }

  void add_modelica(CLI::App& to) {
    to.add_option("--class", modelica.class_name,
                  "the class of the file, as Package.Model; needed when there are several");
    to.add_option("--library", modelica.libraries,
                  "a Modelica library, or a directory that holds some; before MODELICAPATH")
        ->take_all()
        ->expected(1);
  }

  static void add_sets(CLI::App& to, std::vector<std::string>& sets) {
    to.add_option("--set", sets, "path=value: overrides a parameter, such as Drill.capacity=2")
        ->take_all()
        ->expected(1);
  }

  // What the command does not know, with the option that was meant, if one is near.
  std::string explain_extras(const std::vector<std::string>& arguments) const {
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    std::vector<std::string> known;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& argument : arguments) {
      const std::string name = argument.substr(0, argument.find('='));
      if (!name.starts_with("-") || std::find(known.begin(), known.end(), name) != known.end()) continue;
      const std::string near(nearest_name(name, known));
      return "'" + name + "' is no option of '" + command->get_name() + "'" +
             (near.empty() ? "; it has " + list_text(known, 20) : "; did you mean '" + near + "'?");
    }
    return "'" + command->get_name() + "' takes fewer arguments than were given; see escapement " +
           command->get_name() + " --help";
  }

  // Flags are settings of the experiment under another name, so there is one check and one message for both.
  void flags_to_sets() {
    const std::pair<const std::string&, const char*> flags[] = {{run.until, "length"},
                                                                {replications, "replications"},
                                                                {warmup, "warmup"},
                                                                {seed, "seed"},
                                                                {threads, "threads"}};
    for (const auto& [text, key] : flags)
      if (!text.empty()) run.sets.push_back(std::string("experiment.") + key + "=" + text);
    if (run.antithetic) run.sets.push_back("experiment.antithetic=true");
    if (!run.steady_state.empty()) run.sets.push_back(names_setting("steadyState", run.steady_state));
  }
};

int dispatch(CommandLine& line, const Terminal& terminal) {
  if (line.devstone_app->parsed()) return bench_devstone(line.devstone, terminal);
  if (line.ring_app->parsed()) return bench_ring(line.ring, terminal);
  if (line.fit_app->parsed()) return fit_command(line.fit, terminal);
  if (line.analyse_app->parsed()) return analyse_command(line.modelica, line.analyse, terminal);
  if (line.flatten_app->parsed()) return flatten_command(line.modelica, terminal);
  if (line.check_app->parsed()) {
    line.modelica.model = line.run.model;
    if (is_modelica(line.modelica)) return check_modelica_command(line.modelica, terminal);
  }
  const auto classes = std::make_shared<modelica::PreparedClasses>();
  const registry::Registry registry = standard_registry(classes);
  line.flags_to_sets();
  if (line.run_app->parsed()) {
    line.modelica.model = line.run.model;
    if (!is_modelica(line.modelica)) return run_command(line.run, registry, terminal);
    const json::Study study = modelica_study(line.run, line.modelica, registry, *classes, terminal);
    return run_study(line.run, study, terminal);
  }
  if (line.resume_app->parsed()) return resume_command(line.resume, registry, terminal);
  if (line.experiment_app->parsed()) return experiment_command(line.experiment, registry, terminal);
  if (line.check_app->parsed()) return check_command(line.run, registry, terminal);
  if (line.schema_app->parsed()) {
    terminal.out << json::schema(registry) << '\n';
    return 0;
  }
  if (line.describe_format == "markdown") {
    terminal.out << json::reference_markdown(registry);
    return 0;
  }
  const bool as_json = line.describe_format == "json";
  if (line.type.empty())
    terminal.out << (as_json ? json::describe_all_json(registry) : json::describe_all_text(registry));
  else
    terminal.out << (as_json ? json::describe_json(registry, line.type)
                             : json::describe_text(registry, line.type));
  return 0;
}

int run_alone(const std::vector<std::string>& arguments, const Terminal& terminal) {
  try {
    CommandLine line;
    try {
      std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
      line.app.parse(std::move(reversed));
    } catch (const CLI::ExtrasError& e) {
      terminal.err << "error: " << line.explain_extras(arguments) << '\n';
      return 2;
    } catch (const CLI::ParseError& e) {
      const int code = line.app.exit(e, terminal.out, terminal.err);
      return code == 0 ? 0 : 2;
    }
    return dispatch(line, terminal);
  } catch (const InputError& e) {
    terminal.err << e.what() << '\n';
    const auto faults =
        std::count_if(e.diagnostics().begin(), e.diagnostics().end(),
                      [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::kError; });
    if (faults > 1) terminal.err << faults << " faults\n";
    return 2;
  } catch (const BuildError& e) {
    terminal.err << "error: " << e.what() << '\n';
    return 2;
  } catch (const std::exception& e) {
    terminal.err << "error: " << e.what() << '\n';
    return 1;
  }
}

// In an MPI program one process speaks for all.
int run_as_rank(int rank, const std::vector<std::string>& arguments, const Terminal& terminal) {
  const bool shared = !arguments.empty() && arguments.front() == "experiment";
  if (rank > 0 && !shared) return 0;
  if (!shared)
    terminal.err << "notice: only 'experiment' is shared out to several processes; one does this alone\n";
  std::ostream nowhere(nullptr);
  return run_alone(arguments, rank > 0 ? Terminal{nowhere, nowhere} : terminal);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, const Terminal& terminal) {
  const auto rank = mpi::launched_rank([](const char* name) { return std::getenv(name); });
  return rank ? run_as_rank(*rank, arguments, terminal) : run_alone(arguments, terminal);
}

}  // namespace escapement::cli
