// SPDX-License-Identifier: MIT
#include "variables_table.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "text_table.h"

namespace escapement::report::internal {
namespace {

bool moves(const std::vector<double>& column) {
  return std::adjacent_find(column.begin(), column.end(), std::not_equal_to<>()) != column.end();
}

std::vector<std::size_t> shown_of(const continuous::Trajectory& trajectory) {
  std::vector<std::size_t> shown(trajectory.names.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() <= kMostVariables) return shown;
  const auto rank = [&](std::size_t i) {
    const std::string& name = trajectory.names[i];
    return std::make_pair(!moves(trajectory.columns[i]), std::count(name.begin(), name.end(), '.'));
  };
  std::vector<std::pair<bool, std::ptrdiff_t>> ranks;
  for (const std::size_t i : shown) ranks.push_back(rank(i));
  std::stable_sort(shown.begin(), shown.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  shown.resize(kMostVariables);
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::string figure(double value) {
  return number_text(value, kVariableDigits);
}

std::string counted(std::uint64_t count, const char* of_one, const char* of_many) {
  return std::to_string(count) + ' ' + (count == 1 ? of_one : of_many);
}

std::string solver_line(const experiment::ContinuousResults& continuous) {
  const continuous::Counters& work = continuous.trajectory.counters;
  std::string text = continuous.solver + ", tolerance " + to_text(continuous.tolerance) + ": " +
                     counted(work.steps, "step", "steps");
  if (work.rejected > 0) text += " (" + std::to_string(work.rejected) + " rejected)";
  return text + ", " + counted(work.evaluations, "evaluation", "evaluations") + ", " +
         counted(work.events, "event", "events") + ", " + counted(work.restarts, "restart", "restarts") +
         '\n';
}

}  // namespace

std::string variables_table(const experiment::ContinuousResults& continuous, std::size_t width,
                            bool unicode) {
  const continuous::Trajectory& trajectory = continuous.trajectory;
  std::string text;
  if (!trajectory.names.empty() && trajectory.final_values.size() == trajectory.names.size()) {
    const std::vector<std::size_t> shown = shown_of(trajectory);
    TextTable table{{"Start", "Minimum", "Maximum", "Final"}, {{1, 2}, {0}}, {{"Variables", {}}}};
    for (const std::size_t i : shown) {
      const std::string& unit = trajectory.units[i];
      TextRow row{trajectory.names[i] + (unit.empty() || unit == "1" ? "" : " (" + unit + ")"), {}};
      const std::vector<double>& column = trajectory.columns[i];
      if (column.empty()) {
        row.cells.assign(3, unicode ? "–" : "-");
      } else {
        const auto [least, greatest] = std::minmax_element(column.begin(), column.end());
        row.cells = {figure(column.front()), figure(*least), figure(*greatest)};
      }
      row.cells.push_back(figure(trajectory.final_values[i]));
      table.blocks[0].rows.push_back(std::move(row));
    }
    text += table.text(width, unicode);
    if (shown.size() < trajectory.names.size())
      text += std::to_string(shown.size()) + " of " + std::to_string(trajectory.names.size()) +
              " variables; --out DIR and --format json give all\n";
  }
  return text + '\n' + solver_line(continuous);
}

}  // namespace escapement::report::internal
