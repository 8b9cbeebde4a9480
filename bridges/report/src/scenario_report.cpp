// SPDX-License-Identifier: MIT
#include "escapement/report/scenario_report.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "text_table.h"

namespace escapement::report {
namespace {

using experiment::Compare;
using experiment::ComparisonTable;
using experiment::ScenarioResults;
using Json = nlohmann::ordered_json;

constexpr int kLeastWidth = 40;
constexpr const char* kIndent = "  ";

const char* method_name(Compare method) {
  switch (method) {
    case Compare::kPaired:
      return "paired";
    case Compare::kBest:
      return "best";
    case Compare::kScreening:
      return "screening";
    case Compare::kSelect:
      return "select";
  }
  return "";
}

const char* goal_name(experiment::Goal goal) {
  return goal == experiment::Goal::kSmallest ? "smallest" : "largest";
}

std::string percent(double confidence) {
  return number_text(100 * confidence) + " %";
}

class Writer {
 public:
  Writer(const ScenarioResults& results, const TableOptions& options)
      : results_(results),
        width_(static_cast<std::size_t>(std::max(options.width, kLeastWidth))),
        unicode_(options.unicode) {}

  std::string text() const {
    std::string text = heading() + troubles();
    for (const experiment::ResponseTable& table : results_.responses) {
      internal::TextTable means{
          {"Average", "Half width", "Minimum", "Maximum", "Replications"}, {{2, 3}, {4}, {1}}, {}};
      internal::TextBlock block{"Scenario", {}};
      for (const experiment::ScenarioMean& row : table.rows)
        block.rows.push_back({kIndent + row.scenario,
                              {number(row.average), half_width(row.half_width), number(row.minimum),
                               number(row.maximum), std::to_string(row.replications)}});
      means.blocks.push_back(std::move(block));
      text += "\n" + table.response + means.text(width_, unicode_);
    }
    if (results_.comparison) text += comparison(*results_.comparison);
    return text;
  }

 private:
  std::string number(const std::optional<double>& value, int digits = kValueDigits) const {
    return value ? number_text(*value, digits) : std::string(unicode_ ? "–" : "-");
  }
  std::string half_width(const statistics::HalfWidth& half_width) const {
    return half_width.value || half_width.reason.empty() ? number(half_width.value, kHalfWidthDigits)
                                                         : half_width.reason;
  }

  std::string heading() const {
    std::string text = results_.model + ": " + std::to_string(results_.scenarios.size()) +
                       (results_.scenarios.size() == 1 ? " scenario" : " scenarios");
    if (results_.length) text += " of " + number_text(*results_.length) + " " + results_.time_unit;
    if (results_.warmup > 0) text += ", warm-up " + number_text(results_.warmup) + " " + results_.time_unit;
    text += ", seed " + std::to_string(results_.seed) + "\n";
    if (!results_.description.empty()) text += results_.description + "\n";
    return text;
  }

  std::string troubles() const {
    std::string text;
    if (results_.interrupted) text += "interrupted: the tables show what was finished\n";
    constexpr std::size_t kShown = 3;
    for (std::size_t i = 0; i < std::min(results_.failures.size(), kShown); ++i) {
      const auto& [scenario, failure] = results_.failures[i];
      text += "failed: scenario " + scenario + ", replication " + std::to_string(failure.replication) +
              " at time " + to_text(failure.clock) +
              (failure.model_path.empty() ? "" : " in " + failure.model_path) + ": " + failure.message + "\n";
    }
    if (results_.failures.size() > kShown)
      text += std::to_string(results_.failures.size() - kShown) + " more replications failed\n";
    return text;
  }

  static std::string title(const ComparisonTable& table) {
    const std::string of = table.asked.response + ": ";
    const std::string confidence = " (confidence " + percent(table.asked.confidence) + ")";
    const std::string goal = std::string(goal_name(table.asked.goal)) + " mean";
    switch (table.asked.method) {
      case Compare::kPaired:
        return of + "differences from " + table.asked.base + confidence;
      case Compare::kBest:
        return of + "distance to the best of the others, " + goal + confidence;
      case Compare::kScreening:
        return of + "which cannot have the " + goal + confidence;
      case Compare::kSelect:
        return of + "the " + goal + confidence;
    }
    return of;
  }

  std::string comparison(const ComparisonTable& table) const {
    const bool shared = table.asked.method != Compare::kSelect;
    std::string text = "\n" + title(table) + "\n" + std::to_string(table.replications) + " replications" +
                       (shared ? " of each scenario, on common random numbers" : " at most") + "\n";
    if (!table.missing.empty()) text += "no verdict: " + table.missing + "\n";
    if (table.rows.empty()) return text;
    internal::TextTable figures;
    figures.blocks.push_back({"Scenario", {}});
    const Compare method = table.asked.method;
    figures.headings = {"Mean"};
    if (method == Compare::kPaired)
      figures.headings.insert(figures.headings.end(), {"Difference", "Half width", "If independent"});
    if (method == Compare::kBest) figures.headings.insert(figures.headings.end(), {"Lower", "Upper"});
    figures.headings.emplace_back("Verdict");
    for (const experiment::ComparedScenario& row : table.rows) {
      std::vector<std::string> cells{number(row.mean)};
      if (method == Compare::kPaired) {
        cells.push_back(number(row.difference));
        cells.push_back(number(row.half_width, kHalfWidthDigits));
        cells.push_back(number(row.independent, kHalfWidthDigits));
      }
      if (method == Compare::kBest) {
        cells.push_back(number(row.lower));
        cells.push_back(number(row.upper));
      }
      cells.push_back(row.verdict);
      figures.blocks.front().rows.push_back({kIndent + row.scenario, std::move(cells)});
    }
    return text + figures.text(width_, unicode_);
  }

  const ScenarioResults& results_;
  std::size_t width_;
  bool unicode_;
};

Json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json comparison_json(const ComparisonTable& table) {
  const Compare method = table.asked.method;
  Json json = {{"response", table.asked.response},
               {"method", method_name(method)},
               {"goal", goal_name(table.asked.goal)},
               {"confidence", table.asked.confidence}};
  if (method == Compare::kPaired) json["base"] = table.asked.base;
  if (method == Compare::kSelect) json["indifference"] = number(table.asked.indifference);
  json["replications"] = table.replications;
  if (!table.missing.empty()) json["missing"] = table.missing;
  json["scenarios"] = Json::array();
  for (const experiment::ComparedScenario& row : table.rows) {
    Json one = {{"scenario", row.scenario}, {"mean", number(row.mean)}};
    if (method == Compare::kPaired) {
      one["difference"] = number(row.difference);
      one["halfWidth"] = number(row.half_width);
      one["independentHalfWidth"] = number(row.independent);
    }
    if (method == Compare::kBest) {
      one["lower"] = number(row.lower);
      one["upper"] = number(row.upper);
    }
    one["verdict"] = row.verdict;
    json["scenarios"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::string to_table(const ScenarioResults& results, const TableOptions& options) {
  return Writer(results, options).text();
}

Json to_json(const ScenarioResults& results) {
  Json json = {{"model", results.model}};
  if (!results.description.empty()) json["description"] = results.description;
  json["seed"] = results.seed;
  json["length"] = number(results.length);
  json["warmup"] = results.warmup;
  json["timeUnit"] = results.time_unit;
  if (results.interrupted) json["interrupted"] = true;
  json["scenarios"] = results.scenarios;
  if (!results.failures.empty()) {
    json["failures"] = Json::array();
    for (const auto& [scenario, failure] : results.failures)
      json["failures"].push_back({{"scenario", scenario},
                                  {"replication", failure.replication},
                                  {"clock", failure.clock},
                                  {"modelPath", failure.model_path},
                                  {"message", failure.message}});
  }
  json["responses"] = Json::array();
  for (const experiment::ResponseTable& table : results.responses) {
    Json response = {{"name", table.response}, {"scenarios", Json::array()}};
    for (const experiment::ScenarioMean& row : table.rows) {
      Json one = {{"scenario", row.scenario},
                  {"average", number(row.average)},
                  {"halfWidth", number(row.half_width.value)}};
      if (!row.half_width.value && !row.half_width.reason.empty())
        one["halfWidthReason"] = row.half_width.reason;
      one["minimum"] = number(row.minimum);
      one["maximum"] = number(row.maximum);
      one["replications"] = row.replications;
      response["scenarios"].push_back(std::move(one));
    }
    json["responses"].push_back(std::move(response));
  }
  if (results.comparison) json["comparison"] = comparison_json(*results.comparison);
  return json;
}

}  // namespace escapement::report
