// SPDX-License-Identifier: MIT
#include "escapement/report/overview_csv.h"

#include "csv_cells.h"
#include "escapement/report/category.h"
#include "escapement/report/results_csv.h"
#include "kind_keys.h"

namespace escapement::report {
namespace {

std::string row_begin(std::string_view section, std::string_view owner, std::string_view statistic,
                      std::string_view unit) {
  return csv_field(section) + ',' + csv_field(owner) + ',' + csv_field(statistic) + ',' + csv_field(unit) +
         ',';
}

std::string values_of(const experiment::Result& result) {
  const std::string half_width = csv_number(result.half_width.value);
  std::string text = csv_number(result.average) + ',' + half_width + ',';
  text += (half_width.empty() ? csv_field(result.half_width.reason) : std::string()) + ',';
  text += csv_number(result.minimum_average) + ',' + csv_number(result.maximum_average) + ',';
  text += csv_number(result.minimum) + ',' + csv_number(result.maximum) + ',' +
          csv_number(result.final_value) + ',';
  text += keys_of(result.kind).observations ? std::to_string(result.observations) : std::string();
  return text + ",,,\n";
}

std::string values_of(const statistics::FrequencyRow& row) {
  return ",,,,,,,," + std::to_string(row.visits) + ',' + csv_number(row.average_time) + ',' +
         csv_number(row.standard_percent) + ',' + csv_number(row.restricted_percent, row.restricted) + '\n';
}

}  // namespace

std::string to_overview_csv(const experiment::Results& results) {
  std::string csv =
      "section,owner,statistic,unit,average,halfWidth,halfWidthReason,minimumAverage,maximumAverage,minimum,"
      "maximum,final,observations,averageTime,standardPercent,restrictedPercent\n";
  for (const Section& section : overview(results.statistics)) {
    const std::string_view title = category_title(section.category);
    for (const Group& group : section.groups)
      for (const Member& member : group.members) {
        const experiment::Result& result = results.statistics[member.index];
        if (section.category != Category::kFrequency)
          csv += row_begin(title, group.owner, member.label, member.is_time ? results.time_unit : "") +
                 values_of(result);
        for (const auto& row : result.frequencies)
          csv += row_begin(title, result.name, row.name, "") + values_of(row);
      }
  }
  return csv;
}

}  // namespace escapement::report
