// SPDX-License-Identifier: MIT
#include "modelica_study.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "escapement/equations/unit_check.h"
#include "escapement/json/parse.h"
#include "escapement/registry/arguments.h"
#include "escapement/registry/value.h"

namespace escapement::cli {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// "a.b=3" into {"a": {"b": 3}}.
void set_parameter(Json& parameters, const std::string& set) {
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(Diagnostic{{"--set " + set, 0, 0, ""},
                                "a setting is written name=value",
                                "such as resistor.R=20, or experiment.length=10"});
  Json* at = &parameters;
  const std::string name = set.substr(0, equals), text = set.substr(equals + 1);
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t dot = std::min(name.find('.', from), name.size());
    at = &(*at)[name.substr(from, dot - from)];
    from = dot + 1;
  }
  const Json value = Json::parse(text, nullptr, false);
  *at = value.is_discarded() || value.is_object() ? Json(text) : value;
}

// Two digits less than a double has, so that 1/0.002 makes no 500.00000000000006 intervals.
std::int64_t intervals_of(double length, double interval) {
  const double count = std::round(length / interval);
  constexpr double kMost = 1e7;
  return count >= 1 && count <= kMost ? static_cast<std::int64_t>(count) : 0;
}

// A wrong unit is mostly a slip, and the run goes on: the first few, and where the others are told.
void tell_units(const modelica::PreparedClass& prepared, const Terminal& terminal) {
  constexpr std::size_t kShown = 3;
  std::vector<Diagnostic> found = equations::check_units(prepared.translated.system);
  for (std::size_t i = 0; i < std::min(found.size(), kShown); ++i) {
    found[i].severity = Diagnostic::Severity::kWarning;
    terminal.err << found[i].text() << '\n';
  }
  if (found.size() > kShown)
    terminal.err << "and " << found.size() - kShown << " more: 'escapement check' tells all\n";
}

double seconds_of(const std::string& flag, const std::string& text) {
  const auto seconds = registry::parse_duration(text, "s");
  if (!seconds || !std::isfinite(*seconds))
    throw InputError(Diagnostic{{flag + " " + text, 0, 0, ""},
                                "'" + text + "' is no time: a number, perhaps with a unit (s, min, h, d)",
                                "write a number of seconds, or text such as \"5 h\""});
  return *seconds;
}

}  // namespace

json::Study modelica_study(RunOptions& run, const ModelicaOptions& options,
                           const registry::Registry& registry, modelica::PreparedClasses& classes,
                           const Terminal& terminal) {
  Json component = {{"type", "modelica"}};
  modelica::ClassRequest request;
  const bool is_file = options.model.ends_with(".mo");
  if (is_file) {
    component["file"] = fs::absolute(options.model).string();
    request.source.files.emplace_back(component["file"].get<std::string>());
  }
  request.class_name = !options.class_name.empty() || is_file ? options.class_name : options.model;
  if (!request.class_name.empty()) component["class"] = request.class_name;
  if (!options.libraries.empty()) component["library"] = Json::array();
  for (const std::string& library : options.libraries) {
    component["library"].push_back(fs::absolute(library).string());
    request.source.libraries.emplace_back(fs::absolute(library));
  }
  const std::shared_ptr<const modelica::FlatModel> flat = classes.flat(request);
  if (!run.quiet)
    for (const Diagnostic& warning : flat->warnings) terminal.err << warning.text() << '\n';

  json::LoadOptions load;
  Json parameters = Json::object();
  for (const std::string& set : run.sets) {
    if (set.starts_with("experiment."))
      load.sets.push_back(set);
    else
      set_parameter(parameters, set);
  }
  if (!parameters.empty()) component["parameters"] = parameters;
  const modelica::Experiment& experiment = flat->experiment;
  run.start = run.from.empty() ? experiment.start.value_or(0) : seconds_of("--from", run.from);
  const double end =
      run.until.empty() ? experiment.stop.value_or(run.start + 1) : seconds_of("--until", run.until);
  const double length = end - run.start;
  if (!(length > 0))
    throw InputError(Diagnostic{{flat->name, 0, 0, ""},
                                "the run is to end at " + to_text(end) + " s, which is not after " +
                                    to_text(run.start) + " s, where it begins",
                                "StartTime and StopTime of the annotation 'experiment' say so, --from and "
                                "--until overrule them"});
  const bool has_length = std::any_of(run.sets.begin(), run.sets.end(), [](const std::string& set) {
    return set.starts_with("experiment.length=");
  });
  if (run.start != 0 && (!run.until.empty() || !has_length)) {
    std::erase_if(load.sets, [](const std::string& set) { return set.starts_with("experiment.length="); });
    run.end = end;
  }
  run.bare_names = true;
  if (run.intervals == 0 && experiment.interval && *experiment.interval > 0)
    run.intervals = intervals_of(length, *experiment.interval);
  const Json study = {{"format", 1},
                      {"name", flat->name},
                      {"description", flat->comment},
                      {"timeUnit", "s"},
                      {"model", {{"components", {{"model", component}}}}},
                      {"experiment", {{"length", length}}}};
  json::Study made = json::Study::from_text(study.dump(2), options.model, registry, load);
  if (!run.quiet)
    for (const auto& prepared : classes.all()) tell_units(*prepared, terminal);
  return made;
}

}  // namespace escapement::cli
