// SPDX-License-Identifier: MIT
#include "experiment_output.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "escapement/report/results_csv.h"
#include "escapement/report/scenario_report.h"

namespace escapement::cli {

using report::number_text;

namespace {

using Ordered = nlohmann::ordered_json;

Ordered json_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Ordered(*value) : Ordered(nullptr);
}

Ordered json_half_width(const statistics::HalfWidth& half_width) {
  Ordered json = {{"halfWidth", json_number(half_width.value)}};
  if (!half_width.value && !half_width.reason.empty()) json["halfWidthReason"] = half_width.reason;
  return json;
}

std::string plus_minus(const statistics::HalfWidth& half_width) {
  return half_width.value ? "± " + number_text(*half_width.value, report::kHalfWidthDigits)
                          : half_width.reason;
}

std::string devices(const experiment::ScenarioResults& results) {
  std::string text = results.antithetic ? "antithetic pairs" : "";
  if (!results.control.empty()) text += (text.empty() ? "" : " and ") + ("the control " + results.control);
  return text;
}

std::string saved_text(const experiment::ScenarioResults& results) {
  std::string text;
  for (const experiment::ResponseTable& table : results.responses) {
    std::string lines;
    for (const experiment::ScenarioMean& row : table.rows)
      if (row.saved)
        lines += "  " + row.scenario + ": " + number_text(100 * *row.saved, 3) +
                 " %, half width without them " +
                 number_text(*row.plain_half_width, report::kHalfWidthDigits) + "\n";
    if (!lines.empty())
      text += "\n" + table.response + ": variance of the mean saved by " + devices(results) + "\n" + lines;
  }
  return text;
}

std::string anova_text(const experiment::Anova& anova) {
  return "Are all means equal? Welch's F(" + number_text(anova.numerator_degrees, 3) + ", " +
         number_text(anova.denominator_degrees, 3) + ") = " + number_text(anova.f) + ", p " +
         (anova.p_value < 1e-4 ? "< 0.0001" : "= " + number_text(anova.p_value, 3)) + "\n";
}

Ordered replication_values(const experiment::ScenarioValues& values, std::size_t scenario,
                           std::size_t response) {
  Ordered all = Ordered::array();
  for (const experiment::ResponseValues& replication : values.values[scenario])
    all.push_back(json_number(replication[response]));
  return all;
}

}  // namespace

Ordered course_json(const experiment::Course& course) {
  return {{"replications", course.replications},
          {"observations", course.observations},
          {"warmup", json_number(course.warmup)},
          {"leftOut", course.left_out},
          {"mean", json_number(course.mean)},
          {"counted", course.counted},
          {"batchMeans", json_half_width(course.batch_means)},
          {"standardisedSeries", json_half_width(course.standardised_series)},
          {"welch",
           {{"time", course.welch.times},
            {"average", course.welch.average},
            {"smoothed", course.welch.smoothed},
            {"window", course.welch.window}}}};
}

Ordered experiment_json(const experiment::ScenarioResults& results,
                        const experiment::ScenarioValues* values) {
  Ordered json = report::to_json(results);
  if (results.antithetic) json["antithetic"] = true;
  if (results.independent) json["randomNumbers"] = "independent";
  if (!results.control.empty()) json["control"] = results.control;
  for (std::size_t r = 0; r < results.responses.size(); ++r)
    for (std::size_t i = 0; i < results.responses[r].rows.size(); ++i) {
      const experiment::ScenarioMean& row = results.responses[r].rows[i];
      Ordered& one = json["responses"][r]["scenarios"][i];
      if (row.saved) {
        one["varianceSaved"] = json_number(row.saved);
        one["plainHalfWidth"] = json_number(row.plain_half_width);
      }
      if (values != nullptr) one["values"] = replication_values(*values, i, r);
    }
  if (results.comparison) {
    const experiment::ComparisonTable& table = *results.comparison;
    if (table.asked.method == experiment::Compare::kSelect)
      json["comparison"]["procedure"] = table.asked.two_stage ? "two-stage" : "sequential";
    if (table.anova)
      json["comparison"]["anova"] = {{"f", json_number(table.anova->f)},
                                     {"numeratorDegrees", json_number(table.anova->numerator_degrees)},
                                     {"denominatorDegrees", json_number(table.anova->denominator_degrees)},
                                     {"p", json_number(table.anova->p_value)}};
  }
  for (const auto& [scenario, course] : results.courses) {
    Ordered one = {{"response", course.response}, {"scenario", scenario}};
    one.update(course_json(course));
    json["steadyState"].push_back(std::move(one));
  }
  return json;
}

std::string course_text(const experiment::Course& course, const std::string& unit) {
  const std::string basis = " (MSER-5, " + std::to_string(course.observations) +
                            " observations averaged over " + std::to_string(course.replications) +
                            (course.replications == 1 ? " replication)\n" : " replications)\n");
  std::string text = course.warmup
                         ? "warm-up of " + number_text(*course.warmup) + " " + unit + " proposed" + basis
                         : "no warm-up proposed, the runs are too short to tell" + basis;
  text += "    one run from the study's warm-up on: ";
  if (!course.mean) return text + "nothing was observed\n";
  return text + "mean " + number_text(*course.mean) + ", batch means " + plus_minus(course.batch_means) +
         ", standardised series " + plus_minus(course.standardised_series) + "\n";
}

std::string experiment_text(const experiment::ScenarioResults& results, const report::TableOptions& options) {
  std::string text =
      report::to_table(results, options) + (devices(results).empty() ? "" : saved_text(results));
  if (results.comparison && results.comparison->anova) text += "\n" + anova_text(*results.comparison->anova);
  if (results.comparison && results.independent)
    text += "Scenarios share no random numbers: each has its own.\n";
  std::string response;
  for (const auto& [scenario, course] : results.courses) {
    if (course.response != response) text += "\n" + course.response + ", towards the steady state\n";
    response = course.response;
    text += "  " + scenario + ": " + course_text(course, results.time_unit);
  }
  return text;
}

std::string experiment_csv(const experiment::ScenarioResults& results) {
  const auto cell = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? to_text(*value) : std::string();
  };
  std::string text = "response,scenario,average,halfWidth,minimum,maximum,replications,varianceSaved\n";
  for (const experiment::ResponseTable& table : results.responses)
    for (const experiment::ScenarioMean& row : table.rows)
      text += report::csv_field(table.response) + "," + report::csv_field(row.scenario) + "," +
              cell(row.average) + "," + cell(row.half_width.value) + "," + cell(row.minimum) + "," +
              cell(row.maximum) + "," + std::to_string(row.replications) + "," + cell(row.saved) + "\n";
  return text;
}

}  // namespace escapement::cli
