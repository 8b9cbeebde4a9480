// SPDX-License-Identifier: MIT
#include "escapement/report/results_csv.h"

#include "csv_cells.h"
#include "kind_keys.h"

namespace escapement::report {
namespace {

// The row of one category of a frequency.
std::string category_row(const experiment::Result& result, const statistics::FrequencyRow& row) {
  return csv_field(result.name) + ',' + statistics::kind_name(result.kind) + ",,,,,,,,," +
         std::to_string(row.visits) + ',' + csv_field(row.name) + ',' + csv_number(row.time) + ',' +
         csv_number(row.average_time) + ',' + csv_number(row.standard_percent) + ',' +
         csv_number(row.restricted_percent, row.restricted) + '\n';
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string to_csv(const experiment::Results& results) {
  std::string csv =
      "name,kind,average,halfWidth,halfWidthReason,minimum,maximum,minimumAverage,maximumAverage,final,"
      "observations,category,time,averageTime,standardPercent,restrictedPercent\n";
  for (const auto& result : results.statistics) {
    const KindKeys keys = keys_of(result.kind);
    const std::string half_width = csv_number(result.half_width.value, keys.values);
    csv += csv_field(result.name) + ',' + statistics::kind_name(result.kind) + ',';
    csv += csv_number(result.average, keys.values) + ',' + half_width + ',';
    csv += keys.values && half_width.empty() ? csv_field(result.half_width.reason) : std::string();
    csv += ',' + csv_number(result.minimum, keys.values) + ',' + csv_number(result.maximum, keys.values);
    csv += ',' + csv_number(result.minimum_average, keys.values) + ',' +
           csv_number(result.maximum_average, keys.values);
    csv += ',' + csv_number(result.final_value, keys.values) + ',';
    csv += keys.observations ? std::to_string(result.observations) : std::string();
    csv += ",,,,,\n";
    for (const auto& row : result.frequencies) csv += category_row(result, row);
  }
  return csv;
}

}  // namespace escapement::report
