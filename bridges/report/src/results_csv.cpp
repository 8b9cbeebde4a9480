// SPDX-License-Identifier: MIT
#include "escapement/report/results_csv.h"

#include <cmath>

#include "escapement/core/error.h"
#include "kind_keys.h"

namespace escapement::report {
namespace {

std::string number(const std::optional<double>& value, bool wanted = true) {
  return wanted && value && std::isfinite(*value) ? to_text(*value) : std::string();
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
      "observations\n";
  for (const auto& result : results.statistics) {
    const KindKeys keys = keys_of(result.kind);
    const std::string half_width = number(result.half_width.value, keys.values);
    csv += csv_field(result.name) + ',' + statistics::kind_name(result.kind) + ',';
    csv += number(result.average, keys.values) + ',' + half_width + ',';
    csv += keys.values && half_width.empty() ? csv_field(result.half_width.reason) : std::string();
    csv += ',' + number(result.minimum, keys.values) + ',' + number(result.maximum, keys.values);
    csv +=
        ',' + number(result.minimum_average, keys.values) + ',' + number(result.maximum_average, keys.values);
    csv += ',' + number(result.final_value, keys.values) + ',';
    csv += keys.observations ? std::to_string(result.observations) : std::string();
    csv += '\n';
  }
  return csv;
}

}  // namespace escapement::report
