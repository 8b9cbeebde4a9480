// SPDX-License-Identifier: MIT
#include "analyse_command.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "escapement/core/error.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/equations/analysis.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/translate.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::cli {
namespace {

using Json = nlohmann::ordered_json;
using equations::Analysis;
using equations::IterationRole;

struct EventCount {
  double until = 0;
  std::size_t events = 0, restricted = 0, full = 0;
};

std::size_t evaluations(const modelica::FlatModel& flat, equations::EventIteration::Scope scope,
                        EventCount& count) {
  modelica::Translated translated = modelica::translate(flat);
  auto model = std::make_unique<sundials::FlatModel>(std::move(translated.system), translated.visible, scope);
  const sundials::FlatModel& counted = *model;
  sundials::Options options;
  options.tolerance = flat.experiment.tolerance.value_or(1e-6);
  Coupled root("analysis");
  const auto& part = root.add<sundials::Continuous>("model", std::move(model), options);
  Simulator simulator(escapement::flatten(root));
  simulator.run(count.until);
  count.events = part.counters().events;
  return counted.event_evaluations();
}

EventCount count_events(const modelica::FlatModel& flat) {
  EventCount count;
  count.until = flat.experiment.stop.value_or(1);
  count.restricted = evaluations(flat, equations::EventIteration::Scope::kRestricted, count);
  count.full = evaluations(flat, equations::EventIteration::Scope::kFull, count);
  return count;
}

const char* text_of(IterationRole role) {
  switch (role) {
    case IterationRole::kLoop:
      return "loop";
    case IterationRole::kUpdate:
      return "update";
    case IterationRole::kApart:
      break;
  }
  return "apart";
}

Json as_json(const std::string& name, const Analysis& a) {
  Json json;
  json["model"] = name;
  json["equations"] = a.equations;
  json["unknowns"] = a.unknowns;
  json["discreteEquations"] = a.discrete_equations;
  json["states"] = a.states;
  json["statesForEver"] = a.states_for_ever;
  json["assumedStarts"] = a.assumed_starts;
  json["aliases"] = Json::array();
  for (const auto& one : a.aliases)
    json["aliases"].push_back({{"variable", one.variable}, {"value", one.value}});
  json["differentiated"] = Json::array();
  for (const auto& one : a.differentiated) {
    Json made{{"equation", one.equation}, {"times", one.times}};
    if (one.where.line != 0) made.update({{"file", one.where.file}, {"line", one.where.line}});
    json["differentiated"].push_back(std::move(made));
  }
  json["dummyDerivatives"] = a.dummies;
  json["explicitEquations"] = a.explicit_blocks;
  json["largestBlock"] = a.largest_block();
  json["blocks"] = Json::array();
  for (const auto& one : a.blocks)
    json["blocks"].push_back({{"kind", one.kind},
                              {"size", one.unknowns.size()},
                              {"unknowns", one.unknowns},
                              {"torn", one.torn},
                              {"togetherWith", one.together_with},
                              {"equations", one.equations}});
  json["conditions"] = Json::array();
  for (const auto& one : a.conditions) json["conditions"].push_back({{"text", one.text}, {"kind", one.kind}});
  Json nodes = Json::array();
  for (const auto& node : a.event_graph)
    nodes.push_back({{"gives", node.text}, {"update", node.is_previous}, {"role", text_of(node.role)}});
  json["eventGraph"] = {{"loop", a.count(IterationRole::kLoop)},
                        {"update", a.count(IterationRole::kUpdate)},
                        {"apart", a.count(IterationRole::kApart)},
                        {"nodes", std::move(nodes)}};
  return json;
}

std::vector<std::string> texts_in(const Json& component, const char* key) {
  const auto found = component.find(key);
  if (found == component.end()) return {};
  if (found->is_string()) return {found->get<std::string>()};
  std::vector<std::string> all;
  for (const Json& one : *found)
    if (one.is_string()) all.push_back(one.get<std::string>());
  return all;
}

struct Named {
  std::string path;  // of the component in its study; empty for a class
  ModelicaOptions model;
};

void find_components(const Json& model, const std::string& path, const std::filesystem::path& directory,
                     std::vector<Named>& found) {
  const auto components = model.find("components");
  if (components == model.end() || !components->is_object()) return;
  for (const auto& [name, component] : components->items()) {
    if (!component.is_object()) continue;
    const std::string own = path.empty() ? name : path + "." + name;
    find_components(component, own, directory, found);
    if (component.value("type", "") != "modelica") continue;
    Named& one = found.emplace_back();
    one.path = own;
    one.model.class_name = component.value("class", "");
    one.model.libraries = texts_in(component, "library");
    for (std::string& library : one.model.libraries) library = (directory / library).string();
    const std::string file = component.value("file", "");
    one.model.model = file.empty() ? one.model.class_name : (directory / file).string();
  }
}

// The Modelica components of a study. Whether the rest of it is right is for `check`.
std::vector<Named> components_of(const std::string& study) {
  std::ifstream in(study);
  if (!in)
    throw InputError(
        {{study, 0, 0, ""}, "the file cannot be read", "Is the name right, and may you read it?"});
  std::vector<Named> found;
  const Json json = Json::parse(in, nullptr, false, true);
  if (json.is_discarded())
    throw InputError({{study, 0, 0, ""}, "this is no JSON", "'escapement check' tells where it goes wrong."});
  if (json.is_object() && json.contains("model") && json["model"].is_object())
    find_components(json["model"], "", std::filesystem::path(study).parent_path(), found);
  if (found.empty())
    throw InputError(
        {{study, 0, 0, ""},
         "the study has no component of the type modelica, whose equations could be analysed",
         "Components that are included from other files are not looked into: name the .mo file."});
  return found;
}

struct Analysed {
  std::string name;
  Analysis analysis;
  std::optional<EventCount> count;
};

Analysed analysed(const Named& one, const AnalyseOptions& options) {
  const std::unique_ptr<modelica::FlatModel> flat = flat_class(one.model);
  Analysed made;
  made.name = one.path.empty() ? flat->name : one.path + " (" + flat->name + ")";
  made.analysis = equations::analyse(modelica::translate(*flat).system);
  if (options.events) made.count = count_events(*flat);
  return made;
}

}  // namespace

int analyse_command(const ModelicaOptions& model, const AnalyseOptions& options, const Terminal& terminal) {
  const bool is_study = !is_modelica(model) && model.model.ends_with(".json");
  const std::vector<Named> all = is_study ? components_of(model.model) : std::vector<Named>{{"", model}};
  Json list = Json::array();
  for (const Named& one : all) {
    const Analysed made = analysed(one, options);
    if (options.format == "json") {
      Json json = as_json(made.name, made.analysis);
      if (made.count)
        json["evaluations"] = {{"until", made.count->until},
                               {"events", made.count->events},
                               {"restricted", made.count->restricted},
                               {"full", made.count->full}};
      list.push_back(std::move(json));
      continue;
    }
    terminal.out << made.name << ": " << to_text(made.analysis);
    if (made.count)
      terminal.out << "event iteration until " << to_text(made.count->until) << " s, " << made.count->events
                   << " events: " << made.count->restricted << " evaluations, " << made.count->full
                   << " if every pass evaluated all\n";
  }
  if (options.format == "json") terminal.out << (is_study ? list : list[0]).dump(2) << '\n';
  return 0;
}

}  // namespace escapement::cli
