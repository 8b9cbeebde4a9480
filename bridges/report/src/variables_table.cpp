// SPDX-License-Identifier: MIT
#include "variables_table.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "text_table.h"

namespace escapement::report::internal {
namespace {

bool moves(const std::vector<double>& column) {
  return std::adjacent_find(column.begin(), column.end(), std::not_equal_to<>()) != column.end();
}

// Equal for columns that are equal, or each other's negatives, as those of two ends of a wire are.
std::size_t print_of(const std::vector<double>& column) {
  const auto first = std::find_if(column.begin(), column.end(), [](double value) { return value != 0; });
  const double sign = first != column.end() && *first < 0 ? -1 : 1;
  std::size_t print = column.size();
  for (const double value : column)
    print = print * 1099511628211U + std::hash<double>{}(sign * value);  // 0 and -0 have one hash
  return print;
}

std::vector<std::size_t> shown_of(const continuous::Trajectory& trajectory) {
  std::vector<std::size_t> shown(trajectory.names.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() <= kMostVariables) return shown;
  using Rank = std::tuple<bool, bool, std::ptrdiff_t>;
  std::vector<Rank> ranks;
  std::unordered_set<std::size_t> seen;
  for (std::size_t i = 0; i < trajectory.names.size(); ++i) {
    const std::string& name = trajectory.names[i];
    ranks.emplace_back(!moves(trajectory.columns[i]), !seen.insert(print_of(trajectory.columns[i])).second,
                       std::count(name.begin(), name.end(), '.'));
  }
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
