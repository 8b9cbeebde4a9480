// SPDX-License-Identifier: MIT
#include "analyse_command.h"

#include <nlohmann/json.hpp>

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

}  // namespace

int analyse_command(const ModelicaOptions& model, const AnalyseOptions& options, const Terminal& terminal) {
  const std::unique_ptr<modelica::FlatModel> flat = flat_class(model);
  const Analysis analysis = equations::analyse(modelica::translate(*flat).system);
  std::optional<EventCount> count;
  if (options.events) count = count_events(*flat);
  if (options.format == "json") {
    Json json = as_json(flat->name, analysis);
    if (count)
      json["evaluations"] = {{"until", count->until},
                             {"events", count->events},
                             {"restricted", count->restricted},
                             {"full", count->full}};
    terminal.out << json.dump(2) << '\n';
    return 0;
  }
  terminal.out << flat->name << ": " << to_text(analysis);
  if (count)
    terminal.out << "event iteration until " << to_text(count->until) << " s, " << count->events
                 << " events: " << count->restricted << " evaluations, " << count->full
                 << " if every pass evaluated all\n";
  return 0;
}

}  // namespace escapement::cli
