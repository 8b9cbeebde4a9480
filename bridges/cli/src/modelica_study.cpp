// SPDX-License-Identifier: MIT
#include "modelica_study.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "escapement/json/parse.h"
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
  if (experiment.start.value_or(0) != 0)
    throw InputError(Diagnostic{{flat->name, 0, 0, ""},
                                "the experiment begins at " + to_text(*experiment.start) +
                                    ", and only those that begin at 0 are supported yet",
                                "give the class a StartTime of 0"});
  const double length = experiment.stop.value_or(1);
  run.bare_names = true;
  if (run.intervals == 0 && experiment.interval && *experiment.interval > 0)
    run.intervals = intervals_of(length, *experiment.interval);
  const Json study = {{"format", 1},
                      {"name", flat->name},
                      {"description", flat->comment},
                      {"timeUnit", "s"},
                      {"model", {{"components", {{"model", component}}}}},
                      {"experiment", {{"length", length}}}};
  return json::Study::from_text(study.dump(2), options.model, registry, load);
}

}  // namespace escapement::cli
