// SPDX-License-Identifier: MIT
#include "escapement/report/results_json.h"

#include <cmath>

#include "kind_keys.h"

namespace escapement::report {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(number(value));
  return array;
}

void add_values(Json& json, const experiment::Result& result) {
  json["average"] = number(result.average);
  json["halfWidth"] = number(result.half_width.value);
  if (json["halfWidth"].is_null() && !result.half_width.reason.empty()) {
    json["halfWidthReason"] = result.half_width.reason;
  }
  json["minimum"] = number(result.minimum);
  json["maximum"] = number(result.maximum);
  json["minimumAverage"] = number(result.minimum_average);
  json["maximumAverage"] = number(result.maximum_average);
  json["final"] = number(result.final_value);
}

Json categories(const std::vector<statistics::FrequencyRow>& rows) {
  Json array = Json::array();
  for (const auto& row : rows) {
    Json category = {{"name", row.name},
                     {"visits", row.visits},
                     {"time", number(row.time)},
                     {"averageTime", number(row.average_time)},
                     {"standardPercent", number(row.standard_percent)}};
    if (row.restricted) category["restrictedPercent"] = number(row.restricted_percent);
    array.push_back(std::move(category));
  }
  return array;
}

void add_plots(Json& json, const experiment::Result& result) {
  if (!result.replication_averages.empty()) {
    Json array = Json::array();
    for (const auto& value : result.replication_averages) array.push_back(number(value));
    json["replicationAverages"] = std::move(array);
  }
  if (result.histogram) {
    json["histogram"] = {{"origin", number(result.histogram->origin)},
                         {"width", number(result.histogram->width)},
                         {"counts", result.histogram->counts},
                         {"nonFinite", result.histogram->non_finite}};
  }
  if (result.series) {
    json["series"] = {{"start", number(result.series->start)},
                      {"step", number(result.series->step)},
                      {"average", numbers(result.series->average)},
                      {"minimum", numbers(result.series->minimum)},
                      {"maximum", numbers(result.series->maximum)}};
  }
}

void add_continuous(Json& json, const experiment::ContinuousResults& continuous, bool with_plots) {
  const continuous::Trajectory& trajectory = continuous.trajectory;
  json["final"] = Json::object();
  auto& last =
      json["final"].get_ref<Json::object_t&>();  // by name it would be looked for among all before it
  for (std::size_t i = 0; i < trajectory.final_values.size(); ++i)
    last.Json::object_t::Container::emplace_back(trajectory.names[i], number(trajectory.final_values[i]));
  const continuous::Counters& work = trajectory.counters;
  json["solver"] = {{"name", continuous.solver},
                    {"tolerance", number(continuous.tolerance)},
                    {"steps", work.steps},
                    {"rejected", work.rejected},
                    {"evaluations", work.evaluations},
                    {"jacobians", work.jacobians},
                    {"events", work.events},
                    {"restarts", work.restarts},
                    {"setupSeconds", number(continuous.setup_seconds)},
                    {"wallSeconds", number(continuous.wall_seconds)}};
  if (work.state_choices > 0) json["solver"]["stateChoices"] = work.state_choices;
  if (const std::optional<int> order = continuous::quantised_order(continuous.solver)) {
    json["solver"]["order"] = *order;
    json["solver"]["crossingChecks"] = work.crossing_checks;
    json["solver"]["heapOperations"] = work.heap_operations;
  }
  if (!with_plots) return;
  Json columns = Json::array();
  for (std::size_t i = 0; i < trajectory.names.size(); ++i)
    columns.push_back({{"name", trajectory.names[i]},
                       {"unit", trajectory.units[i]},
                       {"values", numbers(trajectory.columns[i])}});
  json["trajectories"] = {{"time", numbers(trajectory.times)},
                          {"events", numbers(trajectory.events)},
                          {"variables", std::move(columns)}};
}

}  // namespace

Json to_json(const experiment::Result& result, bool with_plots) {
  const KindKeys keys = keys_of(result.kind);
  Json json;
  json["name"] = result.name;
  json["kind"] = statistics::kind_name(result.kind);
  if (keys.values) add_values(json, result);
  if (keys.observations) json["observations"] = result.observations;
  if (result.kind == statistics::Kind::kFrequency) json["categories"] = categories(result.frequencies);
  if (with_plots && keys.values) add_plots(json, result);
  return json;
}

Json to_json(const experiment::Results& results, bool with_plots) {
  Json json;
  json["model"] = results.model;
  if (!results.description.empty()) json["description"] = results.description;
  json["seed"] = results.seed;
  json["replications"] = results.replications;
  json["completed"] = results.completed;
  if (results.start != 0) json["start"] = number(results.start);
  json["length"] = number(results.length);
  json["warmup"] = number(results.warmup);
  json["timeUnit"] = results.time_unit;
  if (results.interrupted) json["interrupted"] = true;
  for (const auto& failure : results.failures) {
    json["failures"].push_back({{"replication", failure.replication},
                                {"clock", number(failure.clock)},
                                {"modelPath", failure.model_path},
                                {"message", failure.message}});
  }
  json["statistics"] = Json::array();
  for (const auto& result : results.statistics) json["statistics"].push_back(to_json(result, with_plots));
  if (results.continuous) add_continuous(json, *results.continuous, with_plots);
  json["wallSeconds"] = number(results.wall_seconds);
  return json;
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace escapement::report
